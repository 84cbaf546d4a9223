import Animation
import Expressions
import Geometry
import LineProtocol
import Living
import Scene

/// Objects that act later, and the focus.
package struct ReactionVerbs {
    let world: World

    init(_ world: World) { self.world = world }

    /// A layer that is made in this very change is in focus from its beginning: its styles change nothing that was seen.
    func beginFocus(_ slot: Slot) {
        guard world.scene.transaction.isInTransaction, world.scene.transaction.isNew(slot),
            world.scene.styles.hasInputStyles
        else { return }
        let focused = UInt32(StyleStates.focused.rawValue)
        world.scene.styles.setStates(slot, world.scene.styles.styling(of: slot).states | focused)
        world.styler.inputStates[world.scene.id(of: slot), default: 0] |= focused
    }

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
