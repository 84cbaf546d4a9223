package import Geometry

/// Values parsed from text: keys of `data`, parameters of a component, JSON.
extension ExpressionValue {
    /// The value denoted by a text: a number, `true` or `false`, a colour (`#…`, `rgb()`, `oklch()` and the like), a
    /// list or a record in JSON, otherwise the text itself.
    package init(typing text: ByteView) {
        self = Self.typed(text) ?? .text(text.string)
    }

    private static func typed(_ text: ByteView) -> ExpressionValue? {
        guard text.count > 0 else { return nil }
        let first = text[0]
        let last = text[text.count - 1]
        switch true {
        case text == "true": return .boolean(true)
        case text == "false": return .boolean(false)
        case ByteReader.isDigit(first), first == UInt8(ascii: "-"), first == UInt8(ascii: "+"),
            first == UInt8(ascii: "."):
            guard !ByteReader.isSpace(last), let number = try? Quantity.number(text) else { return nil }
            return .number(number)
        case first == UInt8(ascii: "#"), last == UInt8(ascii: ")") && isColorFunction(text):
            return (try? Color(parsing: text)).map { .color($0) }
        case first == UInt8(ascii: "["), first == UInt8(ascii: "{"): return try? ExpressionValue(json: text)
        default: return nil
        }
    }

    private static func isColorFunction(_ text: ByteView) -> Bool {
        let names: [StaticString] = [
            "rgb(", "rgba(", "hsl(", "hsla(", "hwb(", "lab(", "lch(", "oklab(", "oklch(", "color(",
        ]
        for name in names {
            let count = name.utf8CodeUnitCount
            if text.count > count, text[0..<count] == name { return true }
        }
        return false
    }

    /// Parses JSON, nested at most 64 deep.
    package init(json text: ByteView) throws(ValueSyntax) {
        var reader = JSONReader(text)
        self = try reader.value()
    }

    /// True when parsing this value's text gives the same value; otherwise a dump has to write it as an expression.
    package var isTypedByItsText: Bool {
        let text = shortestText
        return ByteView.with(text) { ExpressionValue(typing: $0) } == self
    }
}

/// Text literals in expressions: `'it\'s'`.
package enum ExpressionLiteral {
    /// Appends `text` in quotes, with escapes.
    package static func quote(_ text: ByteView, to out: inout ByteWriter) {
        out.append(byte: UInt8(ascii: "'"))
        for i in 0..<text.count {
            switch text[i] {
            case UInt8(ascii: "'"): out.append("\\'")
            case UInt8(ascii: "\\"): out.append("\\\\")
            case 0x0A: out.append("\\n")
            default: out.append(byte: text[i])
            }
        }
        out.append(byte: UInt8(ascii: "'"))
    }
}
