import Geometry
import Scene
import SceneTables
import Schema

// Lines on behalf of instances: changes of parts, rows and instances since their creation.

extension SceneDump {
    /// Writes `inside INSTANCE LINE` for changes of objects created by instances and lists, parents first.
    mutating func writeParts(_ sink: (ByteView) -> Void) {
        guard !made.isEmpty else { return }
        // An object may be attached to several.
        var attached: Set<Slot> = []
        for slot in made {
            let instance = scene.components.owner(of: slot) ?? slot
            if let altered = scene.components.alterations(of: slot) { write(altered, of: slot, in: instance, sink) }
            // An emitter's time, which begins at its creation, and how behaviors move it.
            var moving: Set<PropertyID> =
                scene.isLayer(slot) && scene.continuation.said(slot) != nil ? [LayerProperty.motion.id] : []
            if scene.kind(of: slot).usesTime, scene.components.isPart(slot) {
                moving.insert(LayerProperty.beginTime.id)
            }
            if !moving.isEmpty { writeSet(moving, [], of: slot, in: instance, sink) }
            for timer in scene.components.timers(of: slot) where !isShared(timer) { writeTimer(timer, in: slot, sink) }
            for object in attachedParts(to: slot) where attached.insert(object).inserted {
                guard let owner = scene.components.owner(of: object) else { continue }
                let kind = scene.rows[Int(object)].kind
                let isLater = scene.components.alterations(of: object)?.isLater == true
                if kind == .binding {
                    if isLater { insideBindings.append((object, owner)) }
                } else if scene.kind(of: object).family == .animation || isLater {
                    writeWhole(object, isLater ? "create " : "put ", in: owner, sink)
                }
            }
        }
    }

    /// Parts attached to a part, by name.
    private func attachedParts(to slot: Slot) -> [Slot] {
        scene.relations.attached(to: slot).filter { scene.components.isPart($0) && !scene.isLayer($0) }
            .sorted { scene.name(of: $0) < scene.name(of: $1) }
    }

    private mutating func write(
        _ altered: Alterations, of slot: Slot, in instance: Slot, _ sink: (ByteView) -> Void
    ) {
        if altered.isLater {
            writeWhole(slot, "create ", in: instance, sink)
        } else if !altered.properties.isEmpty || !altered.users.isEmpty {
            writeSet(altered.properties, altered.users, of: slot, in: instance, sink)
        }
        writeGone(altered.gone, of: slot, sink)
    }

    /// Writes the removal of parts created by the definition.
    mutating func writeGone(_ names: Set<String>, of instance: Slot, _ sink: (ByteView) -> Void) {
        for name in names.sorted() {
            begin("remove ", in: instance)
            appendName(name, in: instance)
            sink(sheet.line.bytes)
        }
    }

    /// Begins `inside INSTANCE VERB`; for a row, which clients set directly, `set ROW`.
    private func begin(_ verb: String, _ slot: Slot, in instance: Slot) {
        guard slot == instance else {
            begin(verb, in: instance)
            return appendName(scene.name(of: slot), in: instance)
        }
        sheet.line.removeAll()
        sheet.line.append(text: verb)
        scene.writeName(of: slot, to: &sheet.line)
    }

    /// Begins `inside INSTANCE VERB`.
    func begin(_ verb: String, in instance: Slot) {
        sheet.line.removeAll()
        sheet.line.append("inside ")
        scene.writeName(of: instance, to: &sheet.line)
        sheet.line.append(" ")
        sheet.line.append(text: verb)
    }

    /// Appends the name of an object in the lines of an instance.
    func appendName(_ name: String, in instance: Slot) {
        let own = scene.name(of: instance)
        sheet.line.append(text: name.hasPrefix(own + ".") ? String(name.dropFirst(own.count)) : name)
    }

    /// Writes an object completely.
    private mutating func writeWhole(_ slot: Slot, _ verb: String, in instance: Slot, _ sink: (ByteView) -> Void) {
        written[Int(slot)] = true
        begin(verb, in: instance)
        appendName(scene.name(of: slot), in: instance)
        sheet.line.append(" ")
        sheet.line.append(text: scene.kind(of: slot).name)
        if scene.isLayer(slot) {
            sheet.line.append(" parent=")
            appendName(scene.name(of: scene.rows[Int(slot)].parent), in: instance)
            if scene.rows[Int(slot)].next >= 0 {
                sheet.line.append(" index=")
                sheet.line.append(scene.tree.index(of: slot))
            }
        }
        let (operations, later) = appendValues(of: slot)
        appendUsers(scene.objects.users(slot).map(\.key), of: slot)
        sink(sheet.line.bytes)
        note(later, of: instance)
        if let (_, property, list) = operations { write(list, property, of: slot, in: instance, sink) }
    }

    /// Writes the values of some properties and keys; empty ones for those without a value.
    private mutating func writeSet(
        _ properties: Set<PropertyID>, _ users: Set<String>, of slot: Slot, in instance: Slot,
        _ sink: (ByteView) -> Void
    ) {
        let kind = scene.kind(of: slot)
        let all = properties.filter {
            !kind[$0].isReadOnly && !kind[$0].isDerived && !scene.relations.isBound(slot, kind[$0].name)
        }
        begin("set ", slot, in: instance)
        let empty = sheet.line.count
        let boundKeys = scene.relations.boundKeys(of: slot)
        let apart = all.filter { id in boundKeys.contains { $0.hasPrefix(kind[id].name + ".") } }
        var given: Set<PropertyID> = []
        scene.tree.forEachSet(slot, .given) { id, _, _ in if all.contains(id) { given.insert(id) } }
        for (path, origin) in scene.styles.origins(of: slot) where !origin.isStyled { given.insert(path.id) }
        for id in all.subtracting(given).subtracting(apart).sorted() where kind[id].standsFor == nil {
            append(kind[id].name, "")
        }
        let (operations, later) = appendValues(of: slot, all.subtracting(apart))
        for id in apart.sorted() { appendParts(of: slot, id, without: boundKeys) }
        if let (id, _, _) = operations { append(kind[id].name, "") }
        appendUsers(users.sorted(), of: slot)
        if sheet.line.count > empty { sink(sheet.line.bytes) }
        note(later, of: instance)
        if let (_, property, list) = operations { write(list, property, of: slot, in: instance, sink) }
    }

    /// Appends the parts of a value that no binding sets.
    private func appendParts(of slot: Slot, _ id: PropertyID, without bound: [String]) {
        let property = scene.kind(of: slot)[id]
        for part in ValuePart.all(of: property.type) {
            let key = property.name + "." + part.name
            if bound.contains(where: { $0 == key || key.hasPrefix($0 + ".") }) { continue }
            sheet.text.removeAll()
            ValueText.write(part.read(scene.layout.given(slot, id)), part.property, in: scene, to: &sheet.text)
            append(key, sheet.text.string)
        }
    }

    private func appendUsers(_ keys: [String], of slot: Slot) {
        for key in keys { append("user." + key, scene.objects.user(slot, key) ?? "") }
    }

    private mutating func note(_ later: [(slot: Slot, id: PropertyID)], of instance: Slot) {
        insideReferences += later.map { ($0.slot, $0.id, instance) }
    }

    private mutating func write(
        _ list: OperationList, _ property: Property, of slot: Slot, in instance: Slot, _ sink: (ByteView) -> Void
    ) {
        for at in 0..<list.count {
            begin("draw ", slot, in: instance)
            sheet.line.append(" ")
            ValueText.write(list[at], property, in: scene, to: &sheet.line)
            sink(sheet.line.bytes)
        }
    }

    /// Writes references to other objects, after these.
    mutating func writePartReferences(_ sink: (ByteView) -> Void) {
        for (slot, id, instance) in insideReferences {
            begin("set ", slot, in: instance)
            append(scene.value(slot, id), scene.kind(of: slot)[id])
            sink(sheet.line.bytes)
        }
        for (binding, instance) in insideBindings {
            guard let object = scene.value(binding, BindingProperty.object.id).object.flatMap(scene.slot) else {
                continue
            }
            begin("bind ", in: instance)
            appendName(scene.name(of: object), in: instance)
            sheet.line.append(" isActive=false ")
            sheet.line.append(text: scene.value(binding, BindingProperty.property.id).string)
            sheet.line.append(":=")
            sheet.line.append(text: scene.value(binding, BindingProperty.value.id).string)
            sink(sheet.line.bytes)
        }
    }
}
