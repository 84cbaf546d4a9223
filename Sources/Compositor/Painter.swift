package import Frame
package import Geometry
package import Pixels

/// Executes a paint list on a bitmap. One for each painting thread: what it keeps is its own.
package final class Painter {
    package let tools: CanvasTools
    package let pool: BufferPool
    let strokes = StrokeCache()

    package init(tools: CanvasTools = CanvasTools(), pool: BufferPool = BufferPool()) {
        self.tools = tools
        self.pool = pool
    }

    /// A bitmap that is painted on, and where it lies.
    struct Sheet {
        var bitmap: Bitmap
        var rect: PixelRect
        /// Made for a group that had no memory for a buffer: painted on what is beneath.
        var isBorrowed = false
        /// Of a group with a mask that chooses between backdrop and result.
        var choice: Bitmap?

        var origin: PixelPoint { PixelPoint(rect.x0, rect.y0) }
    }

    /// Paints `list` within `tile` on `target`, whose first pixel is at `origin`. What was there stays beneath.
    package func paint(
        _ list: borrowing PaintList, _ drawings: DrawingStore, on target: Bitmap, at origin: PixelPoint, tile: PixelRect
    ) {
        var sheets = [Sheet(bitmap: target, rect: PixelRect(origin, width: target.width, height: target.height))]
        var limit = tile
        var canvas = Canvas(target, origin: origin, clip: Region(tile), tools: tools)
        for at in list.commands.indices {
            let command = list.commands[at]
            let visible = command.visible.intersection(tile)
            switch command.kind {
            case .background, .border, .drawing:
                let node = list.nodes[Int(command.node)]
                guard visible.intersects(limit) else { continue }
                // Beyond what may be seen, opaque layers in front are painted later: only clips have to be kept to.
                let reach = command.kind == .drawing ? limit : node.box.intersection(limit)
                let clip =
                    command.kind == .drawing && node.flags.contains(.clips)
                    ? node.clip.intersection(node.box) : node.clip
                if clip.contains(reach) {
                    paint(command.kind, node, drawings, on: canvas, visible)
                } else {
                    let sheet = sheets[sheets.count - 1]
                    let narrow = Canvas(sheet.bitmap, origin: sheet.origin, clip: Region(visible), tools: tools)
                    paint(command.kind, node, drawings, on: narrow, visible)
                }
                continue
            case .beginGroup, .beginClip, .beginMask:
                sheets.append(open(visible, above: sheets[sheets.count - 1]))
            case .endGroup, .endClip, .endMask:
                let sheet = sheets.removeLast()
                guard !sheet.isBorrowed else { continue }
                let node = list.nodes[Int(command.node)]
                switch command.kind {
                case .endMask: endMask(sheet, node, &sheets[sheets.count - 1])
                case .endClip: endClip(sheet, node, sheets[sheets.count - 1], tile)
                default: endGroup(sheet, node, sheets[sheets.count - 1], tile)
                }
                pool.give(sheet.bitmap)
            }
            let top = sheets[sheets.count - 1]
            limit = top.rect.intersection(tile)
            canvas = Canvas(top.bitmap, origin: top.origin, clip: Region(limit), tools: tools)
        }
    }

    private func open(_ rect: PixelRect, above: Sheet) -> Sheet {
        if !rect.isEmpty, let bitmap = pool.take(rect.width, rect.height, .argb) {
            return Sheet(bitmap: bitmap, rect: rect)
        }
        return Sheet(bitmap: above.bitmap, rect: above.rect, isBorrowed: true)
    }

    private func paint(
        _ kind: PaintList.Kind, _ node: Node, _ drawings: DrawingStore, on canvas: borrowing Canvas,
        _ visible: PixelRect
    ) {
        switch kind {
        case .background: paintBackground(node, on: canvas, visible)
        case .border: paintBorder(node, on: canvas)
        case .drawing:
            paint(drawings.entries[Int(node.drawing)].drawing, node, on: canvas, visible)
        default: break
        }
    }

    // MARK: Items

    private func paintBackground(_ node: Node, on canvas: borrowing Canvas, _ visible: PixelRect) {
        let color = PremultipliedColor(node.background, opacity: node.itemOpacity)
        // What is seen has often neither an edge nor a corner in it.
        if node.isSolid(in: visible) { return canvas.fill(visible, color) }
        let shape = node.shape
        if let scale = node.uprightScale {
            let rect = node.world.boundingBox(node.bounds)
            if shape.isSquare { return canvas.fill(rect, color) }
            return canvas.fillRoundedRect(rect, shape.scaled(by: scale), color)
        }
        if shape.isSquare, node.world.keepsAxes { return canvas.fill(node.world.boundingBox(node.bounds), color) }
        canvas.fill(.roundedRect(node.bounds, shape), node.world, color)
    }

    private func paintBorder(_ node: Node, on canvas: borrowing Canvas) {
        let color = PremultipliedColor(node.borderColor, opacity: node.itemOpacity)
        let width = node.borderWidth
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

    // MARK: Groups

    /// The coverage of the rounded bounds in `rect`.
    private func boundsMask(_ node: Node, in rect: PixelRect) -> Bitmap? {
        if let scale = node.uprightScale {
            return try? tools.mask(
                ofRoundedRect: node.world.boundingBox(node.bounds), node.shape.scaled(by: scale), in: rect)
        }
        return try? tools.mask(of: .roundedRect(node.bounds, node.shape), node.world, rule: .nonZero, in: rect)
    }

    private func endClip(_ sheet: Sheet, _ node: Node, _ below: Sheet, _ tile: PixelRect) {
        guard let mask = boundsMask(node, in: sheet.rect) else { return }
        canvas(on: below, tile).composite(
            sheet.bitmap, at: sheet.origin, mask: PlacedMask(mask, at: sheet.origin))
    }

    private func endMask(_ sheet: Sheet, _ node: Node, _ group: inout Sheet) {
        guard let alpha = pool.take(sheet.rect.width, sheet.rect.height, .alpha) else { return }
        alpha.copyAlpha(of: sheet.bitmap)
        if node.mode.isPorterDuff {
            group.choice = alpha
        } else {
            Canvas(group.bitmap, origin: group.origin, tools: tools).multiplyAlpha(
                PlacedMask(alpha, at: sheet.origin))
            pool.give(alpha)
        }
    }

    private func endGroup(_ sheet: Sheet, _ node: Node, _ below: Sheet, _ tile: PixelRect) {
        let mode = node.mode
        let opacity = UInt8((255 * max(0, min(node.groupOpacity, 1))).rounded())
        var shape = sheet.choice
        if !mode.isBounded {
            // Where the layer is: its rounded bounds and whatever it paints beyond them.
            guard let whole = boundsMask(node, in: sheet.rect) else { return }
            whole.raiseToAlpha(of: sheet.bitmap)
            if let choice = sheet.choice { whole.multiply(by: choice) }
            shape = whole
        }
        canvas(on: below, tile).composite(
            sheet.bitmap, at: sheet.origin, opacity: opacity, shape: shape.map { PlacedMask($0, at: sheet.origin) },
            mode)
        if let choice = sheet.choice { pool.give(choice) }
    }

    private func canvas(on sheet: Sheet, _ tile: PixelRect) -> Canvas {
        Canvas(sheet.bitmap, origin: sheet.origin, clip: Region(sheet.rect.intersection(tile)), tools: tools)
    }
}

extension Node {
    var mode: BlendMode { BlendMode(rawValue: blend) ?? .normal }

    /// The scale of a map that only scales, evenly, and moves: rounded rectangles stay what they are.
    var uprightScale: Double? {
        world.b == 0 && world.c == 0 && world.a == world.d && world.a > 0 ? world.a : nil
    }
}

extension BlendMode {
    /// One of the operators from `clear` on, for which a mask chooses between backdrop and result.
    var isPorterDuff: Bool { rawValue >= BlendMode.clear.rawValue }
}
