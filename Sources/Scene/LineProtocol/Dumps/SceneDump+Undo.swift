package import Geometry
package import Scene
import SceneTables
import Schema

extension SceneDump {
    /// Writes lines with the effect of steps that were just reverted: they change the previous scene to the current
    /// one.
    ///
    /// Everything named by the lines exists at that point: layers that move leave first, then names become free, then
    /// restored objects are created, and the order is set when all are below their parents. False when lines cannot
    /// express it.
    package mutating func write(effectOf extent: UndoExtent, _ sink: (ByteView) -> Void) -> Bool {
        // No line moves a dormant object, or puts another one above it.
        guard extent.isOfObjects, !scene.dormancy.mayExist, extent.values.keys.allSatisfy({ canBeSet($0, extent) })
        else { return false }
        let back = self.back(extent)
        let isBack = Set(back)
        for slot in scene.rows.indices { written[slot] = scene.rows[slot].flags.contains(.isAlive) }
        for slot in back { written[Int(slot)] = false }
        let moved = extent.moved.filter { scene.slot(of: $0.key).map { !isMade($0) && !isBack.contains($0) } ?? false }
        for (id, parent) in moved.sorted(by: { $0.key.index < $1.key.index })
        where parent > Scene.objectRoot && parent != scene.rows[Int(id.index)].parent {
            begin("set ", id.index)
            sheet.line.append(" parent=none")
            sink(sheet.line.bytes)
        }
        for (id, name) in extent.made where scene.slot(of: id) == nil {
            sheet.line.removeAll()
            sheet.line.append("remove ")
            sheet.line.append(text: name)
            sink(sheet.line.bytes)
        }
        for slot in back { writeObject(slot, sink) }
        writeValues(extent, except: isBack, sink)
        let tops = back.filter { scene.isLayer($0) && !isBack.contains(scene.rows[Int($0)].parent) }
        writeOrder(of: Array(Set(tops + moved.keys.map(\.index))), sink)
        writeReferences(sink)
        return true
    }

    /// Restored objects outside of the tree, each with the next one written among the same, the last first. No line
    /// sets their order.
    package func order(of extent: UndoExtent) -> [(name: String, next: String)] {
        back(extent).filter { !scene.isLayer($0) }
            .sorted { scene.tree.index(of: $0) > scene.tree.index(of: $1) }
            .compactMap { slot in
                var next = scene.rows[Int(slot)].next
                while next >= 0, rank(next) != rank(slot) { next = scene.rows[Int(next)].next }
                return next < 0 ? nil : (scene.name(of: slot), scene.name(of: next))
            }
    }

    /// The position of objects outside of the tree in a dump: themes, objects to which layers refer, others, bindings.
    private func rank(_ slot: Slot) -> Int {
        switch scene.rows[Int(slot)].kind {
        case .theme: 0
        case .style, .data: 1
        case .binding: 3
        default: 2
        }
    }

    /// Restored objects in the order of creation: objects to which others refer, layers below their ancestors, then the
    /// rest.
    private func back(_ extent: UndoExtent) -> [Slot] {
        let slots = Set(extent.removed.compactMap(scene.slot)).filter { !isMade($0) && !isShared($0) }
        let objects = slots.filter { !scene.isLayer($0) }.sorted { scene.tree.index(of: $0) < scene.tree.index(of: $1) }
        var layers: [Slot] = []
        let tops = slots.filter { scene.isLayer($0) && !slots.contains(scene.rows[Int($0)].parent) }
        for top in inOrder(Array(tops)) { scene.tree.forEachBelow(top) { if slots.contains($0) { layers.append($0) } } }
        return objects.filter { rank($0) == 0 } + objects.filter { rank($0) == 1 } + layers
            + objects.filter { rank($0) > 1 }
    }

    /// Layers by their parents, in the order of siblings.
    private func inOrder(_ layers: [Slot]) -> [Slot] {
        layers.map { (slot: $0, parent: scene.rows[Int($0)].parent, index: scene.tree.index(of: $0)) }
            .sorted { ($0.parent, $0.index) < ($1.parent, $1.index) }.map(\.slot)
    }

    private mutating func writeOrder(of layers: [Slot], _ sink: (ByteView) -> Void) {
        for slot in inOrder(layers) {
            let row = scene.rows[Int(slot)]
            guard row.parent == Scene.detachedRoot || row.parent > Scene.objectRoot else { continue }
            begin("set ", slot)
            if row.previous >= 0 {
                sheet.line.append(" above=")
                scene.writeName(of: row.previous, to: &sheet.line)
            } else {
                sheet.line.append(" parent=")
                if row.parent == Scene.detachedRoot {
                    sheet.line.append("none")
                } else {
                    scene.writeName(of: scene.components.outermost(of: row.parent), to: &sheet.line)
                }
                sheet.line.append(" index=0")
            }
            sink(sheet.line.bytes)
        }
    }

    /// True unless it exists and only lines of its own can change it.
    private func canBeSet(_ id: ObjectID, _ extent: UndoExtent) -> Bool {
        guard let slot = scene.slot(of: id), !extent.removed.contains(id) else { return true }
        let kind = scene.kind(of: slot)
        if scene.isLayer(slot) || isMade(slot) {
            return !(extent.values[id] ?? []).contains { kind[$0].type == .operations }
        }
        return Scene.isFixed(slot) || rank(slot) < 2 || kind.family == .animation || kind.family == .behavior
            || kind.family == .output
    }

    private mutating func writeValues(_ extent: UndoExtent, except back: Set<Slot>, _ sink: (ByteView) -> Void) {
        let ids = Set(extent.values.keys).union(extent.users.keys).union(extent.keys.keys)
        for slot in ids.compactMap(scene.slot).sorted() where !back.contains(slot) && !isMade(slot) && !isShared(slot) {
            let id = scene.id(of: slot)
            begin("set ", slot)
            let empty = sheet.line.count
            appendChanges(of: slot, extent.values[id] ?? [])
            for key in (extent.keys[id] ?? []).sorted() {
                if let value = scene.variables.key(slot, key) {
                    append(key: key, value)
                } else {
                    append(key, "")
                }
            }
            for key in (extent.users[id] ?? []).sorted() {
                append("user." + key, scene.objects.user(slot, key) ?? "")
            }
            if sheet.line.count > empty { sink(sheet.line.bytes) }
        }
    }

    /// Appends values that count as set, and empty ones for the others.
    private mutating func appendChanges(of slot: Slot, _ properties: Set<PropertyID>) {
        let kind = scene.kind(of: slot)
        let changed = properties.filter {
            !kind[$0].isReadOnly && !kind[$0].isDerived && !scene.relations.isBound(slot, kind[$0].name)
        }
        guard !changed.isEmpty else { return }
        var given: Set<PropertyID> = []
        scene.tree.forEachSet(slot, .given) { id, _, _ in if changed.contains(id) { given.insert(id) } }
        for (path, origin) in scene.styles.origins(of: slot) where !origin.isStyled { given.insert(path.id) }
        for id in changed.subtracting(given).sorted(by: { $0.raw < $1.raw }) where kind[id].standsFor == nil {
            append(kind[id].name, "")
        }
        references += appendValues(of: slot, changed).later
    }

    private func begin(_ verb: StaticString, _ slot: Slot) {
        sheet.line.removeAll()
        sheet.line.append(verb)
        scene.writeName(of: slot, to: &sheet.line)
    }
}
