import Geometry

/// Times of layers, and the properties that say when something happens.
public struct SceneTimes {
    @usableFromInline let scene: Scene

    @inlinable init(_ scene: Scene) { self.scene = scene }

    /// Writes whether a binding is active, and why not. Not within a transaction.
    public func stampBinding(_ slot: Slot, isActive: Bool, message: String) {
        for (id, value) in [
            (BindingProperty.isActive.id, Value.boolean(isActive)), (BindingProperty.message.id, .string(message)),
        ] where scene.value(slot, id) != value {
            scene.storage.store(slot, id, value)
            scene.changes.events.note(.changed(slot, id))
        }
    }

    /// Writes why the lines of a reaction or a timer failed; empty: they did not.
    public func stampMessage(_ slot: Slot, _ text: String) {
        let id = scene.rows[Int(slot)].kind == .timer ? TimerProperty.message.id : ReactionProperty.message.id
        guard scene.value(slot, id) != .string(text) else { return }
        scene.storage.store(slot, id, .string(text))
        scene.changes.events.note(.changed(slot, id))
    }

    /// Writes what does not work at this moment into the settings.
    public func stampProblems(_ text: String) {
        let id = SettingsProperty.problems.id
        guard scene.value(Scene.daemon, id) != .string(text) else { return }
        scene.storage.store(Scene.daemon, id, .string(text))
        following { scene.changes.events.note(.changed(Scene.daemon, id)) }
    }

    /// Takes back that `state` may name a file that is there.
    public func stampOverwrite() {
        let id = SettingsProperty.overwrite.id
        guard scene.value(Scene.daemon, id) != .boolean(false) else { return }
        scene.storage.store(Scene.daemon, id, .boolean(false))
        following { scene.changes.events.note(.changed(Scene.daemon, id)) }
    }

    /// Runs `body`, whose changes follow from others: they are told, and do not count as changes of the scene's state.
    public func following<R>(_ body: () -> R) -> R {
        scene.changes.events.isFollowing = true
        defer { scene.changes.events.isFollowing = false }
        return body()
    }

    /// Layers' times depend from now on on where they are in the tree.
    public func watchTimes() { scene.order.hasTimedLayers = true }

    /// Notes that some layer's time goes otherwise than before.
    func noteTiming() { scene.changes.timing &+= 1 }

    /// Has a layer that is to begin when it was made begin at a scene time. Harmless for any other slot.
    public func stampLayerBegin(_ slot: Slot, at time: Double) {
        guard scene.isLayer(slot), !scene.rows[Int(slot)].flags.contains(.isRemoved) else { return }
        let id = LayerProperty.beginTime.id
        guard scene.value(slot, id) == .none else { return }
        let parent = scene.rows[Int(slot)].parent
        let (rate, offset) = parent > Scene.shelf ? localTime(of: parent) : (1, 0)
        scene.assign(slot, id, .number(time * rate + offset), .none)
    }

    /// Scene time and the layer's own: local = scene · rate + offset. A layer that stands still has the rate 0.
    ///
    /// Each layer's time is (parent − beginTime) · speed + timeOffset, as in CAMediaTiming; a detached layer has scene time
    /// above it. Takes time in proportion to the depth, unless no layer has a time of its own.
    public func localTime(of slot: Slot) -> (rate: Double, offset: Double) {
        var (rate, offset) = (1.0, 0.0)
        guard scene.order.hasTimedLayers else { return (rate, offset) }
        var at = slot
        while at > Scene.shelf {
            if scene.rows[Int(at)].flags.contains(.hasTiming) {
                let speed = scene.number(at, .speed)
                offset += rate * (scene.number(at, .timeOffset) - scene.number(at, .beginTime) * speed)
                rate *= speed
            }
            at = scene.rows[Int(at)].parent
        }
        return (rate, offset)
    }

    /// Calls `body` with each layer above the one at `slot`, the nearest first, and with how many seconds pass at `slot` while
    /// one passes there, for layers directly below.
    public func forEachAbove(_ slot: Slot, _ body: (_ above: Slot, _ rate: Double) -> Void) {
        var rate = 1.0
        var at = slot
        while at > Scene.shelf {
            if scene.rows[Int(at)].flags.contains(.hasTiming) { rate *= scene.number(at, .speed) }
            at = scene.rows[Int(at)].parent
            if at > Scene.shelf { body(at, rate) }
        }
    }

    /// Writes when an animation that says no beginning begins, in its layer's time.
    ///
    /// Nil: in a group it has none of its own.
    public func stampBegin(_ slot: Slot, _ time: Double?) {
        scene.assign(slot, TimingProperty.beginTime.id, time.map { .number($0) } ?? .none, .none)
    }

    /// Writes the other form of a spring with a perceptual duration, with a mass of 1.
    public func stampSpring(_ slot: Slot, stiffness: Double, damping: Double) {
        scene.assign(slot, SpringProperty.mass.id, .number(1), .none)
        scene.assign(slot, SpringProperty.stiffness.id, .number(stiffness), .none)
        scene.assign(slot, SpringProperty.damping.id, .number(damping), .none)
    }

    /// Writes when a spring has come to rest, which follows from its other properties.
    public func stampSettlingDuration(_ slot: Slot, _ seconds: Double) {
        scene.assign(slot, SpringProperty.settlingDuration.id, .number(seconds), .none)
    }

    /// Writes where an animator is, and how fast it goes.
    public func stampProgress(_ slot: Slot, _ progress: Double, velocity: Double) {
        scene.assign(slot, AnimatorProperty.progress.id, .number(progress), .none)
        scene.assign(slot, AnimatorProperty.velocity.id, .number(velocity), .none)
    }

    /// Has an animator stand.
    public func stampPause(_ slot: Slot) {
        scene.assign(slot, AnimatorProperty.isPaused.id, .boolean(true), .none)
    }

    /// Writes when a transaction takes effect.
    public func stampTransaction(_ slot: Slot, at time: Double) {
        scene.assign(slot, TransactionProperty.at.id, .number(time), .none)
    }

    /// Writes when a timer fires, or the time that a paused one has left.
    public func stampTimer(_ slot: Slot, next: Double?, left: Double? = nil) {
        scene.assign(slot, TimerProperty.next.id, next.map { .number($0) } ?? .none, .none)
        scene.assign(slot, TimerProperty.left.id, left.map { .number($0) } ?? .none, .none)
    }
}

extension Scene {
    /// Times of layers, and the properties that say when something happens.
    @inlinable public var times: SceneTimes { SceneTimes(self) }
}
