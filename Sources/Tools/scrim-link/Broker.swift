import CMosquitto
import Glibc
import Reactor

/// A receiver of a broker's messages.
protocol BrokerListener: AnyObject {
    /// The connection stands: subscriptions are made anew, and what was not acknowledged is sent again.
    func brokerOpened()
    func brokerReceived(_ topic: String, _ payload: [UInt8], isRetained: Bool)
    /// The broker has a message that was published with `isSure`, by its number.
    func brokerAcknowledged(_ number: Int32)
    /// The connection is lost, or could not be made. Another one is tried by itself.
    func brokerClosed()
}

/// A message that the broker publishes when a connection breaks.
struct LastWill {
    var topic: String
    var payload: [UInt8]
}

/// A connection to an MQTT broker that is made again when it was lost, behind 0.5 to 30 seconds, each time twice as many and by chance some
/// fewer.
@safe final class Broker: DescriptorHandler {
    private let options: BrokerOptions
    private let reactor: Reactor
    /// Given anew when it is changed: the next connection has it.
    var will: LastWill?
    weak var listener: (any BrokerListener)?
    private let id: String
    private var client: OpaquePointer?
    private var registration: Registration?
    /// The library's socket under a number of its own: the library closes it when it likes.
    private var socket: Int32 = -1
    private var misc: Alarm?
    private var retry: Alarm?
    private var wait = Broker.leastWait
    private(set) var isOpen = false
    /// The last failure that was told: each once in a row.
    private var told = ""

    private static let (leastWait, longestWait) = (0.5, 30.0)
    /// Seconds without a word behind which the broker takes us for gone.
    private static let keepAlive: Int32 = 10

    init(_ options: BrokerOptions, id: String, _ reactor: Reactor) {
        (self.options, self.id, self.reactor) = (options, id, reactor)
        mosquitto_lib_init()
    }

    /// Connects, now and again.
    func open(_ listener: any BrokerListener) {
        self.listener = listener
        misc = Alarm(reactor, every: 0.5) { [weak self] in self?.look() }
        connect()
    }

    /// Ends the connection in order: the last will is not published.
    func close() {
        (misc, retry) = (nil, nil)
        if let client = unsafe client {
            _ = unsafe mosquitto_disconnect(client)
            for _ in 0..<50 where unsafe mosquitto_want_write(client) { _ = unsafe mosquitto_loop_write(client, 100) }
        }
        drop()
        listener = nil
    }

    // MARK: Connections

    private func connect() {
        retry = nil
        let me = unsafe Unmanaged.passUnretained(self).toOpaque()
        guard let client = unsafe mosquitto_new(id, true, me) else { return fail("no memory") }
        unsafe self.client = client
        unsafe mosquitto_max_inflight_messages_set(client, 0)
        if let user = options.user {
            let password = options.password()
            _ = unsafe mosquitto_username_pw_set(client, user, password)
        }
        if options.isSecure {
            let status = unsafe mosquitto_tls_set(
                client, options.caFile, options.caFile == nil ? "/etc/ssl/certs" : nil, nil, nil, nil)
            guard status == MOSQ_ERR_SUCCESS.rawValue else { return fail(Self.text(status)) }
        }
        if let will {
            _ = unsafe mosquitto_will_set(
                client, will.topic, Int32(will.payload.count), will.payload, 1, true)
        }
        unsafe mosquitto_connect_callback_set(client) { _, object, code in
            unsafe Broker.of(object).connected(code)
        }
        unsafe mosquitto_disconnect_callback_set(client) { _, object, code in
            unsafe Broker.of(object).isLost = true
        }
        unsafe mosquitto_log_callback_set(client) { _, object, level, text in
            guard level & Int32(MOSQ_LOG_ERR) != 0, let text = unsafe text else { return }
            unsafe Broker.of(object).complaint = String(cString: text)
        }
        unsafe mosquitto_publish_callback_set(client) { _, object, number in
            unsafe Broker.of(object).listener?.brokerAcknowledged(number)
        }
        unsafe mosquitto_message_callback_set(client) { _, object, message in
            guard let message = unsafe message?.pointee, let topic = unsafe message.topic else { return }
            let payload = unsafe [UInt8](
                UnsafeRawBufferPointer(start: message.payload, count: Int(message.payloadlen)))
            unsafe Broker.of(object).listener?.brokerReceived(
                String(cString: topic), payload, isRetained: message.retain)
        }
        let status = unsafe mosquitto_connect(client, options.host, options.port, Self.keepAlive)
        guard status == MOSQ_ERR_SUCCESS.rawValue else {
            let reason = status == MOSQ_ERR_ERRNO.rawValue ? unsafe String(cString: strerror(errno)) : Self.text(status)
            return fail(reason)
        }
        socket = fcntl(unsafe mosquitto_socket(client), F_DUPFD_CLOEXEC, 0)
        do throws(SystemError) { registration = try reactor.add(socket, .reading, self) } catch {
            return fail("\(error)")
        }
        update()
    }

    private static func of(_ object: UnsafeMutableRawPointer?) -> Broker {
        guard let object = unsafe object else { preconditionFailure("the library gives back what it was given") }
        return unsafe Unmanaged<Broker>.fromOpaque(object).takeUnretainedValue()
    }

    private static func text(_ status: Int32) -> String { unsafe String(cString: mosquitto_strerror(status)) }

    /// The library has found the connection lost: dropped when it has returned.
    private var isLost = false
    private var refusal: String?
    /// The library's reason for its last failure, for example a certificate's.
    private var complaint: String?

    private func connected(_ code: Int32) {
        guard code == 0 else {
            let reason = unsafe String(cString: mosquitto_connack_string(code))
            refusal = "the broker refused the connection: \(reason)"
            isLost = true
            return
        }
        if !told.isEmpty { Console.say("connected to \(options.host):\(options.port)") }
        (isOpen, wait, told) = (true, Self.leastWait, "")
        listener?.brokerOpened()
    }

    private func fail(_ reason: String) {
        let message = "\(options.host):\(options.port): \(complaint ?? reason)"
        complaint = nil
        if message != told { Console.say(message) }
        told = message
        let wasOpen = isOpen
        drop()
        if wasOpen { listener?.brokerClosed() }
        let seconds = wait * Double.random(in: 0.5...1)
        wait = min(wait * 2, Self.longestWait)
        retry = Alarm(reactor, in: seconds) { [weak self] in self?.connect() }
    }

    private func drop() {
        if let registration { reactor.remove(registration) }
        registration = nil
        if socket >= 0 { Glibc.close(socket) }
        (socket, isOpen) = (-1, false)
        (isLost, refusal) = (false, nil)
        if let client = unsafe client { unsafe mosquitto_destroy(client) }
        unsafe client = nil
    }

    // MARK: Turns

    func descriptorReady(_ registration: Registration, _ readiness: Readiness) {
        guard let client = unsafe client else { return }
        var status = MOSQ_ERR_SUCCESS.rawValue
        if !readiness.isDisjoint(with: [.reading, .hangUp, .failure]) {
            status = unsafe mosquitto_loop_read(client, 1000)
        }
        if status == MOSQ_ERR_SUCCESS.rawValue, readiness.contains(.writing) {
            status = unsafe mosquitto_loop_write(client, 1000)
        }
        end(status)
    }

    private func look() {
        guard let client = unsafe client else { return }
        end(unsafe mosquitto_loop_misc(client))
    }

    private func end(_ status: Int32) {
        if let refusal { return fail(refusal) }
        if status != MOSQ_ERR_SUCCESS.rawValue || isLost { return fail("the connection is lost: " + Self.text(status)) }
        update()
    }

    private func update() {
        guard let client = unsafe client, let registration else { return }
        let interest: Readiness = unsafe mosquitto_want_write(client) ? [.reading, .writing] : .reading
        reactor.setInterest(registration, interest)
    }

    // MARK: Messages

    func subscribe(_ topic: String) {
        guard isOpen, let client = unsafe client else { return }
        _ = unsafe mosquitto_subscribe(client, nil, topic, 1)
        update()
    }

    func unsubscribe(_ topic: String) {
        guard isOpen, let client = unsafe client else { return }
        _ = unsafe mosquitto_unsubscribe(client, nil, topic)
        update()
    }

    /// Publishes a message, which the broker acknowledges. Its number; nil when it is not sent.
    @discardableResult
    func publish(_ topic: String, _ payload: [UInt8], isRetained: Bool = false) -> Int32? {
        guard isOpen, let client = unsafe client else { return nil }
        var number: Int32 = 0
        let status = unsafe mosquitto_publish(
            client, &number, topic, Int32(payload.count), payload, 1, isRetained)
        update()
        return status == MOSQ_ERR_SUCCESS.rawValue ? number : nil
    }
}

/// A timer with a body; ends when it is let go of.
final class Alarm: TimerHandler {
    private let reactor: Reactor
    private let interval: Double?
    private let body: () -> Void
    private var timer: TimerID?

    init(_ reactor: Reactor, in seconds: Double = 0, every interval: Double? = nil, _ body: @escaping () -> Void) {
        (self.reactor, self.interval, self.body) = (reactor, interval, body)
        arm(interval ?? seconds)
    }

    deinit { if let timer { reactor.cancel(timer) } }

    private func arm(_ seconds: Double) {
        timer = reactor.setTimer(at: Clock.now + Nanoseconds(seconds * 1e9), Weak(self))
    }

    func timerFired(_ timer: TimerID, now: Nanoseconds) {
        self.timer = nil
        if let interval { arm(interval) }
        body()
    }

    /// The reactor keeps its handlers.
    private final class Weak: TimerHandler {
        weak var alarm: Alarm?

        init(_ alarm: Alarm) { self.alarm = alarm }

        func timerFired(_ timer: TimerID, now: Nanoseconds) { alarm?.timerFired(timer, now: now) }
    }
}

/// Output for people.
enum Console {
    static func say(_ text: String) {
        let bytes = Array("scrim-link: \(text)\n".utf8)
        _ = unsafe write(STDERR_FILENO, bytes, bytes.count)
    }

    static func print(_ text: String, end: String = "\n") { print(Array((text + end).utf8)) }

    static func print(_ bytes: [UInt8]) {
        var done = 0
        while done < bytes.count {
            let count = unsafe bytes[done...].withUnsafeBytes { unsafe write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            done += count
        }
    }

    static func fail(_ text: String, _ status: Int32) -> Never {
        say(text)
        exit(status)
    }
}
