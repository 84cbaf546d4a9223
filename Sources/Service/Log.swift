import Glibc

/// The daemon's log: lines on standard error.
///
/// `error` is a fault of ours, `warning` the world misbehaving, `notice` the daemon's own life, `info` and `debug` are off unless
/// `logLevel` says otherwise. Nothing is logged for a frame or a line.
package enum Log {
    package enum Level: Int, Comparable {
        case error, warning, notice, info, debug

        /// The kernel's number for the level, as journald reads it.
        var priority: Int { [3, 4, 5, 6, 7][rawValue] }

        package static func < (a: Level, b: Level) -> Bool { a.rawValue < b.rawValue }
    }

    // Written once at start and when the setting changes, both on the only thread that logs.
    nonisolated(unsafe) static var level = Level.notice

    /// True when standard error goes to journald, which takes a priority before each line.
    private static let isJournal = unsafe getenv("JOURNAL_STREAM") != nil

    package static func write(_ level: Level, _ message: String) {
        guard unsafe level <= self.level else { return }
        let line = isJournal ? "<\(level.priority)>\(message)\n" : "scrimd: \(level): \(message)\n"
        var bytes = Array(line.utf8)
        unsafe bytes.withUnsafeMutableBytes { buffer in
            // A log that cannot be written has nobody to tell.
            _ = unsafe Glibc.write(STDERR_FILENO, buffer.baseAddress, buffer.count)
        }
    }
}
