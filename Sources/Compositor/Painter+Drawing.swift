import Frame
import Geometry
import Pixels

/// What of a layer's entry is painted.
struct DrawingParts: OptionSet {
    let rawValue: UInt8

    static let contents = DrawingParts(rawValue: 1)
    /// What the kind recorded.
    static let recorded = DrawingParts(rawValue: 2)
}

/// Contents, and what a kind recorded, painted.
extension Painter {
    /// What `save` keeps.
    private struct State {
        var map: Affine
        /// The clips in force, each with its map; all of them multiply.
        var clips: [Clip] = []
    }

    private struct Clip {
        var path: Int
        var rule: FillRule
        var map: Affine
    }

    /// A translucent drawing of more than one operation is composed first: what lies beneath does not show through.
    func paint(
        _ entry: DrawingStore.Entry, _ parts: DrawingParts, _ node: Node, on canvas: borrowing Canvas,
        _ visible: PixelRect
    ) {
        guard node.itemOpacity < 1, entry.isCompound, let buffer = pool.take(visible.width, visible.height, .argb)
        else { return paintAll(entry, parts, node, on: canvas, visible) }
        let origin = PixelPoint(visible.x0, visible.y0)
        var opaque = node
        opaque.opacity = 1
        paintAll(entry, parts, opaque, on: Canvas(buffer, origin: origin, tools: tools), visible)
        canvas.composite(buffer, at: origin, opacity: UInt8((255 * min(node.itemOpacity, 1)).rounded()))
    }

    private func paintAll(
        _ entry: DrawingStore.Entry, _ parts: DrawingParts, _ node: Node, on canvas: borrowing Canvas,
        _ visible: PixelRect
    ) {
        if parts.contains(.contents), let contents = entry.contents {
            let opacity = UInt8((255 * max(0, min(node.itemOpacity, 1))).rounded())
            canvas.draw(contents.picture, contents.layout, node.world, contents.filters, opacity: opacity)
        }
        if parts.contains(.recorded), !entry.drawing.isEmpty {
            paint(entry.drawing, entry.pictures, node, on: canvas, visible)
        }
    }

    private func paint(
        _ drawing: Drawing, _ pictures: [LayerPicture?], _ node: Node, on canvas: borrowing Canvas,
        _ visible: PixelRect
    ) {
        var state = State(map: node.world)
        var saved: [State] = []
        // A clipped stretch of operations goes into a buffer, which is cut and placed when the clip changes.
        var buffer: Bitmap?
        for at in drawing.operations.indices {
            switch drawing.operations[at] {
            case .save:
                saved.append(state)
            case .restore:
                place(&buffer, drawing, state, on: canvas, visible)
                state = saved.popLast() ?? State(map: node.world)
            case .concat(let inner):
                state.map = state.map.concat(inner)
            case .clip(let path, let rule):
                place(&buffer, drawing, state, on: canvas, visible)
                state.clips.append(Clip(path: path, rule: rule, map: state.map))
            case .fill(let path, let rule, let color):
                let color = PremultipliedColor(color, opacity: node.itemOpacity)
                fill(drawing.paths[path], rule, color, state, &buffer, on: canvas, visible)
            case .stroke(let path, let style, let color):
                let color = PremultipliedColor(color, opacity: node.itemOpacity)
                guard color.alpha > 0 else { continue }
                let outline = strokes.outline(
                    drawing.paths[path], drawing.styles[style], node.version, at, scale: state.map.maxScale)
                fill(outline, .nonZero, color, state, &buffer, on: canvas, visible)
            case .gradient(let path, let rule, let gradient):
                let path = path.map { drawing.paths[$0] }
                let gradient = drawing.gradients[gradient]
                fill(path, rule, gradient, node, state, &buffer, on: canvas, visible)
            case .sprites(let at):
                let (batch, picture) = (drawing.sprites[at], pictures[at]?.picture)
                if state.clips.isEmpty {
                    canvas.draw(batch, picture, state.map, opacity: node.itemOpacity)
                } else {
                    clipped(&buffer, visible) { $0.draw(batch, picture, state.map, opacity: node.itemOpacity) }
                }
            }
        }
        place(&buffer, drawing, state, on: canvas, visible)
    }

    private func fill(
        _ path: Path, _ rule: FillRule, _ color: PremultipliedColor, _ state: State, _ buffer: inout Bitmap?,
        on canvas: borrowing Canvas, _ visible: PixelRect
    ) {
        if state.clips.isEmpty { return canvas.fill(path, state.map, rule: rule, color) }
        clipped(&buffer, visible) { $0.fill(path, state.map, rule: rule, color) }
    }

    /// Without a path, the layer's rounded bounds.
    private func fill(
        _ path: Path?, _ rule: FillRule, _ gradient: Gradient, _ node: Node, _ state: State, _ buffer: inout Bitmap?,
        on canvas: borrowing Canvas, _ visible: PixelRect
    ) {
        func fill(_ canvas: borrowing Canvas) {
            let opacity = node.itemOpacity
            if let path {
                canvas.fill(path, state.map, rule: rule, with: gradient, opacity: opacity)
            } else if let scale = node.uprightScale {
                let rect = node.world.boundingBox(node.bounds)
                canvas.fillRoundedRect(
                    rect, node.shape.scaled(by: scale), with: gradient, node.world, opacity: opacity)
            } else {
                let outline = Path.roundedRect(node.bounds, node.shape)
                canvas.fill(outline, node.world, with: gradient, opacity: opacity)
            }
        }
        if state.clips.isEmpty { return fill(canvas) }
        clipped(&buffer, visible, fill)
    }

    /// Paints into the buffer of what is clipped.
    private func clipped(_ buffer: inout Bitmap?, _ visible: PixelRect, _ paint: (borrowing Canvas) -> Void) {
        if buffer == nil { buffer = pool.take(visible.width, visible.height, .argb) }
        guard let buffer else { return }
        paint(Canvas(buffer, origin: PixelPoint(visible.x0, visible.y0), tools: tools))
    }

    private func place(
        _ buffer: inout Bitmap?, _ drawing: Drawing, _ state: State, on canvas: borrowing Canvas, _ visible: PixelRect
    ) {
        guard let full = buffer else { return }
        buffer = nil
        let origin = PixelPoint(visible.x0, visible.y0)
        let inside = Canvas(full, origin: origin, tools: tools)
        for clip in state.clips {
            guard let mask = pool.take(visible.width, visible.height, .alpha) else { continue }
            tools.cover(drawing.paths[clip.path], clip.map, rule: clip.rule, on: mask, at: origin)
            inside.multiplyAlpha(PlacedMask(mask, at: origin))
        }
        canvas.composite(full, at: origin)
    }
}
