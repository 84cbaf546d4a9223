import Geometry
import LineProtocol
package import Scene

/// `undo` and `redo`: a connection's own transactions and lines, newest first.
extension World {
    /// Takes the newest `count` steps back; the number that there were. Throws `busy` when what others changed since makes one
    /// impossible, and then takes none back.
    package func undo(_ count: Int, by principal: Principal) throws(SceneError) -> Int {
        try principal.access.checkWrites()
        guard let history = principal.history else { return 0 }
        let steps = history.newest(count, in: scene)
        var restored: [UndoStep] = []
        do throws(SceneError) {
            let again = try takeBack(steps, &restored)
            history.tookBack(steps.count, again)
            return steps.count
        } catch {
            history.replaceNewest(restored)
            throw error
        }
    }

    /// Does the next `count` steps again that were taken back.
    package func redo(_ count: Int, by principal: Principal) throws(SceneError) -> Int {
        try principal.access.checkWrites()
        guard let history = principal.history else { return 0 }
        let steps = history.next(count)
        var restored: [UndoStep] = []
        do throws(SceneError) {
            let back = try takeBack(steps, &restored)
            history.didAgain(steps.count, back, in: scene)
            return steps.count
        } catch {
            history.replaceNext(restored)
            throw error
        }
    }

    /// Takes steps back, all or none; what does each of them again.
    ///
    /// `restored`: when one of them is impossible, those before it, made anew.
    private func takeBack(
        _ steps: [UndoStep], _ restored: inout [UndoStep]
    ) throws(SceneError) -> [UndoStep] {
        var again: [UndoStep] = []
        for step in steps {
            // Bindings follow what the step before has changed.
            updateBindings()
            scene.transaction.begin()
            do throws(SceneError) {
                try scene.undo.takeBack(step)
                try settleStyles()
            } catch {
                scene.transaction.rollback()
                restored = putBack(again)
                throw error
            }
            again.append(scene.undo.commitRecording() ?? .empty(in: scene))
            step.forgetAll()
            settle()
        }
        return again
    }

    /// Does again what was taken back a moment ago; what takes each of them back, in the order of `steps`.
    private func putBack(_ steps: [UndoStep]) -> [UndoStep] {
        var made: [UndoStep] = []
        for step in steps.reversed() {
            updateBindings()
            scene.transaction.begin()
            // Nobody was in between.
            try? scene.undo.takeBack(step)
            try? settleStyles()
            made.append(scene.undo.commitRecording() ?? .empty(in: scene))
            step.forgetAll()
            settle()
        }
        return made.reversed()
    }
}
