import Expressions
import Geometry
import LineProtocol
import Scene
import Schema

/// The event that a reaction runs for: its fields are names in the lines' expressions.
struct ReactionEvent {
    /// The layer with the reaction.
    var layer: ObjectID?
    var trigger: ReactionTrigger
    var values: ReactionValues

    /// The field `name`; nil when the event does not have it.
    func field(_ name: ByteView, in scene: Scene) -> ExpressionValue? {
        switch trigger {
        case .tap:
            if name == "touches" { return .number(Double(values.touches)) }
            return name == "count" ? .number(Double(values.count)) : at(name)
        case .drop:
            switch true {
            case name == "item": return .text(values.key)
            case name == "index": return .number(Double(values.count))
            case name == "value": return values.value
            case name == "type": return .text(values.type)
            case name == "text": return .text(values.text)
            default: return state(name) ?? at(name)
            }
        case .pan, .drag:
            switch true {
            case name == "touches" && trigger == .pan: return .number(Double(values.touches))
            case name == "canPass" && trigger == .pan: return .boolean(values.canPass)
            case name == "over" && trigger == .drag: return .text(values.key)
            case name == "dx": return .number(values.stepX)
            case name == "dy": return .number(values.stepY)
            case name == "translation.x": return .number(values.dx)
            case name == "translation.y": return .number(values.dy)
            case name == "vx": return .number(values.vx)
            case name == "vy": return .number(values.vy)
            default: return state(name) ?? at(name)
            }
        case .scroll:
            return name == "dx" ? .number(values.dx) : name == "dy" ? .number(values.dy) : at(name)
        case .key:
            switch true {
            case name == "key": return .text(values.key)
            case name == "text": return .text(values.text)
            case name == "modifiers": return .text(values.modifiers)
            default: return state(name)
            }
        case .enter, .leave, .move, .down, .up:
            switch true {
            case name == "button": return .text(values.key)
            case name == "dx" && trigger == .move: return .number(values.dx)
            case name == "dy" && trigger == .move: return .number(values.dy)
            default: return pen(name) ?? state(name) ?? at(name)
            }
        case .pinch: return name == "scale" ? .number(values.scale) : state(name) ?? at(name)
        case .rotate: return name == "angle" ? .number(values.angle) : state(name) ?? at(name)
        case .longPress, .singleTap: return at(name)
        case .swipe:
            switch true {
            case name == "direction": return .text(values.key)
            case name == "vx": return .number(values.vx)
            case name == "vy": return .number(values.vy)
            default: return at(name)
            }
        case .changed:
            switch true {
            case name == "key": return .text(values.key)
            case name == "value": return values.value
            case name == "old": return values.old
            default: return nil
            }
        case .animation:
            return name == "id" ? .text(values.key) : name == "finished" ? .boolean(values.state == "finished") : nil
        case .collision:
            if name == "a" { return layer.flatMap(scene.slot).map { .text(scene.name(of: $0)) } }
            return name == "b" ? .text(values.key) : state(name) ?? at(name)
        }
    }

    private func at(_ name: ByteView) -> ExpressionValue? {
        name == "x" ? .number(values.x) : name == "y" ? .number(values.y) : nil
    }

    private func pen(_ name: ByteView) -> ExpressionValue? {
        switch true {
        case name == "tool": .text(values.pen.tool)
        case name == "pressure": .number(values.pen.pressure)
        case name == "tiltX": .number(values.pen.tiltX)
        case name == "tiltY": .number(values.pen.tiltY)
        default: nil
        }
    }

    private func state(_ name: ByteView) -> ExpressionValue? { name == "state" ? .text(values.state) : nil }
}

/// Last reported translation of each active pan.
struct PanSteps {
    private var last: [ObjectID: (x: Double, y: Double)] = [:]

    /// `values` with the translation since the pan's last event; at its start, the whole translation.
    mutating func stepped(_ values: ReactionValues, of layer: ObjectID) -> ReactionValues {
        var values = values
        let before = values.state == "began" ? (0, 0) : last[layer] ?? (0, 0)
        (values.stepX, values.stepY) = (values.dx - before.0, values.dy - before.1)
        last[layer] = values.state == "began" || values.state == "changed" ? (values.dx, values.dy) : nil
        return values
    }
}
