import CSystem
import Glibc
import Testing

@testable import Reactor
@testable import Server

/// A server with clients on socket pairs, and a delegate that knows a few words: `echo …` replies with its line, `hold`
/// holds, `big N` replies with N bytes, `fd` says whether a descriptor came along, anything else is `ok`.
final class Rig: ServerDelegate {
    let reactor: Reactor
    let server: Server
    var lines: [String] = []
    var held: [Connection] = []
    var opened = 0
    var closed = 0
    var hungUp = 0
    var drained = 0
    var isRecording = true

    init(_ bounds: Bounds = Bounds()) throws {
        reactor = try Reactor()
        server = Server(reactor, bounds: bounds)
        server.delegate = self
    }

    func connectionOpened(_ connection: Connection) { opened += 1 }
    func connectionClosed(_ connection: Connection) { closed += 1 }
    func connectionHungUp(_ connection: Connection) { hungUp += 1 }
    func connectionDrained(_ connection: Connection) { drained += 1 }

    func connection(_ connection: Connection, tooLongLineTagged tag: [UInt8]?) {
        connection.sendReply(Array("error limit \(String(decoding: tag ?? [], as: UTF8.self))\n".utf8))
    }

    func connection(_ connection: Connection, line: UnsafeBufferPointer<UInt8>) {
        let text = unsafe String(decoding: line, as: UTF8.self)
        if isRecording { lines.append(text) }
        if text == "hold" {
            connection.hold()
            held.append(connection)
        } else if text.hasPrefix("echo ") {
            connection.sendReply(Array("\(text)\n".utf8))
        } else if text.hasPrefix("big "), let count = Int(text.dropFirst(4)) {
            connection.sendReply([UInt8](repeating: UInt8(ascii: "x"), count: count - 1) + [UInt8(ascii: "\n")])
        } else if text == "fd" {
            let descriptor = connection.takeDescriptor()
            let isThere = descriptor != nil
            connection.sendReply(Array("\(isThere ? "fd" : "none")\n".utf8))
        } else if text == "close" {
            connection.close()
        } else {
            connection.sendReply(Array("ok\n".utf8))
        }
    }

    /// Turns that do not wait, as long as something happens, `most` at the most.
    func turn(_ most: Int = 1000) throws {
        for _ in 0..<most where try reactor.turn(timeout: 0) == 0 && !reactor.hasRequestedTurn { return }
    }

    func client() throws -> Client {
        var ends: (Int32, Int32) = (-1, -1)
        let result = unsafe withUnsafeMutablePointer(to: &ends) {
            unsafe $0.withMemoryRebound(to: Int32.self, capacity: 2) {
                unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0, $0)
            }
        }
        try #require(result == 0)
        server.adopt(FileDescriptor(owning: ends.0))
        return Client(FileDescriptor(owning: ends.1))
    }
}

/// The other end.
final class Client {
    let socket: FileDescriptor
    private(set) var isEnded = false

    init(_ socket: consuming FileDescriptor) { self.socket = socket }

    /// How much was taken.
    @discardableResult
    func send(_ text: String, descriptors: [Int32] = []) throws -> Int {
        let bytes = Array(text.utf8)
        return try unsafe bytes.withUnsafeBytes { try unsafe UnixSocket.send(socket, $0, descriptors: descriptors) }
    }

    /// All that is there now.
    func receive() -> String {
        var text: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let received = unsafe buffer.withUnsafeMutableBytes { try? unsafe UnixSocket.receive(socket, into: $0) }
            guard let received else { break }
            if received.count == 0 {
                isEnded = true
                break
            }
            text += buffer[..<received.count]
        }
        return String(decoding: text, as: UTF8.self)
    }

    func shutDownSending() { _ = shutdown(socket.raw, Int32(SHUT_WR)) }
}
