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
    private let clients: ClientRegistry
    private let files: Files
    /// The file; nil when none is named.
    private var file: StateFile?
    /// The journal that follows the version in the file; nil while it cannot be written.
    private var journal: Journal?
    /// Number of the journal.
    private var number = 0
    private var synced: BackgroundJob<Int32>?
    private var timers = Timers()
    private var version = Version()
    /// Numbers clients in journals.
    private var clientCount = 0
    private var isAlways = false
    /// Lines that the journal does not have yet.
    private var run = LineRun()
    /// Scene time and client of these lines.
    private var runTime = (time: 0.0, client: 0)
    /// Scene time that the journal knows, with the manual clock.
    private var keptTime = 0.0
    /// Why the state cannot be kept.
    private(set) var trouble: String?

    private struct Timers {
        /// Of the next version.
        var version: TimerID?
        /// Of the next sync.
        var sync: TimerID?
    }

    private struct Version {
        /// `scene.objectRevision` that version and journal hold; nil when that is not known.
        var revision: UInt64?
        /// Bytes of the last one.
        var size = 0
        /// The machine's time before which no other one is made.
        var earliest: Nanoseconds = 0
        /// A line changed the scene that the journal cannot repeat.
        var isUrgent = false

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
    /// Objects of a scene that the journal takes as a whole: some milliseconds, and a megabyte.
    private static let fewObjects = 10_000
    /// Bytes of a transaction that the journal takes; behind a longer one comes a version.
    private static let longestTransaction = 64 << 20
    /// Journals behind a version from which on a start makes the next one without waiting for calm, and at once.
    private static let (manyJournals, mostJournals) = (8, 64)
    private static let syncInterval: Nanoseconds = 1_000_000_000
    /// Nanoseconds after which a version that could not be written is tried again.
    private static let retryInterval: Nanoseconds = 5_000_000_000

    private var scene: Scene { timeline.scene }
    private var reactor: Reactor { timeline.reactor }

    init(_ timeline: Timeline, _ clients: ClientRegistry, _ files: Files) {
        self.timeline = timeline
        self.clients = clients
        self.files = files
    }

    /// True while a state file is named.
    var isOn: Bool { file != nil }

    // MARK: Settings

    /// Takes up a file, or another one, as the settings `state` and `stateSync` say.
    func applySettings() {
        endRun()
        isAlways = scene.value(Scene.daemon, SettingsProperty.stateSync.id).choice == 1
        let path = scene.value(Scene.daemon, SettingsProperty.state.id).string
        guard path != file?.path ?? "" else { return }
        finish()
        file = nil
        journal = nil
        guard !path.isEmpty else { return }
        // Not the scene that it holds, whatever that is: a version is made at once.
        open(path, number: (StateFile.journals(of: path).last ?? -1) + 1)
        version = Version()
    }

    /// Goes on behind a version that was restored, with the journals that follow it: their lines are run again. To be called
    /// before the settings are applied first.
    func restore(_ path: String, _ restored: RestoredState?) {
        Files.removeTemporary(of: path)
        let first = restored?.journal ?? 0
        let replay = JournalReplay(timeline)
        let behind = replay.run(path, from: first)
        // Journals without a record leave the version as it is.
        let next = replay.isEmpty ? first : behind
        // Journals of earlier versions, or behind one that is missing.
        for old in StateFile.journals(of: path) where !(first..<next).contains(old) {
            _ = unsafe unlink(StateFile.journalPath(path, old))
        }
        open(path, number: next)
        version = Version()
        version.size = restored?.bytes ?? 0
        // Journals that were run stay until a version has replaced them.
        if restored != nil, next == first { version.revision = scene.news.objectRevision }
        // One that is ended again and again before it comes to a version would read more journals with every start.
        if replay.isCut || next - first >= Self.mostJournals {
            writeNow()
        } else if next - first >= Self.manyJournals {
            version.isUrgent = true
        }
    }

    private func open(_ path: String, number: Int) {
        file = StateFile(path)
        self.number = number
        openJournal()
    }

    private func openJournal() {
        guard let file else { return }
        journal = nil
        do throws(SceneError) {
            journal = try Journal(
                StateFile.journalPath(file.path, number), time: timeline.now, wall: Clock.wall.inSeconds)
        } catch {
            fail(error)
        }
        keptTime = timeline.now
        for client in clients.all { client.journaled.scope = nil }
    }

    // MARK: Lines

    /// Notes a line of `client` that was handled: `before` is the scene's revision before it, and `wasOpen` whether the client had
    /// an open transaction.
    @inline(__always)
    func note(
        _ line: ByteView, _ client: ClientSession, before: UInt64, wasOpen: Bool, isDependent: Bool, isAnswered: Bool
    ) {
        let revision = timeline.scene.news.objectRevision
        if !wasOpen, isAnswered, revision != before, !client.session.isInTransaction, !isDependent,
            run.take(line, of: client, before: before, revision: revision)
        {
            return
        }
        noteOther(line, client, before, revision, wasOpen: wasOpen, isAnswered: isAnswered)
    }

    /// The same for a line that begins a run, or is no part of one.
    @inline(never)
    private func noteOther(
        _ line: ByteView, _ client: ClientSession, _ before: UInt64, _ revision: UInt64, wasOpen: Bool,
        isAnswered: Bool
    ) {
        endRun()
        if wasOpen || client.session.isInTransaction {
            guard noteOpen(line, client, hasChanged: revision != before) else { return }
        } else {
            // The effect of a request, as of `input`, is no line: a version follows.
            guard revision != before, isAnswered else { return }
            let extent = timeline.world.undoVerbs.endExtent()
            guard let reads = needs(of: line, client) else {
                guard noteEffect(of: extent, client) || noteScene() else { return cut(client) }
                if version.revision == before { version.revision = revision }
                return
            }
            if client.journaled.isStale(client.session.principal) { begin(client) }
            for read in reads {
                journal?.append(alone: JournalReplay.lines(of: read), time: timeline.world.time, client: 0)
            }
            runTime = (timeline.world.time, client.journaled.number)
            journal?.append(line, time: runTime.time, client: runTime.client)
            run.begin(behind: line, of: client, revision: revision)
        }
        if version.revision == before { version.revision = revision }
    }

    /// `undo` or `redo` of steps from before the journal: its effect goes into it, as lines. False when these cannot say it.
    private func noteEffect(of extent: UndoExtent?, _ client: ClientSession) -> Bool {
        guard let extent, let effect = JournalReplay.lines(of: extent, in: timeline.world) else { return false }
        let principal = client.session.principal
        if client.journaled.isStale(principal) { begin(client) }
        journal?.append(lines: effect.lines, time: timeline.world.time, client: client.journaled.number)
        if let order = effect.order { journal?.append(alone: order, time: timeline.world.time, client: 0) }
        client.journaled.noteSteps(of: principal)
        return true
    }

    /// A line changed the scene in a way that the journal cannot repeat: of one that is not large all of it goes in. False for others.
    private func noteScene() -> Bool {
        guard scene.count <= Self.fewObjects else { return false }
        timeline.world.bindingVerbs.updateBindings()
        let owned = clients.all.flatMap(\.session.principal.owned)
        let text = StateFile.text(scene, time: timeline.world.time, journal: number, without: owned)
        journal?.append(alone: JournalReplay.lines(ofScene: text), time: timeline.world.time, client: 0)
        // What clients say from now on is said in this scene.
        for client in clients.all { client.journaled.scope = nil }
        return true
    }

    /// The same in a large scene: a version follows. Until it is there, the lines behind it are run again without that one.
    private func cut(_ client: ClientSession) {
        version.isUrgent = true
        client.journaled.steps = (.max, .max)
    }

    /// Before a line whose effect depends on more than the scene.
    func beginDependent() {
        timeline.world.fileVerbs.record.begin()
        timeline.world.undoVerbs.beginExtent()
    }

    /// The files without which the journal cannot repeat a line that was handled; nil when it cannot anyway.
    private func needs(of line: ByteView, _ client: ClientSession) -> [LoadRecord.Read]? {
        switch DependentLine.cause(line) {
        case nil: return []
        case .files: return timeline.world.fileVerbs.record.end()
        case .history:
            // Steps from before the journal are none of its.
            guard let history = client.session.principal.history,
                !client.journaled.isStale(client.session.principal), history.count >= client.journaled.steps.undo,
                history.redoCount >= client.journaled.steps.redo
            else { return nil }
            return []
        }
    }

    /// The lines of a buffer were handed out: the journal gets those that it does not have.
    func endRun() {
        guard let lines = run.end() else { return }
        journal?.append(lines, time: runTime.time, client: runTime.client)
        if version.revision == run.first { version.revision = run.revision }
    }

    /// The same for a line of an open transaction. True when the journal has the transaction.
    @inline(never)
    private func noteOpen(_ line: ByteView, _ client: ClientSession, hasChanged: Bool) -> Bool {
        guard client.session.isInTransaction || hasChanged else {
            client.journaled.open.removeAll()
            return false
        }
        // Lines that only read are among them: such a transaction may grow for ever.
        if client.journaled.open.count <= Self.longestTransaction {
            unsafe client.journaled.open.append(contentsOf: line.buffer)
            client.journaled.open.append(UInt8(ascii: "\n"))
        }
        guard !client.session.isInTransaction else { return false }
        let lines = client.journaled.open
        client.journaled.open.removeAll()
        guard lines.count <= Self.longestTransaction, !DependentLine.isAmong(lines) else {
            if noteScene() { return true }
            cut(client)
            return false
        }
        if client.journaled.isStale(client.session.principal) { begin(client) }
        journal?.append(lines: lines, time: timeline.world.time, client: client.journaled.number)
        return true
    }

    /// A client has gone: objects that go with it are removed.
    func forget(_ client: ClientSession) {
        endRun()
        guard file != nil, client.journaled.number > 0, !client.session.principal.owned.isEmpty else { return }
        journal?.append(lines: JournalReplay.leave, time: timeline.now, client: client.journaled.number)
    }

    /// Behind a version, and when the client's scope has changed, its lines begin with a `session` that tells its rights.
    @inline(never)
    private func begin(_ client: ClientSession) {
        let principal = client.session.principal
        client.journaled.scope = JournaledSession.Scope(principal)
        clientCount += 1
        client.journaled.number = clientCount
        client.journaled.noteSteps(of: principal)
        var access = "read"
        if principal.access == .full { access = "full" }
        if case .subtree(let top) = principal.access, let slot = scene.slot(of: top) { access = scene.name(of: slot) }
        let line = "session access=\(access) lifetime=\(principal.owns ? "client" : "scene")\n"
        journal?.append(lines: Array(line.utf8), time: timeline.world.time, client: client.journaled.number)
    }

    // MARK: Turns

    /// Before replies are sent: the system has the lines that they are for, and with `stateSync=always` the disk.
    func beforeReplies() {
        endRun()
        guard let journal else { return }
        if isAlways, version.isUrgent { return writeNow() }
        do throws(SceneError) {
            if isAlways { try journal.sync() } else { try journal.write() }
        } catch {
            lose(error)
        }
    }

    /// Behind each turn: hands the rest to the system, and asks for a sync and for a version where these are due.
    func turnEnded() {
        guard file != nil else { return }
        if let journal {
            if timeline.clock.isManual { noteTime(journal) }
            do throws(SceneError) { try journal.write() } catch { lose(error) }
        }
        armSync()
        armVersion()
    }

    /// With the clock standing, a `tick` is kept even if nothing else happens.
    private func noteTime(_ journal: Journal) {
        guard timeline.now != keptTime else { return }
        keptTime = timeline.now
        journal.append(time: timeline.now)
    }

    // MARK: Syncs

    private func armSync() {
        guard timers.sync == nil, synced?.isRunning != true, journal?.isUnsynced == true else { return }
        timers.sync = reactor.setTimer(at: reactor.turnTime + Self.syncInterval / 2, self)
    }

    private func sync() {
        timers.sync = nil
        guard let journal, journal.isUnsynced, synced?.isRunning != true else { return }
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
        let calm = version.isUrgent ? 0 : Self.calm
        timers.version = reactor.setTimer(at: max(reactor.turnTime + calm, version.earliest), self)
    }

    /// True when the scene is not in version and journal, or the journal is long.
    private var isVersionDue: Bool {
        guard let journal, trouble == nil, !version.isUrgent, version.revision == scene.news.objectRevision else {
            return true
        }
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
        do throws(SceneError) { try journal?.write() } catch { lose(error) }
        number += 1
        version.isUrgent = false
        let (time, number, revision) = (timeline.now, number, scene.news.objectRevision)
        // Objects that go with their clients would come back without one.
        let owned = clients.all.flatMap(\.session.principal.owned)
        openJournal()
        version.revision = revision
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
        if journal == nil { openJournal() }
    }

    /// The state cannot be kept: the old one stays, and a version is tried again by and by.
    private func fail(_ error: SceneError) {
        if error.message != trouble { Log.write(.warning, "the state is not kept: \(error.message)") }
        trouble = error.message
        version.revision = nil
        version.earliest = Clock.now + Self.retryInterval
    }

    /// The journal cannot take lines: they are in the next version.
    private func lose(_ error: SceneError) {
        journal = nil
        fail(error)
    }

    /// At the end, when nothing else waits: writes a version when the last one is older than the scene.
    func writeAtEnd() {
        guard let file else { return }
        finish()
        if trouble != nil || version.revision != scene.news.objectRevision || journal?.hasLines == true {
            writeNow()
            guard trouble == nil else { return }
        }
        removeJournal(of: file.path)
    }

    private func removeJournal(of path: String) {
        journal = nil
        _ = unsafe unlink(StateFile.journalPath(path, number))
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
        json.number(journal?.size ?? 0)
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
