/// Bounds that percentages in a path are of.
struct PathBounds {
    /// The length of the bounds to which a percentage refers: a coordinate counts from their origin, a radius is of the shorter side.
    enum Share { case x, y, width, height, radius }

    private let rect: Rect?
    /// The path has percentages, or is inset from the bounds.
    private(set) var areUsed = false
    /// Coordinates are read that count from the current point: theirs are shares of a side.
    var isDelta = false

    init(_ rect: Rect?) { self.rect = rect }

    /// Throws where there are none; `start`: the word that needs them.
    private mutating func use(_ reader: ByteReader, _ start: Int) throws(ValueSyntax) -> Rect {
        guard let rect else {
            throw reader.wrong("follows bounds, which only paths of layers can", at: start)
        }
        areUsed = true
        return rect
    }

    /// Points that a percentage is.
    mutating func length(
        _ percent: Double, _ share: Share, _ reader: ByteReader, _ start: Int
    ) throws(ValueSyntax) -> Double {
        let rect = try use(reader, start)
        let part = percent / 100
        return switch share {
        case .x: (isDelta ? 0 : rect.x) + part * rect.width
        case .y: (isDelta ? 0 : rect.y) + part * rect.height
        case .width: part * rect.width
        case .height: part * rect.height
        case .radius: part * min(rect.width, rect.height)
        }
    }

    /// Makes points of the percentages among the arguments of a shape.
    mutating func resolve(
        _ arguments: inout FunctionArguments, of name: ByteView, _ reader: ByteReader, _ start: Int
    ) throws(ValueSyntax) {
        guard arguments.percentages != 0 else { return }
        for i in 0..<arguments.count where arguments.percentages & 1 << UInt16(i) != 0 {
            arguments[i] = try length(arguments[i], Self.share(of: i, in: name), reader, start)
        }
    }

    /// The meaning of argument `i` of a shape.
    private static func share(of i: Int, in name: ByteView) -> Share {
        if name == "tangentArc" { return i == 4 ? .radius : i % 2 == 0 ? .x : .y }
        if i < 2 { return i == 0 ? .x : .y }
        if name == "circle" || name == "arc" || i > 3 { return .radius }
        return i == 2 ? .width : .height
    }

    /// The bounds without the parts that `inset` takes from each side, and its radius.
    mutating func inset(
        _ a: FunctionArguments, _ reader: ByteReader, _ start: Int
    ) throws(ValueSyntax) -> (rect: Rect, radius: Double) {
        let rect = try use(reader, start)
        func side(_ i: Int, _ length: Double) -> Double {
            a.percentages & 1 << UInt16(i) == 0 ? a[i] : a[i] / 100 * length
        }
        // Top, left, bottom, right.
        let places = a.count == 1 ? [0, 0, 0, 0] : a.count == 2 ? [0, 1, 0, 1] : [0, 1, 2, 3]
        let (w, h) = (rect.width, rect.height)
        var (top, left) = (side(places[0], h), side(places[1], w))
        var (bottom, right) = (side(places[2], h), side(places[3], w))
        if top + bottom > h { (top, bottom) = (top * h / (top + bottom), bottom * h / (top + bottom)) }
        if left + right > w { (left, right) = (left * w / (left + right), right * w / (left + right)) }
        let radius = a.count < 5 ? 0 : side(4, min(w, h))
        guard radius >= 0 else { throw ValueSyntax("inset has a length below 0", at: start) }
        return (
            Rect(rect.x + left, rect.y + top, max(0, w - left - right), max(0, h - top - bottom)), radius
        )
    }
}
