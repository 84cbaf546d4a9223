public import ScrimPluginABI
import ScrimPluginKit

/// CAGradientLayer: colours that change along a line, outward from a point, or around one.
private struct GradientLayer: LayerKind {
    static let name = "gradient"
    static let help = "colours along a line, from a point outward or around one"
    static let usesBounds = true

    enum Key: Int, SchemaKey {
        case type, colors, locations, startPoint, endPoint

        var property: Property {
            switch self {
            case .type:
                Property("type", .choice(["axial", "radial", "conic"], 0), help: "how the colours are laid out")
            case .colors: Property("colors", .colors, animates: true, help: "one is solid, none draws nothing")
            case .locations:
                Property(
                    "locations", .numbers, animates: true, isRising: true,
                    help: "where each colour is, 0 at the start, 1 at the end; empty: evenly")
            case .startPoint:
                Property(
                    "startPoint", .point(0.5, 0), animates: true,
                    help: "where the colours begin, in units of the bounds; radial and conic: the centre")
            case .endPoint:
                Property(
                    "endPoint", .point(0.5, 1), animates: true,
                    help: "where they end; radial: a corner of the ellipse's box; conic: where the first colour points")
            }
        }
    }

    static let schema = Key.schema

    init(host: Host) {}

    func draw(_ canvas: Canvas, bounds: Rect, _ properties: Properties) throws(PluginFailure) {
        let colors = properties.colors(Key.colors)
        guard !colors.isEmpty, bounds.width > 0, bounds.height > 0 else { return }
        let given = properties.numbers(Key.locations)
        let last = Double(max(1, colors.count - 1))
        let stops = colors.indices.map { at in
            Stop(given.count == colors.count ? given[at] : Double(at) / last, colors[at])
        }
        func place(_ p: Point) -> Point { Point(x: bounds.x + p.x * bounds.width, y: bounds.y + p.y * bounds.height) }
        let (from, to) = (place(properties.point(Key.startPoint)), place(properties.point(Key.endPoint)))
        let kind = Gradient.Kind(rawValue: properties.choice(Key.type)) ?? .axial
        var gradient = Gradient(kind, from: from, to: to, stops: stops)
        if kind == .radial {
            // A unit circle, scaled to the ellipse in the box.
            let (rx, ry) = (abs(to.x - from.x), abs(to.y - from.y))
            guard rx > 0, ry > 0 else { return }
            gradient.from = Point(x: 0, y: 0)
            gradient.to = Point(x: 0, y: 0)
            gradient.toRadius = 1
            gradient.map = Affine(a: rx, b: 0, c: 0, d: ry, tx: from.x, ty: from.y)
        }
        try canvas.fill(nil, gradient)
    }
}

private let plugin = Plugin(id: "Gradient", version: "1.0.0", layers: [GradientLayer.self])

@c(scrim_plugin_entry)
public func entry(_ host: UInt32) -> UnsafePointer<scrim_plugin>? { unsafe plugin.table }
