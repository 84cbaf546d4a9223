import Geometry
import Glibc
import LineProtocol
import Reactor
package import Scene
package import Storage
package import World

/// The state that a service goes on from.
package struct RestoredState {
    /// Scene time of the version, in seconds.
    package let time: Double
    /// Size of the version.
    let bytes: Int
    /// Number of the journal that follows the version's file.
    let first: Int
    /// Behind what was restored: the beginning of a journal, or the scene in one.
    let next: JournalPosition
    /// Number of the last record before that; nil: it is not known.
    let records: Int?
    /// Journals from there on.
    let journals: [Int]
    /// The version is that of an orderly end.
    let isEnded: Bool
    /// False when there was no version, and the journals are all.
    package let hasVersion: Bool
    /// True when nothing is known of a version: the scenes of the command line are the beginning.
    package let isBeginning: Bool
    /// The version is the one in the file, and whole.
    let isWhole: Bool
    /// What is damaged or gone, told to people; and the damaged files.
    fileprivate(set) var (problems, damaged): ([String], [String]) = ([], [])

    fileprivate init(_ kept: KeptState) {
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

/// The file of `--state`: a version of the scene as lines, and journals of the lines that were accepted since.
///
/// A version tells the scene time, by which animations and pending transactions go on, and the number of the journal that follows
/// it. A thread of its own writes each version: see `VersionFile`.
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
        /// Lines that this daemon refuses: the scene is as before.
        case refused(SceneError)
    }

    /// Makes a world's scene the newest version; nil when there is no state. Of a damaged one all that is whole comes back.
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
        guard let text = kept.text else { return RestoredState(kept) }
        guard (ReadAhead.least...ReadAhead.most).contains(text.count) else {
            try world.fileVerbs.restore(.text(text), of: text, from: path)
            return RestoredState(kept)
        }
        let count = text.lineCount
        let ahead = ReadAhead(text)
        try world.fileVerbs.restore(.read(count: count) { ahead.next() }, of: text, from: path)
        return RestoredState(kept)
    }

    /// Puts a file whose lines are refused aside, with its journals: nothing overwrites them. The new name.
    package static func putAside(_ path: String, _ disk: any Disk = SystemDisk()) -> String {
        StatePaths.putAside(path, disk, seconds: Int(Clock.wall / 1_000_000_000))
    }

    // MARK: Writing

    /// True while a version is being written.
    var isBusy: Bool { work?.isRunning == true }

    /// What a version says of itself.
    struct Head {
        var time: Double
        /// Number of the journal that follows.
        var journal: Int
        /// Number of the last record before that.
        var records: Int
        /// No journal follows.
        var isEnd: Bool
    }

    /// The file's bytes for the scene as it is: `without` are objects that go with their clients.
    static func text(_ scene: Scene, _ head: Head, without: [ObjectID]) -> [UInt8] {
        var text = VersionWriter(time: head.time, journal: head.journal, records: head.records)
        var dump = SceneDump(scene, at: head.time, without: without, secrets: true)
        dump.write(nil) { text.append($0) }
        return text.finish(ended: head.isEnd)
    }

    /// The lines alone.
    static func lines(_ scene: Scene, time: Double, without: [ObjectID]) -> [UInt8] {
        var text = ByteWriter()
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
        var error: DiskError?
        /// The journal before it is not on the disk, as far as one knows.
        var journalError: DiskError?
    }

    /// Writes a version on a thread of its own: `text` makes its bytes there, behind a sync of the journal before it, so that lines of
    /// that are on the disk before those behind them, should the version not come. `then` is called in the loop when that is done, which
    /// is waited for so long. One at a time.
    func write(
        _ text: @escaping () -> [UInt8], behind journal: (any DiskFile)?, within patience: Nanoseconds,
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
        if patience > 0 { _ = work?.finish(within: patience) }
    }

    /// Waits for the version that is being written.
    func finish() { work?.finish() }
}
