/// Lines and curves, as commands and their points, in drawing order; each `move` begins a subpath.
///
/// A path is normalized: its first command, if any, is `.move`, and after `.close` comes `.move` or the end. The
/// methods below ensure that: drawing after `close` begins at the start of the closed subpath.
public struct Path: Equatable, Sendable {
    /// The number of `points` per command: move 1, line 1, quad 2 (control, end), cubic 3 (controls, end), close 0.
    public enum Command: UInt8, Sendable {
        case move = 0
        case line = 1
        case quad = 2
        case cubic = 3
        case close = 4

        public var pointCount: Int { self == .close ? 0 : max(1, Int(rawValue)) }
    }

    public var commands: [Command] = []
    public var points: [Point] = []
    /// The start of the current subpath, to which `close` returns.
    var start = Point.zero

    public init() {}

    /// Compares commands and points; the current point follows from these.
    public static func == (a: Path, b: Path) -> Bool { a.commands == b.commands && a.points == b.points }

    public var isEmpty: Bool { commands.isEmpty }

    /// The end of the last command, where the next one begins; nil while the path is empty.
    public var currentPoint: Point? {
        guard let last = commands.last else { return nil }
        return last == .close ? start : points.last
    }

    public mutating func move(to p: Point) {
        commands.append(.move)
        points.append(p)
        start = p
    }

    public mutating func line(to p: Point) {
        resume()
        commands.append(.line)
        points.append(p)
    }

    public mutating func quad(_ control: Point, to p: Point) {
        resume()
        commands.append(.quad)
        points.append(control)
        points.append(p)
    }

    public mutating func cubic(_ c1: Point, _ c2: Point, to p: Point) {
        resume()
        commands.append(.cubic)
        points.append(c1)
        points.append(c2)
        points.append(p)
    }

    public mutating func close() {
        guard let last = commands.last, last != .close else { return }
        commands.append(.close)
    }

    /// Begins a subpath at the start of the closed one, or at the origin, for a command that needs a current point.
    private mutating func resume() {
        if commands.isEmpty { move(to: .zero) } else if commands.last == .close { move(to: start) }
    }
}

/// The rule for which points are inside a path: SVG `fill-rule`.
public enum FillRule: UInt8, Sendable {
    case nonZero = 0
    case evenOdd = 1
}
