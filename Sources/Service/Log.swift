import Glibc
import Reactor

/// The daemon's log: lines on standard error.
///
/// `error` is a fault of ours, `warning` the world misbehaving, `notice` the daemon's own life, `info` and `debug` are off unless
/// `logLevel` says otherwise. Nothing is logged for a frame or a line, and no kind of message more than ten times a second: see
/// `LogBudget`.
package enum Log {
    package enum Level: Int, Comparable {
        case error, warning, notice, info, debug

        /// The kernel's number for the level, as journald reads it.
        var priority: Int { [3, 4, 5, 6, 7][rawValue] }
        var name: String { ["error", "warning", "notice", "info", "debug"][rawValue] }

        package static func < (a: Level, b: Level) -> Bool { a.rawValue < b.rawValue }
    }

    // Written once at start and when the setting changes, both on the only thread that logs.
    nonisolated(unsafe) static var level = Level.notice
    // Of that thread, too.
    nonisolated(unsafe) private static var budget = LogBudget()

    /// Bytes of a message.
    private static let mostBytes = 2048

    /// True when standard error goes to journald, which takes a priority before each line.
    private static let isJournal = unsafe getenv("JOURNAL_STREAM") != nil

    /// Writes a message. Its kind is the line of code that writes it, and for messages of others `subject`: whose it is.
    package static func write(
        _ level: Level, _ message: @autoclosure () -> String, of subject: String = "", file: StaticString = #fileID,
        line: UInt = #line
    ) {
        guard unsafe level <= self.level else { return }
        let message = message()
        guard unsafe budget.takes("\(file):\(line) \(subject)", level, message, at: Clock.now) else { return }
        put(level, oneLine(message))
    }

    /// The time at which `writeCounts` has something to say; nil: never, as things are.
    static var nextCount: Nanoseconds? { unsafe budget.nextCount }

    /// Says how many lines were left out; `all`: also in the minute that is not over.
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
            // A log that cannot be written has nobody to tell.
            _ = unsafe Glibc.write(STDERR_FILENO, buffer.baseAddress, buffer.count)
        }
    }

    /// The message without control characters, and not longer than a line may be.
    static func oneLine(_ message: String) -> String {
        let isCut = message.utf8.count > mostBytes
        let bytes = message.utf8.prefix(mostBytes).map { $0 < 0x20 || $0 == 0x7F ? 0x20 : $0 }
        return String(decoding: bytes, as: UTF8.self) + (isCut ? "…" : "")
    }

    /// A number with its thousands: `4,213`.
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

/// Tells at its time how many lines the log has left out.
final class LogCounts: TimerHandler {
    private var timer: (id: TimerID, at: Nanoseconds)?

    /// Behind each turn: what was left out in it is told within a minute.
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
