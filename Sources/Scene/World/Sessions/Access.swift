import Geometry
package import LineProtocol
package import Scene
import SceneTables
package import Schema

/// Set of objects that a connection may change. It can only be narrowed.
package enum Access: Equatable, Sendable {
    case full
    case read
    /// One layer and its descendants.
    case subtree(ObjectID)
    /// In a replica of the primary with this name: what is not shared, and of that, unless it is nil, one layer and all below it.
    case machine(of: String, ObjectID?)

    /// Access stored in an object's `scope`; nil means full access.
    package init(scope: ObjectID?) { self = scope.map { .subtree($0) } ?? .full }

    /// The value of `scope` for objects created with this access. A read-only connection creates none.
    var scope: Value { top.map { .object($0) } ?? .none }

    /// The layer to which it is limited.
    package var top: ObjectID? {
        switch self {
        case .subtree(let top): top
        case .machine(_, let top): top
        default: nil
        }
    }

    /// The same rights, in a replica of a primary, or where `primary` is nil, in a daemon that is none.
    package func within(_ primary: String?) -> Access {
        guard self != .read else { return self }
        return primary.map { .machine(of: $0, top) } ?? Access(scope: top)
    }

    /// The error for a line that would change what is shared.
    package static func refusal(_ primary: String) -> SceneError {
        SceneError(.replica, "what is shared comes from the primary \"\(primary)\", and is changed there alone")
    }

    /// Throws `denied` for read-only access.
    package func checkWrites() throws(SceneError) {
        if self == .read { throw SceneError(.denied, "this connection may only read") }
    }

    /// Throws `denied` when the connection may not change the object at `slot`.
    package func check(_ slot: Slot, in scene: Scene) throws(SceneError) {
        switch self {
        case .full: return
        case .read: try checkWrites()
        case .machine(let primary, let top):
            guard scene.shared.isLocal(slot) else { throw Self.refusal(primary) }
            if let top { try Access.subtree(top).check(slot, in: scene) }
        case .subtree(let top):
            let top = try Self.slot(of: top, in: scene)
            // Outputs belong to no layer, whatever they show.
            if slot > Scene.objectRoot, !scene.isLayer(slot), !scene.outputs.isOutput(slot),
                Self.isAbout(slot, only: top, in: scene)
            {
                return
            }
            guard slot > Scene.objectRoot else {
                throw SceneError(
                    .denied,
                    "what is detached is not below \"\(scene.name(of: top))\", where this connection may change things")
            }
            guard scene.isLayer(slot), scene.tree.isInside(slot, top) else {
                throw SceneError(
                    .denied,
                    "\"\(scene.name(of: slot))\" is not below \"\(scene.name(of: top))\", where this connection may "
                        + "change things")
            }
        }
    }

    /// Limits an object that acts later to this access, with which it is created or changed. A narrower scope, as in a dump, is kept.
    func confine(_ slot: Slot, in scene: Scene) throws(SceneError) {
        guard case .subtree(let top) = self, let scope = scene.kinds.scope(of: scene.rows[Int(slot)].kind) else {
            return
        }
        if let given = scene.value(slot, scope).object.flatMap(scene.slot), let allowed = scene.slot(of: top),
            scene.tree.isInside(given, allowed)
        {
            return
        }
        try scene.set(slot, scope, .object(top))
    }

    /// Throws `denied` when the layer that the access is limited to no longer exists.
    func checkIsThere(in scene: Scene) throws(SceneError) {
        if let top { _ = try Self.slot(of: top, in: scene) }
    }

    private static func slot(of top: ObjectID, in scene: Scene) throws(SceneError) -> Slot {
        guard let slot = scene.slot(of: top) else {
            throw SceneError(.denied, "the layer that this connection may change is gone")
        }
        return slot
    }

    /// Throws `denied` without full access.
    package func checkWhole(_ verb: Verb) throws(SceneError) {
        if case .machine(let primary, nil) = self {
            let isOwn = !verb.traits.contains(.changesScene) && verb != .clock || verb == .input
            return isOwn ? () : try Self.refuse(primary)
        }
        guard self == .full else { throw SceneError(.denied, "\(verb.name) needs full access") }
    }

    private static func refuse(_ primary: String) throws(SceneError) { throw refusal(primary) }

    /// Throws `denied` when the verb's row in the table needs more access.
    package func check(_ verb: Verb) throws(SceneError) {
        switch verb.rights {
        case .any: return
        case .objects:
            try checkWrites()
            if case .machine(let primary, _) = self, [.define, .undefine, .function].contains(verb) {
                try Self.refuse(primary)
            }
        case .full: try checkWhole(verb)
        }
    }

    /// Throws `denied` when the verb or one of its words needs more access, and errors of the words.
    package func check(_ command: Command) throws(SceneError) {
        try check(command.verb)
        try command.check()
        guard self != .full, command.verb.traits.contains(.hasGuardedWords) else { return }
        // Files of pictures, plugins and the connection's role are each machine's own.
        if case .machine(_, nil) = self { return }
        if try command.verb.schema.needsFullAccess(command.line) { try checkWhole(command.verb) }
    }

    /// The access that `word` names. Throws `denied` when it exceeds this one, `unknown-object` when `word` names no
    /// layer.
    func narrowed(to word: ByteView, in scene: Scene) throws(SceneError) -> Access {
        if case .machine(let primary, nil) = self {
            return word == "full" ? self : try Access.full.narrowed(to: word, in: scene).within(primary)
        }
        if word == "full" {
            guard self == .full else { throw SceneError(.denied, "access can only be narrowed") }
            return .full
        }
        if word == "read" { return .read }
        guard let slot = scene.find(word) else { throw UnknownName.object(word, in: scene) }
        guard scene.isLayer(slot) else { throw SceneError(.value, "access: \(ValueSyntax.quote(word)) is no layer") }
        guard self != .read else { throw SceneError(.denied, "access can only be narrowed") }
        try check(slot, in: scene)
        if case .machine(let primary, _) = self { return .machine(of: primary, scene.id(of: slot)) }
        return .subtree(scene.id(of: slot))
    }
}

extension Access {
    /// True when the object refers to layers, directly or through other objects, and all of them are `top` or its
    /// descendants. Example: an animation.
    private static func isAbout(_ slot: Slot, only top: Slot, in scene: Scene) -> Bool {
        var open = [slot]
        var seen: Set<Slot> = [slot]
        var isAboutLayers = false
        while let object = open.popLast() {
            for named in scene.relations.namedObjects(by: object) where seen.insert(named).inserted {
                if !scene.isLayer(named) {
                    open.append(named)
                } else if scene.tree.isInside(named, top) {
                    isAboutLayers = true
                } else {
                    return false
                }
            }
        }
        return isAboutLayers
    }
}

extension KindRegistry {
    /// The property that stores the access with which an object of this kind acts; nil for kinds that do not act later.
    func scope(of kind: KindID) -> PropertyID? { self[kind].isComponent ? Kind.componentScope : Self.scope(of: kind) }

    static func scope(of kind: KindID) -> PropertyID? {
        switch kind {
        case .reaction: ReactionProperty.scope.id
        case .transaction: TransactionProperty.scope.id
        case .follow: FollowProperty.scope.id
        case .binding: BindingProperty.scope.id
        case .timer: TimerProperty.scope.id
        case .each: EachProperty.scope.id
        default: nil
        }
    }
}
