import Animation
import Expressions
import Geometry
import LineProtocol
import Scene

/// Bindings as verbs and readers use them.
package struct BindingVerbs {
    let world: World

    init(_ world: World) { self.world = world }

    /// Throws `denied`, naming the binding, for words that set a bound property.
    func checkUnbound(_ slot: Slot, _ words: PropertyWords) throws(SceneError) {
        guard world.scene.relations.hasBindings else { return }
        if world.scene.rows[Int(slot)].kind == .binding {
            throw SceneError(.denied, "\"\(world.scene.name(of: slot))\" is changed by bind")
        }
        world.bindings.takeUp(in: world)
        var found: Slot?
        for path in words.paths(world.scene.kind(of: slot)) where found == nil {
            found = world.bindings.binding(of: path, slot)
            if let binding = found, isTwoWay(binding) { found = nil }
        }
        for key in words.userKeys where found == nil {
            found = world.bindings.binding(ofUser: key, slot)
            if let binding = found, isTwoWay(binding) { found = nil }
        }
        if let found {
            throw SceneError(
                .denied,
                "\"\(world.scene.name(of: found))\" sets it: bind \(world.scene.name(of: slot)) key:= takes the binding off"
            )
        }
    }

    private func isTwoWay(_ binding: Slot) -> Bool {
        world.scene.value(binding, BindingProperty.isTwoWay.id).boolean
    }

    /// Processes the queued object changes when there are too many and no frame comes, for example because the clock is
    /// stopped.
    package func readManyChanges() {
        if world.bindings.unread > Self.mostUnread { updateBindings() }
    }

    private static var mostUnread: Int { 16_384 }

    /// Updates layouts and bindings before a read. Within a transaction, bindings are updated at its end.
    package func updateBindings() {
        world.scene.layout.layOut()
        guard !world.scene.transaction.isInTransaction, world.bindings.update(in: world) else { return }
        world.host.onComputed?()
        world.settle()
    }
}

extension World {
    /// Bindings as verbs and readers use them.
    package var bindingVerbs: BindingVerbs { BindingVerbs(self) }
}
