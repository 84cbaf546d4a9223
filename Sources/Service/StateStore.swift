import Geometry
import Glibc
import LineProtocol
import Reactor
import Scene
import World

/// Keeps the scene for the next start: each accepted line goes into a journal, and a version of the whole scene replaces
/// the journal when that has grown, or when the scene changed without a line.
///
/// With `stateSync=everysec` the journal is synced in the background, a second at most behind a line; with `always` before the
/// replies of a turn are sent, once for all of them.
final class StateStore {
    private let timeline: Timeline
    private let files: Files
    /// The file; nil when none is named.
    private var file: StateFile?
    /// The journal that follows the version in the file.
    let lines: JournalWriter
    private var synced: BackgroundJob<Int32>?
    private var timers = Timers()
    private var version = Version()
    private var isAlways = false
    /// Why the state cannot be kept.
    private(set) var trouble: String?

    private struct Timers {
        /// Of the next version.
        var version: TimerID?
        /// Of the next sync.
        var sync: TimerID?
    }

    private struct Version {
        /// Bytes of the last one.
        var size = 0
        /// The machine's time before which no other one is made.
        var earliest: Nanoseconds = 0

        var isSmall: Bool { size <= StateStore.smallVersion }
    }

    /// Behind a change a version is made when this time has passed, with later changes.
    private static let calm: Nanoseconds = 500_000_000
    /// Between two versions lies at least so many times the time that one takes in the loop: at most a hundredth of it.
    private static let restFactor: Nanoseconds = 100
    /// And so many times the time that it takes beside the loop.
    private static let restFactorBeside: Nanoseconds = 10
    /// Versions of at most so many bytes are made behind every change.
    private static let smallVersion = 256 << 10
    /// Journals behind a version from which on a start makes the next one without waiting for calm, and at once.
    private static let (manyJournals, mostJournals) = (8, 64)
    private static let syncInterval: Nanoseconds = 1_000_000_000
    /// Nanoseconds after which a version that could not be written is tried again.
    private static let retryInterval: Nanoseconds = 5_000_000_000

    private var scene: Scene { timeline.scene }
    private var reactor: Reactor { timeline.reactor }

    init(_ timeline: Timeline, _ clients: ClientRegistry, _ files: Files) {
        self.timeline = timeline
        self.files = files
        lines = JournalWriter(timeline, clients)
    }

    /// True while a state file is named.
    var isOn: Bool { file != nil }

    // MARK: Settings

    /// Takes up a file, or another one, as the settings `state` and `stateSync` say.
    func applySettings() {
        lines.endRun()
        isAlways = scene.value(Scene.daemon, SettingsProperty.stateSync.id).choice == 1
        let path = scene.value(Scene.daemon, SettingsProperty.state.id).string
        guard path != file?.path ?? "" else { return }
        finish()
        file = nil
        lines.end()
        guard !path.isEmpty else { return }
        // Not the scene that it holds, whatever that is: a version is made at once.
        open(path, number: (StateFile.journals(of: path).last ?? -1) + 1)
        version = Version()
        (lines.revision, lines.isUrgent) = (nil, false)
    }

    /// Goes on behind a version that was restored, with the journals that follow it: their lines are run again. To be called
    /// before the settings are applied first.
    func restore(_ path: String, _ restored: RestoredState?) {
        Files.removeTemporary(of: path)
        let first = restored?.journal ?? 0
        let replay = JournalReplay(timeline)
        let begin = Clock.now
        let behind = replay.run(path, from: restored?.next ?? JournalPosition(journal: first))
        let time = Clock.now - begin
        // Journals without a record leave the version as it is.
        let next = replay.isEmpty ? first : behind
        // Journals of earlier versions, or behind one that is missing.
        for old in StateFile.journals(of: path) where !(first..<next).contains(old) {
            _ = unsafe unlink(StateFile.journalPath(path, old))
        }
        open(path, number: next)
        if replay.lines > 0 { lines.noteReplay(time) }
        version = Version(size: restored?.bytes ?? 0)
        (lines.revision, lines.isUrgent) = (nil, false)
        // Journals that were run stay until a version has replaced them.
        if restored != nil, next == first { lines.revision = scene.news.objectRevision }
        // One that is ended again and again before it comes to a version would read more journals with every start.
        if replay.isCut || next - first >= Self.mostJournals {
            writeNow()
        } else if next - first >= Self.manyJournals {
            lines.isUrgent = true
        }
    }

    private func open(_ path: String, number: Int) {
        file = StateFile(path)
        openJournal(number)
    }

    private func openJournal(_ number: Int) {
        guard let file else { return }
        do throws(SceneError) { try lines.begin(file.path, number: number) } catch { fail(error) }
    }

    // MARK: Turns

    /// Before replies are sent: the system has the lines that they are for, and with `stateSync=always` the disk.
    func beforeReplies() {
        lines.endRun()
        guard let journal = lines.journal else { return }
        if isAlways, lines.isUrgent { return writeNow() }
        do throws(SceneError) {
            if isAlways { try journal.sync() } else { try journal.write() }
        } catch {
            lose(error)
        }
    }

    /// Behind each turn: hands the rest to the system, and asks for a sync and for a version where these are due.
    func turnEnded() {
        guard file != nil else { return }
        if let journal = lines.journal {
            if timeline.clock.isManual { lines.noteTime() }
            lines.endTurn(Clock.now - reactor.turnTime)
            do throws(SceneError) { try journal.write() } catch { lose(error) }
        }
        armSync()
        armVersion()
    }

    // MARK: Syncs

    private func armSync() {
        guard timers.sync == nil, synced?.isRunning != true, lines.journal?.isUnsynced == true else { return }
        timers.sync = reactor.setTimer(at: reactor.turnTime + Self.syncInterval / 2, self)
    }

    private func sync() {
        timers.sync = nil
        guard let journal = lines.journal, journal.isUnsynced, synced?.isRunning != true else { return }
        journal.noteSynced()
        let handle = journal.handle
        synced = try? BackgroundJob(reactor, { handle.sync() ? 0 : errno }) { [weak self] code in
            if code != 0 {
                self?.lose(SceneError(.io, "\(journal.path): \(unsafe String(cString: strerror(code)))"))
            }
        }
    }

    // MARK: Versions

    /// Asks for a version when one is due.
    private func armVersion() {
        guard let file, !file.isBusy, isVersionDue else { return }
        guard timers.version == nil else { return }
        let calm = lines.isUrgent ? 0 : Self.calm
        timers.version = reactor.setTimer(at: max(reactor.turnTime + calm, version.earliest), self)
    }

    /// True when the scene is not in version and journal, or the journal is long.
    private var isVersionDue: Bool {
        guard let journal = lines.journal, trouble == nil, !lines.isUrgent,
            lines.revision == scene.news.objectRevision
        else { return true }
        let isGrown = version.isSmall ? journal.hasLines : journal.size > version.size
        return isGrown
    }

    /// Hands a copy of the scene to the file's thread, and begins the journal that follows it.
    private func writeVersion() {
        timers.version = nil
        guard let file, !file.isBusy, isVersionDue else { return }
        let begin = Clock.now
        let (text, revision, old) = nextVersion(of: timeline.world.heavyReads.copy())
        let inLoop = Clock.now - begin
        file.write(text, reactor) { [weak self] written in
            self?.version.earliest = Clock.now + inLoop * Self.restFactor + written.time * Self.restFactorBeside
            self?.versionEnded(written.error, written.size, revision, before: old)
        }
    }

    /// The same, at once.
    private func writeNow() {
        guard let file else { return }
        file.finish()
        timeline.world.bindingVerbs.updateBindings()
        let (text, revision, old) = nextVersion(of: scene)
        let bytes = text()
        var failure: SceneError?
        do throws(SceneError) { try files.write(file.path, bytes, lasting: true, mode: 0o600) } catch {
            failure = error
        }
        versionEnded(failure, bytes.count, revision, before: old)
    }

    private func nextVersion(of copy: Scene) -> (text: () -> [UInt8], revision: UInt64, before: Int) {
        do throws(SceneError) { try lines.journal?.write() } catch { lose(error) }
        lines.isUrgent = false
        let (time, number, revision) = (timeline.now, lines.number + 1, scene.news.objectRevision)
        let owned = lines.owned()
        openJournal(number)
        lines.revision = revision
        return ({ StateFile.text(copy, time: time, journal: number, without: owned) }, revision, number)
    }

    private func versionEnded(_ error: SceneError?, _ size: Int, _ revision: UInt64, before number: Int) {
        guard let file else { return }
        if let error { return fail(error) }
        if trouble != nil { Log.write(.notice, "the state is kept again") }
        trouble = nil
        version.size = size
        for old in StateFile.journals(of: file.path) where old < number {
            _ = unsafe unlink(StateFile.journalPath(file.path, old))
        }
        if lines.journal == nil { openJournal(lines.number) }
    }

    /// The state cannot be kept: the old one stays, and a version is tried again by and by.
    private func fail(_ error: SceneError) {
        if error.message != trouble { Log.write(.warning, "the state is not kept: \(error.message)") }
        trouble = error.message
        lines.revision = nil
        version.earliest = Clock.now + Self.retryInterval
    }

    /// The journal cannot take lines: they are in the next version.
    private func lose(_ error: SceneError) {
        lines.end()
        fail(error)
    }

    /// At the end, when nothing else waits: writes a version when the last one is older than the scene.
    func writeAtEnd() {
        guard let file else { return }
        finish()
        if trouble != nil || lines.revision != scene.news.objectRevision || lines.journal?.hasLines == true {
            writeNow()
            guard trouble == nil else { return }
        }
        removeJournal(of: file.path)
    }

    private func removeJournal(of path: String) {
        lines.end()
        _ = unsafe unlink(StateFile.journalPath(path, lines.number))
    }

    private func finish() {
        synced?.finish()
        file?.finish()
    }

    /// The member `state` of `stats`.
    func writeStats(to json: inout JSONWriter) {
        guard isOn else { return }
        json.key("state")
        json.beginObject()
        json.key("bytes")
        json.number(version.size)
        json.key("journalBytes")
        json.number(lines.journal?.size ?? 0)
        json.key("message")
        json.string(text: trouble ?? "")
        json.endObject()
    }
}

extension StateStore: TimerHandler {
    func timerFired(_ timer: TimerID, now: Nanoseconds) {
        if timer == timers.sync { sync() } else { writeVersion() }
    }
}
