public import Geometry
public import SceneTables
public import Schema

/// Lists: layers whose sublayers are instances of a component, one for each record.
public struct SceneLists {
    @usableFromInline let scene: Scene

    @inlinable init(_ scene: Scene) { self.scene = scene }

    /// True when there may be a list.
    public var hasAny: Bool { !scene.references.lists.isEmpty }

    /// Lists in slot order.
    public var all: [Slot] {
        scene.references.lists.filter { scene.rows[Int($0)].flags.intersection([.isAlive, .isRemoved]) == .isAlive }
            .sorted()
    }

    /// True for a row of a list, which only the list creates, moves and removes.
    public func isRow(_ slot: Slot) -> Bool {
        let parent = scene.rows[Int(slot)].parent
        return parent > Scene.objectRoot && scene.rows[Int(parent)].kind == .each
    }

    /// The grid of a list that creates only visible rows; nil for all others.
    public func rowGrid(of list: Slot) -> RowGrid? {
        guard scene.rows[Int(list)].kind == .each else { return nil }
        func given(_ property: EachProperty) -> Double? {
            if case .number(let n) = scene.value(list, property.id) { n } else { nil }
        }
        let isVertical: Bool
        if scene.styles.isGiven(list, EachProperty.axis.id) {
            isVertical = scene.value(list, EachProperty.axis.id).choice == 1
        } else {
            isVertical = given(.rowHeight) != nil
        }
        guard let extent = given(isVertical ? .rowHeight : .rowWidth) else { return nil }
        let pitch = max(extent + scene.value(list, EachProperty.spacing.id).number, 0.01)
        let numbers = scene.value(list, EachProperty.margins.id).numbers
        guard let top = numbers.first else {
            return RowGrid(isVertical: isVertical, extent: extent, pitch: pitch, margins: (0, 0, 0, 0))
        }
        let left = numbers.count > 1 ? numbers[1] : top
        return RowGrid(
            isVertical: isVertical, extent: extent, pitch: pitch,
            margins: (top, left, numbers.count > 2 ? numbers[2] : top, numbers.count > 3 ? numbers[3] : left))
    }

    /// Sets the number of records of a list, and the index of the first with a row.
    ///
    /// `shown`: number of visible rows.
    public func setRows(of list: Slot, length: Int, shown: Int, first: Int) {
        scene.assign(list, EachProperty.shown.id, .number(Double(shown)), .none)
        scene.assign(list, EachProperty.length.id, .number(Double(length)), .none)
        scene.assign(list, EachProperty.first.id, .number(Double(first)), .none)
        if rowGrid(of: list) != nil { scene.layout.needLayout(list) }
    }

    /// Marks a list for an update.
    public func noteList(_ list: Slot) { scene.styleTable.queue.lists.insert(list) }

    /// Call when the records of lists may have changed: data, components.
    func noteListSources() { if hasAny { scene.styleTable.queue.hasListSources = true } }

    /// Takes the lists marked for an update. `isOwn`: its own change is the reason.
    public func takeLists() -> [(list: Slot, isOwn: Bool)] {
        guard scene.styleTable.queue.hasListSources || !scene.styleTable.queue.lists.isEmpty else { return [] }
        let (own, isAll) = (scene.styleTable.queue.lists, scene.styleTable.queue.hasListSources)
        scene.styleTable.queue.lists = []
        scene.styleTable.queue.hasListSources = false
        return all.filter { isAll || own.contains($0) }.map { ($0, own.contains($0)) }
    }

    /// Changes since `mark` depend on others: undo reverts those instead.
    public func noteDerived(since mark: Int) { scene.journal.noteDerived(since: mark) }

    /// The visible part of a layer in its own coordinates, after clipping; empty when no output shows it.
    public func visibleRect(of layer: Slot) -> Rect {
        var chain: [Slot] = []
        var at = layer
        while at > Scene.objectRoot {
            chain.append(at)
            at = scene.rows[Int(at)].parent
        }
        guard let top = chain.last, top == Scene.root || scene.outputTable.shows(top) else { return .zero }
        var seen = scene.rows[Int(top)].bounds
        for (child, parent) in zip(chain.dropLast().reversed(), chain.dropFirst().reversed()) {
            let row = scene.rows[Int(parent)]
            if row.flags.contains(.masksToBounds) { seen = seen.intersection(row.bounds) }
            guard !seen.isEmpty else { return .zero }
            guard let own = scene.geometry.toParent(child), let around = scene.geometry.forSublayers(parent).affine,
                let inverse = around.concat(own).inverse
            else { return .zero }
            seen = inverse.boundingBox(seen)
        }
        return seen
    }

    // MARK: Layout

    /// The size of a list with a grid that fits all of its rows; nil for all other layers.
    func gridSize(of list: Slot) -> Size? {
        guard let grid = rowGrid(of: list) else { return nil }
        let along = grid.total(scene.value(list, EachProperty.shown.id).number)
        let given = scene.layout.saidSize(list)
        var across = grid.isVertical ? given.width : given.height
        let parent = scene.rows[Int(list)].parent
        if across <= 0, parent > Scene.objectRoot {
            let room = scene.layout.modelBounds(of: parent).size
            across = grid.isVertical ? room.width : room.height
        }
        return SceneLayout.held(grid.isVertical ? Size(across, along) : Size(along, across))
    }

    /// Updates the size of a list with a grid.
    func fitList(_ list: Slot) {
        guard !scene.rows[Int(list)].flags.contains(.isArranged) else { return }
        if let size = gridSize(of: list) { scene.layout.lay(list, size: size) }
    }

    /// True when the size of a list with a grid is outdated because its parent's has changed.
    public func isMisfit(_ list: Slot) -> Bool {
        guard !scene.rows[Int(list)].flags.contains(.isArranged), let size = gridSize(of: list) else { return false }
        return size != scene.layout.modelBounds(of: list).size
    }

    /// Marks a list for layout.
    public func needRows(_ list: Slot) { scene.layout.needLayout(list) }
}

extension Scene {
    /// Lists: layers whose sublayers are instances of a component, one for each record.
    @inlinable public var lists: SceneLists { SceneLists(self) }
}
