import Glibc

/// A conversation: lines from standard input, replies and events as they come. An error does not end it.
enum ReplCommand {
    private static let prompt = "scrim> "

    static func perform(_ words: [String], _ target: Target) throws(Failure) {
        guard words.isEmpty else { throw .usage("repl takes no words") }
        var connection = try target.connect()
        var input = try Script(path: "-")
        let isConversation = Console.isTerminal(STDIN_FILENO) && Console.isTerminal(STDOUT_FILENO)
        if isConversation {
            try Console.printLine("Connected to \(connection.path). Ctrl-D leaves; `quit` ends the daemon.")
            try Console.write(prompt.utf8)
        }
        var awaited = 0
        while awaited > 0 || !input.isAtEnd {
            let ready = try connection.exchange(alsoFor: input.isAtEnd ? [] : [Readiness(STDIN_FILENO, POLLIN)])
            if let first = ready.first, first != 0 {
                try input.fill()
                let before = awaited
                while let line = input.next() {
                    connection.queue(line)
                    awaited += 1
                }
                if isConversation, awaited == before, !input.isAtEnd { try Console.write(prompt.utf8) }
            }
            var text = ""
            while let line = connection.nextLine() {
                if case .event = Reply(line: line) {} else { awaited -= 1 }
                text += String(decoding: line, as: UTF8.self) + "\n"
            }
            if !text.isEmpty {
                // An event that comes while a line is typed goes on a line of its own.
                let isInterjection = isConversation && text.hasPrefix("event ")
                try Console.write(((isInterjection ? "\r" : "") + text + (isConversation ? prompt : "")).utf8)
            }
            if connection.isClosed {
                if isConversation { try Console.write("\n".utf8) }
                if awaited > 0 { throw .unavailable("the daemon at \(connection.path) closed the connection") }
                return
            }
        }
        if isConversation { try Console.write("\n".utf8) }
    }
}
