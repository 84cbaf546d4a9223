package import Reactor

/// How many lines of each kind the log takes: ten a second, then a count each minute.
///
/// A kind of message that comes more often is quiet until a minute has passed since the first line that was left out; then one line
/// says how many there were, and the next ones are written again.
package struct LogBudget {
    /// Lines of one kind in a second.
    package static let most = 10
    /// Kinds that are known at a time; further ones share one budget.
    static let mostKinds = 256
    private static let second: Nanoseconds = 1_000_000_000
    private static let minute: Nanoseconds = 60_000_000_000

    /// Lines that were left out.
    package struct Rest: Equatable {
        /// The gravest of them.
        package var level: Log.Level
        /// The last one.
        package var message: String
        package var count: Int
    }

    private struct Kind {
        /// The beginning of the second, and the lines in it.
        var begin: Nanoseconds
        var lines = 0
        var leftOut: Rest?
        var quietUntil: Nanoseconds = 0
    }

    private var kinds: [String: Kind] = [:]
    /// The earliest time at which a count is to be told; nil for none.
    package private(set) var nextCount: Nanoseconds?

    package init() {}

    /// True when a line of the kind is to be written at a time.
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

    /// The counts that are to be told at a time; `all`: of what is not over, too.
    package mutating func takeCounts(at now: Nanoseconds, all: Bool = false) -> [Rest] {
        let over = kinds.filter { $0.value.leftOut != nil && (all || now >= $0.value.quietUntil) }
        for name in over.keys { kinds[name] = nil }
        nextCount = kinds.values.lazy.filter { $0.leftOut != nil }.map(\.quietUntil).min()
        return over.sorted { $0.key < $1.key }.compactMap(\.value.leftOut)
    }
}
