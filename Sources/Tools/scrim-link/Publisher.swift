import Expressions
import Geometry
import Glibc
import LineProtocol
import Reactor

/// `publish`: tells a daemon's scene to the broker: records of its journal as they come, and the whole scene from time to time.
final class Publisher: BrokerListener, DaemonListener {
    private let options: Options
    private let reactor: Reactor
    private let broker: Broker
    private let daemon: Daemon
    private let blobs: BlobSender
    private var state: PublisherState
    /// True when nobody else publishes under the name.
    private var isAdmitted = false
    private var admission: Alarm?
    /// The other's, as far as the broker has told.
    private var other: (id: String, epoch: Int, isAlive: Bool)?
    private var otherHead: SceneHead?
    /// Epoch and number of the journal, as the daemon told them last.
    private var seen: (epoch: Int, number: Int)?
    /// Messages with records, oldest first, that the broker has not acknowledged.
    private var log: [Message] = []
    private var logBytes = 0
    /// Records that go out with the next message, and their bytes.
    private var (batch, batchBytes): ([Record], Int) = ([], 0)
    private var flushing: Alarm?
    /// Lines of the scene that comes from the daemon, and the files that they name.
    private var lines: [UInt8] = []
    private var files: [FileLine] = []
    private var isAsking = false
    private var head: SceneHead?
    private var text: [UInt8] = []
    /// The head was not given to the broker, which has not all that it names.
    private var owesHead = false
    /// Until then the broker may tell that it has what it had.
    private var probing: Alarm?
    /// Bytes of records since the head.
    private var sinceHead = 0
    private var headTime: Nanoseconds = 0
    /// Files of this machine by the paths that objects name, where they stand elsewhere.
    private var places: [String: String] = [:]
    /// The last picture of each buffer, by its name.
    private var pictures: [String: String] = [:]
    private var ticking: Alarm?
    /// Answers to those that want a head; nil: nobody does.
    private var wanting: Alarm?
    private var wantsAgain = false
    /// The time at which the last one said so.
    private var wantedAt: Nanoseconds = 0
    private var lastWant: Nanoseconds = 0
    private var statusNumber = -1
    private var skipsRecords = false

    private struct Message {
        var payload: [UInt8]
        var number: Int32?
        var last: Int
    }

    /// Bytes of records that wait for the broker at most.
    private static let mostLog = 64 << 20
    /// Bytes of records in a message, and of one from which on its lines are a blob.
    private static let (mostBatch, longRecord) = (48 << 10, 256 << 10)
    private static let headInterval: Nanoseconds = 60_000_000_000
    private static let headBytes = 4 << 20
    private static let wantInterval: Nanoseconds = 1_000_000_000

    init(_ options: Options, _ reactor: Reactor) {
        (self.options, self.reactor) = (options, reactor)
        state = PublisherState(options)
        broker = Broker(options.broker, id: "scrim-primary-\(state.id)", reactor)
        daemon = Daemon(options.socket, reactor)
        blobs = BlobSender(options, broker)
        blobs.onWhole = { [weak self] in self?.giveHead() }
    }

    func start() {
        broker.will = LastWill(topic: options.topic("status"), payload: status(isAlive: false))
        daemon.open(self)
        broker.open(self)
        ticking = Alarm(reactor, every: 0.25) { [weak self] in self?.tick() }
    }

    /// Ends in order: tells that nobody publishes any more.
    func end(tells: Bool = true) {
        flush()
        if tells, isAdmitted { broker.publish(options.topic("status"), status(isAlive: false), isRetained: true) }
        broker.close()
        daemon.close()
        state.save(seen)
    }

    private func status(isAlive: Bool) -> [UInt8] {
        Payload.make { json in
            json.member("state", isAlive ? "publishing" : "gone")
            json.member("id", state.id)
            json.member("version", Main.version)
            if let seen {
                json.member("epoch", seen.epoch)
                json.member("seq", seen.number)
            }
        }
    }

    // MARK: The broker

    func brokerOpened() {
        for topic in ["status", "head", "want"] { broker.subscribe(options.topic(topic)) }
        guard !isAdmitted else {
            // A broker that was started anew has nothing.
            probing = Alarm(reactor, in: 1) { [weak self] in self?.goOn(isKept: false) }
            return sendLog()
        }
        // What the broker keeps comes at once.
        admission = Alarm(reactor, in: 1) { [weak self] in self?.admit() }
    }

    func brokerClosed() {
        for at in log.indices { log[at].number = nil }
        (admission, probing) = (nil, nil)
        blobs.close()
    }

    func brokerReceived(_ topic: String, _ payload: [UInt8], isRetained: Bool) {
        if isRetained, probing != nil, !payload.isEmpty { goOn(isKept: true) }
        switch topic {
        case options.topic("want"): want(again: Payload.read(payload)?["again"]?.boolean ?? false)
        case options.topic("head"): if isRetained, head == nil { noteOther(SceneHead(payload)) }
        case options.topic("status"):
            guard let value = Payload.read(payload), let id = value.text("id") else { return }
            if id == state.id {
                // A will of this one's former life came late.
                if isAdmitted, value.text("state") == "gone" { statusNumber = -1 }
                return
            }
            other = (id, value.natural("epoch") ?? 0, value.text("state") == "publishing")
            if isAdmitted { checkOther() }
        default: break
        }
    }

    private func noteOther(_ head: SceneHead?) {
        guard let head else { return }
        otherHead = head
        // They go when no head names them.
        for blob in [head.scene] + head.files.map(\.blob) { blobs.note(blob) }
    }

    private func checkOther() {
        guard let other, other.isAlive, let seen, other.epoch > seen.epoch else { return }
        leave("\(options.scene) was taken over by \(other.id)")
    }

    /// Ends the program behind the library's call.
    private func leave(_ reason: String) {
        guard admission == nil || !isAdmitted else { return }
        admission = Alarm(reactor, in: 0) { [weak self] in
            self?.end(tells: false)
            Console.fail(reason, 1)
        }
    }

    private func admit() {
        admission = nil
        guard broker.isOpen else { return }
        if let other, other.isAlive, !options.takesOver {
            end(tells: false)
            Console.fail("\(options.scene) is published by \(other.id): --take-over takes its place", 1)
        }
        isAdmitted = true
        blobs.open()
        let least = max(other?.epoch ?? 0, otherHead?.epoch ?? 0)
        if options.takesOver || other != nil { state.leastEpoch = least + 1 }
        if daemon.isOpen { subscribe() }
    }

    func brokerAcknowledged(_ number: Int32) {
        guard let at = log.firstIndex(where: { $0.number == number }) else { return blobs.acknowledged(number) }
        logBytes -= log[at].payload.count
        log.remove(at: at)
    }

    /// All records that the broker does not have.
    private func sendLog() {
        for at in log.indices { log[at].number = broker.publish(options.topic("log"), log[at].payload) }
        statusNumber = -1
    }

    /// Goes on behind a connection that was lost. `isKept`: the broker has what it had.
    private func goOn(isKept: Bool) {
        probing = nil
        if !isKept { publishAnew() }
        blobs.open()
        giveHead()
    }

    // MARK: The daemon

    func daemonOpened() {
        (lines, files, isAsking) = ([], [], false)
        if isAdmitted { subscribe() }
    }

    func daemonClosed() {
        Console.say("waiting for the daemon")
        state.save(seen)
    }

    private func subscribe() {
        daemon.say("session name=scrim-link")
        if let least = state.leastEpoch {
            daemon.say("digest") { [weak self] reply in
                guard let self else { return }
                state.leastEpoch = nil
                if case .done(let value?) = reply, let epoch = value.natural("epoch"),
                    epoch < least || options.takesOver
                {
                    daemon.say("session role=primary epoch=\(max(least, epoch))")
                    seen = nil
                    state.last = nil
                }
                ask(from: state.last)
            }
        } else {
            ask(from: seen ?? state.last)
        }
    }

    /// Asks for the scene, or for what comes behind a record.
    private func ask(from last: (epoch: Int, number: Int)? = nil) {
        guard !isAsking else { return }
        isAsking = last == nil
        let from = last.map { " from=\($0.epoch):\($0.number)" } ?? ""
        daemon.say("subscribe journal rate=\(options.bufferRate)\(from)") { reply in
            if case .failed(_, let message) = reply { Console.fail("the daemon refuses: \(message)", 1) }
        }
    }

    func daemonTold(_ event: String, _ value: JSONValue) {
        guard event == "journal" else { return }
        if value.text("state") == "dropped" { return }
        guard let record = Record(value) else { return }
        if value.text("state") == "scene" {
            take(scene: record, more: value["more"]?.boolean ?? false, digest: value.text("digest") ?? "")
        } else {
            take(record)
        }
    }

    private func take(_ record: Record) {
        var record = record
        seen = (record.epoch, record.number)
        guard !skipsRecords else { return }
        record.lines = record.lines.compactMap { $0.hasPrefix(FileLine.mark) ? describe($0)?.line : $0 }
        if record.size > Self.longRecord { move(&record) }
        if let first = batch.first, first.epoch != record.epoch { flush() }
        batch.append(record)
        let size = record.size + 64
        sinceHead += size
        batchBytes += size
        if batchBytes > Self.mostBatch { return flush() }
        // What the daemon has told at once goes together.
        if flushing == nil { flushing = Alarm(reactor, in: 0) { [weak self] in self?.flush() } }
    }

    /// Makes a blob of a long record's lines.
    private func move(_ record: inout Record) {
        let bytes = Array(record.lines.joined(separator: "\n").utf8)
        let blob = Blob(of: bytes, chunk: options.chunk)
        blobs.send(blob, .bytes(bytes))
        (record.blob, record.lines) = (blob, [])
    }

    private func flush() {
        flushing = nil
        guard let last = batch.last else { return }
        let records = batch
        (batch, batchBytes) = ([], 0)
        let payload = Payload.make { json in
            json.member("epoch", last.epoch)
            json.key("records")
            json.beginArray()
            for record in records { record.write(to: &json) }
            json.endArray()
        }
        log.append(Message(payload: payload, last: last.number))
        logBytes += payload.count
        log[log.count - 1].number = broker.publish(options.topic("log"), payload)
        guard logBytes > Self.mostLog else { return }
        // All of the scene goes instead.
        (log, logBytes) = ([], 0)
        skipsRecords = true
    }

    private func take(scene record: Record, more: Bool, digest: String) {
        for line in record.lines {
            if line.hasPrefix(FileLine.mark) {
                guard let file = describe(line) else { continue }
                files.append(file)
                lines += file.line.utf8
            } else {
                lines += line.utf8
            }
            lines.append(UInt8(ascii: "\n"))
        }
        guard !more else { return }
        flush()
        seen = (record.epoch, record.number)
        head = SceneHead(
            epoch: record.epoch, number: record.number, time: record.time, wall: record.wall, isManual: record.isManual,
            digest: digest, scene: Blob(of: lines, chunk: options.chunk), files: files.map { ($0.path, $0.blob) })
        (text, lines, files) = (lines, [], [])
        (isAsking, skipsRecords, sinceHead) = (false, false, 0)
        publishHead()
        state.save(seen)
    }

    /// Has the broker get the file that a line names, by its content; nil when it cannot be read.
    private func describe(_ line: String) -> FileLine? {
        let words = line.dropFirst(FileLine.mark.count).split(separator: "\t", maxSplits: 1).map(String.init)
        guard let path = words.first else { return nil }
        places[path] = words.count > 1 ? words[1] : nil
        let place = places[path] ?? path
        guard path.hasPrefix(FileLine.buffer) else {
            guard let blob = Blob(ofFile: place, chunk: options.chunk) else { return nil }
            blobs.send(blob, .file(place))
            return FileLine(path: path, blob: blob)
        }
        // Another one stands there soon.
        guard let bytes = FileBytes.read(place) else { return nil }
        let blob = Blob(of: bytes, chunk: options.chunk)
        blobs.send(blob, .bytes(bytes))
        if let old = pictures.updateValue(blob.hash, forKey: path), old != blob.hash { blobs.replace(old) }
        return FileLine(path: path, blob: blob)
    }

    // MARK: Heads

    /// Has the broker get the head with all that it names.
    private func publishHead() {
        guard let head else { return }
        (headTime, owesHead) = (Clock.now, true)
        blobs.send(head.scene, .bytes(text))
        for (path, blob) in head.files { blobs.send(blob, .file(places[path] ?? path)) }
        giveHead()
    }

    /// The broker has lost what it had, or something of it.
    private func publishAnew() {
        blobs.forget()
        // Pictures of buffers are other ones by now.
        if head == nil || isOld || head?.files.contains(where: { $0.path.hasPrefix(FileLine.buffer) }) == true {
            ask()
        } else {
            publishHead()
        }
    }

    /// Gives the broker the head, when it has all that this names.
    private func giveHead() {
        guard owesHead, broker.isOpen, let head else { return }
        guard blobs.isWhole(head.scene), head.files.allSatisfy({ blobs.isWhole($0.blob) }) else { return }
        owesHead = broker.publish(options.topic("head"), head.payload(), isRetained: true) == nil
    }

    /// Somebody wants a head: at once, but once a second at most. `again`: something that one names has not come.
    private func want(again: Bool) {
        (wantsAgain, wantedAt) = (wantsAgain || again, Clock.now)
        guard wanting == nil else { return }
        let seconds = max(0, Double(lastWant + Self.wantInterval - Clock.now) / 1e9)
        wanting = Alarm(reactor, in: seconds) { [weak self] in
            guard let self else { return }
            let again = wantsAgain
            (wanting, wantsAgain, lastWant) = (nil, false, Clock.now)
            // A head has come since: that is the answer.
            guard isAdmitted, again || head == nil || headTime < wantedAt else { return }
            if again { publishAnew() } else if isOld || head == nil { ask() } else { publishHead() }
        }
    }

    private var isOld: Bool { seen != nil && (head?.number != seen?.number || head?.epoch != seen?.epoch) }

    private func tick() {
        guard isAdmitted else { return }
        let now = Clock.now
        if isOld,
            now - headTime > Self.headInterval || sinceHead > Self.headBytes || skipsRecords && broker.isOpen
        {
            headTime = now
            ask()
        }
        if broker.isOpen, let seen, seen.number != statusNumber {
            statusNumber = seen.number
            broker.publish(options.topic("status"), status(isAlive: true), isRetained: true)
            state.save(seen)
        }
        if let head { blobs.tidy(without: Set([head.scene.hash] + head.files.map(\.blob.hash))) }
    }
}

/// A line that tells what a file of the primary has: `# file PATH` of the daemon, and on the broker `# file SHA256 SIZE CHUNKS PATH`.
struct FileLine {
    static let mark = "# file "
    /// Begins the names of buffers' pictures.
    static let buffer = "buffer:"

    var path: String
    var blob: Blob

    init(path: String, blob: Blob) { (self.path, self.blob) = (path, blob) }

    /// Nil for other lines.
    init?(_ line: String) {
        guard line.hasPrefix(Self.mark) else { return nil }
        let words = line.dropFirst(Self.mark.count).split(separator: " ", maxSplits: 3)
        guard words.count == 4, words[0].utf8.count == 64, let size = Int(words[1]), let chunks = Int(words[2]),
            let blob = Blob(
                .object([
                    ("sha256", .string(String(words[0]))), ("size", .number(Double(size), text: "")),
                    ("chunks", .number(Double(chunks), text: "")),
                ]))
        else { return nil }
        (self.path, self.blob) = (String(words[3]), blob)
    }

    var line: String { "\(Self.mark)\(blob.hash) \(blob.size) \(blob.chunks) \(path)" }
}

/// The memory of a publisher's previous run.
struct PublisherState {
    /// Its name among publishers.
    let id: String
    /// The last record that was told.
    var last: (epoch: Int, number: Int)?
    /// The epoch has to be as high at least.
    var leastEpoch: Int?
    private let path: String

    init(_ options: Options) {
        var name = Blob(of: Array("\(options.socket) \(options.prefix)/\(options.scene)".utf8), chunk: 1 << 20).hash
        name = String(name.prefix(16))
        Folders.make(Folders.state)
        path = "\(Folders.state)/publish-\(options.scene)-\(name)"
        let value = FileBytes.read(path).flatMap { Payload.read($0) }
        let known = value?.text("id")
        id = known ?? "\(Main.machine)-\(String(UInt32.random(in: 0...UInt32.max), radix: 16))"
        if let epoch = value?.natural("epoch"), let number = value?.natural("seq") { last = (epoch, number) }
        if known == nil { save(nil) }
    }

    func save(_ seen: (epoch: Int, number: Int)?) {
        FileBytes.write(
            Payload.make { json in
                json.member("id", id)
                if let seen = seen ?? last {
                    json.member("epoch", seen.epoch)
                    json.member("seq", seen.number)
                }
            }, to: path)
    }
}
