/// Parses commands and appends them to a path.
struct PathReader {
    var reader: ByteReader
    var path = Path()
    /// Nesting depth of path functions.
    var depth = 0
    /// Remaining budget for boolean operations in this path.
    var budget = Path.combinationBudget
    /// Number of points already checked to be in range.
    var checked = 0
    /// The last control point, for S and T, which reflect it if the previous command was a curve of the same degree.
    private var control = Point.zero
    var controlOf = Path.Command.move
    /// The bounds to which percentages refer.
    var bounds: PathBounds

    init(_ text: ByteView, in bounds: Rect?) {
        reader = ByteReader(text)
        self.bounds = PathBounds(bounds)
    }

    mutating func whole() throws(ValueSyntax) -> Path {
        reader.skipSpaces()
        let start = reader.position
        if reader.identifier() == "none" {
            try reader.finish("the end")
            return path
        }
        reader.position = start
        if reader.bytes.count >= 64 {
            // Reserves enough for typical generated paths: about seven digits a number.
            path.points.reserveCapacity(reader.bytes.count / 16)
            path.commands.reserveCapacity(reader.bytes.count / 48)
        }
        try commands()
        if !reader.isAtEnd { throw unknown(reader.position) }
        return path
    }

    /// Reads commands up to the end or a closing brace.
    mutating func commands() throws(ValueSyntax) {
        reader.skipSpaces()
        while !reader.isAtEnd, reader.next != UInt8(ascii: "}") {
            let start = reader.position
            let letter = reader.next
            // Only Z has no arguments, so only it may be followed directly by another command; no function begins with
            // it.
            if letter | 0x20 != UInt8(ascii: "z") {
                let name = letters()
                if reader.next == UInt8(ascii: "(") || reader.next == UInt8(ascii: "{"), name.count > 1 {
                    try function(name, start)
                    controlOf = .move
                    try check(start)
                    reader.skipSpaces()
                    continue
                }
                reader.position = start
            }
            guard Self.isCommand(letter) else { throw unknown(start) }
            if path.isEmpty, letter | 0x20 != UInt8(ascii: "m") {
                throw reader.wrong("cannot begin a path: M or a shape does", at: start)
            }
            reader.advance()
            try command(letter, start)
            reader.skipSpaces()
        }
    }

    private static func isCommand(_ letter: UInt8) -> Bool {
        switch letter | 0x20 {
        case UInt8(ascii: "m"), UInt8(ascii: "l"), UInt8(ascii: "h"), UInt8(ascii: "v"), UInt8(ascii: "c"),
            UInt8(ascii: "s"), UInt8(ascii: "q"), UInt8(ascii: "t"), UInt8(ascii: "a"), UInt8(ascii: "z"):
            ByteReader.isLetter(letter)
        default: false
        }
    }

    func unknown(_ start: Int) -> ValueSyntax {
        reader.wrong("is neither a command nor a shape of a path", at: start)
    }

    /// Reads one command with all repetitions of its arguments.
    private mutating func command(_ letter: UInt8, _ start: Int) throws(ValueSyntax) {
        if letter | 0x20 == UInt8(ascii: "z") {
            path.close()
            controlOf = .move
            return
        }
        var kind = letter | 0x20
        let isRelative = letter == kind
        bounds.isDelta = isRelative
        reader.skipSpaces()
        var hasComma = false
        repeat {
            let origin = isRelative ? path.currentPoint ?? .zero : .zero
            if !plainArguments(kind, origin) { try arguments(kind, origin, isRelative) }
            try check(start)
            // Points after the first one of a move are lines.
            if kind == UInt8(ascii: "m") { kind = UInt8(ascii: "l") }
            hasComma = reader.skipSeparator()
        } while hasComma || reader.isAtNumber
    }

    /// Fast path for one set of arguments made of plain numbers; returns false, without reading anything, otherwise.
    private mutating func plainArguments(_ kind: UInt8, _ origin: Point) -> Bool {
        let start = reader.position
        switch kind {
        case UInt8(ascii: "l"):
            guard let end = reader.plainPoint() else { return false }
            path.line(to: origin + end)
            controlOf = .move
            return true
        case UInt8(ascii: "c"):
            if let c1 = reader.plainPoint() {
                reader.skipPlainSeparator()
                if let c2 = reader.plainPoint() {
                    reader.skipPlainSeparator()
                    if let end = reader.plainPoint() {
                        curve(origin + c1, origin + c2, origin + end)
                        return true
                    }
                }
            }
            reader.position = start
            return false
        default: return false
        }
    }

    /// Reads one set of arguments; coordinates are relative to `origin`.
    private mutating func arguments(_ kind: UInt8, _ origin: Point, _ isRelative: Bool) throws(ValueSyntax) {
        let current = path.currentPoint ?? .zero
        switch kind {
        case UInt8(ascii: "m"):
            path.move(to: try point(origin))
            controlOf = .move
        case UInt8(ascii: "h"):
            path.line(to: Point(try coordinate(origin.x, .x), current.y))
            controlOf = .move
        case UInt8(ascii: "v"):
            path.line(to: Point(current.x, try coordinate(origin.y, .y)))
            controlOf = .move
        case UInt8(ascii: "c"):
            let c1 = try point(origin)
            curve(c1, try nextPoint(origin), try nextPoint(origin))
        case UInt8(ascii: "s"):
            let c1 = reflection(of: .cubic, current)
            curve(c1, try point(origin), try nextPoint(origin))
        case UInt8(ascii: "q"):
            try quad(try point(origin), try nextPoint(origin))
        case UInt8(ascii: "t"):
            try quad(reflection(of: .quad, current), try point(origin))
        case UInt8(ascii: "a"):
            try arc(origin)
            controlOf = .move
        default:
            path.line(to: try point(origin))
            controlOf = .move
        }
    }

    private mutating func curve(_ c1: Point, _ c2: Point, _ end: Point) {
        path.cubic(c1, c2, to: end)
        control = c2
        controlOf = .cubic
    }

    private mutating func quad(_ c: Point, _ end: Point) throws(ValueSyntax) {
        path.quad(c, to: end)
        control = c
        controlOf = .quad
    }

    private func reflection(of command: Path.Command, _ current: Point) -> Point {
        controlOf == command ? Point(2 * current.x - control.x, 2 * current.y - control.y) : current
    }

    private mutating func arc(_ origin: Point) throws(ValueSyntax) {
        let rx = try coordinate(0, .width)
        _ = reader.skipSeparator()
        let ry = try coordinate(0, .height)
        _ = reader.skipSeparator()
        let degrees = try reader.number()
        _ = reader.skipSeparator()
        let isLarge = try flag()
        _ = reader.skipSeparator()
        let isSweep = try flag()
        let end = try nextPoint(origin)
        path.addSVGArc(
            rx: rx, ry: ry, rotation: degrees * .pi / 180, largeArc: isLarge, sweep: isSweep, to: end)
    }

    /// Reads `0` or `1`, which may be followed directly by the next argument.
    private mutating func flag() throws(ValueSyntax) -> Bool {
        if reader.skip(UInt8(ascii: "0")) { return false }
        if reader.skip(UInt8(ascii: "1")) { return true }
        throw reader.expected("a flag, 0 or 1,")
    }

    /// Reads a point that follows other arguments.
    private mutating func nextPoint(_ origin: Point) throws(ValueSyntax) -> Point {
        _ = reader.skipSeparator()
        return try point(origin)
    }

    mutating func point(_ origin: Point) throws(ValueSyntax) -> Point {
        let x = try coordinate(origin.x, .x)
        _ = reader.skipSeparator()
        return Point(x, try coordinate(origin.y, .y))
    }

    private mutating func coordinate(_ origin: Double, _ share: PathBounds.Share) throws(ValueSyntax) -> Double {
        let start = reader.position
        let number = try reader.number()
        guard reader.skip(UInt8(ascii: "%")) else { return origin + number }
        return origin + (try bounds.length(number, share, reader, start))
    }

    /// Throws if the points added since the last check are too many or out of range.
    mutating func check(_ start: Int) throws(ValueSyntax) {
        guard path.points.count <= Path.maxPoints else {
            throw ValueSyntax("a path has at most \(Path.maxPoints) points, this one has more", at: start)
        }
        let limit = Double(Float.greatestFiniteMagnitude)
        while checked < path.points.count {
            let p = path.points[checked]
            // NaN fails the comparison.
            guard abs(p.x) <= limit, abs(p.y) <= limit else {
                throw reader.wrong("takes the path out of the range of coordinates", at: start)
            }
            checked += 1
        }
    }

    /// Reads consecutive letters: the name of a function, if a bracket follows.
    private mutating func letters() -> ByteView {
        let start = reader.position
        while ByteReader.isLetter(reader.next) { reader.advance() }
        return reader.bytes[start..<reader.position]
    }
}
