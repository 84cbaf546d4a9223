import Expressions
package import Geometry
package import Scene
import SceneTables
package import Schema

/// The lines that recreate a scene, or a part of it.
///
/// Parents come before children and siblings in order, so that no line needs an index. References to other objects
/// follow at the end, when everything that they name exists. Pixels shared by a client are left out.
package struct SceneDump {
    let scene: Scene
    let sheet = Sheet()
    var references: [(slot: Slot, id: PropertyID)] = []
    var bindings: [Slot] = []
    /// Objects created by instances and lists, and instances, which may have been changed.
    var made: [Slot] = []
    /// References and bindings of parts, with their instances.
    var insideReferences: [(slot: Slot, id: PropertyID, instance: Slot)] = []
    var insideBindings: [(slot: Slot, instance: Slot)] = []
    /// Indexed by slot.
    var written: [Bool]
    /// Dormant objects whose lines follow the objects with the same names.
    private var contested: [Slot] = []
    private var leftOut: Set<Slot> = []
    /// True when the whole scene is written, with the files that it uses.
    private var isWhole = false
    /// True while lines are made for their checksums, which do not depend on earlier lines.
    private var isMarking = false
    /// Scene time, relative to which timers' remaining times are computed.
    let time: Double
    /// True when buffers are written: where pictures stand for their pixels.
    package var keepsBuffers = false
    /// Only what several machines share is written.
    private var isShared = false
    /// True when secrets are written; otherwise lines keep the existing ones.
    let showsSecrets: Bool

    /// `time` is the scene time. `without`: objects that are left out, with everything below them and removed with
    /// them. `secrets`: whether to write them.
    package init(_ scene: Scene, at time: Double, without: [ObjectID] = [], secrets: Bool = false) {
        self.scene = scene
        self.time = time
        showsSecrets = secrets
        written = Array(repeating: false, count: scene.rows.count)
        for id in without {
            guard let slot = scene.slot(of: id) else { continue }
            scene.tree.forEachBelow(slot) { below in
                leftOut.insert(below)
                leftOut.formUnion(scene.relations.attached(to: below))
            }
        }
    }

    /// The lines of what several machines share, with its secrets, at a scene time.
    package init(shared scene: Scene, at time: Double) {
        self.init(scene, at: time, without: scene.shared.local.map { scene.id(of: $0) }, secrets: true)
        (isShared, keepsBuffers) = (true, true)
    }

    /// Passes every line to `sink`: of the whole scene, or of one object, everything below it, and the masks and images
    /// that these use.
    package mutating func write(_ top: Slot?, _ sink: (ByteView) -> Void) {
        if let top {
            writeTree(top, sink)
            // Masks may have masks: the list grows while it is traversed.
            var at = 0
            while at < references.count {
                let (slot, id) = references[at]
                for target in Self.objects(scene.value(slot, id)) {
                    if let target = scene.slot(of: target), !written[Int(target)], standsAlone(target) {
                        writeTree(target, sink)
                    }
                }
                at += 1
            }
            writeParts(sink)
            writeAnimations(sink)
        } else {
            isWhole = true
            if !isShared { writeObject(Scene.main, sink) }
            // Objects from files exist before they are changed.
            let dormant = dormantLines()
            writeFiles(dormant[.files] ?? [], sink)
            // Before everything that refers to them.
            var shared: [Slot] = []
            let alsoShared = Set(dormant[.shared] ?? [])
            scene.tree.forEachChild(Scene.objectRoot) {
                if isReferredTo($0) && !isShared($0) || alsoShared.contains($0) { shared.append($0) }
            }
            // A style may name a theme, whichever was created first.
            let themes = shared.filter { scene.rows[Int($0)].kind == .theme }
            for slot in themes + shared.filter({ !themes.contains($0) }) {
                let mark = scene.components.brought[scene.id(of: slot)]
                if mark == nil || mark != self.mark(of: slot) { writeObject(slot, sink) }
            }
            writeDefinitions(sink)
            writeLines(of: dormant[.definitions], sink)
            writeTree(Scene.root, sink)
            var tops: [Slot] = []
            scene.tree.forEachChild(Scene.detachedRoot) { tops.append($0) }
            for top in tops { writeTree(top, sink) }
            writeParts(sink)
            tops = []
            let elsewhere = Set(dormant.filter { $0.key != .objects }.values.joined())
            scene.tree.forEachChild(Scene.objectRoot) {
                if !Scene.isFixed($0), !isShared($0), !isReferredTo($0), !isMade($0), !elsewhere.contains($0) {
                    tops.append($0)
                }
            }
            for top in tops { writeTree(top, sink) }
            writeLines(of: contested, sink)
            writeReferences(sink, dormant)
            // Each machine has keys of its own.
            return isShared ? () : writeFocus(sink)
        }
        writeReferences(sink)
    }

    /// Writes the layer with the focus, after everything else.
    private func writeFocus(_ sink: (ByteView) -> Void) {
        guard let slot = scene.focus.flatMap(scene.slot), !leftOut.contains(slot) else { return }
        sheet.line.removeAll()
        sheet.line.append("focus ")
        scene.writeName(of: slot, to: &sheet.line)
        if !scene.hasFocusRing { sheet.line.append(" ring=false") }
        sink(sheet.line.bytes)
    }

    /// Detached dormant objects, by the part of the dump that contains their lines.
    private func dormantLines() -> [DormantLine.Stage: [Slot]] {
        guard scene.dormancy.mayExist else { return [:] }
        var found: [DormantLine.Stage: [Slot]] = [:]
        scene.tree.forEachChild(Scene.objectRoot) { slot in
            guard scene.dormancy.isDormant(slot), !leftOut.contains(slot) else { return }
            found[DormantLine(scene.dormancy.line(of: slot)).stage, default: []].append(slot)
        }
        return found
    }

    /// True for a dormant object whose lines would create an object with a name that another one has.
    private func isContested(_ slot: Slot) -> Bool {
        guard let name = DormantLine(scene.dormancy.line(of: slot)).name else { return false }
        return scene.find(name) != nil
    }

    func writeLines(of dormant: [Slot]?, _ sink: (ByteView) -> Void) {
        for slot in dormant ?? [] {
            for line in scene.dormancy.line(of: slot).split(separator: "\n") { ByteView.with(String(line), sink) }
        }
    }

    /// Writes references to other objects, after these, and bindings.
    mutating func writeReferences(_ sink: (ByteView) -> Void, _ dormant: [DormantLine.Stage: [Slot]] = [:]) {
        for (slot, id) in references {
            let property = scene.kind(of: slot)[id]
            if case .operations(let list) = scene.value(slot, id) {
                writeOperations(list, property, of: slot, sink)
                continue
            }
            sheet.line.removeAll()
            sheet.line.append("set ")
            scene.writeName(of: slot, to: &sheet.line)
            append(scene.layout.given(slot, id), property)
            sink(sheet.line.bytes)
        }
        writePartReferences(sink)
        writeLines(of: dormant[.references], sink)
        for slot in bindings { writeBinding(slot, sink) }
        writeLines(of: dormant[.bindings], sink)
    }

    /// Writes the line of a binding, or of an object to which layers refer.
    package mutating func write(object slot: Slot, _ sink: (ByteView) -> Void) {
        if scene.rows[Int(slot)].kind == .binding { writeBinding(slot, sink) } else { writeObject(slot, sink) }
    }

    /// Checksums of the present state of objects that came from files.
    package mutating func marks(of slots: [Slot]) -> [UInt64] {
        isWhole = true
        return slots.map { mark(of: $0) }
    }

    /// A checksum of an object's lines, never 0.
    private mutating func mark(of slot: Slot) -> UInt64 {
        let count = references.count
        isMarking = true
        defer { isMarking = false }
        var sum = 0xCBF2_9CE4_8422_2325 as UInt64
        func add(_ text: ByteView) { for at in 0..<text.count { sum = (sum ^ UInt64(text[at])) &* 0x100_0000_01B3 } }
        writeObject(slot, add)
        for (slot, id) in references[count...] {
            for target in Self.objects(scene.value(slot, id)).compactMap(scene.slot) {
                ByteView.with("\(id.raw) \(scene.name(of: target))", add)
            }
        }
        references.removeSubrange(count...)
        return max(sum, 1)
    }

    /// True for a part, created by its instance, or an object from a file of `use`.
    func isMade(_ slot: Slot) -> Bool {
        scene.components.isPart(slot) || scene.lists.isRow(slot)
            || scene.components.brought[scene.id(of: slot)] != nil
    }

    /// True for variables, styles and data, which come before layers.
    private func isReferredTo(_ slot: Slot) -> Bool {
        [.theme, .style, .data].contains(scene.rows[Int(slot)].kind)
    }

    /// True for a detached layer, or an object that is not a layer.
    private func standsAlone(_ slot: Slot) -> Bool {
        scene.isLayer(slot) ? scene.rows[Int(slot)].parent == Scene.detachedRoot : !Scene.isFixed(slot)
    }

    /// True when no line can recreate it, because a client shares it.
    func isShared(_ slot: Slot) -> Bool {
        leftOut.contains(slot)
            || scene.kind(of: slot).takesDescriptor && (!keepsBuffers || scene.shared.isLocal(slot))
    }

    /// Writes the animations of the written objects, and the groups that contain nothing else.
    private mutating func writeAnimations(_ sink: (ByteView) -> Void) {
        // A transition has two layers.
        let moving = Set(written.indices.filter { written[$0] }.flatMap { scene.relations.attached(to: Slot($0)) })
            .filter { scene.relations.namedObjects(by: $0).allSatisfy { written[Int($0)] } }
        var kept: [Slot] = []
        scene.tree.forEachChild(Scene.objectRoot) { slot in
            if isMade(slot) { return }
            if moving.contains(slot), scene.relations.owners(of: slot).allSatisfy({ holdsOnly(moving, $0) }) {
                kept.append(slot)
            } else if scene.rows[Int(slot)].kind.holdsAnimations, holdsOnly(moving, slot) {
                kept.append(slot)
            }
        }
        for slot in kept { writeObject(slot, sink) }
    }

    private func holdsOnly(_ moving: Set<Slot>, _ group: Slot) -> Bool {
        guard scene.rows[Int(group)].kind.holdsAnimations else { return false }
        let children = Self.objects(scene.value(group, GroupProperty.animations.id)).compactMap(scene.slot)
        return !children.isEmpty && children.allSatisfy(moving.contains)
    }

    private mutating func writeTree(_ top: Slot, _ sink: (ByteView) -> Void) {
        var slots: [Slot] = []
        scene.tree.forEachBelow(top) { slots.append($0) }
        for slot in slots where !leftOut.contains(slot) {
            if isMade(slot), slot != top {
                written[Int(slot)] = true
                made.append(slot)
            } else {
                writeObject(slot, sink)
                let hasTimers = !scene.components.timers(of: slot).isEmpty
                if hasTimers || scene.components.alterations(of: slot) != nil { made.append(slot) }
            }
        }
    }

    mutating func writeObject(_ slot: Slot, _ sink: (ByteView) -> Void) {
        written[Int(slot)] = true
        if scene.rows[Int(slot)].kind == .timer { return writeTimer(slot, sink) }
        if scene.rows[Int(slot)].kind == .binding { return bindings.append(slot) }
        if scene.dormancy.isDormant(slot) {
            // Before the object with its name, the line would create one.
            if isWhole, isContested(slot) { return contested.append(slot) }
            return writeLines(of: [slot], sink)
        }
        sheet.line.removeAll()
        let isBrought = isWhole && scene.components.brought[scene.id(of: slot)] != nil
        sheet.line.append(Scene.isFixed(slot) ? "set " : isBrought ? "put " : "create ")
        scene.writeName(of: slot, to: &sheet.line)
        let prefix = sheet.line.count
        if !Scene.isFixed(slot) {
            sheet.line.append(" ")
            sheet.line.append(text: scene.kind(of: slot).name)
            if scene.isLayer(slot) {
                let parent = scene.rows[Int(slot)].parent
                sheet.line.append(" parent=")
                if parent == Scene.detachedRoot {
                    sheet.line.append("none")
                } else {
                    scene.writeName(of: scene.components.outermost(of: parent), to: &sheet.line)
                }
            }
        }
        let (operations, later) = appendValues(of: slot)
        for (key, value) in scene.variables.keys(of: slot) { append(key: key, value) }
        references += later
        if scene.rows[Int(slot)].kind == .constraint, !scene.constraints.isTogether(slot) {
            // A line that relates layers in different trees is refused; one that activates it again later is not.
            sheet.line.append(" isActive=false")
            references.append((slot, ConstraintProperty.isActive.id))
        }
        for (key, value) in scene.objects.users(slot) {
            sheet.line.append(" user.")
            sheet.line.append(text: key)
            sheet.line.append("=")
            WordQuoting.append(value, to: &sheet.line)
        }
        if !Scene.isFixed(slot) || sheet.line.count > prefix { sink(sheet.line.bytes) }
        guard let (id, property, list) = operations else { return }
        if list.objects().isEmpty {
            writeOperations(list, property, of: slot, sink)
        } else {
            references.append((slot, id))
        }
    }

    /// Appends the values of an object that count as set, of all properties or of some. Operations, and references to
    /// objects that do not exist yet, are left for separate lines.
    mutating func appendValues(
        of slot: Slot, _ only: Set<PropertyID>? = nil
    ) -> (operations: (PropertyID, Property, OperationList)?, later: [(slot: Slot, id: PropertyID)]) {
        var operations: (PropertyID, Property, OperationList)?
        var later: [(slot: Slot, id: PropertyID)] = []
        scene.tree.forEachSet(slot, .given) { id, property, value in
            if let only, !only.contains(id) { return }
            if case .operations(let list) = value {
                operations = (id, property, list)
                return
            }
            // The frame determines the corner that stays.
            if scene.isLayer(slot), id.raw <= LayerProperty.bounds.rawValue, let said = scene.layout.saidFrame(slot) {
                if id == LayerProperty.bounds.id {
                    if value.rect.origin != .zero {
                        append(.rect(Rect(value.rect.x, value.rect.y, 0, 0)), property)
                    }
                    append(.rect(said.frame), LayerProperty.schema[Int(LayerProperty.frame.rawValue)])
                    for (key, number) in [("position.x", said.x), ("position.y", said.y)] {
                        if let number { append(key, "\(number)") }
                    }
                }
                return
            }
            // Written by the line of the binding.
            if value == property.initial, scene.relations.isBound(slot, property.name) { return }
            if let reference = scene.styles.reference(slot, PropertyPath(id)) {
                return append(property.name, reference.text)
            }
            if scene.isLayer(slot), id == LayerProperty.theme.id || id == LayerProperty.style.id {
                return appendShared(value, property)
            }
            if follows(slot, id) { return later.append((slot, id)) }
            // It cannot be another one.
            if slot == Scene.main, id == OutputProperty.root.id { return }
            let targets = Self.objects(value)
            let slots = targets.compactMap(scene.slot)
            if slots.contains(where: isShared) { return }
            let isStyle = scene.rows[Int(slot)].kind == .style
            if property.bond != .loose || isStyle, !slots.isEmpty,
                isMarking || slots.allSatisfy({ written[Int($0)] })
            {
                // An animation must be complete on its line, because it begins with it.
                append(value, property)
            } else if !targets.isEmpty {
                later.append((slot, id))
            } else if !(scene.isLayer(slot) && scene.outputs.followsOutput(slot) && SceneOutputs.followsOutput(id)) {
                append(value, property)
            }
        }
        for (path, origin) in scene.styles.origins(of: slot) where origin.refersToVariables && !origin.isStyled {
            guard let part = path.part, only?.contains(path.id) ?? true else { continue }
            append(scene.kind(of: slot)[path.id].name + "." + part.name, origin.text)
        }
        return (operations, later)
    }

    /// True for the autoresizing of a layer whose frame refers to the size that constraints give its superlayer: it is
    /// set after them.
    private func follows(_ slot: Slot, _ id: PropertyID) -> Bool {
        let size = LayerProperty.autoresizingSize.id
        guard id == LayerProperty.autoresizingMask.id || id == size, scene.isLayer(slot),
            scene.layout.given(slot, size) != .none
        else { return false }
        let parent = scene.rows[Int(slot)].parent
        return parent > Scene.objectRoot && scene.constraints.claim(parent)
    }

    private mutating func writeOperations(
        _ list: OperationList, _ property: Property, of slot: Slot, _ sink: (ByteView) -> Void
    ) {
        for at in 0..<list.count {
            sheet.line.removeAll()
            sheet.line.append("draw ")
            scene.writeName(of: slot, to: &sheet.line)
            sheet.line.append(" ")
            ValueText.write(list[at], property, in: scene, to: &sheet.line)
            sink(sheet.line.bytes)
        }
    }

    static func objects(_ value: Value) -> [ObjectID] {
        switch value {
        case .object(let one): [one]
        case .objects(let many): many
        case .operations(let list): list.objects()
        default: []
        }
    }

    mutating func append(_ value: Value, _ property: Property) {
        sheet.line.append(" ")
        sheet.line.append(text: property.name)
        if property.isSecret, !showsSecrets, !property.isUnset(value) {
            sheet.line.append(":=")
            sheet.line.append(text: property.keepingExpression)
            return
        }
        sheet.line.append("=")
        sheet.text.removeAll()
        ValueText.write(value, property, in: scene, secrets: true, to: &sheet.text)
        WordQuoting.append(sheet.text.bytes, to: &sheet.line)
    }

    func append(_ name: String, _ text: String) {
        sheet.line.append(" ")
        sheet.line.append(text: name)
        sheet.line.append("=")
        WordQuoting.append(text, to: &sheet.line)
    }

    /// Appends a key; a text that would be parsed as another type is written as an expression.
    func append(key: String, _ value: Value) {
        sheet.line.append(" ")
        sheet.line.append(text: key)
        if case .string(let text) = value,
            Value(key: ByteView.with(text) { ExpressionValue(typing: $0) }) != value || text.isEmpty
        {
            sheet.line.append(":=")
            ByteView.with(text) { ExpressionLiteral.quote($0, to: &sheet.line) }
            return
        }
        sheet.line.append("=")
        sheet.text.removeAll()
        ValueText.write(key: value, to: &sheet.text)
        WordQuoting.append(sheet.text.bytes, to: &sheet.line)
    }

    /// The line that gives keys of a `data` object these values, and others none.
    package static func lines(
        setting values: [(key: String, value: Value)], _ gone: [String], of slot: Slot, in scene: Scene
    ) -> [UInt8] {
        let dump = SceneDump(scene, at: 0)
        dump.sheet.line.append("set ")
        scene.writeName(of: slot, to: &dump.sheet.line)
        for key in gone { dump.append(key, "") }
        for (key, value) in values { dump.append(key: key, value) }
        dump.sheet.line.append("\n")
        return dump.sheet.line.array
    }

    /// Appends the theme or the styles of a layer, except those that are left out.
    private mutating func appendShared(_ value: Value, _ property: Property) {
        let kept = Self.objects(value).filter { scene.slot(of: $0).map { !isShared($0) } ?? false }
        guard !kept.isEmpty || Self.objects(value).isEmpty else { return }
        if case .object = value { append(value, property) } else { append(.objects(kept), property) }
    }

    /// The line being written, in reused memory.
    final class Sheet {
        var line = ByteWriter()
        /// A value before quoting.
        var text = ByteWriter()
    }
}
