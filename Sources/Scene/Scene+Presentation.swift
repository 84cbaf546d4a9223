/// Presentation values, where they differ from model values.
///
/// A row and its extras hold presentation values: painting and hit tests read them and know of no animation. A property that an
/// animation covers has the value that was set, its model value, in `models`; `value` and `set` find it there. So a frame
/// costs as much as moves, and a layer without animations has no second copy of anything.
extension Scene {
    /// True while an animation covers the property.
    package func isCovered(_ slot: Slot, _ id: PropertyID) -> Bool {
        rows[Int(slot)].flags.contains(.isAnimated) && models.value(slot, id) != nil
    }

    /// Sets the presentation value to `value`, which has the property's type. Until `reveal`.
    package func present(_ slot: Slot, _ id: PropertyID, _ value: Value) {
        let shown = shown(slot, id)
        if !isCovered(slot, id) {
            rows[Int(slot)].flags.insert(.isAnimated)
            models.cover(slot, id, layouts.naturalSizes[slot] == nil ? given(slot, id) : shown)
        }
        show(slot, id, value, insteadOf: shown)
    }

    /// Shows the model value. Harmless for a property that is not covered.
    package func reveal(_ slot: Slot, _ id: PropertyID) {
        guard let model = models.uncover(slot, id) else { return }
        if model.isLast { rows[Int(slot)].flags.remove(.isAnimated) }
        show(slot, id, model.value, insteadOf: shown(slot, id))
    }

    private func show(_ slot: Slot, _ id: PropertyID, _ value: Value, insteadOf old: Value) {
        guard value != old else { return }
        storeShown(slot, id, value)
        mark(slot, Dirty(kinds[rows[Int(slot)].kind].properties[Int(id.raw)].effect))
    }

    /// Runs `body` while the layer's row and extras hold model values, as the rules for `frame` read them there.
    func withModel<R>(_ slot: Slot, _ body: () -> R) -> R {
        guard let covered = models.all(of: slot) else { return body() }
        let seen = covered.map { shown(slot, $0.id) }
        for (id, value) in covered { storeShown(slot, id, value) }
        defer { for (entry, value) in zip(covered, seen) { storeShown(slot, entry.id, value) } }
        return body()
    }

    /// Marks a property whose presentation values at other times than now have changed.
    package func markShown(_ slot: Slot, _ id: PropertyID) {
        mark(slot, Dirty(kinds[rows[Int(slot)].kind].properties[Int(id.raw)].effect))
    }

    /// Layers' times depend from now on on where they are in the tree.
    package func watchTimes() { hasTimedLayers = true }

    /// Notes that some layer's time goes otherwise than before.
    func noteTiming() { changes.timing &+= 1 }

    /// Has a layer that is to begin when it was made begin at a scene time. Harmless for any other slot.
    package func stampLayerBegin(_ slot: Slot, at time: Double) {
        guard isLayer(slot), !rows[Int(slot)].flags.contains(.isRemoved) else { return }
        let id = LayerProperty.beginTime.id
        guard value(slot, id) == .none else { return }
        let parent = rows[Int(slot)].parent
        let (rate, offset) = parent > Scene.shelf ? localTime(of: parent) : (1, 0)
        assign(slot, id, .number(time * rate + offset), .none)
    }

    /// Scene time and the layer's own: local = scene · rate + offset. A layer that stands still has the rate 0.
    ///
    /// Each layer's time is (parent − beginTime) · speed + timeOffset, as in CAMediaTiming; a detached layer has scene time
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
    /// one passes there, for layers directly below.
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

    /// Writes what a spring that is said by its perceptual duration is in the other form, with a mass of 1.
    package func stampSpring(_ slot: Slot, stiffness: Double, damping: Double) {
        assign(slot, SpringProperty.mass.id, .number(1), .none)
        assign(slot, SpringProperty.stiffness.id, .number(stiffness), .none)
        assign(slot, SpringProperty.damping.id, .number(damping), .none)
    }

    /// Writes when a spring has come to rest, which follows from its other properties.
    package func stampSettlingDuration(_ slot: Slot, _ seconds: Double) {
        assign(slot, SpringProperty.settlingDuration.id, .number(seconds), .none)
    }

    /// Implicit animations of the layer at `slot`, which earlier lines made, by the order of their slots.
    package func implicitAnimations(of slot: Slot) -> [Slot] {
        references.implicitAnimations(of: slot).filter { !rows[Int($0)].flags.contains(.isRemoved) }
    }

    /// The layer of an implicit animation; nil for any other object.
    func implicitLayer(of slot: Slot) -> Slot? {
        let row = rows[Int(slot)]
        guard row.kind == .animation || row.kind == .spring, row.extras >= 0,
            case .boolean(true)? = extras[Int(row.extras)].value(AnimationProperty.isImplicit.id)
        else { return nil }
        return extras[Int(row.extras)].value(AnimationProperty.layer.id)?.object?.index
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
