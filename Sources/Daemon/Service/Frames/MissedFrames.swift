import Scene

/// Counts refresh intervals in which an output showed an old picture although a new one was due, and records the last
/// frame that took longer than an interval. Needs no clock; times in nanoseconds.
struct MissedFrames {
    private(set) var count = 0
    private(set) var slow: SlowFrame?
    /// The last painted frame: the time when it was due, and its counted missed intervals.
    private var last: (due: UInt64, counted: Int)?
    /// Earliest time at which the next frame could replace the last one: earlier intervals are already counted.
    private var shown: UInt64 = 0
    /// Time before which the costliest layer is not searched again.
    private var nextLook: UInt64 = 0

    /// A frame that took longer than an interval.
    struct SlowFrame: Equatable {
        var number: UInt64
        var seconds: Double
        /// The layer with the highest estimated cost; nil: none.
        var layer: String?
    }

    /// Minimum nanoseconds between two searches for the costliest layer.
    private static let lookInterval: UInt64 = 1_000_000_000

    /// Call when a painted frame that was due at `due` was passed to the output at `end`.
    mutating func composed(due: UInt64, end: UInt64, interval: UInt64) {
        // While the previous frame was late, this one could not be shown either.
        let due = max(due, shown)
        let late = end > due ? (end - due) / max(interval, 1) : 0
        count += Int(late)
        last = (due, Int(late))
        shown = due + (late + 1) * interval
    }

    /// Call when the output has shown the last frame at `time`. Up to two intervals after its due time are allowed: one
    /// for painting and one for the screen's next refresh.
    mutating func presented(at time: UInt64, interval: UInt64) {
        guard let last, time > last.due, interval > 0 else { return }
        let late = Int((time - last.due + interval / 2) / interval) - 2
        if late > last.counted {
            count += late - last.counted
            shown += UInt64(late - last.counted) * interval
        }
        self.last = nil
    }

    /// Call after a frame that took from `begin` to `end`; `layer` finds the layer with the highest cost.
    mutating func took(_ number: UInt64, from begin: UInt64, to end: UInt64, interval: UInt64, layer: () -> String?) {
        guard end > begin, end - begin > interval, end >= nextLook else { return }
        slow = SlowFrame(number: number, seconds: Double(end - begin) / 1e9, layer: layer())
        nextLook = end + Self.lookInterval
    }
}
