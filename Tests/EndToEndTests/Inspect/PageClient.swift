import Foundation

/// Requests to a server on this machine, byte for byte as a test wants them.
final class PageClient {
    /// What came back.
    struct Response {
        var status = 0
        var head = ""
        var body: [UInt8] = []
        var text: String { String(decoding: body, as: UTF8.self) }
    }
    struct Failure: Error { var message: String }

    private let descriptor: Int32
    private var received: [UInt8] = []

    init(port: Int) throws {
        descriptor = try Loopback.connect(port)
        var timeout = timeval(tv_sec: 30, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, size)
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &timeout, size)
    }

    deinit { close(descriptor) }

    func send(_ bytes: some Collection<UInt8>) throws {
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes {
                unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw Failure(message: "the other side takes no more") }
            rest = rest.dropFirst(count)
        }
    }

    func send(_ text: String) throws { try send(text.utf8) }

    /// Bytes until there is `end` in them, with it.
    func read(until end: String) throws -> String {
        let end = Array(end.utf8)
        while true {
            if let range = received.firstRange(of: end) {
                let part = received[..<range.upperBound]
                received.removeFirst(range.upperBound)
                return String(decoding: part, as: UTF8.self)
            }
            guard try fill() else { throw Failure(message: "it ended: " + String(decoding: received, as: UTF8.self)) }
        }
    }

    /// False at the end.
    private func fill() throws -> Bool {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
        guard count >= 0 else { throw Failure(message: "nothing came in time") }
        received += buffer[..<count]
        return count > 0
    }

    /// The answer to one request whose connection ends with it.
    func response() throws -> Response {
        var response = Response()
        response.head = try read(until: "\r\n\r\n")
        response.status = Int(response.head.split(separator: " ").dropFirst().first ?? "") ?? 0
        while try fill() {}
        response.body = received
        return response
    }

    /// One request on a connection of its own.
    static func ask(
        _ port: Int, _ method: String, _ path: String, headers: [String] = [], host: String? = nil, body: String? = nil
    ) throws -> Response {
        let client = try PageClient(port: port)
        var lines =
            ["\(method) \(path) HTTP/1.1", "Host: \(host ?? "127.0.0.1:\(port)")", "Connection: close"] + headers
        if let body { lines.append("Content-Length: \(body.utf8.count)") }
        try client.send(lines.joined(separator: "\r\n") + "\r\n\r\n" + (body ?? ""))
        return try client.response()
    }
}
