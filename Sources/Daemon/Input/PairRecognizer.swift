package import Geometry
import Glibc

/// Two fingers on one layer: how much farther apart they are than at first, and how far they have turned about each other.
///
///     idle ──begin──▶ possible ──beyond the slop──▶ active: began, changed …
///                       │ end                         │ end: ended or cancelled
///                       ▼                             ▼
///                     idle ◀──────────────────────────┘      for pinch and for rotate by itself
package struct PairRecognizer: Equatable, Sendable {
    private var distance = 0.0
    private var angle = 0.0
    private var turned = 0.0
    package private(set) var isPinching = false
    package private(set) var isRotating = false
    private var scale = 1.0

    /// Minimum distance, because fingers at the same point have no ratio or direction.
    private static let leastDistance = 1.0

    /// Starts with the fingers at `a` and `b`.
    package init(_ a: Point, _ b: Point) {
        distance = max(Self.leastDistance, (b - a).length)
        angle = atan2(b.y - a.y, b.x - a.x)
    }

    /// The actions for a move of both fingers.
    package mutating func move(_ a: Point, _ b: Point) -> [InputAction.What] {
        let span = (b - a).length
        if span > 0 {
            let now = atan2(b.y - a.y, b.x - a.x)
            turned += remainder(now - angle, 2 * .pi)
            angle = now
        }
        scale = span / distance
        var told: [InputAction.What] = []
        // For a rotation, the slop is measured along the arc of each finger.
        if isPinching || abs(span - distance) > Slop.points {
            told.append(.pinch(isPinching ? .changed : .began, scale: scale))
            isPinching = true
        }
        if isRotating || abs(turned) * distance / 2 > Slop.points {
            told.append(.rotate(isRotating ? .changed : .began, angle: turned))
            isRotating = true
        }
        return told
    }

    /// Ends the gestures, because a finger was lifted.
    package mutating func end(_ state: GestureState) -> [InputAction.What] {
        var told: [InputAction.What] = []
        if isPinching { told.append(.pinch(state, scale: scale)) }
        if isRotating { told.append(.rotate(state, angle: turned)) }
        (isPinching, isRotating) = (false, false)
        return told
    }
}
