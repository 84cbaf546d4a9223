import Foundation

/// A viewer of the remote framebuffer protocol (RFC 6143): pictures as they are, nothing compressed.
final class RemoteViewer {
    let descriptor: Int32
    private var secure: SecureChannel?
    private(set) var width = 0
    private(set) var height = 0
    /// Red, green, blue and a byte of no meaning for each pixel.
    private(set) var pixels: [UInt8] = []
    private(set) var title = ""
    /// The last text for the clipboard, and how often the bell has rung.
    private(set) var text: String?
    private(set) var bells = 0
    /// Flags of the messages of the extended clipboard that came.
    private(set) var clipboardFlags: [UInt32] = []
    /// Black, white and transparent pixels of the last cursor; nil: none came.
    private(set) var cursor: (width: Int, height: Int, bytes: [UInt8])?

    struct Failure: Error, Equatable { var words: String }

    /// Connects, and says nothing yet.
    init(port: Int) throws {
        descriptor = try Loopback.connect(port)
    }

    deinit { close(descriptor) }

    /// A port that nobody listens at.
    static func freePort() -> Int {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        unsafe withUnsafeMutablePointer(to: &address) {
            unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = unsafe bind(descriptor, $0, size)
                _ = unsafe getsockname(descriptor, $0, &size)
            }
        }
        return Int(in_port_t(bigEndian: address.sin_port))
    }

    // MARK: Bytes

    func send(_ parts: [UInt8]...) throws {
        let bytes = Array(parts.joined())
        if let secure { return try secure.send(bytes) }
        let count = unsafe Foundation.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        guard count == bytes.count else { throw Failure(words: "closed") }
    }

    func bytes(_ count: Int) throws -> [UInt8] {
        var all: [UInt8] = []
        while all.count < count {
            if let secure {
                all += try secure.bytes(count - all.count)
                continue
            }
            var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard unsafe poll(&entry, 1, 10_000) > 0 else { throw Failure(words: "silence") }
            var chunk = [UInt8](repeating: 0, count: count - all.count)
            let got = unsafe recv(descriptor, &chunk, chunk.count, 0)
            guard got > 0 else { throw Failure(words: "closed") }
            all += chunk[..<got]
        }
        return all
    }

    private func number(_ count: Int) throws -> Int { try bytes(count).reduce(0) { $0 << 8 | Int($1) } }

    private func big(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }

    /// True when the other side closes within ten seconds; what comes before that is not looked at.
    func isClosed() -> Bool {
        while true {
            do {
                _ = try bytes(1)
            } catch { return (error as? Failure)?.words == "closed" }
        }
    }

    // MARK: The protocol

    /// Introduces the viewer up to the first picture. `answer` is asked for the response to a challenge, where there is one; `authority`:
    /// a file with the certificate that vouches for the server's, which has to encrypt then.
    /// `password`: told as it is, within the encryption.
    func begin(
        authority: String? = nil, password: [UInt8]? = nil, _ answer: (([UInt8]) throws -> [UInt8])? = nil
    ) throws {
        guard try bytes(12) == Array("RFB 003.008\n".utf8) else { throw Failure(words: "another version") }
        try send(Array("RFB 003.008\n".utf8))
        let types = try bytes(number(1))
        let wanted: UInt8 = authority != nil ? 19 : answer == nil ? 1 : 2
        guard types.contains(wanted) else { throw Failure(words: "security types \(types)") }
        try send([wanted])
        if let authority { try encrypt(authority, password != nil ? 262 : answer == nil ? 260 : 261) }
        if let password { try send(big(4, 4), big(password.count, 4), Array("anna".utf8), password) }
        if let answer { try send(try answer(try bytes(16))) }
        guard try number(4) == 0 else {
            throw Failure(words: String(decoding: try bytes(number(4)), as: UTF8.self))
        }
        try send([1])
        (width, height) = (try number(2), try number(2))
        _ = try bytes(16)
        title = String(decoding: try bytes(number(4)), as: UTF8.self)
        pixels = [UInt8](repeating: 0, count: width * height * 4)
        // 32 bits, 24 of them used, little-endian, true colour: red lies in the first byte.
        try send([0, 0, 0, 0], [32, 24, 0, 1, 0, 255, 0, 255, 0, 255, 0, 8, 16, 0, 0, 0])
        // Raw, and sizes that change; the screens' layout.
        try send([2, 0], big(3, 2), big(0, 4), big(-223, 4), big(-308, 4))
    }

    /// VeNCrypt, up to the end of the handshake.
    private func encrypt(_ authority: String, _ type: Int) throws {
        guard try bytes(2) == [0, 2] else { throw Failure(words: "another version of VeNCrypt") }
        try send([0, 2])
        guard try bytes(1) == [0] else { throw Failure(words: "VeNCrypt refused") }
        let types = try (0..<(try number(1))).map { _ in try number(4) }
        guard types.contains(type) else { throw Failure(words: "types within VeNCrypt \(types)") }
        try send(big(type, 4))
        guard try bytes(1) == [1] else { throw Failure(words: "VeNCrypt refused") }
        secure = try SecureChannel(descriptor, authority)
    }

    /// Asks for what changed, or for all.
    func ask(onlyChanges: Bool) throws {
        try send([3, onlyChanges ? 1 : 0], big(0, 4), big(width, 2), big(height, 2))
    }

    /// Takes the next update into `pixels`; the rectangles that came.
    @discardableResult
    func update() throws -> [[Int]] {
        while true {
            switch try number(1) {
            case 0: break
            case 2:
                bells += 1
                continue
            case 3:
                try takeText()
                continue
            case let other: throw Failure(words: "message \(other)")
            }
            _ = try bytes(1)
            var rects: [[Int]] = []
            for _ in 0..<(try number(2)) {
                let rect = [try number(2), try number(2), try number(2), try number(2)]
                let encoding = Int32(truncatingIfNeeded: try number(4))
                if encoding == -308 {
                    let screens = try number(1)
                    _ = try bytes(3 + 16 * screens)
                }
                if encoding == -223 || encoding == -308 {
                    guard (rect[2], rect[3]) != (width, height) else { continue }
                    (width, height) = (rect[2], rect[3])
                    pixels = [UInt8](repeating: 0, count: width * height * 4)
                    continue
                }
                if encoding == -239 {
                    let bytes = try bytes(rect[2] * rect[3] * 4 + (rect[2] + 7) / 8 * rect[3])
                    cursor = (rect[2], rect[3], bytes)
                    continue
                }
                guard encoding == 0 else { throw Failure(words: "encoding \(encoding)") }
                let data = try bytes(rect[2] * rect[3] * 4)
                for row in 0..<rect[3] {
                    let to = ((rect[1] + row) * width + rect[0]) * 4
                    pixels.replaceSubrange(
                        to..<to + rect[2] * 4, with: data[row * rect[2] * 4..<(row + 1) * rect[2] * 4])
                }
                rects.append(rect)
            }
            return rects
        }
    }

    /// Tells of encodings: the extended clipboard, pictures of the pointer.
    func take(clipboard: Bool = false, cursor: Bool = false) throws {
        let more = (clipboard ? [0xC0A1_E5CE] : []) + (cursor ? [-239] : [])
        try send([2, 0], big(3 + more.count, 2), big(0, 4), big(-223, 4), big(-308, 4), more.flatMap { big($0, 4) })
    }

    private func takeText() throws {
        _ = try bytes(3)
        let length = Int(Int32(truncatingIfNeeded: try number(4)))
        guard length < 0 else {
            text = String(String.UnicodeScalarView(try bytes(length).map { Unicode.Scalar($0) }))
            return
        }
        let flags = UInt32(try number(4))
        clipboardFlags.append(flags)
        let body = try bytes(-length - 4)
        if flags & 1 << 28 != 0 {
            text = Zlib.unpacked(body).map { String(decoding: $0.dropFirst(4).dropLast(), as: UTF8.self) }
        }
    }

    /// Has a text in the clipboard, as ISO 8859-1.
    func copy(_ bytes: [UInt8]) throws { try send([6, 0, 0, 0], big(bytes.count, 4), bytes) }

    /// Sends a message of the extended clipboard.
    func clipboard(_ flags: UInt32, _ body: [UInt8] = []) throws {
        try send([6, 0, 0, 0], big(-4 - body.count, 4), big(Int(flags), 4), body)
    }

    /// Has a text in the clipboard, and gives it; `length`: as it is told.
    func provide(_ text: [UInt8], length: Int? = nil) throws {
        try clipboard(1 << 28 | 1, Zlib.packed(big(length ?? text.count, 4) + text))
    }

    /// Red, green and blue of all pixels.
    var colors: [UInt8] {
        var colors: [UInt8] = []
        colors.reserveCapacity(width * height * 3)
        for at in stride(from: 0, to: pixels.count, by: 4) { colors += pixels[at..<at + 3] }
        return colors
    }

    /// Takes updates until the picture is the wanted one; the last picture when that does not come.
    func colors(until wanted: [UInt8]) throws -> [UInt8] {
        try ask(onlyChanges: false)
        for _ in 0..<50 {
            try update()
            if colors == wanted { break }
            try ask(onlyChanges: true)
        }
        return colors
    }

    func pointer(_ x: Int, _ y: Int, buttons: UInt8) throws { try send([5, buttons], big(x, 2), big(y, 2)) }

    func key(_ symbol: Int, isDown: Bool) throws { try send([4, isDown ? 1 : 0, 0, 0], big(symbol, 4)) }

    func resize(_ width: Int, _ height: Int) throws {
        // One screen, at the origin.
        try send(
            [251, 0], big(width, 2), big(height, 2), [1, 0], big(1, 4), big(0, 4), big(width, 2), big(height, 2),
            big(0, 4))
    }
}
