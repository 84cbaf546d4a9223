import CMicroHTTPD
import Glibc
import Reactor

/// HTTP server: libmicrohttpd in this program's event loop, on a single thread.
@safe final class HTTPServer: DescriptorHandler, TimerHandler, TurnHandler {
    /// Maximum number of connections: a page uses two, one of them for a pending picture.
    private static let connectionLimit: UInt32 = 64
    /// Seconds until an idle connection is closed, unless its answer is pending.
    private static let timeout: UInt32 = 4

    private let admission: Admission
    private let reactor: Reactor
    private let handle: (Exchange) -> Void
    private var server: OpaquePointer?
    private var timer: TimerID?
    /// True when all connections were in use at the end of the last turn.
    private var wasFull = false
    private(set) var port: UInt16 = 0

    /// - Parameter port: 0: any free port. - Throws: when the port is in use.
    init(
        port: UInt16, _ admission: Admission, _ reactor: Reactor, handle: @escaping (Exchange) -> Void
    ) throws(SystemError) {
        self.admission = admission
        self.reactor = reactor
        self.handle = handle
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        let access: MHD_AccessHandlerCallback = { context, connection, url, method, _, bytes, count, state in
            guard let context = unsafe context, let connection = unsafe connection, let state = unsafe state,
                let count = unsafe count, let url = unsafe url, let method = unsafe method
            else { return .NO }
            let server = unsafe Unmanaged<HTTPServer>.fromOpaque(context).takeUnretainedValue()
            guard let held = unsafe state.pointee else {
                return unsafe server.begin(connection, String(cString: url), String(cString: method), state)
            }
            let exchange = unsafe Unmanaged<Exchange>.fromOpaque(held).takeUnretainedValue()
            guard unsafe count.pointee > 0 else { return exchange.proceed(server.handle) }
            let part = unsafe UnsafeRawBufferPointer(start: bytes, count: count.pointee)
            unsafe count.pointee = 0
            return unsafe exchange.take(part) ? .YES : .NO
        }
        let completed: MHD_RequestCompletedCallback = { _, _, state, _ in
            guard let state = unsafe state, let held = unsafe state.pointee else { return }
            unsafe state.pointee = nil
            unsafe Unmanaged<Exchange>.fromOpaque(held).takeRetainedValue().leave()
        }
        unsafe server = unsafe http_start(port, access, completed, context, Self.connectionLimit, Self.timeout)
        guard let server = unsafe server else { throw SystemError.last("listening on port \(port)") }
        self.port = unsafe http_port(server)
        _ = try reactor.add(unsafe http_descriptor(server), .reading, self)
        reactor.addTurnHandler(self)
    }

    private func begin(
        _ connection: OpaquePointer, _ path: String, _ method: String,
        _ state: UnsafeMutablePointer<UnsafeMutableRawPointer?>
    ) -> MHD_Result {
        let origin = unsafe MHD_lookup_connection_value(connection, .HEADER_KIND, "Origin")
        let head = unsafe Admission.Head(
            path: path, hosts: Self.values(connection, of: "host"), origin: origin.map { unsafe String(cString: $0) })
        let exchange: Exchange
        var refusal: Answer?
        switch admission.admit(head) {
        case .route(let route): exchange = unsafe Exchange(connection, method: method, route: route)
        case .refused(let status, let message):
            exchange = unsafe Exchange(connection, method: method, route: "")
            refusal = Answer(status: status, message)
        }
        unsafe state.pointee = unsafe Unmanaged.passRetained(exchange).toOpaque()
        // Answered before its body is read.
        if let refusal { return exchange.queue(refusal) }
        return .YES
    }

    /// All values of a header; its name in lower case.
    private static func values(_ connection: OpaquePointer, of name: String) -> [String] {
        final class Found {
            let name: String
            var values: [String] = []
            init(name: String) { self.name = name }
        }
        let found = Found(name: name)
        let visit: MHD_KeyValueIterator = { context, _, key, value in
            guard let context = unsafe context, let key = unsafe key else { return .NO }
            let found = unsafe Unmanaged<Found>.fromOpaque(context).takeUnretainedValue()
            guard unsafe String(cString: key).lowercased() == found.name else { return .YES }
            found.values.append(unsafe value.map { unsafe String(cString: $0) } ?? "")
            return .YES
        }
        unsafe MHD_get_connection_values(
            connection, .HEADER_KIND, visit, Unmanaged.passUnretained(found).toOpaque())
        return found.values
    }

    // MARK: In the loop

    func descriptorReady(_ registration: Registration, _ readiness: Readiness) {}

    func timerFired(_ timer: TimerID, now: Nanoseconds) { self.timer = nil }

    /// Any event of the turn may have caused work, for example by resuming a connection.
    func turnEnded() {
        guard let server = unsafe server else { return }
        unsafe MHD_run(server)
        // When full, it has stopped listening, and resumes in the run after the one in which a connection was closed.
        let isFull = unsafe http_connections(server) >= Self.connectionLimit
        if wasFull, !isFull { unsafe MHD_run(server) }
        wasFull = isFull
        if let timer { reactor.cancel(timer) }
        timer = nil
        var milliseconds: UInt64 = 0
        guard unsafe MHD_get_timeout(server, &milliseconds) == .YES else { return }
        timer = reactor.setTimer(at: Clock.now + Nanoseconds(min(milliseconds, 60_000)) * 1_000_000, self)
    }
}
