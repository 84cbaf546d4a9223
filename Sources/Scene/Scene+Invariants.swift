import Geometry

/// What holds between any two changes. Tests ask after every random step.
extension Scene {
    /// The first thing that is wrong; nil when all is well. Takes time in proportion to the scene.
    package func brokenInvariant() -> String? {
        var seen = 0
        var inTree: Set<Slot> = [Scene.root]
        for top in [Scene.root, Scene.limbo, Scene.shelf] {
            if let wrong = brokenLinks(below: top, &inTree) { return wrong }
        }
        for (at, row) in rows.enumerated() where at > Int(Scene.shelf) {
            let slot = Slot(at)
            guard row.flags.contains(.isAlive) else {
                if !freeSlots.contains(slot) { return "slot \(at) is neither alive nor free" }
                if row.extras >= 0 { return "free slot \(at) holds extras" }
                continue
            }
            if !Scene.isFixed(slot) { seen += 1 }
            let name = name(of: slot)
            if !inTree.contains(slot) { return "\(name) is in no list" }
            if names.find(name) != slot { return "\(name) is not found by its name" }
            if row.dirty.isEmpty == dirty.contains(slot) { return "\(name): marks and list of marks differ" }
            if let wrong = brokenReferences(slot) { return "\(name): \(wrong)" }
            if let wrong = brokenLayout(slot, row) { return "\(name): \(wrong)" }
            if row.extras >= 0, extras[Int(row.extras)].isEmpty { return "\(name) keeps empty extras" }
        }
        if let wrong = brokenOutputs() ?? siblings.brokenInvariant(rows) ?? brokenImplicit() { return wrong }
        return seen == count ? nil : "\(count) objects are counted, \(seen) are there"
    }

    private func brokenLinks(below top: Slot, _ seen: inout Set<Slot>) -> String? {
        var open = [top]
        while let parent = open.popLast() {
            var previous: Slot = -1
            var number: Int32 = 0
            var at = rows[Int(parent)].firstChild
            while at >= 0 {
                let row = rows[Int(at)]
                if row.parent != parent { return "\(name(of: at)) has another parent than its list" }
                if row.previous != previous { return "\(name(of: at)) does not link back" }
                if !seen.insert(at).inserted { return "\(name(of: at)) is in two places" }
                if row.flags.contains(.hasZPosition), parent > Scene.shelf,
                    !rows[Int(parent)].flags.contains(.sortsSublayers)
                {
                    return "\(name(of: parent)) does not know that it sorts"
                }
                open.append(at)
                previous = at
                number += 1
                at = row.next
            }
            if rows[Int(parent)].lastChild != previous { return "\(name(of: parent)): the last child is another" }
            if rows[Int(parent)].childCount != number { return "\(name(of: parent)): miscounts its children" }
        }
        return nil
    }

    private func brokenLayout(_ slot: Slot, _ row: LayerRow) -> String? {
        let arranges = kinds[row.kind].arrangesSublayers
        if row.flags.contains(.arranges) != arranges { return "does not know what its kind does" }
        if row.flags.contains(.needsLayout), !staleLayouts.contains(slot) { return "waits for a layout in vain" }
        let isArranged = row.parent >= 0 && rows[Int(row.parent)].flags.contains(.arranges)
        if row.flags.contains(.isArranged) != isArranged { return "does not know what its parent does" }
        if naturalSizes[slot] != nil, !isArranged { return "keeps a size that was given" }
        return nil
    }

    private func brokenImplicit() -> String? {
        var there: [Slot: Set<Slot>] = [:]
        forEachObject { slot in
            if let layer = implicitLayer(of: slot) { there[layer, default: []].insert(slot) }
        }
        for (layer, animations) in implicitAnimations {
            let known = Set(animations.filter { !rows[Int($0)].flags.contains(.isRemoved) })
            if known != there[layer] ?? [] { return "implicit animations of \(name(of: layer)) are not as noted" }
            there[layer] = nil
        }
        return there.isEmpty ? nil : "implicit animations are missing"
    }

    private func brokenOutputs() -> String? {
        var roots: Set<Slot> = [Scene.root]
        for output in outputs {
            let root = root(of: output)
            if output == Scene.main, root != Scene.root { return "main shows another layer than root" }
            guard root >= 0, root != Scene.root else { continue }
            let row = rows[Int(root)]
            if row.parent != Scene.limbo { return "the root of \(name(of: output)) has a parent" }
            guard roots.insert(root).inserted else { continue }
            let size = value(output, OutputProperty.size.id).size
            if row.bounds.size != size { return "\(name(of: root)) is not as large as \(name(of: output))" }
        }
        return roots == Set(outputRoots + [Scene.root]) ? nil : "what outputs show is not what is noted"
    }

    private func brokenReferences(_ slot: Slot) -> String? {
        for (id, property) in kind(of: slot).properties.enumerated() {
            let id = PropertyID(UInt16(id))
            guard [.object, .objects, .operations].contains(property.type), slot != Scene.main else { continue }
            for target in Self.objects(in: value(slot, id)) {
                guard let there = self.slot(of: target) else { return "\(property.name) names what is gone" }
                guard referrers[there]?.contains(where: { $0.slot == slot && $0.property == id }) == true else {
                    return "\(property.name) is not known to what it names"
                }
            }
        }
        for user in referrers[slot] ?? []
        where !Self.objects(in: value(user.slot, user.property)).contains(id(of: slot)) {
            return "is thought to be named by \(name(of: user.slot))"
        }
        return nil
    }
}
