import Geometry
import SceneTables
import Schema

/// One pass over the stale layouts of a scene: sizes from the inside out, then frames from the outside in, each once.
struct LayoutPass {
    let scene: Scene

    /// Updates all layouts.
    func run() {
        scene.constraints.settle()
        var levels = LayoutLevels()
        takeStale(into: &levels)
        for level in stride(from: levels.count - 1, through: 0, by: -1) {
            // Outermost layouts keep their specified size, if any.
            for slot in levels[level] where level > 0 || scene.layout.hugs(slot) {
                guard scene.rows[Int(slot)].flags.contains(.arranges) else { continue }
                // A side by content is measured at the other one, when the layer is placed.
                if level == 0, scene.layouts.isSized(slot), scene.layout.placesAll(slot) { continue }
                let size =
                    scene.lists.gridSize(of: slot) ?? constrainedSize(of: slot)
                    ?? scene.layout.arrangedSize(of: slot, width: .infinity)
                guard scene.layouts.measuredSizes.updateValue(size, forKey: slot) != size, level > 0 else { continue }
                scene.layout.needLayout(scene.rows[Int(slot)].parent)
            }
            takeStale(into: &levels)
        }
        var level = 0
        while level < levels.count {
            for slot in levels[level] { arrange(slot) }
            // Nested layouts with a new size.
            takeStale(into: &levels)
            level += 1
        }
        // Others with a new size, such as stacks in an instance whose size a stack requested, follow in the next pass.
        for slot in levels.all where scene.rows[Int(slot)].flags.contains(.needsLayout) { scene.layouts.append(slot) }
        for slot in scene.layouts.takeUnmeasured() { scene.layout.needLayout(slot) }
    }

    private func takeStale(into levels: inout LayoutLevels) {
        for slot in scene.layouts.take() where scene.rows[Int(slot)].flags.contains(.needsLayout) {
            let isMeant = scene.rows[Int(slot)].flags.contains(.arranges) || scene.layouts.isSized(slot)
            if isMeant, scene.rows[Int(slot)].flags.intersection([.isAlive, .isRemoved]) == .isAlive {
                levels.add(slot, scene.rows)
            } else {
                scene.rows[Int(slot)].flags.remove(.needsLayout)
            }
        }
    }

    private func arrange(_ slot: Slot) {
        guard scene.rows[Int(slot)].flags.contains(.needsLayout) else { return }
        scene.rows[Int(slot)].flags.remove(.needsLayout)
        scene.layouts.count += 1
        // Its own changes, and texts measured for it, do not make it stale again.
        scene.layouts.current = slot
        defer { scene.layouts.current = -1 }
        if scene.rows[Int(slot)].kind == .each, arrangeRows(of: slot) { return }
        scene.layouts.participants = nil
        scene.layout.hug(slot)
        if arrangeByConstraints(slot) { return }
        let shown = scene.layouts.participants ?? scene.layout.arrangedLayers(of: slot)
        scene.layouts.participants = nil
        put(shown, of: slot)
        // Hidden layers are placed as if all were visible.
        if shown.count < Int(scene.rows[Int(slot)].childCount) {
            put(scene.layout.arrangedLayers(of: slot, withHidden: true), of: slot) { scene.layout.isHidden($0) }
        }
    }

    /// Places all or some sublayers according to the layout.
    private func put(_ sublayers: [ArrangedLayer], of slot: Slot, where isMeant: (Slot) -> Bool = { _ in true }) {
        guard !sublayers.isEmpty,
            let frames = scene.services.arranger?.frames(
                of: sublayers, in: SceneLayout.held(scene.layout.modelBounds(of: slot).size), of: slot, scene),
            frames.count == sublayers.count
        else { return }
        for (sublayer, frame) in zip(sublayers, frames) where isMeant(sublayer.slot) {
            put(sublayer.slot, in: sublayer.insets.around(frame))
        }
    }

    /// Places sublayers according to their constraints; returns false when the layer lays out all of them itself.
    private func arrangeByConstraints(_ slot: Slot) -> Bool {
        guard !scene.layout.placesAll(slot) else { return false }
        guard let group = scene.layouts.constraints.groups[slot] else { return true }
        // Layers with a size by content that the constraints only refer to.
        for other in group.others
        where scene.layouts.isSized(other)
            || scene.rows[Int(other)].flags.contains(.arranges) && scene.layout.hasNoSize(other)
        {
            scene.layout.lay(other, size: scene.layout.ownSize(of: other))
            scene.layout.holdCorner(other)
        }
        var layout = ConstraintLayout(
            group, of: slot, in: SceneLayout.held(scene.layout.modelBounds(of: slot).size), scene)
        guard let result = layout.solve() else {
            for constraint in group.constraints {
                scene.constraints.tell(
                    constraint, "the constraints in \"\(scene.name(of: slot))\" take more work than a layout may")
            }
            return true
        }
        for (item, frame) in zip(group.items, result.frames) { put(item, in: frame, isSolved: true) }
        for (constraint, error) in zip(group.constraints, result.errors) {
            // Rounded to a hundredth: smaller errors are not reported.
            let isFar = error > 1e-6
            let points = (error * 100).rounded() / 100
            scene.constraints.tell(
                constraint, isFar ? "off by \(points): those of higher priority, or before it, go first" : "")
        }
        return true
    }

    /// The size of a layer from the constraints of its sublayers; nil when it lays out all of them itself.
    private func constrainedSize(of slot: Slot) -> Size? {
        guard !scene.layout.placesAll(slot), let group = scene.layouts.constraints.groups[slot] else { return nil }
        guard scene.layout.hasNoSize(slot) else { return scene.layout.ownSize(of: slot) }
        var layout = ConstraintLayout(group, of: slot, in: nil, scene)
        return layout.solve()?.size ?? .zero
    }

    /// Places the rows of a list on its grid; returns false when it has none.
    private func arrangeRows(of list: Slot) -> Bool {
        guard let grid = scene.lists.rowGrid(of: list) else { return false }
        scene.lists.fitList(list)
        let size = SceneLayout.held(scene.layout.modelBounds(of: list).size)
        var index = scene.value(list, EachProperty.first.id).number
        var rows: [Slot] = []
        scene.tree.forEachChild(list) { rows.append($0) }
        for row in rows {
            put(row, in: grid.frame(index, in: size))
            index += 1
        }
        return true
    }

    /// Puts a sublayer where the layout has it.
    ///
    /// `isSolved`: the frame follows from the specified position among others, which is then kept exactly.
    private func put(_ slot: Slot, in frame: Rect, isSolved: Bool = false) {
        scene.layout.moving(slot) { place(slot, in: frame, isSolved: isSolved) }
    }

    private func place(_ slot: Slot, in frame: Rect, isSolved: Bool) {
        if scene.rows[Int(slot)].hints.contains(.resizesSublayers) { _ = scene.layout.fittedBounds(slot) }
        scene.layout.lay(slot, size: frame.size)
        if scene.layout.isMoved(slot) { return scene.layout.takePosition(slot) }
        let anchor = scene.layout.modelAnchor(of: slot)
        var position = Point(frame.x + anchor.x * frame.width, frame.y + anchor.y * frame.height)
        if isSolved {
            let (said, pinned) = (scene.layout.saidPosition(slot), scene.layout.saidAnchor(slot))
            func isKept(_ said: Double, _ solved: Double) -> Bool { abs(solved - said) <= 1e-9 * max(1, abs(said)) }
            if isKept(said.x, frame.x + pinned.x * frame.width) {
                position.x = said.x + (anchor.x - pinned.x) * frame.width
            }
            if isKept(said.y, frame.y + pinned.y * frame.height) {
                position.y = said.y + (anchor.y - pinned.y) * frame.height
            }
        }
        scene.layout.lay(slot, position: position)
    }
}
