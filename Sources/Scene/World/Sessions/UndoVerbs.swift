import Animation
import Expressions
import Geometry
import LineProtocol
package import Scene
import SceneTables
package import Schema

/// `undo` and `redo`.
package struct UndoVerbs {
    let world: World

    init(_ world: World) { self.world = world }

    /// Starts recording what is undone and redone.
    package func beginExtent() { world.recording.extent = UndoExtent() }

    /// The steps undone and redone since `beginExtent`; nil when not recorded.
    package func endExtent() -> UndoExtent? {
        defer { world.recording.extent = nil }
        return world.recording.extent
    }

    /// Undoes the newest `count` steps. Returns the number of steps. Throws `busy`, without changes, when later changes
    /// by others make one impossible.
    package func undo(_ count: Int, by principal: Principal) throws(SceneError) -> Int {
        guard let history = principal.history else { return 0 }
        let steps = history.newest(count, in: world.scene)
        var restored: [UndoStep] = []
        do throws(SceneError) {
            let isAlone = history.wasAlone(for: steps.count, in: world.scene)
            let again = try takeBack(steps, isAlone: isAlone, &restored)
            history.tookBack(steps.count, again, in: world.scene)
            return steps.count
        } catch {
            history.replaceNewest(restored)
            throw error
        }
    }

    /// Redoes the next `count` undone steps.
    package func redo(_ count: Int, by principal: Principal) throws(SceneError) -> Int {
        guard let history = principal.history else { return 0 }
        let steps = history.next(count)
        var restored: [UndoStep] = []
        do throws(SceneError) {
            let isAlone = history.wasAlone(forNext: steps.count, in: world.scene)
            let back = try takeBack(steps, isAlone: isAlone, &restored)
            history.didAgain(steps.count, back, in: world.scene)
            return steps.count
        } catch {
            history.replaceNext(restored)
            throw error
        }
    }

    /// Reverts steps, all or none. Returns the steps that revert each of them.
    ///
    /// `restored`: when one is impossible, the steps before it, recreated.
    private func takeBack(
        _ steps: [UndoStep], isAlone: Bool, _ restored: inout [UndoStep]
    ) throws(SceneError) -> [UndoStep] {
        var again: [UndoStep] = []
        for step in steps {
            // Bindings follow the previous step.
            world.updateBindings()
            world.recording.extent?.add(step, in: world.scene)
            world.scene.causes.actor = .undo
            defer { world.scene.causes.actor = .client }
            world.scene.transaction.begin()
            do throws(SceneError) {
                try takeBack(step, isAlone: isAlone)
            } catch {
                world.scene.transaction.rollback { world.styler.restore() }
                restored = putBack(again)
                throw error
            }
            again.append(world.scene.undo.commitRecording() ?? .empty(in: world.scene))
            world.styler.lists.commit()
            step.forgetAll()
            world.settle()
        }
        return again
    }

    private func takeBack(_ step: UndoStep, isAlone: Bool) throws(SceneError) {
        world.styler.isTakingBack = true
        defer { world.styler.isTakingBack = false }
        try world.scene.undo.takeBack(step, isAlone: isAlone)
        try world.settleStyles()
    }

    /// Reapplies steps that were just reverted. Returns the steps that revert each of them, in the order of `steps`.
    private func putBack(_ steps: [UndoStep]) -> [UndoStep] {
        var made: [UndoStep] = []
        for step in steps.reversed() {
            world.updateBindings()
            world.recording.extent?.add(step, in: world.scene)
            world.scene.transaction.begin()
            // Cannot fail: nothing has changed in between.
            try? takeBack(step, isAlone: true)
            made.append(world.scene.undo.commitRecording() ?? .empty(in: world.scene))
            world.styler.lists.commit()
            step.forgetAll()
            world.settle()
        }
        return made.reversed()
    }
}

extension World {
    /// `undo` and `redo`.
    package var undoVerbs: UndoVerbs { UndoVerbs(self) }
}
