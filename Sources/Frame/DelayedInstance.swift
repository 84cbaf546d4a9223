import Scene

/// A copy with a delay, as it is read: its layers are seen later than now.
///
/// The values that animations showed then lie over the scene in the reader's view; the scene keeps its own.
struct DelayedInstance {
    /// The outermost first.
    var delays: [Delay]
    /// The layers that are seen otherwise than now.
    var slots: Set<Slot>
    /// For the drawings and effects of these, and the number of the store in the paint list.
    let store: DrawingStore
    let number: Int32

    /// The reader's state around the instance.
    struct Outer {
        let view: SceneView
        let instance: DelayedInstance?
    }
}

extension LayerReader {
    /// Until `leave`, the layers below the one at `slot` are read as they were `delay` seconds before.
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

    /// Reads again as before `enter`.
    mutating func leave(_ outer: DelayedInstance.Outer) { (view, instance) = (outer.view, outer.instance) }
}
