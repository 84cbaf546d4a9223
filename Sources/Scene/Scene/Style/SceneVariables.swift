import Geometry
import SceneTables
public import Schema

/// Keys of objects whose kind has `hasFreeKeys`, and their use as variables of layers.
public struct SceneVariables {
    @usableFromInline let scene: Scene

    @inlinable init(_ scene: Scene) { self.scene = scene }

    /// The value of the parameter `name` for a part, or for an object that an instance's lines create; it overrides
    /// theme variables.
    func parameter(_ name: String, for slot: Slot?) -> Value? {
        guard
            let owner = slot == nil
                ? scene.componentTable.lineOwner.flatMap({ scene.slot(of: $0) })
                : slot.flatMap({ scene.components.owner(of: $0) }),
            let id = ByteView.with(name, { scene.kind(of: owner).parameter(named: $0) })
        else { return nil }
        switch scene.value(owner, id) {
        case .point(let point): return .string("\(point.x),\(point.y)")
        case .numbers(let list): return .string(list.map { "\($0)" }.joined(separator: ","))
        case let other: return other
        }
    }

    /// Marks the parts of an instance that refer to its parameters.
    func parameterChanged(_ instance: Slot) {
        for part in scene.components.parts(of: instance) where scene.isLayer(part) {
            if scene.rows[Int(part)].marks.contains(.hasOrigins) { scene.styleTable.queue.layers.insert(part) }
            if scene.rows[Int(part)].kind == .each { scene.lists.noteList(part) }
        }
    }

    /// Maximum number of `user.` keys of one object; they are searched linearly.
    public static let mostUserKeys = 1024

    /// Maximum number of keys of one object.
    public static let mostKeys = 1024

    /// The value of a key; nil when the object does not have it.
    public func key(_ slot: Slot, _ key: String) -> Value? { scene.styleTable.keys.value(slot, key) }

    /// The object's keys, sorted.
    public func keys(of slot: Slot) -> [(key: String, value: Value)] { scene.styleTable.keys.all(of: slot) }

    /// Sets a key; nil removes it. A theme's users are then styled again.
    public func setKey(_ slot: Slot, _ key: String, _ value: Value?) {
        let old = scene.styleTable.keys.value(slot, key)
        if old == value { return }
        scene.journal.append(.key(slot, key, old))
        scene.styleTable.keys.set(slot, key, value)
        if scene.rows[Int(slot)].kind == .theme {
            scene.styleTable.queue.variables.insert(key)
            if value == nil { scene.styleTable.queue.losesNames = true }
        }
        if scene.rows[Int(slot)].kind == .data { scene.lists.noteListSources() }
        scene.changes.events.note(.changedKey(slot, key))
    }

    /// The value of a variable for the layer at `slot`: from the nearest theme with this name, otherwise from the theme
    /// `default`; nil when neither has it. For objects that are no layers, from `default`.
    public func variable(_ name: String, for slot: Slot?) -> Value? {
        if let value = parameter(name, for: slot) { return value }
        var at = slot ?? -1
        while at > Scene.objectRoot, scene.isLayer(at) {
            if let theme = theme(of: at), let value = scene.styleTable.keys.value(theme, name) { return value }
            at = scene.rows[Int(at)].parent
        }
        guard let theme = scene.names.find("default"), scene.rows[Int(theme)].kind == .theme else { return nil }
        return scene.styleTable.keys.value(theme, name)
    }

    /// The theme that was set on the layer.
    public func theme(of layer: Slot) -> Slot? {
        guard scene.rows[Int(layer)].extras >= 0 else { return nil }
        return scene.rare(layer, .theme)?.object.flatMap { scene.slot(of: $0) }
    }
}

extension Scene {
    /// Keys of objects whose kind has `hasFreeKeys`, and their use as variables of layers.
    @inlinable public var variables: SceneVariables { SceneVariables(self) }
}
