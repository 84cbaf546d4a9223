import Geometry
import Glibc
import LineProtocol
import Reactor

/// `control`: lines that come on a topic are run, each message in a session of its own with the access that the command line says.
final class Controller: BrokerListener {
    private let options: Options
    private let reactor: Reactor
    private let broker: Broker
    /// Lines that may be run now.
    private var room = Controller.most
    private var filled: Nanoseconds = Clock.now
    private var dropped = 0
    private var telling: Alarm?

    /// Lines a second.
    private static let most = 100.0
    private static let longestMessage = 1 << 20

    init(_ options: Options, _ reactor: Reactor) {
        (self.options, self.reactor) = (options, reactor)
        broker = Broker(
            options.broker, id: "scrim-control-\(options.scene)-\(getpid())-\(UInt32.random(in: 0...UInt32.max))",
            reactor)
    }

    func start() {
        broker.open(self)
        telling = Alarm(reactor, every: 1) { [weak self] in
            guard let self, dropped > 0 else { return }
            Console.say("\(dropped) lines were dropped")
            dropped = 0
        }
    }

    func end() { broker.close() }

    func brokerOpened() { broker.subscribe(options.topic("control")) }
    func brokerClosed() {}
    func brokerAcknowledged(_ number: Int32) {}

    func brokerReceived(_ topic: String, _ payload: [UInt8], isRetained: Bool) {
        // What was said before this began is old.
        guard topic == options.topic("control"), !isRetained else { return }
        guard payload.count <= Self.longestMessage else {
            dropped += 1
            return
        }
        let now = Clock.now
        room = min(Self.most, room + Double(now - filled) / 1e9 * Self.most)
        filled = now
        var lines: [UInt8] = []
        for line in payload.split(separator: UInt8(ascii: "\n")) where Self.isAllowed(Array(line)) {
            guard room >= 1 else {
                dropped += 1
                continue
            }
            room -= 1
            lines += line
            lines.append(UInt8(ascii: "\n"))
        }
        if !lines.isEmpty { run(lines) }
    }

    /// False for a line that would change the session, or end the daemon.
    private static func isAllowed(_ line: [UInt8]) -> Bool {
        var isAllowed = false
        line.withView(0..<line.count) { bytes in
            var splitter = WordSplitter()
            guard let line = try? Line(bytes, &splitter) else { return }
            isAllowed = !(line.verb == "session") && !(line.verb == "quit")
        }
        return isAllowed
    }

    /// Runs lines in a connection of their own, which is not waited for long.
    private func run(_ lines: [UInt8]) {
        let socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard socket >= 0 else { return }
        defer { close(socket) }
        var timeout = timeval(tv_sec: 2, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            _ = unsafe setsockopt(socket, SOL_SOCKET, option, &timeout, socklen_t(MemoryLayout<timeval>.size))
        }
        guard Self.connect(socket, options.socket) else {
            Console.say("the daemon is not there: lines are dropped")
            return
        }
        guard Self.send(socket, Array("session access=\(WordQuoting.text(options.access)) name=scrim-link\n".utf8)),
            let reply = Self.read(socket, untilEnd: false), reply.hasPrefix("ok")
        else {
            Console.say("the daemon gives no access \(options.access)")
            return
        }
        guard Self.send(socket, lines) else { return }
        _ = shutdown(socket, Int32(SHUT_WR))
        _ = Self.read(socket, untilEnd: true)
    }

    private static func connect(_ socket: Int32, _ path: String) -> Bool {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return false }
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
        return unsafe withUnsafePointer(to: &address) {
            unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe Glibc.connect(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
    }

    private static func send(_ socket: Int32, _ bytes: [UInt8]) -> Bool {
        var done = 0
        while done < bytes.count {
            let count = unsafe bytes[done...].withUnsafeBytes {
                unsafe Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            done += count
        }
        return true
    }

    /// Reads text of the daemon: a line, or all until it ends.
    private static func read(_ socket: Int32, untilEnd: Bool) -> String? {
        var text: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = unsafe chunk.withUnsafeMutableBytes { unsafe recv(socket, $0.baseAddress, $0.count, 0) }
            guard count > 0 else { break }
            if !untilEnd {
                text += chunk[0..<count]
                if text.contains(UInt8(ascii: "\n")) || text.count > 65_536 { break }
            }
        }
        return text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
    }
}
