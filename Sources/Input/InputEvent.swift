package import Geometry

/// The buttons of a pointer.
package enum PointerButton: UInt8, CaseIterable, Sendable {
    case left, right, middle, back, forward
}

/// Keys that are held while another one is pressed.
package enum Modifier: UInt8, CaseIterable, Sendable {
    case shift, control, alt, `super`
}

/// A key, with its name and its text.
package struct KeyStroke: Equatable, Sendable {
    package var key: String
    package var isDown: Bool
    /// Empty when it writes nothing.
    package var text: String
    package var modifiers: [Modifier]
    /// No key: an input method composes the text, which takes the place of what it composed before.
    package var isComposing = false

    /// What an input method composes.
    package init(composing text: String) {
        self.init(key: "", isDown: false, text: text)
        isComposing = true
    }

    /// The words for its state in events.
    package var state: String { isComposing ? "compose" : isDown ? "down" : "up" }

    package init(key: String, isDown: Bool, text: String = "", modifiers: [Modifier] = []) {
        self.key = key
        self.isDown = isDown
        self.text = text
        self.modifiers = modifiers
    }
}

/// Phase of a finger, or of a held button.
package enum ContactPhase: Equatable, Sendable {
    case down, move, up, cancel
}

/// An event of a device. Points are the output's.
package enum InputEvent: Equatable, Sendable {
    case move(Point)
    /// The same by a tool that may press harder, or lean, without going anywhere.
    case pen(Point)
    /// The pointer is locked, and would have gone so far.
    case motion(Point)
    case button(PointerButton, isDown: Bool)
    /// The distance by which the layer under the pointer is to be moved, in points.
    case scroll(Point)
    /// The pointer left the output.
    case leave
    case touch(Int, ContactPhase, Point)
    case key(KeyStroke)
    /// Fingers on a touchpad: how far apart they are, 1 at first, and how far they have turned, in radians.
    case pinch(GestureState, scale: Double, angle: Double)
    /// Fingers on a touchpad: how far they have gone since they began.
    case swipe(GestureState, Point, fingers: Int)
    /// Another program drags something over the output; the number says which drag, of those that go on.
    case offer(Int, OfferStep)
}

/// A step of something that another program drags.
package enum OfferStep: Equatable, Sendable {
    /// It is there, and can be read as these types; none: as before.
    case over(Point, types: [String])
    /// It has gone elsewhere, or could not be read.
    case leave
    /// It was let go, and has been read as a type; nil: as the one that the layer takes.
    case drop(type: String?, text: String)
}

/// A tool of a tablet.
package struct Pen: Equatable, Sendable {
    /// `pen`, `eraser` …
    package var tool: String
    /// 0 to 1.
    package var pressure: Double
    /// In degrees to the right and towards the user.
    package var tilt: Point

    package init(tool: String, pressure: Double, tilt: Point) {
        (self.tool, self.pressure, self.tilt) = (tool, pressure, tilt)
    }
}

/// Where something is at a scene time, in points of the output and seconds.
package struct Sample: Equatable, Sendable {
    package var point: Point
    package var time: Double

    package init(_ point: Point, _ time: Double) {
        self.point = point
        self.time = time
    }
}

/// How far a gesture that goes on has come.
package enum GestureState: String, Equatable, Sendable {
    case began, changed, ended, cancelled
}

/// Where a swipe goes, as seen.
package enum SwipeDirection: String, Equatable, Sendable {
    case left, right, up, down

    /// Of a drag from `start` that was at `before` a moment ago; nil for one that is too slow, too short or aslant.
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

    /// The shortest way of a swipe, in points of the output, and its least speed when it ends, in points a second.
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
        /// Of a finger, with its number.
        case pointer(PointerPhase, button: PointerButton?, touch: Int?)
        case scroll(Point)
        case tap(count: Int)
        case longPress
        /// A tap that no second one followed.
        case singleTap
        /// A drag that ended fast, along one axis; `from`: where it was pressed, `before`: some time ago, for the speed.
        case swipe(SwipeDirection, from: Point, before: Sample)
        /// `from`: where it was pressed; `before`: some time ago, for the speed.
        case pan(GestureState, from: Point, before: Sample)
        case pinch(GestureState, scale: Double)
        /// In radians, clockwise as seen; more than a turn where the fingers turned more.
        case rotate(GestureState, angle: Double)
        case key(KeyStroke)
        /// The layer is carried to others; `over`: the one that it would be dropped on.
        case drag(GestureState, from: Point, before: Sample, over: Target?)
        /// Another layer is carried to this one.
        case drop(DropPhase, item: Target)
        /// Another program drags something there, which the layer takes as `type`; `text` is what was dropped.
        case offer(DropPhase, type: String, text: String)

        var isTap: Bool { if case .tap = self { true } else { false } }
    }

    /// Nil for a key that is pressed while nothing has the focus.
    package var target: Target?
    package var at: Sample
    package var what: What
    /// Fingers of a tap or a pan.
    package var touches = 1
    /// The way of a pointer that is locked.
    package var way: Point?
    /// The tool, of a pointer.
    package var pen: Pen?
}
