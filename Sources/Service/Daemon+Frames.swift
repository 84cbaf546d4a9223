import Compositor
import Contents
import Frame
import Geometry
import LineProtocol
import PluginHost
import Reactor
import Scene
import Server

/// Frames: when they come, what is told before and after, and who waits for them.
extension Daemon {
    /// True when a frame of the output would show or tell something.
    func isPending(on display: Display) -> Bool {
        display.isStale || scene.hasChanges || isMotionDue(on: display) || behaviors.isMoving || !endings.isEmpty
            || display.isInputDue || display.isShapeDue
    }

    var isPending: Bool { scene.outputIsDirty || displays.contains(where: isPending) }

    /// The end of each turn: a thousand lines ask for one frame.
    func turnEnded() {
        // First what was wished, then what the screen makes of it.
        if scene.outputIsDirty { outputChanged() }
        displays.forEach(takeScreen)
        if scene.hasDirtySources { reconcileContents() }
        runTicks()
        answerPatient()
        endRecording()
        requestFrame()
        armState()
    }

    /// Asks for a frame when something is pending or somebody follows the frames; in manual mode frames come by request only.
    func requestFrame() {
        // Unbounded otherwise, when a manual clock stands and clients go on.
        if clock.isManual, scene.changeCount > 16_384 { tellChanges() }
        if scene.outputIsDirty { outputChanged() }
        armMotion()
        armInput()
        guard !clock.isManual else { return }
        for display in displays where isPending(on: display) || isFollowed(display) {
            perform(display.scheduler.handle(.changed, now: UInt64(reactor.turnTime)), on: display)
        }
    }

    private func isFollowed(_ display: Display) -> Bool {
        clients.listening.contains { $0.subscriptions.hasFrame && $0.subscriptions.wants(.frame, about: display.name) }
    }

    func perform(_ action: FrameScheduler.Action, on display: Display) {
        noteSeen(display)
        func setTimer(_ deadline: UInt64?) {
            if let timer = display.timer { reactor.cancel(timer) }
            display.timer = deadline.map { reactor.setTimer(at: Nanoseconds($0), display) }
        }
        switch action {
        case .none: break
        case .disarm: setTimer(nil)
        case .arm(let deadline):
            announce(display, target: clock.time(Nanoseconds(deadline)))
            setTimer(deadline)
        case .expect(let deadline): setTimer(deadline)
        case .render: render(display, for: clock.time(Nanoseconds(display.scheduler.frameTime)))
        }
    }

    /// The time of an output's next frame has come, or it took too long to show the last one.
    func frameIsDue(_ display: Display, _ now: Nanoseconds) {
        display.timer = nil
        guard !clock.isManual else { return }
        if case .scheduled(let due) = display.scheduler.state {
            display.lateness.note((now - Nanoseconds(due)).inSeconds)
            if now - Nanoseconds(due) > Nanoseconds(display.scheduler.interval) { display.missedDeadlines += 1 }
        }
        perform(display.scheduler.handle(.deadline, now: UInt64(now)), on: display)
    }

    /// Tells followers which frame comes: what they send before its target is in it.
    private func announce(_ display: Display, target: Double) {
        let followers = clients.listening.filter { $0.subscriptions.wants(.frame, about: display.name) }
        guard !followers.isEmpty else { return }
        var json = JSONWriter()
        json.beginObject()
        json.key("output")
        json.string(text: display.name)
        json.key("frame")
        json.number(Double(display.frameNumber + 1))
        json.key("time")
        json.number(target)
        json.key("target")
        json.number(target)
        json.key("interval")
        json.number(display.interval)
        json.endObject()
        // A merge key that no object has.
        let key = UInt64.max - UInt64(display.bit)
        for follower in followers { send("frame", json, to: follower, .latest(key: key)) }
    }

    func send(_ name: String, _ json: borrowing JSONWriter, to client: Client, _ coalescing: Coalescing = .none) {
        var line = ByteWriter()
        line.append("event ")
        line.append(text: name)
        line.append(" ")
        line.append(json: json)
        line.append("\n")
        unsafe client.connection.sendEvent(line.bytes.buffer, coalescing)
    }

    /// Renders a frame of each output, and tells what that of `main` did.
    @discardableResult
    func renderFrames() -> FrameResult {
        if scene.outputIsDirty { outputChanged() }
        let result = render(main)
        for display in displays.dropFirst() { render(display) }
        return result
    }

    /// Renders frames where something is pending.
    func renderPending() {
        if scene.outputIsDirty { outputChanged() }
        for display in displays where isPending(on: display) { render(display) }
    }

    /// Has an output show what is pending: with the clock standing still, all of them.
    func show(_ display: Display) {
        if clock.isManual { return renderPending() }
        if isPending(on: display) { render(display) }
    }

    /// Renders a frame of an output and answers who waited for it.
    ///
    /// - Parameter target: the scene time to show; now if not told. What has been shown or said already is never undone by an
    ///   earlier one.
    @discardableResult
    func render(_ display: Display, for target: Double? = nil) -> FrameResult {
        let time = target.map { max($0, lastFrameTime, interpreter.time) } ?? clock.time(reactor.turnTime)
        passFilm(to: time)
        if clock.isManual { announce(display, target: time) }
        bringUp(to: time, [display])
        // What was due may have removed it.
        guard display.isOpen else { return FrameResult(number: display.frameNumber, time: time) }
        followLayers(at: time, on: display)
        tellShape(to: display)
        let compositor = display.compositor
        var result = compositor.renderFrame(scene, time: time)
        if let recording, recording.display === display {
            recording.note(compositor.overlays.isOn ? [compositor.bounds] : result.damage)
        }
        display.frameNumber += 1
        result.number = display.frameNumber
        lastFrameTime = time
        interpreter.nextFrame = main.frameNumber + 1
        tellChanges()
        tellEndings()
        let isAwaited = result.painted && awaitPresentation(of: display)
        tellContacts()
        if isAwaited || !isStarved(display, result) { noteComposed(display, isAwaited: isAwaited) }
        endWaits(at: time)
        armContents()
        return result
    }

    /// Who waits for a frame of the output goes on to wait until it is seen, or has it.
    private func noteComposed(_ display: Display, isAwaited: Bool) {
        for client in clients.waiting {
            guard case .outputs(var wait, let reply) = client.hold, wait.toCompose & display.bit != 0 else { continue }
            wait.toCompose &= ~display.bit
            if isAwaited { wait.toShow |= display.bit }
            goOn(client, wait, reply)
        }
    }

    /// Nobody waits for the output any more: what it was to show is seen, or it is not.
    func noteShown(_ display: Display, isGone: Bool = false) {
        for client in clients.waiting {
            guard case .outputs(var wait, let reply) = client.hold else { continue }
            wait.toShow &= ~display.bit
            if isGone { wait.toCompose &= ~display.bit }
            goOn(client, wait, reply)
        }
    }

    private func goOn(_ client: Client, _ wait: OutputWait, _ reply: HeldReply) {
        if wait.isOver {
            client.release { self.writeFrame(to: &$0) }
        } else {
            client.hold(.outputs(wait, reply: reply))
        }
    }

    /// The payload of `sync`.
    func writeFrame(to json: inout JSONWriter) {
        json.beginObject()
        json.key("frame")
        json.number(Double(main.frameNumber))
        json.key("time")
        json.number(lastFrameTime)
        json.endObject()
    }

    // MARK: Events about the scene

    /// Notes changes only while somebody wants to hear of them.
    func watchChanges() {
        let isWanted = clients.listening.contains(where: \.subscriptions.hasScene)
        if isWanted != scene.recordsChanges { scene.recordChanges(isWanted) }
    }

    /// Sends what happened to the objects since the last frame.
    func tellChanges() {
        scene.layOut()
        guard scene.hasChanges else { return }
        let listeners = clients.listening.filter(\.subscriptions.hasScene)
        for event in SceneEvents.take(interpreter) {
            let name: EventName
            let coalescing: Coalescing
            switch event.kind {
            case .created: (name, coalescing) = (.created, .none)
            case .changed: (name, coalescing) = (.changed, .latest(key: event.key))
            case .removed: (name, coalescing) = (.removed, .barrier(key: event.key))
            }
            for listener in listeners where listener.subscriptions.wants(name, about: event.name) {
                listener.connection.sendEvent(event.line, coalescing)
            }
        }
    }

    // MARK: wait

    func endWaits(at time: Double) {
        for client in clients.waiting {
            // A nanosecond of grace: sums of intervals are not exact.
            if case .time(let end, _) = client.hold, end <= time + 1e-9 { client.release() }
        }
        armWaits()
    }

    /// Sets the timer of the first wait to end; none in manual mode, where only `tick` ends them.
    func armWaits() {
        if let waitTimer { reactor.cancel(waitTimer) }
        waitTimer = nil
        var first = Double.infinity
        for client in clients.waiting {
            if case .time(let end, _) = client.hold { first = min(first, end) }
        }
        guard first < .infinity, let deadline = clock.deadline(of: first) else { return }
        waitTimer = reactor.setTimer(at: deadline, self)
    }
}

extension Daemon: TimerHandler {
    func timerFired(_ timer: TimerID, now: Nanoseconds) {
        if timer == motionTimer {
            // The end of the turn asks for the frame.
            motionTimer = nil
        } else if timer == waitTimer {
            waitTimer = nil
            endWaits(at: clock.time(now))
        } else if timer == contentsTimer {
            contentsTimer = nil
            gallery.advance(to: clock.time(now))
        } else if timer == inputTimer {
            inputTimer = nil
            wakeInput(by: clock.time(now))
        } else if timer == stateTimer {
            keepState()
        } else if timer == recordTimer {
            recordTimerFired(now)
        }
    }
}
