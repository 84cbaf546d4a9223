import Animation
import Expressions
import Geometry
import LineProtocol
import Scene

/// Objects that act later, and the focus.
package struct ReactionVerbs {
    let world: World

    init(_ world: World) { self.world = world }

    /// Hands on the requests of a line, once it has taken effect.
    func moveFocus() {
        // A scene that is restored waits for the devices.
        guard !world.scene.transaction.isInTransaction, let request = world.context.focus, let focus = world.host.focus
        else { return }
        world.context.focus = nil
        focus(request)
    }

    /// Limits an object that acts later to the rights of the client that makes or changes it. A narrower scope, as a dump has
    /// it, stays.
    func confine(_ slot: Slot, to principal: Principal) throws(SceneError) {
        guard case .subtree(let top) = principal.access,
            let scope = world.scene.kinds.scope(of: world.scene.rows[Int(slot)].kind)
        else {
            return
        }
        if let given = world.scene.value(slot, scope).object.flatMap(world.scene.slot),
            let allowed = world.scene.slot(of: top),
            world.scene.tree.isInside(given, allowed)
        {
            return
        }
        try world.scene.set(slot, scope, .object(top))
    }
}

extension World {
    /// Objects that act later, and the focus.
    package var reactionVerbs: ReactionVerbs { ReactionVerbs(self) }
}
