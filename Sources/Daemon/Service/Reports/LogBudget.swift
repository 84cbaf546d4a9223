package import Reactor

/// Limits the log to ten lines of each kind per second, then a count per minute.
///
/// A kind of message that exceeds the limit is muted for a minute from the first dropped line; then one line gives the
/// count, and further lines are written again.
package struct LogBudget {
    /// Maximum lines of one kind per second.
    package static let most = 10
    /// Maximum number of separate kinds; further kinds share one budget.
    static let mostKinds = 256
    private static let second: Nanoseconds = 1_000_000_000
    private static let minute: Nanoseconds = 60_000_000_000

    /// Dropped lines.
    package struct Rest: Equatable {
        /// Their highest level.
        package var level: Log.Level
        /// The last dropped message.
        package var message: String
        package var count: Int
    }

    private struct Kind {
        /// Start of the current second, and number of lines in it.
        var begin: Nanoseconds
        var lines = 0
        var leftOut: Rest?
        var quietUntil: Nanoseconds = 0
    }

    private var kinds: [String: Kind] = [:]
    /// Time when the next count is due; nil for none.
    package private(set) var nextCount: Nanoseconds?

    package init() {}

    /// Returns true when a line of the kind has to be written now.
    package mutating func takes(
        _ kind: String, _ level: Log.Level, _ message: String, at now: Nanoseconds
    ) -> Bool {
        var name = kind
        if kinds[name] == nil, kinds.count >= Self.mostKinds {
            kinds = kinds.filter { $0.value.leftOut != nil || now - $0.value.begin < Self.second }
            if kinds.count >= Self.mostKinds { name = "" }
        }
        var known = kinds[name] ?? Kind(begin: now)
        defer { kinds[name] = known }
        if var rest = known.leftOut {
            rest.level = min(rest.level, level)
            rest.message = message
            rest.count += 1
            known.leftOut = rest
            return false
        }
        if now - known.begin >= Self.second { (known.begin, known.lines) = (now, 0) }
        guard known.lines >= Self.most else {
            known.lines += 1
            return true
        }
        known.leftOut = Rest(level: level, message: message, count: 1)
        known.quietUntil = now + Self.minute
        nextCount = min(nextCount ?? known.quietUntil, known.quietUntil)
        return false
    }

    /// The counts that are due; `all`: including unfinished ones.
    package mutating func takeCounts(at now: Nanoseconds, all: Bool = false) -> [Rest] {
        let over = kinds.filter { $0.value.leftOut != nil && (all || now >= $0.value.quietUntil) }
        for name in over.keys { kinds[name] = nil }
        nextCount = kinds.values.lazy.filter { $0.leftOut != nil }.map(\.quietUntil).min()
        return over.sorted { $0.key < $1.key }.compactMap(\.value.leftOut)
    }
}
