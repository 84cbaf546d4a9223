public import ScrimPluginABI

/// Lines and curves to fill, stroke or clip with, built here or read from a property.
///
/// A path from `Properties.path` is in the host's memory: it is valid until the call that read it returns, and is
/// copied when it is modified.
@safe
public struct Path {
    private var commands: [UInt8] = []
    private var points: [Point] = []
    private var start = Point(x: 0, y: 0)
    private var borrowed: scrim_path?

    /// An empty path.
    public init() {}

    init(borrowed: scrim_path) { unsafe self.borrowed = unsafe borrowed }

    /// Begins a subpath.
    public mutating func move(to p: Point) {
        own()
        commands.append(0)
        points.append(p)
        start = p
    }

    /// A straight line from the current point.
    public mutating func line(to p: Point) {
        resume()
        commands.append(1)
        points.append(p)
    }

    /// A quadratic curve.
    public mutating func quad(_ control: Point, to p: Point) {
        resume()
        commands.append(2)
        points += [control, p]
    }

    /// A cubic curve.
    public mutating func cubic(_ c1: Point, _ c2: Point, to p: Point) {
        resume()
        commands.append(3)
        points += [c1, c2, p]
    }

    /// Closes the subpath with a line to its start.
    public mutating func close() {
        own()
        if let last = commands.last, last != 4 { commands.append(4) }
    }

    /// A rectangle, clockwise from the top left.
    public mutating func addRect(_ r: Rect) {
        move(to: Point(x: r.x, y: r.y))
        line(to: Point(x: r.x + r.width, y: r.y))
        line(to: Point(x: r.x + r.width, y: r.y + r.height))
        line(to: Point(x: r.x, y: r.y + r.height))
        close()
    }

    /// True when nothing was added.
    public var isEmpty: Bool { unsafe borrowed == nil ? commands.isEmpty : borrowed?.command_count == 0 }

    /// Appends another path, multiplied by `scale` and moved by `offset`.
    public mutating func append(_ other: Path, scale: Double, at offset: Point) {
        own()
        var other = other
        other.own()
        commands += other.commands
        points.reserveCapacity(points.count + other.points.count)
        for p in other.points { points.append(Point(x: p.x * scale + offset.x, y: p.y * scale + offset.y)) }
        start = Point(x: other.start.x * scale + offset.x, y: other.start.y * scale + offset.y)
    }

    /// Appends another path under a map.
    public mutating func append(_ other: Path, _ map: Affine) {
        own()
        var other = other
        other.own()
        func mapped(_ p: Point) -> Point {
            Point(x: map.a * p.x + map.c * p.y + map.tx, y: map.b * p.x + map.d * p.y + map.ty)
        }
        commands += other.commands
        points.reserveCapacity(points.count + other.points.count)
        for p in other.points { points.append(mapped(p)) }
        start = mapped(other.start)
    }

    /// Begins a subpath at the start of the closed one, or at the origin, for a command that needs a current point.
    private mutating func resume() {
        own()
        if commands.isEmpty || commands.last == 4 { move(to: start) }
    }

    private mutating func own() {
        guard let raw = unsafe borrowed else { return }
        unsafe borrowed = nil
        commands = unsafe Array(UnsafeBufferPointer(start: raw.commands, count: Int(raw.command_count)))
        points = unsafe Array(UnsafeBufferPointer(start: raw.points, count: Int(raw.point_count)))
        var index = 0
        for command in commands {
            if command == 0 { start = points[index] }
            index += command == 4 ? 0 : max(1, Int(command))
        }
    }

    /// The path as straight lines: for each subpath its points, and whether it is closed. Each curve becomes `pieces`
    /// lines.
    public func lines(pieces: Int = 8) -> [(points: [Point], isClosed: Bool)] {
        unsafe withRaw { raw in
            var found: [(points: [Point], isClosed: Bool)] = []
            var current: [Point] = []
            func finish(_ closed: Bool) {
                if current.count > 1 { found.append((current, closed)) }
                current = []
            }
            var at = 0
            let (commands, points) = unsafe (raw.pointee.commands, raw.pointee.points)
            for number in 0..<(unsafe Int(raw.pointee.command_count)) {
                guard let command = unsafe commands?[number], let points = unsafe points else { break }
                func point(_ index: Int) -> Point { unsafe points[at + index] }
                switch command {
                case 0:
                    finish(false)
                    current = [point(0)]
                case 1: current.append(point(0))
                case 2, 3:
                    let p0 = current.last ?? point(0)
                    for piece in 1...max(1, pieces) {
                        let (t, u) = (
                            Double(piece) / Double(max(1, pieces)), 1 - Double(piece) / Double(max(1, pieces))
                        )
                        let parts: [(Double, Point)] =
                            command == 2
                            ? [(u * u, p0), (2 * u * t, point(0)), (t * t, point(1))]
                            : [
                                (u * u * u, p0), (3 * u * u * t, point(0)), (3 * u * t * t, point(1)),
                                (t * t * t, point(2)),
                            ]
                        current.append(
                            parts.reduce(Point(x: 0, y: 0)) {
                                Point(x: $0.x + $1.0 * $1.1.x, y: $0.y + $1.0 * $1.1.y)
                            })
                    }
                default: finish(true)
                }
                at += command == 4 ? 0 : max(1, Int(command))
            }
            finish(false)
            return found
        }
    }

    func withRaw<R, E: Error>(_ body: (UnsafePointer<scrim_path>) throws(E) -> R) throws(E) -> R {
        if var raw = unsafe borrowed { return unsafe try body(&raw) }
        return unsafe try commands.withUnsafeBufferPointer { commands throws(E) in
            unsafe try points.withUnsafeBufferPointer { points throws(E) in
                var raw = unsafe scrim_path(
                    commands: commands.baseAddress, command_count: UInt64(commands.count), points: points.baseAddress,
                    point_count: UInt64(points.count))
                return unsafe try body(&raw)
            }
        }
    }
}
