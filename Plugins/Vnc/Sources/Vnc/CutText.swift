import CVnc
import Glibc
import OutputSupport

/// A viewer's clipboard: messages of the protocol and of its extension for UTF-8 ("Extended Clipboard"). Used on the
/// viewer's thread.
///
/// The library's implementation is unsafe: it passes on uninitialized memory when a text is shorter than announced, and
/// a wrong length when a text is shorter in ISO 8859-1 than in UTF-8.
@safe
struct CutText {
    /// A message from a viewer.
    enum Message {
        case text([UInt8])
        case other
        /// The message is invalid, or the viewer disconnected.
        case bad
    }

    /// Maximum size of a text, and of a message, in bytes.
    private static let longest = 1 << 20
    /// The type of the message from viewers.
    static let number: UInt8 = 6

    // Bits of the extension.
    private static let text: UInt32 = 1
    private static let formats: UInt32 = 0xFFFF
    private static let capabilities: UInt32 = 1 << 24
    private static let request: UInt32 = 1 << 25
    private static let peek: UInt32 = 1 << 26
    private static let notify: UInt32 = 1 << 27
    private static let provide: UInt32 = 1 << 28

    /// The capabilities of the viewer, and the maximum size of texts sent without a request, in bytes; initially the
    /// extension's defaults.
    private var flags = Self.text | Self.request | Self.notify | Self.provide
    private var unasked = 20 << 20
    /// In UTF-8.
    private var offered: [UInt8] = []

    init() {}

    // MARK: To the viewer

    /// Sends a text to the viewer's clipboard, as far as the viewer supports it.
    mutating func offer(_ text: [UInt8], _ client: UnsafeMutablePointer<rfbClientRec>) {
        offered = text
        guard unsafe client.pointee.enableExtendedClipboard != 0 else {
            let bytes = Pasting.latin1(String(decoding: text, as: UTF8.self))
            return unsafe send([3, 0, 0, 0] + Self.big(bytes.count) + bytes, client)
        }
        guard flags & Self.text != 0 else { return }
        if flags & Self.provide != 0, text.count < unasked { return unsafe sendText(client) }
        if flags & Self.notify != 0 { unsafe sendFlags(Self.notify | Self.text, client) }
    }

    /// Lines end with CR LF, and the text with a zero.
    private func sendText(_ client: UnsafeMutablePointer<rfbClientRec>) {
        var text: [UInt8] = []
        text.reserveCapacity(offered.count + 64)
        for byte in offered where byte != 13 { text += byte == 10 ? [13, 10] : [byte] }
        text.append(0)
        let source = Self.big(text.count) + text
        var size = compressBound(uLong(source.count))
        var packed = [UInt8](repeating: 0, count: Int(size))
        guard unsafe compress(&packed, &size, source, uLong(source.count)) == Z_OK else { return }
        unsafe sendFlags(Self.provide | Self.text, body: packed[..<Int(size)], client)
    }

    private func sendFlags(
        _ flags: UInt32, body: ArraySlice<UInt8> = [], _ client: UnsafeMutablePointer<rfbClientRec>
    ) { unsafe send([3, 0, 0, 0] + Self.big(-(4 + body.count)) + Self.big(Int(flags)) + body, client) }

    private func send(_ bytes: [UInt8], _ client: UnsafeMutablePointer<rfbClientRec>) {
        let status = unsafe bytes.withUnsafeBytes {
            unsafe rfbWriteExact(client, $0.baseAddress?.assumingMemoryBound(to: CChar.self), Int32($0.count))
        }
        if status < 0 { unsafe rfbCloseClient(client) }
    }

    private static func big(_ number: Int) -> [UInt8] {
        (0..<4).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }

    // MARK: From the viewer

    /// Reads a message whose type has been read.
    mutating func read(_ client: UnsafeMutablePointer<rfbClientRec>) -> Message {
        guard let head = unsafe read(8, client) else { return .bad }
        let length = Int(Int32(bitPattern: Self.number(head[4...])))
        if length >= 0 {
            guard length <= Self.longest, let bytes = unsafe read(length, client) else { return .bad }
            return .text(Pasting.utf8(latin1: bytes))
        }
        guard unsafe client.pointee.enableExtendedClipboard != 0, (4...Self.longest).contains(-length),
            let body = unsafe read(-length, client)
        else { return .bad }
        return unsafe act(on: body, client)
    }

    private mutating func act(on body: [UInt8], _ client: UnsafeMutablePointer<rfbClientRec>) -> Message {
        let said = Self.number(body[..<4])
        if said & Self.capabilities != 0 {
            guard body.count == 4 + 4 * (said & Self.formats).nonzeroBitCount else { return .bad }
            flags = said
            // The first size belongs to the first format, which is text.
            if said & Self.text != 0 { unasked = Int(Self.number(body[4..<8])) }
        } else if said & Self.request != 0 {
            if said & Self.text != 0, flags & Self.provide != 0 { unsafe sendText(client) }
        } else if said & Self.peek != 0 {
            if flags & Self.notify != 0 {
                unsafe sendFlags(Self.notify | (offered.isEmpty ? 0 : Self.text), client)
            }
        } else if said & Self.notify != 0 {
            if said & Self.text != 0, flags & Self.request != 0 { unsafe sendFlags(Self.request | Self.text, client) }
        } else if said & Self.provide != 0, said & Self.text != 0 {
            guard let text = Self.unpack(body[4...]) else { return .bad }
            return .text(text)
        }
        return .other
    }

    /// The first text in compressed data, which is preceded by its length; nil if it is invalid or too long.
    private static func unpack(_ packed: ArraySlice<UInt8>) -> [UInt8]? {
        var stream = unsafe z_stream()
        guard unsafe inflateInit_(&stream, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else { return nil }
        defer { unsafe inflateEnd(&stream) }
        var source = Array(packed)
        var bytes = [UInt8](repeating: 0, count: 4 + longest)
        let count = unsafe source.withUnsafeMutableBufferPointer { source in
            unsafe bytes.withUnsafeMutableBufferPointer { target in
                unsafe stream.next_in = source.baseAddress
                unsafe stream.avail_in = UInt32(source.count)
                unsafe stream.next_out = target.baseAddress
                unsafe stream.avail_out = UInt32(target.count)
                // Errors at the end may belong to another format.
                _ = unsafe inflate(&stream, Z_SYNC_FLUSH)
                return unsafe target.count - Int(stream.avail_out)
            }
        }
        guard count >= 4 else { return nil }
        let length = Int(number(bytes[..<4]))
        guard length <= count - 4 else { return nil }
        return Array(bytes[4..<4 + length].prefix { $0 != 0 })
    }

    private func read(_ count: Int, _ client: UnsafeMutablePointer<rfbClientRec>) -> [UInt8]? {
        if count == 0 { return [] }
        var bytes = [UInt8](repeating: 0, count: count)
        let status = unsafe bytes.withUnsafeMutableBytes {
            unsafe rfbReadExact(client, $0.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(count))
        }
        return status > 0 ? bytes : nil
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        bytes.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
    }
}
