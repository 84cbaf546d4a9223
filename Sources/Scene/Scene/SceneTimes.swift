import Geometry
import Glibc
import SceneTables
public import Schema

/// Times of layers, and properties with event times.
public struct SceneTimes {
    @usableFromInline let scene: Scene

    @inlinable init(_ scene: Scene) { self.scene = scene }

    /// Sets whether a binding is active, and why not. Not within a transaction.
    public func stampBinding(_ slot: Slot, isActive: Bool, message: String) {
        for (id, value) in [
            (BindingProperty.isActive.id, Value.boolean(isActive)), (BindingProperty.message.id, .string(message)),
        ] where scene.value(slot, id) != value {
            scene.storage.store(slot, id, value)
            scene.changes.events.note(.changed(slot, id))
        }
    }

    /// Sets the error of a reaction's or timer's lines; empty: none.
    public func stampMessage(_ slot: Slot, _ text: String) {
        let id = scene.rows[Int(slot)].kind == .timer ? TimerProperty.message.id : ReactionProperty.message.id
        guard scene.value(slot, id) != .string(text) else { return }
        scene.storage.store(slot, id, .string(text))
        scene.changes.events.note(.changed(slot, id))
    }

    /// Sets the present problems in the settings.
    public func stampProblems(_ text: String) {
        let id = SettingsProperty.problems.id
        guard scene.value(Scene.daemon, id) != .string(text) else { return }
        scene.storage.store(Scene.daemon, id, .string(text))
        following { scene.changes.events.note(.changed(Scene.daemon, id)) }
    }

    /// Clears the permission that `state` may name an existing file.
    public func stampOverwrite() {
        let id = SettingsProperty.overwrite.id
        guard scene.value(Scene.daemon, id) != .boolean(false) else { return }
        scene.storage.store(Scene.daemon, id, .boolean(false))
        following { scene.changes.events.note(.changed(Scene.daemon, id)) }
    }

    /// Runs `body`, whose changes are derived from others: they are reported, but do not count as changes of the
    /// scene's state.
    public func following<R>(_ body: () -> R) -> R {
        scene.changes.events.isFollowing = true
        defer { scene.changes.events.isFollowing = false }
        return body()
    }

    /// Makes layers' times depend on their positions in the tree from now on.
    public func watchTimes() { scene.order.hasTimedLayers = true }

    /// Records that some layer's local time has changed.
    func noteTiming() { scene.changes.noteTiming() }

    /// Sets the begin time of a layer that starts at its creation. No effect for any other slot.
    public func stampLayerBegin(_ slot: Slot, at time: Double) {
        guard scene.isLayer(slot), !scene.rows[Int(slot)].flags.contains(.isRemoved) else { return }
        let id = LayerProperty.beginTime.id
        guard scene.value(slot, id) == .none else { return }
        let parent = scene.rows[Int(slot)].parent
        let (rate, offset) = parent > Scene.objectRoot ? localTime(of: parent) : (1, 0)
        scene.assign(slot, id, .number(time * rate + offset), .none)
    }

    /// Map from scene time to the layer's local time: local = scene · rate + offset. A stopped layer has the rate 0.
    ///
    /// Each layer's time is (parent − beginTime) · speed + timeOffset, as in CAMediaTiming; a detached layer's parent
    /// time is scene time. Takes time in proportion to the depth, unless no layer has its own time.
    public func localTime(of slot: Slot) -> (rate: Double, offset: Double) {
        var (rate, offset) = (1.0, 0.0)
        guard scene.order.hasTimedLayers else { return (rate, offset) }
        var at = slot
        while at > Scene.objectRoot {
            if scene.rows[Int(at)].flags.contains(.hasTiming) {
                let speed = scene.number(at, .speed)
                offset += rate * (scene.number(at, .timeOffset) - scene.number(at, .beginTime) * speed)
                rate *= speed
            }
            at = scene.rows[Int(at)].parent
        }
        return (rate, offset)
    }

    /// Calls `body` with each ancestor of the layer at `slot`, nearest first, and its rate: the seconds that pass at
    /// `slot` per second of the ancestor's direct sublayers.
    public func forEachAbove(_ slot: Slot, _ body: (_ above: Slot, _ rate: Double) -> Void) {
        var rate = 1.0
        var at = slot
        while at > Scene.objectRoot {
            if scene.rows[Int(at)].flags.contains(.hasTiming) { rate *= scene.number(at, .speed) }
            at = scene.rows[Int(at)].parent
            if at > Scene.objectRoot { body(at, rate) }
        }
    }

    /// Sets the begin time of an animation without one, in its layer's time.
    ///
    /// Nil: in a group it has none of its own.
    public func stampBegin(_ slot: Slot, _ time: Double?) {
        stamp(slot, TimingProperty.beginTime.id, time.map { .number($0) } ?? .none)
    }

    /// Sets a property of an animation on which nothing in the scene depends.
    private func stamp(_ slot: Slot, _ id: PropertyID, _ value: Value) {
        let old = scene.value(slot, id)
        guard old != value else { return }
        scene.journal.append(.value(slot, id, old))
        scene.storage.store(slot, id, value)
        scene.mark(slot, [])
        scene.changes.events.note(.changed(slot, id))
    }

    /// Sets the physical values of a spring with a perceptual duration, with a mass of 1.
    public func stampSpring(_ slot: Slot, stiffness: Double, damping: Double) {
        stamp(slot, SpringProperty.mass.id, .number(1))
        stamp(slot, SpringProperty.stiffness.id, .number(stiffness))
        stamp(slot, SpringProperty.damping.id, .number(damping))
    }

    /// Sets when a spring has settled, derived from its other properties.
    public func stampSettlingDuration(_ slot: Slot, _ seconds: Double) {
        stamp(slot, SpringProperty.settlingDuration.id, .number(seconds))
    }

    /// Sets an animator's progress and velocity.
    public func stampProgress(_ slot: Slot, _ progress: Double, velocity: Double) {
        stamp(slot, AnimatorProperty.progress.id, .number(progress))
        stamp(slot, AnimatorProperty.velocity.id, .number(velocity))
    }

    /// Pauses an animator.
    public func stampPause(_ slot: Slot) {
        scene.assign(slot, AnimatorProperty.isPaused.id, .boolean(true), .none)
    }

    /// Sets when a transaction takes effect.
    public func stampTransaction(_ slot: Slot, at time: Double) {
        scene.assign(slot, TransactionProperty.at.id, .number(time), .none)
    }

    /// Sets when a timer fires, or the remaining time of a paused one.
    ///
    /// With 15 digits, so that the same time comes of another sum: a dump has the seconds that are left.
    public func stampTimer(_ slot: Slot, next: Double?, left: Double? = nil) {
        scene.assign(slot, TimerProperty.next.id, next.map { .number($0.rounded(toDigits: 15)) } ?? .none, .none)
        scene.assign(slot, TimerProperty.left.id, left.map { .number($0) } ?? .none, .none)
    }

    /// The seconds until a timer fires, with as few digits as give `next` again when they are added and stamped.
    public static func seconds(from time: Double, until next: Double) -> Double {
        let left = max(next - time, 0)
        guard next.isFinite, next >= 1e-6 else { return left }
        let stamp = next.rounded(toDigits: 15)
        for digits in [14.0, 15, 16] {
            let scale = pow(10, digits - log10(next).rounded(.down))
            let short = (left * scale).rounded() / scale
            if (time + short).rounded(toDigits: 15) == stamp { return short }
        }
        return left
    }
}

extension Double {
    /// With that many decimal digits, at most 15; infinities and what is tiny stay as they are.
    fileprivate func rounded(toDigits digits: Int) -> Double {
        guard isFinite, abs(self) >= 1e-6 else { return self }
        let scale = pow(10, Double(digits - 1) - log10(abs(self)).rounded(.down))
        let scaled = (self * scale).rounded() / scale
        return scaled.isFinite ? scaled : self
    }
}

extension Scene {
    /// Times of layers, and properties with event times.
    @inlinable public var times: SceneTimes { SceneTimes(self) }
}
