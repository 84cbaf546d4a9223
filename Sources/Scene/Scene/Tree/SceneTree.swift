import Geometry
public import SceneTables
public import Schema

/// Parents, order, and walks over objects.
public struct SceneTree {
    @usableFromInline let scene: Scene

    @inlinable init(_ scene: Scene) { self.scene = scene }

    /// Moves a layer below `parent` (`Scene.detachedRoot` detaches it). Moving to the present position is no change.
    ///
    /// Throws `cycle` when `parent` is the layer, or below it or its mask; `denied` for the root; `value` for a mask
    /// that would get a parent.
    public func move(_ slot: Slot, to parent: Slot, _ placement: Placement) throws(SceneError) {
        try ChangeRules(scene: scene).checkMove(slot, to: parent)
        let next = try successor(for: slot, in: parent, placement)
        let old = scene.rows[Int(slot)]
        if old.parent == parent, old.next == next || next == slot { return }
        if old.parent != parent, scene.layout.hasTransitions { scene.layout.noteDeparture(slot, to: parent) }
        if old.parent != parent, !scene.layout.placesAll(parent) { scene.layout.keepFrame(slot) }
        if old.parent != parent { scene.resizing.willMove(slot) }
        scene.journal.append(.link(slot, parent: old.parent, next: old.next))
        relink(slot, under: parent, before: next)
        scene.changes.events.note(old.parent == parent ? .reordered(slot) : .moved(slot), isStructure: true)
        if old.parent != parent, old.hints.contains(.isAutoresizing) { scene.resizing.noteMask(of: slot) }
    }

    /// True when a subtree has at most `most` objects.
    public func hasAtMost(_ most: Int, below top: Slot) -> Bool {
        var count = 1
        var at = top
        while count <= most {
            if scene.rows[Int(at)].firstChild >= 0 {
                at = scene.rows[Int(at)].firstChild
            } else {
                while at != top, scene.rows[Int(at)].next < 0 { at = scene.rows[Int(at)].parent }
                if at == top { return true }
                at = scene.rows[Int(at)].next
            }
            count += 1
        }
        return false
    }

    /// The sibling before which a layer has to be inserted to get its index; −1 is the end.
    private func successor(for slot: Slot, in parent: Slot, _ placement: Placement) throws(SceneError) -> Slot {
        switch placement {
        case .last:
            return -1
        case .index(let index):
            // Counted without the layer itself, which first leaves its old position.
            let isBehind = scene.rows[Int(slot)].parent == parent && self.index(of: slot) <= index
            return scene.order.siblings.child(
                of: parent, at: isBehind ? min(index, Int.max - 1) + 1 : index, scene.rows)
        case .above(let sibling):
            try ChangeRules(scene: scene).checkSiblings(slot, sibling, parent)
            let next = scene.rows[Int(sibling)].next
            return next == slot ? scene.rows[Int(slot)].next : next
        case .below(let sibling):
            try ChangeRules(scene: scene).checkSiblings(slot, sibling, parent)
            return sibling
        }
    }

    /// Moves a layer from one list to another, and marks both.
    func relink(_ slot: Slot, under parent: Slot, before next: Slot) {
        let old = scene.rows[Int(slot)].parent
        // A new layer without children and references does not affect times.
        if scene.order.hasTimedLayers, old != parent,
            scene.rows[Int(slot)].firstChild >= 0 || scene.references.isNamed(slot)
        {
            scene.times.noteTiming()
        }
        unlink(slot)
        link(slot, under: parent, before: next)
        if old != parent, scene.styles.hasStyling { scene.styleTable.queue.subtrees.insert(slot) }
        if old > Scene.objectRoot { scene.mark(old, .sublayers) }
        if parent > Scene.objectRoot {
            scene.mark(parent, .sublayers)
            if scene.rows[Int(slot)].flags.contains(.hasZPosition) {
                scene.rows[Int(parent)].flags.insert(.sortsSublayers)
            }
        }
        scene.mark(slot, old == parent ? .order : [.tree, .order])
    }

    /// Inserts an object that is no layer before another one in the list outside of the tree; −1 is the end.
    public func moveObject(_ slot: Slot, before next: Slot) {
        let row = scene.rows[Int(slot)]
        guard slot != next, row.next != next, row.parent == Scene.objectRoot,
            next < 0 || scene.rows[Int(next)].parent == Scene.objectRoot
        else { return }
        scene.journal.append(.link(slot, parent: row.parent, next: row.next))
        relink(slot, under: Scene.objectRoot, before: next)
    }

    /// Sets the hint in all ancestors that some descendant accepts input.
    func leadToInput(_ slot: Slot) {
        var at = slot
        while at >= 0, !scene.rows[Int(at)].flags.contains(.leadsToInput) {
            scene.rows[Int(at)].flags.insert(.leadsToInput)
            at = scene.rows[Int(at)].parent
        }
    }

    /// Clears the hint: neither the layer nor a descendant accepts input.
    public func leadsNowhere(_ slot: Slot) { scene.rows[Int(slot)].flags.remove(.leadsToInput) }

    func unlink(_ slot: Slot) {
        let parent = scene.rows[Int(slot)].parent
        takeOut(slot)
        scene.order.remove(slot, from: parent, scene.rows)
        scene.layout.layoutFollows(slot, below: parent, joins: false)
        scene.rows[Int(slot)].parent = -1
        scene.rows[Int(slot)].previous = -1
        scene.rows[Int(slot)].next = -1
    }

    /// Takes a layer out of its list of siblings; nothing that follows the tree is told.
    func takeOut(_ slot: Slot) {
        let row = scene.rows[Int(slot)]
        if row.previous >= 0 {
            scene.rows[Int(row.previous)].next = row.next
        } else {
            scene.rows[Int(row.parent)].firstChild = row.next
        }
        if row.next >= 0 {
            scene.rows[Int(row.next)].previous = row.previous
        } else {
            scene.rows[Int(row.parent)].lastChild = row.previous
        }
        scene.rows[Int(row.parent)].childCount -= 1
    }

    /// Puts a layer that is in no list into one, before `next`, or at the end for −1; nothing that follows the tree is told.
    func putIn(_ slot: Slot, under parent: Slot, before next: Slot) {
        let previous = next >= 0 ? scene.rows[Int(next)].previous : scene.rows[Int(parent)].lastChild
        scene.rows[Int(slot)].parent = parent
        scene.rows[Int(slot)].previous = previous
        scene.rows[Int(slot)].next = next
        if previous >= 0 { scene.rows[Int(previous)].next = slot } else { scene.rows[Int(parent)].firstChild = slot }
        if next >= 0 { scene.rows[Int(next)].previous = slot } else { scene.rows[Int(parent)].lastChild = slot }
        scene.rows[Int(parent)].childCount += 1
    }

    func link(_ slot: Slot, under parent: Slot, before next: Slot) {
        putIn(slot, under: parent, before: next)
        if parent == Scene.objectRoot { rankObject(slot) }
        scene.order.insert(slot, into: parent, scene.rows)
        scene.layout.layoutFollows(slot, below: parent, joins: true)
        if !scene.layouts.origins.isEmpty { scene.layout.inheritOrigin(slot) }
        if scene.rows[Int(slot)].flags.contains(.leadsToInput) { leadToInput(parent) }
        if scene.rows[Int(slot)].hints.contains(.isAutoresizing) {
            scene.rows[Int(parent)].hints.insert(.resizesSublayers)
        }
    }

    /// Sets an object's rank between those of its neighbors in the list outside of the tree.
    private func rankObject(_ slot: Slot) {
        let (previous, next) = (scene.rows[Int(slot)].previous, scene.rows[Int(slot)].next)
        let before = previous >= 0 ? scene.rows[Int(previous)].objectRank : 0
        guard next >= 0 else {
            scene.rows[Int(slot)].objectRank = before + 1
            return
        }
        let behind = scene.rows[Int(next)].objectRank
        let rank = previous >= 0 ? (before + behind) / 2 : behind - 1
        guard previous < 0 || before < rank && rank < behind else {
            // The ranks are exhausted here after many insertions: renumber all.
            var last = 0.0
            return forEachChild(Scene.objectRoot) {
                last += 1
                scene.rows[Int($0)].objectRank = last
            }
        }
        scene.rows[Int(slot)].objectRank = rank
    }

    /// True when one object comes before another in the list outside of the tree; usually it was created earlier.
    func isBefore(_ one: Slot, _ other: Slot) -> Bool {
        scene.rows[Int(one)].objectRank < scene.rows[Int(other)].objectRank
    }

    /// Index of an object among its siblings, from 0.
    public func index(of slot: Slot) -> Int { scene.order.siblings.index(of: slot, scene.rows) }

    /// Calls `body` with every object: the tree from the root, detached layers, then other objects.
    public func forEachObject(_ body: (Slot) -> Void) {
        forEachBelow(Scene.root, body)
        for top in [Scene.detachedRoot, Scene.objectRoot] {
            forEachChild(top) { forEachBelow($0, body) }
        }
    }

    /// Calls `body` with every nondefault property of the object, in schema order, for styles by name. With `.given`,
    /// and for styles, includes properties set to the default, and excludes those set by styles.
    public func forEachSet(
        _ slot: Slot, _ reading: Scene.Reading = .model, _ body: (PropertyID, Property, Value) -> Void
    ) {
        let kind = scene.kind(of: slot)
        let row = scene.rows[Int(slot)]
        let isGiven = reading == .given || row.kind == .style
        defer {
            if reading == .given, let id = kind.continuation, let value = scene.continuation.said(slot) {
                body(id, kind[id], value)
            }
        }
        func visit(_ id: PropertyID) {
            let property = kind.properties[Int(id.raw)]
            if property.isDerived || property.isReadOnly || property.isContinuation { return }
            let value =
                switch reading {
                case .model: scene.value(slot, id)
                case .shown: scene.shown(slot, id)
                case .given: scene.layout.given(slot, id)
                }
            if property.isParameter, reading != .given, value == property.unset { return }
            if value != property.initial || isGiven && scene.styles.isNotedAsGiven(slot, id) {
                body(id, property, value)
            }
        }
        // The superlayer's size for a specified frame has no entry in the row.
        guard !row.flags.contains(.isAnimated), !row.hints.contains(.isAutoresizing) else {
            for at in kind.properties.indices { visit(PropertyID(UInt16(at))) }
            return
        }
        // A property that is neither in the slot nor in the extras has its default.
        let inRow = row.flags.contains(.isLayer) ? LayerProperty.inRow : []
        let rare = row.extras < 0 ? [] : scene.extras[Int(row.extras)].values
        guard !isGiven || !row.marks.contains(.hasOrigins) && row.kind != .style else {
            let ids = Set(inRow + rare.map(\.id) + scene.styleTable.origins.all(of: slot).map(\.path.id))
            // The indices of a style's properties depend on their first use, which is not reproducible.
            let sorted = row.kind == .style ? ids.sorted { kind[$0].name < kind[$1].name } : ids.sorted()
            for id in sorted { visit(id) }
            return
        }
        var (a, b) = (0, 0)
        while a < inRow.count || b < rare.count {
            if b == rare.count || a < inRow.count && inRow[a] < rare[b].id {
                visit(inRow[a])
                a += 1
            } else {
                visit(rare[b].id)
                b += 1
            }
        }
    }

    /// True when `slot` is `ancestor` or a descendant of it.
    public func isInside(_ slot: Slot, _ ancestor: Slot) -> Bool {
        scene.order.known.holds(slot, below: ancestor, scene.rows)
    }

    /// Calls `body` with the children of `parent`, in order.
    public func forEachChild(_ parent: Slot, _ body: (Slot) -> Void) {
        var at = scene.rows[Int(parent)].firstChild
        while at >= 0 {
            body(at)
            at = scene.rows[Int(at)].next
        }
    }

    /// Calls `body` with `top` and its descendants, parents first, siblings in order. Not recursive, because clients
    /// control the depth.
    public func forEachBelow(_ top: Slot, _ body: (Slot) -> Void) {
        var at = top
        while true {
            body(at)
            if scene.rows[Int(at)].firstChild >= 0 {
                at = scene.rows[Int(at)].firstChild
                continue
            }
            while at != top, scene.rows[Int(at)].next < 0 { at = scene.rows[Int(at)].parent }
            if at == top { return }
            at = scene.rows[Int(at)].next
        }
    }
}

extension Scene {
    /// Parents, order, and walks over objects.
    @inlinable public var tree: SceneTree { SceneTree(self) }
}
