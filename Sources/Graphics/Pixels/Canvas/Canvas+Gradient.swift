public import Geometry

/// Computes the offset `t` of each pixel along a gradient, and the colour there.
struct GradientPaint: Paint {
    private enum Form {
        /// `t = u`.
        case axial
        /// `t = (|(u, v)| − radius) / growth`.
        case rings(radius: Double, growth: Double)
        /// Two circles with different centres.
        case cone(Cone)
        /// `t` is the angle of (u, v) in turns.
        case conic
        /// One colour everywhere, at this `t`.
        case flat(Float)
    }

    private let ramp: GradientRamp
    private let form: Form
    /// Maps device pixels to (u, v).
    private let map: Affine
    let isOpaque: Bool

    /// `transform` maps the space of the gradient's `map` to device pixels. Nil when there is nothing to paint.
    init?(_ gradient: Gradient, _ transform: Affine, opacity: Double) {
        guard let ramp = GradientRamp(gradient, opacity: opacity),
            let inverse = transform.concat(gradient.map).inverse
        else { return nil }
        self.ramp = ramp
        let (from, to) = (gradient.from, gradient.to)
        let (dx, dy) = (to.x - from.x, to.y - from.y)
        let centred = Affine.translation(-from.x, -from.y).concat(inverse)
        let square = dx * dx + dy * dy
        switch gradient.kind {
        case .axial where square > 0:
            // u is the position along the line in units of its length; perpendicular to it nothing changes.
            map = Affine(dx / square, 0, dy / square, 0, 0, 0).concat(centred)
            form = .axial
        case .axial:
            // SVG 2: if the length is 0, the colour of the last stop.
            map = .identity
            form = .flat(.greatestFiniteMagnitude)
        case .radial:
            map = centred
            let (r0, growth) = (gradient.fromRadius, gradient.toRadius - gradient.fromRadius)
            if square == 0 {
                guard growth != 0 else { return nil }
                form = .rings(radius: r0, growth: growth)
            } else {
                form = .cone(Cone(dx: dx, dy: dy, r0: r0, growth: growth, gradient))
            }
        case .conic:
            // Rotated so that the beginning is on the right.
            let length = square.squareRoot()
            let (c, s) = length > 0 ? (dx / length, dy / length) : (1, 0)
            map = Affine(c, -s, s, c, 0, 0).concat(centred)
            form = .conic
        }
        let (a, b, c, d) = (map.a, map.b, map.c, map.d)
        guard a.isFinite, b.isFinite, c.isFinite, d.isFinite, map.tx.isFinite, map.ty.isFinite else { return nil }
        if case .cone = form { isOpaque = false } else { isOpaque = ramp.isOpaque }
    }

    func row(y: Int32, x: Int32, count: Int, _ scratch: UnsafeMutablePointer<UInt32>) -> UnsafePointer<UInt32> {
        // Coordinates are computed from each pixel's position; a running sum would depend on the start of the run.
        let v = Double(y) + 0.5
        let (u0, v0) = (map.c * v + map.tx, map.d * v + map.ty)
        @inline(__always)
        func each(_ offset: (Double, Double) -> Float) {
            ramp.withCursor { cursor in
                for i in 0..<count {
                    let at = Double(x &+ Int32(truncatingIfNeeded: i)) + 0.5
                    unsafe scratch[i] = cursor.pixel(offset(map.a * at + u0, map.b * at + v0))
                }
            }
        }
        switch form {
        case .axial where map.a == 0: unsafe fill(scratch, count, Float(u0))
        case .axial: each { u, _ in Float(u) }
        case .rings(let radius, let growth):
            each { u, v in Float(((u * u + v * v).squareRoot() - radius) / growth) }
        case .cone(let cone): each { u, v in cone.offset(u, v) }
        case .conic: each { u, v in Self.turns(Float(u), Float(v)) }
        case .flat(let t): unsafe fill(scratch, count, t)
        }
        return unsafe UnsafePointer(scratch)
    }

    private func fill(_ scratch: UnsafeMutablePointer<UInt32>, _ count: Int, _ t: Float) {
        ramp.withCursor { cursor in unsafe scratch.update(repeating: cursor.pixel(t), count: count) }
    }

    /// The angle of (u, v) from the u axis toward the v axis, in turns, 0 ..< 1.
    ///
    /// atan as a polynomial of degree 11 in the first eighth (the form of Abramowitz & Stegun 4.4.49, minimax
    /// coefficients); the error is at most 2e-6 turns.
    @inline(__always)
    static func turns(_ u: Float, _ v: Float) -> Float {
        let (a, b) = (abs(u), abs(v))
        let (small, large) = (min(a, b), max(a, b))
        if large == 0 { return 0 }
        let z = small / large
        let s = z * z
        var angle: Float = -0.011_721_2 * s + 0.052_653_32
        angle = angle * s - 0.116_432_87
        angle = angle * s + 0.193_543_46
        angle = angle * s - 0.332_623_47
        angle = (angle * s + 0.999_977_26) * z * (0.5 / .pi)
        if b > a { angle = 0.25 - angle }
        if u < 0 { angle = 0.5 - angle }
        if v < 0 { angle = 1 - angle }
        return angle < 1 ? angle : 0
    }
}

/// A radial gradient between circles with different centres: the cone of SVG 2 and Core Graphics.
private struct Cone {
    let dx: Double
    let dy: Double
    let r0: Double
    let growth: Double
    /// |d|² − growth².
    let a: Double
    let low: Double
    let high: Double

    init(dx: Double, dy: Double, r0: Double, growth: Double, _ gradient: Gradient) {
        (self.dx, self.dy, self.r0, self.growth) = (dx, dy, r0, growth)
        a = dx * dx + dy * dy - growth * growth
        low = gradient.extendsBefore ? -.infinity : gradient.stops.first?.location ?? 0
        high = gradient.extendsAfter ? .infinity : gradient.stops.last?.location ?? 1
    }

    /// The largest painted `t` whose circle passes through (u, v), that is |(u, v) − t·d| = r0 + t·growth ≥ 0; NaN if
    /// there is none.
    @inline(__always)
    func offset(_ u: Double, _ v: Double) -> Float {
        let b = u * dx + v * dy + r0 * growth
        let c = u * u + v * v - r0 * r0
        func fits(_ t: Double) -> Bool { r0 + t * growth >= 0 && t >= low && t <= high }
        if a == 0 {
            guard b != 0 else { return .nan }
            let t = c / (2 * b)
            return fits(t) ? Float(t) : .nan
        }
        let inside = b * b - a * c
        guard inside >= 0 else { return .nan }
        let root = inside.squareRoot()
        let (t0, t1) = ((b + root) / a, (b - root) / a)
        if fits(max(t0, t1)) { return Float(max(t0, t1)) }
        return fits(min(t0, t1)) ? Float(min(t0, t1)) : .nan
    }
}

extension Canvas {
    /// Fills a path with a gradient. `transform` maps the path, and the space of the gradient's `map`, to device
    /// pixels; `opacity` (0…1) multiplies every alpha.
    ///
    /// Without stops, or for a radial gradient without extent, nothing is painted. An axial gradient of length 0 has
    /// its last colour. If `other` is given, it maps the space of the gradient's `map` to device pixels, and
    /// `transform` maps only the path.
    public func fill(
        _ path: Path, _ transform: Affine, rule: FillRule = .nonZero, with gradient: Gradient,
        under other: Affine? = nil, opacity: Double = 1, _ mode: BlendMode = .normal
    ) {
        guard let paint = GradientPaint(gradient, other ?? transform, opacity: opacity) else { return }
        fill(PathShape(path: path, transform: transform, rule: rule), with: paint, opacity: 255, mode)
    }

    /// Fills whole pixels with a gradient; `transform` maps the space of the gradient's `map` to device pixels.
    public func fill(
        _ rect: PixelRect, with gradient: Gradient, _ transform: Affine, opacity: Double = 1,
        _ mode: BlendMode = .normal
    ) {
        guard let paint = GradientPaint(gradient, transform, opacity: opacity) else { return }
        fill(PixelBlock(pixels: rect), with: paint, opacity: 255, mode)
    }

    /// Fills a rounded rectangle with a gradient. `rect` and `corners` are in device pixels; `transform` maps the space
    /// of the gradient's `map` to device pixels.
    public func fillRoundedRect(
        _ rect: Rect, _ corners: CornerShape, with gradient: Gradient, _ transform: Affine, opacity: Double = 1,
        _ mode: BlendMode = .normal
    ) {
        guard let paint = GradientPaint(gradient, transform, opacity: opacity) else { return }
        if corners.isSquare {
            if let shape = EdgeRect(rect) { fill(shape, with: paint, opacity: 255, mode) }
        } else if let shape = RoundedRect(rect, corners) {
            fill(shape, with: paint, opacity: 255, mode)
        }
    }
}
