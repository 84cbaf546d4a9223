import Geometry

/// The pattern of `format`: `{}` and `{:.2}` are replaced in order, `{{` and `}}` are braces.
enum FormatPattern {
    private enum Piece {
        case byte(UInt8)
        case argument(Form)
    }

    /// The format of an argument; by default its shortest text.
    struct Form {
        var digits: Int?
        /// True when positive numbers also have a sign.
        var hasSign = false
        /// True for padding to `width` with zeros instead of spaces.
        var hasZeros = false
        var width = 0
        /// True for commas between thousands.
        var hasGroups = false
        var isHexadecimal = false

        var isOfNumbers: Bool { digits != nil || hasSign || hasZeros || hasGroups || isHexadecimal }
    }

    /// Throws `value` when a brace is wrong or the number of replacements is not `count`.
    static func check(_ pattern: String, count: Int) throws(ExpressionError) {
        var used = 0
        try pieces(pattern) { (piece) throws(ExpressionError) in
            if case .argument = piece { used += 1 }
        }
        guard used == count else {
            throw ExpressionError(.value, "format has \(used) braces to fill and \(count) values")
        }
    }

    /// Replaces the fields of the pattern, which is the first argument, by the following arguments. Inserted text is
    /// not parsed again.
    static func fill(_ arguments: ExpressionArguments, _ work: ComputeBudget) throws(ExpressionError) -> String {
        let pattern = try arguments.text(0)
        // Read twice.
        try work.read(2 * pattern.utf8.count)
        try check(pattern, count: arguments.count - 1)
        try work.make(pattern.utf8.count)
        var out = ByteWriter()
        var next = 1
        // A closure cannot capture a noncopyable writer.
        let size = pattern.utf8.count
        var bytes: [UInt8] = []
        bytes.reserveCapacity(size)
        try pieces(pattern) { (piece) throws(ExpressionError) in
            switch piece {
            case .byte(let byte): bytes.append(byte)
            case .argument(let form):
                out.removeAll()
                if form.isOfNumbers {
                    try Self.print(try arguments.number(next), form, to: &out)
                    try work.make(out.count)
                } else {
                    try arguments[next].print(to: &out, work)
                }
                let text = out.string
                let missing = max(0, form.width - text.count)
                bytes += [UInt8](repeating: UInt8(ascii: " "), count: missing) + Array(text.utf8)
                next += 1
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func pieces(
        _ pattern: String, _ body: (Piece) throws(ExpressionError) -> Void
    ) throws(ExpressionError) {
        try ByteView.with(pattern) { (view) throws(ExpressionError) in
            var reader = ByteReader(view)
            while !reader.isAtEnd {
                let byte = reader.next
                reader.advance()
                if byte == UInt8(ascii: "}") {
                    _ = reader.skip(UInt8(ascii: "}"))
                    try body(.byte(byte))
                } else if byte == UInt8(ascii: "{"), !reader.skip(UInt8(ascii: "{")) {
                    try body(.argument(try argument(&reader)))
                } else {
                    try body(.byte(byte))
                }
            }
        }
    }

    /// Parses the text after `{`, up to `}`: `:`, then optionally `+`, `0` and a width, `,`, `.` and digits, `x`.
    private static func argument(_ reader: inout ByteReader) throws(ExpressionError) -> Form {
        let start = reader.position - 1
        var form = Form()
        if reader.skip(UInt8(ascii: "}")) { return form }
        if reader.skip(UInt8(ascii: ":")) {
            let first = reader.position
            form.hasSign = reader.skip(UInt8(ascii: "+"))
            form.hasZeros = reader.skip(UInt8(ascii: "0"))
            form.width = number(&reader) ?? 0
            form.hasGroups = reader.skip(UInt8(ascii: ","))
            var isRight = form.width <= mostWidth
            if reader.skip(UInt8(ascii: ".")) {
                form.digits = number(&reader)
                isRight = isRight && form.digits.map { $0 <= FixedText.maxDigits } ?? false
            }
            form.isHexadecimal = reader.skip(UInt8(ascii: "x"))
            if form.isHexadecimal, form.hasGroups || form.digits != nil { isRight = false }
            if isRight, reader.position > first, reader.skip(UInt8(ascii: "}")) { return form }
        }
        let wrong = ValueSyntax.quote(reader.bytes[start..<min(reader.bytes.count, start + 8)])
        throw ExpressionError(
            .value,
            "format: \(wrong) takes no value: {} and {:.0} to {:.\(FixedText.maxDigits)} are, and {:,} {:+} {:05} {:x}")
    }

    private static let mostWidth = 99

    private static func number(_ reader: inout ByteReader) -> Int? {
        var value: Int?
        while ByteReader.isDigit(reader.next), value ?? 0 < 100 {
            value = (value ?? 0) * 10 + Int(reader.next - 0x30)
            reader.advance()
        }
        return value
    }

    /// Appends a number with its sign, zeros and commas.
    private static func print(_ number: Double, _ form: Form, to out: inout ByteWriter) throws(ExpressionError) {
        var digits = ByteWriter()
        if form.isHexadecimal {
            guard number.rounded() == number, number.magnitude < 0x1p53 else {
                throw ExpressionError(.value, "format: {:x} takes a whole number, not \(number)")
            }
            digits.append(text: String(Int(number.magnitude), radix: 16))
        } else if let count = form.digits {
            FixedText.print(number.magnitude, digits: count, to: &digits)
        } else {
            digits.append(number.magnitude)
        }
        var text = digits.string
        // A number rounded to zero has no sign.
        let isZero = !text.utf8.contains {
            $0 >= UInt8(ascii: "1") && $0 <= UInt8(ascii: "9") || $0 >= UInt8(ascii: "a")
        }
        let sign = number < 0 && !isZero ? "-" : form.hasSign ? "+" : ""
        if form.hasGroups {
            let whole = text.prefix { $0 != "." && $0 != "e" }
            var grouped = ""
            for (at, digit) in whole.enumerated() {
                if at > 0, (whole.count - at) % 3 == 0 { grouped.append(",") }
                grouped.append(digit)
            }
            text = grouped + text.dropFirst(whole.count)
        }
        if form.hasZeros {
            text = String(repeating: "0", count: max(0, form.width - text.count - sign.count)) + text
        }
        out.append(text: sign + text)
    }
}
