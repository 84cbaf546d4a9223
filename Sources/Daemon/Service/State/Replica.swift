import Geometry
import LineProtocol
import PluginHost
import Reactor
import Scene
import Schema
import World

/// Has the scene follow a primary's: takes records of its journal from one connection, and carries each out at its scene time.
///
/// Scene time is the primary's, so much earlier as `delay` says, and never goes back. What stays on this machine stays as it is.
final class Replica {
    private let timeline: Timeline
    private let frames: FrameLoop
    private let clients: ClientRegistry
    private let events: EventRouter
    private let lines: JournalWriter
    private let feed: JournalFeed
    private let files: Files
    /// The primary, and the last record that was carried out; nil: the scene is this daemon's own.
    private(set) var position: ReplicaPosition?
    /// Name of the primary.
    private var primary: String? { timeline.world.replica }
    /// The last record that was taken.
    private var taken: (epoch: Int, number: Int)?
    /// Records whose times have not come.
    private var waiting: [Record] = []
    /// The connection that records come from.
    private weak var source: ClientSession?
    private var delay = 0.0
    /// Seconds that records have taken on their way at least, by the clocks of both machines.
    private var leastAge: Double?
    private var replay: JournalReplay
    /// True while records are carried out.
    private(set) var isRunning = false
    /// Called when paths of the primary's lead to other files.
    var onFiles: (() -> Void)?
    /// Digests of moments, by the numbers of their records.
    private var moments: [Int: String] = [:]
    private var jobs: [BackgroundJob<String>] = []
    /// A record came when what it may have changed had happened already: until the next moment the scene may differ from the primary's.
    private var isDoubtful = false

    struct Record {
        var epoch: Int
        var number: Int
        var time: Double
        var wall: Double
        var client: Int
        var lines: [UInt8]
        var isScene: Bool
        var isManual: Bool
        var digest: String?
    }

    /// Ages of records by which the clocks of both machines are told to be set alike, in seconds.
    private static let fineAges = -0.2...2.0
    /// Seconds that the clock waits for the primary's rather than to go on.
    private static let longestWait = 1.0
    /// Records that wait, in bytes, at most.
    private static let mostWaiting = 64 << 20
    private var waitingBytes = 0
    /// Numbers of the primary's clients begin behind those of this daemon's own in the journal.
    private static let firstClient = 1_000_000

    init(
        _ frames: FrameLoop, _ events: EventRouter, _ lines: JournalWriter, _ feed: JournalFeed, _ files: Files
    ) {
        (self.frames, self.events, self.lines, self.feed, self.files) = (frames, events, lines, feed, files)
        timeline = frames.timeline
        clients = events.clients
        replay = JournalReplay(feed: frames.timeline)
    }

    // MARK: Roles

    /// Carries out `session role=…`.
    func setRole(_ words: SessionCommand) throws(SceneError) {
        switch words.role {
        case nil: break
        case .primary: promote(epoch: words.epoch.map { Int($0) })
        case .replica:
            guard let name = words.of?.string, !name.isEmpty else {
                throw SceneError(.syntax, "session: role=replica needs of=NAME, the primary's")
            }
            guard !feed.isOn else {
                throw SceneError(.unsupported, "session: others follow this daemon, which so cannot be a replica")
            }
            guard let client = unsafe clients.current else { return }
            delay = words.delay?.value ?? 0
            follow(name, position?.primary == name ? position : nil)
            source = client
            leastAge = nil
        }
    }

    /// Goes on as a replica, or begins to be one.
    func follow(_ name: String, _ at: ReplicaPosition?) {
        position = at
        taken = at.map { ($0.epoch, $0.number) }
        (waiting, waitingBytes) = ([], 0)
        timeline.world.replica = name
        timeline.isExact = true
        timeline.onTime = { [weak self] in self?.run(until: $0) }
        lines.link = at.map { .replica($0) }
        for client in clients.all { admit(client) }
    }

    /// Gives a client the rights that it has in a replica.
    func admit(_ client: ClientSession) {
        let principal = client.session.principal
        let access = principal.access.within(primary)
        if access != principal.access { principal.access = access }
    }

    /// The scene is this daemon's own from now on.
    private func promote(epoch: Int?) {
        guard primary != nil else {
            if let epoch { feed.begin(atLeast: epoch) }
            return
        }
        run(until: .infinity)
        let least = max(epoch ?? 0, (taken?.epoch ?? 0) + 1)
        (position, taken, source) = (nil, nil, nil)
        timeline.world.replica = nil
        timeline.scene.wholeSize = nil
        timeline.isExact = false
        timeline.onTime = nil
        timeline.world.wall.clock = { Clock.wall.inSeconds }
        if timeline.clock.isManual { setManual(false) }
        for client in clients.all { admit(client) }
        feed.begin(atLeast: least)
        tell("promoted", nil)
    }

    /// The client has gone.
    func forget(_ client: ClientSession) { if source === client { source = nil } }

    /// The journal that the scene has come from, and the last record of it.
    var moment: (epoch: Int, number: Int) {
        if primary == nil { return (feed.begin(), lines.records) }
        return position.map { ($0.epoch, $0.number) } ?? (0, 0)
    }

    // MARK: Records

    /// Carries out `replay`.
    func take(_ words: ReplayCommand, _ client: ClientSession) throws(SceneError) {
        guard primary != nil, source === client else {
            throw SceneError(.unsupported, "replay: session role=replica of=NAME comes first")
        }
        var text = words.lines.map { unsafe Array($0.buffer) } ?? []
        if let path = words.path { text = try files.read(path.string) }
        if !text.isEmpty, text.last != UInt8(ascii: "\n") { text.append(UInt8(ascii: "\n")) }
        guard words.state != .files else { return takeFiles(text) }
        func natural(_ value: Double, _ name: String) throws(SceneError) -> Int {
            guard value >= 0, value < 1e15, value == value.rounded() else {
                throw SceneError(.value, "\(name): a number from 0 on is expected")
            }
            return Int(value)
        }
        guard (0...1e9).contains(words.time), words.wall.magnitude < 1e12 else {
            throw SceneError(.value, "time: 0…1000000000 seconds are expected")
        }
        let record = Record(
            epoch: try natural(words.epoch, "epoch"), number: try natural(words.number, "seq"), time: words.time,
            wall: words.wall, client: min(try natural(words.client, "client"), 1 << 30), lines: text,
            isScene: words.state == .scene, isManual: words.clock == .manual, digest: words.digest?.string)
        try check(record)
        taken = (record.epoch, record.number)
        if record.isScene { (waiting, waitingBytes) = ([], 0) }
        waiting.append(record)
        waitingBytes += text.count
        align(to: record)
        timeline.beginLine()
        guard timeline.clock.isManual else { return }
        timeline.catchUp(to: timeline.now)
        frames.renderAll()
    }

    /// Takes the lines that tell where files stand, as soon as they are there.
    private func takeFiles(_ lines: [UInt8]) {
        guard lines.starts(with: JournalReplay.file) else { return }
        JournalReplay.takeHead(of: lines, in: timeline.world)
        self.lines.noteAlone(lines)
        onFiles?()
    }

    private func check(_ record: Record) throws(SceneError) {
        if record.isScene {
            guard record.epoch >= taken?.epoch ?? 0 else {
                throw SceneError(.sequence, "the epoch \(taken?.epoch ?? 0) is later")
            }
            return
        }
        guard let taken else { throw SceneError(.sequence, "the scene comes first") }
        guard record.epoch == taken.epoch, record.number == taken.number + 1 else {
            throw SceneError(.sequence, "\(taken.epoch):\(taken.number + 1) is the next record")
        }
        guard waitingBytes + record.lines.count <= Self.mostWaiting else {
            throw SceneError(.sequence, "\(Self.mostWaiting) bytes wait for their times: the scene comes anew")
        }
    }

    // MARK: Time

    /// Holds the clock to the primary's.
    private func align(to record: Record) {
        if record.isManual != timeline.clock.isManual { setManual(record.isManual) }
        let isOther = record.isScene && position?.epoch != record.epoch
        if record.isManual, isOther { return timeline.clock.restart(at: record.time, Clock.now) }
        if record.isManual {
            timeline.clock.advance(to: record.time)
            return
        }
        let now = Clock.now
        var age = Clock.wall.inSeconds - record.wall
        leastAge = min(leastAge ?? age, age)
        // Clocks that are set otherwise tell nothing: then the quickest record took no time.
        if let leastAge, !Self.fineAges.contains(leastAge) { age -= leastAge }
        let time = record.time + max(0, age) - delay
        if isOther {
            timeline.clock.restart(at: time, now)
        } else if time > timeline.clock.time(now) - Self.longestWait {
            timeline.clock.follow(time, now)
        }
    }

    private func setManual(_ isManual: Bool) {
        timeline.clock.setManual(isManual, Clock.now)
        frames.clockChanged()
    }

    /// Scene time of the next record; infinite when none waits.
    var nextTime: Double { waiting.first?.time ?? .infinity }

    /// Carries out the records whose times have come by a scene time.
    private func run(until time: Double) {
        guard !isRunning else { return }
        isRunning = true
        defer { isRunning = false }
        var count = 0
        while count < waiting.count {
            let record = waiting[count]
            guard record.time <= time + 1e-9 || record.isScene && position?.epoch != record.epoch else { break }
            carryOut(record)
            count += 1
        }
        waiting.removeFirst(count)
    }

    private func carryOut(_ record: Record) {
        waitingBytes -= record.lines.count
        let lead = record.wall - record.time
        timeline.world.wall.clock = { [unowned timeline] in timeline.world.time + lead }
        let at = ReplicaPosition(primary: primary ?? "", epoch: record.epoch, number: record.number)
        guard !record.isScene else {
            become(record)
            position = at
            lines.link = .replica(at)
            return lines.noteWhole()
        }
        let revision = timeline.scene.news.objectRevision
        noteLateness(of: record)
        timeline.world.reactions.isTold = true
        replay.run(record.lines, of: record.client, at: record.time)
        timeline.world.reactions.isTold = false
        timeline.world.settle()
        if record.lines.starts(with: JournalReplay.file) { onFiles?() }
        position = at
        lines.link = .replica(at)
        lines.note(replayed: shared(record.lines), of: Self.firstClient + record.client, before: revision)
        if record.lines == JournalReplay.moment { noteMoment(record) }
    }

    /// Tells once of a late record that cannot be carried out as if it had been in time: bodies have moved on, or timers and reactions, which
    /// may have taken random numbers, have run.
    private func noteLateness(of record: Record) {
        guard !isDoubtful, record.time < timeline.world.time - 1e-9, record.lines.first != UInt8(ascii: "#"),
            timeline.behaviors.isMoving || record.time <= timeline.world.lastEventTime
        else { return }
        isDoubtful = true
        tell("late", record.number)
    }

    /// The lines of a record but for those about what stays on each machine.
    private func shared(_ lines: [UInt8]) -> [UInt8] {
        var kept: [UInt8] = []
        lines.withView(0..<lines.count) { all in
            if !all.isEmpty, all[0] == UInt8(ascii: "#") {
                unsafe kept.append(contentsOf: all.buffer)
                return
            }
            all.forEachLine { line in
                guard !line.isEmpty, !timeline.world.isLocal(line) else { return }
                unsafe kept.append(contentsOf: line.buffer)
                kept.append(UInt8(ascii: "\n"))
            }
        }
        return kept
    }

    // MARK: Whole scenes

    /// Makes what is shared the scene of a record; what is this machine's stays, as far as what it stands in does.
    private func become(_ record: Record) {
        let world = timeline.world
        let own = ownLines()
        world.start(at: record.time)
        timeline.lastFrameTime = min(timeline.lastFrameTime, record.time)
        if timeline.clock.time(Clock.now) < record.time { timeline.clock.hold(record.time) }
        replay.forgetClients()
        isDoubtful = false
        world.sharedFiles = [:]
        JournalReplay.takeHead(of: record.lines, in: world)
        let text = own.outputs + record.lines
        do throws(SceneError) { try StateFile.restore(text, world, from: "the primary") } catch {
            Log.write(.error, "the primary's scene is not used: \(error.message)")
            tell("failed", record.number, message: error.message)
        }
        let session = Session(keepsHistory: false)
        var out = ByteWriter()
        own.others.withView(0..<own.others.count) { lines in
            lines.forEachLine {
                out.removeAll()
                _ = session.handle($0, world, &out)
            }
        }
        world.settle()
        onFiles?()
        timeline.behaviors.beginAnew()
        if timeline.hasNewSettings { timeline.onSettings?() }
        if let digest = record.digest, let known = moments[record.number], known != digest {
            tell("differs", record.number)
        }
        moments = [:]
    }

    /// The lines that make what stays on this machine: outputs, and the rest.
    private func ownLines() -> (outputs: [UInt8], others: [UInt8]) {
        let scene = timeline.scene
        var own: (outputs: [UInt8], others: [UInt8]) = ([], [])
        func add(_ line: ByteView, _ list: inout [UInt8]) {
            unsafe list.append(contentsOf: line.buffer)
            list.append(UInt8(ascii: "\n"))
        }
        var dump = SceneDump(scene, at: timeline.world.time, secrets: true)
        for output in scene.outputs.all { dump.write(object: output) { add($0, &own.outputs) } }
        guard scene.shared.local.contains(where: { !scene.outputs.isOutput($0) }) else { return own }
        dump = SceneDump(scene, at: timeline.world.time, secrets: true)
        dump.write(nil) { line in
            if timeline.world.isLocal(line), !timeline.world.isAboutOutput(line) { add(line, &own.others) }
        }
        return own
    }

    // MARK: Telling

    /// The primary has told its scene behind this record: so it knows the digest.
    private func noteMoment(_ record: Record) {
        isDoubtful = false
        let copy = timeline.world.copyScene()
        let number = record.number
        jobs.removeAll { !$0.isRunning }
        guard
            let job = try? BackgroundJob(
                timeline.reactor, { SceneDigest.of(copy) },
                then: { [weak self] digest in
                    self?.moments[number] = digest
                    self?.tell("moment", number, digest)
                })
        else { return }
        jobs.append(job)
    }

    private func tell(_ state: String, _ number: Int?, _ digest: String? = nil, message: String? = nil) {
        let (position, skipped) = (position, replay.skipped + timeline.scene.dormancy.all.count)
        events.sendToAll(.replica) { json in
            json.beginObject()
            json.key("state")
            json.string(text: state)
            if let position {
                json.key("of")
                json.string(text: position.primary)
                json.key("epoch")
                json.number(position.epoch)
                json.key("seq")
                json.number(number ?? position.number)
            }
            if let digest {
                json.key("digest")
                json.string(text: digest)
            }
            if let message {
                json.key("message")
                json.string(text: message)
            }
            json.key("skipped")
            json.number(skipped)
            json.endObject()
        }
    }
}
