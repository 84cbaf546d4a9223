/// The arguments of a function of numbers, `name(1, 2 3)`: between commas or spaces, sixteen at most.
struct FunctionArguments {
    private(set) var values = SIMD16<Double>.zero
    private(set) var count = 0
    /// True when an open list stopped after a comma, so that more must follow.
    private(set) var endsWithComma = false
    /// Bit i: argument i is a percentage; its number is as written.
    private(set) var percentages: UInt16 = 0

    subscript(index: Int) -> Double {
        get { values[index] }
        set { values[index] = newValue }
    }

    /// The permitted arguments of a function.
    struct Shape {
        /// How many there may be, at most 16.
        var counts: ClosedRange<Int>
        /// Bit i: argument i is an angle and may carry a unit.
        var angles: UInt16 = 0
        /// Bit i: argument i is a length, and may say so by CSS's `px`, which are points.
        var lengths: UInt16 = 0
        /// Amounts may be percentages: `50%` is 0.5.
        var takesPercent = false
        /// Arguments may be percentages of something that the caller knows: see `percentages`.
        var notesPercent = false
        /// Reading stops before the bracket closes, at a word that is no number.
        var isOpen = false
    }

    /// Reads from the opening bracket, which must be next, to the closing one.
    ///
    /// - Parameter isInside: the bracket was read already.
    ///
    /// Throws when the count is wrong, naming the function, or an argument is wrong, naming that.
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
    /// Passes over `px` behind a number: one pixel of CSS is one point. Throws for CSS's other lengths, naming them.
    fileprivate mutating func skipPixels(from start: Int) throws(ValueSyntax) {
        guard ByteReader.isLetter(next) else { return }
        if !identifier().equalsIgnoringCase(ByteView("px")) {
            throw wrong("is not a length (points, or px, which are the same)", at: start)
        }
    }
}
