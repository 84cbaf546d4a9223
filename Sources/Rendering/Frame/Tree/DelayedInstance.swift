import Scene
import SceneTables
import Schema

/// A replicator copy with a delay while it is read: its layers show earlier values.
///
/// The values that animations had at that time are laid over the scene in the reader's view; the scene is not changed.
struct DelayedInstance {
    /// The delays of all enclosing copies, the outermost first.
    var delays: [Delay]
    /// The layers with delayed values.
    var slots: Set<Slot>
    /// The drawings and effects of these layers; `number` is the store's number in the paint list.
    let store: DrawingStore
    let number: Int32

    /// The reader's state outside the instance.
    struct Outer {
        let view: SceneView
        let instance: DelayedInstance?
    }
}

extension LayerReader {
    /// Reads the layers below the one at `slot` as they were `delay` seconds ago, until `leave`.
    mutating func enter(_ delay: Double, below slot: Slot, _ stores: inout [DrawingStore]) -> DelayedInstance.Outer? {
        guard let motion = drawings.motion else { return nil }
        let outer = DelayedInstance.Outer(view: view, instance: instance)
        let delays = (instance?.delays ?? []) + [Delay(slot: slot, seconds: delay)]
        let values = motion.shown(delays).filter { view.shown($0.key.slot, $0.key.id) != $0.value }
        var slots = instance?.slots ?? []
        for one in values { slots.insert(one.key.slot) }
        if drawings.clock.isUsed {
            scene.tree.forEachBelow(slot) { if scene.kinds[scene.rows[Int($0)].kind].usesTime { slots.insert($0) } }
        }
        let store = DrawingStore(besides: drawings, late: delays)
        stores.append(store)
        view.replace(values)
        instance = DelayedInstance(delays: delays, slots: slots, store: store, number: Int32(stores.count))
        return outer
    }

    /// Restores the state before `enter`.
    mutating func leave(_ outer: DelayedInstance.Outer) { (view, instance) = (outer.view, outer.instance) }
}
