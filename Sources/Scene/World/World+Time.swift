import Animation
import Expressions
import Geometry
import LineProtocol
package import Scene
import SceneTables
import Schema

/// Time: animations advance and end, waiting transactions take effect, bindings are updated.
extension World {
    /// Registers the animations that lines have created or changed; called after each line.
    package func settle() {
        if context.focus != nil { moveFocus() }
        if scene.dormancy.mayExist { dormancy.wakeAfterNews(in: self) }
        if !scene.transaction.isInTransaction { steps.begin(in: self) }
        if scene.layout.hasTransitions, !scene.transaction.isInTransaction { moveLayouts() }
        let work = scene.news.workRevision
        if work == context.settledWork { return }
        if animator.isStale { animator.sync(at: time) }
        guard !scene.transaction.isInTransaction else { return }
        mover?.sync(at: time)
        // Changes that they have caused wait for the next call.
        context.settledWork = work
    }

    /// Runs `body`, which may set the layer's speed: its local time continues from its current value. `timeOffset` and
    /// `beginTime` are adjusted, as is usually done by hand in Core Animation.
    func keepingTime(of layer: Slot, _ body: () throws(SceneError) -> Void) throws(SceneError) {
        func local(_ slot: Slot) -> Double {
            let (rate, offset) = scene.times.localTime(of: slot)
            return time * rate + offset
        }
        func speed() -> Double { scene.value(layer, LayerProperty.speed.id).number }
        let (before, now) = (speed(), local(layer))
        try atomically { () throws(SceneError) in
            try body()
            let after = speed()
            guard before != after else { return }
            let parent = local(scene.rows[Int(layer)].parent)
            let begin = after == 0 ? 0 : parent - now / after
            try scene.set(layer, LayerProperty.timeOffset.id, .number(after == 0 ? now : 0))
            try scene.set(layer, LayerProperty.beginTime.id, .number(begin.isFinite ? begin : 0))
        }
    }

    /// Advances layouts and presentation values to `time`.
    func advance() {
        scene.layout.layOut()
        animator.advance(to: time)
        updateBindings()
    }

    /// Updates layouts and bindings before a read. Within a transaction, bindings are updated at its end.
    package func updateBindings() {
        scene.layout.layOut()
        guard !scene.transaction.isInTransaction, bindings.update(in: self) else { return }
        host.onComputed?()
        settle()
    }

    /// A copy of the scene for another thread, which reads it whole.
    package func copyScene() -> Scene {
        updateBindings()
        prepareToWrite()
        return scene.copy()
    }

    /// Lays out, and lets behaviors take up what has moved: how bodies move and where they are have to be of the same moment.
    package func prepareToWrite() {
        scene.layout.layOut()
        scene.layout.fit()
        settle()
    }

    /// Processes the queued object changes when there are too many and no frame comes, for example because the clock is
    /// stopped.
    package func readManyChanges() {
        if bindings.hasManyChanges { updateBindings() }
    }

    /// Advances only one layer; all layers when a layout connects it with others.
    func advance(_ layer: Slot) {
        guard scene.rows[Int(layer)].flags.isDisjoint(with: [.arranges, .isArranged]) else { return advance() }
        scene.layout.layOut()
        animator.advance(layer, to: time)
    }

    /// Advances to the scene time `now`: everything due until then happens in order, and moving layers are presented at
    /// `now`.
    package func advance(to now: Double) {
        makers.renew()
        work.begin()
        settle()
        runDue(by: now)
        reach(now)
        scene.layout.layOut()
        animator.advance(to: time)
        mover?.advance(to: time)
        if follower.isStale { follower.advance() }
        updateBindings()
        // Follows and layouts react to moved layers, and bindings may depend on both.
        for _ in 0..<StepBounds.rounds {
            guard follower.isStale || scene.layout.needsLayout else { break }
            scene.layout.layOut()
            animator.advance(to: time)
            follower.advance()
            updateBindings()
        }
        if listRows.updateLists() { updateBindings() }
        if scene.layout.hasTransitions { settle() }
    }

    /// Runs transactions and timers that are due by `now`, each at its own time, including those that they create. What
    /// exceeds the limits of one step waits for the next.
    ///
    /// Work is counted, not timed, so that the same scene gives the same result in every run.
    private func runDue(by now: Double) {
        var last = -Double.infinity
        let (changes, skipped) = (scene.news.objectRevision, mover?.skippedTime ?? 0)
        for _ in 0..<StepBounds.due {
            let first = animator.firstDue
            // An event created for the same time waits for the next step.
            guard animator.isDue(first, at: now), !animator.isDue(first, at: last) else { return }
            // Layers moved by rules have used up the work of a frame.
            if scene.news.objectRevision &- changes > StepBounds.changes || (mover?.skippedTime ?? 0) > skipped {
                return
            }
            last = first
            lastEventTime = first
            for (slot, at) in animator.takeDue(at: first) {
                // An earlier event may have removed it.
                guard scene.slot(of: scene.id(of: slot)) != nil else { continue }
                let kind = scene.rows[Int(slot)].kind
                guard kind == .transaction || kind == .timer else { continue }
                // Within rounding errors of `now` it happens then: scene time does not pass the frame's, and what is
                // shown has that time.
                reach(animator.isDue(now, at: at) ? now : at)
                mover?.advance(to: time)
                // Following layers are moved to the positions of this moment, not of the last frame.
                if follower.hasFollows || follower.isStale {
                    animator.advance(to: time)
                    if follower.isStale { follower.advance() }
                }
                if kind == .timer {
                    timers.fire(slot, due: at, now: now, in: self)
                } else {
                    pending.run(slot, in: self)
                }
                settle()
            }
        }
    }

    /// The scene time that a word gives, in seconds or as wall-clock time.
    func sceneTime(_ word: ByteView) throws(ValueSyntax) -> Double {
        guard let wall = WallTime.seconds(word) else {
            do throws(ValueSyntax) { return try Quantity.time(word) } catch {
                throw ValueSyntax(
                    "\(ValueSyntax.quote(word)) is neither a scene time in seconds nor a time like 2030-01-31T12:00:00Z",
                    at: 0)
            }
        }
        return time + (wall - self.wall.clock())
    }
}

/// Limits of one time step; the rest waits for the next.
private enum StepBounds {
    /// Maximum number of different times at which something is due.
    static let due = 4096
    /// Maximum object changes by timed events.
    static let changes: UInt64 = 100_000
    /// Maximum rounds of bindings, follows and layouts that move each other: enough for sizes that halve their distance to where they
    /// settle to get there to the last bit, so that nothing depends on how often it was computed.
    static let rounds = 64
}
