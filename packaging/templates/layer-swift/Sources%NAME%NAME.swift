import ScrimPluginABI
import ScrimPluginKit

/// A layer kind that draws a diamond in the layer's bounds.
private struct Drawing: LayerKind {
    static let name = "@name@"
    static let help = "a diamond within the bounds"
    static let usesBounds = true
    static let schema = [Property("fillColor", .color(.black), animates: true, help: "fills the diamond")]
    /// The properties, in the schema's order.
    private enum Key: Int { case fillColor }

    init(host: Host) {}

    func draw(_ canvas: Canvas, bounds: Rect, _ properties: Properties) throws(PluginFailure) {
        guard let color = properties.color(Key.fillColor) else { return }
        let (x, y) = (bounds.x + bounds.width / 2, bounds.y + bounds.height / 2)
        var path = Path()
        path.move(to: Point(x: x, y: bounds.y))
        path.line(to: Point(x: bounds.x + bounds.width, y: y))
        path.line(to: Point(x: x, y: bounds.y + bounds.height))
        path.line(to: Point(x: bounds.x, y: y))
        path.close()
        try canvas.fill(path, color: color)
    }
}

private let plugin = Plugin(id: "@NAME@", version: "1.0.0", layers: [Drawing.self])

@c(scrim_plugin_entry)
public func entry(_ host: UInt32) -> UnsafePointer<scrim_plugin>? { plugin.table }
