import Geometry
package import LineProtocol
package import Scene

/// Set of objects that a connection may change. It can only be narrowed.
package enum Access: Equatable, Sendable {
    case full
    case read
    /// One layer and its descendants.
    case subtree(ObjectID)

    /// Access stored in an object's `scope`; nil means full access.
    init(scope: ObjectID?) { self = scope.map { .subtree($0) } ?? .full }

    /// The value of `scope` for objects created with this access. A read-only connection creates none.
    var scope: Value { if case .subtree(let top) = self { .object(top) } else { .none } }

    /// Throws `denied` for read-only access.
    package func checkWrites() throws(SceneError) {
        if self == .read { throw SceneError(.denied, "this connection may only read") }
    }

    /// Throws `denied` when the connection may not change the object at `slot`.
    package func check(_ slot: Slot, in scene: Scene) throws(SceneError) {
        switch self {
        case .full: return
        case .read: try checkWrites()
        case .subtree(let top):
            let top = try Self.slot(of: top, in: scene)
            // Outputs belong to no layer, whatever they show.
            if slot > Scene.shelf, !scene.isLayer(slot), !scene.outputs.isOutput(slot),
                Self.isAbout(slot, only: top, in: scene)
            {
                return
            }
            guard slot > Scene.shelf else {
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

    /// Throws `denied` when the layer that the access is limited to no longer exists.
    func checkIsThere(in scene: Scene) throws(SceneError) {
        if case .subtree(let top) = self { _ = try Self.slot(of: top, in: scene) }
    }

    private static func slot(of top: ObjectID, in scene: Scene) throws(SceneError) -> Slot {
        guard let slot = scene.slot(of: top) else {
            throw SceneError(.denied, "the layer that this connection may change is gone")
        }
        return slot
    }

    /// Throws `denied` without full access.
    package func checkWhole(_ verb: Verb) throws(SceneError) {
        guard self == .full else { throw SceneError(.denied, "\(verb.name) needs full access") }
    }

    /// Throws `denied` when the verb's row in the table needs more access.
    package func check(_ verb: Verb) throws(SceneError) {
        switch verb.rights {
        case .any: return
        case .objects: try checkWrites()
        case .full: try checkWhole(verb)
        }
    }

    /// Throws `denied` when the verb or one of its words needs more access, and errors of the words.
    package func check(_ command: Command) throws(SceneError) {
        try check(command.verb)
        try command.check()
        guard self != .full, command.verb.traits.contains(.hasGuardedWords) else { return }
        if try command.verb.schema.needsFullAccess(command.line) { try checkWhole(command.verb) }
    }

    /// The access that `word` names. Throws `denied` when it exceeds this one, `unknown-object` when `word` names no
    /// layer.
    func narrowed(to word: ByteView, in scene: Scene) throws(SceneError) -> Access {
        if word == "full" {
            guard self == .full else { throw SceneError(.denied, "access can only be narrowed") }
            return .full
        }
        if word == "read" { return .read }
        guard let slot = scene.find(word) else { throw UnknownName.object(word, in: scene) }
        guard scene.isLayer(slot) else { throw SceneError(.value, "access: \(ValueSyntax.quote(word)) is no layer") }
        guard self != .read else { throw SceneError(.denied, "access can only be narrowed") }
        try check(slot, in: scene)
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
