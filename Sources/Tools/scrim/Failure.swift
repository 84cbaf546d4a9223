/// Failure of the tool: the message and the exit status.
enum Failure: Error {
    /// Invalid command line.
    case usage(String)
    /// No daemon responds, or it ended before it replied.
    case unavailable(String)
    /// The daemon rejected a line, or a file could not be read or written.
    case failed(String)
    /// A failure that is already reported.
    case saidAlready(status: Int32)
    /// The reader of the output is gone: end silently.
    case readerLeft
    /// Ended by a signal.
    case interrupted(signal: Int32)

    /// The exit status: from `sysexits.h` if applicable, 128 + N for signal N like in shells.
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

    /// The message for standard error, without the program's name.
    var message: String? {
        switch self {
        case .usage(let text): text + "\nTry `scrim --help`."
        case .unavailable(let text), .failed(let text): text
        case .saidAlready, .readerLeft, .interrupted: nil
        }
    }
}
