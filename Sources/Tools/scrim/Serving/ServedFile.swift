import Expressions
import Glibc

/// A scene file that `serve` shows: its text, its sources and actions.
///
/// The scene keeps the text in a data object, so that a later `serve` of the file goes on where this one ends.
final class ServedFile {
    /// The path as given by the user, for messages.
    let name: String
    /// The file of its lines, absolute.
    let path: String
    /// The layer that gets its top level; nil: the root.
    private let parent: String?
    /// False: its sources and actions are read, and never run.
    private let runsCommands: Bool
    let changes: FolderChanges
    private(set) var sources: [FedSource] = []
    private(set) var actions: [SceneAction] = []
    /// Of the last loaded file.
    private var stamp: FileStamp?
    /// The text that the scene stands on; nil before the first one.
    private var loaded: String?
    /// False when the file was written while the daemon read it: the scene may stand on another text.
    private var isCertain = true
    /// The attempts, from 1, to read a file that is written all the time; what the last one has read is shown.
    private var attempt = 0
    private static let mostAttempts = 5
    /// Files of differences, by which parts of the scene were defined.
    private var parts: Set<String> = []

    /// The longest text that the scene keeps, in bytes: it has to fit into a line.
    private static let longest = 500_000

    init(_ file: String, under parent: String?, runsCommands: Bool) throws(Failure) {
        name = file
        path = try FileName.absolute(KeptPack.lines(of: file))
        self.parent = parent
        // The commands of a pack are somebody else's.
        self.runsCommands = runsCommands && !Pack.isPack(file)
        changes = try FolderChanges(of: path)
    }

    /// Whether a file has been found.
    var isThere: Bool { stamp != nil }

    /// The data object that keeps its text.
    private var record: String {
        "served." + String(path.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == ".") ? $0 : "_" })
    }

    /// Loads the file when it has changed; after an error the previous scene remains. Returns false when there was nothing to do.
    func reload(_ connection: inout Connection, isColored: Bool) throws(Failure) -> Bool {
        attempt = 0
        // Once more when it was written while it was read: what is shown is one text, not parts of two.
        while attempt < Self.mostAttempts, let now = FileStamp.settled(path, since: stamp) {
            stamp = now
            attempt += 1
            do throws(Failure) {
                let text = try text()
                let actions = try ActionLine.all(in: text, of: name)
                guard try load(SourceLine.all(in: text, of: name), text, &connection) else { continue }
                if runsCommands { try act(by: actions, at: connection.path) }
                Console.complain("\(name): ok")
            } catch .failed(let message) {
                guard mayStay else { continue }
                let problem = FileProblem(message, file: name, absolute: path)
                Console.complain(problem.lines(isColored).joined(separator: "\n"))
            }
        }
        return attempt > 0
    }

    /// Nobody has written the file since it was found.
    private var isUnchanged: Bool { FileStamp(of: path) == stamp }

    /// True when the text that was read may be used.
    private var mayStay: Bool { isUnchanged || attempt == Self.mostAttempts }

    private func text() throws(Failure) -> String {
        var script = try Script(path: path)
        var bytes: [UInt8] = []
        while !script.isAtEnd { try script.fill() }
        while let line = script.nextOfAny() { bytes += line + [UInt8(ascii: "\n")] }
        return String(decoding: bytes, as: UTF8.self)
    }

    // MARK: The scene

    /// Brings the scene from the text that it stands on to this one, with the first output of its sources; then runs exactly these sources.
    /// False: the file was written meanwhile, and nothing has changed.
    private func load(
        _ lines: [SourceLine], _ text: String, _ connection: inout Connection
    ) throws(Failure) -> Bool {
        let lines = runsCommands ? lines : []
        let kept = sources.filter { source in lines.contains { $0.isSame(as: source.line) } }
        if loaded == nil { loaded = try keptText(by: &connection) }
        guard mayStay else { return false }
        if loaded != text || !isCertain, try !change(to: text, feeding: kept, &connection) { return false }
        loaded = text
        let (now, socket) = (ServeCommand.now(), try FileName.absolute(connection.path))
        for source in sources where !kept.contains(where: { $0 === source }) { source.stop() }
        sources = lines.map { line in
            guard let source = kept.first(where: { $0.line.isSame(as: line) }) else {
                return FedSource(line, of: name, socket: socket, now: now)
            }
            source.move(to: line)
            return source
        }
        return true
    }

    /// The text that an earlier `serve` has left in the scene.
    private func keptText(by connection: inout Connection) throws(Failure) -> String? {
        do throws(Failure) {
            let reply = JSONValue(try connection.ask(WordQuoting.line(["get", record, "text", "under"])))
            guard reply?["under"]?.string == parent ?? "root" else { return nil }
            return reply?["text"]?.string
        } catch .failed {
            return nil
        }
    }

    /// False: the file was written meanwhile, and nothing has changed.
    private func change(
        to text: String, feeding kept: [FedSource], _ connection: inout Connection
    ) throws(Failure) -> Bool {
        guard loaded != nil || parent != nil else {
            try load(["path=" + path], feeding: kept, text, &connection)
            isCertain = isUnchanged
            return true
        }
        var options = PrivateDaemon.Options()
        options.folder = path.lastIndex(of: "/").map { String(path[..<$0]) }
        var file = try FileChanges(options)
        var removed: [String] = []
        if let loaded {
            // A text that is not a scene any longer, by a file that it uses, is replaced as well as can be.
            if isCertain, (try? file.lines(toText: loaded)) != nil {
                let lines = try file.lines(to: path).map(placed)
                guard mayStay else { return false }
                isCertain = isUnchanged
                let part = try file.write(lines)
                parts.insert(part)
                if (try? load(["path=" + part], feeding: kept, text, &connection)) != nil { return true }
                // The scene's present state conflicts with the changes.
                _ = try file.lines(toText: loaded)
            } else {
                _ = try file.lines(to: path)
            }
            let there = try file.takeObjects().filter {
                (try? connection.ask(WordQuoting.line(["get", $0, "kind"]))) != nil
            }
            if !there.isEmpty { removed = [WordQuoting.line(["remove"] + there)] }
        }
        _ = try file.lines(to: path)
        let moved = try parent.map { parent throws(Failure) in
            try file.topLevel().map { WordQuoting.line(["set", $0, "parent=" + parent]) }
        }
        guard mayStay else { return false }
        try load(["path=" + path], feeding: kept, text, &connection, behind: removed, then: moved ?? [])
        isCertain = isUnchanged
        return true
    }

    /// A line about the top level, which is that of `parent` here.
    private func placed(_ line: String) -> String {
        guard let parent, line.hasPrefix("create ") || line.hasPrefix("put "), let root = line.range(of: " parent=root")
        else { return line }
        return line[..<root.lowerBound] + " parent=" + parent + line[root.upperBound...]
    }

    /// Loads a file behind lines and in front of others, sets earlier output of its sources, and keeps the text: all or nothing.
    private func load(
        _ words: [String], feeding kept: [FedSource], _ text: String, _ connection: inout Connection,
        behind before: [String] = [], then after: [String] = []
    ) throws(Failure) {
        do throws(Failure) {
            _ = try connection.ask("begin")
            for line in before { _ = try connection.ask(line) }
            _ = try connection.ask(WordQuoting.line(["load"] + words))
            for line in after { _ = try connection.ask(line) }
            for source in kept where !source.words.isEmpty {
                _ = try connection.ask(ServeCommand.put(source.line.name, source.words))
            }
            if text.utf8.count <= Self.longest, let words = SourceLine.Format.text.words(of: text) {
                _ = try connection.ask(ServeCommand.put(record, words + ["under=" + (parent ?? "root")]))
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
    private func act(by lines: [ActionLine], at path: String) throws(Failure) {
        var (kept, socket) = (actions, try FileName.absolute(path))
        actions = lines.map { line in
            guard let at = kept.firstIndex(where: { $0.line.isSame(as: line) }) else {
                return SceneAction(line, of: name, socket: socket)
            }
            let action = kept.remove(at: at)
            action.move(to: line)
            return action
        }
        for action in kept { action.stop() }
    }

    /// Prints an event `failed` that is about its lines, with their numbers, unless they came as differences.
    func tell(_ failed: JSONValue) {
        guard let file = failed["file"]?.string, file == path || parts.contains(file) else { return }
        let numbers = file == path ? [failed["line"], failed["column"]] : []
        let place = numbers.compactMap { $0?.number }.map { ":\(Int($0))" }.joined()
        Console.complain("\(name)\(place): \(failed["id"]?.string ?? ""): \(failed["message"]?.string ?? "")")
    }
}
