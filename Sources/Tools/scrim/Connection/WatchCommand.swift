import Glibc

/// Prints events, one line each, until the daemon or the reader ends.
enum WatchCommand {
    static func perform(_ words: [String], _ target: Target) throws(Failure) {
        guard !words.isEmpty else { throw .usage("watch which events?") }
        var connection = try target.connect()
        connection.queue(WordQuoting.line(["subscribe"] + words).utf8)
        var isSubscribed = false
        while true {
            var lines: [UInt8] = []
            while let line = connection.nextLine() {
                switch Reply(line: line) {
                case .event(let text): lines += Array(text.utf8) + [UInt8(ascii: "\n")]
                case .error(let message): throw .failed(message)
                case .ok: isSubscribed = true
                }
            }
            if !lines.isEmpty { try Console.write(lines) }
            if connection.isClosed {
                if isSubscribed { throw .unavailable("the daemon at \(connection.path) has gone") }
                throw .unavailable("the daemon at \(connection.path) closed the connection without a reply")
            }
            // Without requested events, poll still reports a pipe without a reader.
            let ready = try connection.exchange(alsoFor: [Readiness(STDOUT_FILENO, 0)])
            if ready[0] & (POLLERR | POLLNVAL) != 0 { throw .readerLeft }
        }
    }
}
