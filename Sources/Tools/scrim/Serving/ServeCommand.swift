import Expressions
import Glibc

/// Shows scene files, again whenever they are saved, and runs their sources, which set keys of data objects, and their actions.
enum ServeCommand {
    static func perform(_ words: [String], _ target: Target, _ coloring: Coloring) throws(Failure) {
        var options = OptionReader(words)
        var names: [String] = []
        var runsCommands = true
        var parent: String?
        while let item = options.next() {
            switch item {
            case .option("--no-commands", _): runsCommands = false
            case .option("--under", let joined): parent = try options.value(of: "--under", joined: joined)
            case .option(let name, _): throw OptionReader.unknown(name)
            case .word(let file): names.append(file)
            }
        }
        guard !names.isEmpty, !names.contains("-") else { throw .usage("serve takes files of lines") }
        Interruption.catchSignals()
        var files: [ServedFile] = []
        for name in names { files.append(try ServedFile(name, under: parent, runsCommands: runsCommands)) }
        guard Set(files.map(\.path)).count == files.count else { throw .usage("serve takes each file once") }
        var server = try SceneServer(files, target.connect(), isColored: coloring.applies(to: STDERR_FILENO))
        try server.run()
    }

    /// Seconds by the monotonic clock.
    static func now() -> Double {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }

    /// The line that sets keys of a data object.
    static func put(_ name: String, _ words: [String]) -> String {
        "put \(WordQuoting.word(name, isFirst: false)) data " + words.joined(separator: " ")
    }
}

/// Files, and the daemon that shows them.
struct SceneServer: ~Copyable {
    private let files: [ServedFile]
    private let isColored: Bool
    private var connection: Connection
    /// Events that the actions are subscribed to.
    private var subscribed: Set<String> = []
    /// The subject of each pending reply, for messages.
    private var awaited: [String] = []
    private var complaint = ""

    init(_ files: [ServedFile], _ connection: consuming Connection, isColored: Bool) throws(Failure) {
        self.files = files
        self.isColored = isColored
        self.connection = connection
        self.connection.keepsEvents = true
    }

    /// Runs until a signal arrives or the daemon ends.
    mutating func run() throws(Failure) {
        _ = try connection.ask("subscribe failed")
        for file in files {
            try reload(file)
            guard file.isThere else { throw .failed("cannot read \(file.name): \(SystemError.text(ENOENT))") }
        }
        while true {
            let now = ServeCommand.now()
            let sources = files.flatMap { file in file.sources.map { (file, $0) } }
            for (_, source) in sources { try source.start(now: now) }
            let pause = sources.compactMap(\.1.due).min().map { max($0 - now, 0) }
            var wait = pause.map { Int32(min(($0 * 1000).rounded(.up), 60_000)) } ?? -1
            // Nobody tells when a command ends that has given its output to others.
            if files.contains(where: { $0.actions.contains(where: \.isRunning) }) {
                wait = wait < 0 ? Self.glance : min(wait, Self.glance)
            }
            let ready = try connection.exchange(
                alsoFor: files.map { Readiness($0.changes.descriptor, POLLIN) }
                    + sources.map { Readiness($0.1.descriptor, POLLIN) },
                milliseconds: wait)
            try Interruption.check()
            for ((file, source), state) in zip(sources, ready.dropFirst(files.count)) where state != 0 {
                let place = "\(file.name):\(source.line.line): source \(source.line.name)"
                for words in source.take(now: ServeCommand.now()) { feed(source.line.name, words, of: place) }
            }
            try takeReplies()
            for file in files {
                for action in file.actions {
                    guard let words = try action.look(), let name = action.line.result else { continue }
                    feed(name, words, of: "\(file.name):\(action.line.line): result \(name)")
                }
            }
            for (file, state) in zip(files, ready) where state != 0 {
                file.changes.drain()
                try reload(file)
            }
            if connection.isClosed { throw .unavailable("the daemon has gone") }
        }
    }

    /// Milliseconds between two looks at a command that runs.
    private static let glance: Int32 = 50

    private mutating func reload(_ file: ServedFile) throws(Failure) {
        // Replies are in order: those of what was fed come first.
        while !awaited.isEmpty {
            _ = try connection.exchange()
            try takeReplies()
            if connection.isClosed { throw .unavailable("the daemon has gone") }
        }
        guard try file.reload(&connection, isColored: isColored) else { return }
        for event in Set(file.actions.map(\.line.event)).subtracting(subscribed).sorted() {
            _ = try connection.ask(WordQuoting.line(["subscribe", event]))
            subscribed.insert(event)
        }
        for event in connection.takeEvents() { try take(event) }
    }

    /// An event has come: `NAME JSON`.
    private func take(_ event: String) throws(Failure) {
        guard let end = event.firstIndex(of: " "),
            let payload = JSONValue(String(event[event.index(after: end)...]))
        else { return }
        let path = connection.path
        for file in files {
            if event[..<end] == "failed" { file.tell(payload) }
            for action in file.actions {
                try action.take(event[..<end], payload) { object, key in
                    // A condition is read on a connection of its own: the replies of this one are in order.
                    guard var asker = try? Connection(path: path),
                        let reply = try? asker.ask(WordQuoting.line(["get", object, key]))
                    else { return nil }
                    return JSONValue(reply)?[key]
                }
            }
        }
    }

    private mutating func feed(_ name: String, _ words: [String], of place: String) {
        connection.queue(ServeCommand.put(name, words).utf8)
        awaited.append(place)
    }

    private mutating func takeReplies() throws(Failure) {
        while let line = connection.nextLine() {
            let reply = Reply(line: line)
            if case .event(let event) = reply {
                try take(event)
                continue
            }
            guard !awaited.isEmpty else { continue }
            if case .error(let message) = reply {
                let text = "\(awaited[0]): \(message)"
                if text != complaint { Console.complain(text) }
                complaint = text
            } else {
                complaint = ""
            }
            awaited.removeFirst()
        }
    }
}
