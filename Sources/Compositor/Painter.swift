package import Frame
package import Geometry
package import Pixels

/// Executes a paint list on a bitmap. One for each painting thread, with caches of its own but for the outlines of strokes.
package final class Painter {
    package let tools: CanvasTools
    package let pool: BufferPool
    let strokes: StrokeCache
    let effects = EffectCache()

    /// `strokes`: other painters may share them.
    package init(
        tools: CanvasTools = CanvasTools(), pool: BufferPool = BufferPool(), strokes: StrokeCache = StrokeCache()
    ) {
        (self.tools, self.pool, self.strokes) = (tools, pool, strokes)
    }

    /// Bytes that may be kept for the next frame: half for buffers, most of the rest for the coverage of
    /// shapes, a sixteenth each for outlines of strokes, corners and glyphs.
    var budget = 64 << 20 {
        didSet {
            pool.budget = budget / 2
            tools.shapeBudget = budget / 16 * 5
            strokes.budget = budget / 16
            tools.cornerBudget = budget / 16
            tools.glyphBudget = budget / 16
        }
    }

    /// Outlines of strokes that were made, since the beginning.
    package var outlinesMade: Int { strokes.misses }

    /// Bytes that are kept.
    var keptBytes: Int {
        strokes.bytes + pool.freeBytes + tools.statistics.cornerBytes + tools.glyphBytes + tools.shapeBytes
    }

    /// Forgets everything that is kept. Pictures do not depend on it.
    func forget() {
        strokes.removeAll()
        effects.removeAll()
        let whole = budget
        budget = 0
        budget = whole
    }

    /// A bitmap that is painted on, and where it lies.
    struct Sheet {
        var bitmap: Bitmap
        var rect: PixelRect
        /// Made for a group that had no memory for a buffer: painted on the one beneath.
        var isBorrowed = false
        /// Pixels that may be painted.
        var limit: PixelRect
        /// Where it is placed in the end.
        var seen: PixelRect
        /// Where the picture that it is a part of may hold anything.
        var room: PixelRect
        /// The mask's alpha in `seen`, when it chooses between backdrop and result.
        var choice: Bitmap?

        var origin: PixelPoint { PixelPoint(rect.x0, rect.y0) }
    }

    /// Pixels as they were before something was painted that is to be cut.
    struct Saved {
        var bitmap: Bitmap
        var rect: PixelRect

        var origin: PixelPoint { PixelPoint(rect.x0, rect.y0) }
    }

    /// The buffers that are open while a list is painted; kept for their memory.
    var sheets: [Sheet] = []
    /// The extents of the buffers of a list, the target's last.
    var extents: [BufferExtents] = []
    var openExtents: [BufferExtents] = []
    private var saved: [Saved] = []
    /// For each open clip, how many were saved before.
    private var marks: [Int] = []

    /// Paints `list` within `tile` of `target`, over anything.
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
                composite(kept.picture, at: origin, plane, node, on: below, visible)
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
                    command.kind == .beginGroup && list.nodes[Int(command.node)].paintsThrough
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
        case .shadow: paintShadow(list.nodes[node], list.store(of: list.nodes[node], drawings), on: canvas)
        case .background: paintBackground(list.nodes[node], on: canvas, visible)
        case .faded: canvas.fill(visible, list.nodes[node].fadedBackground)
        case .border: paintBorder(list.nodes[node], on: canvas)
        case .drawing:
            let node = list.nodes[node]
            let entry = list.store(of: node, drawings).entries[Int(node.drawing)]
            // Of one that draws above the rest, this is the contents alone.
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
        // What is seen has often neither an edge nor a corner in it.
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

    /// The background beneath an opaque border: nothing of it is seen beyond the border's outer edge.
    private func paintBordered(
        _ node: Node, _ color: PremultipliedColor, on canvas: borrowing Canvas, _ visible: PixelRect
    ) {
        let width = node.appearance.borderWidth
        let scale = node.uprightScale
        let rect = node.world.boundingBox(node.bounds)
        let inside = node.bounds.outset(-width, -width)
        guard !inside.isEmpty else { return }
        // Half way in, both edges of a border that is wide enough hide the background's.
        if width * abs(node.world.determinant) >= 3 * node.world.maxScale {
            let middle = node.bounds.outset(-width / 2, -width / 2)
            let shape = node.shape.inset(by: width / 2)
            if let scale {
                return canvas.fillRoundedRect(node.world.boundingBox(middle), shape.scaled(by: scale), color)
            }
            return canvas.fill(.roundedRect(middle, shape), node.world, color)
        }
        // Edges are few pixels; the rest is covered in full.
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
        // At half the shorter side and beyond, nothing is left inside.
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

    /// Keeps the pixels of `rect` that the node's bounds do not cover in full.
    private func save(_ node: Node, _ rect: PixelRect, of sheet: Sheet) {
        node.forEachEdge(in: rect) { part in
            guard let bitmap = pool.take(part.width, part.height, .argb, isClear: false) else { return }
            let kept = Saved(bitmap: bitmap, rect: part)
            Canvas(bitmap, origin: kept.origin, tools: tools).composite(sheet.bitmap, at: sheet.origin, .copy)
            saved.append(kept)
        }
    }

    /// Puts them back as far as the bounds leave them uncovered.
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

    /// Its border hides what is beneath it.
    var hasOpaqueBorder: Bool {
        flags.contains(.hasBorder) && appearance.borderColor.alpha == 255 && itemOpacity >= 1
            && appearance.borderWidth > 0
    }

    /// The background as a buffer with the group's opacity would show it: rounded twice.
    var fadedBackground: PremultipliedColor {
        let opacity = UInt8((255 * max(0, min(groupOpacity, 1))).rounded())
        return PremultipliedColor(appearance.background).scaled(by: opacity)
    }

    /// The scale of a map that only scales, evenly, and moves: rounded rectangles stay rounded rectangles.
    var uprightScale: Double? {
        world.b == 0 && world.c == 0 && world.a == world.d && world.a > 0 ? world.a : nil
    }
}

extension BlendMode {
    /// One of the operators from `clear` on, for which a mask chooses between backdrop and result.
    var isPorterDuff: Bool { rawValue >= BlendMode.clear.rawValue }
}
