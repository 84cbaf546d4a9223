import Geometry

/// What holds between any two changes. Tests ask after every random step.
extension Scene {
    /// The first thing that is wrong; nil when all is well. Takes time in proportion to the scene.
    package func brokenInvariant() -> String? {
        var seen = 0
        var inTree: Set<Int32> = [Scene.root]
        for top in [Scene.root, Scene.limbo, Scene.shelf] {
            if let wrong = brokenLinks(below: top, &inTree) { return wrong }
        }
        for (at, slot) in slots.enumerated() where at > Scene.shelf {
            let place = Int32(at)
            guard slot.flags.contains(.isAlive) else {
                if !freeSlots.contains(place) { return "slot \(at) is neither alive nor free" }
                if slot.extras >= 0 { return "free slot \(at) holds extras" }
                continue
            }
            if !Scene.isFixed(place) { seen += 1 }
            let name = name(of: place)
            if !inTree.contains(place) { return "\(name) is in no list" }
            if names.find(name) != place { return "\(name) is not found by its name" }
            if slot.dirty.isEmpty == dirty.contains(place) { return "\(name): marks and list of marks differ" }
            if let wrong = brokenReferences(place) { return "\(name): \(wrong)" }
            if let wrong = brokenLayout(place, slot) { return "\(name): \(wrong)" }
            if slot.extras >= 0, extras[Int(slot.extras)].isEmpty { return "\(name) keeps empty extras" }
        }
        if let wrong = brokenOutputs() { return wrong }
        return seen == count ? nil : "\(count) objects are counted, \(seen) are there"
    }

    private func brokenLinks(below top: Int32, _ seen: inout Set<Int32>) -> String? {
        var open = [top]
        while let parent = open.popLast() {
            var previous: Int32 = -1
            var number: Int32 = 0
            var at = slots[Int(parent)].firstChild
            while at >= 0 {
                let slot = slots[Int(at)]
                if slot.parent != parent { return "\(name(of: at)) has another parent than its list" }
                if slot.previous != previous { return "\(name(of: at)) does not link back" }
                if !seen.insert(at).inserted { return "\(name(of: at)) is in two places" }
                if slot.flags.contains(.hasZPosition), parent > Scene.shelf,
                    !slots[Int(parent)].flags.contains(.sortsSublayers)
                {
                    return "\(name(of: parent)) does not know that it sorts"
                }
                open.append(at)
                previous = at
                number += 1
                at = slot.next
            }
            if slots[Int(parent)].lastChild != previous { return "\(name(of: parent)): the last child is another" }
            if slots[Int(parent)].childCount != number { return "\(name(of: parent)): miscounts its children" }
        }
        return nil
    }

    private func brokenLayout(_ place: Int32, _ slot: LayerSlot) -> String? {
        let arranges = kinds[slot.kind].arrangesSublayers
        if slot.flags.contains(.arranges) != arranges { return "does not know what its kind does" }
        if slot.flags.contains(.needsLayout), !staleLayouts.contains(place) { return "waits for a layout in vain" }
        let isArranged = slot.parent >= 0 && slots[Int(slot.parent)].flags.contains(.arranges)
        if slot.flags.contains(.isArranged) != isArranged { return "does not know what its parent does" }
        if naturalSizes[place] != nil, !isArranged { return "keeps a size that was given" }
        return nil
    }

    private func brokenOutputs() -> String? {
        var roots: Set<Int32> = [Scene.root]
        for output in outputs {
            let root = root(of: output)
            if output == Scene.main, root != Scene.root { return "main shows another layer than root" }
            guard root >= 0, root != Scene.root else { continue }
            let slot = slots[Int(root)]
            if slot.parent != Scene.limbo { return "the root of \(name(of: output)) has a parent" }
            guard roots.insert(root).inserted else { continue }
            let size = value(output, OutputProperty.size.id).size
            if slot.bounds.size != size { return "\(name(of: root)) is not as large as \(name(of: output))" }
        }
        return roots == Set(outputRoots + [Scene.root]) ? nil : "what outputs show is not what is noted"
    }

    private func brokenReferences(_ place: Int32) -> String? {
        for (id, property) in kind(of: place).properties.enumerated() {
            let id = PropertyID(UInt16(id))
            guard [.object, .objects, .operations].contains(property.type), place != Scene.main else { continue }
            for target in Self.objects(in: value(place, id)) {
                guard let there = self.place(of: target) else { return "\(property.name) names what is gone" }
                guard referrers[there]?.contains(where: { $0.place == place && $0.property == id }) == true else {
                    return "\(property.name) is not known to what it names"
                }
            }
        }
        for user in referrers[place] ?? []
        where !Self.objects(in: value(user.place, user.property)).contains(id(of: place)) {
            return "is thought to be named by \(name(of: user.place))"
        }
        return nil
    }
}
