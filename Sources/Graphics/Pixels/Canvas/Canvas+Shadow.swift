public import Geometry

extension Canvas {
    /// Draws the shadow of a rounded rectangle in closed form; `rect`, `corners` and the standard deviation are in
    /// device pixels, and `rect` includes the shadow's offset.
    ///
    /// Nothing is painted inside `covered`, which will be hidden by an opaque layer.
    public func drawShadow(
        of rect: Rect, _ corners: CornerShape, sigma: Double, _ color: PremultipliedColor,
        except covered: borrowing Region = Region()
    ) {
        guard color.alpha > 0, var shape = RoundedRectShadow(rect, corners, sigma: sigma) else { return }
        let box = bounds.intersection(shape.pixels)
        if box.isEmpty { return }
        var parts = clip.copy()
        parts.formIntersection(box)
        parts.subtract(covered)
        shape.hidden = ShadowHole(covered)
        var sink = SolidSink(target, origin: origin, color)
        parts.forEach { part in
            tools.pixelsFilled += part.area
            shape.cover(clip: part, with: tools, into: &sink)
        }
    }

    /// The pixels that `drawShadow` may paint without a clip.
    public static func shadowPixels(of rect: Rect, sigma: Double) -> PixelRect {
        guard let edges = EdgeRect(rect) else { return .empty }
        let reach = Int32((3 * GaussianBlur.held(sigma)).rounded(.up))
        return edges.pixels.grown(reach, reach)
    }
}
