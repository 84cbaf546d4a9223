public import Geometry

/// Backgrounds painted below an opaque border with the same outline, without showing through its antialiased edge.
///
/// If the border covers `r` of a pixel and the area inside it `i`, the background gets `i / (1 − r)`: after the border
/// is painted, `i` of the background remains, and of the backdrop whatever neither covers.
extension Canvas {
    /// Fills the part inside `part`; `rect`, `corners` and the border's `width` are in device pixels.
    public func fillBordered(
        _ rect: Rect, _ corners: CornerShape, width: Double, _ color: PremultipliedColor, in part: PixelRect
    ) {
        guard let ring = RoundedRing(rect, corners, width: width) else { return }
        let inside = rect.outset(-width, -width)
        if let inner = RoundedRect(inside, corners.inset(by: width)) {
            fill(inner, beneath: ring, color, part)
        }
    }

    /// As above, for outlines of any shape.
    public func fillBordered(
        outer: Path, inner: Path, _ transform: Affine, _ color: PremultipliedColor, in part: PixelRect
    ) {
        fill(
            PathShape(path: inner, transform: transform, rule: .nonZero),
            beneath: PathShape(path: outer, minus: inner, transform: transform, rule: .nonZero), color, part)
    }

    private func fill<Inside: CoverageShape, Ring: CoverageShape>(
        _ inside: Inside, beneath ring: Ring, _ color: PremultipliedColor, _ part: PixelRect
    ) {
        // Without an inside, only the border is visible.
        let box = bounds.intersection(part).intersection(inside.pixels)
        Self.bands(box) { band in
            let (width, height) = (Int(band.width), Int(band.height))
            let (mask, border) = (
                tools.bitmap(.mask, width: width, height: height), tools.bitmap(.coverage, width: width, height: height)
            )
            mask.clear()
            border.clear()
            tools.cover(inside, band, mask)
            tools.cover(ring, band, border)
            for y in 0..<height {
                let to = unsafe mask.row(y).assumingMemoryBound(to: UInt8.self)
                let covered = unsafe border.row(y).assumingMemoryBound(to: UInt8.self)
                for x in 0..<width where unsafe covered[x] > 0 && to[x] > 0 {
                    let left = unsafe 255 - UInt32(covered[x])
                    let value = unsafe left == 0 ? 255 : min(255, (UInt32(to[x]) * 255 + left / 2) / left)
                    unsafe to[x] = UInt8(value)
                }
            }
            let placed = MaskShape(mask: PlacedMask(mask, at: PixelPoint(band.x0, band.y0)))
            var sink = SolidSink(target, origin: origin, color)
            each(band) { placed.cover(clip: $0, with: tools, into: &sink) }
        }
    }
}
