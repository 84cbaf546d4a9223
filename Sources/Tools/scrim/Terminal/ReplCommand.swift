import Glibc

/// Interactive session: lines from standard input, replies and events as they arrive. Continues after errors.
enum ReplCommand {
    static func perform(_ words: [String], _ target: Target, _ format: OutputFormat) throws(Failure) {
        guard words.isEmpty else { throw .usage("repl takes no words") }
        if Console.isTerminal(STDIN_FILENO), Console.isTerminal(STDOUT_FILENO) {
            var conversation = try Conversation(target, format)
            return try conversation.hold()
        }
        try pass(target.connect())
    }

    /// For programs: replies and events unchanged.
    private static func pass(_ connection: consuming Connection) throws(Failure) {
        var input = try Script(path: "-")
        var awaited = 0
        while awaited > 0 || !input.isAtEnd {
            let ready = try connection.exchange(alsoFor: input.isAtEnd ? [] : [Readiness(STDIN_FILENO, POLLIN)])
            if let first = ready.first, first != 0 {
                try input.fill()
                while let line = input.next() {
                    connection.queue(line)
                    awaited += 1
                }
            }
            var text = ""
            while let line = connection.nextLine() {
                if case .event = Reply(line: line) {} else { awaited -= 1 }
                text += String(decoding: line, as: UTF8.self) + "\n"
            }
            if !text.isEmpty { try Console.write(text.utf8) }
            if connection.isClosed {
                if awaited > 0 { throw .unavailable("the daemon at \(connection.path) closed the connection") }
                return
            }
        }
    }
}
