import Geometry

/// A press that stays.
///
///     idle ──down──▶ waiting ──its time has come──▶ idle, pressed
///                      │ up, cancel, move beyond the slop, fail
///                      ▼
///                    idle
package struct LongPressRecognizer: Equatable, Sendable {
    /// In seconds of scene time.
    package static let duration = 0.5

    /// The point and time of the press, while it waits.
    private var start: Sample?

    package init() {}

    /// The scene time at which the press is long enough; nil while it does not wait.
    package var deadline: Double? { start.map { $0.time + Self.duration } }

    package mutating func handle(_ phase: ContactPhase, _ at: Sample) {
        switch phase {
        case .down: start = at
        case .move: if let start, Slop.isLeft(start.point, at.point) { fail() }
        case .up, .cancel: fail()
        }
    }

    /// True, once, when it has been long enough by `time`.
    package mutating func wake(at time: Double) -> Bool {
        guard let deadline, deadline <= time else { return false }
        start = nil
        return true
    }

    /// Fails, because another gesture uses the finger.
    package mutating func fail() { start = nil }
}
