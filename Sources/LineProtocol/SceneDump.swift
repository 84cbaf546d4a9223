import Expressions
package import Geometry
package import Scene

/// The lines that make a scene, or a part of it, again.
///
/// Parents before children and siblings in order, so that no line needs an index. References to other objects follow at the
/// end, when everything that they name is there. Pixels shared by a client are left out.
package struct SceneDump {
    let scene: Scene
    let sheet = Sheet()
    var references: [(slot: Slot, id: PropertyID)] = []
    var bindings: [Slot] = []
    /// Objects that instances and lists make, and instances, of which something may be altered.
    var made: [Slot] = []
    /// References and bindings of parts, with their instances.
    var insideReferences: [(slot: Slot, id: PropertyID, instance: Slot)] = []
    var insideBindings: [(slot: Slot, instance: Slot)] = []
    /// By slot.
    var written: [Bool]
    /// Dormant objects whose lines come behind the objects that have their names.
    private var contested: [Slot] = []
    private var leftOut: Set<Slot> = []
    /// All of the scene is written, with the files that it uses.
    private var isWhole = false
    /// Lines are made for their marks, which do not depend on the lines before.
    private var isMarking = false
    /// Scene time, from which the time that timers have left counts.
    let time: Double
    /// Secrets are written as they are; else the lines keep those that there are.
    let showsSecrets: Bool

    /// `time`: scene time. `without`: objects that are left out, with all below them and all that goes with them. `secrets`: those are
    /// written too.
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

    /// Hands every line to `sink`: of the whole scene, or of one object, everything below it, and the masks and images that
    /// these have.
    package mutating func write(_ top: Slot?, _ sink: (ByteView) -> Void) {
        if let top {
            writeTree(top, sink)
            // Masks may have masks: the list grows while it is walked.
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
            writeObject(Scene.main, sink)
            // What files bring is there before it is changed.
            let dormant = dormantLines()
            writeFiles(dormant[.files] ?? [], sink)
            // Whatever refers to them finds them.
            var shared: [Slot] = []
            let alsoShared = Set(dormant[.shared] ?? [])
            scene.tree.forEachChild(Scene.shelf) {
                if isReferredTo($0) && !isShared($0) || alsoShared.contains($0) { shared.append($0) }
            }
            // A style may name a theme, whichever was made first.
            let themes = shared.filter { scene.rows[Int($0)].kind == .theme }
            for slot in themes + shared.filter({ !themes.contains($0) }) {
                let mark = scene.components.brought[scene.id(of: slot)]
                if mark == nil || mark != self.mark(of: slot) { writeObject(slot, sink) }
            }
            writeDefinitions(sink)
            writeLines(of: dormant[.definitions], sink)
            writeTree(Scene.root, sink)
            var tops: [Slot] = []
            scene.tree.forEachChild(Scene.limbo) { tops.append($0) }
            for top in tops { writeTree(top, sink) }
            writeParts(sink)
            tops = []
            let elsewhere = Set(dormant.filter { $0.key != .objects }.values.joined())
            scene.tree.forEachChild(Scene.shelf) {
                if !Scene.isFixed($0), !isShared($0), !isReferredTo($0), !isMade($0), !elsewhere.contains($0) {
                    tops.append($0)
                }
            }
            for top in tops { writeTree(top, sink) }
            writeLines(of: contested, sink)
            writeReferences(sink, dormant)
            return writeFocus(sink)
        }
        writeReferences(sink)
    }

    /// The layer that keys go to, when everything is there.
    private func writeFocus(_ sink: (ByteView) -> Void) {
        guard let slot = scene.focus.flatMap(scene.slot), !leftOut.contains(slot) else { return }
        sheet.line.removeAll()
        sheet.line.append("focus ")
        scene.writeName(of: slot, to: &sheet.line)
        sink(sheet.line.bytes)
    }

    /// Dormant objects on the shelf, by the part of the dump in which their lines stand.
    private func dormantLines() -> [DormantLine.Stage: [Slot]] {
        guard scene.dormancy.mayExist else { return [:] }
        var found: [DormantLine.Stage: [Slot]] = [:]
        scene.tree.forEachChild(Scene.shelf) { slot in
            guard scene.dormancy.isDormant(slot), !leftOut.contains(slot) else { return }
            found[DormantLine(scene.dormancy.line(of: slot)).stage, default: []].append(slot)
        }
        return found
    }

    /// True for a dormant object whose lines would make an object with a name that another one has.
    private func isContested(_ slot: Slot) -> Bool {
        guard let name = DormantLine(scene.dormancy.line(of: slot)).name else { return false }
        return scene.find(name) != nil
    }

    func writeLines(of dormant: [Slot]?, _ sink: (ByteView) -> Void) {
        for slot in dormant ?? [] {
            for line in scene.dormancy.line(of: slot).split(separator: "\n") { ByteView.with(String(line), sink) }
        }
    }

    /// What refers to others, when they are there, and bindings.
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

    /// The line of one object of those that layers refer to.
    package mutating func write(object slot: Slot, _ sink: (ByteView) -> Void) { writeObject(slot, sink) }

    /// Marks of the present state of objects that files brought.
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

    /// A part, which its instance makes, or an object that a file of `use` brings.
    func isMade(_ slot: Slot) -> Bool {
        scene.components.isPart(slot) || scene.lists.isRow(slot)
            || scene.components.brought[scene.id(of: slot)] != nil
    }

    /// Variables, styles and data: they come before layers.
    private func isReferredTo(_ slot: Slot) -> Bool {
        [.theme, .style, .data].contains(scene.rows[Int(slot)].kind)
    }

    /// A detached layer, or no layer.
    private func standsAlone(_ slot: Slot) -> Bool {
        scene.isLayer(slot) ? scene.rows[Int(slot)].parent == Scene.limbo : !Scene.isFixed(slot)
    }

    /// No line can make it again: it is shared by a client at this moment.
    func isShared(_ slot: Slot) -> Bool {
        scene.kind(of: slot).takesDescriptor || leftOut.contains(slot)
    }

    /// The animations of the written objects, and the groups that hold nothing else.
    private mutating func writeAnimations(_ sink: (ByteView) -> Void) {
        // A transition has two layers.
        let moving = Set(written.indices.filter { written[$0] }.flatMap { scene.relations.attached(to: Slot($0)) })
            .filter { scene.relations.namedObjects(by: $0).allSatisfy { written[Int($0)] } }
        var kept: [Slot] = []
        scene.tree.forEachChild(Scene.shelf) { slot in
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
            // Before the object that has its name, the line would make one.
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
                if parent == Scene.limbo {
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
            // A line that relates layers which are not together is refused; one that says it is active again is not.
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

    /// Appends the values of an object that count as set, of all its properties or of some. What is to stand on lines of its own:
    /// operations, and references to what is not there yet.
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
            // The corner that stays is said by the frame.
            if scene.isLayer(slot), id.raw <= LayerProperty.bounds.rawValue, let frame = scene.layout.saidFrame(slot) {
                if id == LayerProperty.bounds.id {
                    if value.rect.origin != .zero {
                        append(.rect(Rect(value.rect.x, value.rect.y, 0, 0)), property)
                    }
                    append(.rect(frame), LayerProperty.schema[Int(LayerProperty.frame.rawValue)])
                }
                return
            }
            // The line of the binding says it.
            if value == property.initial, scene.relations.isBound(slot, property.name) { return }
            if let reference = scene.styles.reference(slot, PropertyPath(id)) {
                return append(property.name, reference.text)
            }
            if scene.isLayer(slot), id == LayerProperty.theme.id || id == LayerProperty.style.id {
                return appendShared(value, property)
            }
            if follows(slot, id) { return later.append((slot, id)) }
            // It can be no other.
            if slot == Scene.main, id == OutputProperty.root.id { return }
            let targets = Self.objects(value)
            let slots = targets.compactMap(scene.slot)
            if slots.contains(where: isShared) { return }
            let isStyle = scene.rows[Int(slot)].kind == .style
            if property.bond != .loose || isStyle, !slots.isEmpty,
                isMarking || slots.allSatisfy({ written[Int($0)] })
            {
                // An animation is whole, and begins, with its line.
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

    /// True for the autoresizing of a layer whose frame is for the size that constraints give its superlayer: it is set behind them.
    private func follows(_ slot: Slot, _ id: PropertyID) -> Bool {
        let size = LayerProperty.autoresizingSize.id
        guard id == LayerProperty.autoresizingMask.id || id == size, scene.isLayer(slot),
            scene.layout.given(slot, size) != .none
        else { return false }
        let parent = scene.rows[Int(slot)].parent
        return parent > Scene.shelf && scene.constraints.claim(parent)
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

    /// A key; a text that would be typed otherwise is written as an expression.
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

    /// The theme or the styles of a layer, but for those that are left out.
    private mutating func appendShared(_ value: Value, _ property: Property) {
        let kept = Self.objects(value).filter { scene.slot(of: $0).map { !isShared($0) } ?? false }
        guard !kept.isEmpty || Self.objects(value).isEmpty else { return }
        if case .object = value { append(value, property) } else { append(.objects(kept), property) }
    }

    /// The line being written; its memory is used again for every line.
    final class Sheet {
        var line = ByteWriter()
        /// A value, before it is quoted.
        var text = ByteWriter()
    }
}
