import Frame
import Geometry
import Pixels

/// Buffers: what each has to hold, and how it is placed.
extension Painter {
    /// What of a buffer is used.
    struct Need {
        /// What has to be painted.
        var held: PixelRect
        /// Where the result is placed.
        var seen: PixelRect
        /// Where the picture may hold anything at all, whichever part of it is painted.
        var room: PixelRect
    }

    /// Works out from the front to the back what each buffer has to hold so that `tile` comes out right: filters, shadows and
    /// background filters are made from more than what is seen. Fills `needs`, the first buffer's last.
    func measure(_ list: borrowing PaintList, _ tile: PixelRect, in whole: PixelRect) {
        needs.removeAll(keepingCapacity: true)
        var need = Need(held: tile, seen: tile, room: whole)
        for at in list.commands.indices.reversed() {
            let command = list.commands[at]
            switch command.kind {
            case .background, .drawing, .border, .shadow, .beginClip, .endClip: continue
            case .endGroup:
                let node = list.nodes[Int(command.node)]
                let seen = command.visible.intersection(need.held)
                let behind = node.backdropReach.input(for: seen.intersection(node.backdropArea))
                need.held = need.held.union(behind.intersection(need.room))
                openNeeds.append(need)
                need = Need(held: seen, seen: seen, room: node.pictureClip)
            case .endMask:
                let seen = command.visible.intersection(need.held)
                openNeeds.append(need)
                need = Need(held: seen, seen: seen, room: list.nodes[Int(command.node)].clip)
            case .effects:
                need.held = list.nodes[Int(command.node)].reach.input(for: need.held)
            case .beginGroup, .beginMask:
                // Beyond its command's rectangle a group is clear.
                if command.kind == .beginGroup { need.held = need.held.intersection(command.visible) }
                needs.append(need)
                need = openNeeds.removeLast()
            }
        }
        needs.append(need)
    }

    /// What is painted on first: the target itself, or a buffer when more has to be painted than is to change.
    func openTarget(_ target: Bitmap, _ whole: PixelRect) -> Sheet {
        let need = needs.removeLast()
        if need.held != need.seen, let bitmap = pool.take(need.held.width, need.held.height, .argb, isClear: false) {
            return Sheet(bitmap: bitmap, rect: need.held, limit: need.held, seen: need.seen, room: whole)
        }
        return Sheet(bitmap: target, rect: whole, limit: need.seen, seen: need.seen, room: whole)
    }

    func closeTarget(_ target: Bitmap, _ origin: PixelPoint) {
        let sheet = sheets[0]
        guard sheet.bitmap !== target else { return }
        Canvas(target, origin: origin, clip: Region(sheet.seen), tools: tools).composite(
            sheet.bitmap, at: sheet.origin, .copy)
    }

    /// The next buffer of the list.
    func open(above: Sheet) -> Sheet {
        let need = needs.removeLast()
        if !need.held.isEmpty, let bitmap = pool.take(need.held.width, need.held.height, .argb) {
            return Sheet(bitmap: bitmap, rect: need.held, limit: need.held, seen: need.seen, room: need.room)
        }
        return Sheet(
            bitmap: above.bitmap, rect: above.rect, isBorrowed: true, limit: need.held.intersection(above.limit),
            seen: need.seen, room: above.room)
    }

    /// Leaves of a finished picture what is seen.
    func narrow(_ sheet: inout Sheet) {
        guard !sheet.isBorrowed, sheet.rect != sheet.seen else { return }
        guard !sheet.seen.isEmpty, let bitmap = pool.take(sheet.seen.width, sheet.seen.height, .argb) else {
            sheet.isBorrowed = true
            return
        }
        sheet.bitmap.copy(at: sheet.origin, into: bitmap, at: PixelPoint(sheet.seen.x0, sheet.seen.y0))
        (sheet.bitmap, sheet.rect, sheet.limit) = (bitmap, sheet.seen, sheet.seen)
    }

    func endMask(_ sheet: Sheet, _ node: Node, _ group: inout Sheet) {
        guard !sheet.isBorrowed, !group.isBorrowed,
            let alpha = pool.take(sheet.rect.width, sheet.rect.height, .alpha, isClear: false)
        else { return }
        alpha.copyAlpha(of: sheet.bitmap)
        if node.mode.isPorterDuff || node.flags.contains(.hasBackdrop) { group.choice = alpha }
        if !node.mode.isPorterDuff {
            Canvas(group.bitmap, origin: group.origin, tools: tools).multiplyAlpha(PlacedMask(alpha, at: sheet.origin))
        }
    }

    func endGroup(_ sheet: Sheet, _ node: Node, _ drawings: DrawingStore, _ below: Sheet) {
        if sheet.isBorrowed { return }
        if node.flags.contains(.hasBackdrop) { filterBackdrop(sheet, node, drawings, below) }
        let mode = node.mode
        let opacity = UInt8((255 * max(0, min(node.groupOpacity, 1))).rounded())
        var shape = mode.isPorterDuff ? sheet.choice : nil
        if !mode.isBounded {
            // Where the layer is: its rounded bounds and whatever it paints beyond them.
            guard let whole = boundsMask(node, in: sheet.rect) else { return }
            whole.raiseToAlpha(of: sheet.bitmap)
            if let shape { whole.multiply(by: shape) }
            shape = whole
        }
        Canvas(below.bitmap, origin: below.origin, clip: Region(below.limit), tools: tools).composite(
            sheet.bitmap, at: sheet.origin, opacity: opacity, shape: shape.map { PlacedMask($0, at: sheet.origin) },
            mode)
    }

    /// Puts what lies behind a layer, filtered, in its own place: inside of the rounded bounds, as far as mask and opacity say.
    private func filterBackdrop(_ sheet: Sheet, _ node: Node, _ drawings: DrawingStore, _ below: Sheet) {
        let chain = effects.made(for: node, drawings).backdrop
        let rect = node.backdropArea.intersection(sheet.seen)
        let needed = chain.input(for: rect).intersection(below.room)
        guard !rect.isEmpty, !needed.isEmpty,
            let source = pool.take(needed.width, needed.height, .argb),
            let result = pool.take(rect.width, rect.height, .argb, isClear: false),
            let shape = boundsMask(node, in: rect)
        else { return }
        let at = PixelPoint(rect.x0, rect.y0)
        below.bitmap.copy(at: below.origin, into: source, at: PixelPoint(needed.x0, needed.y0))
        do throws(BitmapError) {
            try chain.apply(source, at: PixelPoint(needed.x0, needed.y0), into: result, at: at, edges: .extended)
        } catch {
            return
        }
        if let mask = sheet.choice {
            shape.multiply(by: mask, at: PixelPoint(rect.x0 - sheet.rect.x0, rect.y0 - sheet.rect.y0))
        }
        shape.multiply(by: node.opacity)
        Canvas(below.bitmap, origin: below.origin, clip: Region(below.limit), tools: tools).composite(
            result, at: at, shape: PlacedMask(shape, at: at), .copy)
    }
}
