import Geometry
import Scene

/// Looking at layers again.
extension DisplayList {
    /// Reads `top` again, and what is below it as far as what it inherits changed; notes damage, settles extents.
    ///
    /// No recursion: depth is the client's.
    mutating func visit(_ top: Slot, _ around: Surroundings, isMarked: Bool, _ reader: LayerReader) {
        visited.removeAll(keepingCapacity: true)
        var at = top
        var around = around
        while true {
            let descends = look(at, around, isTop: at == top && isMarked, reader)
            if descends, reader.rows[Int(at)].firstChild >= 0 {
                around = below(at, reader)
                at = reader.rows[Int(at)].firstChild
                continue
            }
            var climbed = false
            while at != top, reader.rows[Int(at)].next < 0 {
                at = reader.rows[Int(at)].parent
                climbed = true
            }
            if at == top { break }
            at = reader.rows[Int(at)].next
            if climbed {
                around = below(reader.rows[Int(at)].parent, reader)
            }
        }
        measureVisited(reader)
    }

    /// Reads one layer; true when its sublayers have to be read as well.
    private mutating func look(_ slot: Slot, _ around: Surroundings, isTop: Bool, _ reader: LayerReader) -> Bool {
        let old = nodes[Int(slot)]
        let new: Node
        var relief = Relief.none
        do throws(LayerReader.Absence) {
            new = try reader.read(slot, around, &relief)
        } catch {
            if old.isLive {
                if !old.extent.isEmpty {
                    // What hides it in the new state hid it before, or is damage itself.
                    records.append(Record(slot: slot, rect: old.extent, canBeHidden: true))
                }
                drop(slot, reader)
            }
            return false
        }
        let isMoved = store(relief, of: slot, below: reader.rows[Int(slot)].parent)
        store(slot, old, new, reader)
        if new.drawing >= 0 { askForSize(slot, new) }
        if reader.rows[Int(slot)].kind == .tiled { askForTiles(slot, new) }
        loseOrder(slot, reader)
        if new.flags.contains(.placesSublayers) {
            copiesTouched.insert(slot)
            visited.append(Visit(slot: slot, old: old, descended: true, isMoved: isMoved))
            return false
        }
        let descends =
            !old.isLive || !new.surroundsLike(old) || (isTop && new.flags.union(old.flags).contains(.mapsSublayers))
        visited.append(Visit(slot: slot, old: old, descended: descends, isMoved: isMoved))
        return descends
    }

    private mutating func store(_ slot: Slot, _ old: Node, _ new: Node, _ reader: LayerReader) {
        var new = new
        new.stamp = stamp
        new.parent = reader.rows[Int(slot)].parent
        new.depth = new.parent >= 0 ? nodes[Int(new.parent)].depth + 1 : 0
        new.key = old.key
        new.flags.formUnion(old.flags.intersection(.kept))
        new.extent = old.extent
        // Below a plane that has another grid, or is one no more, what was there was in other pixels.
        let isElsewhere =
            old.flags.contains(.isPlane) != new.flags.contains(.isPlane)
            || new.flags.contains(.isPlane) && old.world != new.world
        if !old.isLive || isElsewhere || (new.parent >= 0 && isFresh(new.parent)) { new.flags.insert(.isFresh) }
        nodes[Int(slot)] = new
        if !old.isLive { liveCount += 1 }
        if old.isLive && old.makesHoles { holeMakers.remove(slot) }
        if new.makesHoles { holeMakers.insert(slot) }
        if old.flags.contains(.hasMask) { unregisterMask(of: slot) }
        if new.flags.contains(.hasMask) { registerMask(of: slot, reader) }
        if old.flags.contains(.hasBackdrop) != new.flags.contains(.hasBackdrop) {
            if new.flags.contains(.hasBackdrop) { backdrops.append(slot) } else { backdrops.removeAll { $0 == slot } }
        }
    }

    /// Extents of what was visited, from the leaves up, and the damage that follows.
    private mutating func measureVisited(_ reader: LayerReader) {
        for at in visited.indices.reversed() {
            let one = visited[at]
            let slot = Int(one.slot)
            guard nodes[slot].isLive else { continue }
            indexIfWide(one.slot, reader)
            // Sublayers that were not visited have the extents they had: only a change of the own part matters, and of
            // what becomes of all.
            let isChanged = !nodes[slot].flags.union(one.old.flags).isDisjoint(with: [.hasEffects, .isPlane])
            if one.descended || nodes[slot].own != one.old.own || isChanged { measure(one.slot, reader) }
            note(one, nodes[slot])
        }
        // Parents that were visited are measured; the one above the first was not.
        if let first = visited.first, nodes[Int(first.slot)].isLive,
            nodes[Int(first.slot)].extent != first.old.extent
        {
            postpone(nodes[Int(first.slot)].parent)
        }
    }

    /// Notes the damage of one visited layer.
    private mutating func note(_ one: Visit, _ new: Node) {
        let old = one.old
        let change = redrawing(old, new)
        var before = old
        if change != nil { (before.version, before.own) = (new.version, new.own) }
        if new.flags.contains(.isPlane), !new.picturesLike(before) || maskTouched.contains(one.slot) {
            spoil(one.slot, nil)
        }
        if isFresh(one.slot) {
            // A parent that is fresh as well damages all of its extent.
            guard new.parent < 0 || !isFresh(new.parent) else { return }
            record(one.slot, old.extent)
            record(one.slot, new.extent)
        } else if !new.groupsLike(old) || one.isMoved || maskTouched.contains(one.slot) {
            record(one.slot, old.extent)
            record(one.slot, new.extent)
        } else if let change {
            for box in change { recordPart(one.slot, new, box, in: old.own.union(new.own)) }
        } else if !new.looksLike(old), !new.flags.isDisjoint(with: [.hasEffects, .isPlane]) {
            record(one.slot, old.extent)
            record(one.slot, new.extent)
        } else if !new.looksLike(old) {
            record(one.slot, old.own)
            record(one.slot, new.own)
        }
    }

    /// Where the picture differs, in the layer's coordinates, when nothing changed but a part of what the kind draws.
    private func redrawing(_ old: Node, _ new: Node) -> [Rect]? {
        guard new.drawing >= 0, old.drawing == new.drawing, old.version != new.version,
            let change = drawings.entries[Int(new.drawing)].change, change.before == old.version,
            !change.isComposedAnew || new.itemOpacity >= 1,
            old.flags.intersection([.hasEffects, .isPlane]) == new.flags.intersection([.hasEffects, .isPlane])
        else { return nil }
        var before = old
        (before.version, before.own) = (new.version, new.own)
        return before.looksLike(new) ? change.boxes : nil
    }

    private func isFresh(_ slot: Slot) -> Bool {
        nodes[Int(slot)].stamp == stamp && nodes[Int(slot)].flags.contains(.isFresh)
    }

    mutating func record(_ slot: Slot, _ rect: PixelRect) {
        if !rect.isEmpty { records.append(Record(slot: slot, rect: rect, canBeHidden: true)) }
    }
}
