import Geometry

/// An affine map from the centers of device pixels to positions in a picture, in integer units of 2⁻³² pixel.
///
/// Integer sums are exact: a position is the same whether computed directly or by steps from a neighbour, so a pixel
/// does not depend on the start of its run.
struct SampleGrid {
    /// One pixel of the picture.
    static let one: Int64 = 1 << 32

    /// The position of device pixel (0, 0).
    private let u0: Int64
    private let v0: Int64
    /// The step to the right neighbour.
    let ux: Int64
    let vx: Int64
    /// The step to the pixel below.
    private let uy: Int64
    private let vy: Int64

    /// `map` maps device pixels to the picture's; `shift` is added to every position, in the picture's pixels.
    init(_ map: Affine, shift: Double) {
        // |position| ≤ 2²⁸ + 2 · 2¹⁵ · 2¹⁴ pixels: in 2⁻³² pixel that is less than 2⁶³. Larger values only occur for
        // pictures drawn smaller than a few pixels or far outside.
        func fixed(_ v: Double, _ limit: Double) -> Int64 {
            Int64((min(max(v, -limit), limit) * Double(Self.one)).rounded())
        }
        let first = map.apply(Point(0.5, 0.5))
        u0 = fixed(first.x + shift, 268_435_456)
        v0 = fixed(first.y + shift, 268_435_456)
        (ux, vx) = (fixed(map.a, 16_384), fixed(map.b, 16_384))
        (uy, vy) = (fixed(map.c, 16_384), fixed(map.d, 16_384))
    }

    /// The position of a device pixel's center; x and y are within ±32,000.
    @inline(__always)
    func position(_ x: Int32, _ y: Int32) -> (u: Int64, v: Int64) {
        (u0 &+ Int64(x) &* ux &+ Int64(y) &* uy, v0 &+ Int64(x) &* vx &+ Int64(y) &* vy)
    }

    /// The step to the pixel `rows` rows below.
    func below(_ rows: Int64) -> (u: Int64, v: Int64) { (rows &* uy, rows &* vy) }

    /// The part of `0 ..< count` for which `low ≤ start + i · step ≤ high`.
    static func within(_ start: Int64, _ step: Int64, _ low: Int64, _ high: Int64, _ count: Int) -> Range<Int> {
        if low > high { return 0..<0 }
        if step == 0 { return start >= low && start <= high ? 0..<count : 0..<0 }
        // For a negative step, the same with all signs inverted.
        let (s, d) = step > 0 ? (start, step) : (0 &- start, 0 &- step)
        let (a, b) = step > 0 ? (low, high) : (0 &- high, 0 &- low)
        if s > b { return 0..<0 }
        let first = s >= a ? 0 : Int((a &- s &- 1) / d &+ 1)
        let end = min(count, Int((b &- s) / d &+ 1))
        return first < end ? first..<end : 0..<0
    }
}
