import Expressions
import Geometry
import Glibc
import LineProtocol
import Reactor

/// `status`: what the broker knows of a primary and of its replicas.
final class Overview: BrokerListener {
    private let options: Options
    private let reactor: Reactor
    private let broker: Broker
    private var primary: JSONValue?
    private var replicas: [String: JSONValue] = [:]
    private var ending: Alarm?
    private var hasOpened = false

    /// Seconds within which the broker tells what it keeps.
    private static let wait = 0.5
    private static let timeout = 8.0
    /// Times that a replica is asked for its picture.
    private static let mostLooks = 8

    init(_ options: Options, _ reactor: Reactor) {
        (self.options, self.reactor) = (options, reactor)
        broker = Broker(options.broker, id: "scrim-status-\(getpid())-\(UInt32.random(in: 0...UInt32.max))", reactor)
    }

    func start() {
        broker.open(self)
        if !hasOpened, ending == nil {
            ending = Alarm(reactor, in: Self.timeout) { Console.fail("the broker does not answer", 1) }
        }
    }

    func brokerOpened() {
        hasOpened = true
        if let id = options.looked { return look(id) }
        broker.subscribe(options.topic("status"))
        broker.subscribe(options.topic("replica/+"))
        if options.watches {
            ending = Alarm(reactor, every: 1) { [weak self] in self?.print() }
        } else {
            ending = Alarm(reactor, in: Self.wait) { [weak self] in
                self?.print()
                self?.broker.close()
                exit(0)
            }
        }
    }

    func brokerClosed() {}
    func brokerAcknowledged(_ number: Int32) {}

    func brokerReceived(_ topic: String, _ payload: [UInt8], isRetained: Bool) {
        let value = Payload.read(payload)
        if let id = options.looked {
            guard let value, topic == options.topic("picture/\(id)") else { return }
            // Behind the library's call.
            ending = Alarm(reactor) { [weak self] in self?.end(value, id) }
        } else if topic == options.topic("status") {
            primary = value
        } else {
            replicas[String(topic.dropFirst(options.topic("replica/").utf8.count))] = value
        }
    }

    /// Asks a replica for its picture, again and again.
    private func look(_ id: String) {
        broker.subscribe(options.topic("picture/\(id)"))
        var tries = 0
        let ask = { [weak self] in
            guard let self else { return }
            tries += 1
            if tries > Self.mostLooks { Console.fail("\(id) does not answer", 1) }
            broker.publish(options.topic("look/\(id)"), Payload.make { _ in })
        }
        ask()
        ending = Alarm(reactor, every: 1, ask)
    }

    /// Writes a replica's picture, and ends.
    private func end(_ value: JSONValue, _ id: String) {
        guard let data = value.text("png"), let bytes = Base64.decode(data) else {
            Console.fail("\(id): \(value.text("message") ?? "its picture is damaged")", 1)
        }
        let path = options.picture ?? "\(id).png"
        if path == "-" {
            Console.print(bytes)
        } else {
            guard FileBytes.write(bytes, to: path) else { Console.fail("\(path) cannot be written", 1) }
            Console.print("\(path): \(value.natural("width") ?? 0)x\(value.natural("height") ?? 0)")
        }
        broker.close()
        exit(0)
    }

    private func print() {
        if options.isJSON { return printJSON() }
        if options.watches { Console.print("\u{1B}[2J\u{1B}[H", end: "") }
        func line(_ words: [String]) -> String {
            let widths = [20, 12, 10, 8, 8, 9, 0]
            return zip(words, widths).map { $0 + String(repeating: " ", count: max(1, $1 - $0.count)) }.joined()
        }
        let state = primary?.text("state") ?? "unknown"
        Console.print("\(options.scene): \(state) \(primary?.natural("epoch") ?? 0):\(primary?.natural("seq") ?? 0)")
        Console.print(line(["REPLICA", "STATE", "SEQ", "LAG", "MISSED", "VERSION", "DIGEST"]))
        for (id, value) in replicas.sorted(by: { $0.key < $1.key }) {
            let lag = Int((value["lag"]?.number ?? 0) * 1000)
            Console.print(
                line([
                    id, value.text("state") ?? "", "\(value.natural("seq") ?? 0)", "\(lag) ms",
                    "\(value.natural("missed") ?? 0)", value.text("version") ?? "",
                    String((value.text("digest") ?? "").prefix(12)) + (value.text("message").map { "  \($0)" } ?? ""),
                ]))
        }
    }

    private func printJSON() {
        var json = JSONWriter()
        json.beginObject()
        json.key("primary")
        json.beginObject()
        json.member("state", primary?.text("state") ?? "unknown")
        json.member("epoch", primary?.natural("epoch") ?? 0)
        json.member("seq", primary?.natural("seq") ?? 0)
        json.member("version", primary?.text("version") ?? "")
        json.endObject()
        json.key("replicas")
        json.beginArray()
        for (id, value) in replicas.sorted(by: { $0.key < $1.key }) {
            json.beginObject()
            json.member("id", id)
            json.member("state", value.text("state") ?? "")
            json.member("epoch", value.natural("epoch") ?? 0)
            json.member("seq", value.natural("seq") ?? 0)
            json.member("lag", value["lag"]?.number ?? 0)
            json.member("missed", value.natural("missed") ?? 0)
            json.member("version", value.text("version") ?? "")
            json.member("digest", value.text("digest") ?? "")
            if let message = value.text("message") { json.member("message", message) }
            json.endObject()
        }
        json.endArray()
        json.endObject()
        var out = ByteWriter()
        out.append(json: json)
        Console.print(out.string)
    }
}
