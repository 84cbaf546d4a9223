import Geometry

/// A word or sign of an expression.
enum ExpressionToken: Equatable {
    case end
    case number(Double)
    /// In radians.
    case angle(Double)
    case text(String)
    case color(Color)
    /// A name with its dots; keywords are names as well.
    case name
    /// `$name`, without the sign.
    case variable
    /// `.name` at the start of a value: a part of a component, including its dot.
    case part
    /// `.name` after a value, without its dot.
    case member
    /// `.(` after a value, followed by a key.
    case memberOpen
    case open, close, comma, question, colon
    case openBracket, closeBracket, openBrace, closeBrace
    case plus, minus, times, divide, remainder
    case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
}

/// Splits an expression into tokens, one at a time.
@safe struct ExpressionLexer {
    let text: ByteView
    /// The current token, and its range in bytes.
    private(set) var token: ExpressionToken = .end
    private(set) var start = 0
    private(set) var end = 0
    /// True after an operand, which may be followed by a member.
    private var isBehindValue = false

    init(_ text: ByteView) { self.text = text }

    /// The bytes of a name, a variable, a part or a member.
    var name: ByteView {
        switch token {
        case .variable, .member: text[start + 1..<end]
        default: text[start..<end]
        }
    }

    func isName(_ word: StaticString) -> Bool { token == .name && name == word }

    /// The first byte after the token and the following spaces; 0 at the end.
    var following: UInt8 {
        var i = end
        while i < text.count, ByteReader.isSpace(text[i]) { i += 1 }
        return i < text.count ? text[i] : 0
    }

    /// True when `word` follows the token.
    func isFollowed(by word: StaticString) -> Bool {
        var i = end
        while i < text.count, ByteReader.isSpace(text[i]) { i += 1 }
        let count = word.utf8CodeUnitCount
        guard i > end, i + count < text.count, text[i..<i + count] == word else { return false }
        return !Self.isNamePart(text[i + count])
    }

    /// Reads the next token.
    mutating func advance() throws(ExpressionError) {
        var i = end
        while i < text.count, ByteReader.isSpace(text[i]) { i += 1 }
        start = i
        end = i
        guard i < text.count else {
            token = .end
            return
        }
        token = try read()
        switch token {
        case .close, .text, .color, .member, .closeBracket, .closeBrace: isBehindValue = true
        default: isBehindValue = false
        }
    }

    /// The error at byte `offset`.
    func error(_ code: ExpressionError.Code, _ message: String, at offset: Int) -> ExpressionError {
        ExpressionError(code, message, at: offset, in: text)
    }

    /// The token in quotes, for messages.
    var quoted: String { token == .end ? "the end" : ValueSyntax.quote(text[start..<end]) }

    private func at(_ index: Int) -> UInt8 { index < text.count ? text[index] : 0 }

    private mutating func read() throws(ExpressionError) -> ExpressionToken {
        let byte = at(start)
        let next = at(start + 1)
        if ByteReader.isDigit(byte) || (byte == UInt8(ascii: ".") && ByteReader.isDigit(next) && !isBehindValue) {
            return try number()
        }
        if Self.isNameStart(byte) {
            try readName(from: start)
            return .name
        }
        end = start + 1
        switch byte {
        case UInt8(ascii: "'"): return try quotedText()
        case UInt8(ascii: "#"): return try color()
        case UInt8(ascii: "$"):
            guard Self.isNameStart(next) else {
                throw error(.syntax, "a variable's name is expected after $", at: start)
            }
            try readName(from: end)
            return .variable
        case UInt8(ascii: ".") where next == UInt8(ascii: "("):
            end = start + 2
            return .memberOpen
        case UInt8(ascii: "["): return .openBracket
        case UInt8(ascii: "]"): return .closeBracket
        case UInt8(ascii: "{"): return .openBrace
        case UInt8(ascii: "}"): return .closeBrace
        case UInt8(ascii: "."):
            guard Self.isNamePart(next), next != UInt8(ascii: ".") else {
                throw error(.syntax, "a name is expected after \".\"", at: start)
            }
            try readName(from: end)
            return isBehindValue ? .member : .part
        case UInt8(ascii: "("): return .open
        case UInt8(ascii: ")"): return .close
        case UInt8(ascii: ","): return .comma
        case UInt8(ascii: "?"): return .question
        case UInt8(ascii: ":"): return .colon
        case UInt8(ascii: "+"): return .plus
        case UInt8(ascii: "-"): return .minus
        case UInt8(ascii: "*"): return .times
        case UInt8(ascii: "/"): return .divide
        case UInt8(ascii: "%"): return .remainder
        default: return try comparison(byte, next)
        }
    }

    private mutating func comparison(_ byte: UInt8, _ next: UInt8) throws(ExpressionError) -> ExpressionToken {
        let isWide = next == UInt8(ascii: "=")
        if isWide { end = start + 2 }
        switch byte {
        case UInt8(ascii: "="):
            guard isWide else { throw error(.syntax, "\"=\" is no operator; == compares", at: start) }
            return .equal
        case UInt8(ascii: "!"):
            guard isWide else { throw error(.syntax, "\"!\" is no operator; != and not are", at: start) }
            return .notEqual
        case UInt8(ascii: "<"): return isWide ? .lessOrEqual : .less
        case UInt8(ascii: ">"): return isWide ? .greaterOrEqual : .greater
        default:
            // The whole character, which may have several bytes.
            end = start + 1
            while end < text.count, text[end] & 0xC0 == 0x80 { end += 1 }
            throw error(.syntax, "\(ValueSyntax.quote(text[start..<end])) has no meaning here", at: start)
        }
    }

    // MARK: - Names

    static func isNameStart(_ byte: UInt8) -> Bool { ByteReader.isLetter(byte) || byte == UInt8(ascii: "_") }

    static func isNamePart(_ byte: UInt8) -> Bool {
        isNameStart(byte) || ByteReader.isDigit(byte) || byte == UInt8(ascii: ".")
    }

    /// Reads letters, digits, `_` and single dots; a trailing dot is not included.
    private mutating func readName(from first: Int) throws(ExpressionError) {
        end = first
        while Self.isNamePart(at(end)) {
            // A computed key follows.
            if at(end) == UInt8(ascii: "."), at(end + 1) == UInt8(ascii: "(") { return }
            if at(end) == UInt8(ascii: "."), at(end + 1) == UInt8(ascii: ".") || !Self.isNamePart(at(end + 1)) {
                throw error(.syntax, "a name is expected after \".\"", at: end)
            }
            end += 1
        }
    }

    // MARK: - Literals

    private mutating func number() throws(ExpressionError) -> ExpressionToken {
        var reader = ByteReader(text)
        reader.position = start
        let value: Double
        do throws(ValueSyntax) { value = try reader.number() } catch {
            throw self.error(.syntax, error.message, at: start)
        }
        end = reader.position
        if at(end) == UInt8(ascii: "%") {
            end += 1
            return .number(value / 100)
        }
        let unit = end
        while Self.isNamePart(at(end)) { end += 1 }
        let word = text[unit..<end]
        switch true {
        case word.isEmpty: return .number(value)
        case word == "deg": return .angle(value * .pi / 180)
        case word == "turn": return .angle(value * 2 * .pi)
        case word == "rad": return .angle(value)
        case word == "grad": return .angle(value * .pi / 200)
        case word == "ms": return .number(value / 1000)
        case ["s", "m", "h", "d"].contains { word == $0 }:
            return .number(value * (Quantity.seconds(of: word) ?? 1))
        default:
            throw error(
                .syntax,
                "\(ValueSyntax.quote(text[start..<end])) is no number (deg rad grad turn ms s m h d % are units)",
                at: start)
        }
    }

    private mutating func color() throws(ExpressionError) -> ExpressionToken {
        while ByteReader.hexDigit(at(end)) != nil { end += 1 }
        let isWhole = !Self.isNameStart(at(end))
        while Self.isNameStart(at(end)) || ByteReader.isDigit(at(end)) { end += 1 }
        if isWhole, let color = try? Color(parsing: text[start..<end]) { return .color(color) }
        throw error(
            .syntax,
            "\(ValueSyntax.quote(text[start..<end])) is no colour: 3, 4, 6 or 8 hexadecimal digits follow a #",
            at: start)
    }

    private mutating func quotedText() throws(ExpressionError) -> ExpressionToken {
        var out = ByteWriter()
        while end < text.count {
            let byte = text[end]
            if byte == UInt8(ascii: "'") {
                end += 1
                return .text(out.string)
            }
            if byte == UInt8(ascii: "\\") {
                switch at(end + 1) {
                case UInt8(ascii: "'"): out.append(byte: UInt8(ascii: "'"))
                case UInt8(ascii: "\\"): out.append(byte: UInt8(ascii: "\\"))
                case UInt8(ascii: "n"): out.append(byte: 0x0A)
                default: throw error(.syntax, "\"\\\" is followed by ', \\ or n in a text", at: end)
                }
                end += 2
            } else {
                out.append(byte: byte)
                end += 1
            }
        }
        throw error(.syntax, "the text has no end: ' is expected", at: start)
    }
}
