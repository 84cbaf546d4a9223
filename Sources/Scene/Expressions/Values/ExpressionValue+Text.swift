package import Geometry

/// Values as text: the values of text properties, and the results of `text()` and `format()`.
extension ExpressionValue {
    /// The shortest text: `1.5`, `true`, `#ff0000ff`, `1,2.5`; empty for `none`, JSON for lists and records.
    package var shortestText: String {
        switch self {
        case .none: return ""
        case .boolean(let b): return b ? "true" : "false"
        case .text(let t): return t
        default:
            var out = ByteWriter()
            print(to: &out)
            return out.string
        }
    }

    /// Appends the shortest text.
    package func print(to out: inout ByteWriter) {
        switch self {
        case .none: break
        case .boolean(let b): if b { out.append("true") } else { out.append("false") }
        case .number(let n): out.append(n)
        case .text(let t): out.append(text: t)
        case .point(let p): Self.print(p.x, p.y, to: &out)
        case .size(let s): Self.print(s.width, s.height, to: &out)
        case .rect(let r):
            Self.print(r.x, r.y, to: &out)
            out.append(byte: UInt8(ascii: ","))
            Self.print(r.width, r.height, to: &out)
        case .color(let c): c.print(to: &out)
        case .list, .record: json(to: &out)
        }
    }

    private static func print(_ a: Double, _ b: Double, to out: inout ByteWriter) {
        out.append(a)
        out.append(byte: UInt8(ascii: ","))
        out.append(b)
    }

    /// The shortest text; its size is taken from the budget first.
    package func shortestText(_ work: ComputeBudget) throws(ExpressionError) -> String {
        if case .text(let text) = self { return text }
        var out = ByteWriter()
        try print(to: &out, work)
        return out.string
    }

    /// Appends the shortest text; its size is taken from the budget first.
    func print(to out: inout ByteWriter, _ work: ComputeBudget) throws(ExpressionError) {
        switch self {
        case .text(let text): try work.make(text.utf8.count)
        case .list, .record: return try json(to: &out, work)
        default: break
        }
        let before = out.count
        print(to: &out)
        // Numbers and colours are short.
        if case .text = self { return }
        try work.make(out.count - before)
    }

    /// Appends the value as compact JSON: colours as texts, points, sizes and rectangles as arrays.
    package func json(to out: inout ByteWriter) {
        // Without a budget nothing is thrown.
        try? json(to: &out, nil)
    }

    private func json(to out: inout ByteWriter, _ work: ComputeBudget?) throws(ExpressionError) {
        let before = out.count
        switch self {
        case .none: out.append("null")
        case .boolean, .number: print(to: &out)
        case .text(let t):
            try Self.makeQuoted(t, work)
            return Self.quote(t, to: &out)
        case .color:
            out.append(byte: UInt8(ascii: "\""))
            print(to: &out)
            out.append(byte: UInt8(ascii: "\""))
        case .point, .size, .rect:
            out.append(byte: UInt8(ascii: "["))
            print(to: &out)
            out.append(byte: UInt8(ascii: "]"))
        case .list(let items):
            out.append(byte: UInt8(ascii: "["))
            try work?.make(items.count + 2)
            for (i, item) in items.enumerated() {
                if i > 0 { out.append(byte: UInt8(ascii: ",")) }
                try item.json(to: &out, work)
            }
            return out.append(byte: UInt8(ascii: "]"))
        case .record(let record):
            out.append(byte: UInt8(ascii: "{"))
            try work?.make(2 * record.fields.count + 2)
            for (i, field) in record.fields.enumerated() {
                if i > 0 { out.append(byte: UInt8(ascii: ",")) }
                try Self.makeQuoted(field.key, work)
                Self.quote(field.key, to: &out)
                out.append(byte: UInt8(ascii: ":"))
                try field.value.json(to: &out, work)
            }
            return out.append(byte: UInt8(ascii: "}"))
        }
        try work?.make(out.count - before, operations: 1)
    }

    /// Takes the size of the quoted text from the budget.
    private static func makeQuoted(_ text: String, _ work: ComputeBudget?) throws(ExpressionError) {
        guard let work else { return }
        let count = text.utf8.reduce(2) { count, byte in
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x0A, 0x09, 0x0D: count + 2
            case 0..<0x20: count + 6
            default: count + 1
            }
        }
        try work.make(count, operations: 1)
    }

    private static func quote(_ text: String, to out: inout ByteWriter) {
        out.append(byte: UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""): out.append("\\\"")
            case UInt8(ascii: "\\"): out.append("\\\\")
            case 0x0A: out.append("\\n")
            case 0x09: out.append("\\t")
            case 0x0D: out.append("\\r")
            case 0..<0x20:
                out.append("\\u00")
                out.append(byte: byte < 0x10 ? 0x30 : 0x31)
                let low = byte & 15
                out.append(byte: low < 10 ? 0x30 + low : 0x57 + low)
            default: out.append(byte: byte)
            }
        }
        out.append(byte: UInt8(ascii: "\""))
    }
}

/// Numbers with a fixed number of decimals.
enum FixedText {
    /// Maximum number of decimals: those of a Double.
    static let maxDigits = 15

    /// `value` rounded to `digits` (−15…15) decimals, halves away from zero.
    static func round(_ value: Double, digits: Int) -> Double {
        if digits == 0 { return value.rounded(.toNearestOrAwayFromZero) }
        var scale = 1.0
        for _ in 0..<abs(digits) { scale *= 10 }
        let scaled = digits > 0 ? value * scale : value / scale
        // Such large numbers have no decimals.
        guard scaled.magnitude < 0x1p53 else { return value }
        let rounded = scaled.rounded(.toNearestOrAwayFromZero)
        return digits > 0 ? rounded / scale : rounded * scale
    }

    /// Appends `value` with exactly `digits` (0…15) decimals.
    static func print(_ value: Double, digits: Int, to out: inout ByteWriter) {
        let rounded = round(value, digits: digits)
        let magnitude = rounded.magnitude
        var scale = 1.0
        for _ in 0..<digits { scale *= 10 }
        var whole = magnitude.rounded(.towardZero)
        var fraction = ((magnitude - whole) * scale).rounded()
        if fraction >= scale {
            whole += 1
            fraction = 0
        }
        if rounded < 0, whole > 0 || fraction > 0 { out.append(byte: UInt8(ascii: "-")) }
        print(whole: whole, to: &out)
        guard digits > 0 else { return }
        out.append(byte: UInt8(ascii: "."))
        var unit = UInt64(scale) / 10
        var rest = UInt64(fraction)
        while unit > 0 {
            let (digit, remainder) = rest.quotientAndRemainder(dividingBy: unit)
            out.append(byte: 0x30 + UInt8(digit))
            rest = remainder
            unit /= 10
        }
    }

    /// Appends all digits of an integer of any size: a Double is a 53-bit number times a power of two.
    private static func print(whole: Double, to out: inout ByteWriter) {
        if whole < 0x1p63 {
            out.append(Int(whole))
            return
        }
        // Long division of the binary number by ten, digit by digit from the lowest.
        var words = [UInt32](repeating: 0, count: 33)
        let shift = Int(whole.exponent) - 52
        let significand = whole.significandBitPattern | 1 << 52
        for bit in 0..<53 where significand >> UInt64(bit) & 1 != 0 {
            words[(bit + shift) / 32] |= 1 << UInt32((bit + shift) % 32)
        }
        var digits: [UInt8] = []
        while words.contains(where: { $0 != 0 }) {
            var rest: UInt64 = 0
            for i in words.indices.reversed() {
                let (quotient, remainder) = (rest << 32 | UInt64(words[i])).quotientAndRemainder(dividingBy: 10)
                words[i] = UInt32(quotient)
                rest = remainder
            }
            digits.append(0x30 + UInt8(rest))
        }
        for digit in digits.reversed() { out.append(byte: digit) }
    }
}
