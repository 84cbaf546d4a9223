import Geometry
import LineProtocol
import Living
import Scene
package import SceneTables
package import Schema

/// Runs the lines of timers, each with the access of the client that created it.
///
/// The animator stores the times of timers and of pending transactions, so that nothing wakes up between them.
package final class Timers {
    /// A timer whose lines failed.
    package struct Failure {
        package let id: String
        package let error: SceneError
        /// The source line of the timer.
        package let source: LineSource?
    }

    /// Tolerance in seconds: sums of intervals are not exact.
    private static let tolerance = 1e-9

    private let principal = Principal()
    private var failures: [Failure] = []
    /// True while scene time advances from event to event: a timer fires at each of its times. Otherwise a late timer
    /// fires once.
    package var firesEach = false

    /// Fires a timer that was due at `due`, while time advances to `now`.
    func fire(_ slot: Slot, due: Double, now: Double, in world: World) {
        let scene = world.scene
        // An earlier timer may have paused or rescheduled it.
        guard scene.value(slot, TimerProperty.next.id) == .number(due) else { return }
        let name = scene.name(of: slot)
        let (object, source) = (scene.id(of: slot), scene.lineSources[scene.id(of: slot)])
        let owner = scene.components.owner(of: slot).map { scene.id(of: $0) }
        let lines = scene.value(slot, TimerProperty.lines.id).string
        principal.access = world.access(
            scope: scene.value(slot, TimerProperty.scope.id).object,
            isLocal: world.replica != nil && SharedScene.isLocal(name))
        let interval = scene.value(slot, TimerProperty.interval.id).number
        if !firesEach, let last = lastMissed(slot, interval, due: due, by: now, in: world) {
            // Its lines are run at the last missed time, in order with other due events.
            return scene.times.stampTimer(slot, next: last)
        }
        if !scene.value(slot, TimerProperty.repeats.id).boolean {
            // Never fails: it is no permanent object.
            try? scene.objects.remove(slot)
        } else if scene.value(slot, TimerProperty.align.id) == .choice(TimerProperty.Align.wall.rawValue) {
            scene.times.stampTimer(
                slot, next: world.clock.aligned(interval, from: max(now, world.time), slack: interval / 100))
        } else {
            var schedule = TimerSchedule(interval: interval, repeats: true, now: due, first: due)
            _ = schedule.fires(at: max(now, due) + Self.tolerance)
            scene.times.stampTimer(slot, next: schedule.next)
        }
        // Read before an `after` timer is removed.
        let outer = scene.components.lineOwner
        scene.components.lineOwner = owner
        defer { scene.components.lineOwner = outer }
        do throws(SceneError) {
            try world.spending(for: principal.access.scope.object) { () throws(SceneError) in
                scene.causes.actor = .timer(name)
                defer { scene.causes.actor = .client }
                try run(lines, in: world)
            }
            if let at = scene.slot(of: object) { scene.times.stampMessage(at, "") }
        } catch {
            if let at = scene.slot(of: object) { scene.times.stampMessage(at, error.message) }
            failures.append(Failure(id: name, error: error, source: source))
        }
    }

    /// The last time after `due` that a late timer has missed by `now`; nil when it has missed none.
    private func lastMissed(_ slot: Slot, _ interval: Double, due: Double, by now: Double, in world: World) -> Double? {
        let scene = world.scene
        guard scene.value(slot, TimerProperty.repeats.id).boolean, now - due >= interval else { return nil }
        let last: Double?
        if scene.value(slot, TimerProperty.align.id) == .choice(TimerProperty.Align.wall.rawValue) {
            last = world.clock.aligned(interval, from: now) - interval
        } else {
            last = TimerSchedule(interval: interval, repeats: true, now: due, first: due).last(by: now)
        }
        return last.flatMap { $0 > due && $0 <= now ? $0 : nil }
    }

    private func run(_ lines: String, in world: World) throws(SceneError) {
        var transaction = Transaction()
        for line in ReactionLines.split(lines) {
            try line.withView(0..<line.count) { (bytes) throws(SceneError) in
                try transaction.append(bytes, limit: world.transactionLimit)
            }
        }
        try transaction.run(world, principal)
    }

    /// The failures since the last call.
    package func takeFailures() -> [Failure] {
        if failures.isEmpty { return [] }
        defer { failures = [] }
        return failures
    }
}
