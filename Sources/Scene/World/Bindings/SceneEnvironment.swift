import Expressions
import Geometry
import LineProtocol
import Living
import Scene
import SceneTables
import Schema

/// Resolves names in a line's expression: the event's fields, properties of the object being set, other objects.
struct SceneEnvironment: ExpressionEnvironment {
    private let world: World
    /// The object being set; nil for a new object, whose properties have their defaults.
    private let slot: Slot?
    private let kind: Kind
    /// The property being set; `old` is its value.
    private let key: String
    private let parent: Slot?
    /// The event whose fields are names.
    private let event: ReactionEvent?
    /// The theme of a new object.
    var theme: Slot?

    private var scene: Scene { world.scene }

    init(
        _ world: World, _ slot: Slot?, _ kind: Kind, _ key: ByteView, parent: Slot?, event: ReactionEvent?,
        _ work: ComputeBudget? = nil
    ) {
        self.world = world
        self.slot = slot
        self.kind = kind
        // Dots also access list items: `items[1]`.
        self.key =
            key.contains("[") ? String(key.string.compactMap { $0 == "[" ? "." : $0 == "]" ? nil : $0 }) : key.string
        self.parent = parent
        self.event = event
        self.work = work ?? world.work
        suggests = work == nil
    }

    func random() -> Double { world.random() }

    var wallTime: Double { world.clock.wallTime }
    let work: ComputeBudget
    /// True when errors suggest similar names. That visits all names: use it for lines, which fail once, not for
    /// bindings.
    private let suggests: Bool

    mutating func value(of reference: ExpressionReference) throws(ExpressionError) -> ExpressionValue {
        switch reference.kind {
        case .variable:
            guard let value = variable(reference.name) else {
                throw ExpressionError(.unknownVariable, "unknown variable \"\(reference.name)\"")
            }
            return ExpressionValue(stored: value)
        case .presentation:
            if scene.transaction.isInTransaction { scene.layout.layOut() } else { world.advance() }
            return try named(reference.name, shown: true)
        default: return try named(reference.name, shown: false)
        }
    }

    // MARK: - Objects

    func exists(_ object: ExpressionObject) -> Bool { find(object) != nil }

    func index(of object: ExpressionObject) throws(ExpressionError) -> Int {
        let slot = try slot(of: object)
        guard scene.isLayer(slot) else { throw ExpressionError(.value, "\"\(object.name)\" is no layer") }
        return scene.tree.index(of: slot)
    }

    func has(_ object: ExpressionObject, style: String) throws(ExpressionError) -> Bool {
        let slot = try slot(of: object)
        guard let style = scene.find(style) else { throw unknownObject(style) }
        return scene.isLayer(slot) && world.styler.inForce(slot).contains(scene.id(of: style))
    }

    /// The value of a variable for the object being set; from the theme `default` for objects outside of the tree.
    private func variable(_ name: String) -> Value? {
        if let theme, let value = scene.variables.key(theme, name) { return value }
        if let slot { return scene.variables.variable(name, for: scene.isLayer(slot) ? slot : actor) }
        return scene.variables.variable(name, for: parent)
    }

    func count(_ selector: Selector) throws(ExpressionError) -> Int {
        do throws(SceneError) { return try world.matches.count(selector, self: actor, in: scene, work) } catch {
            throw ExpressionError(error)
        }
    }

    /// The layer with the reaction, otherwise the object being set.
    private var actor: Slot? { (scene.components.lineOwner ?? event?.layer).flatMap { scene.slot(of: $0) } ?? slot }

    /// The instance whose component's lines are run.
    private var owner: Slot? { scene.components.lineOwner.flatMap { scene.slot(of: $0) } }

    /// A field of the `repeat` round or of the event. Not available in lines that create parts.
    private func field(_ name: ByteView) -> ExpressionValue? {
        if let value = world.context.round?.field(name) { return value }
        return world.context.making == nil ? event?.field(name, in: scene) : nil
    }

    private func find(_ object: ExpressionObject) -> Slot? {
        switch object.name {
        case "self": actor
        case "parent": parent
        default: scene.find(object.name)
        }
    }

    private func slot(of object: ExpressionObject) throws(ExpressionError) -> Slot {
        guard let found = find(object) else { throw unknownObject(object.name) }
        return found
    }

    private func unknownObject(_ name: String) -> ExpressionError {
        guard suggests else {
            return ExpressionError(
                .unknownObject, "unknown object \(ByteView.with(name) { ValueSyntax.quote($0) })")
        }
        return ExpressionError(ByteView.with(name) { UnknownName.object($0, in: scene) })
    }

    // MARK: - Names

    private func named(_ name: String, shown: Bool) throws(ExpressionError) -> ExpressionValue {
        try ByteView.with(name) { (view) throws(ExpressionError) in
            switch ResolvedName(view, in: self) {
            case .field(let field, let part):
                return try member(self.field(view[field]) ?? .none, view[part])
            case .parameter(let name, let part):
                guard let owner else { throw unknownObject(view[name].string) }
                return try member(try property(view[name], of: owner, shown), view[part])
            case .old(let part):
                return try member(
                    try ByteView.with(key, { (key) throws(ExpressionError) in try own(key, shown) }), view[part])
            case .own(let path): return try own(view[path], shown)
            case .selfProperty(let path):
                if let actor { return try property(view[path], of: actor, shown) }
                return try own(view[path], shown)
            case .parentProperty(let path):
                guard let parent else { throw unknownObject("parent") }
                return try property(view[path], of: parent, shown)
            case .rootProperty(let path): return try property(view[path], of: Scene.root, shown)
            case .property(let object, let path):
                guard let slot = scene.find(view[object]) else { throw unknownObject(view[object].string) }
                return try property(view[path], of: slot, shown)
            case .object(let object):
                guard !(view[object] == "parent") || parent != nil else { throw unknownObject("parent") }
                throw ExpressionError(
                    .value, "\(ValueSyntax.quote(view[object])) is an object and no value; one of its properties is")
            case .time: return .number(world.time)
            case .wall: return .number(wallTime)
            case .unknown(let object): throw unknownObject(view[object].string)
            }
        }
    }

    private func member(_ value: ExpressionValue, _ path: ByteView) throws(ExpressionError) -> ExpressionValue {
        guard !path.isEmpty else { return value }
        guard let part = try value.member(path, work) else {
            throw ExpressionError(.unknownProperty, "\(value.type.name) has no part \(ValueSyntax.quote(path))")
        }
        return part
    }

    /// A property of the object being set.
    private func own(_ path: ByteView, _ shown: Bool) throws(ExpressionError) -> ExpressionValue {
        if let slot { return try property(path, of: slot, shown) }
        if path.count > 5, path[0..<5] == "user." { return .none }
        if kind.hasFreeKeys { return .none }
        guard let found = PropertyPath(path, of: kind) else { throw unknownProperty(path, kind) }
        let property = kind[found.id]
        let initial = property.isParameter ? property.unset ?? .none : property.initial
        return ExpressionValue(found.read(initial), found.property(of: kind), in: scene)
    }

    /// A property of any object, including `user.` keys and `parent`.
    private func property(_ path: ByteView, of slot: Slot, _ shown: Bool) throws(ExpressionError) -> ExpressionValue {
        let kind = scene.kind(of: slot)
        if path.count > 5, path[0..<5] == "user." {
            return scene.objects.user(slot, path[5..<path.count].string).map { .text($0) } ?? .none
        }
        if let found = PropertyPath(path, of: kind) {
            let whole = shown ? scene.shown(slot, found.id) : scene.value(slot, found.id)
            let (value, property) = (found.read(whole), found.property(of: kind))
            if let list = try world.styler.documents.value(of: value, property, work) { return list }
            return ExpressionValue(value, property, in: scene)
        }
        if path == "kind" { return .text(kind.name) }
        if kind.hasFreeKeys, let value = try key(path, of: slot) { return value }
        if path == "index", scene.isLayer(slot) { return .number(Double(scene.tree.index(of: slot))) }
        if scene.isLayer(slot), let motion = MotionName(path) {
            return ExpressionValue(motion.value(of: slot, in: scene), motion.property, in: scene)
        }
        if path.count > 7, path[0..<7] == "parent.", scene.isLayer(slot) {
            let parent = scene.rows[Int(slot)].parent
            guard parent > Scene.objectRoot else { throw unknownObject("parent") }
            return try property(path[7..<path.count], of: parent, shown)
        }
        throw unknownProperty(path, kind)
    }

    /// A key of an object, or a part of its value; the longest matching key is used.
    private func key(_ path: ByteView, of slot: Slot) throws(ExpressionError) -> ExpressionValue? {
        var end = path.count
        while end > 0 {
            if let value = scene.variables.key(slot, path[0..<end].string) {
                let whole = ExpressionValue(stored: value)
                if end == path.count { return whole }
                if let part = try whole.member(path[end + 1..<path.count], work) { return part }
            }
            end -= 1
            while end > 0, path[end] != UInt8(ascii: ".") { end -= 1 }
        }
        return nil
    }

    private func unknownProperty(_ path: ByteView, _ kind: Kind) -> ExpressionError {
        guard suggests else {
            return ExpressionError(.unknownProperty, "unknown property \(ValueSyntax.quote(path))")
        }
        return ExpressionError(UnknownName.property(path, of: kind))
    }
}

extension SceneEnvironment: NameScope {
    func hasField(_ name: ByteView) -> Bool { field(name) != nil }

    func hasParameter(_ name: ByteView) -> Bool {
        owner.map { scene.kind(of: $0).parameter(named: name) != nil } ?? false
    }

    func hasOwnProperty(_ path: ByteView) -> Bool {
        (path.count > 5 && path[0..<5] == "user.") || PropertyPath(path, of: kind) != nil
            || kind.hasFreeKeys && slot.map { hasKey(path, of: $0) } ?? false
    }

    /// True when the key exists, also when reading its part would exceed the budget: reading reports that.
    private func hasKey(_ path: ByteView, of slot: Slot) -> Bool {
        do throws(ExpressionError) { return try key(path, of: slot) != nil } catch { return true }
    }

    func hasObject(_ id: ByteView) -> Bool { scene.find(id) != nil }

    func hasProperty(_ path: ByteView, of id: ByteView) -> Bool {
        guard let slot = scene.find(id) else { return false }
        let isOfLayers =
            path == "index" || (path.count > 7 && path[0..<7] == "parent.") || MotionName(path) != nil
        return (path.count > 5 && path[0..<5] == "user.") || path == "kind" || (isOfLayers && scene.isLayer(slot))
            || PropertyPath(path, of: scene.kind(of: slot)) != nil
            || scene.kind(of: slot).hasFreeKeys && hasKey(path, of: slot)
    }
}

extension ExpressionValue {
    /// The value of a property as an expression value; nil for types that are literals in expressions.
    init?(plain value: Value) {
        switch value {
        case .number(let n) where n.isFinite: self = .number(n)
        case .boolean(let b): self = .boolean(b)
        case .point(let p): self = .point(p)
        case .size(let s): self = .size(s)
        case .rect(let r): self = .rect(r)
        case .color(let c): self = .color(c)
        case .string(let s): self = .text(s)
        default: return nil
        }
    }

    /// A property's value. Types that expressions lack become their literal as text.
    init(_ value: Value, _ property: Property, in scene: Scene) {
        let value = property.readable(value)
        if let plain = ExpressionValue(plain: value) {
            self = plain
            return
        }
        switch value {
        case .numbers(let list): self = .items(list.map { .number($0) })
        case .colors(let list): self = .items(list.map { .color($0) })
        case .list(let list) where property.type == .rects: self = .items(list.map { .rect($0.rect) })
        case .object(let id): self = scene.slot(of: id).map { .text(scene.name(of: $0)) } ?? .none
        case .objects(let ids):
            self = .items(ids.compactMap { id in scene.slot(of: id).map { .text(scene.name(of: $0)) } })
        case .none: self = .none
        default:
            var out = ByteWriter()
            ValueText.write(value, property, in: scene, to: &out)
            self = .text(out.string)
        }
    }
}
