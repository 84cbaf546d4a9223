package import Geometry

/// The buttons of a pointer.
package enum PointerButton: UInt8, CaseIterable, Sendable {
    case left, right, middle, back, forward
}

/// Modifier keys.
package enum Modifier: UInt8, CaseIterable, Sendable {
    case shift, control, alt, `super`
}

/// A key, with its name and its text.
package struct KeyStroke: Equatable, Sendable {
    package var key: String
    package var isDown: Bool
    /// Empty when the key produces no text.
    package var text: String
    package var modifiers: [Modifier]
    /// True for text composed by an input method, which replaces what it composed before; there is no key.
    package var isComposing = false

    /// Text composed by an input method.
    package init(composing text: String) {
        self.init(key: "", isDown: false, text: text)
        isComposing = true
    }

    /// The name of its state in events.
    package var state: String { isComposing ? "compose" : isDown ? "down" : "up" }

    package init(key: String, isDown: Bool, text: String = "", modifiers: [Modifier] = []) {
        self.key = key
        self.isDown = isDown
        self.text = text
        self.modifiers = modifiers
    }
}

/// The phase of a finger, or of a held button.
package enum ContactPhase: Equatable, Sendable {
    case down, move, up, cancel
}

/// An event of a device. Points are in the output's coordinates.
package enum InputEvent: Equatable, Sendable {
    case move(Point)
    /// A move of a tablet tool, whose pressure and tilt may change without a move.
    case pen(Point)
    /// The relative motion of a locked pointer.
    case motion(Point)
    case button(PointerButton, isDown: Bool)
    /// The distance by which the layer under the pointer should move, in points.
    case scroll(Point)
    /// The pointer left the output.
    case leave
    case touch(Int, ContactPhase, Point)
    case key(KeyStroke)
    /// Fingers on a touchpad: their distance relative to the initial one, and their rotation in radians.
    case pinch(GestureState, scale: Double, angle: Double)
    /// Fingers on a touchpad: their total movement since they began.
    case swipe(GestureState, Point, fingers: Int)
    /// A drag by another program over the output; the number identifies the drag.
    case offer(Int, OfferStep)
}

/// A step of a drag by another program.
package enum OfferStep: Equatable, Sendable {
    /// It moved, and offers these types; empty means unchanged.
    case over(Point, types: [String])
    /// It left, or could not be read.
    case leave
    /// It was dropped and read; the type is nil when it is the one that the layer accepts.
    case drop(type: String?, text: String)
}

/// A tool of a tablet.
package struct Pen: Equatable, Sendable {
    /// `pen`, `eraser` …
    package var tool: String
    /// 0 to 1.
    package var pressure: Double
    /// In degrees to the right and toward the user.
    package var tilt: Point

    package init(tool: String, pressure: Double, tilt: Point) {
        (self.tool, self.pressure, self.tilt) = (tool, pressure, tilt)
    }
}

/// A position at a scene time, in points of the output and seconds.
package struct Sample: Equatable, Sendable {
    package var point: Point
    package var time: Double

    package init(_ point: Point, _ time: Double) {
        self.point = point
        self.time = time
    }
}

/// The state of a continuous gesture.
package enum GestureState: String, Equatable, Sendable {
    case began, changed, ended, cancelled
}

/// The direction of a swipe, on screen.
package enum SwipeDirection: String, Equatable, Sendable {
    case left, right, up, down

    /// The direction of a drag from `start` that was at `before` a moment ago; nil when it is too slow, too short or
    /// oblique.
    package init?(from start: Point, before: Sample, to end: Sample) {
        let seconds = end.time - before.time
        guard seconds > 0 else { return nil }
        let (way, last) = (end.point - start, end.point - before.point)
        let isAcross = abs(way.x) > abs(way.y)
        let (along, aside) = isAcross ? (way.x, way.y) : (way.y, way.x)
        let speed = (isAcross ? last.x : last.y) / seconds
        guard abs(along) >= Self.least, abs(along) >= 1.5 * abs(aside), abs(speed) >= Self.speed, along * speed > 0
        else { return nil }
        self = isAcross ? (along > 0 ? .right : .left) : along > 0 ? .down : .up
    }

    /// Minimum length of a swipe, in points of the output, and its minimum final speed, in points per second.
    package static let least = 30.0
    package static let speed = 300.0
}

/// The events of the pointer and of fingers.
package enum PointerPhase: String, Equatable, Sendable {
    case enter, leave, move, down, up, scroll, cancel
}

/// The events of a layer.
package struct InputAction: Equatable, Sendable {
    package enum What: Equatable, Sendable {
        /// For a finger, with its number.
        case pointer(PointerPhase, button: PointerButton?, touch: Int?)
        case scroll(Point)
        case tap(count: Int)
        case longPress
        /// A tap not followed by a second one.
        case singleTap
        /// A fast drag along one axis; `from` is its start, `before` an earlier sample for computing the speed.
        case swipe(SwipeDirection, from: Point, before: Sample)
        /// `from` is the start of the drag, `before` an earlier sample for computing the speed.
        case pan(GestureState, from: Point, before: Sample)
        case pinch(GestureState, scale: Double)
        /// In radians, clockwise on screen; may exceed a turn.
        case rotate(GestureState, angle: Double)
        case key(KeyStroke)
        /// The layer is dragged; `over` is the layer on which it would be dropped.
        case drag(GestureState, from: Point, before: Sample, over: Target?)
        /// Another layer is dragged over this one.
        case drop(DropPhase, item: Target)
        /// A drag by another program over the layer, which accepts it as `type`; `text` is the dropped data.
        case offer(DropPhase, type: String, text: String)

        var isTap: Bool { if case .tap = self { true } else { false } }
    }

    /// Nil for a key pressed while no layer has the focus.
    package var target: Target?
    package var at: Sample
    package var what: What
    /// Number of fingers in a tap or a pan.
    package var touches = 1
    /// The relative motion of a locked pointer.
    package var way: Point?
    /// The tablet tool, if the pointer is one.
    package var pen: Pen?
}

extension InputEvent {
    /// The same at another place.
    package func mapped(_ map: (Point) -> Point) -> InputEvent {
        switch self {
        case .move(let point): .move(map(point))
        case .pen(let point): .pen(map(point))
        case .touch(let id, let phase, let point): .touch(id, phase, map(point))
        default: self
        }
    }
}
