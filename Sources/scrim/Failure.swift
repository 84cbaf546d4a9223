/// Why the tool ends before its work is done: the message, and the status to exit with.
enum Failure: Error {
    /// The command line is wrong.
    case usage(String)
    /// No daemon answers, or it went away before it replied.
    case unavailable(String)
    /// The daemon refused a line, or a file could not be read or written.
    case failed(String)
    /// A failure whose reason has been said already.
    case saidAlready(status: Int32)
    /// The reader of our output has gone: nothing is left to do, and nothing to complain about.
    case readerLeft
    /// A signal asked us to stop.
    case interrupted(signal: Int32)

    /// The exit status: `sysexits.h` where it has a number, 128 + N for signal N as shells count.
    var status: Int32 {
        switch self {
        case .usage: 64
        case .unavailable: 69
        case .failed: 1
        case .saidAlready(let status): status
        case .readerLeft: 0
        case .interrupted(let signal): 128 + signal
        }
    }

    /// The message on standard error, without the program's name.
    var message: String? {
        switch self {
        case .usage(let text): text + "\nTry `scrim --help`."
        case .unavailable(let text), .failed(let text): text
        case .saidAlready, .readerLeft, .interrupted: nil
        }
    }
}
