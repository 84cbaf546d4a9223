import Geometry
import Glibc
import LineProtocol
import Reactor
import Scene
package import Schema
package import Storage
package import World

/// The state from which a service continues.
package struct RestoredState {
    /// Scene time of the version, in seconds.
    package let time: Double
    /// Size of the version in bytes.
    let bytes: Int
    /// Number of the journal that follows the version's file.
    let first: Int
    /// Position after the restored state: the start of a journal, or after the scene in one.
    let next: JournalPosition
    /// Number of the last record before that; nil: unknown.
    let records: Int?
    /// Journals from there on.
    let journals: [Int]
    /// True for the version of an orderly shutdown.
    let isEnded: Bool
    /// False when there was no version, only journals.
    package let hasVersion: Bool
    /// True when no version is known: the scenes of the command line are the initial state.
    package let isBeginning: Bool
    /// True when the version is the one in the file, and complete.
    let isWhole: Bool
    /// Messages about damage and losses; and the damaged files.
    fileprivate(set) var (problems, damaged): ([String], [String]) = ([], [])

    /// The journal's name, or how far a replica had come; nil: nobody has followed it.
    let link: JournalLink?
    /// The layers under pointers and fingers then.
    let pointed: PointedLayers

    fileprivate init(_ kept: KeptState) {
        let line = kept.text?.prefix { $0 != UInt8(ascii: "\n") } ?? []
        link = JournalLink(String(decoding: line.prefix(1024), as: UTF8.self))
        pointed = PointedLayers(headOf: kept.text ?? [])
        time = kept.time
        bytes = kept.bytes
        first = kept.first
        next = kept.start
        journals = kept.journals
        (records, isEnded) = (kept.records, kept.isEnded)
        hasVersion = kept.text != nil
        isWhole = kept.isWhole
        isBeginning = kept.text == nil && kept.start.journal == 0
        problems = kept.problems
        damaged = kept.damaged
    }
}

/// The file of `--state`: a version of the scene as lines, and journals of the lines accepted since.
///
/// A version contains the scene time, from which animations and pending transactions continue, and the number of the
/// journal that follows it. Each version is written on its own thread: see `VersionFile`.
package final class StateFile {
    let path: String
    private let disk: any Disk
    /// The version that is being written.
    private var work: BackgroundJob<Written>?

    init(_ path: String, _ disk: any Disk) { (self.path, self.disk) = (path, disk) }

    // MARK: Reading

    /// A state that cannot be restored.
    package enum Unreadable: Error {
        /// Nothing may be changed.
        case newer(NewerFormat)
        /// Lines that this daemon rejects: the scene is unchanged.
        case refused(SceneError)
    }

    /// Replaces a world's scene by the newest version; nil when there is no state. Of a damaged version everything
    /// intact is restored.
    package static func restore(
        _ path: String, _ world: World, _ disk: any Disk = SystemDisk()
    ) throws(Unreadable) -> RestoredState? {
        var kept: KeptState
        do throws(NewerFormat) {
            guard let found = try KeptState(path, disk) else { return nil }
            kept = found
        } catch { throw .newer(error) }
        do throws(SceneError) { return try restore(kept, path, world) } catch {
            guard kept.isJournaled, let file = try? KeptState(path, disk, alone: true) else {
                throw .refused(error)
            }
            Log.write(.error, "the scene in the journal is not used: \(error.message)")
            world.start(at: 0)
            kept = file
        }
        do throws(SceneError) { return try restore(kept, path, world) } catch {
            throw .refused(error)
        }
    }

    private static func restore(
        _ kept: KeptState, _ path: String, _ world: World
    ) throws(SceneError) -> RestoredState {
        world.start(at: kept.time)
        if let text = kept.text {
            JournalReplay.takeHead(of: text, in: world)
            try restore(text, world, from: path)
            // A seed among the lines has begun the random numbers anew.
            JournalReplay.takeHead(of: text, in: world)
        }
        return RestoredState(kept)
    }

    /// Makes a world's scene that of some lines. Throws for a text that is no scene, and then changes nothing.
    static func restore(_ text: [UInt8], _ world: World, from path: String) throws(SceneError) {
        guard (ReadAhead.least...ReadAhead.most).contains(text.count) else {
            return try world.fileVerbs.restore(.text(text), of: text, from: path)
        }
        let count = text.lineCount
        let ahead = ReadAhead(text)
        try world.fileVerbs.restore(.read(count: count) { ahead.next() }, of: text, from: path)
    }

    /// Renames a file with rejected lines, with its journals, so that nothing overwrites them. Returns the new name.
    package static func putAside(_ path: String, _ disk: any Disk = SystemDisk()) -> String {
        StatePaths.putAside(path, disk, seconds: Int(Clock.wall / 1_000_000_000))
    }

    // MARK: Writing

    /// True while a version is being written.
    var isBusy: Bool { work?.isRunning == true }

    /// The head of a version.
    struct Head {
        var time: Double
        /// Number of the journal that follows.
        var journal: Int
        /// Number of the last record before that.
        var records: Int
        /// True when no journal follows.
        var isEnd: Bool
    }

    /// The file's bytes for the scene as it is: `without` are objects that go with their clients, `first` stands before its lines. `buffers`:
    /// pictures stand for their pixels.
    static func text(
        _ scene: Scene, _ head: Head, without: [ObjectID], buffers: Bool = false, _ first: [UInt8] = []
    ) -> [UInt8] {
        var text = VersionWriter(time: head.time, journal: head.journal, records: head.records)
        first.withView(0..<first.count) { $0.forEachLine { text.append($0) } }
        var dump = SceneDump(scene, at: head.time, without: without, secrets: true)
        dump.keepsBuffers = buffers
        dump.write(nil) { text.append($0) }
        return text.finish(ended: head.isEnd)
    }

    /// Only the lines.
    static func lines(_ scene: Scene, time: Double, without: [ObjectID], buffers: Bool = false) -> [UInt8] {
        var text = ByteWriter()
        var dump = SceneDump(scene, at: time, without: without, secrets: true)
        dump.keepsBuffers = buffers
        dump.write(nil) { line in
            text.append(line)
            text.append("\n")
        }
        return text.array
    }

    /// The result of writing a version.
    struct Written {
        var size = 0
        var time: Nanoseconds = 0
        var error: DiskError?
        /// Set when the previous journal may not be on the disk.
        var journalError: DiskError?
    }

    /// Writes a version on its own thread. `text` creates its bytes there, after a sync of the previous journal: its
    /// lines have to be on the disk before later ones, in case writing the version fails. `then` is called in the loop
    /// afterwards. Waits at most `timeout`. One call at a time.
    func write(
        _ text: @escaping () -> [UInt8], behind journal: (any DiskFile)?, within timeout: Nanoseconds,
        _ reactor: Reactor, then: @escaping (Written) -> Void
    ) {
        precondition(!isBusy, "one version at a time")
        let body: () -> Written = { [path, disk] in
            let begin = Clock.now
            var written = Written()
            do throws(DiskError) { try journal?.sync() } catch { written.journalError = error }
            let bytes = text()
            written.size = bytes.count
            do throws(DiskError) { try VersionFile.put(bytes, at: path, on: disk) } catch { written.error = error }
            written.time = Clock.now - begin
            return written
        }
        guard !disk.isImmediate else { return then(body()) }
        do throws(SystemError) { work = try BackgroundJob(reactor, body, then: then) } catch { return then(body()) }
        if timeout > 0 { _ = work?.finish(within: timeout) }
    }

    /// Waits for the version that is being written.
    func finish() { work?.finish() }
}
