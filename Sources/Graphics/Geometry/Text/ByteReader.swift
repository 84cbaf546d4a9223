/// A cursor over the bytes of one value, shared by the parsers of all values.
///
/// Allocates only to create an error, which quotes the wrong word.
@safe public struct ByteReader {
    public let bytes: ByteView
    /// Bytes read so far, 0…`bytes.count`.
    public var position = 0

    @inlinable @inline(__always) public init(_ bytes: ByteView) { self.bytes = bytes }

    @inlinable @inline(__always) public var isAtEnd: Bool { position >= bytes.count }

    /// The next byte; 0 at the end (no value holds a NUL).
    @inlinable @inline(__always) public var next: UInt8 { peek(0) }

    /// The byte `distance` after the next one; 0 past the end.
    @inlinable @inline(__always) public func peek(_ distance: Int) -> UInt8 {
        position + distance < bytes.count ? unsafe bytes.base[position + distance] : 0
    }

    /// Moves one byte forward, but not past the end.
    @inlinable public mutating func advance() {
        if position < bytes.count { position += 1 }
    }

    /// Consumes the next byte if it is `byte`; returns whether it did.
    @inlinable public mutating func skip(_ byte: UInt8) -> Bool {
        guard !isAtEnd, next == byte else { return false }
        position += 1
        return true
    }

    @inlinable public mutating func skipSpaces() {
        while ByteReader.isSpace(next) { position += 1 }
    }

    /// Reads spaces with at most one comma among them; returns whether there was a comma.
    @inlinable public mutating func skipSeparator() -> Bool {
        skipSpaces()
        guard next == UInt8(ascii: ",") else { return false }
        position += 1
        skipSpaces()
        return true
    }

    /// A name: a letter, then letters, digits and `-`. Empty when the next byte is no letter.
    public mutating func identifier() -> ByteView {
        let start = position
        guard ByteReader.isLetter(next) else { return ByteView() }
        while ByteReader.isLetter(next) || ByteReader.isDigit(next) || next == UInt8(ascii: "-") { position += 1 }
        return bytes[start..<position]
    }

    @inlinable @inline(__always) public static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || (byte >= 0x09 && byte <= 0x0D)
    }
    @inlinable @inline(__always) public static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
    @inlinable @inline(__always) public static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }
}

// MARK: - Errors

extension ByteReader {
    /// The word at `start`, up to a space, a comma, a bracket or the end; at least one character.
    public func word(at start: Int) -> ByteView {
        var end = min(start, bytes.count)
        let first = end
        while end < bytes.count {
            switch bytes[end] {
            case UInt8(ascii: ","), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "{"), UInt8(ascii: "}"): break
            case let byte where ByteReader.isSpace(byte): break
            default:
                end += 1
                continue
            }
            break
        }
        return bytes[first..<max(end, min(first + 1, bytes.count))]
    }

    /// The error `"word" complaint`, or `complaint` about the end when nothing follows.
    public func wrong(_ complaint: String, at start: Int) -> ValueSyntax {
        let found = word(at: start)
        if found.isEmpty {
            return ValueSyntax("\(ValueSyntax.quote(bytes)) ends too early: the end \(complaint)", at: start)
        }
        return ValueSyntax("\(ValueSyntax.quote(found)) \(complaint)", at: start)
    }

    /// The error for the bytes at the current position, where `expected` should be.
    public func expected(_ expected: String) -> ValueSyntax {
        let found = word(at: position)
        if found.isEmpty {
            return ValueSyntax("\(ValueSyntax.quote(bytes)) ends where \(expected) is expected", at: position)
        }
        return ValueSyntax("\(ValueSyntax.quote(found)) found where \(expected) is expected", at: position)
    }

    /// Reads spaces up to the end of the value. Anything else is an error that names the expected text.
    public mutating func finish(_ what: String) throws(ValueSyntax) {
        skipSpaces()
        if !isAtEnd { throw expected(what) }
    }
}
