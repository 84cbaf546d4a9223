package import Geometry

/// A drag: down, and away from there.
///
///     idle ──down──▶ possible ──move beyond the slop──▶ active, began
///                      │ up, fail                         │ move: changed
///                      ▼                                  ▼
///                    idle ◀────────── up: ended, cancel: cancelled
package struct PanRecognizer: Equatable, Sendable {
    package enum State: Equatable, Sendable { case idle, possible, active }
    /// The time over which the speed is averaged, in seconds.
    package static let memory = 0.1
    /// Samples closer than this, in seconds, are merged.
    private static let leastStep = 0.001

    package private(set) var state = State.idle
    /// The start point.
    package private(set) var start = Point.zero
    /// Recent samples, the newest last: those within `memory`, and at least two.
    private var trail: [Sample] = []

    package init() {}

    /// The new state to be reported; nil for none.
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

    /// Fails, because another gesture uses the finger, unless it drags already.
    package mutating func fail() { if state == .possible { state = .idle } }

    /// The sample relative to which the speed is measured: speed = (now − there) / (now − then). The newest sample when
    /// there is no other.
    package var before: Sample { trail.first ?? Sample(start, 0) }

    private mutating func note(_ at: Sample) {
        if trail.count > 1, let last = trail.last, at.time - last.time < Self.leastStep {
            trail[trail.count - 1].point = at.point
        } else {
            trail.append(at)
        }
        // Tolerance for rounding errors in sums of intervals.
        while trail.count > 2, at.time - trail[0].time > Self.memory + 1e-9 { trail.removeFirst() }
    }
}
