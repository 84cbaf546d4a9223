import Scene

/// What a reader finds that looks at another time than now.
struct Past {
    /// The outermost first.
    var delays: [Delay]
    /// The layers that look otherwise than now.
    var places: Set<Int32>
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
    /// From now on what is below the layer at `place` is read as it was `delay` seconds before.
    ///
    /// The scene shows it until `comeBack`: the reader must be the only one that holds the slots, else they are copied.
    mutating func goBack(_ delay: Double, below place: Int32, _ stores: inout [DrawingStore]) -> Past.Present? {
        guard let motion = drawings.motion else { return nil }
        let delays = (past?.delays ?? []) + [Delay(place: place, seconds: delay)]
        var values = motion.shown(delays).filter { scene.shown($0.key.place, $0.key.id) != $0.value }
        var places = past?.places ?? []
        for one in values { places.insert(one.key.place) }
        if drawings.clock.isUsed {
            scene.forEachBelow(place) { if scene.kinds[scene.slots[Int($0)].kind].usesTime { places.insert($0) } }
        }
        let store = DrawingStore(besides: drawings, late: delays)
        stores.append(store)
        let present = past
        past = Past(delays: delays, places: places, store: store, number: Int32(stores.count))
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
        slots = []
        scene.exchangeShown(&values)
        slots = scene.slots
    }
}
