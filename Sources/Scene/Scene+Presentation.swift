/// What is shown where that is not what was set.
///
/// A slot and its extras hold what is shown: whoever paints or hits reads them and knows of no animation. A property that an
/// animation covers has the value that was set, its model value, in `models`; `value` and `set` find it there. So a frame
/// costs what moves, and a layer without animations has no second copy of anything.
extension Scene {
    /// True while an animation covers the property.
    package func isCovered(_ place: Int32, _ id: PropertyID) -> Bool {
        slots[Int(place)].flags.contains(.isAnimated) && model(place, id) != nil
    }

    /// Shows `value`, which has the property's type, instead of what was set. Until `reveal`.
    package func present(_ place: Int32, _ id: PropertyID, _ value: Value) {
        let shown = shown(place, id)
        if !isCovered(place, id) {
            slots[Int(place)].flags.insert(.isAnimated)
            models[place, default: []].append((id, naturalSizes[place] == nil ? given(place, id) : shown))
        }
        show(place, id, value, insteadOf: shown)
    }

    /// Shows what was set. Harmless for a property that is not covered.
    package func reveal(_ place: Int32, _ id: PropertyID) {
        guard let at = models[place]?.firstIndex(where: { $0.id == id }), let model = models[place]?.remove(at: at)
        else { return }
        if models[place]?.isEmpty == true {
            models[place] = nil
            slots[Int(place)].flags.remove(.isAnimated)
        }
        show(place, id, model.value, insteadOf: shown(place, id))
    }

    private func show(_ place: Int32, _ id: PropertyID, _ value: Value, insteadOf old: Value) {
        guard value != old else { return }
        storeShown(place, id, value)
        mark(place, Dirty(kinds[slots[Int(place)].kind].properties[Int(id.raw)].effect))
    }

    /// The value that was set of a property that is covered.
    func model(_ place: Int32, _ id: PropertyID) -> Value? {
        models[place]?.first { $0.id == id }?.value
    }

    /// True when the property is covered, and `value` is its model value from now on.
    func storeModel(_ place: Int32, _ id: PropertyID, _ value: Value) -> Bool {
        guard let at = models[place]?.firstIndex(where: { $0.id == id }) else { return false }
        models[place]?[at].value = value
        return true
    }

    /// Runs `body` while the layer's slot and extras hold what was set, as the rules for `frame` read them there.
    func withModel<R>(_ place: Int32, _ body: () -> R) -> R {
        guard let covered = models[place] else { return body() }
        let seen = covered.map { shown(place, $0.id) }
        for (id, value) in covered { storeShown(place, id, value) }
        defer { for (entry, value) in zip(covered, seen) { storeShown(place, entry.id, value) } }
        return body()
    }

    /// Shows `values`, and leaves in their places what was shown before. Nothing is marked: it is for who reads the scene as it
    /// is at another time, and shows again what was shown before anybody else looks.
    package func exchangeShown(_ values: inout [(key: ObjectProperty, value: Value)]) {
        for at in values.indices {
            let (key, value) = values[at]
            values[at].value = shown(key.place, key.id)
            storeShown(key.place, key.id, value)
        }
    }

    /// What is shown of the property at other times than now is something else than it was.
    package func markShown(_ place: Int32, _ id: PropertyID) {
        mark(place, Dirty(kinds[slots[Int(place)].kind].properties[Int(id.raw)].effect))
    }

    /// Layers' times depend from now on on where they are in the tree.
    package func watchTimes() { hasTimedLayers = true }

    /// Some layer's time goes otherwise than before.
    func noteTiming() {
        timingIsDirty = true
        timingVersion &+= 1
    }

    /// Has the layers that are to begin when they were made begin at a scene time.
    package func stampBegins(at time: Double) {
        for place in unbegun where isLayer(place) && !slots[Int(place)].flags.contains(.isRemoved) {
            let id = LayerProperty.beginTime.id
            guard value(place, id) == .none else { continue }
            let parent = slots[Int(place)].parent
            let (rate, offset) = parent > Scene.shelf ? localTime(of: parent) : (1, 0)
            assign(place, id, .number(time * rate + offset), .none)
        }
        unbegun.removeAll(keepingCapacity: true)
    }

    /// True when animations, or what they show, have to be looked at again.
    package var isTouched: Bool { !touchedTimed.isEmpty || !touchedModels.isEmpty || timingIsDirty }

    /// Hands over which animations and waiting transactions were touched, each once in the order of the first touch, and which
    /// covered properties were set; forgets them.
    package func takeTouched() -> (timed: [Int32], covered: Set<ObjectProperty>) {
        var seen: Set<Int32> = []
        let timed = touchedTimed.count < 2 ? touchedTimed : touchedTimed.filter { seen.insert($0).inserted }
        let covered = touchedModels
        touchedTimed.removeAll(keepingCapacity: true)
        touchedModels.removeAll(keepingCapacity: true)
        timingIsDirty = false
        return (timed, covered)
    }

    /// Scene time and the layer's own: local = scene · rate + offset. What stands still has the rate 0.
    ///
    /// Each layer's time is (parent − beginTime) · speed + timeOffset, as in CAMediaTiming; what is detached has scene time
    /// above it. Takes time in proportion to the depth, unless no layer has a time of its own.
    package func localTime(of place: Int32) -> (rate: Double, offset: Double) {
        var (rate, offset) = (1.0, 0.0)
        guard hasTimedLayers else { return (rate, offset) }
        var at = place
        while at > Scene.shelf {
            if slots[Int(at)].flags.contains(.hasTiming) {
                let speed = number(at, .speed)
                offset += rate * (number(at, .timeOffset) - number(at, .beginTime) * speed)
                rate *= speed
            }
            at = slots[Int(at)].parent
        }
        return (rate, offset)
    }

    /// Calls `body` with each layer above the one at `place`, the nearest first, and with how many seconds pass at `place` while
    /// one passes there, for what is directly below.
    package func forEachAbove(_ place: Int32, _ body: (_ above: Int32, _ rate: Double) -> Void) {
        var rate = 1.0
        var at = place
        while at > Scene.shelf {
            if slots[Int(at)].flags.contains(.hasTiming) { rate *= number(at, .speed) }
            at = slots[Int(at)].parent
            if at > Scene.shelf { body(at, rate) }
        }
    }

    /// The objects that own the one at `place`: the groups of an animation.
    package func owners(of place: Int32) -> [Int32] {
        referring(to: place).filter { kind(of: $0.place)[$0.property].bond == .owner }.map(\.place)
    }

    /// Writes when an animation that says no beginning begins, in its layer's time.
    ///
    /// Nil: in a group it has none of its own.
    package func stampBegin(_ place: Int32, _ time: Double?) {
        assign(place, TimingProperty.beginTime.id, time.map { .number($0) } ?? .none, .none)
    }

    /// Writes when a spring has come to rest, which follows from its other properties.
    package func stampSettlingDuration(_ place: Int32, _ seconds: Double) {
        assign(place, SpringProperty.settlingDuration.id, .number(seconds), .none)
    }

    /// The objects that go with `place`, by properties of theirs: a layer's animations.
    package func attached(to place: Int32) -> [Int32] {
        referring(to: place).filter { kind(of: $0.place)[$0.property].bond == .attached }.map(\.place)
    }

    /// The objects that properties of the one at `place` name.
    package func namedObjects(by place: Int32) -> [Int32] {
        referencing(place).flatMap { Self.objects(in: value(place, $0)) }.compactMap { self.place(of: $0) }
    }
}
