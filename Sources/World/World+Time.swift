import Animation
import Expressions
import Geometry
import LineProtocol
import Scene

/// The work of time: animations go on and end, transactions that waited take effect, bindings are brought up to date.
extension World {
    /// Takes up the animations that lines have made or changed; called behind each.
    package func settle() {
        if context.focus != nil { reactionVerbs.moveFocus() }
        if scene.dormancy.mayExist { dormancy.wakeAfterNews(in: self) }
        if !scene.transaction.isInTransaction { steps.begin(in: self) }
        let work = scene.news.workRevision
        if work == context.settledWork { return }
        if animator.isStale { animator.sync(at: time) }
        guard !scene.transaction.isInTransaction else { return }
        mover?.sync(at: time)
        // What they have brought about themselves waits for the next time.
        context.settledWork = work
    }

    /// Runs `body`, which may set the layer's speed: its time goes on from where it is. `timeOffset` and `beginTime` follow, as
    /// everybody sets them by hand in Core Animation.
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

    /// Brings layouts, and presentation values, up to `time`.
    func advance() {
        scene.layout.layOut()
        animator.advance(to: time)
        bindingVerbs.updateBindings()
    }

    /// The same for one layer alone, while others stay; for all where a layout connects it with others.
    func advance(_ layer: Slot) {
        guard scene.rows[Int(layer)].flags.isDisjoint(with: [.arranges, .isArranged]) else { return advance() }
        scene.layout.layOut()
        animator.advance(layer, to: time)
    }

    /// Goes on to scene time `now`: all that waited until then happens, in its order, and moving layers are shown where they are.
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
        bindingVerbs.updateBindings()
        // What has moved is followed and laid out around, and what follows may be bound.
        for _ in 0..<StepBounds.rounds where follower.isStale || scene.layout.needsLayout {
            scene.layout.layOut()
            animator.advance(to: time)
            follower.advance()
            bindingVerbs.updateBindings()
        }
        if listRows.updateLists() { bindingVerbs.updateBindings() }
    }

    /// Runs transactions and timers that are due by `now`, each at its own time: those that they make, too. What is more than one step takes
    /// waits for the next.
    ///
    /// Work is counted and not timed, so that the same scene does the same in every run.
    private func runDue(by now: Double) {
        var last = -Double.infinity
        let (changes, skipped) = (scene.news.objectRevision, mover?.skippedTime ?? 0)
        for _ in 0..<StepBounds.due {
            let first = animator.firstDue
            // One that makes another for the same time lets it wait for the next step.
            guard animator.isDue(first, at: now), !animator.isDue(first, at: last) else { return }
            // What moves by rules has used up the work of a frame.
            if scene.news.objectRevision &- changes > StepBounds.changes || (mover?.skippedTime ?? 0) > skipped {
                return
            }
            last = first
            for (slot, at) in animator.takeDue(at: first) {
                // An earlier one may have taken it away.
                guard scene.slot(of: scene.id(of: slot)) != nil else { continue }
                let kind = scene.rows[Int(slot)].kind
                guard kind == .transaction || kind == .timer else { continue }
                reach(at)
                mover?.advance(to: time)
                if kind == .timer {
                    timers.fire(slot, due: at, now: now, in: self)
                } else {
                    pending.run(slot, in: self)
                }
                settle()
            }
        }
    }

    /// The scene time that a word says, in seconds, or as a time by the clock on the wall.
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

/// How much one step of time does before it lets the rest wait for the next.
private enum StepBounds {
    /// Different times at which something is due.
    static let due = 4096
    /// Changes of objects by timed events.
    static let changes: UInt64 = 100_000
    /// Rounds of bindings and follows that move each other.
    static let rounds = 4
}
