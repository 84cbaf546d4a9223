import Expressions
import Glibc

/// Loads a scene file, reloads it whenever it is saved, and runs its sources, which set keys of data objects.
enum ServeCommand {
    static func perform(_ words: [String], _ target: Target, _ coloring: Coloring) throws(Failure) {
        var options = OptionReader(words)
        var files: [String] = []
        var runsCommands = true
        while let item = options.next() {
            switch item {
            case .option("--no-commands", _): runsCommands = false
            case .option(let name, _): throw OptionReader.unknown(name)
            case .word(let file): files.append(file)
            }
        }
        guard files.count == 1, files[0] != "-" else { throw .usage("serve takes one file of lines") }
        Interruption.catchSignals()
        // The commands of a pack are somebody else's.
        if Pack.isPack(files[0]) { runsCommands = false }
        var server = try SceneServer(
            file: KeptPack.lines(of: files[0]), target.connect(), isColored: coloring.applies(to: STDERR_FILENO),
            runsCommands: runsCommands)
        try server.run()
    }
}

/// A file, its sources, and the daemon that shows it.
struct SceneServer: ~Copyable {
    private let file: String
    private let absolute: String
    private let isColored: Bool
    private var connection: Connection
    /// False: its sources and actions are read, and never run.
    private let runsCommands: Bool
    private var sources: [FedSource] = []
    private var actions: [SceneAction] = []
    /// Events that the actions are subscribed to.
    private var subscribed: Set<String> = []
    private let changes: FolderChanges
    /// Modification time, size and inode of the last loaded file.
    private var stamp: [Int] = []
    /// Pending replies, by name of the data object; nil for lines that need none.
    private var awaited: [String] = []
    private var complaint = ""
    /// The last loaded text of the file; nil for none.
    private var loaded: String?

    init(
        file: String, _ connection: consuming Connection, isColored: Bool, runsCommands: Bool = true
    ) throws(Failure) {
        let path = try FileName.absolute(file)
        let changes = try FolderChanges(of: path)
        self.file = file
        self.isColored = isColored
        self.runsCommands = runsCommands
        self.connection = connection
        self.changes = changes
        absolute = path
    }

    /// Runs until a signal arrives or the daemon ends.
    mutating func run() throws(Failure) {
        try reload()
        guard !stamp.isEmpty else { throw .failed("cannot read \(file): \(SystemError.text(ENOENT))") }
        while true {
            let now = Self.now()
            for source in sources { try source.start(now: now) }
            let pause = sources.compactMap(\.due).min().map { max($0 - now, 0) }
            var wait = pause.map { Int32(min(($0 * 1000).rounded(.up), 60_000)) } ?? -1
            // Nobody tells when a command ends that has given its output to others.
            if actions.contains(where: \.isRunning) { wait = wait < 0 ? Self.glance : min(wait, Self.glance) }
            let ready = try connection.exchange(
                alsoFor: [Readiness(changes.descriptor, POLLIN)] + sources.map { Readiness($0.descriptor, POLLIN) },
                milliseconds: wait)
            try Interruption.check()
            for (source, state) in zip(sources, ready.dropFirst()) where state != 0 {
                for words in source.take(now: Self.now()) { feed(source.line.name, words) }
            }
            try takeReplies()
            for action in actions {
                if let words = try action.look(), let name = action.line.result { feed(name, words) }
            }
            if ready[0] != 0 {
                changes.drain()
                try reload()
            }
            if connection.isClosed { throw .unavailable("the daemon has gone") }
        }
    }

    /// Milliseconds between two looks at a command that runs.
    private static let glance: Int32 = 50

    private static func now() -> Double {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }

    // MARK: The file

    /// Loads the file when it has changed; after an error the previous scene remains.
    private mutating func reload() throws(Failure) {
        let now = Self.stamp(of: absolute)
        guard now != stamp, !now.isEmpty, stands(now) else { return }
        stamp = now
        do throws(Failure) {
            let text = try text()
            let actions = try ActionLine.all(in: text, of: file)
            try load(SourceLine.all(in: text, of: file), text, now)
            if runsCommands { try act(by: actions) }
            Console.complain("\(file): ok")
        } catch .failed(let message) {
            let problem = FileProblem(message, file: file, absolute: absolute)
            Console.complain(problem.lines(isColored).joined(separator: "\n"))
        }
    }

    /// False while the file is being written: many programs truncate it first. Another event follows.
    private func stands(_ stamp: [Int]) -> Bool {
        usleep(5000)
        return Self.stamp(of: absolute) == stamp
    }

    private func text() throws(Failure) -> String {
        var script = try Script(path: absolute)
        var bytes: [UInt8] = []
        while !script.isAtEnd { try script.fill() }
        while let line = script.nextOfAny() { bytes += line + [UInt8(ascii: "\n")] }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func stamp(of path: String) -> [Int] {
        var found = stat()
        guard unsafe stat(path, &found) == 0 else { return [] }
        return [found.st_mtim.tv_sec, found.st_mtim.tv_nsec, Int(found.st_size), Int(found.st_ino)]
    }

    /// Loads the file and sets the first output of its sources, all or nothing; then runs exactly these sources.
    private mutating func load(_ lines: [SourceLine], _ text: String, _ stamp: [Int]) throws(Failure) {
        while !awaited.isEmpty {
            _ = try connection.exchange()
            try takeReplies()
            if connection.isClosed { throw .unavailable("the daemon has gone") }
        }
        let lines = runsCommands ? lines : []
        let kept = sources.filter { lines.contains($0.line) }
        // Completely at first, and when the scene's present state conflicts with the changes.
        if loaded != nil, loadChanges(to: text, kept) {
            loaded = text
        } else {
            try load(["path=" + absolute, "replace=true"], feeding: kept)
            // If it was written meanwhile, the loaded text is unknown: the next time it is loaded completely.
            loaded = Self.stamp(of: absolute) == stamp ? text : nil
        }
        let now = Self.now()
        for source in sources where !lines.contains(source.line) { source.stop() }
        let socket = try FileName.absolute(connection.path)
        sources = lines.map { line in
            kept.first { $0.line == line } ?? FedSource(line, socket: socket, now: now)
        }
    }

    /// Applies the changes of the file. Returns false, without changes, when that is not possible.
    private mutating func loadChanges(to text: String, _ kept: [FedSource]) -> Bool {
        do throws(Failure) {
            var changes = try FileChanges(PrivateDaemon.Options())
            _ = try changes.read(text: loaded ?? "")
            if let lines = try changes.read(text: text) { try load(["path=" + lines], feeding: kept) }
            return true
        } catch {
            return false
        }
    }

    /// Loads a file and sets earlier output of its sources, all or nothing.
    private mutating func load(_ words: [String], feeding kept: [FedSource]) throws(Failure) {
        do throws(Failure) {
            _ = try connection.ask("begin")
            _ = try connection.ask(WordQuoting.line(["load"] + words))
            for source in kept where !source.words.isEmpty {
                _ = try connection.ask(put(source.line.name, source.words))
            }
            _ = try connection.ask("commit")
        } catch {
            guard case .failed = error else { throw error }
            _ = try? connection.ask("abort")
            throw error
        }
    }

    // MARK: Actions

    /// Runs these actions from now on, and no others.
    private mutating func act(by lines: [ActionLine]) throws(Failure) {
        var (kept, socket) = (actions, try FileName.absolute(connection.path))
        actions = lines.map { line in
            guard let at = kept.firstIndex(where: { $0.line.isSame(as: line) }) else {
                return SceneAction(line, of: file, socket: socket)
            }
            let action = kept.remove(at: at)
            action.move(to: line)
            return action
        }
        for action in kept { action.stop() }
        for event in Set(lines.map(\.event)).subtracting(subscribed).sorted() {
            _ = try connection.ask(WordQuoting.line(["subscribe", event]))
            subscribed.insert(event)
        }
    }

    /// An event has come: `NAME JSON`.
    private func take(_ event: String) throws(Failure) {
        guard !actions.isEmpty, let end = event.firstIndex(of: " "),
            let payload = JSONValue(String(event[event.index(after: end)...]))
        else { return }
        let path = connection.path
        for action in actions {
            try action.take(event[..<end], payload) { object, key in
                // A condition is read on a connection of its own: the replies of this one are in order.
                guard var asker = try? Connection(path: path),
                    let reply = try? asker.ask(WordQuoting.line(["get", object, key]))
                else { return nil }
                return JSONValue(reply)?[key]
            }
        }
    }

    // MARK: Feeding

    private func put(_ name: String, _ words: [String]) -> String {
        "put \(WordQuoting.word(name, isFirst: false)) data " + words.joined(separator: " ")
    }

    private mutating func feed(_ name: String, _ words: [String]) {
        connection.queue(put(name, words).utf8)
        awaited.append(name)
    }

    private mutating func takeReplies() throws(Failure) {
        while let line = connection.nextLine() {
            let reply = Reply(line: line)
            guard !awaited.isEmpty else {
                if case .event(let event) = reply { try take(event) }
                continue
            }
            switch reply {
            case .event(let event):
                try take(event)
                continue
            case .ok: complaint = ""
            case .error(let message):
                let text = "source \(awaited[0]): \(message)"
                if text != complaint { Console.complain(text) }
                complaint = text
            }
            awaited.removeFirst()
        }
    }
}
