import Geometry

/// Parses JSON (RFC 8259) into values: arrays become lists, objects records, `null` becomes `none`.
@safe struct JSONReader {
    /// Maximum nesting depth of arrays and objects.
    static let maxDepth = 64

    private let text: ByteView
    private var position = 0
    private var depth = 0

    init(_ text: ByteView) { self.text = text }

    /// The whole text as a value.
    mutating func value() throws(ValueSyntax) -> ExpressionValue {
        let value = try element()
        guard position == text.count else { throw wrong("follows the value") }
        return value
    }

    private var next: UInt8 { position < text.count ? text[position] : 0 }

    private mutating func skipSpaces() {
        while next == 0x20 || next == 0x09 || next == 0x0A || next == 0x0D { position += 1 }
    }

    /// Reads a value with the spaces around it.
    private mutating func element() throws(ValueSyntax) -> ExpressionValue {
        skipSpaces()
        let value: ExpressionValue
        switch next {
        case UInt8(ascii: "{"): value = .record(ExpressionRecord(try fields()))
        case UInt8(ascii: "["): value = .items(try items())
        case UInt8(ascii: "\""): value = .text(try string())
        case UInt8(ascii: "t"):
            try word("true")
            value = .boolean(true)
        case UInt8(ascii: "f"):
            try word("false")
            value = .boolean(false)
        case UInt8(ascii: "n"):
            try word("null")
            value = .none
        default: value = .number(try number())
        }
        skipSpaces()
        return value
    }

    private mutating func items() throws(ValueSyntax) -> [ExpressionValue] {
        try open()
        var items: [ExpressionValue] = []
        if next != UInt8(ascii: "]") {
            items.append(try element())
            while skip(UInt8(ascii: ",")) { items.append(try element()) }
        }
        guard skip(UInt8(ascii: "]")) else { throw wrong("found where , or ] is expected") }
        depth -= 1
        return items
    }

    private mutating func fields() throws(ValueSyntax) -> [ExpressionRecord.Field] {
        try open()
        var fields: [ExpressionRecord.Field] = []
        if next != UInt8(ascii: "}") {
            repeat {
                skipSpaces()
                guard next == UInt8(ascii: "\"") else { throw wrong("found where a field's name is expected") }
                let key = try string()
                skipSpaces()
                guard skip(UInt8(ascii: ":")) else { throw wrong("found where : is expected") }
                fields.append(ExpressionRecord.Field(key, try element()))
            } while skip(UInt8(ascii: ","))
        }
        guard skip(UInt8(ascii: "}")) else { throw wrong("found where , or } is expected") }
        depth -= 1
        return fields
    }

    private mutating func open() throws(ValueSyntax) {
        depth += 1
        guard depth <= Self.maxDepth else { throw wrong("is nested deeper than \(Self.maxDepth)") }
        position += 1
        skipSpaces()
    }

    private mutating func skip(_ byte: UInt8) -> Bool {
        guard next == byte, position < text.count else { return false }
        position += 1
        return true
    }

    private mutating func word(_ word: StaticString) throws(ValueSyntax) {
        let end = position + word.utf8CodeUnitCount
        guard end <= text.count, text[position..<end] == word else { throw wrong("is no value") }
        position = end
    }

    private mutating func number() throws(ValueSyntax) -> Double {
        let start = position
        _ = skip(UInt8(ascii: "-"))
        let first = position
        skipDigits()
        let isWhole = position > first && (text[first] != UInt8(ascii: "0") || position == first + 1)
        var isRight = isWhole
        if isRight, skip(UInt8(ascii: ".")) { isRight = skipDigits() }
        if isRight, next | 0x20 == UInt8(ascii: "e") {
            position += 1
            if !skip(UInt8(ascii: "-")) { _ = skip(UInt8(ascii: "+")) }
            isRight = skipDigits()
        }
        guard isRight else {
            position = start
            throw wrong("is no value")
        }
        return try Quantity.number(text[start..<position])
    }

    /// Skips digits; true when there was at least one.
    @discardableResult
    private mutating func skipDigits() -> Bool {
        let start = position
        while ByteReader.isDigit(next) { position += 1 }
        return position > start
    }

    private mutating func string() throws(ValueSyntax) -> String {
        let open = position
        position += 1
        var start = position
        // Most strings have no escapes and are copied directly.
        while position < text.count, next != UInt8(ascii: "\""), next != UInt8(ascii: "\\"), next >= 0x20 {
            position += 1
        }
        if next == UInt8(ascii: "\"") {
            position += 1
            return text[start..<position - 1].string
        }
        var out = ByteWriter()
        while position < text.count {
            switch next {
            case UInt8(ascii: "\""):
                out.append(text[start..<position])
                position += 1
                return out.string
            case UInt8(ascii: "\\"):
                out.append(text[start..<position])
                try escape(&out)
                start = position
            case 0..<0x20: throw wrong("is no character of a text")
            default: position += 1
            }
        }
        position = open
        throw wrong("has no end: \" is expected")
    }

    private mutating func escape(_ out: inout ByteWriter) throws(ValueSyntax) {
        position += 1
        let byte = next
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): out.append(byte: byte)
        case UInt8(ascii: "b"): out.append(byte: 0x08)
        case UInt8(ascii: "f"): out.append(byte: 0x0C)
        case UInt8(ascii: "n"): out.append(byte: 0x0A)
        case UInt8(ascii: "r"): out.append(byte: 0x0D)
        case UInt8(ascii: "t"): out.append(byte: 0x09)
        case UInt8(ascii: "u"):
            var code = try codeUnit()
            if code & 0xFC00 == 0xD800, next == UInt8(ascii: "\\"), position + 1 < text.count,
                text[position + 1] == UInt8(ascii: "u")
            {
                position += 2
                let low = try codeUnit()
                code = low & 0xFC00 == 0xDC00 ? 0x10000 + (code & 0x3FF) << 10 + (low & 0x3FF) : 0xFFFD
            }
            // Half of a surrogate pair is replaced, as is NUL, which texts cannot contain.
            let scalar = Unicode.Scalar(code).flatMap { $0.value == 0 ? nil : $0 } ?? "\u{FFFD}"
            for byte in UTF8.encode(scalar) ?? .init() { out.append(byte: byte) }
        default:
            position -= 2
            throw wrong("is no escape")
        }
    }

    private mutating func codeUnit() throws(ValueSyntax) -> UInt32 {
        var code: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = ByteReader.hexDigit(next) else { throw wrong("found where four hexadecimal digits are") }
            code = code << 4 | UInt32(digit)
            position += 1
        }
        return code
    }

    private func wrong(_ complaint: String) -> ValueSyntax {
        let rest = text[min(position, text.count)..<text.count]
        return ValueSyntax("\(rest.isEmpty ? "the end" : ValueSyntax.quote(rest)) \(complaint)", at: position)
    }
}
