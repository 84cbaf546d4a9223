import Geometry
import RowLoops

/// A rectangle parallel to the axes at any fractional position, with coverage in closed form.
///
/// Sides are rounded to the rasterizer's units (1/1024 pixel) and areas computed like its cells, so the result is
/// identical to that of the rasterizer.
struct EdgeRect: Equatable {
    /// Sides in units of 1/1024 pixel.
    let x0: Int32
    let y0: Int32
    let x1: Int32
    let y1: Int32

    private static let bits = Int32(CoverageGrid.bits)
    static let one = Int32(CoverageGrid.one)

    /// Nil for an empty rectangle. Sides are clamped to ±32,000 pixels, beyond any clip.
    init?(_ rect: Rect) {
        func units(_ v: Double) -> Int32 {
            let limit = Double(PixelRect.limit)
            return Int32((min(max(v, -limit), limit) * Double(CoverageGrid.one)).rounded(.toNearestOrEven))
        }
        guard rect.width > 0, rect.height > 0, !rect.x.isNaN, !rect.y.isNaN else { return nil }
        let (right, bottom) = (rect.maxX, rect.maxY)
        guard !right.isNaN, !bottom.isNaN else { return nil }
        (x0, y0, x1, y1) = (units(rect.x), units(rect.y), units(right), units(bottom))
        if x0 >= x1 || y0 >= y1 { return nil }
    }

    /// The pixels it touches.
    var pixels: PixelRect {
        PixelRect(
            x0 >> Self.bits, y0 >> Self.bits, (x1 + Self.one - 1) >> Self.bits, (y1 + Self.one - 1) >> Self.bits)
    }

    /// The part of pixel `at` between two sides, in units.
    static func overlap(_ low: Int32, _ high: Int32, at: Int32) -> Int32 {
        max(0, min(high, (at + 1) << bits) - max(low, at << bits))
    }

    /// The coverage of a pixel of which `w` × `h` units are inside.
    static func coverage(_ w: Int32, _ h: Int32) -> UInt8 {
        scrim_row_coverage(2 * w * h, Int32(SCRIM_RULE_NONZERO.rawValue))
    }

    func cover<Sink: CoverageSink>(clip: PixelRect, into sink: inout Sink) {
        let box = pixels.intersection(clip)
        if box.isEmpty { return }
        // The columns and rows that are completely inside.
        let inner = PixelRect(
            (x0 + Self.one - 1) >> Self.bits, (y0 + Self.one - 1) >> Self.bits, x1 >> Self.bits, y1 >> Self.bits)
        let left = max(box.x0, min(inner.x0, box.x1))
        let right = max(left, min(inner.x1, box.x1))
        let top = max(box.y0, min(inner.y0, box.y1))
        let bottom = max(top, min(inner.y1, box.y1))
        func rows(_ from: Int32, _ to: Int32, _ h: Int32, _ sink: inout Sink) {
            guard from < to, h > 0 else { return }
            func columns(_ a: Int32, _ b: Int32, _ w: Int32, _ sink: inout Sink) {
                sink.block(PixelRect(a, from, b, to), coverage: Self.coverage(w, h))
            }
            for x in box.x0..<left { columns(x, x + 1, Self.overlap(x0, x1, at: x), &sink) }
            columns(left, right, Self.one, &sink)
            for x in right..<box.x1 { columns(x, x + 1, Self.overlap(x0, x1, at: x), &sink) }
        }
        for y in box.y0..<top { rows(y, y + 1, Self.overlap(y0, y1, at: y), &sink) }
        rows(top, bottom, Self.one, &sink)
        for y in bottom..<box.y1 { rows(y, y + 1, Self.overlap(y0, y1, at: y), &sink) }
    }
}
