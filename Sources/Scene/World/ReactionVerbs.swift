import Animation
import Expressions
import Geometry
import LineProtocol
import Living
package import Scene

/// Objects that act later, and the focus.
package struct ReactionVerbs {
    let world: World

    init(_ world: World) { self.world = world }

    /// Focuses a layer created in this change immediately: its styles change nothing visible.
    func beginFocus(_ slot: Slot, hasRing: Bool) {
        guard world.scene.transaction.isInTransaction, world.scene.transaction.isNew(slot),
            world.scene.styles.hasInputStyles
        else { return }
        let focused = UInt32((hasRing ? StyleStates([.focused, .focusVisible]) : .focused).rawValue)
        world.scene.styles.setStates(slot, world.scene.styles.styling(of: slot).states | focused)
        world.styler.inputStates[world.scene.id(of: slot), default: 0] |= focused
    }

    /// Forwards the focus request of a line that took effect.
    func moveFocus() {
        // A restored scene waits for the devices.
        guard !world.scene.transaction.isInTransaction, let request = world.context.focus, let focus = world.host.focus
        else { return }
        world.context.focus = nil
        focus(request)
    }

    /// The focus that a line has asked for and no device has yet.
    package var awaitedFocus: (layer: ObjectID?, hasRing: Bool)? {
        if case .layer(let layer, let hasRing)? = world.context.focus { (layer, hasRing) } else { nil }
    }

    /// Moves the focus to where it was when the state was written, whatever its lines said before.
    package func restoreFocus(_ layer: ObjectID?, hasRing: Bool) {
        world.context.focus = nil
        world.host.focus?(.restored(layer, hasRing: hasRing))
    }

    /// Limits an object that acts later to the access of the client that creates or changes it. A narrower scope, as in
    /// a dump, is kept.
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
