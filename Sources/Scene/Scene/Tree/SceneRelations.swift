import Geometry
import SceneTables
public import Schema

/// References between objects through properties.
public struct SceneRelations {
    @usableFromInline let scene: Scene

    @inlinable init(_ scene: Scene) { self.scene = scene }

    /// True when there may be a binding.
    public var hasBindings: Bool { !scene.references.bindings.isEmpty }

    /// All bindings, in creation order.
    public var bindings: [Slot] {
        if scene.references.bindings.isEmpty { return [] }
        var ordered: [Slot] = []
        scene.tree.forEachChild(Scene.objectRoot) { if scene.references.bindings.contains($0) { ordered.append($0) } }
        return ordered
    }

    /// Throws `limit` when there are too many bindings.
    public func checkBindings() throws(SceneError) {
        let limit = Int(scene.value(Scene.daemon, SettingsProperty.limitBindings.id).number)
        guard scene.references.bindings.count > limit else { return }
        guard scene.references.bindings.count(where: { !scene.rows[Int($0)].flags.contains(.isRemoved) }) <= limit
        else {
            throw SceneError(.limit, "the scene holds \(limit) bindings; set daemon limit.bindings=N for more")
        }
    }

    /// True when a binding sets a property of the object.
    public func isBound(_ slot: Slot) -> Bool {
        guard !scene.references.bindings.isEmpty, scene.references.isNamed(slot) else { return false }
        return scene.references.users(of: slot).contains {
            $0.property == BindingProperty.object.id && scene.rows[Int($0.slot)].kind == .binding
        }
    }

    /// True when a binding sets the property named `key`.
    public func isBound(_ slot: Slot, _ key: String) -> Bool {
        guard isBound(slot) else { return false }
        return referring(to: slot).contains {
            $0.property == BindingProperty.object.id && scene.rows[Int($0.slot)].kind == .binding
                && scene.value($0.slot, BindingProperty.property.id).string == key
        }
    }

    /// Keys of the object's properties and parts of properties that bindings set.
    public func boundKeys(of slot: Slot) -> [String] {
        guard isBound(slot) else { return [] }
        return referring(to: slot).filter {
            $0.property == BindingProperty.object.id && scene.rows[Int($0.slot)].kind == .binding
        }.map { scene.value($0.slot, BindingProperty.property.id).string }
    }

    /// The bindings of an object's properties, in slot order.
    public func bindings(of slot: Slot) -> [Slot] {
        guard isBound(slot) else { return [] }
        return referring(to: slot).filter {
            $0.property == BindingProperty.object.id && scene.rows[Int($0.slot)].kind == .binding
        }.map(\.slot).sorted()
    }

    /// The two-way bindings of an object, in slot order.
    public func twoWayBindings(of slot: Slot) -> [Slot] {
        bindings(of: slot).filter { scene.value($0, BindingProperty.isTwoWay.id).boolean }
    }

    /// Marks a layer with a bound property: its changes take the slow path.
    public func noteBound(_ slot: Slot) {
        if scene.isLayer(slot) { scene.rows[Int(slot)].marks.insert(.isDependent) }
        noteBindingChange(of: slot)
    }

    /// Call when a binding of the object was added or removed: constraints position a layer along the axes without
    /// bindings.
    public func noteBindingChange(of slot: Slot) {
        guard scene.rows[Int(slot)].flags.isSuperset(of: [.isAlive, .isArranged]) else { return }
        let parent = scene.rows[Int(slot)].parent
        if parent > Scene.objectRoot { scene.layout.needLayout(parent) }
    }

    /// Call when the texts of a follow have changed and may name other layers.
    func noteFollowed(by follow: Slot) {
        let texts = [FollowProperty.path, .position].map { scene.value(follow, $0.id).string }
        var layers: [ObjectID] = []
        for name in texts.flatMap(FollowProperty.names) {
            guard let layer = scene.find(name), !layers.contains(scene.id(of: layer)) else { continue }
            layers.append(scene.id(of: layer))
        }
        scene.assign(follow, FollowProperty.named.id, .objects(layers), .none)
    }

    /// True when there may be a reaction to changes.
    public var hasWatches: Bool { !scene.references.watches.isEmpty }

    /// Objects with reactions to changes, in slot order.
    public var watched: [Slot] {
        guard !scene.references.watches.isEmpty else { return [] }
        var objects: Set<Slot> = []
        for reaction in scene.references.watches where !scene.rows[Int(reaction)].flags.contains(.isRemoved) {
            if let object = scene.value(reaction, ReactionProperty.layer.id).object.flatMap({ scene.slot(of: $0) }) {
                objects.insert(object)
            }
        }
        return objects.sorted()
    }

    /// Call when a reaction starts or stops to react to changes.
    func noteTrigger(of reaction: Slot, _ value: Value) {
        if value == .choice(ReactionTrigger.changed.rawValue) {
            scene.references.watches.insert(reaction)
        } else {
            scene.references.watches.remove(reaction)
        }
    }

    /// True when there may be a reaction.
    public var hasReactions: Bool { !scene.references.reactions.isEmpty }

    /// The reactions of a layer to one trigger or to all, in creation order.
    public func reactions(of layer: Slot, to trigger: ReactionTrigger? = nil) -> [Slot] {
        guard let all = scene.references.reactionsByLayer[layer] else { return [] }
        scene.references.reactionVisits += all.count
        let found = all.filter { reaction in
            if scene.rows[Int(reaction)].flags.contains(.isRemoved) { return false }
            return trigger.map { scene.value(reaction, ReactionProperty.event.id) == .choice($0.rawValue) } ?? true
        }
        return found.count < 2 ? found : found.sorted(by: scene.tree.isBefore)
    }

    /// Number of reactions visited to find those of a layer.
    package var reactionVisits: Int { scene.references.reactionVisits }

    /// Throws `value` for a value that names an object of another kind than these.
    public func checkKinds(of value: Value, _ kinds: [String]) throws(SceneError) {
        try ChangeRules(scene: scene).checkKinds(of: value, kinds)
    }

    /// The objects that refer to one, in a reproducible order, without removed ones.
    func referring(to slot: Slot) -> [References.Referrer] {
        if !scene.references.isNamed(slot) { return [] }
        return scene.references.users(of: slot).filter { !scene.rows[Int($0.slot)].flags.contains(.isRemoved) }
            .sorted { ($0.slot, $0.property) < ($1.slot, $1.property) }
    }

    /// Calls `body` with the objects that are removed with `slot`.
    func forEachBound(to slot: Slot, _ body: (Slot) -> Void) {
        for user in referring(to: slot) where scene.kind(of: user.slot)[user.property].bond == .attached {
            body(user.slot)
        }
        for timer in scene.components.timers(of: slot) { body(timer) }
        for id in scene.kind(of: slot).owning {
            for object in scene.value(slot, id).namedObjects {
                if let owned = scene.slot(of: object) { body(owned) }
            }
        }
    }

    func clearReferences(to slot: Slot) {
        guard scene.references.isNamed(slot) else { return }
        let id = scene.id(of: slot)
        // In a reproducible order, because the consequences are reported.
        for user in scene.references.users(of: slot).sorted(by: { ($0.slot, $0.property) < ($1.slot, $1.property) }) {
            let old = scene.value(user.slot, user.property)
            let new: Value =
                switch old {
                case .objects(let many): .objects(many.filter { $0 != id })
                case .operations(let list): .operations(list.mappingObjects { $0 == id ? nil : $0 })
                default: .none
                }
            scene.assign(
                user.slot, user.property, new,
                scene.kinds[scene.rows[Int(user.slot)].kind].properties[Int(user.property.raw)].effect)
        }
    }

    /// Calls `body` with each object that a property of `slot` names.
    func forEachNamed(by slot: Slot, _ body: (PropertyID, ObjectID) -> Void) {
        let at = scene.rows[Int(slot)].extras
        if at < 0 { return }
        let values = scene.extras[Int(at)].values
        for at in values.indices {
            if case .object(let one) = values[at].value {
                body(values[at].id, one)
            } else {
                for one in values[at].value.namedObjects { body(values[at].id, one) }
            }
        }
    }

    /// The objects that own the one at `slot`: the groups of an animation.
    public func owners(of slot: Slot) -> [Slot] {
        referring(to: slot).filter { scene.kind(of: $0.slot)[$0.property].bond == .owner }.map(\.slot)
    }

    /// Implicit animations of the layer at `slot`, in slot order.
    public func implicitAnimations(of slot: Slot) -> [Slot] {
        guard scene.references.isNamed(slot) else { return [] }
        var found: [Slot] = []
        for user in scene.references.users(of: slot)
        where user.property == AnimationProperty.layer.id && isImplicit(user.slot) {
            found.append(user.slot)
        }
        return found.count > 1 ? found.sorted() : found
    }

    /// True for an implicit animation that was not removed.
    private func isImplicit(_ slot: Slot) -> Bool {
        let row = scene.rows[Int(slot)]
        guard row.kind == .animation || row.kind == .spring, row.extras >= 0, !row.flags.contains(.isRemoved) else {
            return false
        }
        return scene.extras[Int(row.extras)].value(AnimationProperty.isImplicit.id) == .boolean(true)
    }

    /// The objects attached to `slot` by their properties, such as a layer's animations.
    public func attached(to slot: Slot) -> [Slot] {
        referring(to: slot).filter { scene.kind(of: $0.slot)[$0.property].bond == .attached }.map(\.slot)
    }

    /// The objects that the specified properties of the one at `slot` name.
    public func namedObjects(by slot: Slot) -> [Slot] {
        var found: [Slot] = []
        forEachNamed(by: slot) { id, object in
            if !scene.kind(of: slot)[id].isReadOnly, let named = scene.slot(of: object) { found.append(named) }
        }
        return found
    }

    /// Updates the references after a property change.
    func follow(_ slot: Slot, _ id: PropertyID, _ old: Value, _ new: Value) {
        if case .operations(let old) = old, case .operations(let new) = new, new.shares(old) {
            // Operations that were appended or reverted.
            for target in old.objects(from: new.count) { removeReference(target.index, slot, id) }
            for target in new.objects(from: old.count) { insertReference(target.index, slot, id) }
            return
        }
        for target in old.namedObjects { removeReference(target.index, slot, id) }
        if scene.kinds[scene.rows[Int(slot)].kind].properties[Int(id.raw)].bond == .owner {
            // Adding an animation to a group or removing it changes its time.
            for target in old.namedObjects + new.namedObjects { scene.mark(target.index, .tree) }
        }
        for target in new.namedObjects {
            insertReference(target.index, slot, id)
            if id == LayerProperty.mask.id, scene.isLayer(slot) { scene.rows[Int(target.index)].flags.insert(.isMask) }
            if id == MirrorProperty.of.id, scene.rows[Int(slot)].kind == .mirror {
                scene.rows[Int(target.index)].hints.insert(.isMirrored)
            }
        }
    }

    func insertReference(_ target: Slot, _ slot: Slot, _ id: PropertyID) {
        scene.references.insert(target, slot, id)
        layoutFollows(target, slot, id)
        if isLayerOfReaction(slot, id) { scene.references.insertReaction(slot, of: target) }
    }

    /// True for the property by which a reaction names its layer.
    private func isLayerOfReaction(_ slot: Slot, _ id: PropertyID) -> Bool {
        id == ReactionProperty.layer.id && scene.rows[Int(slot)].kind == .reaction
    }

    /// Removes a reference; a layer that nothing moves any more returns to its stack.
    func removeReference(_ target: Slot, _ slot: Slot, _ id: PropertyID) {
        layoutFollows(target, slot, id)
        scene.references.remove(target, slot, id)
        if isLayerOfReaction(slot, id) { scene.references.removeReaction(slot, of: target) }
    }

    /// Call when an object starts or stops to move a layer in a layout.
    private func layoutFollows(_ target: Slot, _ slot: Slot, _ id: PropertyID) {
        guard scene.rows[Int(target)].flags.contains(.isArranged),
            scene.layout.acts(References.Referrer(slot: slot, property: id))
        else { return }
        scene.layout.needLayout(scene.rows[Int(target)].parent)
    }

    /// Throws `limit` when there are too many timers.
    public func checkTimers() throws(SceneError) {
        let limit = Int(scene.value(Scene.daemon, SettingsProperty.limitTimers.id).number)
        guard scene.references.timers.count > limit else { return }
        guard scene.references.timers.count(where: { !scene.rows[Int($0)].flags.contains(.isRemoved) }) <= limit else {
            throw SceneError(.limit, "the scene holds \(limit) timers; set daemon limit.timers=N for more")
        }
    }

    /// Throws `value` for an interval that is shorter than a frame of `main`.
    public func checkInterval(_ interval: Double) throws(SceneError) {
        let refresh = scene.value(Scene.main, OutputProperty.refresh.id).number
        guard interval * refresh < 1 - 1e-9 else { return }
        throw SceneError(.value, "a timer's interval is at least that of a frame, 1/\(Int(refresh)) s")
    }

    /// Number of waiting transactions with the access of `scope`, and the bytes of their lines.
    public func pendingTransactions(scope: ObjectID) -> (count: Int, bytes: Int) {
        var (count, bytes) = (0, 0)
        for slot in scene.references.transactions where scene.slot(of: scene.id(of: slot)) != nil {
            guard scene.value(slot, TransactionProperty.scope.id).object == scope else { continue }
            count += 1
            bytes += scene.value(slot, TransactionProperty.lines.id).string.utf8.count
        }
        return (count, bytes)
    }

    /// Throws `limit` when there are too many waiting transactions, or too many bytes of their lines.
    public func checkPendingTransactions() throws(SceneError) {
        var count = 0
        var bytes = 0
        for slot in scene.references.transactions where scene.slot(of: scene.id(of: slot)) != nil {
            count += 1
            bytes += scene.value(slot, TransactionProperty.lines.id).string.utf8.count
        }
        guard count <= TransactionProperty.most else {
            throw SceneError(.limit, "\(TransactionProperty.most) transactions wait already")
        }
        let limit = Int(scene.value(Scene.daemon, SettingsProperty.limitClientBytes.id).number)
        guard bytes <= limit else {
            throw SceneError(
                .limit,
                "the transactions that wait would hold more than \(limit) bytes; set daemon limit.clientBytes=N for more"
            )
        }
    }
}

extension Scene {
    /// References between objects through properties.
    @inlinable public var relations: SceneRelations { SceneRelations(self) }
}
