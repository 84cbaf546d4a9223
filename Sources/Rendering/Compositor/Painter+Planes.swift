import Frame
import Geometry
import Pixels

/// Painting of pictures with their own grids.
extension Painter {
    /// Composites the picture of a plane onto `below`; the bitmap contains the needed part.
    func composite(
        _ picture: Picture, at origin: PixelPoint, _ plane: Plane, _ node: Node, on below: Sheet, _ visible: PixelRect
    ) {
        if let change = plane.change { return composite(change, picture, at: origin, plane, node, on: below, visible) }
        let opacity = UInt8((255 * max(0, min(node.groupOpacity, 1))).rounded())
        let rect = visible.intersection(below.limit)
        guard !rect.isEmpty else { return }
        var canvas = canvas(on: below)
        canvas.narrow(to: rect)
        guard node.mode != .normal else {
            return canvas.draw(
                picture, at: origin, frame: plane.picture.pixels, plane.placement, plane.filters, opacity: opacity)
        }
        // A blend mode needs the picture in the pixels of the backdrop.
        guard let flat = pool.take(rect.width, rect.height, .argb) else { return }
        let at = PixelPoint(rect.x0, rect.y0)
        Canvas(flat, origin: at, tools: tools).draw(
            picture, at: origin, frame: plane.picture.pixels, plane.placement, plane.filters)
        var shape: Bitmap?
        if !node.mode.isBounded {
            guard let whole = boundsMask(node, plane, in: rect) else { return }
            whole.raiseToAlpha(of: flat)
            shape = whole
        }
        canvas.composite(flat, at: at, opacity: opacity, shape: shape.map { PlacedMask($0, at: at) }, node.mode)
    }

    /// The coverage of a layer's rounded bounds in `rect`; for a plane, a picture of them placed like the plane.
    func boundsMask(_ node: Node, _ plane: Plane?, in rect: PixelRect) -> Bitmap? {
        guard let plane else { return boundsMask(node, in: rect) }
        let input = plane.input(for: rect).intersection(GridRect(node.box)).pixels
        guard let mask = pool.take(rect.width, rect.height, .alpha),
            let flat = pool.take(rect.width, rect.height, .argb)
        else { return nil }
        guard !input.isEmpty else { return mask }
        guard let grid = pool.take(input.width, input.height, .argb) else { return nil }
        var inside = node
        inside.appearance.background = .black
        inside.appearance.opacity = 1
        inside.flags.remove(.hasBorder)
        let origin = PixelPoint(input.x0, input.y0)
        paintBackground(inside, on: Canvas(grid, origin: origin, tools: tools), input)
        Canvas(flat, origin: PixelPoint(rect.x0, rect.y0), tools: tools).draw(
            Picture(shared: grid, .argb), at: origin, frame: node.box, plane.placement)
        mask.copyAlpha(of: flat)
        return mask
    }
}
