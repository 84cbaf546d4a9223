/// The properties of the kind `binding`: a property of an object that stays equal to an expression. `bind` makes them.
package enum BindingProperty: UInt16, CaseIterable, Sendable {
    case object, property, value, scope, isActive, message

    @inlinable package var id: PropertyID { PropertyID(rawValue) }

    /// Bytes of the name of one, `ID~key`.
    package static let mostNameBytes = 255

    package static let schema: [Property] = [
        Property("object", .object, .none, effect: .none, bond: .attached, help: "of which it sets a property"),
        Property("property", .string, .string(""), effect: .none, help: "that it sets, or the part of one"),
        Property("value", .string, .string(""), effect: .none, help: "the expression that the property stays equal to"),
        Property(
            "scope", .object, .none, effect: .none, bond: .attached,
            help: "it may change this layer and what is below it only: the rights of the client that made it"),
        Property(
            "isActive", .boolean, .boolean(true), effect: .none, isReadOnly: true,
            help: "false while the expression has no value, or none that the property takes: it keeps its last"),
        Property("message", .string, .string(""), effect: .none, isReadOnly: true, help: "why it is not active"),
    ]

    /// The core's kind, to be added to the registry.
    package static let kind = Kind(
        name: "binding", family: .other, help: "a property that stays equal to an expression", properties: schema)
}

extension Scene {
    /// True when there may be a binding.
    package var hasBindings: Bool { !references.bindings.isEmpty }

    /// All bindings, in the order in which they were made.
    package var bindings: [Slot] {
        if references.bindings.isEmpty { return [] }
        var ordered: [Slot] = []
        forEachChild(Scene.shelf) { if references.bindings.contains($0) { ordered.append($0) } }
        return ordered
    }

    /// Throws `limit` when there are more bindings than the scene holds.
    package func checkBindings() throws(SceneError) {
        let limit = Int(value(Scene.daemon, SettingsProperty.limitBindings.id).number)
        guard references.bindings.count > limit else { return }
        guard references.bindings.count(where: { !rows[Int($0)].flags.contains(.isRemoved) }) <= limit else {
            throw SceneError(.limit, "the scene holds \(limit) bindings; set daemon limit.bindings=N for more")
        }
    }

    /// True when a binding sets a property of the object.
    func isBound(_ slot: Slot) -> Bool {
        guard !references.bindings.isEmpty, references.isNamed(slot) else { return false }
        return references.users(of: slot).contains {
            $0.property == BindingProperty.object.id && rows[Int($0.slot)].kind == .binding
        }
    }

    /// From now on changes of the layer go the long way: a binding sets a property of it.
    package func noteBound(_ slot: Slot) {
        if isLayer(slot) { rows[Int(slot)].marks.insert(.isDependent) }
    }

    /// Writes whether a binding is active, and why not. Not within a transaction.
    package func stampBinding(_ slot: Slot, isActive: Bool, message: String) {
        for (id, value) in [
            (BindingProperty.isActive.id, Value.boolean(isActive)), (BindingProperty.message.id, .string(message)),
        ] where self.value(slot, id) != value {
            store(slot, id, value)
            changes.events.note(.changed(slot, id))
        }
    }

    /// Runs `body`, whose changes follow from others: they are told, and do not count as changes of the scene's state.
    package func following<R>(_ body: () -> R) -> R {
        changes.events.isFollowing = true
        defer { changes.events.isFollowing = false }
        return body()
    }
}
