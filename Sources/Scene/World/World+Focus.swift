import Scene
package import Schema

/// The focus that lines ask for; devices have it.
extension World {
    /// Forwards the focus request of a line that took effect.
    func moveFocus() {
        // A restored scene waits for the devices.
        guard !scene.transaction.isInTransaction, let request = context.focus, let focus = host.focus else { return }
        context.focus = nil
        focus(request)
    }

    /// The focus that a line has asked for and no device has yet.
    package var awaitedFocus: (layer: ObjectID?, hasRing: Bool)? {
        if case .layer(let layer, let hasRing)? = context.focus { (layer, hasRing) } else { nil }
    }

    /// Moves the focus to where it was when the state was written, whatever its lines said before.
    package func restoreFocus(_ layer: ObjectID?, hasRing: Bool) {
        context.focus = nil
        host.focus?(.restored(layer, hasRing: hasRing))
    }
}
