package import Frame
package import Geometry
package import Pixels

/// Executes paint lists on a bitmap. There is one painter per thread, each with its own caches except for stroke
/// outlines.
package final class Painter {
    package let tools: CanvasTools
    package let pool: BufferPool
    let strokes: StrokeCache
    let effects = EffectCache()

    /// `strokes` may be shared with other painters.
    package init(
        tools: CanvasTools = CanvasTools(), pool: BufferPool = BufferPool(), strokes: StrokeCache = StrokeCache()
    ) {
        (self.tools, self.pool, self.strokes) = (tools, pool, strokes)
    }

    /// Maximum size of caches kept for the next frame, in bytes: half for buffers, most of the rest for the coverage of
    /// shapes, a sixteenth each for stroke outlines, corners and glyphs.
    var budget = 64 << 20 {
        didSet {
            pool.budget = budget / 2
            tools.shapeBudget = budget / 16 * 5
            strokes.budget = budget / 16
            tools.cornerBudget = budget / 16
            tools.glyphBudget = budget / 16
        }
    }

    /// Number of stroke outlines created since the start.
    package var outlinesMade: Int { strokes.misses }

    /// Size of the caches, in bytes.
    var keptBytes: Int {
        strokes.bytes + pool.freeBytes + tools.statistics.cornerBytes + tools.glyphBytes + tools.shapeBytes
    }

    /// Clears all caches. Pictures do not depend on them.
    func forget() {
        strokes.removeAll()
        effects.removeAll()
        let whole = budget
        budget = 0
        budget = whole
    }

    /// A bitmap being painted, and its position.
    struct Sheet {
        var bitmap: Bitmap
        var rect: PixelRect
        /// True when a group had no memory for a buffer and is painted on the one below.
        var isBorrowed = false
        /// The pixels that may be painted.
        var limit: PixelRect
        /// The area in which it is finally composited.
        var seen: PixelRect
        /// The area in which the complete picture may have pixels.
        var room: PixelRect
        /// The mask's alpha in `seen`, if it interpolates between backdrop and result.
        var choice: Bitmap?

        var origin: PixelPoint { PixelPoint(rect.x0, rect.y0) }
    }

    /// Saved pixels of an area that is to be clipped.
    struct Saved {
        var bitmap: Bitmap
        var rect: PixelRect

        var origin: PixelPoint { PixelPoint(rect.x0, rect.y0) }
    }

    /// The open buffers while a list is painted; the array is reused.
    var sheets: [Sheet] = []
    /// The extents of the buffers of a list, with the target's last.
    var extents: [BufferExtents] = []
    var openExtents: [BufferExtents] = []
    private var saved: [Saved] = []
    /// For each open clip, the number of areas saved before.
    private var marks: [Int] = []

    /// Paints `list` within `tile` of `target`, whose contents may be undefined.
    package func paint(
        _ list: borrowing PaintList, _ drawings: DrawingStore, on target: RenderTarget, tile: PixelRect
    ) {
        let tile = tile.intersection(target.rect)
        guard !tile.isEmpty else { return }
        measure(list, tile, in: target.room)
        sheets.append(openTarget(target))
        var limit = sheets[0].limit
        var canvas = self.canvas(on: sheets[0])
        if !list.isCovered {
            if target.beneath.alpha < 255 { canvas.clear(limit) }
            canvas.fill(limit, target.beneath)
        }
        var passes = ThroughPasses()
        var next = 0
        while next < list.commands.count {
            let at = next
            let command = list.commands[at]
            next += 1
            let visible = command.visible.intersection(limit)
            switch command.kind {
            case .background, .faded, .border, .drawing, .foreground, .shadow:
                guard !visible.isEmpty else { continue }
                canvas.narrow(to: visible)
                paint(command.kind, at: Int(command.node), list, drawings, on: canvas, visible)
                continue
            case .keptPlane:
                guard let plane = list.planes[command.node], let kept = list.kept[command.node] else { continue }
                let origin = plane.picture.origin
                let node = list.nodes[Int(command.node)]
                let below = sheets[sheets.count - 1]
                filterBackdrop(node, plane, nil, drawings, visible, below)
                composite(kept.picture.pixels, at: origin, plane, node, on: below, visible)
                continue
            case .beginClip:
                marks.append(saved.count)
                save(list.nodes[Int(command.node)], visible, of: sheets[sheets.count - 1])
                continue
            case .endClip:
                restore(list.nodes[Int(command.node)], on: sheets[sheets.count - 1])
                continue
            case .beginGroup, .beginMask:
                if command.kind == .beginMask { narrow(&sheets[sheets.count - 1]) }
                let isPlane = command.kind == .beginGroup && list.planes[command.node] != nil
                let isThrough =
                    command.kind == .beginGroup && list.nodes.flags(Int(command.node)).contains(.paintsThrough)
                    && passes.begins(command.node, at: at)
                sheets.append(open(above: sheets[sheets.count - 1], isPlane: isPlane || isThrough))
            case .effects:
                let node = list.nodes[Int(command.node)]
                if node.paintsThrough, !passes.isInBuffer { continue }
                apply(
                    node, list.store(of: node, drawings), to: &sheets[sheets.count - 1],
                    keepsPicture: !passes.isBuffer(of: command.node))
            case .tint:
                let sheet = sheets[sheets.count - 1]
                if !sheet.isBorrowed, let color = list.tints[command.node] {
                    ColorMatrix.apply([ColorMatrix(multiplying: color)], to: sheet.bitmap)
                }
                continue
            case .endGroup:
                let node = list.nodes[Int(command.node)]
                if node.paintsThrough, !passes.isInBuffer { continue }
                if let again = passes.ended(command.node) { next = again }
                var sheet = sheets.removeLast()
                if let plane = list.planes[command.node] {
                    let below = sheets[sheets.count - 1]
                    filterBackdrop(node, plane, nil, drawings, sheet.seen, below)
                    if sheet.isBorrowed {
                        guard let change = plane.change else { break }
                        composite(change, nil, at: .zero, plane, node, on: below, sheet.seen)
                        break
                    }
                    let picture = Picture(shared: sheet.bitmap, .argb)
                    composite(picture, at: sheet.origin, plane, node, on: below, sheet.seen)
                } else {
                    narrow(&sheet)
                    endGroup(sheet, node, drawings, sheets[sheets.count - 1])
                }
            case .endMask:
                var sheet = sheets.removeLast()
                narrow(&sheet)
                endMask(sheet, list.nodes[Int(command.node)], &sheets[sheets.count - 1])
            }
            let top = sheets[sheets.count - 1]
            limit = top.limit
            canvas = self.canvas(on: top)
        }
        closeTarget(target)
        sheets.removeAll(keepingCapacity: true)
    }

    private func paint(
        _ kind: PaintList.Kind, at node: Int, _ list: borrowing PaintList, _ drawings: DrawingStore,
        on canvas: borrowing Canvas, _ visible: PixelRect
    ) {
        switch kind {
        case .shadow:
            let node = list.nodes[node]
            paintShadow(node, list.store(of: node, drawings), on: canvas)
        case .background:
            guard let plain = list.nodes.plainBackground(node) else {
                return paintBackground(list.nodes[node], on: canvas, visible)
            }
            let color = PremultipliedColor(plain.color, opacity: plain.opacity)
            if plain.solid.contains(visible) { canvas.fill(visible, color) } else { canvas.fill(plain.rect, color) }
        case .faded: canvas.fill(visible, list.nodes[node].fadedBackground)
        case .border: paintBorder(list.nodes[node], on: canvas)
        case .drawing:
            let node = list.nodes[node]
            let entry = list.store(of: node, drawings).entries[Int(node.drawing)]
            // For a layer that draws above its sublayers, this is the contents alone.
            let parts: DrawingParts = node.flags.contains(.drawsAbove) ? .contents : [.contents, .recorded]
            paint(entry, parts, node, on: canvas, visible)
        case .foreground:
            let node = list.nodes[node]
            paint(list.store(of: node, drawings).entries[Int(node.drawing)], .recorded, node, on: canvas, visible)
        default: break
        }
    }

    // MARK: Items

    func paintBackground(_ node: Node, on canvas: borrowing Canvas, _ visible: PixelRect) {
        let color = PremultipliedColor(node.appearance.background, opacity: node.itemOpacity)
        // The visible part often contains neither an edge nor a corner.
        if node.isSolid(in: visible) { return canvas.fill(visible, color) }
        if !node.outline.hardEdges.isEmpty {
            if let shape = HardEdgedRect(node.bounds, node.outline.hardEdges, node.world) {
                shape.fill(color, on: canvas)
            }
            return
        }
        if node.hasOpaqueBorder { return paintBordered(node, color, on: canvas, visible) }
        let shape = node.shape
        if let scale = node.uprightScale {
            let rect = node.world.boundingBox(node.bounds)
            if shape.isSquare { return canvas.fill(rect, color) }
            return canvas.fillRoundedRect(rect, shape.scaled(by: scale), color)
        }
        if shape.isSquare, node.world.keepsAxes { return canvas.fill(node.world.boundingBox(node.bounds), color) }
        canvas.fill(.roundedRect(node.bounds, shape), node.world, color)
    }

    /// Paints the background below an opaque border, so that it does not show at the border's outer edge.
    private func paintBordered(
        _ node: Node, _ color: PremultipliedColor, on canvas: borrowing Canvas, _ visible: PixelRect
    ) {
        let width = node.appearance.borderWidth
        let scale = node.uprightScale
        let rect = node.world.boundingBox(node.bounds)
        let inside = node.bounds.outset(-width, -width)
        guard !inside.isEmpty else { return }
        // For a border that is wide enough, the background's edge is put in the middle of the border, which hides it.
        if width * abs(node.world.determinant) >= 3 * node.world.maxScale {
            let middle = node.bounds.outset(-width / 2, -width / 2)
            let shape = node.shape.inset(by: width / 2)
            if let scale {
                return canvas.fillRoundedRect(node.world.boundingBox(middle), shape.scaled(by: scale), color)
            }
            return canvas.fill(.roundedRect(middle, shape), node.world, color)
        }
        // Edges are few pixels; the rest is completely covered.
        var core = Region(visible)
        node.forEachEdge(in: visible) { part in
            core.subtract(part)
            if let scale {
                canvas.fillBordered(rect, node.shape.scaled(by: scale), width: width * scale, color, in: part)
            } else {
                canvas.fillBordered(
                    outer: .roundedRect(node.bounds, node.shape),
                    inner: .roundedRect(inside, node.shape.inset(by: width)),
                    node.world, color, in: part)
            }
        }
        core.formIntersection(node.box)
        core.forEach { canvas.fill($0, color) }
    }

    private func paintBorder(_ node: Node, on canvas: borrowing Canvas) {
        let color = PremultipliedColor(node.appearance.borderColor, opacity: node.itemOpacity)
        let width = node.appearance.borderWidth
        if !node.outline.hardEdges.isEmpty {
            let inside = node.bounds.outset(-width, -width)
            let shape = HardEdgedRect(node.bounds, minus: inside, node.outline.hardEdges, node.world)
            if let shape { shape.fill(color, on: canvas) }
            return
        }
        if let scale = node.uprightScale {
            let rect = node.world.boundingBox(node.bounds)
            return canvas.fillRing(rect, node.shape.scaled(by: scale), width: width * scale, color)
        }
        let outer = Path.roundedRect(node.bounds, node.shape)
        let inside = node.bounds.outset(-width, -width)
        // From half the shorter side on, nothing is left inside.
        guard !inside.isEmpty else { return canvas.fill(outer, node.world, color) }
        let inner = Path.roundedRect(inside, node.shape.inset(by: width))
        canvas.fillRing(outer: outer, inner: inner, node.world, color)
    }

    // MARK: Clips

    /// The coverage of the rounded bounds in `rect`.
    func boundsMask(_ node: Node, in rect: PixelRect) -> Bitmap? {
        guard let mask = pool.take(rect.width, rect.height, .alpha) else { return nil }
        let at = PixelPoint(rect.x0, rect.y0)
        if !node.outline.hardEdges.isEmpty {
            if let shape = HardEdgedRect(node.bounds, node.outline.hardEdges, node.world) {
                tools.cover(shape, on: mask, at: at)
            }
        } else if let scale = node.uprightScale {
            tools.cover(
                roundedRect: node.world.boundingBox(node.bounds), node.shape.scaled(by: scale), on: mask, at: at)
        } else {
            tools.cover(.roundedRect(node.bounds, node.shape), node.world, rule: .nonZero, on: mask, at: at)
        }
        return mask
    }

    /// Saves the pixels of `rect` that the node's bounds do not cover completely.
    private func save(_ node: Node, _ rect: PixelRect, of sheet: Sheet) {
        node.forEachEdge(in: rect) { part in
            guard let bitmap = pool.take(part.width, part.height, .argb, isClear: false) else { return }
            let kept = Saved(bitmap: bitmap, rect: part)
            Canvas(bitmap, origin: kept.origin, tools: tools).composite(sheet.bitmap, at: sheet.origin, .copy)
            saved.append(kept)
        }
    }

    /// Restores the saved pixels where the bounds do not cover them.
    private func restore(_ node: Node, on sheet: Sheet) {
        let mark = marks.removeLast()
        while saved.count > mark {
            let kept = saved.removeLast()
            guard let outside = boundsMask(node, in: kept.rect) else { continue }
            outside.invert()
            Canvas(sheet.bitmap, origin: sheet.origin, clip: Region(kept.rect), tools: tools).composite(
                kept.bitmap, at: kept.origin, shape: PlacedMask(outside, at: kept.origin), .copy)
        }
    }
}

extension Node {
    var mode: BlendMode { BlendMode(rawValue: group.blend) ?? .normal }

    /// True when the border hides what is below it.
    var hasOpaqueBorder: Bool {
        flags.contains(.hasBorder) && appearance.borderColor.alpha == 255 && itemOpacity >= 1
            && appearance.borderWidth > 0
    }

    /// The background as a buffer with the group's opacity would show it: rounded twice.
    var fadedBackground: PremultipliedColor {
        let opacity = UInt8((255 * max(0, min(groupOpacity, 1))).rounded())
        return PremultipliedColor(appearance.background).scaled(by: opacity)
    }

    /// The scale of a map that consists of an even scale and a translation, under which rounded rectangles stay rounded
    /// rectangles; else nil.
    var uprightScale: Double? {
        world.b == 0 && world.c == 0 && world.a == world.d && world.a > 0 ? world.a : nil
    }
}

extension BlendMode {
    /// True for the Porter-Duff operators, with which a mask interpolates between backdrop and result.
    var isPorterDuff: Bool { rawValue >= BlendMode.clear.rawValue }
}
