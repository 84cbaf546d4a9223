import Frame
import Geometry
import Input
import LineProtocol
import Schema
import Server

/// An input action in the coordinates in which it is reported: the layer's own; its parent's for gestures that move the
/// layer.
///
/// Pan, pinch and rotation use the coordinates of `position`, so that it can follow them: the coordinates do not move
/// with the layer.
struct InputReport {
    private let action: InputAction
    private let output: String
    /// The output's bit.
    private let bit: UInt32
    private let point: Point
    private var translation = Point.zero
    private var velocity = Point.zero

    /// `standing`: the current position of the layer; nil when it was removed.
    init(_ action: InputAction, on output: String, _ bit: UInt32, standing: Standing?) {
        self.action = action
        (self.output, self.bit) = (output, bit)
        guard let standing = standing ?? action.target?.standing else {
            point = action.at.point
            return
        }
        let isOfParent =
            switch action.what {
            case .pan, .pinch, .rotate, .swipe, .drag: true
            default: false
            }
        let back = (isOfParent ? standing.parent : standing.layer).inverse
        func seen(_ point: Point) -> Point { back?.seen(point) ?? .zero }
        point = seen(action.at.point)
        let (from, before): (Point, Sample)
        switch action.what {
        case .pan(_, let start, let earlier), .swipe(_, let start, let earlier): (from, before) = (start, earlier)
        case .drag(_, let start, let earlier, _): (from, before) = (start, earlier)
        default: return
        }
        translation = point - seen(from)
        let seconds = action.at.time - before.time
        if seconds > 0 { velocity = (point - seen(before.point)) * (1 / seconds) }
    }

    /// The events that report the action.
    var events: [EventName] {
        switch action.what {
        case .pointer: [.pointer]
        case .scroll: [.pointer, .scroll]
        case .tap: [.tap]
        case .longPress: [.longPress]
        case .singleTap: [.singleTap]
        case .swipe: [.swipe]
        case .pan: [.pan]
        case .pinch: [.pinch]
        case .rotate: [.rotate]
        case .key: [.key]
        case .drag: [.drag]
        case .drop, .offer: [.drop]
        }
    }

    /// The trigger of reactions to the action.
    var trigger: ReactionTrigger? {
        switch action.what {
        case .pointer(let phase, _, _):
            switch phase {
            case .enter: .enter
            case .leave: .leave
            case .move: .move
            case .down: .down
            // Releases a pressed layer.
            case .up, .cancel: .up
            case .scroll: nil
            }
        case .scroll: .scroll
        case .tap: .tap
        case .longPress: .longPress
        case .singleTap: .singleTap
        case .swipe: .swipe
        case .pan: .pan
        case .pinch: .pinch
        case .rotate: .rotate
        case .key: .key
        case .drag: .drag
        case .drop, .offer: .drop
        }
    }

    var values: ReactionValues {
        var values = ReactionValues()
        (values.x, values.y) = (point.x, point.y)
        (values.dx, values.dy) = (translation.x, translation.y)
        (values.vx, values.vy) = (velocity.x, velocity.y)
        values.touches = action.touches
        switch action.what {
        case .pointer(let phase, let button, _):
            values.state = phase.rawValue
            values.key = button.map { "\($0)" } ?? ""
            if let way = action.way { (values.dx, values.dy) = (way.x, way.y) }
            if let pen = action.pen {
                (values.pen.tool, values.pen.pressure) = (pen.tool, pen.pressure)
                (values.pen.tiltX, values.pen.tiltY) = (pen.tilt.x, pen.tilt.y)
            }
        case .scroll(let way): (values.dx, values.dy) = (way.x, way.y)
        case .tap(let count): values.count = count
        case .longPress, .singleTap: break
        case .swipe(let direction, _, _): values.key = direction.rawValue
        case .pan(let state, _, _): values.state = state.rawValue
        case .pinch(let state, let scale): (values.state, values.scale) = (state.rawValue, scale)
        case .rotate(let state, let angle): (values.state, values.angle) = (state.rawValue, angle)
        case .drag(let state, _, _, let over): (values.state, values.key) = (state.rawValue, over?.name ?? "")
        case .drop(let phase, let item): (values.state, values.key) = (phase.rawValue, item.name)
        case .offer(let phase, let type, let text):
            (values.state, values.type, values.text) = (phase.rawValue, type, text)
        case .key(let stroke):
            (values.state, values.key) = (stroke.state, stroke.key)
            (values.text, values.modifiers) = (stroke.text, stroke.modifiers.map { "\($0)" }.joined(separator: ","))
        }
        return values
    }

    /// The payload of one of `events`.
    func write(_ event: EventName, layer: String?, to json: inout JSONWriter) {
        json.beginObject()
        if event == .pointer {
            json.key("output")
            json.string(text: output)
        }
        json.key("layer")
        if let layer { json.string(text: layer) } else { json.null() }
        if case .key(let stroke) = action.what {
            write(stroke, to: &json)
            json.endObject()
            return
        }
        switch action.what {
        case .pointer(let phase, let button, let touch):
            write("phase", phase.rawValue, to: &json)
            if let button { write("button", "\(button)", to: &json) }
            if let touch {
                json.key("touch")
                json.number(touch)
            }
            if let way = action.way { write(way, to: &json) }
            if let pen = action.pen { write(pen, to: &json) }
        case .scroll(let way):
            if event == .pointer { write("phase", "scroll", to: &json) }
            write(way, to: &json)
        case .tap(let count):
            json.key("count")
            json.number(count)
            writeTouches(to: &json)
        case .pan(let state, _, _):
            write("state", state.rawValue, to: &json)
            json.key("translation")
            json.point(translation)
            json.key("velocity")
            json.point(velocity)
            writeTouches(to: &json)
        case .drag(let state, _, _, let over):
            write("state", state.rawValue, to: &json)
            json.key("translation")
            json.point(translation)
            json.key("velocity")
            json.point(velocity)
            if let over { write("over", over.name, to: &json) }
        case .drop(let phase, let item):
            write("state", phase.rawValue, to: &json)
            write("item", item.name, to: &json)
        case .offer(let phase, let type, let text):
            write("state", phase.rawValue, to: &json)
            write("item", "", to: &json)
            write("type", type, to: &json)
            if phase == .drop { write("text", text, to: &json) }
        case .pinch(let state, let scale):
            write("state", state.rawValue, to: &json)
            json.key("scale")
            json.number(scale)
        case .rotate(let state, let angle):
            write("state", state.rawValue, to: &json)
            json.key("angle")
            json.number(angle)
        case .swipe(let direction, _, _):
            write("direction", direction.rawValue, to: &json)
            json.key("velocity")
            json.point(velocity)
        case .longPress, .singleTap, .key: break
        }
        json.key("x")
        json.number(point.x)
        json.key("y")
        json.number(point.y)
        json.endObject()
    }

    private func writeTouches(to json: inout JSONWriter) {
        guard action.touches > 1 else { return }
        json.key("touches")
        json.number(action.touches)
    }

    private func write(_ way: Point, to json: inout JSONWriter) {
        json.key("dx")
        json.number(way.x)
        json.key("dy")
        json.number(way.y)
    }

    private func write(_ pen: Pen, to json: inout JSONWriter) {
        write("tool", pen.tool, to: &json)
        json.key("pressure")
        json.number(pen.pressure)
        json.key("tiltX")
        json.number(pen.tilt.x)
        json.key("tiltY")
        json.number(pen.tilt.y)
    }

    private func write(_ stroke: KeyStroke, to json: inout JSONWriter) {
        write("key", stroke.key, to: &json)
        write("state", stroke.state, to: &json)
        write("text", stroke.text, to: &json)
        json.key("modifiers")
        json.beginArray()
        for modifier in stroke.modifiers { json.string(text: "\(modifier)") }
        json.endArray()
    }

    private func write(_ key: StaticString, _ value: String, to json: inout JSONWriter) {
        json.key(key)
        json.string(text: value)
    }

    /// Continuing phases are merged with queued ones; starts and ends are not.
    func coalescing(_ event: EventName) -> Coalescing {
        /// Outside the range of the keys of `changed`, which are slots.
        func key(_ kind: UInt64, _ number: Int) -> UInt64 {
            kind << 60 | UInt64(bit) << 32 | UInt64(UInt32(truncatingIfNeeded: number))
        }
        let layer = Int(action.target?.layer.index ?? -1)
        func going(_ state: GestureState, _ kind: UInt64) -> Coalescing {
            state == .changed ? .latest(key: key(kind, layer)) : .barrier(key: key(kind, layer))
        }
        return switch action.what {
        case .pointer(let phase, _, let touch):
            // Movements of a locked pointer are added up.
            action.way != nil
                ? .none : phase == .move ? .latest(key: key(1, touch ?? -1)) : .barrier(key: key(1, touch ?? -1))
        case .scroll: event == .pointer ? .barrier(key: key(1, -1)) : .none
        case .pan(let state, _, _): going(state, 2)
        case .pinch(let state, _): going(state, 3)
        case .rotate(let state, _): going(state, 4)
        case .drag(let state, _, _, _): going(state, 5)
        case .drop(let phase, _), .offer(let phase, _, _):
            phase == .move ? .latest(key: key(6, layer)) : .barrier(key: key(6, layer))
        case .tap, .singleTap, .swipe, .longPress, .key: .none
        }
    }
}
