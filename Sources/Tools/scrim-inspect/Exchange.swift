import CMicroHTTPD
import Glibc

/// The answer to a request.
struct Answer {
    var status: UInt32 = 200
    var type = "text/plain; charset=utf-8"
    var body: [UInt8]

    init(_ body: [UInt8], type: String) {
        self.body = body
        self.type = type
    }

    init(status: UInt32, _ message: String) {
        self.status = status
        body = Array(message.utf8)
    }
}

/// An endless source of bytes, read as fast as the browser receives them.
protocol ByteStream: AnyObject {
    /// Fills the buffer with the available bytes; after returning 0 it has to call `Exchange.goOn` when there is more.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int
    /// Called when the browser is gone.
    func ended()
}

/// A request and its answer.
@safe final class Exchange {
    /// Maximum size of a body: lines of one batch.
    static let bodyLimit = 256 << 10

    let method: String
    /// The path after the token.
    let route: String
    private let connection: OpaquePointer
    private(set) var body: [UInt8] = []
    private(set) var isTooLong = false
    private(set) var hasLeft = false
    /// True when already passed to the handler.
    fileprivate(set) var isHandled = false
    private var isSuspended = false
    private var answer: Answer?
    private var stream: (any ByteStream)?

    init(_ connection: OpaquePointer, method: String, route: String) {
        unsafe self.connection = unsafe connection
        self.method = method
        self.route = route
    }

    /// The value of a word in the query.
    func query(_ name: String) -> String? {
        guard let value = unsafe MHD_lookup_connection_value(connection, .GET_ARGUMENT_KIND, name) else { return nil }
        return unsafe String(validatingCString: value)
    }

    /// - Returns: false when the connection has to be closed because the body is too long.
    func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
        if body.count + bytes.count <= Self.bodyLimit, !isTooLong {
            unsafe body.append(contentsOf: bytes)
            return true
        }
        let isFirst = !isTooLong
        isTooLong = true
        body = []
        dropped += bytes.count
        return isFirst || dropped < Self.bodyLimit
    }

    private var dropped = 0

    // MARK: Answering

    /// Sends the answer, now or later.
    func respond(_ answer: Answer) {
        guard !hasLeft, self.answer == nil else { return }
        self.answer = answer
        goOn()
    }

    /// Answers with a stream of events, which is retained until the browser is gone.
    func respond(with stream: any ByteStream) { self.stream = stream }

    /// More is available: the server reads again.
    func goOn() {
        guard isSuspended, !hasLeft else { return }
        isSuspended = false
        unsafe MHD_resume_connection(connection)
    }

    private func suspend() {
        isSuspended = true
        unsafe MHD_suspend_connection(connection)
    }

    /// The connection is closed; the pointer becomes invalid.
    func leave() {
        hasLeft = true
        stream?.ended()
        stream = nil
    }

    /// Passes pending bytes to the server, or suspends the connection.
    func proceed(_ handle: (Exchange) -> Void) -> MHD_Result {
        if !isHandled {
            isHandled = true
            isTooLong ? respond(Answer(status: 413, "at most \(Self.bodyLimit) bytes\n")) : handle(self)
        }
        if let answer { return queue(answer) }
        if stream != nil { return queueStream() }
        suspend()
        return .YES
    }

    func queue(_ answer: Answer) -> MHD_Result {
        let response = unsafe answer.body.withUnsafeBytes { bytes in
            unsafe MHD_create_response_from_buffer(
                bytes.count, UnsafeMutableRawPointer(mutating: bytes.baseAddress), .RESPMEM_MUST_COPY)
        }
        self.answer = Answer(status: answer.status, "")
        guard let response = unsafe response else { return .NO }
        defer { unsafe MHD_destroy_response(response) }
        unsafe Self.addHeaders(response, answer.type)
        return unsafe MHD_queue_response(connection, answer.status, response)
    }

    private func queueStream() -> MHD_Result {
        let read: MHD_ContentReaderCallback = { context, _, buffer, room in
            guard let context = unsafe context, let buffer = unsafe buffer else { return -1 }
            let exchange = unsafe Unmanaged<Exchange>.fromOpaque(context).takeUnretainedValue()
            return unsafe exchange.read(UnsafeMutableRawBufferPointer(start: buffer, count: room))
        }
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        let response = unsafe MHD_create_response_from_callback(http_size_unknown, 16 << 10, read, context, nil)
        guard let response = unsafe response else { return .NO }
        defer { unsafe MHD_destroy_response(response) }
        unsafe Self.addHeaders(response, "text/event-stream")
        return unsafe MHD_queue_response(connection, 200, response)
    }

    private func read(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
        guard let stream, !hasLeft else { return -1 }
        let count = unsafe stream.read(into: buffer)
        if count == 0 { suspend() }
        return count
    }

    private static func addHeaders(_ response: OpaquePointer, _ type: String) {
        let policy =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
            + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        for (name, value) in [
            ("Content-Type", type), ("Cache-Control", "no-store"), ("X-Content-Type-Options", "nosniff"),
            ("Referrer-Policy", "no-referrer"), ("Cross-Origin-Resource-Policy", "same-origin"),
            ("Content-Security-Policy", policy),
        ] { unsafe MHD_add_response_header(response, name, value) }
    }
}
