/// The bounds to which percentages in a path refer.
struct PathBounds {
    /// The reference of a percentage: a coordinate counts from the origin of the bounds, a radius is a share of the
    /// shorter side.
    enum Share { case x, y, width, height, radius }

    private let rect: Rect?
    /// True when the path has percentages, or uses `inset`.
    private(set) var areUsed = false
    /// True while relative coordinates are read: their percentages are shares of a side, without the origin.
    var isDelta = false

    init(_ rect: Rect?) { self.rect = rect }

    /// The bounds; throws if percentages are not allowed here. `start` is the position of the word that needs them.
    private mutating func use(_ reader: ByteReader, _ start: Int) throws(ValueSyntax) -> Rect {
        guard let rect else {
            throw reader.wrong("follows bounds, which only paths of layers can", at: start)
        }
        areUsed = true
        return rect
    }

    /// Converts a percentage to points.
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

    /// Converts the percentages among the arguments of a shape to points.
    mutating func resolve(
        _ arguments: inout FunctionArguments, of name: ByteView, _ reader: ByteReader, _ start: Int
    ) throws(ValueSyntax) {
        guard arguments.percentages != 0 else { return }
        for i in 0..<arguments.count where arguments.percentages & 1 << UInt16(i) != 0 {
            arguments[i] = try length(arguments[i], Self.share(of: i, in: name), reader, start)
        }
    }

    /// The reference of argument `i` of the shape `name`.
    private static func share(of i: Int, in name: ByteView) -> Share {
        if name == "tangentArc" { return i == 4 ? .radius : i % 2 == 0 ? .x : .y }
        if i < 2 { return i == 0 ? .x : .y }
        if name == "circle" || name == "arc" || i > 3 { return .radius }
        return i == 2 ? .width : .height
    }

    /// The bounds reduced by the arguments of `inset`, and its radius.
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
