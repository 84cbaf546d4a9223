import Frame
import Geometry
import Pixels

/// The parts of a layer's entry to paint.
struct DrawingParts: OptionSet {
    let rawValue: UInt8

    static let contents = DrawingParts(rawValue: 1)
    /// The kind's drawing.
    static let recorded = DrawingParts(rawValue: 2)
}

/// Painting of contents and of kinds' drawings.
extension Painter {
    /// Paints contents and drawing. Translucent drawings with several operations are composed first, so that lower
    /// operations do not show through.
    func paint(
        _ entry: DrawingStore.Entry, _ parts: DrawingParts, _ node: Node, on canvas: borrowing Canvas,
        _ visible: PixelRect
    ) {
        guard node.itemOpacity < 1, entry.isCompound else { return paintAll(entry, parts, node, on: canvas, visible) }
        apart(on: canvas, visible, node) { paintAll(entry, parts, $0, on: $1, visible) }
    }

    private func paintAll(
        _ entry: DrawingStore.Entry, _ parts: DrawingParts, _ node: Node, on canvas: borrowing Canvas,
        _ visible: PixelRect
    ) {
        if parts.contains(.contents), let contents = entry.contents {
            let opacity = UInt8((255 * max(0, min(node.itemOpacity, 1))).rounded())
            canvas.draw(contents.picture.pixels, contents.layout, node.world, contents.filters, opacity: opacity)
        }
        for sheet in entry.tiles where parts.contains(.contents) {
            let opacity = UInt8((255 * max(0, min(node.itemOpacity, 1))).rounded())
            canvas.draw(sheet, node.world, opacity: opacity)
        }
        if entry.drawing.isEmpty || !parts.contains(.recorded) { return }
        guard entry.blends, !node.isReduced else { return play(entry, node, on: canvas, visible) }
        apart(on: canvas, visible, node) { play(entry, $0, on: $1, visible) }
    }

    private func play(_ entry: DrawingStore.Entry, _ node: Node, on canvas: borrowing Canvas, _ visible: PixelRect) {
        var replay = DrawingReplay(entry, node, self, on: canvas, visible)
        replay.play()
    }

    /// Paints opaquely into a buffer, which is then composited with the node's opacity; directly when there is no
    /// memory for it.
    private func apart(
        on canvas: borrowing Canvas, _ visible: PixelRect, _ node: Node, _ paint: (Node, borrowing Canvas) -> Void
    ) {
        guard let buffer = pool.take(visible.width, visible.height, .argb) else { return paint(node, canvas) }
        let origin = PixelPoint(visible.x0, visible.y0)
        var opaque = node
        opaque.appearance.opacity = 1
        paint(opaque, Canvas(buffer, origin: origin, tools: tools))
        canvas.composite(buffer, at: origin, opacity: UInt8((255 * max(0, min(node.itemOpacity, 1))).rounded()))
    }
}

extension Canvas {
    /// Draws tiles; a complete sheet has no seams at any scale.
    fileprivate func draw(_ sheet: TileSheet, _ map: Affine, opacity: UInt8) {
        if sheet.isWhole { return draw(sheet.pictures, sheet.layout, map, sheet.filters, opacity: opacity) }
        for (picture, piece) in zip(sheet.pictures, sheet.layout.pieces) {
            draw(picture.pixels, source: piece.source, to: piece.destination, map, sheet.filters, opacity: opacity)
        }
    }
}
