import Geometry
import Glibc
import LineProtocol
import Reactor
import Scene
import SceneTables
import Schema
import Storage
import World

/// Stores the scene for the next start: each accepted line is written to a journal, and a version of the whole scene
/// replaces the journal when that has grown, or when the scene changed without a line.
///
/// With `stateSync=everysec` the journal is synced in the background at most a second after a line; with `always`
/// before the replies of a turn are sent, once for all of them: while the disk fails, lines that change the scene are
/// rejected.
///
/// A journal that could not be written or synced is abandoned: the whole scene is written instead, and retried until it
/// succeeds.
final class StateStore {
    let timeline: Timeline
    let disk: any Disk
    private let problems: Problems
    /// The file; nil when none is named.
    private(set) var file: StateFile?
    /// The journal that follows the version in the file.
    let lines: JournalWriter
    /// Prevents other daemons from using the file.
    private var lock: StateLock?
    /// True when the file belongs to another daemon or a later version: nothing may be written.
    private var isOthers = false
    private var synced: BackgroundJob<DiskError?>?
    private var timers = Timers()
    private var version = Version()
    private(set) var isAlways = false
    /// The reason why lines cannot be stored; nil while they can.
    private(set) var trouble: String?
    /// Damaged files that have no backup name yet.
    private var damaged: [String] = []
    /// Callbacks for the next version.
    private var saves: [(SceneError?) -> Void] = []
    /// True when initial settings were applied: later settings come from clients.
    private var isReady = false
    /// Called when replies start or stop to promise that their lines are on the disk.
    var onPromises: ((Bool) -> Void)?
    /// Called with the journal's name, or how far a replica had come, at a start from a state that tells it.
    var onLink: ((JournalLink) -> Void)?

    private struct Timers {
        /// Timer of the next version.
        var version: TimerID?
        /// Timer of the next sync.
        var sync: TimerID?
        /// Timer of the next check of a disk that fails or is late.
        var look: TimerID?
    }

    private struct Version {
        /// Bytes of the last version.
        var size = 0
        /// Machine time before which no other version is written.
        var earliest: Nanoseconds = 0
        /// True when it states that no journal follows.
        var isEnd = false
        /// True when lines are in no journal: the next version has to contain them.
        var isNeeded = false

        var isSmall: Bool { size <= StateStore.smallVersion }
    }

    /// Time from a change to the version with it, to include later changes.
    private static let calm: Nanoseconds = 500_000_000
    /// Minimum interval between two versions, as a multiple of the time that one takes in the loop: versions take at
    /// most a hundredth of the time.
    private static let restFactor: Nanoseconds = 100
    /// Minimum interval as a multiple of the time that a version takes outside of the loop.
    private static let restFactorBeside: Nanoseconds = 10
    /// Maximum bytes of versions that are written after every change.
    private static let smallVersion = 256 << 10
    /// Numbers of journals after a version from which a start writes the next version without delay, and immediately.
    private static let (manyJournals, mostJournals) = (8, 64)
    private static let syncInterval: Nanoseconds = 1_000_000_000
    /// Nanoseconds until a failed operation is retried.
    private static let retryInterval: Nanoseconds = 1_000_000_000
    /// Maximum nanoseconds that the loop waits for a write, and with `always` for a sync.
    private static let (timeout, syncTimeout) = (Nanoseconds(250_000_000), Nanoseconds(1_000_000_000))
    /// Nanoseconds without a response after which the disk counts as failed.
    private static let stall: Nanoseconds = 5_000_000_000

    private var scene: Scene { timeline.scene }
    private var reactor: Reactor { timeline.reactor }

    init(_ timeline: Timeline, _ clients: ClientRegistry, _ disk: any Disk, _ problems: Problems) {
        self.timeline = timeline
        self.disk = disk
        self.problems = problems
        lines = JournalWriter(timeline, clients)
        timeline.world.host.onFocus = { [unowned lines] in lines.note(focus: $0, hasRing: $1) }
        timeline.world.host.onPointed = { [unowned lines] in lines.note(hovered: $0, pressed: $1) }
        timeline.onInput = { [unowned lines] in lines.note($0, before: $1) }
        timeline.onOwnLine = { [unowned lines] in lines.note(own: $0, before: $1) }
        timeline.sources.onValues = { [unowned lines] in lines.note(values: $0, before: $1) }
        lines.onFlush = { [unowned self] in flush(sync: false) }
    }

    /// True while a state file is named.
    var isOn: Bool { file != nil }

    /// True while accepted lines are noted: for the file, or for those who follow the records.
    var notesLines: Bool { file != nil || lines.isFed }

    /// Nobody follows the records any more.
    func endFeed() { lines.endFeed(isKept: file != nil) }

    /// True while replies promise that their lines are on the disk.
    private var isPromising: Bool { isAlways && isOn && trouble == nil }

    // MARK: Settings

    /// Applies the settings `state` and `stateSync`.
    func applySettings() {
        lines.endRun()
        let wasAlways = isAlways
        isAlways = scene.value(Scene.daemon, SettingsProperty.stateSync.id).choice == 1
        let path = scene.value(Scene.daemon, SettingsProperty.state.id).string
        if path != file?.path ?? "" { change(to: path) }
        // Earlier lines may not be on the disk yet: a promise has to cover them.
        if isAlways, !wasAlways, file?.isBusy == true { noteLoss() }
        onPromises?(isPromising)
        scene.times.stampOverwrite()
        isReady = true
    }

    /// Throws `exists` when `state` names another existing file, unless `overwrite` is set.
    func checkFile() throws(SceneError) {
        let path = scene.value(Scene.daemon, SettingsProperty.state.id).string
        guard isReady, !path.isEmpty, path != file?.path else { return }
        let overwrites = scene.value(Scene.daemon, SettingsProperty.overwrite.id) == .boolean(true)
        try FileGuard.check(path, overwrites: overwrites)
        if !overwrites, let first = StatePaths.journals(path, disk).first {
            throw FileGuard.isThere(StatePaths.journal(path, first))
        }
    }

    private func change(to path: String) {
        finish()
        file = nil
        lines.end()
        (lock, damaged) = (nil, [])
        recover()
        guard !path.isEmpty else { return lines.isFed ? lines.beginFeed() : () }
        file = StateFile(path, disk)
        // The file contains another scene: write a version immediately.
        version = Version(isNeeded: true)
        (lines.revision, lines.isUrgent, isOthers) = (nil, false, true)
        if takeUp(path) { openJournal(nextNumber) }
    }

    /// Locks the file for this daemon if possible.
    private func takeUp(_ path: String) -> Bool {
        do throws(StateLock.Taken) { lock = try StateLock.take(path) } catch {
            fail(error.message)
            return false
        }
        do throws(NewerFormat) { damaged = try KeptState(path, disk)?.damaged ?? [] } catch {
            fail(error.message)
            return false
        }
        isOthers = false
        return true
    }

    private var nextNumber: Int {
        max(lines.number, file.flatMap { StatePaths.journals($0.path, disk).last } ?? -1) + 1
    }

    /// Continues from a restored version by replaying the journals that follow it. Call before the settings are first
    /// applied.
    func restore(_ path: String, _ restored: RestoredState?, _ lock: StateLock?) {
        self.lock = lock
        Files.removeTemporary(of: path)
        // A killed daemon may have left files and names in the system's cache.
        var isSynced = true
        for name in [path] + (restored?.journals ?? []).map({ StatePaths.journal(path, $0) }) where disk.has(name) {
            if (try? disk.sync(name)) == nil { isSynced = false }
            // An earlier version left them readable for others, and the file is kept for a while under a second name.
            _ = unsafe chmod(name, 0o600)
        }
        if (try? disk.syncFolder(of: path)) == nil { isSynced = false }
        let start = restored?.next ?? JournalPosition(journal: 0)
        let journals = restored?.journals ?? []
        let replay = JournalReplay(timeline, behind: restored?.records)
        replay.hasLosses = restored?.problems.isEmpty == false
        if let restored {
            // Behind an orderly end nothing is pointed at any more.
            replay.take(restored.isEnded ? PointedLayers(hasRing: restored.pointed.hasRing) : restored.pointed)
        }
        if case .replica(let at)? = restored?.link { timeline.world.replica = at.primary }
        let begin = Clock.now
        let behind = replay.run(path, from: start, journals, disk)
        let time = Clock.now - begin
        // Data that the previous daemon's sync failed to write is read from the system's cache, and a later sync
        // reports no error.
        for number in journals where isSynced { isSynced = isLasting(StatePaths.journal(path, number)) }
        damaged = (restored?.damaged ?? []) + replay.damaged
        let found = (restored?.problems ?? []) + replay.problems
        // The restored state is complete: the previous version and its journals are no longer needed.
        if let restored, restored.isWhole, found.isEmpty {
            try? disk.remove(StatePaths.spare(path))
            for old in StatePaths.journals(path, disk) where old < restored.first {
                try? disk.remove(StatePaths.journal(path, old))
            }
        }
        // Journals without a record do not change the version and are no longer needed.
        let isUnchanged = replay.isEmpty && found.isEmpty
        let hasVersion = restored?.hasVersion == true
        file = StateFile(path, disk)
        keepDamaged()
        version = Version(size: restored?.bytes ?? 0, isEnd: restored?.isEnded == true)
        lines.records = replay.known ?? 0
        let empty = isUnchanged ? journals : []
        // Without a version, the first journal contains the initial state.
        if !hasVersion { removeJournals(empty) }
        openJournal(isUnchanged && !hasVersion ? start.journal : max(behind, nextNumber))
        if hasVersion, lines.journal != nil { removeJournals(empty) }
        if !isSynced { noteLoss() }
        if let told = replay.link ?? restored?.link { onLink?(told) }
        if replay.lines > 0 { lines.noteReplay(time) }
        (lines.revision, lines.isUrgent) = (nil, false)
        // Replayed journals are kept until a version has replaced them.
        if hasVersion, isUnchanged { lines.revision = scene.news.objectRevision }
        for problem in found { problems.begin(.restored, problem) }
        // A daemon that is repeatedly ended before it writes a version would read more journals with every start.
        let many = isUnchanged ? 0 : lines.number - (restored?.first ?? 0)
        if replay.isCut || many >= Self.mostJournals {
            writeNow()
        } else if many >= Self.manyJournals || !found.isEmpty {
            lines.isUrgent = true
        }
    }

    /// True when the disk contains what the system's cache contains.
    private func isLasting(_ name: String) -> Bool {
        do throws(DiskError) { return try disk.read(name) == disk.readBack(name) } catch { return !disk.has(name) }
    }

    private func removeJournals(_ numbers: [Int]) {
        guard let file else { return }
        for number in numbers { try? disk.remove(StatePaths.journal(file.path, number)) }
    }

    /// Starts a journal. False when that fails: then the previous one continues.
    @discardableResult
    private func openJournal(_ number: Int) -> Bool {
        guard let file else { return false }
        do throws(DiskError) {
            try lines.begin(file.path, number: number, disk, within: Self.timeout)
        } catch {
            if lines.journal == nil { lose("\(error)") } else { fail(version: "\(error)") }
            return false
        }
        lines.journal?.onAnswer = { [weak self] in self?.look() }
        return true
    }

    // MARK: Turns

    /// Call before replies are sent: their lines are passed to the system, and with `stateSync=always` to the disk.
    /// Returns the reason why a promise cannot be kept; nil when all can.
    func beforeReplies() -> String? {
        lines.endRun()
        guard file != nil else { return nil }
        if isAlways, timeline.clock.isManual { lines.noteTime() }
        if isAlways, trouble == nil, lines.isUrgent || version.isNeeded {
            noteLoss()
            writeNow(within: Self.stall)
            if version.isNeeded { fail(late(file?.path ?? "")) }
        } else {
            flush(sync: isAlways)
        }
        guard isAlways, let trouble else { return nil }
        return "\(trouble); the line was carried out, and is not on the disk"
    }

    /// Call after each turn: writes pending records, and requests a sync and a version when due. Returns the kinds of changes that
    /// concern it from now on.
    func turnEnded() -> ChangeKinds {
        guard file != nil else {
            guard lines.isFed else { return .settings }
            if timeline.clock.isManual { lines.noteTime() }
            flush(sync: false)
            return .everyTurn
        }
        if lines.journal != nil {
            if timeline.clock.isManual { lines.noteTime() }
            lines.endTurn(Clock.now - reactor.turnTime)
            flush(sync: false)
        }
        armSync()
        armVersion()
        return .everyTurn
    }

    /// The reason why a line that changes the scene may not be carried out now; nil when it may.
    func refusal(of count: Int) -> SceneError? {
        guard isAlways else { return nil }
        if trouble == nil, let journal = lines.journal {
            do throws(DiskError) { try journal.reserve(count) } catch { fail("\(error)") }
        }
        return trouble.map { SceneError(.io, "\($0): nothing is changed until the disk has it") }
    }

    // MARK: Writing

    private func flush(sync: Bool) {
        guard let journal = lines.journal else { return }
        let isSync = sync && trouble == nil
        switch journal.flush(sync: isSync, within: isSync ? Self.syncTimeout : Self.timeout, reactor) {
        case .done: break
        case .lost(let error): lose("\(error)")
        case .late:
            if trouble == nil, !isWaiting { asked = Clock.now - (isSync ? Self.syncTimeout : Self.timeout) }
            isWaiting = true
            if isAlways { fail(late(journal.path)) }
            armLook(in: Self.retryInterval)
        }
    }

    /// Machine time of the disk request that is not answered yet.
    private var asked: Nanoseconds = 0
    private var isWaiting = false

    private func late(_ path: String) -> String { "\(path): the disk does not answer" }

    private func armSync() {
        guard timers.sync == nil, synced?.isRunning != true, let journal = lines.journal, journal.isUnsynced,
            !journal.isLate
        else { return }
        timers.sync = reactor.setTimer(at: reactor.turnTime + Self.syncInterval / 2, self)
    }

    private func sync() {
        timers.sync = nil
        guard let journal = lines.journal, journal.isUnsynced, !journal.isLate, synced?.isRunning != true else {
            return
        }
        let (handle, size) = (journal.handle, journal.size)
        let body: () -> DiskError? = {
            do throws(DiskError) {
                try handle.sync()
                return nil
            } catch { return error }
        }
        let then: (DiskError?) -> Void = { [weak self, weak journal] error in
            guard let self, let journal else { return }
            guard let error else { return journal.noteSynced(size) }
            journal.lose(error)
            if lines.journal === journal { lose("\(error)") }
        }
        guard !disk.isImmediate else { return then(body()) }
        asked = Clock.now
        synced = try? BackgroundJob(reactor, body, then: then)
        armLook(in: Self.stall)
    }

    // MARK: Versions

    /// Requests a version when one is due.
    private func armVersion() {
        guard let file, !file.isBusy, isVersionDue else { return }
        guard timers.version == nil else { return }
        let calm = lines.isUrgent || version.isNeeded ? 0 : Self.calm
        let time = saves.isEmpty ? max(reactor.turnTime + calm, version.earliest) : reactor.turnTime
        timers.version = reactor.setTimer(at: time, self)
    }

    /// Writes a version after the one that is being written; `then` gets the error.
    func save(_ then: @escaping (SceneError?) -> Void) {
        saves.append(then)
        if let timer = timers.version { reactor.cancel(timer) }
        timers.version = nil
        armVersion()
    }

    private static func end(_ saves: [(SceneError?) -> Void], _ error: DiskError?) {
        for then in saves { then(error.map { SceneError(.io, "\($0)") }) }
    }

    /// True when the scene is not stored in version and journal, or the journal is long.
    private var isVersionDue: Bool {
        guard let journal = lines.journal, !version.isNeeded, !lines.isUrgent, saves.isEmpty,
            lines.revision == scene.news.objectRevision
        else { return true }
        let isGrown = version.isSmall ? journal.hasLines : journal.size > version.size
        return isGrown
    }

    /// Passes a copy of the scene to the file's thread, and starts the journal that follows it.
    private func writeVersion() {
        timers.version = nil
        guard let file, !file.isBusy, isVersionDue else { return }
        let begin = Clock.now
        guard mayWrite(), let next = nextVersion({ timeline.world.copyScene() }) else {
            let waiting = saves
            saves = []
            return Self.end(waiting, DiskError(file.path, EIO))
        }
        write(next, to: file, inLoop: Clock.now - begin, within: 0)
    }

    /// Writes a version immediately: waits for the disk, at shutdown without limit.
    private func writeNow(within timeout: Nanoseconds = StateStore.syncTimeout, isEnd: Bool = false) {
        guard let file else { return }
        if file.isBusy { file.finish() }
        guard mayWrite() else { return }
        guard let next = nextVersion({ scene.copy() }, isEnd: isEnd) else { return }
        write(next, to: file, inLoop: 0, within: timeout)
    }

    private func write(_ next: NextVersion, to file: StateFile, inLoop: Nanoseconds, within timeout: Nanoseconds) {
        file.write(next.text, behind: next.before, within: timeout, reactor) { [weak self] written in
            guard let self, self.file === file else { return Self.end(next.saves, written.error) }
            version.earliest = Clock.now + inLoop * Self.restFactor + written.time * Self.restFactorBeside
            versionEnded(written, next)
        }
    }

    private struct NextVersion {
        var text: () -> [UInt8]
        var head: StateFile.Head
        /// The previous journal, unless it has failed.
        var before: (any DiskFile)?
        /// Callbacks for its end.
        var saves: [(SceneError?) -> Void]
        /// Number of losses that it covers.
        var losses: Int
    }

    /// How often lines could not be written to a journal.
    private var losses = 0

    private func nextVersion(_ copy: () -> Scene, isEnd: Bool = false) -> NextVersion? {
        timeline.reactToChanges()
        let old = lines.journal
        if let old, old.lost == nil {
            flush(sync: isAlways)
            // Pending records would be in the version and after it.
            if old.isLate { return nil }
        }
        let (owned, scene, losses) = (lines.owned(), copy(), losses)
        // A journal without records is reused.
        let isEmpty = lines.journal.map { $0.lost == nil && !$0.hasLines } ?? false
        guard isEmpty || openJournal(nextNumber) else { return nil }
        lines.isUrgent = false
        lines.revision = self.scene.news.objectRevision
        let head = StateFile.Head(
            time: timeline.now, journal: lines.number, records: lines.records, isEnd: isEnd)
        let before = old?.lost == nil ? old?.handle : nil
        defer { saves = [] }
        return NextVersion(
            text: { [first = lines.head, buffers = timeline.world.replica != nil] in
                StateFile.text(scene, head, without: owned, buffers: buffers, first)
            }, head: head,
            before: before, saves: saves,
            losses: losses)
    }

    private func versionEnded(_ written: StateFile.Written, _ next: NextVersion) {
        guard let file else { return }
        defer { Self.end(next.saves, written.error) }
        if let error = written.error {
            if written.journalError != nil { noteLoss() }
            return fail(version: "\(error)")
        }
        (version.size, version.isEnd) = (written.size, next.head.isEnd)
        removeJournals(StatePaths.journals(file.path, disk).filter { $0 < next.head.journal })
        if next.losses == losses { version.isNeeded = false }
        problems.end(.version)
        look()
    }

    /// Creates backup names of damaged files. False when that fails: then nothing may replace them.
    private func mayWrite() -> Bool {
        guard let file, !isOthers || takeUp(file.path) else { return false }
        keepDamaged()
        guard let first = damaged.first else { return true }
        fail(version: "\(first) is damaged, and cannot be kept under another name")
        return false
    }

    private func keepDamaged() {
        guard let path = file?.path else { return }
        damaged = damaged.filter { name in
            do throws(DiskError) {
                let seconds = Int(Clock.wall / 1_000_000_000)
                if let new = try StatePaths.keepDamaged(name, of: path, disk, seconds: seconds) {
                    Log.write(.notice, "\(name) is kept as \(new)")
                }
                return false
            } catch { return true }
        }
    }

    /// At shutdown, after everything else: writes a version when the last one is older than the scene.
    func writeAtEnd() {
        guard let file else { return }
        finish()
        if isVersionDue || lines.journal?.hasLines == true || !version.isEnd { writeNow(within: .max / 2, isEnd: true) }
        // Files that could not be replaced are kept.
        guard !isVersionDue, lines.journal?.hasLines == false, version.isEnd else { return }
        let journal = lines.number
        lines.end()
        try? disk.remove(StatePaths.journal(file.path, journal))
        lock?.remove()
        lock = nil
    }

    private func finish() {
        synced?.finish()
        lines.journal?.finish()
        file?.finish()
    }

    // MARK: Trouble

    /// Lines are in no journal: the whole scene has to be written.
    private func lose(_ message: String) {
        lines.end()
        noteLoss()
        fail(message)
    }

    private func noteLoss() {
        lines.revision = nil
        lines.leaveOut()
        version.isNeeded = true
        losses += 1
    }

    /// The disk fails: with `always` nothing may change.
    private func fail(_ message: String) {
        if version.isNeeded { version.earliest = max(version.earliest, Clock.now + Self.retryInterval) }
        armLook(in: Self.retryInterval)
        guard trouble == nil else { return }
        trouble = message
        problems.begin(.state, "the state is not kept: \(message)")
        onPromises?(isPromising)
    }

    /// A version could not be written: the old one is kept with its journals, and writing is retried later.
    private func fail(version message: String) {
        lines.revision = nil
        if version.isNeeded || lines.journal == nil { return fail(message) }
        version.earliest = max(version.earliest, Clock.now + Self.retryInterval)
        guard problems.message(of: .version) == nil else { return }
        problems.begin(.version, "no version of the state can be written: \(message)")
    }

    private func armLook(in time: Nanoseconds) {
        guard timers.look == nil else { return }
        timers.look = reactor.setTimer(at: Clock.now + time, self)
    }

    /// True while the disk has not responded.
    private var isOwed: Bool { lines.journal?.isLate == true || synced?.isRunning == true }

    /// Checks whether the disk responds again.
    private func look() {
        if !isOwed { isWaiting = false }
        guard trouble != nil, !version.isNeeded, !isOwed, let journal = lines.journal, journal.lost == nil,
            hasRoom(journal)
        else { return }
        recover()
    }

    private func hasRoom(_ journal: Journal) -> Bool {
        guard isAlways else { return true }
        do throws(DiskError) { try journal.reserve(0) } catch { return false }
        return true
    }

    private func recover() {
        guard trouble != nil else { return }
        trouble = nil
        Log.write(.notice, "the state is kept again")
        problems.end(.state)
        onPromises?(isPromising)
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
        json.string(text: trouble ?? problems.message(of: .version) ?? "")
        json.endObject()
    }
}

extension StateStore: TimerHandler {
    func timerFired(_ timer: TimerID, now: Nanoseconds) {
        if timer == timers.sync { return sync() }
        if timer == timers.version { return writeVersion() }
        timers.look = nil
        // The disk has not responded for this long.
        if isOwed, now - asked >= Self.stall, let file { fail(late(file.path)) }
        look()
        if isOwed || trouble != nil { armLook(in: Self.retryInterval) }
    }
}
