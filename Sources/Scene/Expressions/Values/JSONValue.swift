/// JSON as the daemon writes it (RFC 8259). Objects keep their order.
package enum JSONValue {
    case null
    case boolean(Bool)
    /// With its text, for lossless output.
    case number(Double, text: String)
    case string(String)
    case array([JSONValue])
    case object([(key: String, value: JSONValue)])

    /// Nil when the text is no JSON, or nested deeper than 64 levels.
    package init?(_ text: String) { self.init(Array(text.utf8)) }

    /// The same of bytes of UTF-8.
    package init?(_ text: [UInt8]) {
        var parser = JSONParser(bytes: text)
        guard let value = parser.value(depth: 0), parser.isAtEnd else { return nil }
        self = value
    }

    package subscript(key: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.key == key }?.value
    }

    /// Members of an object, in order; empty for other values.
    package var members: [(key: String, value: JSONValue)] {
        guard case .object(let members) = self else { return [] }
        return members
    }

    package var elements: [JSONValue] {
        guard case .array(let values) = self else { return [] }
        return values
    }

    package var boolean: Bool? {
        guard case .boolean(let flag) = self else { return nil }
        return flag
    }

    package var number: Double? {
        guard case .number(let number, _) = self else { return nil }
        return number
    }

    package var string: String? {
        guard case .string(let string) = self else { return nil }
        return string
    }
}

private struct JSONParser {
    let bytes: [UInt8]
    var offset = 0

    private var byte: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    var isAtEnd: Bool {
        mutating get {
            skipSpace()
            return offset == bytes.count
        }
    }

    private mutating func skipSpace() {
        while let byte, byte == 0x20 || (0x09...0x0D).contains(byte) { offset += 1 }
    }

    private mutating func take(_ literal: StaticString) -> Bool {
        let count = literal.utf8CodeUnitCount
        guard bytes[offset...].starts(with: literal.description.utf8) else { return false }
        offset += count
        return true
    }

    mutating func value(depth: Int) -> JSONValue? {
        guard depth < 64 else { return nil }
        skipSpace()
        switch byte {
        case UInt8(ascii: "{"): return object(depth: depth)
        case UInt8(ascii: "["): return array(depth: depth)
        case UInt8(ascii: "\""): return string().map { .string($0) }
        case UInt8(ascii: "t"): return take("true") ? .boolean(true) : nil
        case UInt8(ascii: "f"): return take("false") ? .boolean(false) : nil
        case UInt8(ascii: "n"): return take("null") ? .null : nil
        default: return number()
        }
    }

    private mutating func object(depth: Int) -> JSONValue? {
        var members: [(key: String, value: JSONValue)] = []
        offset += 1
        skipSpace()
        if take("}") { return .object([]) }
        repeat {
            skipSpace()
            guard byte == UInt8(ascii: "\""), let key = string() else { return nil }
            skipSpace()
            guard take(":"), let value = value(depth: depth + 1) else { return nil }
            members.append((key, value))
            skipSpace()
        } while take(",")
        return take("}") ? .object(members) : nil
    }

    private mutating func array(depth: Int) -> JSONValue? {
        var values: [JSONValue] = []
        offset += 1
        skipSpace()
        if take("]") { return .array([]) }
        repeat {
            guard let value = value(depth: depth + 1) else { return nil }
            values.append(value)
            skipSpace()
        } while take(",")
        return take("]") ? .array(values) : nil
    }

    private mutating func number() -> JSONValue? {
        let start = offset
        while let byte, byte > 0x20, !",]}".utf8.contains(byte) { offset += 1 }
        let text = String(decoding: bytes[start..<offset], as: UTF8.self)
        return Double(text).map { .number($0, text: text) }
    }

    private mutating func string() -> String? {
        offset += 1
        var text: [UInt8] = []
        while let byte {
            offset += 1
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"):
                guard let scalar = escape() else { return nil }
                text += Array(String(scalar).utf8)
            default:
                // Long texts are mostly plain.
                let start = offset - 1
                while offset < bytes.count, bytes[offset] != UInt8(ascii: "\""), bytes[offset] != UInt8(ascii: "\\") {
                    offset += 1
                }
                text += bytes[start..<offset]
            }
        }
        return nil
    }

    private mutating func escape() -> Unicode.Scalar? {
        guard let letter = byte else { return nil }
        offset += 1
        switch letter {
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "u"):
            guard let high = codeUnit() else { return nil }
            guard (0xD800..<0xDC00).contains(high) else { return Unicode.Scalar(high) }
            guard take("\\u"), let low = codeUnit(), (0xDC00..<0xE000).contains(low) else { return nil }
            return Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
        default: return Unicode.Scalar(letter)
        }
    }

    private mutating func codeUnit() -> UInt32? {
        guard offset + 4 <= bytes.count else { return nil }
        defer { offset += 4 }
        return UInt32(String(decoding: bytes[offset..<offset + 4], as: UTF8.self), radix: 16)
    }
}
