import Frame
package import Geometry
package import Pixels

/// The bitmap on which a list is painted.
package struct RenderTarget {
    package let bitmap: Bitmap
    /// The position of the bitmap's first pixel.
    package let origin: PixelPoint
    /// The area of the whole picture, of which the bitmap is a part; there is no backdrop outside.
    package let room: PixelRect
    /// The colour behind everything.
    package let beneath: PremultipliedColor

    /// `room` defaults to the bitmap's rectangle.
    package init(
        _ bitmap: Bitmap, at origin: PixelPoint = .zero, room: PixelRect? = nil,
        beneath: PremultipliedColor = PremultipliedColor(.clear)
    ) {
        self.bitmap = bitmap
        self.origin = origin
        self.room = room ?? PixelRect(origin, width: bitmap.width, height: bitmap.height)
        self.beneath = beneath
    }

    var rect: PixelRect { PixelRect(origin, width: bitmap.width, height: bitmap.height) }
}

/// The two passes over the commands of a layer with `paintsThrough`: into a buffer, for the shadow, and then onto the
/// backdrop.
///
/// In the buffer there is no backdrop, and nested layers with `paintsThrough` are plain groups: a layer in `n` others
/// is painted `n + 1` times, not 2ⁿ. Lists are painted forward and measured backward, so in opposite order.
struct ThroughPasses {
    /// The layer whose buffer is open, and the index of its first command.
    private var node: PaintPosition = -1
    private var begin = -1
    /// Ends of the layers whose second pass was measured first.
    private var ends: [Int] = []

    var isInBuffer: Bool { node >= 0 }

    func isBuffer(of node: PaintPosition) -> Bool { self.node == node }

    // MARK: Painting

    /// Begins a group with `paintsThrough` at `begin`; false when it is inside another's buffer.
    mutating func begins(_ node: PaintPosition, at begin: Int) -> Bool {
        guard !isInBuffer else { return false }
        (self.node, self.begin) = (node, begin)
        return true
    }

    /// The index at which the second pass begins, after the first pass of `node`; otherwise nil.
    mutating func ended(_ node: PaintPosition) -> Int? {
        guard isBuffer(of: node) else { return nil }
        self.node = -1
        return begin + 1
    }

    // MARK: Measuring

    /// Handles the end of a group while measuring: true when its second pass is measured now, and the buffer
    /// afterwards.
    mutating func beginsMeasuring(_ end: Int, _ node: PaintPosition) -> Bool {
        if isInBuffer { return false }
        guard ends.last == end else {
            ends.append(end)
            return true
        }
        ends.removeLast()
        self.node = node
        return false
    }

    /// Handles the beginning of a group while measuring: the index of its end if the buffer is measured next; nil when
    /// that is done, or it is inside another's buffer.
    mutating func measured(_ node: PaintPosition) -> Int? {
        if isBuffer(of: node) { self.node = -1 } else if !isInBuffer { return ends.last }
        return nil
    }
}

/// Buffers: their extents, and how they are composited.
extension Painter {
    /// The extents of a buffer.
    struct BufferExtents {
        /// The pixels to paint.
        var held: PixelRect
        /// The area in which the result is composited.
        var seen: PixelRect
        /// The area in which the picture may have any pixels, whatever part of it is painted.
        var room: PixelRect

        /// Adds the readback region of a layer's background filters that is visible in `rect`.
        mutating func hold(behind node: Node, _ plane: Plane?, in rect: PixelRect) {
            let area = node.backdropArea(plane).intersection(rect)
            held = held.union(node.group.backdropReach.input(for: area).intersection(room))
        }
    }

    /// Computes the extents of each buffer, from front to back, so that `tile` is painted correctly: filters, shadows
    /// and background filters read more than the visible part. Fills `extents`, with the first buffer's last.
    func measure(_ list: borrowing PaintList, _ tile: PixelRect, in room: PixelRect) {
        extents.removeAll(keepingCapacity: true)
        var need = BufferExtents(held: tile, seen: tile, room: room)
        var passes = ThroughPasses()
        var next = list.commands.count - 1
        while next >= 0 {
            let at = next
            let command = list.commands[at]
            next -= 1
            switch command.kind {
            case .background, .faded, .drawing, .border, .foreground, .shadow, .beginClip, .endClip, .tint: continue
            case .endGroup:
                let node = list.nodes[Int(command.node)]
                if node.paintsThrough, passes.beginsMeasuring(at, command.node) { continue }
                let plane = list.planes[command.node]
                let seen = command.visible.intersection(need.held)
                need.hold(behind: node, plane, in: seen)
                openExtents.append(need)
                need = BufferExtents(
                    held: plane?.input(for: seen).pixels ?? seen, seen: seen,
                    room: plane == nil ? node.pictureClip : Plane.most)
            case .keptPlane:
                let seen = command.visible.intersection(need.held)
                need.hold(behind: list.nodes[Int(command.node)], list.planes[command.node], in: seen)
            case .endMask:
                let seen = command.visible.intersection(need.held)
                openExtents.append(need)
                need = BufferExtents(held: seen, seen: seen, room: list.nodes[Int(command.node)].room)
            case .effects:
                if list.nodes.flags(Int(command.node)).contains(.paintsThrough), !passes.isInBuffer { continue }
                need.held = list.nodes[Int(command.node)].group.reach.input(for: need.held)
            case .beginGroup, .beginMask:
                if command.kind == .beginGroup, list.nodes.flags(Int(command.node)).contains(.paintsThrough) {
                    if let end = passes.measured(command.node) {
                        next = end
                        continue
                    }
                }
                // Outside its command's rectangle, a group is transparent.
                if command.kind == .beginGroup { need.held = need.held.intersection(command.visible) }
                extents.append(need)
                need = openExtents.removeLast()
            }
        }
        extents.append(need)
    }

    /// The first buffer: the target, or another one when more must be painted than may change.
    func openTarget(_ target: RenderTarget) -> Sheet {
        let need = extents.removeLast()
        if need.held != need.seen, let bitmap = pool.take(need.held.width, need.held.height, .argb, isClear: false) {
            return Sheet(bitmap: bitmap, rect: need.held, limit: need.held, seen: need.seen, room: need.room)
        }
        return Sheet(bitmap: target.bitmap, rect: target.rect, limit: need.seen, seen: need.seen, room: need.room)
    }

    func closeTarget(_ target: RenderTarget) {
        let sheet = sheets[0]
        guard sheet.bitmap !== target.bitmap else { return }
        Canvas(target.bitmap, origin: target.origin, clip: Region(sheet.seen), tools: tools).composite(
            sheet.bitmap, at: sheet.origin, .copy)
    }

    func canvas(on sheet: Sheet) -> Canvas {
        Canvas(sheet.bitmap, origin: sheet.origin, clip: Region(sheet.limit), tools: tools)
    }

    /// The next buffer of the list. Without memory, a group is painted on the buffer below; not so a plane, whose
    /// pixels do not match, nor a picture needed only for its shadow, which is painted there later anyway.
    func open(above: Sheet, isPlane: Bool) -> Sheet {
        let need = extents.removeLast()
        if !need.held.isEmpty, let bitmap = pool.take(need.held.width, need.held.height, .argb) {
            return Sheet(bitmap: bitmap, rect: need.held, limit: need.held, seen: need.seen, room: need.room)
        }
        return Sheet(
            bitmap: above.bitmap, rect: above.rect, isBorrowed: true,
            limit: isPlane ? .empty : need.held.intersection(above.limit), seen: need.seen, room: above.room)
    }

    /// Crops a finished picture to the visible part.
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
        filterBackdrop(node, nil, sheet.choice, drawings, sheet.rect, below)
        let mode = node.mode
        let opacity = UInt8((255 * max(0, min(node.groupOpacity, 1))).rounded())
        var shape = mode.isPorterDuff ? sheet.choice : nil
        if !mode.isBounded {
            // The layer's area: its rounded bounds and everything it paints outside of them.
            guard let whole = boundsMask(node, in: sheet.rect) else { return }
            whole.raiseToAlpha(of: sheet.bitmap)
            if let shape { whole.multiply(by: shape) }
            shape = whole
        }
        canvas(on: below).composite(
            sheet.bitmap, at: sheet.origin, opacity: opacity, shape: shape.map { PlacedMask($0, at: sheet.origin) },
            mode)
    }

    /// Replaces the backdrop of a layer by the filtered one, inside the rounded bounds, weighted by opacity and `mask`,
    /// the mask's alpha in `seen`.
    func filterBackdrop(
        _ node: Node, _ plane: Plane?, _ mask: Bitmap?, _ drawings: DrawingStore, _ seen: PixelRect, _ below: Sheet
    ) {
        let rect = node.backdropArea(plane).intersection(seen)
        guard !rect.isEmpty else { return }
        let chain = effects.made(for: node, drawings).backdrop
        let needed = chain.input(for: rect).intersection(below.room)
        guard !needed.isEmpty,
            let source = pool.take(needed.width, needed.height, .argb),
            let result = pool.take(rect.width, rect.height, .argb, isClear: false),
            let shape = boundsMask(node, plane?.resting, in: rect)
        else { return }
        let at = PixelPoint(rect.x0, rect.y0)
        let from = PixelPoint(needed.x0, needed.y0)
        below.bitmap.copy(at: below.origin, into: source, at: from)
        do throws(BitmapError) {
            try chain.apply(source, at: from, into: result, at: at, edges: .extended)
        } catch {
            return
        }
        if let mask { shape.multiply(by: mask, at: PixelPoint(rect.x0 - seen.x0, rect.y0 - seen.y0)) }
        shape.multiply(by: node.opacity)
        canvas(on: below).composite(result, at: at, shape: PlacedMask(shape, at: at), .copy)
    }
}
