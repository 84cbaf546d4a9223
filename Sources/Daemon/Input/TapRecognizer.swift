import Geometry
package import Schema

/// The distance that a finger may move before it drags, in points of the output.
package enum Slop {
    package static let points = 10.0

    static func isLeft(_ start: Point, _ now: Point) -> Bool { (now - start).length > points }
}

/// A tap: down and up again, without leaving the slop.
///
///     idle ──down──▶ pressed ──up──▶ idle, tapped
///                      │ move beyond the slop, fail
///                      ▼
///                    failed ──up──▶ idle            cancel, from each of them ──▶ idle
package struct TapRecognizer: Equatable, Sendable {
    package enum State: Equatable, Sendable { case idle, pressed, failed }

    package private(set) var state = State.idle
    private var start = Point.zero

    package init() {}

    /// True when that completed a tap.
    package mutating func handle(_ phase: ContactPhase, _ at: Sample) -> Bool {
        switch (state, phase) {
        case (_, .down):
            start = at.point
            state = .pressed
        case (.pressed, .move): if Slop.isLeft(start, at.point) { state = .failed }
        case (.pressed, .up):
            state = .idle
            return !Slop.isLeft(start, at.point)
        case (_, .up), (_, .cancel): state = .idle
        case (.idle, .move), (.failed, .move): break
        }
        return false
    }

    /// Fails, because another gesture uses the finger.
    package mutating func fail() { if state == .pressed { state = .failed } }
}

/// Counts consecutive taps on one layer.
package struct TapCounter: Equatable, Sendable {
    /// Maximum time from the end of a tap to the beginning of the next, in seconds of scene time.
    package static let pause = 0.3
    /// Tolerance for rounding errors in sums of intervals, in seconds.
    private static let tolerance = 1e-9

    private var last: (layer: ObjectID, up: Sample, count: Int)?

    package init() {}

    /// The number of a tap in its sequence, from 1.
    package mutating func count(_ layer: ObjectID, down: Sample, up: Sample) -> Int {
        var count = 1
        if let last, last.layer == layer, down.time - last.up.time <= Self.pause + Self.tolerance,
            !Slop.isLeft(last.up.point, down.point)
        {
            count = last.count + 1
        }
        last = (layer, up, count)
        return count
    }

    package static func == (a: TapCounter, b: TapCounter) -> Bool {
        a.last?.layer == b.last?.layer && a.last?.up == b.last?.up && a.last?.count == b.last?.count
    }
}

/// A tap that no second one follows.
///
///     idle ──first tap, if wanted──▶ waiting ──0.3 s, or a tap elsewhere──▶ idle, told
///                                       │ second tap ──▶ idle
struct SingleTapRecognizer {
    typealias Tap = (target: Target, at: Sample)

    /// True when the layer of the ending contact listens to single taps.
    var isWanted = false
    /// The first tap, with the end of its 0.3 s as its time.
    private var waiting: Tap?

    /// The scene time at which the waiting tap is reported; nil for never.
    var deadline: Double? { waiting?.at.time }

    /// The tap whose deadline was reached.
    mutating func wake(at time: Double) -> Tap? {
        guard let tap = waiting, tap.at.time <= time else { return nil }
        waiting = nil
        return tap
    }

    /// Handles the `count`th tap on a layer. Returns an earlier tap elsewhere, which can have no second one any more.
    mutating func tap(_ count: Int, _ target: Target, _ at: Sample) -> Tap? {
        if count > 1 {
            waiting = nil
            return nil
        }
        guard isWanted else { return nil }
        defer { waiting = (target, Sample(at.point, at.time + TapCounter.pause)) }
        return waiting.map { ($0.target, Sample($0.at.point, at.time)) }
    }
}
