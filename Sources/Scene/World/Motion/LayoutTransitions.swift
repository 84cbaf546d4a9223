import Animation
import LineProtocol
import Scene
import SceneTables
import Schema

/// Transitions of layouts: what a layout moves goes there from where it is seen.
extension World {
    /// Does the layouts, and has what they have moved go there from now on. Called where a line, a timer or a reaction has ended, so that
    /// moves begin at their time.
    func moveLayouts() {
        guard !context.movesLayouts else { return }
        context.movesLayouts = true
        defer { context.movesLayouts = false }
        updateBindings()
        if listRows.updateLists() { updateBindings() }
        scene.layout.layOut()
        scene.layout.notePlaced(at: time)
        let moves = scene.layout.takeMoves()
        if moves.isEmpty { return }
        scene.transaction.begin()
        do throws(SceneError) {
            for move in moves { try animate(move) }
            scene.transaction.commit()
        } catch {
            // There is no room for more objects: it stands there at once.
            scene.transaction.rollback { styler.restore() }
        }
    }

    /// What a restored scene holds has been seen: only what comes later is new.
    func noteRestored() {
        guard scene.layout.hasTransitions else { return }
        moveLayouts()
        scene.layout.noteSeen(at: .infinity)
    }

    private func animate(_ move: LayoutMove) throws(SceneError) {
        guard let slot = scene.slot(of: move.layer), let container = scene.slot(of: move.container),
            case .string(let text) = scene.value(container, LayerProperty.layoutTransition.id), !text.isEmpty,
            move.from != scene.value(slot, move.id)
        else { return }
        let options = try AnimateOptions(layoutTransition: text)
        // What is seen now, not what the last frame showed.
        let moving = move.lifts ? nil : animator.value(move.id, of: slot, at: time, over: move.model)
        let made = try animationVerbs.make(
            AnimationVerbs.Move(
                layer: slot, path: PropertyPath(move.id), from: moving ?? move.from, model: move.model), options)
        if move.lifts { try scene.set(made, AnimationProperty.lifts.id, .boolean(true)) }
    }
}
