import Geometry
import Glibc
import LineProtocol
import Reactor
import Scene
import SceneTables
import Schema
import Storage
import World

/// Writes the accepted lines to the journal that follows the last version of the scene.
///
/// Consecutive lines in a read buffer are copied together (`LineRun`). A line whose effect depends on more than the
/// scene is written with those inputs, or as its effect; where neither is possible, a new version is urgent.
final class JournalWriter {
    private let timeline: Timeline
    private let clients: ClientRegistry
    /// Nil while there is none, or when it cannot be written.
    private(set) var journal: Journal?
    /// Number of the journal.
    private(set) var number = 0
    /// Number of the last record before the journal, while there is none.
    private var lastRecord = 0
    /// `scene.objectRevision` stored by version and journal; nil: unknown.
    var revision: UInt64?
    /// True when a line changed the scene in a way that the journal cannot store.
    var isUrgent = false
    /// Last client number in journals.
    private var clientCount = 0
    /// Lines that are not in the journal yet.
    private var run = LineRun()
    /// Scene time and client of these lines.
    private var runTime = (time: 0.0, client: 0)
    /// Scene time stored in the journal, with the manual clock.
    private var keptTime = 0.0
    private var bound = ReplayBound()
    /// The journal's name among those of other daemons, or of a replica how far it has come; nil: nobody has followed it.
    var link: JournalLink?
    /// Somebody follows the records.
    private(set) var isFed = false
    /// Gets whole records.
    var onRecords: ((ByteView) -> Void)?
    /// Called when the scene was changed in a way that no record tells to others.
    var onBreak: (() -> Void)?
    /// Hands the records that there are to the disk.
    var onFlush: (() -> Void)?
    /// The random numbers that readers know.
    private var randomState: UInt64?
    /// The layers under pointers and fingers, as styles show them.
    private var (hovered, pressed): ([ObjectID], [ObjectID]) = ([], [])
    /// Creation of the next journal's file.
    private var making: BackgroundJob<Result<Journal, DiskError>>?

    /// Maximum number of objects of a scene that is written to the journal completely: some milliseconds, and a
    /// megabyte.
    private static let fewObjects = 10_000
    /// Maximum bytes of a transaction in the journal; after a longer one follows a version.
    private static let longestTransaction = 64 << 20

    private var scene: Scene { timeline.scene }

    init(_ timeline: Timeline, _ clients: ClientRegistry) {
        self.timeline = timeline
        self.clients = clients
        timeline.world.host.onComputed = { [unowned self] in noteComputed() }
        timeline.world.host.onSeed = { [unowned self] in note(random: $0) }
    }

    /// Starts the journal with this number for the file at `path`; waits for the disk for at most `timeout`. If it
    /// throws, the previous one continues.
    func begin(_ path: String, number: Int, _ disk: any Disk, within timeout: Nanoseconds) throws(DiskError) {
        let name = StatePaths.journal(path, number)
        // A journal that is still being created has the name.
        if let making, !making.finish(within: 0) { throw DiskError(name, ETIMEDOUT) }
        let head = JournalHead(time: timeline.now, wall: Clock.wall.inSeconds, records: records)
        journal = try make(name, head, disk, within: timeout)
        journal?.onRecords = { [weak self] in if self?.isFed == true { self?.onRecords?($0) } }
        self.number = number
        keptTime = timeline.now
        for client in clients.all { client.journaled.scope = nil }
        bound = ReplayBound()
        noteEpoch()
    }

    private func make(
        _ name: String, _ head: JournalHead, _ disk: any Disk, within timeout: Nanoseconds
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
        guard making.finish(within: timeout), let result else { throw DiskError(name, ETIMEDOUT) }
        return try result.get()
    }

    /// Accepts no more lines.
    func end() {
        lastRecord = records
        journal = nil
    }

    // MARK: Followers

    /// Somebody follows the records, whether they are kept or not.
    func beginFeed() {
        isFed = true
        guard journal == nil else { return }
        do throws(DiskError) { try begin("", number: number, NoDisk(), within: 0) } catch {
            preconditionFailure("there is no disk that could fail")
        }
    }

    /// Nobody follows the records. `isKept`: there is a file for them.
    func endFeed(isKept: Bool) {
        isFed = false
        if !isKept { end() }
    }

    /// All records that there are go to their readers.
    func flushFeed() {
        endRun()
        onFlush?()
    }

    /// Comments before the lines of a stored scene.
    var head: [UInt8] {
        var text = link.map { Array("\($0.line)\n".utf8) } ?? []
        if let whole = scene.wholeSize { text += JournalReplay.lines(ofWhole: whole) }
        for (path, file) in timeline.world.sharedFiles.sorted(by: { $0.key < $1.key }) {
            text += JournalReplay.lines(ofFile: path, at: file)
        }
        let pointed = pointed
        if !pointed.isEmpty { text += pointed.line }
        // Lines of the scene tell it of a layer that has the focus.
        if scene.focus == nil, !scene.hasFocusRing { text += JournalReplay.lines(ofFocus: "", hasRing: false) }
        if let random = timeline.world.drawnRandomState { text += JournalReplay.lines(ofRandom: random) }
        return text
    }

    /// Notes the journal's name, and of a replica its primary's.
    func noteEpoch() {
        guard let link else { return }
        journal?.append(alone: Array("\(link.line)\n".utf8), time: timeline.now, client: 0)
    }

    /// Notes that the clock on the wall has gone otherwise than the scene's.
    func noteClock() {
        endRun()
        journal?.append(time: timeline.now)
    }

    /// Notes that the whole scene is told to others.
    func noteMoment() {
        endRun()
        journal?.append(alone: JournalReplay.moment, time: timeline.world.time, client: 0)
        randomState = timeline.world.randomState
    }

    /// Notes a value that no line said: what a file of a `data` object has.
    func note(values lines: [UInt8], before: UInt64) {
        guard isFed, let journal else { return }
        endRun()
        journal.append(alone: lines, time: timeline.world.time, client: 0)
        follow(before, scene.news.objectRevision)
    }

    /// Notes a record of the primary that was carried out.
    func note(replayed lines: [UInt8], of client: Int, before: UInt64) {
        guard let journal else { return }
        endRun()
        noteEpoch()
        if !lines.isEmpty { journal.append(alone: lines, time: timeline.world.time, client: client) }
        follow(before, scene.news.objectRevision)
    }

    /// The scene has become another one as a whole.
    func noteWhole() {
        guard journal != nil else { return }
        endRun()
        guard noteScene() else {
            isUrgent = true
            return
        }
        revision = scene.news.objectRevision
    }

    /// Notes what others are to know beside lines.
    func noteAlone(_ lines: [UInt8]) {
        endRun()
        journal?.append(alone: lines, time: timeline.world.time, client: 0)
    }

    /// Notes the state of random numbers before a line that sets the seed: readers do not run it.
    private func note(random state: UInt64) {
        guard isFed else { return }
        endRun()
        randomState = state
        journal?.append(alone: JournalReplay.lines(ofRandom: state), time: timeline.world.time, client: 0)
    }

    /// Notes random numbers that were taken since the last record.
    private func noteRandom() {
        let state = timeline.world.randomState
        if state != randomState { note(random: state) }
    }

    /// Number of the last record, including skipped numbers.
    var records: Int {
        get { journal?.last ?? lastRecord }
        set { lastRecord = newValue }
    }

    /// Something is in no record: readers of the journals find a missing number.
    func leaveOut() {
        lastRecord += 1
        journal?.leaveOut()
    }

    /// Objects owned by clients: they would be restored without their client.
    func owned() -> [ObjectID] { clients.all.flatMap(\.session.principal.owned) }

    /// Lines in the journal changed the scene from revision `before` to `now`: follow, if version and journal store
    /// `before`.
    private func follow(_ before: UInt64, _ now: UInt64) {
        if revision == before { revision = now }
    }

    /// With a stopped clock, `tick` is stored even if nothing else happens.
    func noteTime() {
        guard let journal, timeline.now != keptTime else { return }
        keptTime = timeline.now
        journal.append(time: timeline.now)
    }

    /// Records a handled line of `client`. `before`: the scene's revision before it; `wasOpen`: whether the client had
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

    /// Records a failed line, which has no effect; a transaction that it ends has none either.
    @inline(never)
    private func noteRefused(_ client: ClientSession, _ before: UInt64, wasOpen: Bool) {
        endRun()
        if wasOpen, !client.session.isInTransaction { client.journaled.open.removeAll() }
        _ = timeline.world.undoVerbs.endExtent()
        follow(before, timeline.scene.news.objectRevision)
    }

    /// Records a line that starts a run or belongs to none.
    @inline(never)
    private func noteOther(
        _ line: ByteView, _ client: ClientSession, _ before: UInt64, _ revision: UInt64, wasOpen: Bool,
        isAnswered: Bool
    ) {
        endRun()
        if wasOpen || client.session.isInTransaction {
            guard noteOpen(line, client, hasChanged: revision != before) else { return }
        } else {
            // The effect of a request such as `input` is no line: a version follows.
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
            if isFed { noteRandom() }
        }
        follow(before, revision)
    }

    /// Records `undo` or `redo` of steps from before the journal: writes its effect as lines. False when lines cannot
    /// express it.
    private func noteEffect(of extent: UndoExtent?, _ client: ClientSession) -> Bool {
        guard let extent, let effect = JournalReplay.lines(of: extent, in: timeline.world) else { return false }
        let principal = client.session.principal
        if client.journaled.isStale(principal) { begin(client) }
        journal?.append(lines: effect.lines, time: timeline.world.time, client: client.journaled.number)
        if let order = effect.order { journal?.append(alone: order, time: timeline.world.time, client: 0) }
        client.journaled.noteSteps(of: principal)
        return true
    }

    /// A line changed the scene in a way that the journal cannot store: writes the whole scene unless it is large.
    /// False for large scenes.
    private func noteScene(isKnown: Bool = false) -> Bool {
        if !isKnown { onBreak?() }
        guard scene.count <= Self.fewObjects else { return false }
        timeline.reactToChanges()
        timeline.world.prepareToWrite()
        let text = StateFile.lines(
            scene, time: timeline.world.time, without: owned(), buffers: timeline.world.replica != nil)
        journal?.append(alone: JournalReplay.lines(ofScene: head + text), time: timeline.world.time, client: 0)
        // Further lines of all clients belong to this scene.
        for client in clients.all { client.journaled.scope = nil }
        return true
    }

    /// Records a line of no client.
    func note(own line: String, before: UInt64) {
        guard let journal else { return }
        endRun()
        journal.append(alone: Array("\(line)\n".utf8), time: timeline.world.time, client: 0)
        follow(before, scene.news.objectRevision)
    }

    /// Records an input event of a layer with reactions.
    func note(_ reaction: JournaledReaction, before: UInt64) {
        guard let journal else { return }
        endRun()
        journal.append(alone: reaction.lines, time: timeline.world.time, client: 0)
        follow(before, scene.news.objectRevision)
    }

    /// Records the layers under pointers and fingers, for their styles.
    func note(hovered: [ObjectID], pressed: [ObjectID]) {
        (self.hovered, self.pressed) = (hovered, pressed)
        guard let journal else { return }
        endRun()
        journal.append(alone: pointed.line, time: timeline.world.time, client: 0)
    }

    /// The layers under pointers and fingers.
    private var pointed: PointedLayers {
        func names(_ layers: [ObjectID]) -> [String] { layers.compactMap { scene.slot(of: $0).map(scene.name) } }
        return PointedLayers(hovered: names(hovered), pressed: names(pressed))
    }

    /// Records that bindings were evaluated: one that fails later keeps its present value.
    private func noteComputed() {
        guard let journal else { return }
        endRun()
        journal.noteComputed()
    }

    /// Records the layer with the key focus.
    func note(focus: ObjectID?, hasRing: Bool) {
        guard let journal else { return }
        endRun()
        let name = focus.flatMap { scene.slot(of: $0) }.map { scene.name(of: $0) } ?? ""
        let lines = JournalReplay.lines(ofFocus: name, hasRing: hasRing)
        journal.append(alone: lines, time: timeline.world.time, client: 0)
    }

    /// Call after each turn: writes the whole scene, when small, once replaying the journal would take long.
    func endTurn(_ time: Nanoseconds) {
        guard let journal else { return }
        bound.note(journal.length, turn: time)
        // A scene does not tell which layers are new in their layouts.
        guard bound.isDue, scene.count <= ReplayBound.mostObjects, !scene.layout.hasFresh else { return }
        let begin = Clock.now
        // Objects owned by clients are not written: later lines about them would be lost.
        if owned().isEmpty, noteScene(isKnown: true) { revision = scene.news.objectRevision }
        bound.begin(at: journal.length, time: Clock.now - begin)
    }

    /// Makes the next turn write the scene if replaying the journals took that long.
    func noteReplay(_ time: Nanoseconds) { bound.noteReplay(time) }

    /// For a large scene: a version has to follow. Until then, the following lines are replayed without this one.
    private func cut(_ client: ClientSession) {
        isUrgent = true
        onBreak?()
        leaveOut()
        client.journaled.steps = (.max, .max)
    }

    /// Call before a line whose effect depends on more than the scene.
    func beginDependent() {
        timeline.world.fileVerbs.record.begin()
        timeline.world.undoVerbs.beginExtent()
    }

    /// The files that the journal needs to replay a handled line; nil when it cannot replay it.
    private func needs(of line: ByteView, _ client: ClientSession) -> [LoadRecord.Read]? {
        switch DependentLine.cause(line) {
        case nil: return []
        case .files: return timeline.world.fileVerbs.record.end()
        case .history:
            // Steps from before the journal cannot be replayed.
            guard let history = client.session.principal.history,
                !client.journaled.isStale(client.session.principal), history.count >= client.journaled.steps.undo,
                history.redoCount >= client.journaled.steps.redo
            else { return nil }
            return []
        }
    }

    /// Call when a buffer's lines are handled: writes those that are not in the journal yet.
    func endRun() {
        guard let lines = run.end() else { return }
        journal?.append(lines, time: runTime.time, client: runTime.client)
        follow(run.first, run.revision)
        if isFed { noteRandom() }
    }

    /// Records a line of an open transaction. Returns true when the journal has the transaction.
    @inline(never)
    private func noteOpen(_ line: ByteView, _ client: ClientSession, hasChanged: Bool) -> Bool {
        guard client.session.isInTransaction || hasChanged else {
            client.journaled.open.removeAll()
            return false
        }
        // Includes reading lines: such a transaction may grow without limit.
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

    /// Records that a client is gone: objects that it owns are removed.
    func forget(_ client: ClientSession) {
        endRun()
        guard client.journaled.number > 0, !client.session.principal.owned.isEmpty else { return }
        if isFed {
            // Who has come later does not know whose they are.
            let names = client.session.principal.owned.compactMap { scene.slot(of: $0).map(scene.name) }
            let lines = names.map { "remove \($0)\n" }.joined()
            journal?.append(lines: Array(lines.utf8), time: timeline.now, client: client.journaled.number)
        }
        journal?.append(lines: JournalReplay.leave, time: timeline.now, client: client.journaled.number)
    }

    /// After a version, and when the client's scope has changed, its lines start with a `session` with its access.
    @inline(never)
    private func begin(_ client: ClientSession) {
        let principal = client.session.principal
        client.journaled.scope = JournaledSession.Scope(principal)
        // Numbers restart with each start.
        if clientCount == 0 { journal?.append(alone: JournalReplay.start, time: timeline.world.time, client: 0) }
        clientCount += 1
        client.journaled.number = clientCount
        client.journaled.noteSteps(of: principal)
        var access = "read"
        if principal.access == .full { access = "full" }
        if case .machine(_, nil) = principal.access { access = "full" }
        if let top = principal.access.top, let slot = scene.slot(of: top) { access = scene.name(of: slot) }
        let line = "session access=\(access) lifetime=\(principal.owns ? "client" : "scene")\n"
        journal?.append(lines: Array(line.utf8), time: timeline.world.time, client: client.journaled.number)
    }
}
