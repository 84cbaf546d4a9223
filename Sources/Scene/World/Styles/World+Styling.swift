import Geometry
import Living
import Scene
import SceneTables
package import Schema

extension World {
    /// Computes the values that depend on styles and variables, within the change that causes them.
    func settleStyles(isLenient: Bool = false) throws(SceneError) {
        guard scene.styles.needsRestyling else { return }
        for _ in 0..<Lists.mostRounds {
            try listRows.syncLists(isLenient: isLenient)
            try runStyler(isLenient: isLenient)
            try RowStates(world: self).pass(isLenient: isLenient)
            if !scene.styles.needsRestyling { return }
        }
        guard isLenient else { throw SceneError(.cycle, "lists change what they depend on, again and again") }
    }

    /// Styles the marked layers.
    func runStyler(isLenient: Bool) throws(SceneError) {
        try styler.run(isLenient: isLenient) { (slot, id, from, model, options) throws(SceneError) in
            let slot = try animationVerbs.make(
                AnimationVerbs.Move(layer: slot, path: PropertyPath(id), from: from, model: model), options)
            // The instance whose lines may be the cause does not create it again.
            scene.components.setOwner(of: slot, to: nil)
            if !styler.passing.isEmpty { styler.lists.noteAnimation(slot, at: time, in: scene) }
        }
    }

    /// Like `settleStyles`, for a change not made by a line, which cannot fail.
    package func restyle() {
        guard scene.styles.needsRestyling else { return }
        // Lenient: never throws.
        try? atomically { () throws(SceneError) in try settleStyles(isLenient: true) }
        settle()
    }

    /// Sets the input states of layers. Ancestors of a layer are hovered and pressed with it.
    ///
    /// - Parameter isFocusVisible: the last input came from keys.
    /// - Parameter animates: false for states that the layers had before: their styles make no transition.
    package func setInput(
        hovered: [ObjectID], pressed: [ObjectID], focused: [ObjectID], isFocusVisible: Bool = true,
        animates: Bool = true
    ) {
        guard !scene.transaction.isInTransaction else { return }
        var states: [ObjectID: UInt32] = [:]
        func add(_ layers: [ObjectID], _ state: StyleStates, above: Bool) {
            for layer in layers {
                var at = scene.slot(of: layer) ?? -1
                while at > Scene.objectRoot {
                    states[scene.id(of: at), default: 0] |= UInt32(state.rawValue)
                    at = above ? scene.rows[Int(at)].parent : -1
                }
            }
        }
        add(hovered, .hover, above: true)
        add(pressed, .pressed, above: true)
        add(focused, isFocusVisible ? [.focused, .focusVisible] : .focused, above: false)
        if scene.focus != focused.first || scene.hasFocusRing != isFocusVisible {
            (scene.focus, scene.hasFocusRing) = (focused.first, isFocusVisible)
            host.onFocus?(focused.first, isFocusVisible)
        }
        guard states != styler.inputStates else { return }
        host.onPointed?(hovered, pressed)
        let mask = UInt32(StyleStates.ofInput.rawValue)
        // Changes by styles start from the presented values.
        advance()
        // Only now: advancing may have moved the focus, and so have come here.
        let old = styler.inputStates
        styler.inputStates = states
        for id in Set(old.keys).union(states.keys).sorted(by: { $0.index < $1.index }) {
            guard let slot = scene.slot(of: id) else { continue }
            scene.styles.setStates(slot, scene.styles.styling(of: slot).states & ~mask | (states[id] ?? 0))
        }
        styler.isTakingBack = !animates
        defer { styler.isTakingBack = false }
        restyle()
        // Bindings that read the states: what they set makes no transition either.
        if !animates { updateBindings() }
    }
}
