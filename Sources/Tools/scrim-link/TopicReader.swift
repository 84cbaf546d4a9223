import Expressions
import Geometry
import Glibc
import LineProtocol
import Reactor

/// `data`: gives an object of the kind `data` what comes on topics, a field for each topic.
final class TopicReader: BrokerListener, DaemonListener {
    private let options: Options
    private let reactor: Reactor
    private let broker: Broker
    private let daemon: Daemon
    /// The words of all fields, by their names: a daemon that comes back gets them again.
    private var fields: [String: String] = [:]
    /// Fields that the daemon has not been told.
    private var news: Set<String> = []
    private var telling: Alarm?
    private var dropped = 0
    /// The last thing that was said to people: each once in a row.
    private var said = ""

    /// Seconds between two lines: what comes meanwhile goes together.
    private static let interval = 0.1
    /// Fields of an object at most, as in the daemon.
    private static let mostFields = 1024
    private static let (longestName, longestValue) = (64, 4096)

    init(_ options: Options, _ reactor: Reactor) {
        (self.options, self.reactor) = (options, reactor)
        broker = Broker(
            options.broker, id: "scrim-data-\(options.scene)-\(getpid())-\(UInt32.random(in: 0...UInt32.max))", reactor)
        daemon = Daemon(options.socket, reactor)
    }

    func start() {
        daemon.open(self)
        broker.open(self)
    }

    func end() {
        tell()
        broker.close()
        daemon.close()
    }

    // MARK: The daemon

    func daemonOpened() {
        daemon.say("session name=scrim-link")
        news = Set(fields.keys)
        tell()
    }

    func daemonTold(_ event: String, _ value: JSONValue) {}
    func daemonClosed() { say("waiting for the daemon") }

    /// Gives the daemon what is new, in one line, which makes the object where there is none.
    private func tell() {
        telling = nil
        guard daemon.isOpen, !news.isEmpty else { return }
        let names = news.sorted()
        news = []
        tell(names)
    }

    /// One field that is refused does not hold back the others.
    private func tell(_ names: [String]) {
        let words = names.map { "\($0)=\(fields[$0] ?? "")" }.joined(separator: " ")
        daemon.say("put \(WordQuoting.text(options.scene)) data \(words)") { [weak self] reply in
            guard let self, case .failed(_, let message) = reply else { return }
            guard names.count > 1 else { return say("the daemon refuses: \(message)") }
            for name in names { tell([name]) }
        }
    }

    // MARK: The broker

    func brokerOpened() { for topic in options.topics { broker.subscribe(topic) } }
    func brokerClosed() {}
    func brokerAcknowledged(_ number: Int32) {}

    func brokerReceived(_ topic: String, _ payload: [UInt8], isRetained: Bool) {
        let name = Self.name(topic)
        if payload.first == UInt8(ascii: "{"), case .object(let members)? = JSONValue(payload) {
            for (key, value) in members {
                if let text = Self.text(value) { take("\(name)_\(Self.name(key))", text) }
            }
        } else {
            take(name, String(decoding: payload, as: UTF8.self))
        }
        if !news.isEmpty, telling == nil { telling = Alarm(reactor, in: Self.interval) { [weak self] in self?.tell() } }
    }

    private func take(_ name: String, _ value: String) {
        guard name.utf8.count <= Self.longestName, value.utf8.count <= Self.longestValue,
            !value.utf8.contains(where: { $0 < 0x20 }), fields[name] != nil || fields.count < Self.mostFields
        else {
            dropped += 1
            return say("\(dropped) values were dropped; the last: \(name.prefix(Self.longestName))")
        }
        let word = WordQuoting.text(value)
        guard fields.updateValue(word, forKey: name) != word else { return }
        news.insert(name)
    }

    /// The name of a field: a letter, then letters, digits and underscores.
    private static func name(_ topic: String) -> String {
        let name = String(topic.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
        return name.first?.isLetter == true && !own.contains(name) ? name : "topic_" + name
    }

    /// Names of the kind's own properties.
    private static let own: Set = ["kind", "source", "every", "format", "watch", "state", "message"]

    /// Nil for lists and objects.
    private static func text(_ value: JSONValue) -> String? {
        if let text = value.string { return text }
        if let truth = value.boolean { return truth ? "true" : "false" }
        guard case .number(_, let text) = value else { return nil }
        return text
    }

    private func say(_ text: String) {
        if text != said { Console.say(text) }
        said = text
    }
}
