import Geometry
import Glibc
import LineProtocol
import Reactor
package import Scene
package import World

/// The state that a service goes on from.
package struct RestoredState {
    /// Scene time of the version, in seconds.
    package let time: Double
    /// Number of the journal that follows it.
    let journal: Int
    /// Size of the version.
    let bytes: Int
    /// Behind what was restored: the beginning of that journal, or the scene in a later one.
    let next: JournalPosition
}

/// The file of `--state`: a version of the scene as lines, and journals of the lines that were accepted since.
///
/// The first line is a comment that tells the scene time, by which animations and pending transactions go on; the second one
/// tells the number of the journal that follows the version. A thread of its own writes each version beside the file, syncs it,
/// renames it and syncs the folder: readers find a whole one at any time, and after a loss of power.
package final class StateFile {
    let path: String
    /// The version that is being written.
    private var work: BackgroundJob<Written>?

    private static let head = "# scrim state, scene time "
    private static let journalHead = "# journal "

    init(_ path: String) { self.path = path }

    // MARK: Reading

    /// A version that was read.
    struct Version {
        let text: [UInt8]
        let state: RestoredState
        /// It stands in a journal.
        var isJournaled: Bool { state.next.offset > 0 }
    }

    /// Makes a world's scene the newest version; nil when there is none. Throws `value` for a file that holds no state, and the errors
    /// of its lines: then nothing has changed.
    package static func restore(_ path: String, _ world: World) throws(SceneError) -> RestoredState? {
        guard let newest = try read(path) else { return nil }
        do throws(SceneError) { return try restore(newest, path, world) } catch {
            guard newest.isJournaled else { throw error }
            Log.write(.error, "the scene in the journal is not used: \(error.message)")
            world.start(at: 0)
            guard let file = try read(path, alone: true) else { return nil }
            return try restore(file, path, world)
        }
    }

    private static func restore(
        _ version: Version, _ path: String, _ world: World
    ) throws(SceneError) -> RestoredState {
        world.start(at: version.state.time)
        guard (ReadAhead.least...ReadAhead.most).contains(version.text.count) else {
            try world.fileVerbs.restore(.text(version.text), from: path)
            return version.state
        }
        let count = version.text.lineCount
        let ahead = ReadAhead(version.text)
        try world.fileVerbs.restore(.read(count: count) { ahead.next() }, from: path)
        return version.state
    }

    /// Bytes of a version from which on journals are run from their beginning: they hold no scene.
    private static let largeVersion = 16 << 20

    /// The newest version: the one in the file, or, unless `alone`, in one of its journals. Nil when there is none. Throws `value` for
    /// a file that holds no state.
    static func read(_ path: String, alone: Bool = false) throws(SceneError) -> Version? {
        let version = try version(path)
        let (journal, bytes) = (version?.state.journal ?? 0, version?.text.count ?? 0)
        guard !alone, bytes < largeVersion, let scene = JournaledScene.newest(path, from: journal) else {
            return version
        }
        return Version(
            text: scene.text,
            state: RestoredState(time: scene.time, journal: journal, bytes: bytes, next: scene.end))
    }

    /// The version in a file.
    private static func version(_ path: String) throws(SceneError) -> Version? {
        guard unsafe access(path, F_OK) == 0 else { return nil }
        let text = try Files.readOwn(path)
        var lines = text.prefix(256).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)[...]
        let first = String(decoding: lines.popFirst() ?? [], as: UTF8.self)
        guard first.hasPrefix(head), let time = Double(first.dropFirst(head.count)), time >= 0, time <= 1e9 else {
            throw SceneError(.value, "\(path): no state of a scene: it does not begin with \"\(head)\"")
        }
        let second = String(decoding: lines.popFirst() ?? [], as: UTF8.self)
        let journal = second.hasPrefix(journalHead) ? Int(second.dropFirst(journalHead.count)) ?? 0 : 0
        return Version(
            text: text,
            state: RestoredState(
                time: time, journal: journal, bytes: text.count, next: JournalPosition(journal: journal)))
    }

    /// The path of a journal.
    static func journalPath(_ path: String, _ number: Int) -> String { "\(path).journal.\(number)" }

    /// Numbers of the journals beside a state file.
    static func journals(of path: String) -> [Int] {
        let prefix = "\(Files.name(of: path)).journal."
        return Files.names(in: Files.folder(of: path)).compactMap {
            $0.hasPrefix(prefix) ? Int($0.dropFirst(prefix.count)) : nil
        }.sorted()
    }

    /// Puts a file that cannot be restored aside, with its journals: nothing overwrites them, not even the next damaged file. The
    /// new name.
    package static func putAside(_ path: String) -> String {
        for number in journals(of: path) { _ = aside(journalPath(path, number)) }
        return aside(path)
    }

    /// Renames a file to the first free name of `.bad`, `.bad.2`, `.bad.3` and so on.
    static func aside(_ path: String) -> String {
        var name = path + ".bad"
        var number = 2
        while unsafe access(name, F_OK) == 0, number < 1000 {
            name = "\(path).bad.\(number)"
            number += 1
        }
        _ = unsafe rename(path, name)
        return name
    }

    // MARK: Writing

    /// True while a version is being written.
    var isBusy: Bool { work?.isRunning == true }

    /// The file's bytes for the scene as it is: `without` are objects that go with their clients.
    static func text(_ scene: Scene, time: Double, journal: Int, without: [ObjectID]) -> [UInt8] {
        var text = ByteWriter()
        text.append(text: head)
        text.append(time)
        text.append("\n")
        text.append(text: journalHead)
        text.append(journal)
        text.append("\n")
        var dump = SceneDump(scene, at: time, without: without, secrets: true)
        dump.write(nil) { line in
            text.append(line)
            text.append("\n")
        }
        return text.array
    }

    /// A version that was written, or why it could not be.
    struct Written {
        var size = 0
        var time: Nanoseconds = 0
        var error: SceneError?
    }

    /// Writes a version on a thread of its own: `text` makes its bytes there; `then` is called in the loop when that is done. One at
    /// a time.
    func write(_ text: @escaping () -> [UInt8], _ reactor: Reactor, then: @escaping (Written) -> Void) {
        precondition(!isBusy, "one version at a time")
        do throws(SystemError) {
            work = try BackgroundJob(
                reactor,
                { [path] in
                    let begin = Clock.now
                    let bytes = text()
                    var written = Written(size: bytes.count)
                    do throws(SceneError) { try Files().write(path, bytes, lasting: true, mode: 0o600) } catch {
                        written.error = error
                    }
                    written.time = Clock.now - begin
                    return written
                }, then: then)
        } catch {
            then(Written(error: SceneError(.io, "\(path): \(error)")))
        }
    }

    /// Waits for the version that is being written.
    func finish() { work?.finish() }
}
