import Geometry
import Glibc
import LineProtocol
import Reactor
import Scene
import Storage
import World

/// Writes the accepted lines into the journal that follows the last version of the scene.
///
/// Lines that stand one behind the other in the buffer that they were read into are copied together (`LineRun`). A line whose effect
/// depends on more than the scene goes in with that, or as its effect; where neither is possible, a version is urgent.
final class JournalWriter {
    private let timeline: Timeline
    private let clients: ClientRegistry
    /// Nil while there is none, or it cannot be written.
    private(set) var journal: Journal?
    /// Number of the journal.
    private(set) var number = 0
    /// Number of the last record before the journal, while there is none.
    private var lastRecord = 0
    /// `scene.objectRevision` that version and journal hold; nil when that is not known.
    var revision: UInt64?
    /// A line changed the scene that the journal cannot repeat.
    var isUrgent = false
    /// Numbers clients in journals.
    private var clientCount = 0
    /// Lines that the journal does not have yet.
    private var run = LineRun()
    /// Scene time and client of these lines.
    private var runTime = (time: 0.0, client: 0)
    /// Scene time that the journal knows, with the manual clock.
    private var keptTime = 0.0
    private var bound = ReplayBound()
    /// The next journal's file.
    private var making: BackgroundJob<Result<Journal, DiskError>>?

    /// Objects of a scene that the journal takes as a whole: some milliseconds, and a megabyte.
    private static let fewObjects = 10_000
    /// Bytes of a transaction that the journal takes; behind a longer one comes a version.
    private static let longestTransaction = 64 << 20

    private var scene: Scene { timeline.scene }

    init(_ timeline: Timeline, _ clients: ClientRegistry) {
        self.timeline = timeline
        self.clients = clients
        timeline.world.host.onComputed = { [weak self] in self?.noteComputed() }
    }

    /// Begins the journal of this number, for the file at `path`: waits for the disk so long at most. Throws; then the one before goes
    /// on.
    func begin(_ path: String, number: Int, _ disk: any Disk, within patience: Nanoseconds) throws(DiskError) {
        let name = StatePaths.journal(path, number)
        // One that is still being made has the name.
        if let making, !making.finish(within: 0) { throw DiskError(name, ETIMEDOUT) }
        let head = JournalHead(time: timeline.now, wall: Clock.wall.inSeconds, records: records)
        journal = try make(name, head, disk, within: patience)
        self.number = number
        keptTime = timeline.now
        for client in clients.all { client.journaled.scope = nil }
        bound = ReplayBound()
    }

    private func make(
        _ name: String, _ head: JournalHead, _ disk: any Disk, within patience: Nanoseconds
    ) throws(DiskError) -> Journal {
        guard !disk.isImmediate else { return try Journal.make(name, head, disk) }
        var result: Result<Journal, DiskError>?
        let body: () -> Result<Journal, DiskError> = {
            do throws(DiskError) { return .success(try Journal.make(name, head, disk)) } catch {
                return .failure(error)
            }
        }
        making = try? BackgroundJob(timeline.reactor, body) { result = $0 }
        guard let making else { return try body().get() }
        guard making.finish(within: patience), let result else { throw DiskError(name, ETIMEDOUT) }
        return try result.get()
    }

    /// No lines are taken from now on.
    func end() {
        lastRecord = records
        journal = nil
    }

    /// Number of the last record; of what came into none, too.
    var records: Int {
        get { journal?.last ?? lastRecord }
        set { lastRecord = newValue }
    }

    /// Something came into no record: who reads the journals finds a number missing.
    func leaveOut() {
        lastRecord += 1
        journal?.leaveOut()
    }

    /// Objects that go with their clients: they would come back without one.
    func owned() -> [ObjectID] { clients.all.flatMap(\.session.principal.owned) }

    /// The scene at `before`, when version and journal hold that, has come to `now` by lines that the journal has.
    private func follow(_ before: UInt64, _ now: UInt64) {
        if revision == before { revision = now }
    }

    /// With the clock standing, a `tick` is kept even if nothing else happens.
    func noteTime() {
        guard let journal, timeline.now != keptTime else { return }
        keptTime = timeline.now
        journal.append(time: timeline.now)
    }

    /// Notes a line of `client` that was handled: `before` is the scene's revision before it, and `wasOpen` whether the client had
    /// an open transaction.
    @inline(__always)
    func note(
        _ line: ByteView, _ client: ClientSession, before: UInt64, wasOpen: Bool, isDependent: Bool, isAnswered: Bool
    ) {
        if client.session.hasFailed { return noteRefused(client, before, wasOpen: wasOpen) }
        let revision = timeline.scene.news.objectRevision
        if !wasOpen, isAnswered, revision != before, !client.session.isInTransaction, !isDependent,
            run.take(line, of: client, before: before, revision: revision)
        {
            return
        }
        noteOther(line, client, before, revision, wasOpen: wasOpen, isAnswered: isAnswered)
    }

    /// The same for a line that was refused, and so has no effect: a transaction that it ends has none, either.
    @inline(never)
    private func noteRefused(_ client: ClientSession, _ before: UInt64, wasOpen: Bool) {
        endRun()
        if wasOpen, !client.session.isInTransaction { client.journaled.open.removeAll() }
        _ = timeline.world.undoVerbs.endExtent()
        follow(before, timeline.scene.news.objectRevision)
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
                let isOfHistory = DependentLine.cause(line) == .history
                guard isOfHistory && noteEffect(of: extent, client) || noteScene() else { return cut(client) }
                follow(before, revision)
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
        follow(before, revision)
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
        scene.layout.layOut()
        scene.layout.fit()
        let text = StateFile.lines(scene, time: timeline.world.time, without: owned())
        journal?.append(alone: JournalReplay.lines(ofScene: text), time: timeline.world.time, client: 0)
        // What clients say from now on is said in this scene.
        for client in clients.all { client.journaled.scope = nil }
        return true
    }

    /// Notes what input did to a layer with reactions.
    func note(_ reaction: JournaledReaction, before: UInt64) {
        guard let journal else { return }
        endRun()
        journal.append(alone: reaction.lines, time: timeline.world.time, client: 0)
        follow(before, scene.news.objectRevision)
    }

    /// Notes the layers that pointers and fingers are on from now on, whose styles follow.
    func note(hovered: [ObjectID], pressed: [ObjectID]) {
        guard let journal else { return }
        endRun()
        func names(_ layers: [ObjectID]) -> [String] { layers.compactMap { scene.slot(of: $0).map(scene.name) } }
        let lines = JournalReplay.lines(ofHovered: names(hovered), pressed: names(pressed))
        journal.append(alone: lines, time: timeline.world.time, client: 0)
    }

    /// Bindings are computed: one that fails later keeps the value that it has now.
    private func noteComputed() {
        guard let journal else { return }
        endRun()
        journal.noteComputed()
    }

    /// Notes the layer that keys go to from now on.
    func note(focus: ObjectID?) {
        guard let journal else { return }
        endRun()
        let name = focus.flatMap { scene.slot(of: $0) }.map { scene.name(of: $0) } ?? ""
        journal.append(alone: JournalReplay.lines(ofFocus: name), time: timeline.world.time, client: 0)
    }

    /// Behind a turn: all of a small scene goes into the journal when that holds so much that a start would take long.
    func endTurn(_ time: Nanoseconds) {
        guard let journal else { return }
        bound.note(journal.length, turn: time)
        guard bound.isDue, scene.count <= ReplayBound.mostObjects else { return }
        let begin = Clock.now
        // Objects that go with their clients are in none: what later lines do with them would be lost.
        if owned().isEmpty, noteScene() { revision = scene.news.objectRevision }
        bound.begin(at: journal.length, time: Clock.now - begin)
    }

    /// The next turn ends with the scene in the journal, when running the journals again took so long.
    func noteReplay(_ time: Nanoseconds) { bound.noteReplay(time) }

    /// The same in a large scene: a version follows. Until it is there, the lines behind it are run again without that one.
    private func cut(_ client: ClientSession) {
        isUrgent = true
        leaveOut()
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
        follow(run.first, run.revision)
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
        guard client.journaled.number > 0, !client.session.principal.owned.isEmpty else { return }
        journal?.append(lines: JournalReplay.leave, time: timeline.now, client: client.journaled.number)
    }

    /// Behind a version, and when the client's scope has changed, its lines begin with a `session` that tells its rights.
    @inline(never)
    private func begin(_ client: ClientSession) {
        let principal = client.session.principal
        client.journaled.scope = JournaledSession.Scope(principal)
        // Numbers begin again with each start.
        if clientCount == 0 { journal?.append(alone: JournalReplay.start, time: timeline.world.time, client: 0) }
        clientCount += 1
        client.journaled.number = clientCount
        client.journaled.noteSteps(of: principal)
        var access = "read"
        if principal.access == .full { access = "full" }
        if case .subtree(let top) = principal.access, let slot = scene.slot(of: top) { access = scene.name(of: slot) }
        let line = "session access=\(access) lifetime=\(principal.owns ? "client" : "scene")\n"
        journal?.append(lines: Array(line.utf8), time: timeline.world.time, client: client.journaled.number)
    }
}
