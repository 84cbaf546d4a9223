import Geometry
package import Scene
import SceneTables
package import Schema

/// Executes the verbs that only read, on a scene with up-to-date layouts.
package struct SceneReader {
    let scene: Scene
    /// Scene time, in seconds.
    private let time: Double
    /// Updates presentation values to the current time.
    let advance: () -> Void

    package init(_ scene: Scene, at time: Double = 0, advance: @escaping () -> Void = {}) {
        self.scene = scene
        self.time = time
        self.advance = advance
    }

    private struct Handler: VerbHandler {
        let words: any TypedCommand.Type
        let read: @Sendable (SceneReader, Command, inout JSONWriter) throws(SceneError) -> Void

        init<Words: TypedCommand>(
            _ read: @escaping @Sendable (SceneReader) -> (Words, inout JSONWriter) throws(SceneError) -> Void
        ) {
            words = Words.self
            self.read = { (reader, command, out) throws(SceneError) in try read(reader)(Words(command), &out) }
        }
    }

    /// The handlers of the verbs with the target `reader`.
    private static let handlers = VerbHandlers<Handler>(
        .reader,
        [
            .get: Handler(SceneReader.get), .list: Handler(SceneReader.list), .tree: Handler(SceneReader.tree),
            .dump: Handler(SceneReader.dump), .describe: Handler(SceneReader.describe),
            .measure: Handler(SceneReader.measure), .why: Handler(SceneReader.why),
        ])

    /// Writes the payload of a reading verb.
    package func read(_ command: Command, to out: inout JSONWriter) throws(SceneError) {
        scene.layout.layOut()
        try Self.handlers[command.verb].read(self, command, &out)
    }

    /// The object with this name. Throws `unknown-object` with the nearest name.
    private func object(_ name: ByteView) throws(SceneError) -> Slot {
        guard let slot = find(name) else { throw UnknownName.object(name, in: scene) }
        return slot
    }

    /// The object with this name, including dormant ones.
    private func find(_ name: ByteView) -> Slot? { scene.find(name) ?? scene.dormancy.find(name) }

    // MARK: get

    private func get(_ command: GetCommand, to out: inout JSONWriter) throws(SceneError) {
        let (name, words) = (command.target, command.words)
        // Most lines contain an id; this path needs no lists.
        if let slot = find(name) {
            let reading = try self.reading(words)
            try checkNames(words, of: slot)
            if reading == .presentation { advance() }
            return try write(words, of: slot, reading, to: &out)
        }
        guard SelectorMatch.isSelector(name, in: scene) else { throw UnknownName.object(name, in: scene) }
        let slots = try SelectorMatch(name, in: scene).slots()
        let reading = try self.reading(words)
        // Checked before anything is written: an error has no payload.
        var known: Set<KindID> = []
        for slot in slots {
            let id = scene.rows[Int(slot)].kind
            // Free keys belong to one object.
            if known.insert(id).inserted || scene.kinds[id].traits.contains(.hasFreeKeys) {
                try checkNames(words, of: slot)
            }
        }
        if reading == .presentation { advance() }
        out.beginObject()
        for slot in slots {
            out.key(text: scene.name(of: slot))
            try write(words, of: slot, reading, to: &out)
        }
        out.endObject()
    }

    /// The values to read. Throws `limit` for too many names.
    private func reading(_ words: WordList) throws(SceneError) -> Reading {
        var reading = Reading.model
        var names = 0
        for word in words {
            if word.isPositional {
                names += 1
                // Each is compared with the others.
                guard names <= Self.mostNames else {
                    throw SceneError(.limit, "get: at most \(Self.mostNames) names at a time")
                }
            } else {
                reading = Reading(rawValue: try word.choice(of: .get)) ?? .model
            }
        }
        return reading
    }

    /// Maximum number of names in one line.
    private static let mostNames = 1024

    /// Throws `unknown-property` for a name that the object does not have.
    private func checkNames(_ words: WordList, of slot: Slot) throws(SceneError) {
        let kind = scene.kind(of: slot)
        for word in words where word.isPositional { _ = try path(word.value, of: slot, kind) }
    }

    /// True when an earlier word is the same name.
    private static func isNamed(_ words: WordList, before at: Int) -> Bool {
        for other in 0..<at where words[other].isPositional && words[other].value == words[at].value { return true }
        return false
    }

    /// Writes one object as requested by the line; its names have been checked.
    private func write(
        _ words: WordList, of slot: Slot, _ reading: Reading, to out: inout JSONWriter
    ) throws(SceneError) {
        let kind = scene.kind(of: slot)
        var isWhole = true
        out.beginObject()
        for (at, word) in words.enumerated() where word.isPositional {
            isWhole = false
            let name = word.value
            if Self.isNamed(words, before: at) { continue }
            let path = try path(name, of: slot, kind)
            out.key(name)
            if reading == .text {
                writeText(path, name, of: slot, kind, to: &out)
            } else {
                write(path, name, of: slot, kind, shown: reading == .presentation, to: &out)
            }
        }
        if isWhole, reading == .text {
            writeTexts(slot, to: &out)
        } else if isWhole {
            writeStructure(slot, to: &out, sublayers: true)
            writeProperties(slot, shown: reading == .presentation, to: &out)
        }
        out.endObject()
    }

    /// The objects named or selected by a word.
    private func objects(_ name: ByteView) throws(SceneError) -> [Slot] {
        if let slot = find(name) { return [slot] }
        guard SelectorMatch.isSelector(name, in: scene) else { return [try object(name)] }
        return try SelectorMatch(name, in: scene).slots()
    }

    /// The meaning of a name for `get`; nil for one that is not a property. Throws `unknown-property`.
    func path(_ name: ByteView, of slot: Slot, _ kind: Kind) throws(SceneError) -> KeyPath? {
        if isStructural(name, kind) { return nil }
        let path = try KeyPath(name, of: kind)
        switch path {
        case .above, .below: throw UnknownName.property(name, of: kind)
        case .key(let key) where scene.variables.key(slot, key) == nil:
            if DataPath(key, of: slot, in: scene).value(scene) != nil { return path }
            throw UnknownName.property(name, of: kind, scene.variables.keys(of: slot).map(\.key))
        default: return path
        }
    }

    /// The values that `get` reads, according to its word `from`.
    private enum Reading: String {
        case model, presentation, text
    }

    /// Names that `get` reads besides properties.
    func isStructural(_ name: ByteView, _ kind: Kind) -> Bool {
        if kind.parameter(named: name) != nil { return false }
        if name == "kind" { return true }
        guard kind.family == .layer else { return false }
        return name == "parent" || name == "sublayers" || name == "index" || name == "visibleRect"
            || MotionName(name) != nil
    }

    func write(
        _ path: KeyPath?, _ name: ByteView, of slot: Slot, _ kind: Kind, shown: Bool, to out: inout JSONWriter
    ) {
        func value(_ id: PropertyID) -> Value {
            shown ? seen(scene.shown(slot, id), on: slot) : scene.value(slot, id)
        }
        switch path {
        case .property(let id):
            if !writeReference(slot, id, to: &out) { ValueText.writeJSON(value(id), kind[id], in: scene, to: &out) }
        case .key(let key):
            let value = scene.variables.key(slot, key) ?? DataPath(key, of: slot, in: scene).value(scene)
            ValueText.writeJSON(key: value ?? Value.none, to: &out)
        case .part(let id, let part):
            ValueText.writeJSON(part.read(value(id)), part.property, in: scene, to: &out)
        case .user(let key):
            if let value = scene.objects.user(slot, key) { out.string(text: value) } else { out.null() }
        case .index: out.number(Double(scene.tree.index(of: slot)))
        case .above, .below: out.null()
        case .parent: writeParent(slot, to: &out)
        case nil:
            if name == "kind" {
                out.string(text: kind.name)
            } else if name == "parent" {
                writeParent(slot, to: &out)
            } else if name == "index" {
                out.number(Double(scene.tree.index(of: slot)))
            } else if let motion = MotionName(name) {
                ValueText.writeJSON(motion.value(of: slot, in: scene), motion.property, in: scene, to: &out)
            } else if name == "visibleRect" {
                out.rect(scene.geometry.visibleRect(of: slot))
            } else {
                writeSublayers(slot, to: &out)
            }
        }
    }

    private func writeParent(_ slot: Slot, to out: inout JSONWriter) {
        let parent = scene.rows[Int(slot)].parent
        if parent > Scene.objectRoot { out.string(text: scene.name(of: parent)) } else { out.null() }
    }

    private func writeSublayers(_ slot: Slot, to out: inout JSONWriter) {
        out.beginArray()
        var at = scene.rows[Int(slot)].firstChild
        while at >= 0 {
            out.string(text: scene.name(of: at))
            at = scene.rows[Int(at)].next
        }
        out.endArray()
    }

    /// Writes `kind`, and for layers `parent` and `sublayers`.
    package func writeStructure(_ slot: Slot, to out: inout JSONWriter, sublayers: Bool) {
        out.key("kind")
        out.string(text: scene.kind(of: slot).name)
        guard scene.isLayer(slot) else { return }
        out.key("parent")
        writeParent(slot, to: &out)
        if sublayers {
            out.key("sublayers")
            writeSublayers(slot, to: &out)
        }
    }

    /// A presentation value; a path that follows bounds is resolved for the shown ones.
    private func seen(_ value: Value, on slot: Slot) -> Value {
        value.resolved(in: scene.shown(slot, LayerProperty.bounds.id).rect)
    }

    /// Every property that differs from its default, and the `user.` keys.
    package func writeProperties(_ slot: Slot, shown: Bool = false, isBrief: Bool = false, to out: inout JSONWriter) {
        scene.tree.forEachSet(slot, shown ? .shown : .model) { id, property, value in
            out.key(text: property.name)
            if writeReference(slot, id, to: &out) { return }
            let value = shown ? seen(value, on: slot) : value
            ValueText.writeJSON(value, property, in: scene, isBrief: isBrief, to: &out)
        }
        for (key, value) in scene.variables.keys(of: slot) {
            out.key(text: key)
            ValueText.writeJSON(key: value, to: &out)
        }
        for (key, value) in scene.objects.users(slot) {
            out.key(text: "user." + key)
            out.string(text: value)
        }
    }

    // MARK: list, tree

    private func list(_ command: ListCommand, to out: inout JSONWriter) throws(SceneError) {
        let selected = try command.selector.map(objects)
        var (kind, isOther): (KindID?, Bool) = (nil, false)
        if let name = command.kind {
            kind = scene.kinds.loaded(name.string)
            guard kind != nil || scene.kinds.promised.contains(name.string) else {
                throw UnknownName.kind(name, in: scene.kinds)
            }
            isOther = kind == nil
        }
        var (parent, style): (Slot?, Slot?)
        if let name = command.parent {
            // As in `create … parent=none`: detached layers.
            parent = name == "none" ? Scene.detachedRoot : try object(name)
        }
        if let name = command.style {
            guard let slot = scene.find(name) else { throw UnknownName.object(name, in: scene) }
            guard scene.rows[Int(slot)].kind == .style else {
                throw SceneError(.value, "list: \(ValueSyntax.quote(name)) is no style")
            }
            style = slot
        }
        out.beginArray()
        if !isOther {
            let users = style.map { Set(scene.styles.users(ofStyle: $0)) }
            let visit = { (slot: Slot, out: inout JSONWriter) in
                if let users, !users.contains(slot) { return }
                let own = self.scene.rows[Int(slot)].kind
                if kind == nil || (own == .dormantLayer ? .dormant : own) == kind {
                    out.string(text: self.scene.name(of: slot))
                }
            }
            if let selected {
                for slot in selected where parent == nil || scene.rows[Int(slot)].parent == parent { visit(slot, &out) }
            } else if let parent {
                scene.tree.forEachChild(parent) { visit($0, &out) }
            } else {
                scene.tree.forEachObject { visit($0, &out) }
            }
        }
        out.endArray()
    }

    private func tree(_ command: TreeCommand, to out: inout JSONWriter) throws(SceneError) {
        let top = try command.top.map(object) ?? Scene.root
        guard scene.isLayer(top) else { throw SceneError(.value, "\"\(scene.name(of: top))\" is no layer") }
        writeTree(top, command.depth?.levels ?? Int.max, to: &out)
    }

    /// Without recursion: clients control the nesting depth.
    private func writeTree(_ top: Slot, _ depth: Int, to out: inout JSONWriter) {
        var at = top
        var level = 0
        while true {
            let row = scene.rows[Int(at)]
            out.beginObject()
            out.key("id")
            out.string(text: scene.name(of: at))
            out.key("kind")
            out.string(text: scene.kinds[row.kind].name)
            out.key("frame")
            let frame = scene.geometry.frame(of: at)
            out.numbers(frame.x, frame.y, frame.width, frame.height)
            if row.extras >= 0 { writeAccessibility(at, to: &out) }
            out.key("sublayers")
            out.beginArray()
            if row.firstChild >= 0, level < depth {
                at = row.firstChild
                level += 1
                continue
            }
            out.endArray()
            out.endObject()
            while at != top, scene.rows[Int(at)].next < 0 {
                at = scene.rows[Int(at)].parent
                level -= 1
                out.endArray()
                out.endObject()
            }
            if at == top { return }
            at = scene.rows[Int(at)].next
        }
    }

    /// Role, label and value, if they are set.
    private func writeAccessibility(_ slot: Slot, to out: inout JSONWriter) {
        let said: [(StaticString, LayerProperty)] = [
            ("role", .accessibilityRole), ("label", .accessibilityLabel), ("value", .accessibilityValue),
        ]
        for (key, property) in said {
            guard let text = scene.rare(slot, property)?.string, !text.isEmpty else { continue }
            out.key(key)
            out.string(text: text)
        }
    }

    // MARK: dump

    private func dump(_ command: DumpCommand, to out: inout JSONWriter) throws(SceneError) {
        let top = try command.top.map(object)
        out.beginArray()
        var dump = SceneDump(scene, at: time, secrets: command.secrets)
        dump.write(top) { out.string($0) }
        out.endArray()
    }
}
