package import Geometry
import Pixels
package import Scene

/// A layer that a point hits.
package struct Hit: Equatable, Sendable {
    /// Its slot.
    package var layer: Slot
    /// Of each layer above that places its sublayers, from the root on, which copy it is in, counted from 0.
    package var copies: [Int]

    package init(layer: Slot, copies: [Int] = []) {
        self.layer = layer
        self.copies = copies
    }
}

/// Where a layer is seen: from coordinates to points of the output.
package struct Standing: Equatable, Sendable {
    /// From the layer's own.
    package var layer: Projective
    /// From its parent's, in which its `position` is.
    package var parent: Projective

    package init(layer: Projective, parent: Projective) {
        self.layer = layer
        self.parent = parent
    }
}

/// Finds the layer under a point, from the front to the back, as the scene shows it at this moment.
///
/// The third walk beside the display list's and the paint list's, with the same reader: a layer is hit where it is seen, in
/// depth, in copies, and not where a rounded ancestor or a mask cuts it off. It goes only where something takes input.
package struct HitTest {
    private let scene: Scene
    /// The layer that the output shows.
    private let root: Slot
    private var reader: LayerReader
    /// True when a mask has any alpha at a point of the coordinates of the layer that it masks.
    private let hasAlpha: (_ mask: Slot, _ at: Point) -> Bool
    private var frames: [Frame] = []
    private var stores: [DrawingStore] = []
    /// True while layers that take no input count too.
    private var takesAll = false
    /// Layers that take no input, nor does anything below them, though it was noted that something does.
    private var stale: [Slot] = []

    /// Clips are tested by their shapes, not by their boxes: nothing is out of bounds.
    private static let everywhere = PixelRect(
        -PixelRect.limit, -PixelRect.limit, PixelRect.limit, PixelRect.limit)

    package init(
        _ scene: Scene, root: Slot = Scene.root, _ drawings: DrawingStore,
        hasAlpha: @escaping (_ mask: Slot, _ at: Point) -> Bool
    ) {
        self.scene = scene
        self.root = root
        reader = LayerReader(scene, drawings)
        self.hasAlpha = hasAlpha
    }

    /// A layer that is open: its sublayers are being tested.
    private struct Frame {
        var slot: Slot
        var node: Node
        var flattening: Flattening
        /// The point in the pixels of the plane in which the sublayers are, and in the layer's coordinates; the latter nil for
        /// one whose sublayers keep their depth.
        var at: Point
        var local: Point?
        var below: InheritedState
        /// The point in the coordinates of the sublayers' positions; nil where these differ in space.
        var around: Point?
        /// The next sublayer toward the back; or those that are left, the foremost last.
        var cursor: Slot = -1
        var sorted: [Slot] = []
        var leaves: [LayerReader.Leaf] = []
        var copies: [LayerCopy] = []
        /// The copy that is open, the last ones first; the count of all before the first.
        var copy = -1
        var present: DelayedInstance.Outer?
        var leadsToInput = false
    }

    /// The foremost layer that takes input and that `point`, in points of the output, hits.
    package mutating func hit(_ point: Point) -> Hit? {
        var found: Hit?
        walk(point) { hit in
            found = hit
            return false
        }
        return found
    }

    /// The same without a layer and all that is below it.
    package mutating func hit(_ point: Point, without layer: Slot) -> Hit? {
        var found: Hit?
        let scene = scene
        walk(point) { hit in
            if scene.tree.isInside(hit.layer, layer) { return true }
            found = hit
            return false
        }
        return found
    }

    /// Layers that `point`, in points of the output, hits, from the front to the back, whether they take input or not; at most
    /// `limit`. One that is seen in several copies counts once.
    package mutating func all(at point: Point, limit: Int) -> [Slot] {
        takesAll = true
        var found: [Slot] = []
        var known: Set<Slot> = []
        walk(point) { hit in
            if known.insert(hit.layer).inserted { found.append(hit.layer) }
            return found.count < limit
        }
        return found
    }

    /// Calls `visit` for layers that are hit, from the front to the back, until it says false.
    private mutating func walk(_ point: Point, _ visit: (Hit) -> Bool) {
        guard point.x.isFinite, point.y.isFinite, root >= 0, leads(root) else { return }
        enter(root, InheritedState(map: .identity, clip: Self.everywhere), point)
        while let last = frames.indices.last {
            if let (slot, around) = next(below: last) {
                enter(slot, around, frames[last].at)
                continue
            }
            if frames[last].copy > 0 {
                openCopy()
                continue
            }
            if isHit(frames[last]) {
                let hit = Hit(layer: frames[last].slot, copies: frames.compactMap { $0.copy >= 0 ? $0.copy : nil })
                if !visit(hit) { break }
            }
            leave()
        }
        while !frames.isEmpty { leave(early: true) }
        // Without a second holder, or all slots would be copied.
        reader.rows = []
        for slot in stale { scene.tree.leadsNowhere(slot) }
    }

    private func leads(_ slot: Slot) -> Bool { takesAll || reader.row(slot).flags.contains(.leadsToInput) }

    // MARK: One layer

    private mutating func enter(_ slot: Slot, _ around: InheritedState, _ at: Point) {
        if !takesAll, reader.row(slot).marks.contains(.isDisabled) { return }
        var flattening = Flattening.none
        guard let node = try? reader.read(slot, around, &flattening) else { return }
        let row = reader.row(slot)
        var at = at
        if case .plane(let plane) = flattening {
            guard let inside = plane.placement.inverse?.seen(at) else { return }
            at = inside
        }
        var local: Point?
        if row.kind != .transformLayer {
            guard let point = node.world.inverse?.apply(at) else { return }
            if node.flags.contains(.clips), !node.bounds.contains(point, rounded: node.shape) { return }
            if node.flags.contains(.hasMask), !hasAlpha(node.group.mask, point) { return }
            local = point
        }
        var frame = Frame(
            slot: slot, node: node, flattening: flattening, at: at, local: local,
            below: InheritedState(map: .identity, clip: Self.everywhere))
        if node.flags.contains(.placesSublayers), reader.row(slot).kind != .mirror {
            frame.copies = reader.copies(of: slot, row, node)
            frame.copy = frame.copies.count
            // What is below counts even where no copy is shown.
            frame.leadsToInput = true
        } else {
            open(&frame, copy: nil)
        }
        frames.append(frame)
    }

    /// Begins with the sublayers of `frame`, or with one copy of them.
    private mutating func open(_ frame: inout Frame, copy: LayerCopy?) {
        let row = reader.row(frame.slot)
        frame.below = InheritedState(
            below: frame.node, frame.flattening, frame.slot, row, reader.view, copy: copy?.transform)
        frame.below.clip = Self.everywhere
        if copy != nil { frame.below.copies = max(1, frame.node.copies) * Int32(frame.copies.count) }
        frame.around = frame.below.lift == nil ? frame.below.map.inverse?.apply(frame.at) : nil
        if row.kind == .transformLayer {
            frame.leaves = reader.leaves(below: frame.slot, frame.below)
            frame.leadsToInput = true
        } else if row.flags.contains(.sortsSublayers) {
            frame.sorted = reader.sortedChildren(frame.slot) { [takesAll] in
                takesAll || $0.flags.contains(.leadsToInput)
            }
        } else {
            frame.cursor = row.lastChild
        }
    }

    /// The next layer toward the back that is worth a look.
    private mutating func next(below last: Int) -> (Slot, InheritedState)? {
        while let leaf = frames[last].leaves.popLast() {
            guard leads(leaf.slot) else { continue }
            var around = leaf.around
            around.clip = Self.everywhere
            return (leaf.slot, around)
        }
        while let slot = nextSlot(below: last) {
            frames[last].leadsToInput = true
            if !isBeside(frames[last].around, slot) { return (slot, frames[last].below) }
        }
        return nil
    }

    private mutating func nextSlot(below last: Int) -> Slot? {
        if let slot = frames[last].sorted.popLast() { return slot }
        var slot = frames[last].cursor
        // All that most layers cost.
        while slot >= 0, !leads(slot) { slot = reader.row(slot).previous }
        frames[last].cursor = slot < 0 ? -1 : reader.row(slot).previous
        return slot < 0 ? nil : slot
    }

    /// The quick way past most layers: rectangles without sublayers that the point is not in.
    private func isBeside(_ point: Point?, _ slot: Slot) -> Bool {
        let row = reader.row(slot)
        guard let point, row.kind == .layer, row.firstChild < 0, !row.flags.contains(.hasTransform) else {
            return false
        }
        return !Rect(
            row.position.x - row.anchorPoint.x * row.bounds.width,
            row.position.y - row.anchorPoint.y * row.bounds.height, row.bounds.width, row.bounds.height
        ).outset(LayerReader.noise, LayerReader.noise).contains(point)
    }

    private func isHit(_ frame: Frame) -> Bool {
        let row = reader.row(frame.slot)
        guard takesAll || row.takesInput, let local = frame.local else { return false }
        let corners = frame.node.shape
        let isInside = row.bounds.contains(local, rounded: corners)
        guard row.kind != .layer, scene.kinds[row.kind].isHitByDrawing else { return isInside }
        if isInside, !row.flags.isDisjoint(with: [.hasBackground, .hasContents]) { return true }
        let entry = reader.store(for: frame.slot).store.drawing(of: frame.slot, row, reader.view)?.entry
        return entry?.drawing.contains(local, bounds: row.bounds, corners: corners) ?? false
    }

    // MARK: Copies

    /// Goes on to the next copy toward the back; the innermost frame has one.
    private mutating func openCopy() {
        var frame = frames.removeLast()
        if let present = frame.present { reader.leave(present) }
        frame.present = nil
        frame.copy -= 1
        let copy = frame.copies[frame.copy]
        if copy.color.w > 0 {
            if copy.delay != 0 { frame.present = reader.enter(copy.delay, below: frame.slot, &stores) }
            open(&frame, copy: copy)
        }
        frames.append(frame)
    }

    private mutating func leave(early: Bool = false) {
        let frame = frames.removeLast()
        if let present = frame.present { reader.leave(present) }
        let takesInput = reader.row(frame.slot).takesInput
        if !early, !takesAll, !takesInput, !frame.leadsToInput { stale.append(frame.slot) }
    }

    // MARK: Where a layer is

    /// Where the layer of `hit` is seen now; nil when it, or a layer above it, is not: hidden, turned away, detached.
    package mutating func standing(of hit: Hit) -> Standing? {
        var path = [hit.layer]
        while let parent = path.last.map({ reader.rows[Int($0)].parent }), parent > Scene.shelf { path.append(parent) }
        guard path.last == root else { return nil }
        var presents: [DelayedInstance.Outer] = []
        defer { for present in presents.reversed() { reader.leave(present) } }
        var around = InheritedState(map: .identity, clip: Self.everywhere)
        var space = Projective(.identity as Affine)
        var copies = hit.copies[...]
        while let slot = path.popLast() {
            let outside = space.concat(Projective(around.map))
            var flattening = Flattening.none
            guard let node = try? reader.read(slot, around, &flattening) else { return nil }
            if case .plane(let plane) = flattening { space = space.concat(plane.placement) }
            if path.isEmpty {
                let parent = around.lift.map { outside.concat(Projective($0)) } ?? outside
                return Standing(layer: space.concat(Projective(node.world)), parent: parent)
            }
            var copy: LayerCopy?
            if node.flags.contains(.placesSublayers), reader.row(slot).kind != .mirror {
                let all = reader.copies(of: slot, reader.row(slot), node)
                guard let number = copies.popFirst(), number < all.count else { return nil }
                copy = all[number]
                if let delay = copy?.delay, delay != 0, let present = reader.enter(delay, below: slot, &stores) {
                    presents.append(present)
                }
            }
            around = InheritedState(
                below: node, flattening, slot, reader.row(slot), reader.view, copy: copy?.transform)
            around.clip = Self.everywhere
        }
        return nil
    }
}

extension Projective {
    /// Where a point comes from or goes to; nil where that lies behind the eye.
    package func seen(_ p: Point) -> Point? {
        let q = lift(p)
        guard q.z > 0 else { return nil }
        let point = Point(q.x / q.z, q.y / q.z)
        return point.x.isFinite && point.y.isFinite ? point : nil
    }
}
