extension Path {
    /// Maximum number of points in a path; more are an error.
    public static let maxPoints = 1_000_000
    /// Maximum number of points in a path whose stroke is outlined: the outline has many times as many.
    public static let maxStrokedPoints = 100_000
    /// Maximum nesting depth of `stroke(…){ … }`.
    public static let maxStrokeDepth = 8

    /// Parses SVG 1.1 path data mixed with `rect() rrect() circle() ellipse() polygon() arc()` and `stroke(…){ … }`.
    ///
    /// A shape is a subpath of its own, except `arc`, which continues from the current point with a line. `none` and
    /// the empty text are the empty path. Coordinates beyond a Float's range are an error. Errors give the location.
    public init(parsing text: ByteView) throws(ValueSyntax) { self = try Self.read(text, in: nil).path }

    /// As `init(parsing:)`, with percentages of `bounds` and `inset(…)`; without bounds these are errors. `follows` is true
    /// when the text uses them.
    static func read(_ text: ByteView, in bounds: Rect?) throws(ValueSyntax) -> (path: Path, follows: Bool) {
        var reader = PathReader(text, in: bounds)
        do throws(ValueSyntax) {
            return (try reader.whole(), reader.bounds.areUsed)
        } catch {
            throw ValueSyntax("\(error.message) (at byte \(error.offset) of the path)", at: error.offset)
        }
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
