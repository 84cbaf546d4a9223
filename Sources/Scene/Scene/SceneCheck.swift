import Geometry
import SceneTables
import Schema

/// Checks invariants of a scene that hold between any two changes. Tests run it after every random step.
struct SceneCheck {
    let scene: Scene

    /// The first broken invariant; nil for none.
    func run() -> String? {
        var seen = 0
        let marked = Set(scene.changes.layers.unread)
        let free = Set(scene.freeSlots)
        var inTree: Set<Slot> = [Scene.root]
        for top in [Scene.root, Scene.detachedRoot, Scene.objectRoot] {
            if let wrong = brokenLinks(below: top, &inTree) { return wrong }
        }
        for (at, row) in scene.rows.enumerated() where at > Int(Scene.objectRoot) {
            let slot = Slot(at)
            guard row.flags.contains(.isAlive) else {
                if !free.contains(slot) { return "slot \(at) is neither alive nor free" }
                if row.extras >= 0 { return "free slot \(at) holds extras" }
                continue
            }
            // It may come back.
            if row.flags.contains(.isRemoved) { continue }
            if !Scene.isFixed(slot) { seen += 1 }
            let name = scene.name(of: slot)
            if !inTree.contains(slot) { return "\(name) is in no list" }
            if scene.names.find(name) != slot { return "\(name) is not found by its name" }
            if row.dirty.isEmpty == marked.contains(slot) { return "\(name): marks and list of marks differ" }
            if let wrong = brokenReferences(slot) { return "\(name): \(wrong)" }
            if let wrong = brokenLayout(slot, row) ?? brokenStyling(slot, row) { return "\(name): \(wrong)" }
            if row.extras >= 0, scene.extras[Int(row.extras)].isEmpty { return "\(name) keeps empty extras" }
        }
        if let wrong = brokenOutputs() ?? scene.order.siblings.brokenInvariant(scene.rows) {
            return wrong
        }
        return seen == scene.count ? nil : "\(scene.count) objects are counted, \(seen) are there"
    }

    private func brokenLinks(below top: Slot, _ seen: inout Set<Slot>) -> String? {
        var open = [top]
        while let parent = open.popLast() {
            var previous: Slot = -1
            var number: Int32 = 0
            var at = scene.rows[Int(parent)].firstChild
            while at >= 0 {
                let row = scene.rows[Int(at)]
                if row.parent != parent { return "\(scene.name(of: at)) has another parent than its list" }
                if row.previous != previous { return "\(scene.name(of: at)) does not link back" }
                if parent == Scene.objectRoot, previous >= 0, !scene.tree.isBefore(previous, at) {
                    return "\(scene.name(of: at)) has the rank of another place"
                }
                if !seen.insert(at).inserted { return "\(scene.name(of: at)) stands in two lists" }
                if row.flags.contains(.hasZPosition), parent > Scene.objectRoot,
                    !scene.rows[Int(parent)].flags.contains(.sortsSublayers)
                {
                    return "\(scene.name(of: parent)) does not know that it sorts"
                }
                open.append(at)
                previous = at
                number += 1
                at = row.next
            }
            if scene.rows[Int(parent)].lastChild != previous {
                return "\(scene.name(of: parent)): the last child is another"
            }
            if scene.rows[Int(parent)].childCount != number {
                return "\(scene.name(of: parent)): miscounts its children"
            }
        }
        return nil
    }

    private func brokenLayout(_ slot: Slot, _ row: LayerRow) -> String? {
        if row.hints.contains(.isAutoresizing), !scene.resizing.isInPlace(slot) {
            return "is not where the size of its superlayer has it"
        }
        let arranges = scene.kinds[row.kind].arrangesSublayers
        let isGroup = scene.constraints.isGroup(slot)
        // Updated with the layouts.
        if scene.layouts.constraints.isStale { return nil }
        if row.flags.contains(.arranges) != (arranges || isGroup) { return "does not know what its kind does" }
        if row.flags.contains(.needsLayout), !scene.layouts.stale.contains(slot) { return "waits for a layout in vain" }
        let group = scene.layouts.constraints.groups[row.parent]
        let isArranged =
            row.parent >= 0 && scene.layout.placesAll(row.parent) || group?.items.contains(slot) == true
            || group?.others.contains(slot) == true
        if row.flags.contains(.isArranged) != isArranged { return "does not know what its parent does" }
        if scene.layouts.said[size: slot] != nil, !isArranged, !arranges, !isGroup,
            !scene.layouts.isSized(slot)
        {
            return "keeps a size that was given"
        }
        let holdsCorner = scene.layouts.said[size: slot]?.growsFromCorner ?? false
        if scene.layouts.said[position: slot] != nil, !isArranged, !holdsCorner {
            return "keeps a position that was given"
        }
        return nil
    }

    private func brokenStyling(_ slot: Slot, _ row: LayerRow) -> String? {
        let origins = scene.styleTable.origins.all(of: slot)
        if row.marks.contains(.hasOrigins) == origins.isEmpty { return "does not know where its values come from" }
        let hasStyle = row.flags.contains(.isLayer) && !scene.styles.styles(of: slot).isEmpty
        // A removed binding leaves its mark.
        if !row.marks.contains(.isDependent), hasStyle || origins.contains(where: { $0.origin.isDependent }) {
            return "does not know what its values depend on"
        }
        for (path, origin) in origins {
            for name in origin.variables where !scene.styleTable.origins.users(of: name).contains(slot) {
                return "\(scene.kind(of: slot)[path.id].name) is not known to $\(name)"
            }
        }
        if row.flags.contains(.isLayer),
            row.marks.contains(.isDisabled) == scene.value(slot, LayerProperty.isEnabled.id).boolean
        {
            return "does not know whether it is enabled"
        }
        return nil
    }

    private func brokenOutputs() -> String? {
        var roots: Set<Slot> = [Scene.root]
        for output in scene.outputs.all {
            let root = scene.outputs.root(of: output)
            if output == Scene.main, root != Scene.root { return "main shows another layer than root" }
            guard root >= 0, root != Scene.root else { continue }
            let row = scene.rows[Int(root)]
            if row.parent != Scene.detachedRoot { return "the root of \(scene.name(of: output)) has a parent" }
            guard roots.insert(root).inserted else { continue }
            let size = scene.value(output, OutputProperty.size.id).size
            if row.bounds.size != size { return "\(scene.name(of: root)) is not as large as \(scene.name(of: output))" }
        }
        return roots == Set(scene.outputTable.roots + [Scene.root])
            ? nil : "what scene.outputs show is not what is noted"
    }

    private func brokenReferences(_ slot: Slot) -> String? {
        for (id, property) in scene.kind(of: slot).properties.enumerated() {
            let id = PropertyID(UInt16(id))
            guard [.object, .objects, .operations].contains(property.type), slot != Scene.main else { continue }
            for target in scene.value(slot, id).namedObjects {
                guard let there = scene.slot(of: target) else { return "\(property.name) names what is gone" }
                guard scene.references.contains(there, slot, id) else {
                    return "\(property.name) is not known to what it names"
                }
            }
        }
        for user in scene.references.users(of: slot)
        where !scene.value(user.slot, user.property).namedObjects.contains(scene.id(of: slot)) {
            return "is thought to be named by \(scene.name(of: user.slot))"
        }
        let reactions = scene.references.users(of: slot).filter {
            $0.property == ReactionProperty.layer.id && scene.rows[Int($0.slot)].kind == .reaction
        }
        guard (scene.references.reactionsByLayer[slot] ?? []).sorted() == reactions.map(\.slot).sorted() else {
            return "does not know its reactions"
        }
        return nil
    }
}

extension SceneObjects {
    /// The first broken invariant of the scene; nil for none. Takes linear time.
    public func brokenInvariant() -> String? { SceneCheck(scene: scene).run() }
}
