import Expressions
import Geometry
import Living
import Scene
import SceneTables
import Schema

/// `why`: the chain of causes of a value.
extension SceneReader {
    func why(_ command: WhyCommand, to out: inout JSONWriter) throws(SceneError) {
        let (slot, key) = try place(command.name)
        let kind = scene.kind(of: slot)
        let path = try path(key, of: slot, kind)
        advance()
        scene.layout.layOut()
        out.beginObject()
        out.key("value")
        write(path, key, of: slot, kind, shown: true, to: &out)
        out.key("because")
        out.beginArray()
        var chain = CauseChain(scene)
        switch path {
        case .property(let id): chain.tell(slot, id, nil, to: &out)
        case .part(let id, let part): chain.tell(slot, id, part, to: &out)
        case .key(let name): chain.tellKey(slot, name, to: &out)
        default: chain.tellObject(slot, key.string, to: &out)
        }
        out.endArray()
        out.endObject()
    }

    /// The object and the key that `ID.key` names: the longest id with the key behind it. Throws `syntax`, `unknown-object` and
    /// `unknown-property`.
    private func place(_ name: ByteView) throws(SceneError) -> (slot: Slot, key: ByteView) {
        var found: (slot: Slot, key: ByteView)?
        var last: Int?
        var end = name.count - 1
        while end > 0 {
            if name[end] == UInt8(ascii: "."), end + 1 < name.count {
                last = last ?? end
                if let slot = scene.find(name[0..<end]) {
                    let key = name[end + 1..<name.count]
                    if (try? path(key, of: slot, scene.kind(of: slot))) != nil { return (slot, key) }
                    if found == nil { found = (slot, key) }
                }
            }
            end -= 1
        }
        if let found { return found }
        guard let last else { throw SceneError(.syntax, "why: an object, a dot and a key are expected, as a.opacity") }
        throw UnknownName.object(name[0..<last], in: scene)
    }
}

/// Entries of `why`, the nearest cause first. Each object's property stands in it once.
private struct CauseChain {
    private let scene: Scene
    private var count = 0
    private var seen: Set<ObjectProperty> = []

    /// Entries of one chain.
    private static let most = 64

    init(_ scene: Scene) { self.scene = scene }

    /// The members of an entry besides its kind.
    private struct Entry {
        var kind: StaticString
        var id: Slot?
        /// In place of `id`: the name of an object that may be gone.
        var name = ""
        var key = ""
        var expression = ""
        var source: LineSource?
        var time: Double?
        /// The property, or the free key of `id`, of which the value is told.
        var value: Told?

        enum Told { case property(PropertyID, ValuePart?), key(Value) }
    }

    private var isFull: Bool { count >= Self.most }

    private mutating func append(_ entry: Entry, to out: inout JSONWriter) {
        if isFull { return }
        count += 1
        out.beginObject()
        out.key("kind")
        out.string(entry.kind)
        let name = entry.id.map { scene.name(of: $0) } ?? entry.name
        for (key, text) in [("id", name), ("key", entry.key), ("expression", entry.expression)]
            as [(StaticString, String)]
        where !text.isEmpty {
            out.key(key)
            out.string(text: text)
        }
        if let told = entry.value, let slot = entry.id {
            out.key("value")
            switch told {
            case .key(let value): ValueText.writeJSON(key: value, to: &out)
            case .property(let id, let part):
                let (value, kind) = (scene.shown(slot, id), scene.kind(of: slot))
                if let part {
                    ValueText.writeJSON(part.read(value), part.property, in: scene, to: &out)
                } else {
                    ValueText.writeJSON(value, kind[id], in: scene, to: &out)
                }
            }
        }
        if let source = entry.source {
            out.key("file")
            out.string(text: source.file)
            out.key("line")
            out.number(source.line)
        }
        if let time = entry.time {
            out.key("time")
            out.number(time)
        }
        out.endObject()
    }

    // MARK: Properties

    /// The causes of a property's value, or of a part of it.
    mutating func tell(_ slot: Slot, _ id: PropertyID, _ part: ValuePart?, to out: inout JSONWriter) {
        guard !isFull, seen.insert(ObjectProperty(slot: slot, id: id)).inserted else { return }
        let property = scene.kind(of: slot)[id]
        if scene.isLayer(slot), id == LayerProperty.frame.id {
            tell(slot, LayerProperty.position.id, nil, to: &out)
            return tell(slot, LayerProperty.bounds.id, nil, to: &out)
        }
        if let whole = property.standsFor { return tell(slot, whole.id, whole.part, to: &out) }
        tellAnimations(slot, id, to: &out)
        if tellBinding(slot, id, part, to: &out) || tellLayout(slot, id, to: &out) || tellOrigin(slot, id, to: &out) {
            return
        }
        if tellRow(slot, id, property, to: &out) { return }
        guard scene.styles.isGiven(slot, id) else { return append(Entry(kind: "default"), to: &out) }
        tellCause(slot, scene.causes.cause(scene.id(of: slot), id), property.name, .property(id, part), to: &out)
    }

    /// Writes the author of a value or an object.
    private mutating func tellCause(
        _ slot: Slot, _ cause: SaidCauses.Cause?, _ key: String, _ value: Entry.Told?, to out: inout JSONWriter
    ) {
        var entry = Entry(kind: "set", id: slot, key: key, value: value)
        (entry.source, entry.time) = (cause?.source, cause?.time)
        switch cause?.actor {
        case .reaction(let name, let layer, let event, let isInput):
            (entry.kind, entry.id, entry.name, entry.value) = ("reaction", nil, name, nil)
            entry.source = source(of: name)
            append(entry, to: &out)
            guard isInput else { return }
            return append(Entry(kind: "input", name: layer, key: event, time: cause?.time), to: &out)
        case .timer(let name):
            (entry.kind, entry.id, entry.name, entry.value) = ("timer", nil, name, nil)
            entry.source = source(of: name)
        case .focus(let layer):
            (entry.kind, entry.id, entry.name, entry.key, entry.value) = ("input", nil, layer, "focus", nil)
        case .undo: entry.kind = "undo"
        case .client, nil: break
        }
        append(entry, to: &out)
    }

    private func source(of name: String) -> LineSource? {
        scene.find(name).flatMap { scene.lineSources[scene.id(of: $0)] }
    }

    /// Animations that cover the value now.
    private mutating func tellAnimations(_ slot: Slot, _ id: PropertyID, to out: inout JSONWriter) {
        guard scene.presentation.isCovered(slot, id) else { return }
        let kind = scene.kind(of: slot)
        for animation in scene.relations.attached(to: slot)
        where scene.kind(of: animation).family == .animation {
            let key = scene.value(animation, AnimationProperty.property.id).string
            guard kind.path(animated: key)?.id == id else { continue }
            append(Entry(kind: "animation", id: animation, key: key), to: &out)
        }
    }

    /// True when a binding sets the property: it, and what it reads, are told.
    private mutating func tellBinding(
        _ slot: Slot, _ id: PropertyID, _ part: ValuePart?, to out: inout JSONWriter
    ) -> Bool {
        let kind = scene.kind(of: slot)
        var isBound = false
        for binding in scene.relations.bindings(of: slot) {
            let key = scene.value(binding, BindingProperty.property.id).string
            guard let path = ByteView.with(key, { PropertyPath($0, of: kind) }), path.id == id,
                part == nil || path.part == nil || path.part == part
            else { continue }
            isBound = true
            let text = scene.value(binding, BindingProperty.value.id).string
            append(
                Entry(
                    kind: "binding", id: binding, key: key, expression: text,
                    source: scene.lineSources[scene.id(of: binding)]), to: &out)
            tellReferences(of: text, for: slot, to: &out)
        }
        return isBound
    }

    /// True when a layout, or constraints, found the value.
    private mutating func tellLayout(_ slot: Slot, _ id: PropertyID, to out: inout JSONWriter) -> Bool {
        guard scene.isLayer(slot), id == LayerProperty.position.id || id == LayerProperty.bounds.id else {
            return false
        }
        let placing = scene.constraints.placing(slot)
        for constraint in placing {
            append(
                Entry(
                    kind: "constraint", id: constraint, source: scene.lineSources[scene.id(of: constraint)]), to: &out)
        }
        if !placing.isEmpty { return true }
        let parent = scene.rows[Int(slot)].parent
        let isArranged = parent > Scene.objectRoot && scene.kind(of: parent).arrangesSublayers
        let hugs = id == LayerProperty.bounds.id && scene.layout.hasOwnSize(slot)
        guard isArranged || hugs else { return false }
        append(Entry(kind: "layout", id: isArranged ? parent : slot), to: &out)
        return true
    }

    /// True for a value that a style gave, or that refers to variables.
    private mutating func tellOrigin(_ slot: Slot, _ id: PropertyID, to out: inout JSONWriter) -> Bool {
        let origins = scene.styles.origins(of: slot).filter {
            $0.path.id == id && ($0.origin.isStyled || $0.origin.refersToVariables)
        }
        for (path, origin) in origins {
            let key = scene.kind(of: slot)[path.id].name
            if case .style(let style) = origin.source, let at = scene.slot(of: style) {
                let isState = scene.value(at, StyleProperty.state.id) != .choices(0)
                let source = scene.kind(of: at).property(named: key).flatMap { scene.causes.cause(style, $0)?.source }
                append(
                    Entry(
                        kind: isState ? "state" : "style", id: at, key: key, expression: origin.text, source: source),
                    to: &out)
            }
            for name in origin.variables { tellVariable(name, for: slot, to: &out) }
        }
        return !origins.isEmpty
    }

    /// True for a parameter of a row, which the list gave.
    private mutating func tellRow(
        _ slot: Slot, _ id: PropertyID, _ property: Property, to out: inout JSONWriter
    ) -> Bool {
        guard scene.isLayer(slot), id > Kind.componentScope, scene.lists.isRow(slot) else { return false }
        let list = scene.rows[Int(slot)].parent
        tellName(scene.value(list, EachProperty.list.id).string, for: list, to: &out)
        return true
    }

    // MARK: What expressions read

    private mutating func tellReferences(of text: String, for slot: Slot, to out: inout JSONWriter) {
        guard let expression = ByteView.with(text, { try? Expression($0, scene.functions) }) else { return }
        for reference in expression.references {
            switch reference.kind {
            case .variable: tellVariable(reference.name, for: slot, to: &out)
            case .name, .presentation, .part: tellName(reference.name, for: slot, to: &out)
            case .object: continue
            }
        }
    }

    /// The causes of what a name in an expression of the object stands for: a property of an object, a parameter, a key of data.
    private mutating func tellName(_ name: String, for slot: Slot, to out: inout JSONWriter) {
        let owner = scene.components.isInstance(slot) ? slot : scene.components.owner(of: slot)
        let parent = scene.rows[Int(slot)].parent
        let parts = name.split(separator: ".", omittingEmptySubsequences: false).map { String($0) }
        // The object's own property, and its component's parameter, come before ids.
        for object in [slot, owner].compactMap({ $0 }) {
            if tell(object, name, to: &out) { return }
        }
        for end in stride(from: parts.count - 1, to: 0, by: -1) {
            let (head, rest) = (parts[..<end].joined(separator: "."), parts[end...].joined(separator: "."))
            let object: Slot? =
                switch head {
                case "self": owner ?? slot
                case "parent": parent > Scene.objectRoot ? parent : nil
                default: scene.find(head) ?? owner.flatMap { scene.find(scene.name(of: $0) + head) }
                }
            if let object, tell(object, rest, to: &out) { return }
        }
    }

    /// False when the object has no such property and no such key.
    private mutating func tell(_ slot: Slot, _ key: String, to out: inout JSONWriter) -> Bool {
        let kind = scene.kind(of: slot)
        if let path = ByteView.with(key, { PropertyPath($0, of: kind) }) {
            tell(slot, path.id, path.part, to: &out)
            return true
        }
        guard kind.hasFreeKeys else { return false }
        // The key, or a place in its value.
        var end = key.endIndex
        while true {
            let name = String(key[..<end])
            if scene.variables.key(slot, name) != nil {
                tellKey(slot, name, to: &out)
                return true
            }
            guard let dot = key[..<end].lastIndex(of: ".") else { return false }
            end = dot
        }
    }

    /// A key of data, and the source that feeds it; or a variable of a theme.
    mutating func tellKey(_ slot: Slot, _ key: String, to out: inout JSONWriter) {
        let value = scene.variables.key(slot, key).map { Entry.Told.key($0) }
        let kind = scene.kind(of: slot)
        if kind.name == "theme" { return append(Entry(kind: "theme", id: slot, key: key, value: value), to: &out) }
        append(Entry(kind: "data", id: slot, key: key, value: value), to: &out)
        if let source = kind.property(named: "source"), case .string(let text) = scene.value(slot, source),
            !text.isEmpty
        {
            append(Entry(kind: "source", id: slot, expression: text), to: &out)
        }
    }

    /// A variable, and the theme or the parameter of which it has its value.
    private mutating func tellVariable(_ name: String, for slot: Slot, to out: inout JSONWriter) {
        append(Entry(kind: "variable", key: name), to: &out)
        var at = slot
        while at > Scene.objectRoot, scene.isLayer(at) {
            if scene.components.isInstance(at),
                let id = ByteView.with(name, { scene.kind(of: at).parameter(named: $0) })
            {
                return tell(at, id, nil, to: &out)
            }
            if let theme = scene.variables.theme(of: at), scene.variables.key(theme, name) != nil {
                return tellKey(theme, name, to: &out)
            }
            at = scene.rows[Int(at)].parent
        }
        guard let theme = scene.find("default"), scene.variables.key(theme, name) != nil else { return }
        tellKey(theme, name, to: &out)
    }

    /// Writes the author of an object, for keys that are no properties of its kind.
    mutating func tellObject(_ slot: Slot, _ key: String, to out: inout JSONWriter) {
        tellCause(slot, scene.causes.cause(scene.id(of: slot), Kind.componentScope), key, nil, to: &out)
    }
}
