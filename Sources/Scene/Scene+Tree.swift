/// Where a layer goes among its siblings.
package enum Placement: Equatable, Sendable {
    /// The front: after the last sibling.
    case last
    /// The place that it has afterwards; beyond the end is the end.
    case index(Int)
    case above(Int32)
    case below(Int32)
}

/// Parents and order.
extension Scene {
    /// Moves a layer below `parent` (`Scene.limbo` detaches it). Moving to where it is already is no change.
    ///
    /// Throws `cycle` when `parent` is the layer, or below it or its mask; `denied` for the root; `value` for a mask that would
    /// get a parent.
    package func move(_ place: Int32, to parent: Int32, _ placement: Placement) throws(SceneError) {
        guard !Scene.isFixed(place), isLayer(place) else {
            throw SceneError(.denied, "\"\(name(of: place))\" has no place among layers that could be changed")
        }
        if parent > Scene.shelf {
            try checkDetached(place)
            guard isLayer(parent) else {
                throw SceneError(.value, "\"\(name(of: parent))\" is no layer and takes no sublayers")
            }
            if canReach(parent, from: place) {
                throw SceneError(
                    .cycle, "\"\(name(of: place))\" cannot go below \"\(name(of: parent))\", which it holds")
            }
            if slots[Int(place)].parent == Scene.limbo, let user = maskUser(of: place) {
                throw SceneError(
                    .value, "\"\(name(of: place))\" is the mask of \"\(name(of: user.place))\" and stays detached")
            }
        }
        let next = try successor(for: place, in: parent, placement)
        let old = slots[Int(place)]
        if old.parent == parent, old.next == next || next == place { return }
        if isJournaling { journal.append(.link(place, parent: old.parent, next: old.next)) }
        if naturalSizes[place] != nil, !slots[Int(parent)].flags.contains(.arranges) {
            // It stays as it is: that is its own size now.
            noteArranged(place)
            naturalSizes[place] = nil
        }
        relink(place, under: parent, before: next)
        changes.note(old.parent == parent ? .reordered(place) : .moved(place))
    }

    /// The first of the layers that have the one at `place` as their mask.
    private func maskUser(of place: Int32) -> Referrer? {
        referring(to: place).filter { $0.property == LayerProperty.mask.id && isLayer($0.place) }
            .min { $0.place < $1.place }
    }

    /// The sibling before which a layer has to stand so that it gets its place; -1 is the end.
    private func successor(for place: Int32, in parent: Int32, _ placement: Placement) throws(SceneError) -> Int32 {
        switch placement {
        case .last:
            return -1
        case .index(let index):
            var at = slots[Int(parent)].firstChild
            var left = index
            while at >= 0 {
                if at != place {
                    if left == 0 { break }
                    left -= 1
                }
                at = slots[Int(at)].next
            }
            return at
        case .above(let sibling):
            try check(place, sibling, parent)
            let next = slots[Int(sibling)].next
            return next == place ? slots[Int(place)].next : next
        case .below(let sibling):
            try check(place, sibling, parent)
            return sibling
        }
    }

    private func check(_ place: Int32, _ sibling: Int32, _ parent: Int32) throws(SceneError) {
        guard sibling != place else {
            throw SceneError(.value, "\"\(name(of: place))\" cannot be placed beside itself")
        }
        guard slots[Int(sibling)].parent == parent else {
            throw SceneError(.value, "\"\(name(of: sibling))\" has another parent")
        }
    }

    /// Takes a layer out of one list and puts it into another, marking what is to be painted again.
    func relink(_ place: Int32, under parent: Int32, before next: Int32) {
        let old = slots[Int(place)].parent
        if hasTimedLayers, old != parent { noteTiming() }
        unlink(place)
        link(place, under: parent, before: next)
        if old > Scene.shelf { mark(old, .sublayers) }
        if parent > Scene.shelf {
            mark(parent, .sublayers)
            if slots[Int(place)].flags.contains(.hasZPosition) { slots[Int(parent)].flags.insert(.sortsSublayers) }
        }
        mark(place, old == parent ? .order : [.tree, .order])
    }

    /// Notes on everything above the layer that there is one that takes input.
    func leadToInput(_ place: Int32) {
        var at = place
        while at >= 0, !slots[Int(at)].flags.contains(.leadsToInput) {
            slots[Int(at)].flags.insert(.leadsToInput)
            at = slots[Int(at)].parent
        }
    }

    /// Takes the hint back: nothing in the layer or below it takes input.
    package func leadsNowhere(_ place: Int32) { slots[Int(place)].flags.remove(.leadsToInput) }

    func unlink(_ place: Int32) {
        let slot = slots[Int(place)]
        if slot.previous >= 0 {
            slots[Int(slot.previous)].next = slot.next
        } else {
            slots[Int(slot.parent)].firstChild = slot.next
        }
        if slot.next >= 0 {
            slots[Int(slot.next)].previous = slot.previous
        } else {
            slots[Int(slot.parent)].lastChild = slot.previous
        }
        slots[Int(slot.parent)].childCount -= 1
        layoutFollows(place, below: slot.parent, joins: false)
        slots[Int(place)].parent = -1
        slots[Int(place)].previous = -1
        slots[Int(place)].next = -1
    }

    func link(_ place: Int32, under parent: Int32, before next: Int32) {
        let previous = next >= 0 ? slots[Int(next)].previous : slots[Int(parent)].lastChild
        slots[Int(place)].parent = parent
        slots[Int(place)].previous = previous
        slots[Int(place)].next = next
        if previous >= 0 { slots[Int(previous)].next = place } else { slots[Int(parent)].firstChild = place }
        if next >= 0 { slots[Int(next)].previous = place } else { slots[Int(parent)].lastChild = place }
        slots[Int(parent)].childCount += 1
        layoutFollows(place, below: parent, joins: true)
        if slots[Int(place)].flags.contains(.leadsToInput) { leadToInput(parent) }
    }

    /// The layer's place among its siblings, counted from 0. Takes time in proportion to it.
    package func index(of place: Int32) -> Int {
        var index = 0
        var at = slots[Int(place)].previous
        while at >= 0 {
            index += 1
            at = slots[Int(at)].previous
        }
        return index
    }
}
