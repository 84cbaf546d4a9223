import Frame
import Geometry
import Pixels

/// Plays the operations of a drawing, in order, on a bitmap.
///
/// A clip of any shape costs no group: before the first operation under it the pixels of its box are kept, and when it ends
/// they are put back as far as it leaves them uncovered. So operations under a clip meet the same backdrop as without it.
struct DrawingReplay: ~Copyable {
    /// The state that `save` keeps.
    private struct State {
        var map: Affine
        var clip: Clip
        var alpha = 1.0
        var mode = BlendMode.normal
        var shadow: FilterFunction?
    }

    /// Where may be painted: in `box`, as far as the mask goes when there is one, which holds all of the box.
    private struct Clip {
        var box: PixelRect
        var mask: PlacedMask?
        /// `box` as it would be, were everything painted.
        var whole = PixelRect.empty
        /// One for each clip that was made; 0: there is none.
        var number = 0
    }

    /// The pictures on which a layer's operations are painted, and on which it was begun.
    private struct Layer {
        var picture: Bitmap?
        var at: PixelPoint
        var target: Bitmap
        var origin: PixelPoint
        var kept: Bitmap?
        /// How many states were kept before it.
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
    /// Layers that are open.
    private var layers: [Layer] = []
    private var clips = 0
    /// There are no buffers for blend modes, shadows and clips.
    private let isReduced: Bool
    /// Pixels that were painted without.
    private var plainArea = 0
    /// The pixels before anything was painted under the clip in force.
    private var kept: Bitmap?

    /// Paints on the bitmap of `canvas`, within `visible`.
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
        // Layers that nothing closes show nothing; the clip around them ends as always.
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
        // A shadow may come from beyond what is seen.
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

    /// Paints the layer that ends at the operation `at`, in the state in which it began.
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
        // The modes that change what is behind beyond the source are held to the picture.
        guard let shape = painter.pool.take(Int32(picture.width), Int32(picture.height), .alpha) else { return }
        shape.copyAlpha(of: picture)
        canvas.composite(
            picture, at: layer.at, opacity: opacity, shape: PlacedMask(shape, at: layer.at), state.mode)
    }

    /// Back to the picture on which the innermost layer was begun, in the state in which it began.
    private mutating func leave(_ layer: Layer, _ outer: State) {
        layers.removeLast()
        (target, origin, kept, state) = (layer.target, layer.origin, layer.kept, outer)
        narrow(to: state.clip.box)
    }

    /// A layer's operations are painted in full; its picture as a whole has the opacity.
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

    /// Pixels that an operation touches.
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

    /// Before something is painted: keeps the pixels that a clip of any shape may have to put back.
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
        // With its shadow it is one picture.
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

    /// Pixels that an operation paints without shadow and clip, seen or not.
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
        // Not a copy of the drawing: each of its arrays would be counted for each operation.
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
            canvas.draw(entry.drawing.sprites[batch], entry.pictures[batch]?.picture, state.map, opacity: opacity, mode)
        case .save, .saveLayer, .restore, .concat, .clip, .alpha, .blend, .shadow: break
        }
    }
}

/// Glyphs.
extension DrawingReplay {
    /// Translucent glyphs, and those with a blend mode, are drawn in full first: where glyphs overlap, they count once.
    private func draw(
        _ run: GlyphRun, _ key: ShapeKey, _ color: Color, _ opacity: Double, on canvas: borrowing Canvas,
        _ mode: BlendMode
    ) {
        let alpha = PremultipliedColor(color, opacity: opacity).alpha
        let full = PremultipliedColor(Color(color.red, color.green, color.blue))
        let glyphs = entry.drawing.glyphs
        if alpha == 255, mode == .normal { return canvas.draw(run, glyphs, state.map, full, key: key) }
        if alpha == 0, mode.isBounded { return }
        // All that the canvas may take: of one that holds more than is seen, too.
        let box = canvas.bounds.intersection(
            PixelRect(covering: state.map.boundingBox(run.box)).outset(entry.drawing.slack))
        guard let buffer = painter.pool.take(box.width, box.height, .argb) else { return }
        let at = PixelPoint(box.x0, box.y0)
        Canvas(buffer, origin: at, tools: painter.tools).draw(run, glyphs, state.map, full, key: key)
        if mode.isBounded { return canvas.composite(buffer, at: at, opacity: alpha, mode) }
        // The modes that change what is behind beyond the source are held to the glyphs.
        guard let shape = painter.pool.take(box.width, box.height, .alpha) else { return }
        shape.copyAlpha(of: buffer)
        Canvas(buffer, origin: at, tools: painter.tools).fill(box, full)
        canvas.composite(buffer, at: at, opacity: alpha, shape: PlacedMask(shape, at: at), mode)
    }
}

extension Path {
    /// A rectangle along the axes that covers whole pixels and nothing of others.
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
