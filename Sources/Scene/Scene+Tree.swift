/// Where a layer goes among its siblings.
package enum Placement: Equatable, Sendable {
    /// The front: after the last sibling.
    case last
    /// The index that it has afterwards; beyond the end is the end.
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
        try ChangeRules(scene: self).checkMove(slot, to: parent)
        let next = try successor(for: slot, in: parent, placement)
        let old = rows[Int(slot)]
        if old.parent == parent, old.next == next || next == slot { return }
        journal.append(.link(slot, parent: old.parent, next: old.next))
        if layouts.naturalSizes[slot] != nil, !rows[Int(parent)].flags.contains(.arranges) {
            // It stays as it is: that is its own size now.
            noteArranged(slot)
            layouts.naturalSizes[slot] = nil
        }
        relink(slot, under: parent, before: next)
        changes.events.note(old.parent == parent ? .reordered(slot) : .moved(slot))
    }

    /// The sibling before which a layer has to stand so that it gets its index; -1 is the end.
    private func successor(for slot: Slot, in parent: Slot, _ placement: Placement) throws(SceneError) -> Slot {
        switch placement {
        case .last:
            return -1
        case .index(let index):
            // Counted without the layer itself, which leaves its slot first.
            let isBehind = rows[Int(slot)].parent == parent && self.index(of: slot) <= index
            return order.siblings.child(of: parent, at: isBehind ? min(index, Int.max - 1) + 1 : index, rows)
        case .above(let sibling):
            try ChangeRules(scene: self).checkSiblings(slot, sibling, parent)
            let next = rows[Int(sibling)].next
            return next == slot ? rows[Int(slot)].next : next
        case .below(let sibling):
            try ChangeRules(scene: self).checkSiblings(slot, sibling, parent)
            return sibling
        }
    }

    /// Takes a layer out of one list and puts it into another, and marks both.
    func relink(_ slot: Slot, under parent: Slot, before next: Slot) {
        let old = rows[Int(slot)].parent
        // A new layer, which holds nothing and which nothing names, changes nobody's time.
        if hasTimedLayers, old != parent, rows[Int(slot)].firstChild >= 0 || references.isNamed(slot) { noteTiming() }
        unlink(slot)
        link(slot, under: parent, before: next)
        if old != parent, hasStyling { restyling.subtrees.insert(slot) }
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
        order.remove(slot, from: row.parent, rows)
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
        order.insert(slot, into: parent, rows)
        layoutFollows(slot, below: parent, joins: true)
        if rows[Int(slot)].flags.contains(.leadsToInput) { leadToInput(parent) }
    }

    /// Position of an object among its siblings, counted from 0.
    package func index(of slot: Slot) -> Int { order.siblings.index(of: slot, rows) }
}
