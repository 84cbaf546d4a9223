import Glibc

@main
enum Program {
    static func main() {
        // A closed reader is an error of `write`, not the end of the process.
        _ = signal(SIGPIPE, SIG_IGN)
        do {
            try run(arguments())
        } catch {
            if let message = error.message { Console.complain(message) }
            exit(error.status)
        }
    }

    /// The arguments without the program's name. Invalid UTF-8 cannot be a word of the protocol.
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
        var target = Target()
        var format = OutputFormat()
        while let item = options.next() {
            switch item {
            case .option(let option, let joined):
                switch option {
                case "--socket": target.socket = try options.value(of: option, joined: joined)
                case "--name": target.name = try options.value(of: option, joined: joined)
                case "--help", "-h": return try Console.write(Help.text.utf8)
                case "--version": return try Console.printLine("scrim \(Help.version)")
                default: if try !format.take(option, joined, &options) { throw OptionReader.unknown(option) }
                }
            case .word(let verb):
                var invocation = Invocation(target, format)
                return try invocation.perform(verb, options.remaining)
            }
        }
        if Console.isTerminal(STDIN_FILENO) { return try ReplCommand.perform([], target, format) }
        try RunCommand.perform([], target)
    }
}

/// One verb with its words.
struct Invocation {
    private let target: Target
    private var format: OutputFormat

    init(_ target: Target, _ format: OutputFormat) {
        self.target = target
        self.format = format
    }

    /// Verbs without words that begin with a dash, so that output options may follow them.
    private static let readers: Set = [
        "describe", "dump", "explain", "get", "hello", "list", "plugin", "stats", "tree", "why",
    ]

    mutating func perform(_ verb: String, _ all: [String]) throws(Failure) {
        if all == ["--help"] || all == ["-h"] { return try HelpCommand.perform([verb], target, format.coloring) }
        if verb == "plugin", all.first == "new" { return try PluginCommand.create(Array(all.dropFirst())) }
        let words = try Self.readers.contains(verb) ? takeOptions(all) : all
        switch verb {
        case "help": try HelpCommand.perform(words, target, format.coloring)
        case "run": try RunCommand.perform(words, target)
        case "watch": try WatchCommand.perform(words, target)
        case "repl": try ReplCommand.perform(words, target, format)
        case "snapshot": try SnapshotCommand.perform(words, target)
        case "top": try TopCommand.perform(words, target, format)
        case "bench": try BenchCommand.perform(words, format)
        case "check": try CheckCommand.perform(words, format)
        case "test": try TestCommand.perform(words)
        case "why": try WhyCommand.perform(words, target, format)
        case "diff": try DiffCommand.perform(words)
        case "pack": try PackCommand.perform(words)
        case UnpackCommand.name: try UnpackCommand.perform(words)
        case "render": try RenderCommand.perform(words)
        case "record": try RecordCommand.perform(words, target, format)
        case "join": try JoinCommand.perform(words)
        case "import": try ImportCommand.perform(words)
        case "template": try TemplateCommand.perform(words, target)
        case "amcp": try AmcpCommand.perform(target, words)
        case "mcp": try McpCommand.perform(target, words)
        case "serve": try ServeCommand.perform(words, target, format.coloring)
        case "inspect": try InspectCommand.perform(words, target)
        case "link": try LinkCommand.perform(words, target)
        case "state": try StateCommand.perform(words)
        case "examples": try ExamplesCommand.perform(words, format.coloring)
        case "preview": try PreviewCommand.perform(words, format.coloring)
        case "completion": try CompletionCommand.perform(words)
        case CompletionCommand.hidden: try CompletionCommand.complete(words, target)
        case "describe": try DescribeCommand.perform(words, target, format)
        case "dump": try DumpCommand.perform(words, target, format)
        default: try SendCommand.perform([verb] + words, target, format)
        }
    }

    /// Removes the options from the words.
    private mutating func takeOptions(_ all: [String]) throws(Failure) -> [String] {
        var options = OptionReader(all)
        var words: [String] = []
        while let item = options.next() {
            switch item {
            case .word(let word): words.append(word)
            case .option(let name, let joined):
                if try !format.take(name, joined, &options) { throw OptionReader.unknown(name) }
            }
        }
        return words
    }
}

/// Sends one line and prints its reply.
enum SendCommand {
    static func perform(_ words: [String], _ target: Target, _ format: OutputFormat) throws(Failure) {
        if let advice = words.first.flatMap(ConnectionVerb.advice) { throw .usage(advice) }
        var connection = try target.connect()
        try format.print(connection.ask(WordQuoting.line(words + missingNames(words, format))))
        if let hint = RadianHint.hint(for: words) { Console.complain(hint) }
    }

    /// `get ID` returns only nondefault values; a template needs its values by name.
    private static func missingNames(_ words: [String], _ format: OutputFormat) -> [String] {
        guard case .template(let template) = format.form, words.first == "get" else { return [] }
        guard words.dropFirst(2).allSatisfy({ $0.contains("=") }) else { return [] }
        return template.names.filter { !$0.isEmpty && $0 != "id" }
    }
}

/// Prints the scene as lines, as read by `run`.
enum DumpCommand {
    static func perform(_ words: [String], _ target: Target, _ format: OutputFormat) throws(Failure) {
        var connection = try target.connect()
        let payload = try connection.ask(WordQuoting.line(["dump"] + words))
        var format = format
        if case .auto = format.form { format.form = .raw }
        try format.print(payload)
    }
}
