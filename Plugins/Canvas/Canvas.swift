public import ScrimPluginABI
import ScrimPluginKit

/// A retained drawing, like a recorded CGContext: operations, replayed as vectors at any scale.
private struct CanvasLayer: LayerKind {
    static let name = "canvas"
    static let help = "a drawing, kept as the list of operations that `draw` appends to"

    enum Key: Int, SchemaKey {
        case drawing

        var property: Property {
            switch self {
            case .drawing:
                Property(
                    "drawing", .operations(Form.allCases.map(\.operation)),
                    help: "what is drawn, in order; draw appends")
            }
        }
    }

    static let schema = Key.schema

    /// The host allows this many nested layers; deeper ones become plain saves.
    private static let mostLayers = 16

    private var words: Words

    init(host: Host) { words = Words(host: host) }

    mutating func draw(_ canvas: Canvas, bounds: Rect, _ properties: Properties) throws(PluginFailure) {
        var open = 0
        // The kind of each open level: true for a layer of the host.
        var layers = 0
        var levels: [Bool] = []
        var words = self.words
        defer {
            words.turn()
            self.words = words
        }
        try properties.forEachOperation(Key.drawing) { (number, values) throws(PluginFailure) in
            guard let form = Form(rawValue: number) else { return }
            switch form {
            case .save, .saveLayer:
                open += 1
                levels.append(form == .saveLayer && layers < Self.mostLayers)
                if levels.last == true { layers += 1 } else { return try canvas.save() }
            case .restore:
                open -= 1
                if levels.popLast() == true { layers -= 1 }
            default: break
            }
            try form.draw(canvas, values, &words)
        }
        // A drawing may end with unclosed levels.
        for _ in 0..<open { try canvas.restore() }
    }
}

private let plugin = Plugin(id: "Canvas", version: "1.0.0", layers: [CanvasLayer.self])

@c(scrim_plugin_entry)
public func entry(_ host: UInt32) -> UnsafePointer<scrim_plugin>? { unsafe plugin.table }
