import CSystem
import DaemonClient
import Glibc
import Reactor

/// The picture of one output for all browsers that request it: one snapshot serves all, and each gets the tiles that
/// have changed for it.
///
/// A browser sends the next request after drawing, so a slow one gets fewer pictures without delaying others. Without
/// requests, the daemon is not queried.
final class PictureFeed: LinkListener, TimerHandler {
    /// Maximum pixels of a picture; larger ones are requested at a smaller scale.
    private static let pixelLimit = 1920.0 * 1200
    /// Interval for asking the daemon for new frames, and the interval after some time without one.
    private static let pace: Nanoseconds = 50_000_000, slowPace: Nanoseconds = 250_000_000
    private static let quiet: Nanoseconds = 2_000_000_000
    /// How long a request waits for a change. Then it gets the daemon's state.
    private static let timeout: Nanoseconds = 1_000_000_000
    private static let replyLimit = 1 << 20

    private struct Waiter {
        var exchange: Exchange
        var since: Int
        var until: Nanoseconds
    }
    private enum Step { case idle, asked, pictured }

    /// The daemon's latest report on the output.
    private struct Report {
        /// The reply to `stats`, as JSON.
        var stats: [UInt8] = Array("null".utf8)
        var size: [Double] = []
        var scale = 1.0
        var state = "absent"
        /// Frame count of the picture; −1: none.
        var frames = -1.0
        /// The reason why there is no newer picture.
        var failure: String?
    }

    private let output: String
    private let link: DaemonLink
    private let reactor: Reactor
    private let memory: FileDescriptor
    private var waiters: [Waiter] = []
    private var picture: TiledPicture
    private let first: Int
    private var step = Step.idle
    private var line: [UInt8] = []
    private var report = Report()
    private var timer: TimerID?
    private var began: Nanoseconds = 0
    private var lastChange: Nanoseconds = 0
    /// Time of the last request.
    private(set) var lastUse: Nanoseconds = Clock.now

    init(path: String, output: String, reactor: Reactor) throws(SystemError) {
        let descriptor = unsafe sys_memfd("scrim-inspect")
        guard descriptor >= 0 else { throw SystemError.last("memfd_create") }
        memory = FileDescriptor(owning: descriptor)
        first = Int(Clock.wall / 1000)
        picture = TiledPicture(generation: first)
        self.output = output
        self.reactor = reactor
        link = DaemonLink(path: path, reactor: reactor)
    }

    func start() { link.open(self) }

    /// Waiting requests were answered by `linkClosed` before.
    func close() {
        if let timer { reactor.cancel(timer) }
        timer = nil
        link.close()
    }

    func add(_ exchange: Exchange, since: Int) {
        lastUse = Clock.now
        waiters.append(Waiter(exchange: exchange, since: since, until: lastUse + Self.timeout))
        answer()
        // A running or due round serves them too.
        if step == .idle, timer == nil {
            wake(at: link.isOpen ? max(began + Self.pace, lastUse) : lastUse + Self.timeout)
        }
    }

    private func wake(at time: Nanoseconds) {
        if let timer { reactor.cancel(timer) }
        timer = reactor.setTimer(at: time, self)
    }

    func timerFired(_ timer: TimerID, now: Nanoseconds) {
        self.timer = nil
        waiters.removeAll { $0.exchange.hasLeft }
        if link.isOpen, step == .idle, !waiters.isEmpty { return ask() }
        answer()
        if let next = waiters.map(\.until).min() { wake(at: next) }
    }

    private func ask() {
        step = .asked
        began = Clock.now
        link.send(Array("stats output=\(output)\n".utf8))
    }

    /// A round has ended: while requests wait, the next one follows after three times its duration.
    private func rest() {
        step = .idle
        answer()
        guard !waiters.isEmpty else { return }
        let now = Clock.now
        let pace = now - lastChange > Self.quiet ? Self.slowPace : Self.pace
        wake(at: max(began + pace, now + 3 * (now - began)))
    }

    // MARK: From the daemon

    func linkOpened() {
        line = []
        report.frames = -1
        step = .idle
        link.send(Array("session access=read name=inspector\nsubscribe output\n".utf8))
        wake(at: Clock.now)
    }

    func linkClosed() {
        report.failure = "no daemon answers"
        step = .idle
        // They are notified with the next answer.
        for index in waiters.indices { waiters[index].until = 0 }
        answer()
    }

    func linkReceived(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var rest = unsafe bytes[...]
        while let end = unsafe rest.firstIndex(of: UInt8(ascii: "\n")) {
            unsafe line += rest[..<end]
            take()
            line.removeAll(keepingCapacity: true)
            unsafe rest = rest[(end + 1)...]
        }
        unsafe line += rest
        if line.count > Self.replyLimit { link.reset() }
        return true
    }

    private func take() {
        if line.starts(with: "event output ".utf8) {
            guard JSONScan.word("output", in: line) == output else { return }
            report.size = JSONScan.numbers("size", in: line)
            report.scale = JSONScan.numbers("scale", in: line).first ?? 1
            report.state = JSONScan.word("state", in: line) ?? ""
            return
        }
        guard step != .idle, !line.starts(with: "event ".utf8) else { return }
        if line == Array("ok".utf8) { return }
        guard line.starts(with: "ok ".utf8) else {
            report.failure = String(decoding: line, as: UTF8.self)
            for index in waiters.indices { waiters[index].until = 0 }
            return rest()
        }
        switch step {
        case .idle: return
        case .asked:
            report.stats = Array(line.dropFirst(3))
            let count = JSONScan.numbers("frames", in: line).first ?? 0
            if count == report.frames, report.failure == nil { return rest() }
            report.frames = count
            askForPicture()
        case .pictured:
            takePicture()
            rest()
        }
    }

    private func askForPicture() {
        guard ftruncate(memory.raw, 0) == 0, lseek(memory.raw, 0, SEEK_SET) == 0 else { return rest() }
        step = .pictured
        var words = "snapshot output=\(output) format=rgba"
        if report.size.count == 2 {
            let pixels = report.size[0] * report.size[1] * report.scale * report.scale
            if pixels > Self.pixelLimit { words += " scale=\(report.scale * (Self.pixelLimit / pixels).squareRoot())" }
        }
        link.send(Array((words + "\n").utf8), passing: memory.raw)
    }

    private func takePicture() {
        let width = Int(JSONScan.numbers("width", in: line).first ?? 0)
        let height = Int(JSONScan.numbers("height", in: line).first ?? 0)
        let size = width * height * 4
        var status = stat()
        guard width > 0, height > 0, unsafe fstat(memory.raw, &status) == 0, status.st_size >= size,
            let pixels = unsafe mmap(nil, size, PROT_READ, MAP_SHARED, memory.raw, 0), unsafe pixels != MAP_FAILED
        else { return }
        report.failure = nil
        let before = picture.generation
        unsafe picture.update(width, height, UnsafeRawBufferPointer(start: pixels, count: size))
        unsafe munmap(pixels, size)
        if picture.generation != before { lastChange = Clock.now }
    }

    // MARK: To the browsers

    /// Answers requests that lack tiles, and those that have waited long enough.
    private func answer() {
        let now = Clock.now
        var left: [Waiter] = []
        for waiter in waiters where !waiter.exchange.hasLeft {
            let isKnown = waiter.since > first && waiter.since <= picture.generation
            if picture.width > 0, !isKnown || waiter.since < picture.generation {
                answer(waiter, picture.tiles(since: waiter.since, isKnown: isKnown))
            } else if now >= waiter.until {
                answer(waiter, [])
            } else {
                left.append(waiter)
            }
        }
        waiters = left
    }

    /// Four bytes (little endian) with the length of the JSON after them; then the JSON and the tiles' pixels.
    private func answer(_ waiter: Waiter, _ tiles: [TiledPicture.Tile]) {
        let list = tiles.map { "[\($0.x),\($0.y),\($0.width),\($0.height)]" }.joined(separator: ",")
        let size = report.size.map { "\($0)" }.joined(separator: ",")
        var head = "{\"generation\":\(picture.generation),\"width\":\(picture.width),\"height\":\(picture.height)"
        head +=
            ",\"size\":[\(size)],\"scale\":\(report.scale),\"state\":\(JSONScan.quoted(report.state)),\"tiles\":[\(list)]"
        head += ",\"failure\":" + (report.failure.map(JSONScan.quoted) ?? "null") + ",\"stats\":"
        let json = Array(head.utf8) + report.stats + [UInt8(ascii: "}")]
        var body: [UInt8] = []
        for shift in [0, 8, 16, 24] { body.append(UInt8(truncatingIfNeeded: json.count >> shift)) }
        body += json
        body += picture.bytes(of: tiles)
        waiter.exchange.respond(Answer(body, type: "application/octet-stream"))
    }
}
