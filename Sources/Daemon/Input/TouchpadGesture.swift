import Geometry

/// Fingers on a touchpad, for the layer under the pointer when they began: a pinch with a rotation, or a pan of several
/// fingers that may end as a swipe.
struct TouchpadGesture {
    let target: Target
    private let start: Point
    private var before: Sample
    private var last: Sample
    /// The gestures that have been reported as begun.
    private var goesOn = Gestures()
    private var scale = 1.0
    private var angle = 0.0
    private var fingers = 0

    private struct Gestures {
        var pinch = false, rotate = false, pan = false
    }

    /// The angle from which fingers count as rotating, in radians.
    private static let slop = 0.1

    init(_ target: Target, _ at: Sample) {
        self.target = target
        start = at.point
        (before, last) = (at, at)
    }

    /// Handles a step of a pinch.
    mutating func pinch(_ state: GestureState, scale: Double, angle: Double, _ time: Double) -> [InputAction] {
        // The last step has no numbers of its own.
        if state == .began || state == .changed { (self.scale, self.angle) = (scale, angle) }
        last.time = time
        if state == .ended || state == .cancelled { return end(state) }
        var told = [action(.pinch(goesOn.pinch ? .changed : .began, scale: self.scale))]
        goesOn.pinch = true
        if goesOn.rotate || abs(self.angle) > Self.slop {
            told.append(action(.rotate(goesOn.rotate ? .changed : .began, angle: self.angle)))
            goesOn.rotate = true
        }
        return told
    }

    /// Handles a step of a pan of `fingers`, moved by `way` since it began.
    mutating func swipe(
        _ state: GestureState, _ way: Point, fingers: Int, _ time: Double, _ surface: any InputSurface
    ) -> [InputAction] {
        if state == .began { self.fingers = fingers }
        if state == .ended || state == .cancelled {
            var told = end(state)
            if state == .ended, surface.wantsSwipe(target),
                let direction = SwipeDirection(from: start, before: before, to: last)
            {
                told.append(action(.swipe(direction, from: start, before: before)))
            }
            return told
        }
        if state == .changed { before = last }
        last = Sample(start + way, time)
        guard goesOn.pan || surface.wantsTouches(target) else { return [] }
        defer { goesOn.pan = true }
        return [action(.pan(goesOn.pan ? .changed : .began, from: start, before: before))]
    }

    /// Cancels the gesture, because the layer was removed.
    mutating func cancel(_ time: Double) -> [InputAction] {
        last.time = time
        return end(.cancelled)
    }

    private mutating func end(_ state: GestureState) -> [InputAction] {
        var told: [InputAction] = []
        if goesOn.pinch { told.append(action(.pinch(state, scale: scale))) }
        if goesOn.rotate { told.append(action(.rotate(state, angle: angle))) }
        if goesOn.pan { told.append(action(.pan(state, from: start, before: before))) }
        goesOn = Gestures()
        return told
    }

    private func action(_ what: InputAction.What) -> InputAction {
        InputAction(target: target, at: last, what: what, touches: max(1, fingers))
    }
}
