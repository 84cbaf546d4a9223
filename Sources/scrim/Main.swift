import Glibc

@main
enum Program {
    static func main() {
        // A reader that leaves is an error of `write`, not the end of the process.
        _ = signal(SIGPIPE, SIG_IGN)
        do {
            try run(arguments())
        } catch {
            if let message = error.message { Console.complain(message) }
            exit(error.status)
        }
    }

    /// The arguments without the program's name. What is no UTF-8 cannot be a word of the protocol.
    private static func arguments() throws(Failure) -> [String] {
        var words: [String] = []
        for index in 1..<max(Int(CommandLine.argc), 1) {
            guard let bytes = unsafe CommandLine.unsafeArgv[index] else { break }
            guard let word = unsafe String(validatingCString: bytes) else {
                throw .usage("argument \(index) is not valid UTF-8")
            }
            words.append(word)
        }
        return words
    }

    private static func run(_ words: [String]) throws(Failure) {
        var options = OptionReader(words)
        var socket: String?
        var name: String?
        while let item = options.next() {
            switch item {
            case .option(let option, let joined):
                switch option {
                case "--socket": socket = try options.value(of: option, joined: joined)
                case "--name": name = try options.value(of: option, joined: joined)
                case "--help", "-h": return try Console.write(Help.text.utf8)
                case "--version": return try Console.printLine("scrim \(Help.version)")
                default: throw OptionReader.unknown(option)
                }
            case .word(let verb):
                return try perform(verb, options.remaining, Target(socket: socket, name: name))
            }
        }
        throw .usage("say what to do")
    }

    private static func perform(_ verb: String, _ words: [String], _ target: Target) throws(Failure) {
        switch verb {
        case "help": try Console.write(Help.text.utf8)
        case "run": try RunCommand.perform(words, target)
        case "watch": try WatchCommand.perform(words, target)
        case "repl": try ReplCommand.perform(words, target)
        case "snapshot": try SnapshotCommand.perform(words, target)
        case "top": try TopCommand.perform(words, target)
        case "render": try RenderCommand.perform(words)
        default: try SendCommand.perform([verb] + words, target)
        }
    }
}

/// Which daemon is meant.
struct Target {
    var socket: String?
    var name: String?

    func connect() throws(Failure) -> Connection {
        let isUsual = socket == nil && (name != nil || Environment.value("SCRIM_SOCKET") == nil)
        return try Connection(path: SocketAddress.path(socket: socket, name: name), isOwn: isUsual)
    }
}

/// One line, one reply.
enum SendCommand {
    static func perform(_ words: [String], _ target: Target) throws(Failure) {
        var connection = try target.connect()
        let payload = try connection.ask(WordQuoting.line(words))
        if !payload.isEmpty { try Console.printLine(payload) }
    }
}
