import Expressions
import Geometry
import Glibc
import LineProtocol
import Reactor

/// `follow`: has a daemon's scene be a primary's, as the broker tells it.
final class Follower: BrokerListener, DaemonListener {
    private let options: Options
    private let reactor: Reactor
    private let broker: Broker
    private let daemon: Daemon
    private let blobs: BlobFetcher
    private let id: String
    /// The last record that the daemon was given; nil: the scene comes first.
    private var position: (epoch: Int, number: Int)?
    /// The daemon has told how far it is.
    private var isReady = false
    /// Records that came before one that is missing, by their numbers.
    private var ahead: [Int: Record] = [:]
    private var aheadBytes = 0
    /// The head that is being fetched.
    private var fetching: SceneHead?
    /// A record whose files are being fetched; those behind it wait.
    private var isHeld = false
    /// The newest head.
    private var head: SceneHead?
    /// How far the primary is, as its status tells.
    private var told: (epoch: Int, number: Int)?
    private var asking: Alarm?
    private var askWait = 0.5
    private var ticking: Alarm?
    /// Digests that the daemon told, by the numbers of their records.
    private var digests: [Int: String] = [:]
    private var status = Status()
    private var isChanged = true
    private var lastRecord: Nanoseconds = 0
    private var lastStatus: Nanoseconds = 0
    private var lastLook: Nanoseconds = 0
    private var junk = 0
    /// Lines that the daemon's version does not know.
    private var skipped = 0
    /// Numbers of the records that told pictures of buffers last, by the names of these.
    private var pictures: [String: Int] = [:]
    /// Something came too late for its own time: a head shows whether the scene is the primary's still.
    private var isDoubtful = false
    private var lastDoubt: Nanoseconds = 0
    /// Heads that were taken since digests differed, one behind the other.
    private var repairs = 0

    private struct Status: Equatable {
        var state = "waiting"
        var number = 0
        var epoch = 0
        var lag = 0.0
        var missed = 0
        var digest = ""
        var message = ""
    }

    private static let mostAhead = 16 << 20
    private static let calm: Nanoseconds = 600_000_000
    private static let lookInterval: Nanoseconds = 1_000_000_000
    /// Pixels of a small picture's longer side, and bytes of its base 64, at most.
    private static let (lookSide, mostLook) = (320.0, 60_000)
    private static let statusInterval: Nanoseconds = 5_000_000_000
    /// Times between two heads that are asked for in doubt, while records go on coming and when they do not.
    private static let (doubtInterval, shortDoubt): (Nanoseconds, Nanoseconds) = (10_000_000_000, 2_000_000_000)

    init(_ options: Options, _ reactor: Reactor) {
        (self.options, self.reactor) = (options, reactor)
        id = options.name ?? Main.machine
        broker = Broker(options.broker, id: "scrim-replica-\(options.scene)-\(id)", reactor)
        daemon = Daemon(options.socket, reactor)
        blobs = BlobFetcher(options, broker, reactor)
    }

    func start() {
        broker.will = LastWill(topic: options.topic("replica/\(id)"), payload: payload("gone"))
        daemon.open(self)
        broker.open(self)
        ticking = Alarm(reactor, every: 0.25) { [weak self] in self?.tick() }
    }

    func end() {
        broker.publish(options.topic("replica/\(id)"), payload("gone"), isRetained: true)
        broker.close()
        daemon.close()
    }

    private func payload(_ state: String) -> [UInt8] {
        Payload.make { json in
            json.member("id", id)
            json.member("state", state)
            json.member("epoch", status.epoch)
            json.member("seq", status.number)
            json.member("lag", status.lag)
            json.member("missed", status.missed)
            json.member("version", Main.version)
            json.member("digest", status.digest)
            json.member("dropped", junk)
            json.member("skipped", skipped)
            if !status.message.isEmpty { json.member("message", status.message) }
        }
    }

    // MARK: The daemon

    func daemonOpened() {
        (isReady, position, fetching, isHeld) = (false, nil, nil, false)
        daemon.say("session name=scrim-link role=replica of=\(WordQuoting.text(options.scene)) delay=\(options.delay)")
        { reply in
            if case .failed(_, let message) = reply { Console.fail("the daemon refuses: \(message)", 1) }
        }
        daemon.say("subscribe replica")
        daemon.say("digest") { [weak self] reply in
            guard let self, case .done(let value?) = reply else { return }
            if let epoch = value.natural("epoch"), let number = value.natural("seq"), epoch > 0 {
                position = (epoch, number)
                (status.epoch, status.number, status.digest) = (epoch, number, value.text("sha256") ?? "")
            }
            isReady = true
            if let head { take(head) }
            goOn()
        }
    }

    func daemonClosed() {
        Console.say("waiting for the daemon")
        (isReady, fetching, isHeld) = (false, nil, false)
        status.state = "waiting"
        isChanged = true
    }

    func daemonTold(_ event: String, _ value: JSONValue) {
        guard event == "replica" else { return }
        switch value.text("state") {
        case "promoted":
            ticking = Alarm(reactor, in: 0) { [weak self] in
                self?.end()
                exit(0)
            }
        case "late": isDoubtful = true
        case "failed":
            status.message = value.text("message") ?? ""
            isChanged = true
        case "moment":
            skipped = value.natural("skipped") ?? 0
            guard let number = value.natural("seq"), let digest = value.text("digest") else { return }
            if digests.count > 100 { digests = [:] }
            digests[number] = digest
            compare()
        default: break
        }
    }

    /// Compares what the daemon had at a head's record with the head.
    private func compare() {
        guard let head, let position, head.epoch == position.epoch, let digest = digests[head.number] else { return }
        digests = [:]
        if digest == head.digest {
            repairs = 0
            status.message = ""
            return
        }
        status.message = "the scene differed from the primary's at \(head.epoch):\(head.number)"
        Console.say(status.message)
        isChanged = true
        repairs += 1
        // What differs again and again cannot be made equal here.
        if repairs < 4 { fetch(head, behind: position.number) }
    }

    // MARK: The broker

    func brokerOpened() {
        for topic in ["head", "log", "status", "look/\(id)"] { broker.subscribe(options.topic(topic)) }
        blobs.resume()
        isChanged = true
        // Records may have gone by meanwhile.
        if isReady { ask(in: 0.3) }
    }

    func brokerClosed() {
        asking = nil
        blobs.pause()
    }

    func brokerAcknowledged(_ number: Int32) {}

    func brokerReceived(_ topic: String, _ payload: [UInt8], isRetained: Bool) {
        if topic == options.topic("log") {
            guard let value = Payload.read(payload), let epoch = value.natural("epoch") else {
                junk += 1
                return
            }
            let records = value["records"]?.elements ?? []
            for one in records {
                if let record = Record(one, epoch: epoch) { take(record) } else { junk += 1 }
            }
            if records.isEmpty { junk += 1 }
            goOn()
        } else if topic == options.topic("head") {
            guard let head = SceneHead(payload) else {
                junk += 1
                return
            }
            if let known = self.head, (head.epoch, head.number) < (known.epoch, known.number) { return }
            self.head = head
            if isReady { take(head) }
        } else if topic == options.topic("status") {
            guard let value = Payload.read(payload) else {
                junk += 1
                return
            }
            guard value.text("state") == "publishing", let epoch = value.natural("epoch"),
                let number = value.natural("seq")
            else { return }
            told = (epoch, number)
            // Records are on their way, most often.
            if isReady, needsHead { ask(in: 0.5) }
        } else if topic == options.topic("look/\(id)") {
            if !isRetained { look() }
        } else if topic.hasPrefix(options.topic("blob/")) {
            blobs.take(topic.dropFirst(options.topic("blob/").utf8.count), payload)
        }
    }

    /// Asks the primary for a head, and again until there is one.
    private func ask(in seconds: Double = 0) {
        guard asking == nil else { return }
        asking = Alarm(reactor, in: seconds) { [weak self] in
            guard let self else { return }
            asking = nil
            guard broker.isOpen, isReady, needsHead, fetching == nil else {
                askWait = 0.5
                return
            }
            want()
            ask(in: askWait)
            askWait = min(askWait * 2, 10)
        }
    }

    /// `again`: what a head names is not on the broker.
    private func want(again: Bool = false) {
        broker.publish(
            options.topic("want"),
            Payload.make { json in
                json.member("id", id)
                guard again else { return }
                json.key("again")
                json.bool(true)
            })
    }

    /// True while records are missing.
    private var needsHead: Bool {
        guard let position, ahead.isEmpty else { return true }
        return told.map { $0 > position } ?? false
    }

    // MARK: Records

    private func take(_ record: Record) {
        let (epoch, number) = position ?? (-1, -1)
        guard record.epoch >= max(epoch, head?.epoch ?? 0) else { return }
        if record.epoch > epoch || record.number > number {
            if let other = ahead.first?.value, other.epoch != record.epoch {
                // Those of an earlier epoch never come to anything.
                if record.epoch < other.epoch { return }
                (ahead, aheadBytes) = ([:], 0)
            }
            guard ahead[record.number] == nil else { return }
            ahead[record.number] = record
            aheadBytes += record.size + 200
            if aheadBytes > Self.mostAhead { (ahead, aheadBytes) = ([:], 0) }
        }
    }

    /// Gives the daemon the records that are next.
    private func goOn() {
        guard isReady, fetching == nil, !isHeld else { return }
        while let position, let next = ahead[position.number + 1], next.epoch == position.epoch {
            ahead[position.number + 1] = nil
            aheadBytes -= next.size + 200
            give(next)
            if isHeld { return }
        }
        if needsHead { ask(in: position == nil ? 0 : 0.4) }
    }

    private func give(_ record: Record) {
        position = (record.epoch, record.number)
        lastRecord = Clock.now
        status.lag = max(0, Main.wall - record.wall)
        if let blob = record.blob {
            return hold([blob]) { [weak self] paths in
                guard let path = paths.first else { return }
                self?.say(record, "path=\(WordQuoting.text(path))")
            }
        }
        let files = record.lines.compactMap { FileLine($0) }
        guard !files.isEmpty, !files.allSatisfy({ $0.path.hasPrefix(FileLine.buffer) }) else {
            say(record, WordQuoting.text(record.lines.joined(separator: "\n"), isPositional: true))
            return files.forEach { show($0, of: record) }
        }
        hold(files.map(\.blob)) { [weak self] paths in
            let lines = zip(files, paths).map { "\(FileLine.mark)\($0.path)\t\($1)" }
            self?.say(record, WordQuoting.text(lines.joined(separator: "\n"), isPositional: true))
        }
    }

    /// Fetches a picture of a buffer, for which nothing waits, and shows it unless there is a later one.
    private func show(_ file: FileLine, of record: Record) {
        pictures[file.path] = record.number
        blobs.fetch(file.blob) { [weak self] path in
            guard let self, let path, isReady, pictures[file.path] == record.number, position?.epoch == record.epoch
            else { return }
            let line = WordQuoting.text("\(FileLine.mark)\(file.path)\t\(path)", isPositional: true)
            daemon.say(
                "replay epoch=\(record.epoch) seq=\(record.number) time=\(record.time) wall=\(record.wall) state=files \(line)"
            )
        }
    }

    /// Holds all records until blobs are there; without them the scene comes anew.
    private func hold(_ wanted: [Blob], then: @escaping (_ paths: [String]) -> Void) {
        isHeld = true
        fetchAll(wanted) { [weak self] paths in
            guard let self else { return }
            isHeld = false
            if let paths { then(paths) } else { position = nil }
            goOn()
        }
    }

    private func fetchAll(_ wanted: [Blob], _ found: [String] = [], then: @escaping ([String]?) -> Void) {
        guard found.count < wanted.count else { return then(found) }
        blobs.fetch(wanted[found.count]) { [weak self] path in
            guard let path else { return then(nil) }
            self?.fetchAll(wanted, found + [path], then: then)
        }
    }

    private func say(_ record: Record, _ words: String) {
        let clock = record.isManual ? " clock=manual" : ""
        say(
            "replay epoch=\(record.epoch) seq=\(record.number) time=\(record.time) wall=\(record.wall) client=\(record.client)\(clock) \(words)",
            (record.epoch, record.number))
    }

    private func say(_ line: String, _ at: (epoch: Int, number: Int)) {
        daemon.say(line) { [weak self] reply in
            guard let self, case .failed(let code, let message) = reply else { return }
            guard isReady, fetching == nil else { return }
            if code != "sequence" { Console.say("\(at.epoch):\(at.number): \(message)") }
            position = nil
            ask()
        }
        isChanged = true
    }

    // MARK: Heads

    private func take(_ head: SceneHead) {
        guard let position else { return fetch(head, behind: -1) }
        guard head.epoch >= position.epoch else { return }
        if head.epoch > position.epoch { return fetch(head, behind: -1) }
        compare()
        // Records that are missing are in it.
        if head.number > position.number, !isHeld { fetch(head, behind: position.number) }
    }

    /// Fetches a head with all that it names, and gives it to the daemon. `behind`: the last record that the daemon has.
    private func fetch(_ head: SceneHead, behind number: Int) {
        if let fetching, fetching.epoch == head.epoch, fetching.number == head.number { return }
        fetching = head
        let progress = isatty(STDERR_FILENO) == 1 && position == nil
        if progress { Console.say("\(head.scene.size) bytes of \(options.scene)") }
        fetchAll([head.scene] + head.files.map(\.blob)) { [weak self] paths in
            guard let self, let current = fetching, current.epoch == head.epoch, current.number == head.number else {
                return
            }
            fetching = nil
            guard let paths else {
                status.message = blobs.failure ?? "a head's files have not come"
                isChanged = true
                if broker.isOpen, blobs.failure == nil { want(again: true) }
                askAnew()
                return
            }
            give(head, paths)
            goOn()
        }
    }

    private func askAnew() {
        position = nil
        head = nil
        ask(in: 0.2)
    }

    private func fail(_ path: String) {
        let reason = "\(path): \(unsafe String(cString: strerror(errno)))"
        if status.message != reason { Console.say(reason) }
        status.message = reason
        isChanged = true
        askAnew()
    }

    private func give(_ head: SceneHead, _ paths: [String]) {
        guard isReady else { return }
        // Where each file stands here goes before the scene.
        var text: [UInt8] = []
        for (file, path) in zip(head.files, paths.dropFirst()) {
            text += "\(FileLine.mark)\(file.path)\t\(path)\n".utf8
        }
        var path = paths[0]
        if !text.isEmpty {
            guard let scene = FileBytes.read(path) else { return fail(path) }
            // Lines that tell contents are the broker's.
            text += scene
            path = "\(Folders.cache)/scene-\(getpid())"
            guard FileBytes.write(text, to: path) else { return fail(path) }
        }
        position = (head.epoch, head.number)
        for number in ahead.keys where number <= head.number { ahead[number] = nil }
        aheadBytes = ahead.values.reduce(0) { $0 + $1.size + 200 }
        let clock = head.isManual ? " clock=manual" : ""
        say(
            "replay epoch=\(head.epoch) seq=\(head.number) time=\(head.time) wall=\(head.wall)\(clock) state=scene digest=\(head.digest) path=\(WordQuoting.text(path))",
            (head.epoch, head.number))
        lastRecord = Clock.now
    }

    // MARK: Pictures

    /// Gives the broker a small picture of what is shown, once a second at most.
    private func look() {
        guard Clock.now - lastLook > Self.lookInterval else { return }
        lastLook = Clock.now
        guard isReady else { return answer { $0.member("message", "its daemon is not there") } }
        daemon.say("get main size") { [weak self] reply in
            guard case .done(let value?) = reply, let size = value["size"]?.elements.compactMap(\.number),
                size.count == 2
            else {
                self?.answer { $0.member("message", "it has no output main") }
                return
            }
            self?.look(scale: min(1, Self.lookSide / max(size[0], size[1], 1)))
        }
    }

    private func look(scale: Double) {
        daemon.say("snapshot scale=\(scale)") { [weak self] reply in
            guard let self else { return }
            guard case .done(let value?) = reply, let data = value.text("data") else {
                if case .failed(_, let message) = reply { answer { $0.member("message", message) } }
                return
            }
            if data.utf8.count > Self.mostLook { return look(scale: scale / 2) }
            answer { json in
                json.member("width", value.natural("width") ?? 0)
                json.member("height", value.natural("height") ?? 0)
                json.member("png", data)
            }
        }
    }

    private func answer(_ body: (inout JSONWriter) -> Void) {
        broker.publish(
            options.topic("picture/\(id)"),
            Payload.make { json in
                json.member("id", id)
                body(&json)
            })
    }

    // MARK: Status

    private func tick() {
        let now = Clock.now
        guard isReady, broker.isOpen else { return }
        if isDoubtful, now - lastRecord > Self.calm || now - lastDoubt > Self.doubtInterval,
            now - lastDoubt > Self.shortDoubt
        {
            (isDoubtful, lastDoubt) = (false, now)
            want()
        }
        if isChanged, now - lastRecord > Self.calm || now - lastStatus > Self.statusInterval { tell() }
    }

    /// Tells the broker how far the daemon is.
    private func tell() {
        (isChanged, lastStatus) = (false, Clock.now)
        daemon.say("stats") { [weak self] reply in
            if case .done(let value?) = reply { self?.status.missed = value.natural("missedFrames") ?? 0 }
        }
        daemon.say("digest") { [weak self] reply in
            guard let self, case .done(let value?) = reply else { return }
            (status.epoch, status.number) = (value.natural("epoch") ?? 0, value.natural("seq") ?? 0)
            status.digest = value.text("sha256") ?? ""
            status.state = position == nil || !ahead.isEmpty ? "waiting" : "following"
            if blobs.damaged > 0, status.message.isEmpty {
                status.message = "\(blobs.damaged) blobs had other bytes than their names say"
            }
            broker.publish(options.topic("replica/\(id)"), payload(status.state), isRetained: true)
            // The last record may not have had its time yet.
            if let position, position != (status.epoch, status.number) { isChanged = true }
        }
    }
}

extension WordQuoting {
    /// A word as a line has it.
    static func text(_ word: String, isPositional: Bool = false) -> String {
        var out = ByteWriter()
        if isPositional { append(positional: word, to: &out) } else { append(word, to: &out) }
        return out.string
    }
}
