import Scene

/// Refresh intervals in which an output showed an old picture though a new one was due, and the last frame that took longer than an
/// interval. A value without a clock; times in nanoseconds.
struct MissedFrames {
    private(set) var count = 0
    private(set) var slow: SlowFrame?
    /// The frame that was painted last: the time for which it could be, and the intervals that it missed.
    private var last: (due: UInt64, counted: Int)?
    /// When the last frame gave way to the next one at the earliest: intervals before that were counted.
    private var shown: UInt64 = 0
    /// Time before which no other frame's layer is looked for.
    private var nextLook: UInt64 = 0

    /// A frame that took longer than an interval.
    struct SlowFrame: Equatable {
        var number: UInt64
        var seconds: Double
        /// The layer that cost most, by an estimate; nil: none did.
        var layer: String?
    }

    /// Nanoseconds between two searches for the layer that made a frame slow.
    private static let lookInterval: UInt64 = 1_000_000_000

    /// A painted frame that was due at `due` was handed to the output at `end`.
    mutating func composed(due: UInt64, end: UInt64, interval: UInt64) {
        // While the one before was late, this one could not be shown either.
        let due = max(due, shown)
        let late = end > due ? (end - due) / max(interval, 1) : 0
        count += Int(late)
        last = (due, Int(late))
        shown = due + (late + 1) * interval
    }

    /// The output showed the last frame at `time`. It may do so up to two intervals after it was due: one to paint it, and one until
    /// the screen's next refresh.
    mutating func presented(at time: UInt64, interval: UInt64) {
        guard let last, time > last.due, interval > 0 else { return }
        let late = Int((time - last.due + interval / 2) / interval) - 2
        if late > last.counted {
            count += late - last.counted
            shown += UInt64(late - last.counted) * interval
        }
        self.last = nil
    }

    /// A frame took from `begin` to `end`; `layer` finds the layer that cost most.
    mutating func took(_ number: UInt64, from begin: UInt64, to end: UInt64, interval: UInt64, layer: () -> String?) {
        guard end > begin, end - begin > interval, end >= nextLook else { return }
        slow = SlowFrame(number: number, seconds: Double(end - begin) / 1e9, layer: layer())
        nextLook = end + Self.lookInterval
    }
}
