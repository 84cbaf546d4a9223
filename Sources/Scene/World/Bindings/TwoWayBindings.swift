import Expressions
import Geometry
import LineProtocol
import Living
import Scene
import SceneTables
import Schema

/// Bindings `key<=>path`: the key follows the path like in every binding, and values set for the key are also set at
/// the path within the same change.
struct TwoWayBindings {
    private let world: World
    private var scene: Scene { world.scene }

    init(_ world: World) { self.world = world }

    /// The target of a path.
    struct Source {
        var slot: Slot
        var key: String
    }

    /// Sets values that were set in an object at the paths of its two-way bindings.
    func follow(_ slot: Slot, _ words: PropertyWords, by principal: Principal) throws(SceneError) {
        var touched: Set<PropertyID>?
        for binding in scene.relations.twoWayBindings(of: slot) {
            let kind = scene.kind(of: slot)
            let paths = touched ?? Set(words.paths(kind).map(\.id))
            touched = paths
            let key = scene.value(binding, BindingProperty.property.id).string
            let isTouched =
                key.hasPrefix("user.")
                ? words.userKeys.contains(String(key.dropFirst(5)))
                : ByteView.with(key) { PropertyPath(animated: $0, of: kind) }.map { paths.contains($0.id) } ?? false
            if isTouched { try push(binding, of: slot, key, by: principal) }
        }
    }

    private func push(_ binding: Slot, of slot: Slot, _ key: String, by principal: Principal) throws(SceneError) {
        let outer = scene.components.lineOwner
        scene.components.lineOwner = scene.components.owner(of: binding).map { scene.id(of: $0) }
        defer { scene.components.lineOwner = outer }
        let path = scene.value(binding, BindingProperty.value.id).string
        let source = try source(path, for: slot, key)
        if let scope = scene.value(binding, BindingProperty.scope.id).object {
            try Access.subtree(scope).check(source.slot, in: scene)
        }
        let value = try value(key, of: slot)
        if value == (try? self.value(source.key, of: source.slot)) { return }
        let words = PropertyWords()
        let kind = scene.kind(of: source.slot)
        try ByteView.with(source.key) { (key) throws(SceneError) in
            try words.read(Word(key: key, value: key, offset: 0), computed: value, kind: kind, scene: scene)
        }
        try world.objectVerbs.changeObject(source.slot, words, by: principal)
    }

    private func value(_ key: String, of slot: Slot) throws(SceneError) -> ExpressionValue {
        let parent = scene.rows[Int(slot)].parent
        return try ByteView.with("self." + key) { (path) throws(SceneError) in
            try ByteView.with(key) { (key) throws(SceneError) in
                // `self` is the object being set, no matter whose lines are run.
                let owner = scene.components.lineOwner
                scene.components.lineOwner = nil
                defer { scene.components.lineOwner = owner }
                return try world.compute(
                    Word(key: key, value: path, offset: 0, isExpression: true), of: scene.kind(of: slot), on: slot,
                    parent: parent, event: nil, isReading: true)
            }
        }
    }

    /// The target of the path in a binding of `slot`. Throws `value` for an expression that is no path,
    /// `unknown-object`.
    func source(_ path: String, for slot: Slot, _ key: String) throws(SceneError) -> Source {
        let expression = try ByteView.with(path) { (text) throws(SceneError) in
            try ByteView.with(key) { (key) throws(SceneError) in
                try ComputedWord.compile(Word(key: key, value: text, offset: 0, isExpression: true), scene.functions)
            }
        }
        guard expression.references.count == 1, case let name = expression.references[0], name.name == path,
            name.kind == .name || name.kind == .part
        else { throw SceneError(.value, "\(key): a path is expected behind <=>, not \"\(path)\"") }
        let parent = scene.rows[Int(slot)].parent
        return try ByteView.with(path) { (view) throws(SceneError) in
            let scope = ByteView.with(key) {
                SceneEnvironment(world, slot, scene.kind(of: slot), $0, parent: parent, event: nil)
            }
            switch ResolvedName(view, in: scope) {
            case .parameter(let name, let part):
                if let owner = scene.components.lineOwner.flatMap(scene.slot) {
                    return Source(
                        slot: owner, key: view[name.lowerBound..<max(name.upperBound, part.upperBound)].string)
                }
            case .own(let path): return Source(slot: slot, key: view[path].string)
            case .selfProperty(let path):
                let own = scene.components.lineOwner.flatMap(scene.slot) ?? slot
                return Source(slot: own, key: view[path].string)
            case .parentProperty(let path) where parent > Scene.objectRoot:
                return Source(slot: parent, key: view[path].string)
            case .rootProperty(let path): return Source(slot: Scene.root, key: view[path].string)
            case .property(let object, let path):
                if let found = scene.find(view[object]) { return Source(slot: found, key: view[path].string) }
            case .unknown(let object): throw UnknownName.object(view[object], in: scene)
            default: break
            }
            throw SceneError(.value, "\(key): \"\(path)\" is nothing that can be set")
        }
    }
}
