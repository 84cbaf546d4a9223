/// Lines and curves, as commands and their points. Drawn in the order given; each `move` begins a subpath.
///
/// A path is normal: its first command, if any, is `.move`, and after `.close` comes `.move` or the end
/// (the builders below see to it: drawing on after `close` begins where the closed subpath began).
public struct Path: Equatable, Sendable {
    /// The number of `points` that each command takes: move 1, line 1, quad 2 (control, end), cubic 3 (controls, end), close 0.
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
    /// Where the current subpath began; where `close` returns to.
    var start = Point.zero

    public init() {}

    /// Same commands, same points; where drawing would go on from follows from these.
    public static func == (a: Path, b: Path) -> Bool { a.commands == b.commands && a.points == b.points }

    public var isEmpty: Bool { commands.isEmpty }

    /// The point that the next command goes on from; nil while the path is empty.
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

    /// Begins a subpath where the last one was closed, when a command needs a current point and has none of its own.
    private mutating func resume() {
        if commands.isEmpty { move(to: .zero) } else if commands.last == .close { move(to: start) }
    }
}

/// Which points are inside a path: SVG `fill-rule`.
public enum FillRule: UInt8, Sendable {
    case nonZero = 0
    case evenOdd = 1
}
