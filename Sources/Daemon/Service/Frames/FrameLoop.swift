import Animation
import Compositor
import Contents
import Frame
import Geometry
import Input
import LineProtocol
import PluginHost
import Reactor
import Scene
import SceneTables
import Schema
import Server
import World

/// Schedules frames, with the events before and after them.
final class FrameLoop {
    let timeline: Timeline
    let outputs: OutputSet
    let preparer: FramePreparer
    let waits: Waits
    let layouts: LayoutHandshake
    let tiles: TileDemand
    private let events: EventRouter
    private let contents: ContentsService
    private let input: InputRouter
    /// Records a film of the frames.
    weak var film: (any FrameObserver)?
    /// Records of a primary that wait for their times.
    weak var replica: Replica?
    /// Called when `OutputSet.status` may have changed.
    var onStatus: (() -> Void)?
    /// Timer of the next animation start or end while nothing moves.
    private var motionTimer: TimerID?

    private var scene: Scene { timeline.scene }
    private var turnTime: UInt64 { UInt64(timeline.reactor.turnTime) }

    init(
        _ timeline: Timeline, _ outputs: OutputSet, _ events: EventRouter, _ contents: ContentsService,
        _ input: InputRouter
    ) {
        self.timeline = timeline
        self.outputs = outputs
        self.events = events
        self.contents = contents
        self.input = input
        preparer = FramePreparer(timeline, outputs, contents, input)
        waits = Waits(timeline, events.clients)
        layouts = LayoutHandshake(timeline, events)
        tiles = TileDemand(timeline.scene, events)
        waits.writeFrame = { [unowned self] in writeFrame(to: &$0) }
        input.outputs = outputs
        input.updater = preparer
        contents.outputs = outputs
        outputs.delegate = self
        timeline.world.host.snapshots = preparer
        timeline.scene.services.looks = preparer
    }

    // MARK: Pending changes

    /// True when a frame of the output would show or report something.
    func isPending(on output: OutputDriver) -> Bool {
        output.isStale || events.hasChanges || isMotionDue(on: output) || timeline.isMoving || output.isInputDue
            || output.isShapeDue
    }

    /// True while a frame is painted outside of the loop.
    var isPainting: Bool { outputs.all.contains(where: \.compositor.late.isPainting) }

    var isPending: Bool { outputs.isStale || outputs.all.contains(where: isPending) }

    /// True when a frame of an output now would show, start or end something.
    private func isMotionDue(on output: OutputDriver) -> Bool {
        let now = timeline.now
        return timeline.sources.isDue(at: now) || (replica?.nextTime ?? .infinity) <= now + 1e-9
            || timeline.world.animator.isDue(at: now)
            || output.compositor.nextDrawing(scene) <= now + 1e-9
    }

    /// Requests frames when something is pending or clients follow frames; in manual mode, frames are rendered only on
    /// request. Returns the kinds of changes that concern it from now on.
    @discardableResult
    func request() -> ChangeKinds {
        if outputs.isStale { outputs.changed() }
        if timeline.clock.isManual {
            events.tellManyChanges()
            timeline.world.readManyChanges()
            return [.outputs, .manyEvents]
        }
        for output in outputs.all where !output.scheduler.isAsked {
            let isPending = isPending(on: output)
            guard isPending || events.nextFrame(of: output) <= timeline.now else { continue }
            perform(output.scheduler.handle(isPending ? .changed : .followed, now: earliest(of: output)), on: output)
        }
        return .all
    }

    /// The first frame of very many layers takes long: clients that have waited since before the start are answered
    /// first.
    private func earliest(of output: OutputDriver) -> UInt64 {
        let isLong = output.frames.number == 0 && scene.count > Self.manyObjects
        return isLong ? turnTime + Self.firstDelay : turnTime
    }

    private static let (manyObjects, firstDelay) = (100_000, UInt64(20_000_000))

    /// Sets the timers of the next motion and the next gesture. Returns the kinds of changes that concern them from now on.
    func arm() -> ChangeKinds {
        armMotion()
        input.arm()
        return timeline.clock.isManual ? [] : [.motion, .sources, .outputs]
    }

    /// Sets the timer of the next animation start or end while nothing moves; while something moves, each turn requests
    /// a frame.
    private func armMotion() {
        if let motionTimer { timeline.reactor.cancel(motionTimer) }
        motionTimer = nil
        if timeline.clock.isManual { return }
        var wake = min(timeline.world.animator.nextWake, timeline.sources.nextRead, replica?.nextTime ?? .infinity)
        for output in outputs.all {
            wake = min(wake, output.compositor.nextDrawing(scene))
            let frame = events.nextFrame(of: output)
            if frame > timeline.now { wake = min(wake, frame) }
        }
        guard wake < .infinity, wake > timeline.now, let deadline = timeline.clock.deadline(of: wake) else { return }
        motionTimer = timeline.reactor.setTimer(at: deadline, self)
    }

    /// Call when the clock's mode has changed.
    func clockChanged() {
        for output in outputs.all {
            perform(output.scheduler.handle(.settled, now: turnTime), on: output)
            output.scheduler.isManual = timeline.clock.isManual
        }
        waits.arm()
        contents.arm()
    }

    // MARK: Frames

    /// Renders a frame of each output. Returns the result of `main`. Slow frames are painted outside of the loop; then
    /// `isPainting` is true.
    @discardableResult
    func renderAll() -> FrameResult {
        if outputs.isStale { outputs.changed() }
        let result = render(outputs.main, mayBeLate: true)
        for output in outputs.all.dropFirst() { render(output, mayBeLate: true) }
        return result
    }

    /// Renders frames where something is pending.
    func renderPending() {
        if outputs.isStale { outputs.changed() }
        for output in outputs.all where isPending(on: output) { render(output) }
    }

    /// Shows pending changes on an output; with a stopped clock, on all outputs.
    func show(_ output: OutputDriver) {
        if timeline.clock.isManual { return renderPending() }
        if isPending(on: output) { render(output) }
    }

    /// Renders a frame of an output and answers the lines that wait for it.
    ///
    /// - Parameters:
    ///   - target: the scene time to show; nil: now. An earlier time never reverts a time already shown or reported.
    ///   - mayBeLate: a slow frame is painted outside of the loop; its presentation, and replies to it, follow later.
    @discardableResult
    func render(_ output: OutputDriver, for target: Double? = nil, mayBeLate: Bool = false) -> FrameResult {
        let world = timeline.world
        let time = target.map { max($0, timeline.lastFrameTime, world.time) } ?? timeline.now
        let begin = UInt64(Clock.now)
        film?.willRender(at: time)
        if timeline.clock.isManual { announce(output, target: time) }
        preparer.bringUp(to: time, [output])
        // Lines that were due may have removed it.
        guard output.isOpen else { return FrameResult(number: output.frames.number, time: time) }
        input.followLayers(at: time, on: output)
        output.tellShape()
        let compositor = output.compositor
        var result = compositor.renderFrame(scene, time: time, mayBeLate: mayBeLate && !output.screen.isFilmed)
        let isLate = compositor.late.isPainting
        film?.didRender(output, compositor.overlays.isOn ? [compositor.bounds] : result.damage)
        output.frames.number += 1
        result.number = output.frames.number
        if isLate {
            paintingBegan(OutputDriver.LateFrame(result: result, begin: begin), on: output)
        } else {
            noteTime(of: result, on: output, begin)
        }
        timeline.lastFrameTime = time
        world.host.nextFrame = outputs.main.frames.number + 1
        events.tellChanges()
        timeline.tellEndings()
        let isAwaited = !isLate && result.painted && awaitPresentation(of: output)
        // Before there are layers, and without a screen that sets the pace: the first layers are shown immediately.
        if result.painted, !isLate, !isAwaited, output.frames.number == 1, scene.rows[Int(Scene.root)].firstChild < 0,
            !output.scheduler.keepsPace
        {
            output.scheduler.forgetGrid()
        }
        timeline.tellContacts()
        if !isLate, isAwaited || !isStarved(output, result) { waits.noteComposed(output, isAwaited: isAwaited) }
        waits.end(at: time)
        layouts.frameComposed()
        contents.arm()
        return result
    }

    /// Records a slow frame, and the layer with the highest cost.
    private func noteTime(of result: FrameResult, on output: OutputDriver, _ begin: UInt64) {
        let end = UInt64(Clock.now)
        output.frames.missed.took(result.number, from: begin, to: end, interval: output.scheduler.interval) {
            costliestLayer(of: result, on: output, end - begin)
        }
    }

    /// A frame is composed and now painted outside of the loop; it is not visible yet.
    private func paintingBegan(_ frame: OutputDriver.LateFrame, on output: OutputDriver) {
        output.frames.late = frame
        outputs.paintingBegan(output)
        waits.noteComposed(output, isAwaited: true)
        guard !timeline.clock.isManual else { return }
        perform(output.scheduler.handle(.submitted, now: turnTime), on: output)
    }

    /// Sends `frame` to followers before the frame: changes that they send before its target are included.
    private func announce(_ output: OutputDriver, target: Double) {
        // A merge key that no object has.
        let key = UInt64.max - UInt64(output.bit)
        events.sendFrame(of: output, target: target, .latest(key: key)) { json, period in
            json.beginObject()
            json.key("output")
            json.string(text: output.name)
            json.key("frame")
            json.number(Double(output.frames.number + 1))
            json.key("time")
            json.number(target)
            json.key("target")
            json.number(target)
            json.key("interval")
            json.number(period)
            json.endObject()
        }
    }

    /// The payload of `sync`.
    func writeFrame(to json: inout JSONWriter) {
        json.beginObject()
        json.key("frame")
        json.number(Double(outputs.main.frames.number))
        json.key("time")
        json.number(timeline.lastFrameTime)
        json.endObject()
    }

    // MARK: Presentation

    /// The output has accepted a frame: lines that wait for it are answered when it is visible. False when it is
    /// visible already.
    private func awaitPresentation(of output: OutputDriver) -> Bool {
        guard output.screen.isSeen, output.screen.isAwaiting, !timeline.clock.isManual else { return false }
        perform(output.scheduler.handle(.submitted, now: turnTime), on: output)
        return true
    }

    /// True when the output had no buffer for a frame. The frame is retried, until the output's timeout.
    private func isStarved(_ output: OutputDriver, _ result: FrameResult) -> Bool {
        guard !result.painted, output.screen.isSeen, output.compositor.needsFrame, !timeline.clock.isManual else {
            output.presence.starvedSince = nil
            return false
        }
        let now = timeline.reactor.turnTime
        let since = output.presence.starvedSince ?? now
        output.presence.starvedSince = since
        guard now - since > Nanoseconds(FrameScheduler.timeout) else { return true }
        output.presence.starvedSince = nil
        perform(output.scheduler.handle(.hidden, now: UInt64(now)), on: output)
        return false
    }

    /// Applies the scheduler's decision whether the output is visible.
    private func noteSeen(_ output: OutputDriver) {
        guard output.screen.isSeen != output.scheduler.isSeen else { return }
        output.screen.isSeen = output.scheduler.isSeen
        // Frames painted meanwhile, or from now on, were not shown.
        if output.screen.isFilmed { output.compositor.expose() }
        if !output.scheduler.isSeen { waits.noteShown(output) }
        outputs.noteState(of: output)
    }
}

extension FrameLoop: OutputSetDelegate {
    func perform(_ action: FrameScheduler.Action, on output: OutputDriver) {
        noteSeen(output)
        func setTimer(_ deadline: UInt64?) {
            if let timer = output.timer { timeline.reactor.cancel(timer) }
            output.timer = deadline.map { timeline.reactor.setTimer(at: Nanoseconds($0), output) }
        }
        switch action {
        case .none: break
        case .disarm: setTimer(nil)
        case .arm(let deadline):
            announce(output, target: timeline.clock.time(Nanoseconds(deadline)))
            setTimer(deadline)
        case .expect(let deadline): setTimer(deadline)
        case .render:
            render(output, for: timeline.clock.time(Nanoseconds(output.scheduler.frameTime)), mayBeLate: true)
        }
    }

    func frameIsDue(_ output: OutputDriver, _ now: Nanoseconds) {
        output.timer = nil
        guard !timeline.clock.isManual else { return }
        // The output cannot show the frame that is being painted.
        if output.compositor.late.isPainting {
            return perform(.expect(UInt64(now) + FrameScheduler.timeout), on: output)
        }
        guard case .scheduled(let due) = output.scheduler.state else {
            return perform(output.scheduler.handle(.deadline, now: UInt64(now)), on: output)
        }
        if isHeld(output, until: due) { return }
        let interval = output.scheduler.interval
        output.frames.lateness.note((now - Nanoseconds(due)).inSeconds)
        if now - Nanoseconds(due) > Nanoseconds(interval) { output.frames.missedDeadlines += 1 }
        let painted = output.compositor.frameNumber
        outputs.drawings.longestCall = nil
        perform(output.scheduler.handle(.deadline, now: UInt64(now)), on: output)
        output.frames.late?.due = due
        guard output.compositor.frameNumber != painted, output.screen.isSeen else { return }
        output.frames.missed.composed(due: due, end: UInt64(Clock.now), interval: interval)
    }

    /// True when clients that draw by layouts have to be notified first: `goOn` continues the frame.
    private func isHeld(_ output: OutputDriver, until due: UInt64) -> Bool {
        guard !events.clients.listeners(to: .layout).isEmpty else { return false }
        let time = timeline.clock.time(Nanoseconds(due))
        timeline.advance(to: max(time, timeline.lastFrameTime, timeline.world.time))
        return layouts.holds(output.bit)
    }

    /// Sends new layouts and tiles, and continues frames that waited for the clients that draw by them. Returns the kinds of changes
    /// that concern it from now on.
    func goOn() -> ChangeKinds {
        layouts.tell()
        tiles.tell()
        let ready = layouts.takeReady()
        if ready != 0, !timeline.clock.isManual {
            for output in outputs.all where output.bit & ready != 0 { frameIsDue(output, timeline.reactor.turnTime) }
        }
        return layouts.isIdle && tiles.isIdle ? [] : .everyTurn
    }

    /// The layer with the highest cost in a frame: the one whose plugin took half of the time, otherwise the one with
    /// most to paint.
    private func costliestLayer(of frame: FrameResult, on output: OutputDriver, _ nanoseconds: UInt64) -> String? {
        if let call = outputs.drawings.longestCall, call.nanoseconds >= nanoseconds / 2,
            let slot = scene.slot(of: call.layer)
        {
            return scene.name(of: slot)
        }
        return output.compositor.costliestLayer(of: frame).map { scene.name(of: $0) }
    }

    func presented(_ output: OutputDriver, at time: UInt64) {
        // An output that shows frames immediately has no presentation times.
        guard output.screen.output.watched != nil else { return }
        if time > 0 {
            if output.screen.isSeen {
                output.frames.missed.presented(at: time, interval: output.scheduler.interval)
            }
            output.scheduler.align(to: time)
        }
        guard !output.screen.isAwaiting, !output.compositor.late.isPainting else { return }
        perform(output.scheduler.handle(.presented, now: turnTime), on: output)
        waits.noteShown(output)
    }

    func paintingEnded(_ output: OutputDriver) {
        guard let frame = output.frames.late else { return }
        output.frames.late = nil
        guard output.isOpen else { return }
        noteTime(of: frame.result, on: output, frame.begin)
        if let due = frame.due, output.screen.isSeen {
            output.frames.missed.composed(due: due, end: UInt64(Clock.now), interval: output.scheduler.interval)
        }
        if awaitPresentation(of: output) {
            return perform(.expect(turnTime + FrameScheduler.timeout), on: output)
        }
        if case .waitingForOutput = output.scheduler.state {
            perform(output.scheduler.handle(.presented, now: turnTime), on: output)
        }
        waits.noteShown(output)
    }

    func outputClosed(_ output: OutputDriver) {
        film?.outputClosed(output)
        waits.noteShown(output, isGone: true)
    }

    func statusChanged() { onStatus?() }
    func dispatch(_ output: OutputDriver) { outputs.dispatch(output) }
    func feed(_ input: PluginOutput.Input, by tool: PluginOutput.Input.Tool?, to output: OutputDriver) {
        self.input.feed(input, by: tool, to: output)
    }
    func wants(_ trigger: ReactionTrigger, _ event: EventName, _ target: Target) -> Bool {
        input.wants(trigger, event, target)
    }

    func wantsTouches(_ target: Target) -> Bool { input.wantsTouches(target) }

    func dragSource(_ target: Target, isFinger: Bool, on output: OutputDriver) -> DragSource? {
        input.dragSource(target, isFinger: isFinger, on: output)
    }

    func dropTarget(_ target: Target, on output: OutputDriver) -> Target? { input.dropTarget(target, on: output) }
    func dropTarget(
        _ target: Target, offering types: [String], on output: OutputDriver
    ) -> (target: Target, type: String)? {
        input.dropTarget(target, offering: types, on: output)
    }
    var followsPointer: Bool { input.followsPointer }
}

extension FrameLoop: TimerHandler {
    /// The end of the turn requests the frame.
    func timerFired(_ timer: TimerID, now: Nanoseconds) { motionTimer = nil }
}
