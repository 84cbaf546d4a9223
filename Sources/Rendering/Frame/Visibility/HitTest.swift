package import Geometry
package import Scene
import SceneTables
package import Schema

/// A layer hit by a point.
package struct Hit: Equatable, Sendable {
    /// Its slot.
    package var layer: Slot
    /// For each replicating ancestor, from the root down, the index of the copy.
    package var copies: [Int]

    package init(layer: Slot, copies: [Int] = []) {
        self.layer = layer
        self.copies = copies
    }
}

/// The visible position of a layer: maps from coordinates to points of the output.
package struct Standing: Equatable, Sendable {
    /// Maps the layer's own coordinates.
    package var layer: Projective
    /// Maps the parent's coordinates, in which the layer's `position` is.
    package var parent: Projective

    package init(layer: Projective, parent: Projective) {
        self.layer = layer
        self.parent = parent
    }
}

/// Finds the layer under a point, from front to back, in the current state of the scene.
///
/// Uses the same reader as the display list and the paint list: a layer is hit at its visible position, in depth and in
/// copies, but not where a rounded ancestor or a mask cuts it off. Subtrees in which nothing accepts input are skipped.
package struct HitTest {
    private let scene: Scene
    /// The layer shown by the output.
    private let root: Slot
    private var reader: LayerReader
    /// True when the mask is not transparent at a point, in the coordinates of the masked layer.
    private let hasAlpha: (_ mask: Slot, _ at: Point) -> Bool
    private var frames: [Frame] = []
    private var stores: [DrawingStore] = []
    /// True while layers that do not accept input are included.
    private var takesAll = false
    /// True for a finger, for which layers are larger by their `touchSize`.
    private var isTouch = false
    /// The layer nearest to a finger that it does not hit, and its distance in points.
    private var nearest: (hit: Hit, distance: Double)?
    /// Layers in whose subtree nothing accepts input any more, although their flag says so.
    private var stale: [Slot] = []

    /// Clips are tested by their shapes instead of their boxes, so the box is unlimited.
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

    /// A layer whose sublayers are being tested.
    private struct Frame {
        var slot: Slot
        var node: Node
        var flattening: Flattening
        /// The point in pixels of the sublayers' plane, and in the layer's coordinates. The latter is nil if the
        /// sublayers keep their depth.
        var at: Point
        var local: Point?
        var below: InheritedState
        /// The point in the coordinates of the sublayers' positions; nil if these differ in space.
        var around: Point?
        /// The next sublayer to the back; or the remaining ones, the foremost last.
        var cursor: Slot = -1
        var sorted: [Slot] = []
        var leaves: [LayerReader.Leaf] = []
        var copies: [LayerCopy] = []
        /// The current copy, in descending order; the total number before the first.
        var copy = -1
        var present: DelayedInstance.Outer?
        var leadsToInput = false
    }

    /// The foremost layer that accepts input and is hit by `point`, in points of the output.
    package mutating func hit(_ point: Point) -> Hit? {
        var found: Hit?
        walk(point) { hit in
            found = hit
            return false
        }
        return found
    }

    /// The layer that a finger hits: as `hit(_:)`, or the nearest one in front whose `touchSize` reaches the point. A
    /// layer that is hit itself goes before its neighbors, but not before the layers that it holds.
    package mutating func touched(_ point: Point) -> Hit? {
        isTouch = true
        let found = hit(point)
        guard let near = nearest?.hit else { return found }
        guard let found else { return near }
        return found.layer != near.layer && scene.tree.isInside(near.layer, found.layer) ? near : found
    }

    /// As `hit(_:)`, ignoring a layer and everything below it.
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

    /// The layers hit by `point`, in points of the output, from front to back, whether they accept input or not; at
    /// most `limit`. A layer visible in several copies is listed once.
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

    /// Calls `visit` for the layers that are hit, from front to back, until it returns false.
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
            let isHit = self.isHit(frames[last])
            if isHit || isTouch {
                let hit = Hit(layer: frames[last].slot, copies: frames.compactMap { $0.copy >= 0 ? $0.copy : nil })
                if isHit, !visit(hit) { break }
                if let distance = reach(frames[last]), distance < nearest?.distance ?? .infinity {
                    nearest = (hit, distance)
                }
            }
            leave()
        }
        while !frames.isEmpty { leave(early: true) }
        // Releases the second reference, which would cause a copy of all rows.
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
            // The sublayers count even if no copy is shown.
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

    /// The next layer to the back that may be hit.
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
        // Most layers cost only this test.
        while slot >= 0, !leads(slot) { slot = reader.row(slot).previous }
        frames[last].cursor = slot < 0 ? -1 : reader.row(slot).previous
        return slot < 0 ? nil : slot
    }

    /// Fast rejection of most layers: rectangles without sublayers that do not contain the point.
    private func isBeside(_ point: Point?, _ slot: Slot) -> Bool {
        let row = reader.row(slot)
        guard let point, row.kind == .layer, row.firstChild < 0, !row.flags.contains(.hasTransform),
            hitRect(slot, row) == nil, touchSize(slot, row) == 0
        else { return false }
        return !Rect(
            row.position.x - row.anchorPoint.x * row.bounds.width,
            row.position.y - row.anchorPoint.y * row.bounds.height, row.bounds.width, row.bounds.height
        ).outset(LayerReader.noise, LayerReader.noise).contains(point)
    }

    /// The rectangle in which a layer with `hitInsets` is hit, whatever its shape.
    private func hitRect(_ slot: Slot, _ row: LayerRow) -> Rect? {
        guard row.extras >= 0, case .numbers(let insets)? = reader.view.rare(slot, .hitInsets) else { return nil }
        return EdgeInsets(insets).inside(row.bounds)
    }

    /// The layer's `touchSize` for a finger, otherwise 0.
    private func touchSize(_ slot: Slot, _ row: LayerRow) -> Double {
        guard isTouch, row.extras >= 0 else { return 0 }
        return reader.view.rare(slot, .touchSize)?.number ?? 0
    }

    /// Distance of a finger from a layer whose `touchSize` it is within; nil for others.
    private func reach(_ frame: Frame) -> Double? {
        let row = reader.row(frame.slot)
        let least = touchSize(frame.slot, row)
        guard least > 0, row.takesInput, let at = frame.local else { return nil }
        let rect = hitRect(frame.slot, row) ?? row.bounds
        let area = rect.outset(max(0, (least - rect.width) / 2), max(0, (least - rect.height) / 2))
        guard area.contains(at) else { return nil }
        let x = max(rect.minX - at.x, at.x - rect.maxX, 0)
        let y = max(rect.minY - at.y, at.y - rect.maxY, 0)
        return (x * x + y * y).squareRoot()
    }

    private func isHit(_ frame: Frame) -> Bool {
        let row = reader.row(frame.slot)
        guard takesAll || row.takesInput, let local = frame.local else { return false }
        if let rect = hitRect(frame.slot, row) { return rect.contains(local) }
        let corners = frame.node.shape
        let isInside = row.bounds.contains(local, rounded: corners)
        guard row.kind != .layer, scene.kinds[row.kind].isHitByDrawing else { return isInside }
        if isInside, !row.flags.isDisjoint(with: [.hasBackground, .hasContents]) { return true }
        let entry = reader.store(for: frame.slot).store.drawing(of: frame.slot, row, reader.view)?.entry
        return entry?.drawing.contains(local, bounds: row.bounds, corners: corners) ?? false
    }

    // MARK: Copies

    /// Goes on to the next copy of the innermost frame, to the back.
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

    /// The current visible position of the layer of `hit`; nil when it or an ancestor is hidden, turned away or
    /// detached.
    package mutating func standing(of hit: Hit) -> Standing? {
        var path = [hit.layer]
        while let parent = path.last.map({ reader.rows[Int($0)].parent }), parent > Scene.objectRoot {
            path.append(parent)
        }
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
    /// The mapped point; nil when it lies behind the eye.
    package func seen(_ p: Point) -> Point? {
        let q = lift(p)
        guard q.z > 0 else { return nil }
        let point = Point(q.x / q.z, q.y / q.z)
        return point.x.isFinite && point.y.isFinite ? point : nil
    }
}
