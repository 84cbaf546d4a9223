import Glibc

/// What the grammar of paths needs of the geometry of shapes, and all it needs: each adds to the path it is given.
///
/// Shapes run clockwise as seen, from the start points that SVG 2 gives to its basic shapes.
enum PathPrimitives {
    static func addRect(_ r: Rect, to path: inout Path) {
        path.move(to: Point(r.minX, r.minY))
        path.line(to: Point(r.maxX, r.minY))
        path.line(to: Point(r.maxX, r.maxY))
        path.line(to: Point(r.minX, r.maxY))
        path.close()
    }

    /// Elliptical corners, each radius held to half its side.
    static func addRoundedRect(_ r: Rect, rx: Double, ry: Double, to path: inout Path) {
        let size = Size(min(rx, r.width / 2), min(ry, r.height / 2))
        addRoundedRect(r, [size, size, size, size], to: &path)
    }

    /// Circular corners: top left, top right, bottom right, bottom left. Where two exceed a side all shrink alike (CSS).
    static func addRoundedRect(
        _ r: Rect, _ topLeft: Double, _ topRight: Double, _ bottomRight: Double, _ bottomLeft: Double,
        to path: inout Path
    ) {
        var scale = 1.0
        func fit(_ a: Double, _ b: Double, _ side: Double) {
            if a + b > side { scale = min(scale, side / (a + b)) }
        }
        fit(topLeft, topRight, r.width)
        fit(bottomLeft, bottomRight, r.width)
        fit(topLeft, bottomLeft, r.height)
        fit(topRight, bottomRight, r.height)
        let sizes = [topLeft, topRight, bottomRight, bottomLeft].map { Size($0 * scale, $0 * scale) }
        addRoundedRect(r, sizes, to: &path)
    }

    private static func addRoundedRect(_ r: Rect, _ radii: [Size], to path: inout Path) {
        guard radii.contains(where: { $0.width > 0 && $0.height > 0 }) else { return addRect(r, to: &path) }
        let (left, top, right, bottom) = (r.minX, r.minY, r.maxX, r.maxY)
        // How far a quarter's control points stand from its corner, as a part of the radius.
        let k = 1 - kappa
        path.move(to: Point(left + radii[0].width, top))
        path.line(to: Point(right - radii[1].width, top))
        path.cubic(
            Point(right - radii[1].width * k, top), Point(right, top + radii[1].height * k),
            to: Point(right, top + radii[1].height))
        path.line(to: Point(right, bottom - radii[2].height))
        path.cubic(
            Point(right, bottom - radii[2].height * k), Point(right - radii[2].width * k, bottom),
            to: Point(right - radii[2].width, bottom))
        path.line(to: Point(left + radii[3].width, bottom))
        path.cubic(
            Point(left + radii[3].width * k, bottom), Point(left, bottom - radii[3].height * k),
            to: Point(left, bottom - radii[3].height))
        path.line(to: Point(left, top + radii[0].height))
        path.cubic(
            Point(left, top + radii[0].height * k), Point(left + radii[0].width * k, top),
            to: Point(left + radii[0].width, top))
        path.close()
    }

    /// From the rightmost point.
    static func addEllipse(_ center: Point, _ rx: Double, _ ry: Double, to path: inout Path) {
        func at(_ x: Double, _ y: Double) -> Point { Point(center.x + rx * x, center.y + ry * y) }
        let k = kappa
        path.move(to: at(1, 0))
        path.cubic(at(1, k), at(k, 1), to: at(0, 1))
        path.cubic(at(-k, 1), at(-1, k), to: at(-1, 0))
        path.cubic(at(-1, -k), at(-k, -1), to: at(0, -1))
        path.cubic(at(k, -1), at(1, -k), to: at(1, 0))
        path.close()
    }

    /// A part of a circle, joined to the current point with a line; angles in radians, clockwise as seen from 3 o'clock.
    ///
    /// As CGPath has it: a sweep of a turn or more in the direction drawn is one full circle, and one against the
    /// direction is what remains of the turn.
    static func addArc(
        _ center: Point, _ radius: Double, _ start: Double, _ end: Double, clockwise: Bool, to path: inout Path
    ) {
        var sweep = clockwise ? end - start : start - end
        if sweep >= 2 * .pi {
            sweep = 2 * .pi
        } else if sweep < 0 {
            sweep = sweep.truncatingRemainder(dividingBy: 2 * .pi)
            if sweep < 0 { sweep += 2 * .pi }
        }
        let first = Point(center.x + radius * cos(start), center.y + radius * sin(start))
        if path.isEmpty { path.move(to: first) } else { path.line(to: first) }
        let map = Affine(radius, 0, 0, radius, center.x, center.y)
        addUnitArc(start, clockwise ? sweep : -sweep, map, to: &path)
    }

    /// The elliptical arc of path data from the current point (SVG 1.1, implementation notes F.6.5 and F.6.6).
    static func addSVGArc(
        _ radiusX: Double, _ radiusY: Double, rotation: Double, isLarge: Bool, isSweep: Bool, to end: Point,
        on path: inout Path
    ) {
        guard let start = path.currentPoint else { return }
        if start == end { return }
        var (rx, ry) = (abs(radiusX), abs(radiusY))
        guard rx > 0, ry > 0 else { return path.line(to: end) }
        let (s, c) = (sin(rotation), cos(rotation))
        let (hx, hy) = ((start.x - end.x) / 2, (start.y - end.y) / 2)
        let (x1, y1) = (c * hx + s * hy, c * hy - s * hx)
        let excess = (x1 / rx) * (x1 / rx) + (y1 / ry) * (y1 / ry)
        if excess > 1 {
            rx *= excess.squareRoot()
            ry *= excess.squareRoot()
        }
        // F.6.5.2 in the space where the ellipse is the unit circle.
        let (ux, uy) = (x1 / rx, y1 / ry)
        let square = ux * ux + uy * uy
        var factor = max(0, 1 / square - 1).squareRoot()
        if isLarge == isSweep { factor = -factor }
        let (cx, cy) = (factor * uy, -factor * ux)
        let from = atan2(uy - cy, ux - cx)
        var sweep = atan2(-uy - cy, -ux - cx) - from
        if isSweep, sweep < 0 { sweep += 2 * .pi } else if !isSweep, sweep > 0 { sweep -= 2 * .pi }
        let middle = Point((start.x + end.x) / 2, (start.y + end.y) / 2)
        let turn = Affine(c, s, -s, c, middle.x, middle.y)
        let map = turn.concat(.scale(rx, ry)).concat(.translation(cx, cy))
        guard from.isFinite, sweep.isFinite else { return path.line(to: end) }
        addUnitArc(from, sweep, map, last: end, to: &path)
    }

    /// The outline of `path` stroked with `style`.
    static func stroked(_ path: Path, _ style: StrokeStyle) -> Path { path }

    static func append(_ other: Path, to path: inout Path) {
        var i = 0
        for command in other.commands {
            switch command {
            case .move: path.move(to: other.points[i])
            case .line: path.line(to: other.points[i])
            case .quad: path.quad(other.points[i], to: other.points[i + 1])
            case .cubic: path.cubic(other.points[i], other.points[i + 1], to: other.points[i + 2])
            case .close: path.close()
            }
            i += command.pointCount
        }
    }

    /// The control points' distance that makes a cubic a quarter of a circle (4/3 · tan(π/8)); within 2.8e-4 of it.
    private static let kappa = 0.5522847498307936

    /// The arc of the unit circle from `start` over `sweep` radians, mapped; one cubic for each quarter begun.
    private static func addUnitArc(
        _ start: Double, _ sweep: Double, _ map: Affine, last: Point? = nil, to path: inout Path
    ) {
        let count = min(4, max(1, Int((abs(sweep) / (.pi / 2) - 1e-9).rounded(.up))))
        let step = sweep / Double(count)
        let k = 4 / 3 * tan(step / 4)
        for i in 0..<count {
            let a = start + Double(i) * step
            let b = start + Double(i + 1) * step
            let (sa, ca, sb, cb) = (sin(a), cos(a), sin(b), cos(b))
            let end = i == count - 1 ? last ?? map.apply(Point(cb, sb)) : map.apply(Point(cb, sb))
            path.cubic(map.apply(Point(ca - k * sa, sa + k * ca)), map.apply(Point(cb + k * sb, sb - k * cb)), to: end)
        }
    }
}
