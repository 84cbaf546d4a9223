import Animation
import Geometry
import Scene
import SceneTables
import Schema

/// Steps of instances whose component has a parameter `step`: 0 is hidden, 1 and above are shown, below 0 is leaving. A
/// step is entered or left when all animations that started with it have ended; steps that are overtaken by another are
/// never reported.
package final class TemplateSteps {
    /// A step that was entered or left, to be reported.
    package struct Event: Equatable, Sendable {
        package var id: String
        package var step: Double
        package var isEntered: Bool { step > 0 }
    }

    private struct Running {
        var step: Double
        /// Animations started after this one count: see `Animator.lastOrder`.
        var order: UInt64
    }

    private var events: EventCursor?
    private var running: [ObjectID: Running] = [:]
    private var told: [Event] = []
    /// True until the step is first checked.
    private var isFresh = false

    /// True while a step has to be checked or reported.
    package var hasNews: Bool { isFresh || !told.isEmpty }
    /// True while there are components with steps.
    package var isActive: Bool { events != nil }
    /// True while the end of a step is pending.
    package var isRunning: Bool { !running.isEmpty }

    /// Registers the steps that the last line started. Not within a transaction; call before the animator registers the
    /// line's changes.
    func begin(in world: World) {
        let scene = world.scene
        let kinds = scene.components.stepKinds
        guard !kinds.isEmpty else {
            if events != nil { (events, running) = (nil, [:]) }
            return
        }
        guard let events else {
            self.events = EventCursor(scene)
            return
        }
        guard events.hasNews else { return }
        events.forEachNew { change in
            let (slot, isNew): (Slot, Bool)
            switch change {
            case .changed(let changed, let id):
                guard scene.slot(of: scene.id(of: changed)) != nil, kinds.contains(scene.rows[Int(changed)].kind),
                    id == step(of: changed, scene)?.id
                else { return }
                (slot, isNew) = (changed, false)
            case .created(let made):
                guard scene.slot(of: scene.id(of: made)) != nil, kinds.contains(scene.rows[Int(made)].kind) else {
                    return
                }
                (slot, isNew) = (made, true)
            default: return
            }
            guard let step = step(of: slot, scene)?.value else { return }
            // An instance created at a step is already there; one that was leaving when the daemon ended continues.
            if isNew, step >= 0 { return }
            running[scene.id(of: slot)] = step == 0 ? nil : Running(step: step, order: world.animator.lastOrder)
            isFresh = true
        }
    }

    /// Finds the steps whose animations have ended. An instance that has left is removed unless it says `keeps=true`.
    /// Returns true when one has ended.
    package func end(in world: World) -> Bool {
        let scene = world.scene
        isFresh = false
        // Steps started meanwhile are checked in the next frame, after the reactions.
        defer { begin(in: world) }
        if running.isEmpty { return false }
        var hasRemoved = false
        for (id, run) in running.sorted(by: { $0.key.index < $1.key.index }) {
            guard let slot = scene.slot(of: id) else {
                running[id] = nil
                continue
            }
            if world.animator.hasOpenEnd(behind: run.order, { isInside($0, slot, scene) }) { continue }
            running[id] = nil
            told.append(Event(id: scene.name(of: slot), step: run.step))
            guard run.step < 0, !keeps(slot, scene) else { continue }
            hasRemoved =
                (try? world.atomically { () throws(SceneError) in try scene.objects.remove(slot) }) != nil || hasRemoved
        }
        return hasRemoved
    }

    /// Steps that were entered or left since the last call, in order.
    package func take() -> [Event] {
        defer { told.removeAll() }
        return told
    }

    private func step(of slot: Slot, _ scene: Scene) -> (id: PropertyID, value: Double)? {
        let kind = scene.kind(of: slot)
        guard let id = ByteView.with("step", { kind.parameter(named: $0) }),
            case .number(let step) = scene.value(slot, id)
        else { return nil }
        return (id, step)
    }

    private func keeps(_ slot: Slot, _ scene: Scene) -> Bool {
        let kind = scene.kind(of: slot)
        guard let id = ByteView.with("keeps", { kind.parameter(named: $0) }) else { return false }
        return scene.value(slot, id) == .boolean(true)
    }

    /// True for the instance and its descendants.
    private func isInside(_ layer: Slot, _ instance: Slot, _ scene: Scene) -> Bool {
        var at = layer
        while at > Scene.objectRoot {
            if at == instance { return true }
            at = scene.rows[Int(at)].parent
        }
        return false
    }
}
