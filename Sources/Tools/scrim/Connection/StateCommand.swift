import Expressions
import Geometry
import Glibc
import Storage

/// `state check FILE` and `state repair FILE -o NEW`: the contents of a state file and its journals, whether the daemon
/// has ended or is running.
///
/// A private daemon restores a copy, as the next start would: restored objects are intact or dormant, missing ones are
/// lost.
enum StateCommand {
    /// Exit statuses of `state check`.
    private static let (dormant, lost): (Int32, Int32) = (2, 3)

    static func perform(_ words: [String]) throws(Failure) {
        var options = OptionReader(words)
        var names: [String] = []
        var (output, pluginPath): (String?, String?) = (nil, nil)
        while let item = options.next() {
            switch item {
            case .word(let word): names.append(word)
            case .option("-o", let joined): output = try options.value(of: "-o", joined: joined)
            case .option("--plugin-path", let joined):
                pluginPath = try options.value(of: "--plugin-path", joined: joined)
            case .option(let name, _): throw OptionReader.unknown(name)
            }
        }
        guard names.count == 2, ["check", "repair"].contains(names[0]) else {
            throw .usage("state takes check FILE, or repair FILE -o NEW")
        }
        let file = try KeptFile.open(names[1])
        switch (names[0], output) {
        case ("repair", let output?): try repair(file, pluginPath, into: output)
        case ("repair", nil): throw .usage("state repair needs -o NEW")
        case (_, nil): try check(file, pluginPath)
        default: throw .usage("state check writes nothing: -o belongs to state repair")
        }
    }

    private static func check(_ file: borrowing KeptFile, _ pluginPath: String?) throws(Failure) {
        var daemon = try restored(file, pluginPath)
        var connection = try daemon.connect()
        let sleeping = strings(try? connection.ask("list kind=dormant"))
        let problems = try problems(file, &connection)
        var text = ""
        for name in strings(try connection.ask("list")) {
            guard sleeping.contains(name) else {
                text += "whole \(name)\n"
                continue
            }
            let reason = (try? connection.ask("get \(name) message")).flatMap { JSONValue($0)?["message"]?.string }
            text += "dormant \(name): \(reason ?? "")\n"
        }
        let damage = file.kept.damage
        for name in damage?.names ?? [] { text += "lost \(name)\n" }
        for problem in problems { text += "damaged \(problem)\n" }
        try Console.write(text.utf8)
        if damage != nil || !problems.isEmpty { throw .saidAlready(status: lost) }
        if !sleeping.isEmpty { throw .saidAlready(status: dormant) }
    }

    private static func repair(_ file: borrowing KeptFile, _ pluginPath: String?, into path: String) throws(Failure) {
        let disk = SystemDisk()
        guard !disk.has(path) else { throw .failed("\(path) is there already") }
        var daemon = try restored(file, pluginPath)
        var connection = try daemon.connect()
        let problems = try problems(file, &connection)
        guard let time = JSONValue(try connection.ask("clock manual"))?["time"]?.number else {
            throw .failed("scrimd does not tell the scene time")
        }
        var version = VersionWriter(time: time, journal: 0, records: 0)
        for line in strings(try connection.ask("dump")) { ByteView.with(line) { version.append($0) } }
        do throws(DiskError) { try VersionFile.put(version.finish(ended: true), at: path, on: disk) } catch {
            throw .failed("\(error)")
        }
        for problem in problems { Console.complain(problem) }
    }

    private static func restored(_ file: borrowing KeptFile, _ pluginPath: String?) throws(Failure) -> PrivateDaemon {
        var options = PrivateDaemon.Options()
        options.state = file.copy
        options.pluginPath = pluginPath
        return try PrivateDaemon(options)
    }

    /// Lines about damage, with the original file name.
    private static func problems(_ file: borrowing KeptFile, _ connection: inout Connection) throws(Failure) -> [String]
    {
        let text = JSONValue(try connection.ask("get daemon problems"))?["problems"]?.string ?? ""
        let (copy, path) = (file.copy, file.path)
        return text.split(separator: "\n").map { line in
            line.hasPrefix(copy) ? path + line.dropFirst(copy.count) : String(line)
        }
    }

    private static func strings(_ payload: String?) -> [String] {
        payload.flatMap { JSONValue($0) }?.elements.compactMap(\.string) ?? []
    }
}

/// A state file with its journals, copied at one time.
private struct KeptFile: ~Copyable {
    let path: String
    let kept: KeptState
    private let folder: TemporaryDirectory

    /// The copy.
    var copy: String { folder.file("state") }

    /// Maximum attempts: a running daemon may replace the version while it is copied.
    private static let tries = 20

    private init(_ path: String, _ kept: KeptState, _ folder: consuming TemporaryDirectory) {
        self.path = path
        self.kept = kept
        self.folder = folder
    }

    static func open(_ path: String) throws(Failure) -> KeptFile {
        let disk = SystemDisk()
        let folder = try TemporaryDirectory()
        let copy = folder.file("state")
        for _ in 0..<tries {
            let before = (disk.identity(path), StatePaths.journals(path, disk))
            try Self.copy(path, to: copy, disk)
            if before == (disk.identity(path), StatePaths.journals(path, disk)) { break }
        }
        let found: KeptState?
        do throws(NewerFormat) { found = try KeptState(copy, disk) } catch {
            throw .failed("\(path) has format \(error.format), which is newer than this tool")
        }
        guard let found else { throw .failed("\(path): there is no state") }
        guard found.text != nil || !found.journals.isEmpty else {
            throw .failed("\(path) holds no state that can be read")
        }
        return KeptFile(path, found, folder)
    }

    private static func copy(_ path: String, to copy: String, _ disk: SystemDisk) throws(Failure) {
        for number in StatePaths.journals(copy, disk) { try? disk.remove(StatePaths.journal(copy, number)) }
        for name in [copy, StatePaths.spare(copy)] where disk.has(name) { try? disk.remove(name) }
        do throws(DiskError) {
            var pairs = [(path, copy), (StatePaths.spare(path), StatePaths.spare(copy))]
            pairs += StatePaths.journals(path, disk).map {
                (StatePaths.journal(path, $0), StatePaths.journal(copy, $0))
            }
            for (from, to) in pairs where disk.has(from) {
                // A file removed meanwhile is no longer needed.
                guard let bytes = try? disk.read(from) else { continue }
                try disk.create(to).appendAll(bytes)
            }
        } catch { throw .failed("\(error)") }
    }
}
