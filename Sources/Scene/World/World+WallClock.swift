import LineProtocol
import Scene
import SceneTables
import Schema

extension World {
    /// Call when the wall clock was set, or has continued while the machine slept and scene time stopped: everything
    /// that waits for a wall-clock time is rescheduled. Times passed meanwhile fire once, with the next time step.
    package func wallClockChanged() {
        guard !wall.isManual() else { return }
        let now = wall.clock()
        let before = wall.lead
        wall.lead = now - time
        var waiting: [Slot] = []
        scene.tree.forEachChild(Scene.objectRoot) { slot in
            if scene.rows[Int(slot)].kind == .timer || scene.rows[Int(slot)].kind == .transaction {
                waiting.append(slot)
            }
        }
        for slot in waiting {
            if scene.rows[Int(slot)].kind == .timer {
                align(slot, hasPassed: { due in before.map { now >= $0 + due } ?? false })
            } else if case .number(let wall) = scene.value(slot, TransactionProperty.atWall.id) {
                scene.times.stampTransaction(slot, at: time + max(0, wall - now))
            }
        }
        settle()
    }

    private func align(_ timer: Slot, hasPassed: (_ due: Double) -> Bool) {
        guard scene.value(timer, TimerProperty.align.id) == .choice(TimerProperty.Align.wall.rawValue),
            case .number(let due) = scene.value(timer, TimerProperty.next.id)
        else { return }
        let interval = scene.value(timer, TimerProperty.interval.id).number
        scene.times.stampTimer(timer, next: hasPassed(due) ? time : clock.aligned(interval, from: time))
    }
}
