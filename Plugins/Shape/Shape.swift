public import ScrimPluginABI
import ScrimPluginKit

/// CAShapeLayer: a path, filled and then stroked.
private struct Shape: LayerKind {
    static let name = "shape"
    static let help = "a path, filled and then stroked"
    static let isHitByDrawing = true
    static let drawsFigure = true

    enum Key: Int, SchemaKey {
        case path, fillColor, fillRule, strokeColor, lineWidth, lineCap, lineJoin, miterLimit, lineDashPattern
        case lineDashPhase, strokeStart, strokeEnd

        var property: Property {
            switch self {
            case .path: Property("path", .path, animates: true, help: "the lines and curves that are drawn")
            case .fillColor: Property("fillColor", .color(.black), animates: true, help: "of the path's inside")
            case .fillRule: Property("fillRule", .choice(["nonZero", "evenOdd"], 0), help: "which points are inside")
            case .strokeColor: Property("strokeColor", .color(nil), animates: true, help: "of the line along the path")
            case .lineWidth:
                Property(
                    "lineWidth", .number(1), range: 0...(.infinity), unit: "points", animates: true, help: "of the line"
                )
            case .lineCap: Property("lineCap", .choice(["butt", "round", "square"], 0), help: "the line's ends")
            case .lineJoin: Property("lineJoin", .choice(["miter", "round", "bevel"], 0), help: "the line's corners")
            case .miterLimit:
                Property(
                    "miterLimit", .number(10), range: 0...(.infinity), animates: true,
                    help: "the largest ratio of a miter's length to the line's width; beyond it the corner is a bevel")
            case .lineDashPattern:
                Property(
                    "lineDashPattern", .numbers, range: 0...(.infinity), unit: "points",
                    help: "lengths of dash and gap in turn; empty: a full line")
            case .lineDashPhase:
                Property(
                    "lineDashPhase", .number(0), unit: "points", animates: true,
                    help: "where in the pattern the line begins")
            case .strokeStart:
                Property(
                    "strokeStart", .number(0), range: 0...1, animates: true,
                    help: "the part of the length where the line begins")
            case .strokeEnd:
                Property(
                    "strokeEnd", .number(1), range: 0...1, animates: true,
                    help: "the part of the length where the line ends")
            }
        }
    }

    static let schema = Key.schema

    init(host: Host) {}

    func draw(_ canvas: Canvas, bounds: Rect, _ properties: Properties) throws(PluginFailure) {
        guard let path = properties.path(Key.path) else { return }
        if let color = properties.color(Key.fillColor) {
            try canvas.fill(path, rule: FillRule(rawValue: properties.choice(Key.fillRule)) ?? .nonZero, color: color)
        }
        let width = properties.number(Key.lineWidth)
        guard let color = properties.color(Key.strokeColor), width > 0 else { return }
        var stroke = Stroke(width: width)
        stroke.cap = LineCap(rawValue: properties.choice(Key.lineCap)) ?? .butt
        stroke.join = LineJoin(rawValue: properties.choice(Key.lineJoin)) ?? .miter
        stroke.miterLimit = properties.number(Key.miterLimit)
        stroke.dash = properties.numbers(Key.lineDashPattern)
        stroke.dashPhase = properties.number(Key.lineDashPhase)
        stroke.start = properties.number(Key.strokeStart)
        stroke.end = properties.number(Key.strokeEnd)
        try canvas.stroke(path, stroke, color: color)
    }
}

private let plugin = Plugin(id: "Shape", version: "1.0.0", layers: [Shape.self])

@c(scrim_plugin_entry)
public func entry(_ host: UInt32) -> UnsafePointer<scrim_plugin>? { unsafe plugin.table }
