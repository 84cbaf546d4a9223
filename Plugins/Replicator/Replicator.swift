public import ScrimPluginABI
import ScrimPluginKit

/// CAReplicatorLayer: copies of its sublayers, each placed, coloured and delayed relative to the previous one.
private struct Replicator: LayerKind {
    static let name = "replicator"
    static let help = "copies of its sublayers, each placed, coloured and delayed against the one before"
    static let usesBounds = true
    static let placesSublayers = true

    enum Key: Int, SchemaKey {
        case instanceCount, instanceDelay, instanceTransform, instanceColor
        case instanceRedOffset, instanceGreenOffset, instanceBlueOffset, instanceAlphaOffset

        var property: Property {
            switch self {
            case .instanceCount:
                Property(
                    "instanceCount", .integer(1), range: 0...10_000, animates: true,
                    help: "how often the sublayers are drawn")
            case .instanceDelay:
                Property(
                    "instanceDelay", .time(0), unit: "seconds", animates: true,
                    help: "how much later than in the copy before animations run")
            case .instanceTransform:
                Property(
                    "instanceTransform", .transform, animates: true,
                    help: "from each copy to the next, about the middle of the bounds")
            case .instanceColor:
                Property(
                    "instanceColor", .color(.white), animates: true,
                    help: "what the colours of the copies are multiplied by")
            case .instanceRedOffset: Replicator.offset("instanceRedOffset", "red")
            case .instanceGreenOffset: Replicator.offset("instanceGreenOffset", "green")
            case .instanceBlueOffset: Replicator.offset("instanceBlueOffset", "blue")
            case .instanceAlphaOffset: Replicator.offset("instanceAlphaOffset", "alpha")
            }
        }
    }

    static let schema = Key.schema

    private static func offset(_ name: String, _ channel: String) -> Property {
        Property(
            name, .number(0), animates: true, help: "what is added to the \(channel) of instanceColor with each copy")
    }

    init(host: Host) {}

    func draw(_ canvas: Canvas, bounds: Rect, _ properties: Properties) throws(PluginFailure) {
        let count = Int(properties.number(Key.instanceCount))
        let delay = properties.number(Key.instanceDelay)
        let middle = Point(x: bounds.x + bounds.width / 2, y: bounds.y + bounds.height / 2)
        let step = properties.transform(Key.instanceTransform).about(middle)
        let rgba = properties.color(Key.instanceColor)?.rgba ?? 0
        let first = SIMD4(
            Double(rgba >> 24), Double(rgba >> 16 & 255), Double(rgba >> 8 & 255), Double(rgba & 255))
        let offset = SIMD4(
            properties.number(Key.instanceRedOffset), properties.number(Key.instanceGreenOffset),
            properties.number(Key.instanceBlueOffset), properties.number(Key.instanceAlphaOffset))
        var transform = Transform3D.identity
        for k in 0..<count {
            // A growing step may overflow; then there are no further copies.
            guard transform.numbers.allSatisfy(\.isFinite), (delay * Double(k)).isFinite else { return }
            let color = (first / 255 + offset * Double(k)).clamped(
                lowerBound: .zero, upperBound: SIMD4(repeating: 1))
            try canvas.drawSublayers(transform, color: color, delay: delay * Double(k))
            transform = step.concat(transform)
        }
    }
}

private let plugin = Plugin(id: "Replicator", version: "1.0.0", layers: [Replicator.self])

@c(scrim_plugin_entry)
public func entry(_ host: UInt32) -> UnsafePointer<scrim_plugin>? { unsafe plugin.table }
