/// The numeric arguments of a function, `name(1, 2 3)`, separated by commas or spaces; at most sixteen.
struct FunctionArguments {
    private(set) var values = SIMD16<Double>.zero
    private(set) var count = 0
    /// True when an open list ended with a comma, so another argument must follow.
    private(set) var endsWithComma = false
    /// Bit i is set if argument i is a percentage; `values` holds the number before the `%`.
    private(set) var percentages: UInt16 = 0

    subscript(index: Int) -> Double {
        get { values[index] }
        set { values[index] = newValue }
    }

    /// The arguments that a function permits.
    struct Shape {
        /// The permitted number of arguments, at most 16.
        var counts: ClosedRange<Int>
        /// Bit i is set if argument i is an angle and may have a unit.
        var angles: UInt16 = 0
        /// Bit i is set if argument i is a length and may have the unit `px`, which equals a point.
        var lengths: UInt16 = 0
        /// Arguments may be percentages: `50%` is 0.5.
        var takesPercent = false
        /// Arguments may be percentages that the caller resolves: see `percentages`.
        var notesPercent = false
        /// Reading may stop before the closing bracket, at a word that is not a number.
        var isOpen = false
    }

    /// Reads from the opening bracket, which must be next, to the closing one.
    ///
    /// - Parameter isInside: the opening bracket was read already.
    ///
    /// Throws when the number of arguments or an argument is wrong; the error names the function or the argument.
    init(_ reader: inout ByteReader, of name: ByteView, _ shape: Shape, isInside: Bool = false) throws(ValueSyntax) {
        let start = reader.position
        guard isInside || reader.skip(UInt8(ascii: "(")) else { throw reader.expected("\"(\" after \(name.string)") }
        reader.skipSpaces()
        var mayClose = true
        while !mayClose || reader.next != UInt8(ascii: ")") {
            if shape.isOpen, !reader.isAtEnd, !reader.isAtNumber {
                endsWithComma = !mayClose
                break
            }
            guard !reader.isAtEnd else { throw reader.expected("\")\"") }
            guard count < shape.counts.upperBound else {
                throw ValueSyntax("\(name.string) takes \(Self.describe(shape.counts)), more are given", at: start)
            }
            let word = reader.position
            var value: Double
            let isAngle = shape.angles & (1 << UInt16(count)) != 0
            if isAngle {
                value = try reader.angle()
            } else {
                value = try reader.number()
            }
            if shape.lengths & (1 << UInt16(count)) != 0 { try reader.skipPixels(from: word) }
            if shape.takesPercent, reader.skip(UInt8(ascii: "%")) { value /= 100 }
            if shape.notesPercent, !isAngle, reader.skip(UInt8(ascii: "%")) { percentages |= 1 << UInt16(count) }
            guard value.isFinite else { throw reader.wrong("is too large", at: word) }
            values[count] = value
            count += 1
            let isBounded =
                reader.isAtEnd || ByteReader.isSpace(reader.next) || reader.next == UInt8(ascii: ",")
                || reader.next == UInt8(ascii: ")")
            guard isBounded else { throw reader.wrong("is not a number", at: word) }
            mayClose = !reader.skipSeparator()
        }
        guard count >= shape.counts.lowerBound else {
            throw ValueSyntax("\(name.string) takes \(Self.describe(shape.counts)), not \(count)", at: start)
        }
        if !shape.isOpen { reader.advance() }
    }

    private static func describe(_ counts: ClosedRange<Int>) -> String {
        let (low, high) = (counts.lowerBound, counts.upperBound)
        if low == high { return low == 1 ? "1 argument" : "\(low) arguments" }
        return "\(low) to \(high) arguments"
    }
}

extension ByteReader {
    /// Skips the unit `px` after a number: one CSS pixel is one point. Throws for other CSS lengths, naming them.
    fileprivate mutating func skipPixels(from start: Int) throws(ValueSyntax) {
        guard ByteReader.isLetter(next) else { return }
        if !identifier().equalsIgnoringCase(ByteView("px")) {
            throw wrong("is not a length (points, or px, which are the same)", at: start)
        }
    }
}
