import Glibc
import Reactor

/// The daemon's log: lines on standard error.
///
/// Levels: `error`: internal faults; `warning`: external faults; `notice`: the daemon's life cycle; `info` and `debug`:
/// off unless `logLevel` enables them. Nothing is logged per frame or per line, and each kind of message at most ten
/// times per second: see `LogBudget`.
package enum Log {
    package enum Level: Int, Comparable {
        case error, warning, notice, info, debug

        /// The syslog priority of the level, for journald.
        var priority: Int { [3, 4, 5, 6, 7][rawValue] }
        var name: String { ["error", "warning", "notice", "info", "debug"][rawValue] }

        package static func < (a: Level, b: Level) -> Bool { a.rawValue < b.rawValue }
    }

    // Written at start and when the setting changes, only on the thread that logs.
    nonisolated(unsafe) static var level = Level.notice
    // Used only by the thread that logs.
    nonisolated(unsafe) private static var budget = LogBudget()

    /// Maximum bytes of a message.
    private static let mostBytes = 2048

    /// True when standard error goes to journald, which expects a priority before each line.
    private static let isJournal = unsafe getenv("JOURNAL_STREAM") != nil

    /// Writes a message. Its kind is the calling source line, and additionally `subject`, for messages about others.
    package static func write(
        _ level: Level, _ message: @autoclosure () -> String, of subject: String = "", file: StaticString = #fileID,
        line: UInt = #line
    ) {
        guard unsafe level <= self.level else { return }
        let message = message()
        guard unsafe budget.takes("\(file):\(line) \(subject)", level, message, at: Clock.now) else { return }
        put(level, oneLine(message))
    }

    /// Time when `writeCounts` has something to write; nil: never.
    static var nextCount: Nanoseconds? { unsafe budget.nextCount }

    /// Writes how many lines were dropped; `all`: also for the current minute.
    static func writeCounts(all: Bool = false) {
        for rest in unsafe budget.takeCounts(at: Clock.now, all: all) {
            let more = rest.count > 1 ? " … and \(grouped(rest.count - 1)) more in the last minute" : ""
            put(rest.level, oneLine(rest.message) + more)
        }
    }

    private static func put(_ level: Level, _ text: String) {
        let line = isJournal ? "<\(level.priority)>\(text)\n" : "scrimd: \(level.name): \(text)\n"
        var bytes = Array(line.utf8)
        unsafe bytes.withUnsafeMutableBytes { buffer in
            // A failed write cannot be reported.
            _ = unsafe Glibc.write(STDERR_FILENO, buffer.baseAddress, buffer.count)
        }
    }

    /// The message without control characters, truncated to the maximum length.
    static func oneLine(_ message: String) -> String {
        let isCut = message.utf8.count > mostBytes
        let bytes = message.utf8.prefix(mostBytes).map { $0 < 0x20 || $0 == 0x7F ? 0x20 : $0 }
        return String(decoding: bytes, as: UTF8.self) + (isCut ? "…" : "")
    }

    /// A number with thousands separators: `4,213`.
    static func grouped(_ number: Int) -> String {
        let digits = Array(String(number))
        var text = ""
        for (at, digit) in digits.enumerated() {
            if at > 0, (digits.count - at).isMultiple(of: 3) { text += "," }
            text.append(digit)
        }
        return text
    }
}

/// Writes in time how many lines the log has dropped.
final class LogCounts: TimerHandler {
    private var timer: (id: TimerID, at: Nanoseconds)?

    /// Call after each turn: its dropped lines are reported within a minute.
    func arm(_ reactor: Reactor) {
        guard let next = Log.nextCount else { return }
        if let timer, timer.at <= next { return }
        if let timer { reactor.cancel(timer.id) }
        timer = (reactor.setTimer(at: next, self), next)
    }

    func timerFired(_ timer: TimerID, now: Nanoseconds) {
        self.timer = nil
        Log.writeCounts()
    }
}
