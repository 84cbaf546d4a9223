import Frame
import Geometry
import Pixels

/// Executes the operations of a drawing, in order, on a bitmap.
///
/// A clip needs no group: before the first operation under it, the pixels of its box are saved; when it ends, they are
/// restored where it does not cover them. So operations under a clip see the same backdrop as without it.
struct DrawingReplay: ~Copyable {
    /// The state saved by `save`.
    private struct State {
        var map: Affine
        var clip: Clip
        var alpha = 1.0
        var mode = BlendMode.normal
        var shadow: FilterFunction?
    }

    /// The area that may be painted: `box`, limited by the mask if there is one; the mask contains all of the box.
    private struct Clip {
        var box: PixelRect
        var mask: PlacedMask?
        /// `box` for an unlimited painting area.
        var whole = PixelRect.empty
        /// A unique number of the clip; 0 for none.
        var number = 0
    }

    /// The bitmap on which a layer's operations are painted, and the previous one.
    private struct Layer {
        var picture: Bitmap?
        var at: PixelPoint
        var target: Bitmap
        var origin: PixelPoint
        var kept: Bitmap?
        /// Number of saved states outside the layer.
        var depth: Int
    }

    private let entry: DrawingStore.Entry
    private let node: Node
    private let painter: Painter
    private var target: Bitmap
    private var origin: PixelPoint
    private var canvas: Canvas
    private var state: State
    private var saved: [State] = []
    /// The open layers.
    private var layers: [Layer] = []
    private var clips = 0
    /// True when there are no buffers for blend modes, shadows and clips.
    private let isReduced: Bool
    /// Number of pixels painted without buffers.
    private var plainArea = 0
    /// The pixels before anything was painted under the current clip.
    private var kept: Bitmap?

    /// Paints on the bitmap of `canvas`, limited to `visible`.
    init(
        _ entry: DrawingStore.Entry, _ node: Node, _ painter: Painter, on canvas: borrowing Canvas, _ visible: PixelRect
    ) {
        (self.entry, self.node, self.painter) = (entry, node, painter)
        (target, origin) = (canvas.target, canvas.origin)
        isReduced = node.isReduced && entry.isCostly
        let box = visible.intersection(canvas.bounds)
        state = State(map: node.world, clip: Clip(box: box))
        self.canvas = Canvas(target, origin: origin, clip: Region(box), tools: painter.tools)
    }

    mutating func play() {
        for at in entry.drawing.operations.indices {
            switch entry.drawing.operations[at] {
            case .save: saved.append(state)
            case .saveLayer: beginLayer(at)
            case .restore:
                let outer = saved.popLast() ?? state
                if layers.last?.depth == saved.count {
                    endLayer(at, outer)
                    continue
                }
                if outer.clip.number != state.clip.number {
                    endClip()
                    narrow(to: outer.clip.box)
                }
                state = outer
            case .concat(let inner): state.map = state.map.concat(inner)
            case .clip(let path, let rule): clip(entry.drawing.paths[path], rule, whole(at))
            case .alpha(let alpha): state.alpha = alpha
            case .blend, .shadow: if !isReduced { setEffect(entry.drawing.operations[at]) }
            case .fill, .stroke, .gradient, .flood, .glyphs, .sprites:
                if isReduced {
                    plainArea += entry.paintedArea(at, node)
                    if plainArea > DrawingStore.mostPlainArea { return }
                }
                paint(at)
            }
        }
        // Unclosed layers are discarded; the clip around them ends as usual.
        while let layer = layers.last {
            endClip()
            leave(layer, saved[layer.depth])
        }
        endClip()
    }

    // MARK: Layers

    private mutating func beginLayer(_ at: Int) {
        saved.append(state)
        if isReduced { return }
        // The shadow of something outside the visible area may reach into it.
        var needed = state.clip.box
        if let shadow = state.shadow, state.mode.isBounded {
            needed = FilterChain([shadow], map: node.world).input(for: needed)
        }
        let whole = PixelRect(covering: node.world.boundingBox(entry.boxes[at])).outset(entry.drawing.slack)
        needed = needed.intersection(whole)
        let picture = needed.isEmpty ? nil : painter.pool.take(needed.width, needed.height, .argb)
        let start = PixelPoint(needed.x0, needed.y0)
        layers.append(
            Layer(picture: picture, at: start, target: target, origin: origin, kept: kept, depth: saved.count - 1))
        kept = nil
        if let picture { (target, origin) = (picture, start) } else { needed = .empty }
        state.clip = Clip(box: needed)
        (state.alpha, state.mode, state.shadow) = (1, .normal, nil)
        narrow(to: needed)
    }

    /// Paints the layer that ends at the operation `at`, in the state before its beginning.
    private mutating func endLayer(_ at: Int, _ outer: State) {
        endClip()
        guard let layer = layers.last else { return }
        leave(layer, outer)
        let box = whole(at).intersection(state.clip.box)
        guard let picture = layer.picture, !box.isEmpty else { return }
        beginClip()
        let opacity = UInt8((255 * min(1, max(0, itemOpacity * state.alpha))).rounded())
        if let shadow = state.shadow, state.mode.isBounded {
            guard let result = painter.pool.take(box.width, box.height, .argb) else { return }
            let to = PixelPoint(box.x0, box.y0)
            do throws(BitmapError) {
                try FilterChain([shadow], map: node.world).apply(picture, at: layer.at, into: result, at: to)
            } catch {
                return
            }
            return canvas.composite(result, at: to, opacity: opacity, state.mode)
        }
        if state.mode.isBounded { return canvas.composite(picture, at: layer.at, opacity: opacity, state.mode) }
        // Modes that change the backdrop under transparent pixels are limited to the picture.
        guard let shape = painter.pool.take(Int32(picture.width), Int32(picture.height), .alpha) else { return }
        shape.copyAlpha(of: picture)
        canvas.composite(
            picture, at: layer.at, opacity: opacity, shape: PlacedMask(shape, at: layer.at), state.mode)
    }

    /// Returns to the bitmap and the state before the innermost layer.
    private mutating func leave(_ layer: Layer, _ outer: State) {
        layers.removeLast()
        (target, origin, kept, state) = (layer.target, layer.origin, layer.kept, outer)
        narrow(to: state.clip.box)
    }

    /// The opacity of single operations; inside a layer it is 1, because the layer's picture has the opacity.
    private var itemOpacity: Double { layers.isEmpty ? node.itemOpacity : 1 }

    private mutating func setEffect(_ operation: Drawing.Operation) {
        switch operation {
        case .blend(let mode): state.mode = BlendMode(rawValue: mode) ?? .normal
        case .shadow(let offset, let radius, let color):
            state.shadow =
                color.alpha == 0
                ? nil
                : FilterFunction(
                    .dropShadow, name: "drop-shadow", arguments: [offset.x, offset.y, radius], color: color)
        default: break
        }
    }

    /// The pixels that an operation touches.
    private func whole(_ at: Int) -> PixelRect {
        let box = PixelRect(covering: node.world.boundingBox(entry.boxes[at]))
        switch entry.drawing.operations[at] {
        case .glyphs, .restore: return box.outset(entry.drawing.slack)
        default: return box
        }
    }

    // MARK: Clips

    private mutating func clip(_ path: Path, _ rule: FillRule, _ whole: PixelRect) {
        endClip()
        clips += 1
        let before = state.clip.mask
        let box = whole.intersection(state.clip.box)
        state.clip = Clip(box: box, mask: before, whole: whole, number: clips)
        narrow(to: box)
        if isReduced || box.isEmpty || path.isPixelRect(under: state.map) { return }
        guard let mask = painter.pool.take(box.width, box.height, .alpha) else { return }
        let at = PixelPoint(box.x0, box.y0)
        painter.tools.cover(path, state.map, rule: rule, on: mask, at: at)
        if let before {
            mask.multiply(by: before.bitmap, at: PixelPoint(at.x - before.at.x, at.y - before.at.y))
        }
        state.clip.mask = PlacedMask(mask, at: at)
    }

    private mutating func narrow(to box: PixelRect) {
        canvas = Canvas(target, origin: origin, clip: Region(box), tools: painter.tools)
    }

    /// Before painting: saves the pixels that the clip may have to restore.
    private mutating func beginClip() {
        let box = state.clip.box
        guard state.clip.mask != nil, kept == nil,
            let bitmap = painter.pool.take(box.width, box.height, .argb, isClear: false)
        else { return }
        target.copy(at: origin, into: bitmap, at: PixelPoint(box.x0, box.y0))
        kept = bitmap
    }

    private mutating func endClip() {
        guard let before = kept, let mask = state.clip.mask else { return }
        kept = nil
        let box = state.clip.box
        guard let outside = painter.pool.take(box.width, box.height, .alpha, isClear: false) else { return }
        let at = PixelPoint(box.x0, box.y0)
        mask.bitmap.copy(at: mask.at, into: outside, at: at)
        outside.invert()
        canvas.composite(before, at: at, shape: PlacedMask(outside, at: at), .copy)
    }

    // MARK: Painting

    private mutating func paint(_ at: Int) {
        let box = whole(at).intersection(state.clip.box)
        if box.isEmpty { return }
        beginClip()
        guard let shadow = state.shadow, state.mode.isBounded else {
            return paint(at, on: canvas, state.mode)
        }
        // With its shadow, the operation is painted as one picture.
        let chain = FilterChain([shadow], map: node.world)
        let needed = chain.input(for: box).intersection(source(at))
        guard let source = painter.pool.take(needed.width, needed.height, .argb),
            let result = painter.pool.take(box.width, box.height, .argb)
        else { return }
        let (from, to) = (PixelPoint(needed.x0, needed.y0), PixelPoint(box.x0, box.y0))
        paint(at, on: Canvas(source, origin: from, tools: painter.tools), .normal)
        do throws(BitmapError) {
            try chain.apply(source, at: from, into: result, at: to)
        } catch {
            return
        }
        canvas.composite(result, at: to, state.mode)
    }

    /// The pixels that an operation paints without shadow and clip, visible or not.
    private func source(_ at: Int) -> PixelRect {
        let operation = entry.drawing.operations[at]
        switch operation {
        case .flood where state.clip.number > 0: return state.clip.whole
        case .flood, .gradient(nil, _, _): return PixelRect(covering: node.world.boundingBox(node.bounds))
        default:
            let box = PixelRect(covering: state.map.boundingBox(entry.drawing.hull(of: operation)))
            return box.outset(entry.drawing.slack)
        }
    }

    private func key(_ at: Int) -> ShapeKey { ShapeKey(version: entry.root, operation: at) }

    private func paint(_ at: Int, on canvas: borrowing Canvas, _ mode: BlendMode) {
        // The drawing is not copied, which would retain each of its arrays for every operation.
        let opacity = itemOpacity * state.alpha
        switch entry.drawing.operations[at] {
        case .fill(let path, let rule, let color):
            let color = PremultipliedColor(color, opacity: opacity)
            canvas.fill(key(at), state.map, rule: rule, color, mode) { entry.drawing.paths[path] }
        case .stroke(let path, let style, let color):
            let color = PremultipliedColor(color, opacity: opacity)
            if color.alpha == 0, mode.isBounded { return }
            canvas.fill(key(at), state.map, color, mode) {
                painter.strokes.outline(
                    entry.drawing.paths[path], entry.drawing.styles[style], entry.root, at, scale: state.map.maxScale)
            }
        case .gradient(let path?, let rule, let gradient):
            canvas.fill(
                entry.drawing.paths[path], state.map, rule: rule, with: entry.drawing.gradients[gradient],
                opacity: opacity, mode)
        case .gradient(nil, _, let gradient):
            let gradient = entry.drawing.gradients[gradient]
            if let scale = node.uprightScale {
                let rect = node.world.boundingBox(node.bounds)
                canvas.fillRoundedRect(
                    rect, node.shape.scaled(by: scale), with: gradient, node.world, opacity: opacity, mode)
            } else {
                let outline = Path.roundedRect(node.bounds, node.shape)
                canvas.fill(outline, node.world, with: gradient, opacity: opacity, mode)
            }
        case .flood(let gradient):
            let gradient = entry.drawing.gradients[gradient]
            if state.clip.number == 0 {
                canvas.fill(.rect(node.bounds), node.world, with: gradient, under: state.map, opacity: opacity, mode)
            } else {
                canvas.fill(canvas.bounds, with: gradient, state.map, opacity: opacity, mode)
            }
        case .glyphs(let run, let color): draw(entry.drawing.runs[run], key(at), color, opacity, on: canvas, mode)
        case .sprites(let batch):
            canvas.draw(
                entry.drawing.sprites[batch], entry.pictures[batch]?.picture.pixels, state.map, opacity: opacity, mode)
        case .save, .saveLayer, .restore, .concat, .clip, .alpha, .blend, .shadow: break
        }
    }
}

/// Glyphs.
extension DrawingReplay {
    /// Draws translucent glyphs, and those with a blend mode, opaquely into a buffer first: overlapping glyphs count
    /// once.
    private func draw(
        _ run: GlyphRun, _ key: ShapeKey, _ color: Color, _ opacity: Double, on canvas: borrowing Canvas,
        _ mode: BlendMode
    ) {
        let alpha = PremultipliedColor(color, opacity: opacity).alpha
        let full = PremultipliedColor(Color(color.red, color.green, color.blue))
        let glyphs = entry.drawing.glyphs
        if alpha == 255, mode == .normal { return canvas.draw(run, glyphs, state.map, full, key: key) }
        if alpha == 0, mode.isBounded { return }
        // Everything the canvas accepts, which may be more than the visible part.
        let box = canvas.bounds.intersection(
            PixelRect(covering: state.map.boundingBox(run.box)).outset(entry.drawing.slack))
        guard let buffer = painter.pool.take(box.width, box.height, .argb) else { return }
        let at = PixelPoint(box.x0, box.y0)
        Canvas(buffer, origin: at, tools: painter.tools).draw(run, glyphs, state.map, full, key: key)
        if mode.isBounded { return canvas.composite(buffer, at: at, opacity: alpha, mode) }
        // Modes that change the backdrop under transparent pixels are limited to the glyphs.
        guard let shape = painter.pool.take(box.width, box.height, .alpha) else { return }
        shape.copyAlpha(of: buffer)
        Canvas(buffer, origin: at, tools: painter.tools).fill(box, full)
        canvas.composite(buffer, at: at, opacity: alpha, shape: PlacedMask(shape, at: at), mode)
    }
}

extension Path {
    /// True for a rectangle parallel to the axes with sides on pixel boundaries.
    fileprivate func isPixelRect(under map: Affine) -> Bool {
        guard map.keepsAxes, commands == [.move, .line, .line, .line, .close] else { return false }
        let p = points
        let isUpright =
            p[0].y == p[1].y && p[1].x == p[2].x && p[2].y == p[3].y && p[3].x == p[0].x
            || p[0].x == p[1].x && p[1].y == p[2].y && p[2].x == p[3].x && p[3].y == p[0].y
        return isUpright
            && points.allSatisfy { point in
                let pixel = map.apply(point)
                return pixel.x == pixel.x.rounded() && pixel.y == pixel.y.rounded()
            }
    }
}
