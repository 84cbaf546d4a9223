/// Where a layer goes among its siblings.
package enum Placement: Equatable, Sendable {
    /// The front: after the last sibling.
    case last
    /// The place that it has afterwards; beyond the end is the end.
    case index(Int)
    case above(Slot)
    case below(Slot)
}

/// Parents and order.
extension Scene {
    /// Moves a layer below `parent` (`Scene.limbo` detaches it). Moving to where it is already is no change.
    ///
    /// Throws `cycle` when `parent` is the layer, or below it or its mask; `denied` for the root; `value` for a mask that would
    /// get a parent.
    package func move(_ slot: Slot, to parent: Slot, _ placement: Placement) throws(SceneError) {
        guard !Scene.isFixed(slot), isLayer(slot) else {
            throw SceneError(.denied, "\"\(name(of: slot))\" has no place among layers that could be changed")
        }
        if parent > Scene.shelf {
            try checkDetached(slot)
            guard isLayer(parent) else {
                throw SceneError(.value, "\"\(name(of: parent))\" is no layer and takes no sublayers")
            }
            if AncestrySearch.holds(slot, parent, self) {
                throw SceneError(
                    .cycle, "\"\(name(of: slot))\" cannot go below \"\(name(of: parent))\", which it holds")
            }
            if rows[Int(slot)].parent == Scene.limbo, let user = maskUser(of: slot) {
                throw SceneError(
                    .value, "\"\(name(of: slot))\" is the mask of \"\(name(of: user.slot))\" and stays detached")
            }
        }
        let next = try successor(for: slot, in: parent, placement)
        let old = rows[Int(slot)]
        if old.parent == parent, old.next == next || next == slot { return }
        if isJournaling { journal.append(.link(slot, parent: old.parent, next: old.next)) }
        if naturalSizes[slot] != nil, !rows[Int(parent)].flags.contains(.arranges) {
            // It stays as it is: that is its own size now.
            noteArranged(slot)
            naturalSizes[slot] = nil
        }
        relink(slot, under: parent, before: next)
        changes.note(old.parent == parent ? .reordered(slot) : .moved(slot))
    }

    /// The first of the layers that have the one at `slot` as their mask.
    private func maskUser(of slot: Slot) -> Referrer? {
        referring(to: slot).filter { $0.property == LayerProperty.mask.id && isLayer($0.slot) }
            .min { $0.slot < $1.slot }
    }

    /// The sibling before which a layer has to stand so that it gets its place; -1 is the end.
    private func successor(for slot: Slot, in parent: Slot, _ placement: Placement) throws(SceneError) -> Slot {
        switch placement {
        case .last:
            return -1
        case .index(let index):
            // Counted without the layer itself, which leaves its slot first.
            let isBehind = rows[Int(slot)].parent == parent && self.index(of: slot) <= index
            return siblings.child(of: parent, at: isBehind ? min(index, Int.max - 1) + 1 : index, rows)
        case .above(let sibling):
            try check(slot, sibling, parent)
            let next = rows[Int(sibling)].next
            return next == slot ? rows[Int(slot)].next : next
        case .below(let sibling):
            try check(slot, sibling, parent)
            return sibling
        }
    }

    private func check(_ slot: Slot, _ sibling: Slot, _ parent: Slot) throws(SceneError) {
        guard sibling != slot else {
            throw SceneError(.value, "\"\(name(of: slot))\" cannot be placed beside itself")
        }
        guard rows[Int(sibling)].parent == parent else {
            throw SceneError(.value, "\"\(name(of: sibling))\" has another parent")
        }
    }

    /// Takes a layer out of one list and puts it into another, marking what is to be painted again.
    func relink(_ slot: Slot, under parent: Slot, before next: Slot) {
        let old = rows[Int(slot)].parent
        // A new layer, which holds nothing and which nothing names, changes nobody's time.
        if hasTimedLayers, old != parent, rows[Int(slot)].firstChild >= 0 || referrers[slot] != nil { noteTiming() }
        unlink(slot)
        link(slot, under: parent, before: next)
        if old > Scene.shelf { mark(old, .sublayers) }
        if parent > Scene.shelf {
            mark(parent, .sublayers)
            if rows[Int(slot)].flags.contains(.hasZPosition) { rows[Int(parent)].flags.insert(.sortsSublayers) }
        }
        mark(slot, old == parent ? .order : [.tree, .order])
    }

    /// Notes on everything above the layer that there is one that takes input.
    func leadToInput(_ slot: Slot) {
        var at = slot
        while at >= 0, !rows[Int(at)].flags.contains(.leadsToInput) {
            rows[Int(at)].flags.insert(.leadsToInput)
            at = rows[Int(at)].parent
        }
    }

    /// Takes the hint back: nothing in the layer or below it takes input.
    package func leadsNowhere(_ slot: Slot) { rows[Int(slot)].flags.remove(.leadsToInput) }

    func unlink(_ slot: Slot) {
        let row = rows[Int(slot)]
        if row.previous >= 0 {
            rows[Int(row.previous)].next = row.next
        } else {
            rows[Int(row.parent)].firstChild = row.next
        }
        if row.next >= 0 {
            rows[Int(row.next)].previous = row.previous
        } else {
            rows[Int(row.parent)].lastChild = row.previous
        }
        rows[Int(row.parent)].childCount -= 1
        if siblings.isActive { siblings.remove(slot, from: row.parent, rows) }
        known.forget(slot, rows)
        layoutFollows(slot, below: row.parent, joins: false)
        rows[Int(slot)].parent = -1
        rows[Int(slot)].previous = -1
        rows[Int(slot)].next = -1
    }

    func link(_ slot: Slot, under parent: Slot, before next: Slot) {
        let previous = next >= 0 ? rows[Int(next)].previous : rows[Int(parent)].lastChild
        rows[Int(slot)].parent = parent
        rows[Int(slot)].previous = previous
        rows[Int(slot)].next = next
        if previous >= 0 { rows[Int(previous)].next = slot } else { rows[Int(parent)].firstChild = slot }
        if next >= 0 { rows[Int(next)].previous = slot } else { rows[Int(parent)].lastChild = slot }
        rows[Int(parent)].childCount += 1
        if siblings.isActive { siblings.insert(slot, into: parent, rows) }
        layoutFollows(slot, below: parent, joins: true)
        if rows[Int(slot)].flags.contains(.leadsToInput) { leadToInput(parent) }
    }

    /// Position of an object among its siblings, counted from 0.
    package func index(of slot: Slot) -> Int { siblings.index(of: slot, rows) }
}
