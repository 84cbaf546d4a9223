import Scene

/// What a reader finds that looks at another time than now.
struct Past {
    /// The outermost first.
    var delays: [Delay]
    /// The layers that look otherwise than now.
    var slots: Set<Slot>
    /// For what these draw, and the number of the store in the paint list.
    let store: DrawingStore
    let number: Int32

    /// What has to be put back.
    struct Present {
        var values: [(key: ObjectProperty, value: Value)]
        let past: Past?
    }
}

extension LayerReader {
    /// From now on what is below the layer at `slot` is read as it was `delay` seconds before.
    ///
    /// The scene shows it until `comeBack`: the reader must be the only one that holds the slots, else they are copied.
    mutating func goBack(_ delay: Double, below slot: Slot, _ stores: inout [DrawingStore]) -> Past.Present? {
        guard let motion = drawings.motion else { return nil }
        let delays = (past?.delays ?? []) + [Delay(slot: slot, seconds: delay)]
        var values = motion.shown(delays).filter { scene.shown($0.key.slot, $0.key.id) != $0.value }
        var slots = past?.slots ?? []
        for one in values { slots.insert(one.key.slot) }
        if drawings.clock.isUsed {
            scene.forEachBelow(slot) { if scene.kinds[scene.rows[Int($0)].kind].usesTime { slots.insert($0) } }
        }
        let store = DrawingStore(besides: drawings, late: delays)
        stores.append(store)
        let present = past
        past = Past(delays: delays, slots: slots, store: store, number: Int32(stores.count))
        exchange(&values)
        return Past.Present(values: values, past: present)
    }

    mutating func comeBack(_ present: Past.Present) {
        var values = present.values
        exchange(&values)
        past = present.past
    }

    private mutating func exchange(_ values: inout [(key: ObjectProperty, value: Value)]) {
        if values.isEmpty { return }
        rows = []
        scene.exchangeShown(&values)
        rows = scene.rows
    }
}
