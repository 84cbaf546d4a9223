package import Geometry

/// A drag: down, and away from there.
///
///     idle ──down──▶ possible ──move beyond the slop──▶ active, began
///                      │ up, fail                         │ move: changed
///                      ▼                                  ▼
///                    idle ◀────────── up: ended, cancel: cancelled
package struct PanRecognizer: Equatable, Sendable {
    package enum State: Equatable, Sendable { case idle, possible, active }
    /// The speed is the mean of so many seconds.
    package static let memory = 0.1
    /// Samples that come faster, in seconds, are one.
    private static let leastStep = 0.001

    package private(set) var state = State.idle
    /// Where it was pressed.
    package private(set) var start = Point.zero
    /// The last ones, the newest last: those of `memory`, and at least two.
    private var trail: [Sample] = []

    package init() {}

    /// The new state to be told; nil: none.
    package mutating func handle(_ phase: ContactPhase, _ at: Sample) -> GestureState? {
        if phase == .down { trail.removeAll(keepingCapacity: true) }
        note(at)
        switch (state, phase) {
        case (_, .down):
            start = at.point
            state = .possible
        case (.possible, .move):
            guard Slop.isLeft(start, at.point) else { break }
            state = .active
            return .began
        case (.active, .move): return .changed
        case (.active, .up):
            state = .idle
            return .ended
        case (.active, .cancel):
            state = .idle
            return .cancelled
        case (.possible, .up), (.possible, .cancel): state = .idle
        case (.idle, _): break
        }
        return nil
    }

    /// Another gesture took the finger over, unless it drags already.
    package mutating func fail() { if state == .possible { state = .idle } }

    /// From where, and when, the speed is measured: speed = (now − there) / (now − then). The newest sample when there is
    /// no other.
    package var before: Sample { trail.first ?? Sample(start, 0) }

    private mutating func note(_ at: Sample) {
        if trail.count > 1, let last = trail.last, at.time - last.time < Self.leastStep {
            trail[trail.count - 1].point = at.point
        } else {
            trail.append(at)
        }
        // Sums of intervals are not exact.
        while trail.count > 2, at.time - trail[0].time > Self.memory + 1e-9 { trail.removeFirst() }
    }
}
