extension TimingFunction {
    /// Parses `linear default easeIn easeOut easeInOut cubic-bezier(x1,y1,x2,y2) steps(n[,start|end])` and the names of
    /// CSS.
    public init(parsing text: ByteView) throws(ValueSyntax) {
        var reader = ByteReader(text)
        reader.skipSpaces()
        let start = reader.position
        let name = reader.identifier()
        if name == "cubic-bezier" {
            let a = try FunctionArguments(&reader, of: name, .init(counts: 4...4))
            guard (0...1).contains(a[0]), (0...1).contains(a[2]) else {
                let wrong = ValueSyntax.quote(text)
                throw ValueSyntax("\(wrong): the first and third number of cubic-bezier must be 0 to 1", at: start)
            }
            self = .cubicBezier(x1: a[0], y1: a[1], x2: a[2], y2: a[3])
        } else if name == "steps" {
            self = try Self.steps(&reader, name)
        } else if let named = Self.named(name) {
            self = named
        } else {
            throw ValueSyntax("\(ValueSyntax.quote(text)) is not a timing function", at: start)
        }
        reader.skipSpaces()
        guard reader.isAtEnd else {
            throw ValueSyntax("\(ValueSyntax.quote(text)) is not a timing function", at: reader.position)
        }
    }

    /// The only list of names of easings; `cubic-bezier` and `steps` have arguments.
    public static let named: [(name: StaticString, function: TimingFunction, help: String)] = [
        ("linear", .linear, "evenly"), ("default", .standard, "gently at both ends, as CSS's ease"),
        ("easeIn", .easeIn, "slow at first"), ("easeOut", .easeOut, "slow at last"),
        ("easeInOut", .easeInOut, "slow at both ends"), ("step-start", .steps(count: 1, atStart: true), "at once"),
        ("step-end", .steps(count: 1, atStart: false), "at the end"),
    ]

    private static func named(_ name: ByteView) -> TimingFunction? {
        for one in named where name == one.name { return one.function }
        // The other names of CSS.
        if name == "ease" { return .standard }
        if name == "ease-in" { return .easeIn }
        if name == "ease-out" { return .easeOut }
        if name == "ease-in-out" { return .easeInOut }
        return nil
    }

    private static func steps(_ reader: inout ByteReader, _ name: ByteView) throws(ValueSyntax) -> TimingFunction {
        let start = reader.position + 1
        let a = try FunctionArguments(&reader, of: name, .init(counts: 1...1, isOpen: true))
        guard a[0] >= 1, a[0] <= Double(maxSteps), a[0].rounded() == a[0] else {
            throw reader.wrong("is not a number of steps, a whole number from 1 to \(maxSteps)", at: start)
        }
        let word = reader.position
        var atStart = false
        if a.endsWithComma || reader.next != UInt8(ascii: ")") {
            let side = reader.identifier()
            atStart = side == "start"
            guard atStart || side == "end" else {
                reader.position = word
                throw reader.expected("start or end")
            }
            reader.skipSpaces()
        }
        guard reader.skip(UInt8(ascii: ")")) else { throw reader.expected("\")\"") }
        return .steps(count: Int(a[0]), atStart: atStart)
    }
}
