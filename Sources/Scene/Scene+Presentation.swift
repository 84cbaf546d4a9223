/// What is shown where that is not what was set.
///
/// A slot and its extras hold what is shown: whoever paints or hits reads them and knows of no animation. A property that an
/// animation covers has the value that was set, its model value, in `models`; `value` and `set` find it there. So a frame
/// costs what moves, and a layer without animations has no second copy of anything.
extension Scene {
    /// True while an animation covers the property.
    package func isCovered(_ slot: Slot, _ id: PropertyID) -> Bool {
        rows[Int(slot)].flags.contains(.isAnimated) && model(slot, id) != nil
    }

    /// Shows `value`, which has the property's type, instead of what was set. Until `reveal`.
    package func present(_ slot: Slot, _ id: PropertyID, _ value: Value) {
        let shown = shown(slot, id)
        if !isCovered(slot, id) {
            rows[Int(slot)].flags.insert(.isAnimated)
            models[slot, default: []].append((id, naturalSizes[slot] == nil ? given(slot, id) : shown))
        }
        show(slot, id, value, insteadOf: shown)
    }

    /// Shows what was set. Harmless for a property that is not covered.
    package func reveal(_ slot: Slot, _ id: PropertyID) {
        guard let at = models[slot]?.firstIndex(where: { $0.id == id }), let model = models[slot]?.remove(at: at)
        else { return }
        if models[slot]?.isEmpty == true {
            models[slot] = nil
            rows[Int(slot)].flags.remove(.isAnimated)
        }
        show(slot, id, model.value, insteadOf: shown(slot, id))
    }

    private func show(_ slot: Slot, _ id: PropertyID, _ value: Value, insteadOf old: Value) {
        guard value != old else { return }
        storeShown(slot, id, value)
        mark(slot, Dirty(kinds[rows[Int(slot)].kind].properties[Int(id.raw)].effect))
    }

    /// The value that was set of a property that is covered.
    func model(_ slot: Slot, _ id: PropertyID) -> Value? {
        models[slot]?.first { $0.id == id }?.value
    }

    /// True when the property is covered, and `value` is its model value from now on.
    func storeModel(_ slot: Slot, _ id: PropertyID, _ value: Value) -> Bool {
        guard let at = models[slot]?.firstIndex(where: { $0.id == id }) else { return false }
        models[slot]?[at].value = value
        return true
    }

    /// Runs `body` while the layer's slot and extras hold what was set, as the rules for `frame` read them there.
    func withModel<R>(_ slot: Slot, _ body: () -> R) -> R {
        guard let covered = models[slot] else { return body() }
        let seen = covered.map { shown(slot, $0.id) }
        for (id, value) in covered { storeShown(slot, id, value) }
        defer { for (entry, value) in zip(covered, seen) { storeShown(slot, entry.id, value) } }
        return body()
    }

    /// What is shown of the property at other times than now is something else than it was.
    package func markShown(_ slot: Slot, _ id: PropertyID) {
        mark(slot, Dirty(kinds[rows[Int(slot)].kind].properties[Int(id.raw)].effect))
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
        for slot in unbegun where isLayer(slot) && !rows[Int(slot)].flags.contains(.isRemoved) {
            let id = LayerProperty.beginTime.id
            guard value(slot, id) == .none else { continue }
            let parent = rows[Int(slot)].parent
            let (rate, offset) = parent > Scene.shelf ? localTime(of: parent) : (1, 0)
            assign(slot, id, .number(time * rate + offset), .none)
        }
        unbegun.removeAll(keepingCapacity: true)
    }

    /// True when animations, or what they show, have to be looked at again.
    package var isTouched: Bool { !touchedTimed.isEmpty || !touchedModels.isEmpty || timingIsDirty }

    /// Hands over which animations and waiting transactions were touched, each once in the order of the first touch, and which
    /// covered properties were set; forgets them.
    package func takeTouched() -> (timed: [Slot], covered: Set<ObjectProperty>) {
        var seen: Set<Slot> = []
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
    package func localTime(of slot: Slot) -> (rate: Double, offset: Double) {
        var (rate, offset) = (1.0, 0.0)
        guard hasTimedLayers else { return (rate, offset) }
        var at = slot
        while at > Scene.shelf {
            if rows[Int(at)].flags.contains(.hasTiming) {
                let speed = number(at, .speed)
                offset += rate * (number(at, .timeOffset) - number(at, .beginTime) * speed)
                rate *= speed
            }
            at = rows[Int(at)].parent
        }
        return (rate, offset)
    }

    /// Calls `body` with each layer above the one at `slot`, the nearest first, and with how many seconds pass at `slot` while
    /// one passes there, for what is directly below.
    package func forEachAbove(_ slot: Slot, _ body: (_ above: Slot, _ rate: Double) -> Void) {
        var rate = 1.0
        var at = slot
        while at > Scene.shelf {
            if rows[Int(at)].flags.contains(.hasTiming) { rate *= number(at, .speed) }
            at = rows[Int(at)].parent
            if at > Scene.shelf { body(at, rate) }
        }
    }

    /// The objects that own the one at `slot`: the groups of an animation.
    package func owners(of slot: Slot) -> [Slot] {
        referring(to: slot).filter { kind(of: $0.slot)[$0.property].bond == .owner }.map(\.slot)
    }

    /// Writes when an animation that says no beginning begins, in its layer's time.
    ///
    /// Nil: in a group it has none of its own.
    package func stampBegin(_ slot: Slot, _ time: Double?) {
        assign(slot, TimingProperty.beginTime.id, time.map { .number($0) } ?? .none, .none)
    }

    /// Writes when a spring has come to rest, which follows from its other properties.
    package func stampSettlingDuration(_ slot: Slot, _ seconds: Double) {
        assign(slot, SpringProperty.settlingDuration.id, .number(seconds), .none)
    }

    /// Implicit animations of the layer at `slot`, which earlier lines made, by the order of their rows.
    package func implicitAnimations(of slot: Slot) -> [Slot] {
        guard let list = implicitAnimations[slot] else { return [] }
        return list.filter { !rows[Int($0)].flags.contains(.isRemoved) }.sorted()
    }

    /// The layer of an implicit animation; nil for any other object.
    func implicitLayer(of slot: Slot) -> Slot? {
        let row = rows[Int(slot)]
        guard row.kind == .animation || row.kind == .spring, row.extras >= 0,
            case .boolean(true)? = extras[Int(row.extras)].value(AnimationProperty.isImplicit.id)
        else { return nil }
        return extras[Int(row.extras)].value(AnimationProperty.layer.id)?.object?.index
    }

    /// Keeps `implicitAnimations` true when the object at `slot` was one of `old` before a change.
    func followImplicit(_ slot: Slot, from old: Slot?) {
        let new = implicitLayer(of: slot)
        guard old != new else { return }
        if let old {
            implicitAnimations[old]?.removeAll { $0 == slot }
            if implicitAnimations[old]?.isEmpty == true { implicitAnimations[old] = nil }
        }
        if let new { implicitAnimations[new, default: []].append(slot) }
    }

    /// The objects that go with `slot`, by properties of theirs: a layer's animations.
    package func attached(to slot: Slot) -> [Slot] {
        referring(to: slot).filter { kind(of: $0.slot)[$0.property].bond == .attached }.map(\.slot)
    }

    /// The objects that properties of the one at `slot` name.
    package func namedObjects(by slot: Slot) -> [Slot] {
        referencing(slot).flatMap { Self.objects(in: value(slot, $0)) }.compactMap { self.slot(of: $0) }
    }
}
