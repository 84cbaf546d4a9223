import Animation
import Geometry
import Scene

/// Steps of instances whose component has a parameter `step`: 0 is not shown, from 1 on shown, below 0 on the way out. A step has been
/// entered, or left, when all animations have ended that began with it; one that another step overtakes is never told.
package final class TemplateSteps {
    /// A step that was entered or left, to be told.
    package struct Event: Equatable, Sendable {
        package var id: String
        package var step: Double
        package var isEntered: Bool { step > 0 }
    }

    private struct Running {
        var step: Double
        /// Animations that began behind this one count: see `Animator.lastOrder`.
        var order: UInt64
    }

    private var events: EventCursor?
    private var running: [ObjectID: Running] = [:]
    private var told: [Event] = []
    /// True while a step was not looked at since it began.
    private var isFresh = false

    /// True while a step's animations are looked for, or something is to be told.
    package var hasNews: Bool { isFresh || !told.isEmpty }
    /// True while there are components that have steps.
    package var isActive: Bool { events != nil }
    /// True while a step's end is still to come.
    package var isRunning: Bool { !running.isEmpty }

    /// Takes up steps that began with the last line. Not within a transaction, and before the animator takes up what the line made.
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
            // One that is made at a step is there; one that was on its way out when the daemon ended goes on.
            if isNew, step >= 0 { return }
            running[scene.id(of: slot)] = step == 0 ? nil : Running(step: step, order: world.animator.lastOrder)
            isFresh = true
        }
    }

    /// Finds the steps whose animations are over. An instance that was left is removed, unless it says `keeps=true`. True when one was.
    package func end(in world: World) -> Bool {
        let scene = world.scene
        isFresh = false
        // Steps that began on the way are looked at in the next frame, when reactions have heard of them.
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

    /// True for the instance and what is below it.
    private func isInside(_ layer: Slot, _ instance: Slot, _ scene: Scene) -> Bool {
        var at = layer
        while at > Scene.shelf {
            if at == instance { return true }
            at = scene.rows[Int(at)].parent
        }
        return false
    }
}
