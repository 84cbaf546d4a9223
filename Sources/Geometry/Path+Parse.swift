extension Path {
    /// A path of more points than this is an error.
    public static let maxPoints = 1_000_000
    /// The most points of a path whose stroke is outlined: an outline has many times its path's.
    public static let maxStrokedPoints = 100_000
    /// `stroke(…){ … }` within one another, at most.
    public static let maxStrokeDepth = 8

    /// SVG 1.1 path data mixed with `rect() rrect() circle() ellipse() polygon() arc()` and `stroke(…){ … }`.
    ///
    /// A shape is subpaths of its own, except `arc`, which goes on from the current point with a line. `none` and the
    /// empty text are the empty path. Coordinates beyond a Float's range are an error. Errors say where they are.
    public init(parsing text: ByteView) throws(ValueSyntax) { self = try Self.read(text, in: nil).path }

    /// The same, with percentages of bounds and `inset(…)`; `follows`: it has some. Without bounds these are errors.
    static func read(_ text: ByteView, in bounds: Rect?) throws(ValueSyntax) -> (path: Path, follows: Bool) {
        var reader = PathReader(text, in: bounds)
        do throws(ValueSyntax) {
            return (try reader.whole(), reader.bounds.areUsed)
        } catch {
            throw ValueSyntax("\(error.message) (at byte \(error.offset) of the path)", at: error.offset)
        }
    }
}

/// Reads commands one after another onto a path.
struct PathReader {
    var reader: ByteReader
    var path = Path()
    /// Functions of paths that are open.
    private var depth = 0
    /// What the combinations of this path may still cost.
    private var budget = Path.combinationBudget
    /// How many of the points are known to be in range.
    private var checked = 0
    /// The last control point, while the last command was a curve of that degree: S and T reflect it.
    private var control = Point.zero
    private var controlOf = Path.Command.move
    /// What percentages are of.
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
        try commands()
        if !reader.isAtEnd { throw unknown(reader.position) }
        return path
    }

    /// Reads up to the end or a closing brace.
    private mutating func commands() throws(ValueSyntax) {
        reader.skipSpaces()
        while !reader.isAtEnd, reader.next != UInt8(ascii: "}") {
            let start = reader.position
            let letter = reader.next
            // Only Z takes no arguments, so only it may touch the next command; no function begins with it.
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

    private func unknown(_ start: Int) -> ValueSyntax {
        reader.wrong("is neither a command nor a shape of a path", at: start)
    }

    /// One command with its arguments, as often as they are repeated.
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
            try arguments(kind, isRelative ? path.currentPoint ?? .zero : .zero, isRelative)
            try check(start)
            // What follows the first point of a move are lines.
            if kind == UInt8(ascii: "m") { kind = UInt8(ascii: "l") }
            hasComma = reader.skipSeparator()
        } while hasComma || reader.isAtNumber
    }

    /// One set of arguments; coordinates are measured from `origin`.
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
            try curve(c1, try nextPoint(origin), try nextPoint(origin))
        case UInt8(ascii: "s"):
            let c1 = reflection(of: .cubic, current)
            try curve(c1, try point(origin), try nextPoint(origin))
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

    private mutating func curve(_ c1: Point, _ c2: Point, _ end: Point) throws(ValueSyntax) {
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

    /// `0` or `1`, which nothing need separate from the next word.
    private mutating func flag() throws(ValueSyntax) -> Bool {
        if reader.skip(UInt8(ascii: "0")) { return false }
        if reader.skip(UInt8(ascii: "1")) { return true }
        throw reader.expected("a flag, 0 or 1,")
    }

    /// A point after the arguments before it.
    private mutating func nextPoint(_ origin: Point) throws(ValueSyntax) -> Point {
        _ = reader.skipSeparator()
        return try point(origin)
    }

    private mutating func point(_ origin: Point) throws(ValueSyntax) -> Point {
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

    /// Refuses the points added since the last check when they are too many or too large.
    private mutating func check(_ start: Int) throws(ValueSyntax) {
        guard path.points.count <= Path.maxPoints else {
            throw ValueSyntax("a path has at most \(Path.maxPoints) points, this one has more", at: start)
        }
        let limit = Double(Float.greatestFiniteMagnitude)
        while checked < path.points.count {
            let p = path.points[checked]
            // Not a number compares as false.
            guard abs(p.x) <= limit, abs(p.y) <= limit else {
                throw reader.wrong("takes the path out of the range of coordinates", at: start)
            }
            checked += 1
        }
    }

    /// Letters as far as they go: a shape's name, were a bracket to follow.
    private mutating func letters() -> ByteView {
        let start = reader.position
        while ByteReader.isLetter(reader.next) { reader.advance() }
        return reader.bytes[start..<reader.position]
    }
}

// MARK: - Shapes

extension PathReader {
    /// One function; its name has been read.
    private mutating func function(_ name: ByteView, _ start: Int) throws(ValueSyntax) {
        bounds.isDelta = false
        if name == "rect" {
            let a = try shape(name, 4...4, notNegative: 2...3, start)
            path.addRect(Rect(a[0], a[1], a[2], a[3]))
        } else if name == "rrect" {
            try roundedRect(name, start)
        } else if name == "circle" {
            let a = try shape(name, 3...3, notNegative: 2...2, start)
            path.addCircle(Point(a[0], a[1]), radius: a[2])
        } else if name == "ellipse" {
            let a = try shape(name, 4...4, notNegative: 2...3, start)
            path.addEllipse(Point(a[0], a[1]), rx: a[2], ry: a[3])
        } else if name == "polygon" {
            try polygon(start)
        } else if name == "arc" {
            try arcFunction(name, start)
        } else if name == "stroke" {
            try stroke(name, start)
        } else if name == "tangentArc" {
            try tangentArc(name, start)
        } else if name == "inset" {
            try inset(name, start)
        } else if name == "mix" {
            try mix(name, start)
        } else if let derivation = try PathDerivation(&self, name, start) {
            try derive(derivation, start)
        } else {
            throw unknown(start)
        }
    }

    private mutating func shape(
        _ name: ByteView, _ counts: ClosedRange<Int>, notNegative: ClosedRange<Int>, _ start: Int
    ) throws(ValueSyntax) -> FunctionArguments {
        var a = try FunctionArguments(&reader, of: name, .init(counts: counts, notesPercent: true))
        try bounds.resolve(&a, of: name, reader, start)
        for i in notNegative where i < a.count && a[i] < 0 {
            throw ValueSyntax("\(name.string) has a length below 0", at: start)
        }
        return a
    }

    private mutating func roundedRect(_ name: ByteView, _ start: Int) throws(ValueSyntax) {
        let a = try shape(name, 5...8, notNegative: 2...7, start)
        let rect = Rect(a[0], a[1], a[2], a[3])
        switch a.count {
        case 5: path.addRoundedRect(rect, rx: a[4], ry: a[4])
        case 6: path.addRoundedRect(rect, rx: a[4], ry: a[5])
        case 8:
            path.addRoundedRect(
                rect, CornerShape(topLeft: a[4], topRight: a[5], bottomRight: a[6], bottomLeft: a[7]))
        default: throw ValueSyntax("rrect takes 5, 6 or 8 arguments, not 7", at: start)
        }
    }

    /// Pairs of numbers, two at least.
    private mutating func polygon(_ start: Int) throws(ValueSyntax) {
        reader.advance()
        reader.skipSpaces()
        var count = 0
        repeat {
            let p = try point(.zero)
            if count == 0 { path.move(to: p) } else { path.line(to: p) }
            count += 1
            try check(start)
        } while reader.skipSeparator() || reader.isAtNumber
        guard reader.skip(UInt8(ascii: ")")) else { throw reader.expected("\")\"") }
        guard count >= 2 else { throw ValueSyntax("polygon takes 2 points at least", at: start) }
        path.close()
    }

    private mutating func arcFunction(_ name: ByteView, _ start: Int) throws(ValueSyntax) {
        var a = try FunctionArguments(
            &reader, of: name, .init(counts: 5...5, angles: 0b11000, notesPercent: true, isOpen: true))
        try bounds.resolve(&a, of: name, reader, start)
        guard a[2] >= 0 else { throw ValueSyntax("arc has a radius below 0", at: start) }
        let word = reader.position
        let direction = reader.identifier()
        guard direction == "cw" || direction == "ccw" else {
            reader.position = word
            throw reader.expected("cw or ccw")
        }
        reader.skipSpaces()
        guard reader.skip(UInt8(ascii: ")")) else { throw reader.expected("\")\"") }
        path.addArc(Point(a[0], a[1]), radius: a[2], start: a[3], end: a[4], clockwise: direction == "cw")
    }

    /// `stroke(width[,cap[,join[,miterLimit]]]){ path }`
    private mutating func stroke(_ name: ByteView, _ start: Int) throws(ValueSyntax) {
        let style = try strokeStyle(name, start)
        let inner = try operand("stroked", start)
        path.append(inner.stroked(style))
        try check(start)
    }

    /// The path in braces that is next; `state` says what becomes of it, for messages.
    mutating func operand(_ state: String, _ start: Int) throws(ValueSyntax) -> Path {
        guard depth < Path.maxStrokeDepth else {
            throw ValueSyntax(
                "functions of paths stand within one another at most \(Path.maxStrokeDepth) deep", at: start)
        }
        reader.skipSpaces()
        guard reader.skip(UInt8(ascii: "{")) else { throw reader.expected("\"{\"") }
        let (outer, outerChecked) = (path, checked)
        (path, checked) = (Path(), 0)
        depth += 1
        controlOf = .move
        try commands()
        guard reader.skip(UInt8(ascii: "}")) else { throw reader.expected("\"}\"") }
        guard path.points.count <= Path.maxStrokedPoints else {
            throw ValueSyntax(
                "a \(state) path has at most \(Path.maxStrokedPoints) points, this one has more", at: start)
        }
        let inner = path
        depth -= 1
        (path, checked) = (outer, outerChecked)
        return inner
    }

    /// Adds the paths in braces, changed or combined.
    private mutating func derive(_ derivation: PathDerivation, _ start: Int) throws(ValueSyntax) {
        var result = try operand(derivation.state, start)
        try derivation.change(&result, start)
        guard let operation = derivation.operation else {
            path.append(result)
            return try check(start)
        }
        var count = 1
        while true {
            reader.skipSpaces()
            guard reader.next == UInt8(ascii: "{") else { break }
            let other = try operand(derivation.state, start)
            guard let combined = result.combined(operation, other, derivation.rule, budget: &budget) else {
                throw ValueSyntax("the paths cross too often to be combined", at: start)
            }
            result = combined
            count += 1
        }
        if count == 1 {
            guard let simple = result.combined(.union, Path(), derivation.rule, budget: &budget) else {
                throw ValueSyntax("the path crosses itself too often to be combined", at: start)
            }
            result = simple
        }
        path.append(result)
        try check(start)
    }

    /// `tangentArc(x1,y1,x2,y2,r)`: from the current point toward the first point, and from there toward the second.
    private mutating func tangentArc(_ name: ByteView, _ start: Int) throws(ValueSyntax) {
        let a = try shape(name, 5...5, notNegative: 4...4, start)
        if path.isEmpty { throw reader.wrong("cannot begin a path: M or a shape does", at: start) }
        path.addTangentArc(toward: Point(a[0], a[1]), then: Point(a[2], a[3]), radius: a[4])
    }

    /// `inset(all)`, `inset(vertical,horizontal)` or `inset(top,left,bottom,right[,radius])`: the bounds less that on each side. What
    /// is more than there is counts in proportion, as in CSS.
    private mutating func inset(_ name: ByteView, _ start: Int) throws(ValueSyntax) {
        let a = try FunctionArguments(&reader, of: name, .init(counts: 1...5, notesPercent: true))
        guard a.count != 3 else { throw ValueSyntax("inset takes 1, 2, 4 or 5 arguments, not 3", at: start) }
        let (rect, radius) = try bounds.inset(a, reader, start)
        if radius > 0 { path.addRoundedRect(rect, rx: radius, ry: radius) } else { path.addRect(rect) }
    }

    /// `mix(t){a}{b}`: a at 0, b at 1; `mix(w1,w2,…){a}{b}…`: the sum of the points, each times its number. Of paths with different
    /// commands the last one.
    private mutating func mix(_ name: ByteView, _ start: Int) throws(ValueSyntax) {
        let a = try FunctionArguments(&reader, of: name, .init(counts: 1...16))
        let weights = a.count == 1 ? [1 - a[0], a[0]] : (0..<a.count).map { a[$0] }
        var paths: [Path] = []
        for _ in weights { paths.append(try operand("mixed", start)) }
        guard var result = paths.last else { return }
        if paths.allSatisfy({ $0.commands == result.commands }) {
            for at in result.points.indices {
                result.points[at] = zip(weights, paths).reduce(.zero) { $0 + $1.1.points[at] * $1.0 }
            }
        }
        path.append(result)
        try check(start)
    }

    private mutating func strokeStyle(_ name: ByteView, _ start: Int) throws(ValueSyntax) -> StrokeStyle {
        var style = StrokeStyle()
        let a = try FunctionArguments(&reader, of: name, .init(counts: 1...1, isOpen: true))
        style.width = a[0]
        guard style.width >= 0 else { throw ValueSyntax("stroke has a width below 0", at: start) }
        var goesOn = a.endsWithComma || reader.next != UInt8(ascii: ")")
        if goesOn {
            let word = reader.position
            guard let cap = LineCap(parsing: reader.identifier()) else {
                reader.position = word
                throw reader.expected("butt, round or square")
            }
            style.cap = cap
            goesOn = reader.skipSeparator()
        }
        if goesOn {
            let word = reader.position
            guard let join = LineJoin(parsing: reader.identifier()) else {
                reader.position = word
                throw reader.expected("miter, round or bevel")
            }
            style.join = join
            goesOn = reader.skipSeparator()
        }
        if goesOn {
            let word = reader.position
            style.miterLimit = try reader.number()
            guard style.miterLimit >= 0 else { throw reader.wrong("is a miter limit below 0", at: word) }
            reader.skipSpaces()
        }
        guard reader.skip(UInt8(ascii: ")")) else { throw reader.expected("\")\"") }
        return style
    }
}

extension LineCap {
    /// `butt`, `round` or `square`, else nil.
    public init?(parsing name: ByteView) {
        if name == "butt" {
            self = .butt
        } else if name == "round" {
            self = .round
        } else if name == "square" {
            self = .square
        } else {
            return nil
        }
    }
}

extension LineJoin {
    /// `miter`, `round` or `bevel`, else nil.
    public init?(parsing name: ByteView) {
        if name == "miter" {
            self = .miter
        } else if name == "round" {
            self = .round
        } else if name == "bevel" {
            self = .bevel
        } else {
            return nil
        }
    }
}
