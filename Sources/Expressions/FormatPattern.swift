import Geometry

/// The pattern of `format`: `{}` and `{:.2}` are filled in order, `{{` and `}}` are braces.
enum FormatPattern {
    private enum Piece {
        case byte(UInt8)
        /// An argument, in its shortest text or with so many digits.
        case argument(digits: Int?)
    }

    /// Throws `value` when a brace is wrong or there are not as many as `count` arguments.
    static func check(_ pattern: String, count: Int) throws(ExpressionError) {
        var used = 0
        try pieces(pattern) { (piece) throws(ExpressionError) in
            if case .argument = piece { used += 1 }
        }
        guard used == count else {
            throw ExpressionError(.value, "format has \(used) braces to fill and \(count) values")
        }
    }

    /// The pattern, the first argument, filled with those that follow. Filled in text is not read again.
    static func fill(_ arguments: ExpressionArguments, _ work: ComputeBudget) throws(ExpressionError) -> String {
        let pattern = try arguments.text(0)
        // Read twice.
        try work.read(2 * pattern.utf8.count)
        try check(pattern, count: arguments.count - 1)
        try work.make(pattern.utf8.count)
        var out = ByteWriter()
        var next = 1
        // A closure cannot hold a writer that is not copied.
        let size = pattern.utf8.count
        var bytes: [UInt8] = []
        bytes.reserveCapacity(size)
        try pieces(pattern) { (piece) throws(ExpressionError) in
            switch piece {
            case .byte(let byte): bytes.append(byte)
            case .argument(let digits):
                out.removeAll()
                if let digits {
                    FixedText.print(try arguments.number(next), digits: digits, to: &out)
                    try work.make(out.count)
                } else {
                    try arguments[next].print(to: &out, work)
                }
                for i in 0..<out.bytes.count { bytes.append(out.bytes[i]) }
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
                    try body(.argument(digits: try argument(&reader)))
                } else {
                    try body(.byte(byte))
                }
            }
        }
    }

    /// Reads the text behind `{`, up to `}`.
    private static func argument(_ reader: inout ByteReader) throws(ExpressionError) -> Int? {
        let start = reader.position - 1
        if reader.skip(UInt8(ascii: "}")) { return nil }
        if reader.skip(UInt8(ascii: ":")), reader.skip(UInt8(ascii: ".")) {
            var digits = 0
            var hasDigits = false
            while ByteReader.isDigit(reader.next), digits < 100 {
                digits = digits * 10 + Int(reader.next - 0x30)
                hasDigits = true
                reader.advance()
            }
            if hasDigits, digits <= FixedText.maxDigits, reader.skip(UInt8(ascii: "}")) { return digits }
        }
        let wrong = ValueSyntax.quote(reader.bytes[start..<min(reader.bytes.count, start + 8)])
        throw ExpressionError(
            .value, "format: \(wrong) takes no value: {} and {:.0} to {:.\(FixedText.maxDigits)} are")
    }
}
