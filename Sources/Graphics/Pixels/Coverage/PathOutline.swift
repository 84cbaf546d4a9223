import Geometry
import RowLoops

/// Draws paths on a grid: rounds points to units of 1/1024 pixel, converts curves to lines, closes subpaths.
///
/// All arithmetic uses integers in doubles, relative to each curve's first point, so the rounding does not depend on
/// the curve's position. Paths with all points near are drawn by `scrim_rows.outline` in the same way; this type
/// handles points far away or not finite.
struct PathOutline {
    /// Maximum distance of a curve from its chords, in units. The inner points of the lines are moved beyond the curve
    /// by two thirds of that, so that the error is equal inside and outside: at most 1/32 pixel, and 1/80 on average.
    private static let tolerance = 48.0
    /// Maximum number of lines per curve: enough for the tolerance up to about 40,000 pixels.
    private static let maxLines = 1024.0
    /// Points are clamped to ± this many units (2³⁸ pixels), so that sums of eight are exact.
    private static let far = 281_474_976_710_656.0
    /// Adding and subtracting this rounds a double to the nearest integer, ties to even.
    private static let rounding = 6_755_399_441_055_744.0

    private enum Target {
        case grid(CoverageGrid)
        /// Collects all lines, wherever they are.
        case boundary(PathBoundary)
    }

    private let target: Target
    /// 1, or -1 while a path is subtracted.
    private var direction: Int32 = 1
    private let originX: Double
    private let originY: Double
    private let right: Double
    private let bottom: Double

    init(_ boundary: PathBoundary) {
        target = .boundary(boundary)
        (originX, originY) = (-.greatestFiniteMagnitude, -.greatestFiniteMagnitude)
        (right, bottom) = (.infinity, .infinity)
    }

    init(_ grid: CoverageGrid) {
        target = .grid(grid)
        let one = Double(CoverageGrid.one)
        originX = Double(grid.origin.x)
        originY = Double(grid.origin.y)
        right = Double(grid.width) * one
        bottom = Double(grid.height) * one
    }

    /// The smallest rectangle of whole pixels that contains the path's control points under `t`.
    static func bounds(_ path: Path, _ t: Affine) -> PixelRect {
        unsafe place(path, t, at: nil) ?? farBounds(path, t)
    }

    /// Writes the path's points under `t` into `places`, if given, and returns the same as `bounds`; nil when a point
    /// is far away or not finite.
    static func place(_ path: Path, _ t: Affine, at places: UnsafeMutablePointer<scrim_place>?) -> PixelRect? {
        var box = (scrim_place(), scrim_place())
        let isNear = unsafe path.points.withUnsafeBytes { points in
            guard let first = unsafe points.baseAddress?.assumingMemoryBound(to: Double.self) else { return false }
            return unsafe withUnsafeMutableBytes(of: &box) { box in
                guard let box = unsafe box.baseAddress?.assumingMemoryBound(to: scrim_place.self) else { return false }
                let map = scrim_map(a: t.a, b: t.b, c: t.c, d: t.d, tx: t.tx, ty: t.ty)
                return unsafe withUnsafePointer(to: map) {
                    unsafe scrim_rows_place(
                        places, first, path.points.count, $0, box) != 0
                }
            }
        }
        guard isNear else { return nil }
        return pixels(SIMD2(Double(box.0.x), Double(box.0.y)), SIMD2(Double(box.1.x), Double(box.1.y)))
    }

    /// `bounds` of any path.
    static func farBounds(_ path: Path, _ t: Affine) -> PixelRect {
        var low = SIMD2<Double>(repeating: .infinity)
        var high = -low
        for p in path.points {
            let q = snap(p, t)
            // Comparisons with NaN are false, so such a point has no effect.
            low.replace(with: q, where: q .< low)
            high.replace(with: q, where: q .> high)
        }
        guard low.x <= high.x, low.y <= high.y else { return .empty }
        return pixels(low, high)
    }

    /// The pixels that contain coordinates, in units, from `low` to `high`.
    private static func pixels(_ low: SIMD2<Double>, _ high: SIMD2<Double>) -> PixelRect {
        let box = (low: low / Double(CoverageGrid.one), high: high / Double(CoverageGrid.one))
        // A degenerate box would be empty, so it is extended by a pixel.
        return PixelRect(
            covering: Rect(box.low.x, box.low.y, box.high.x - box.low.x + 1, box.high.y - box.low.y + 1))
    }

    /// The point in whole units, clamped to ±`far`; NaN if it was not finite.
    @inline(__always)
    private static func snap(_ p: Point, _ t: Affine) -> SIMD2<Double> {
        let x = (t.a * p.x + t.c * p.y + t.tx) * Double(CoverageGrid.one)
        let y = (t.b * p.x + t.d * p.y + t.ty) * Double(CoverageGrid.one)
        let q = SIMD2(x, y)
        let held = q.clamped(lowerBound: SIMD2(repeating: -far), upperBound: SIMD2(repeating: far))
        // 0 · x is NaN if x is infinite or NaN; such a point is marked in both coordinates.
        let mark = 0 * x + 0 * y
        return (held + rounding) - rounding + SIMD2(repeating: mark)
    }

    /// Adds a path in the opposite direction.
    mutating func subtract(_ path: Path, _ t: Affine) {
        direction = -1
        add(path, t)
        direction = 1
    }

    mutating func add(_ path: Path, _ t: Affine) {
        var start = SIMD2<Double>.zero
        var at = SIMD2<Double>.zero
        var hasStart = false
        var next = 0
        unsafe path.points.withUnsafeBufferPointer { points in
            for command in path.commands {
                let count = command.pointCount
                // Guards against a path with missing points.
                guard next + count <= points.count else { return }
                let first = next
                next += count
                if command == .close {
                    line(at, start)
                    at = start
                    continue
                }
                let end = unsafe Self.snap(points[next - 1], t)
                // A segment with a point that is not finite is left out.
                guard end.x == end.x else { continue }
                if !hasStart || command == .move {
                    if hasStart { line(at, start) }
                    start = end
                    hasStart = true
                } else if command == .line {
                    line(at, end)
                } else {
                    let c1 = unsafe Self.snap(points[first], t)
                    let c2 = command == .cubic ? unsafe Self.snap(points[first + 1], t) : c1
                    guard c1.x == c1.x, c2.x == c2.x else { continue }
                    if command == .quad { quad(at, c1, end) } else { cubic(at, c1, c2, end) }
                }
                at = end
            }
        }
        if hasStart { line(at, start) }
    }

    // MARK: Curves

    private func quad(_ p0: SIMD2<Double>, _ p1: SIMD2<Double>, _ p2: SIMD2<Double>) {
        let low = pointwiseMin(p0, pointwiseMin(p1, p2))
        let high = pointwiseMax(p0, pointwiseMax(p1, p2))
        if isAside(low, high) { return line(p0, p2) }
        let second = p0 - 2 * p1 + p2
        // Wang: n lines deviate by at most |p0 - 2p1 + p2| / (4n²).
        let n = Self.lines((second * second).sum().squareRoot() / 4)
        let b = 2 * (p1 - p0)
        // In the middle of a step h, the distance of chord and curve is h²/8 · second derivative; two thirds of that
        // are added.
        let beyond = second / (6 * n * n)
        walk(p0, p2, n) { t in (second * t + b) * t - beyond }
    }

    private func cubic(_ p0: SIMD2<Double>, _ p1: SIMD2<Double>, _ p2: SIMD2<Double>, _ p3: SIMD2<Double>) {
        let low = pointwiseMin(pointwiseMin(p0, p1), pointwiseMin(p2, p3))
        let high = pointwiseMax(pointwiseMax(p0, p1), pointwiseMax(p2, p3))
        if isAside(low, high) { return line(p0, p3) }
        let d1 = p0 - 2 * p1 + p2
        let d2 = p1 - 2 * p2 + p3
        // Wang: n lines deviate by at most 6/8 · max |second difference| / n².
        let worst = max((d1 * d1).sum(), (d2 * d2).sum()).squareRoot()
        let n = Self.lines(worst * 0.75)
        let a = d2 - d1
        let b = 3 * d1
        // As in `quad`; the second derivative is 6·a·t + 2·b.
        let c = 3 * (p1 - p0) - a / (2 * n * n)
        let beyond = b / (6 * n * n)
        walk(p0, p3, n) { t in ((a * t + b) * t + c) * t - beyond }
    }

    /// True when the curve in this box affects the window at most by its height: it lies above, below, to the right (no
    /// effect), or to the left (only its vertical extent counts).
    private func isAside(_ low: SIMD2<Double>, _ high: SIMD2<Double>) -> Bool {
        high.y <= originY || low.y >= originY + bottom || high.x <= originX || low.x >= originX + right
    }

    private static func lines(_ strayTimesSquare: Double) -> Double {
        min(max((strayTimesSquare / tolerance).squareRoot().rounded(.up), 1), maxLines)
    }

    @inline(__always)
    private func walk(
        _ p0: SIMD2<Double>, _ end: SIMD2<Double>, _ n: Double, _ point: (Double) -> SIMD2<Double>
    ) {
        let step = 1 / n
        var i = 1.0
        var at = p0
        while i < n {
            let q = p0 + ((point(i * step) + Self.rounding) - Self.rounding)
            line(at, q)
            at = q
            i += 1
        }
        line(at, end)
    }

    // MARK: Lines

    /// True when everything between these corners is in the grid's range.
    @inline(__always)
    private static func isNear(_ low: SIMD2<Double>, _ high: SIMD2<Double>) -> Bool {
        let limit = SIMD2<Double>(repeating: Double(CoverageGrid.limit))
        return all(high .<= limit) && all(low .>= -limit)
    }

    @inline(__always)
    private func line(_ a: SIMD2<Double>, _ b: SIMD2<Double>) {
        if Self.isNear(pointwiseMin(a, b), pointwiseMax(a, b)) {
            near(a.x, a.y, b.x, b.y)
        } else {
            far(a, b)
        }
    }

    private func near(_ ax: Double, _ ay: Double, _ bx: Double, _ by: Double) {
        switch target {
        case .grid(let grid): grid.addLine(ax, ay, bx, by, direction: direction)
        case .boundary(let boundary): boundary.addLine(ax, ay, bx, by)
        }
    }

    /// Adds a line that leaves the grid's range: it is cut at the limits, and its parts left or right of the range
    /// become vertical lines at the limit.
    private func far(_ p: SIMD2<Double>, _ q: SIMD2<Double>) {
        let limit = Double(CoverageGrid.limit)
        // The upper end comes first, so that both directions of a line are cut in the same way.
        let (a, b) = p.y <= q.y ? (p, q) : (q, p)
        guard a.y < limit, b.y > -limit, a.y < b.y else { return }
        let slope = (b.x - a.x) / (b.y - a.y)
        func at(y: Double) -> Double { ((a.x + (y - a.y) * slope) + Self.rounding) - Self.rounding }
        func at(x: Double) -> Double { ((a.y + (x - a.x) / slope) + Self.rounding) - Self.rounding }
        let top = max(a.y, -limit)
        let bottom = min(b.y, limit)
        let topX = top == a.y ? a.x : at(y: top)
        let bottomX = bottom == b.y ? b.x : at(y: bottom)
        func held(_ x: Double) -> Double { min(max(x, -limit), limit) }
        func piece(_ x0: Double, _ y0: Double, _ x1: Double, _ y1: Double) {
            if p.y <= q.y {
                near(held(x0), y0, held(x1), y1)
            } else {
                near(held(x1), y1, held(x0), y0)
            }
        }
        // The crossings with the left and the right limit, in order.
        let side = slope > 0 ? -limit : limit
        var (x, y) = (topX, top)
        for edge in [side, -side] where (x < edge) != (bottomX < edge) && x != edge {
            let cut = min(max(at(x: edge), y), bottom)
            // Outside the limits, a piece is a vertical line at the limit.
            piece(edge == side ? edge : x, y, edge, cut)
            (x, y) = (edge, cut)
        }
        if x * (slope > 0 ? 1 : -1) >= limit {
            piece(-side, y, -side, bottom)
        } else {
            piece(x, y, bottomX, bottom)
        }
    }
}
