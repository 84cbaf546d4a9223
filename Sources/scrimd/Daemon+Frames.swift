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
    /// The merge key of `frame` events; no object has it.
    static let frameKey = UInt64.max

    /// Seconds between two frames of the output.
    var interval: Double { 1 / scene.value(Scene.main, OutputProperty.refresh.id).number }

    /// True when a frame would show or tell something.
    var isPending: Bool {
        scene.hasDirty || display.isSeen && compositor.needsFrame || scene.hasChanges
            || isMotionDue || behaviors.isMoving || !endings.isEmpty || isInputDue || isShapeDue
    }

    /// The end of each turn: a thousand lines ask for one frame.
    func turnEnded() {
        // First what was wished, then what the screen makes of it.
        if scene.outputIsDirty { outputChanged() }
        takeScreen()
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
        guard !clock.isManual, isPending || clients.contains(where: \.subscriptions.hasFrame) else { return }
        perform(scheduler.handle(.changed, now: UInt64(reactor.turnTime)))
    }

    func perform(_ action: FrameScheduler.Action) {
        noteSeen()
        switch action {
        case .none: break
        case .disarm:
            if let frameTimer { reactor.cancel(frameTimer) }
            frameTimer = nil
        case .arm(let deadline):
            if let frameTimer { reactor.cancel(frameTimer) }
            announce(target: clock.time(Nanoseconds(deadline)))
            frameTimer = reactor.setTimer(at: Nanoseconds(deadline), self)
        case .expect(let deadline):
            if let frameTimer { reactor.cancel(frameTimer) }
            frameTimer = reactor.setTimer(at: Nanoseconds(deadline), self)
        case .render: renderFrame(for: clock.time(Nanoseconds(scheduler.frameTime)))
        }
    }

    /// Tells followers which frame comes: what they send before its target is in it.
    private func announce(target: Double) {
        let followers = clients.filter { $0.subscriptions.wants(.frame, about: "main") }
        guard !followers.isEmpty else { return }
        var json = JSONWriter()
        json.beginObject()
        json.key("output")
        json.string("main")
        json.key("frame")
        json.number(Double(frameNumber + 1))
        json.key("time")
        json.number(target)
        json.key("target")
        json.number(target)
        json.key("interval")
        json.number(interval)
        json.endObject()
        for follower in followers { send("frame", json, to: follower, .latest(key: Daemon.frameKey)) }
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

    /// Renders a frame and answers who waited for it.
    ///
    /// - Parameter target: the scene time to show; now if not told. What has been shown or said already is never undone by an
    ///   earlier one.
    @discardableResult
    func renderFrame(for target: Double? = nil) -> FrameResult {
        let time = target.map { max($0, lastFrameTime, interpreter.time) } ?? clock.time(reactor.turnTime)
        passFilm(to: time)
        if clock.isManual { announce(target: time) }
        bringUp(to: time)
        followLayers(at: time)
        tellShape()
        var result = compositor.renderFrame(scene, time: time)
        recording?.note(compositor.overlays.isOn ? [compositor.bounds] : result.damage)
        frameNumber += 1
        result.number = frameNumber
        lastFrameTime = time
        interpreter.nextFrame = frameNumber + 1
        tellChanges()
        tellEndings()
        let isAwaited = result.painted && awaitPresentation()
        tellContacts()
        let isStarved = isStarved(result)
        for client in clients {
            guard case .frame(let reply) = client.hold else { continue }
            if isAwaited {
                client.hold(.presentation(reply: reply))
            } else if !isStarved {
                client.release { self.writeFrame(to: &$0) }
            }
        }
        endWaits(at: time)
        armContents()
        return result
    }

    /// The payload of `sync`.
    func writeFrame(to json: inout JSONWriter) {
        json.beginObject()
        json.key("frame")
        json.number(Double(frameNumber))
        json.key("time")
        json.number(lastFrameTime)
        json.endObject()
    }

    // MARK: Events about the scene

    /// Notes changes only while somebody wants to hear of them.
    func watchChanges() {
        let isWanted = clients.contains(where: \.subscriptions.hasScene)
        if isWanted != scene.recordsChanges { scene.recordChanges(isWanted) }
    }

    /// Sends what happened to the objects since the last frame.
    func tellChanges() {
        scene.layOut()
        guard scene.hasChanges else { return }
        let listeners = clients.filter(\.subscriptions.hasScene)
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
        for client in clients {
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
        for client in clients {
            if case .time(let end, _) = client.hold { first = min(first, end) }
        }
        guard first < .infinity, let deadline = clock.deadline(of: first) else { return }
        waitTimer = reactor.setTimer(at: deadline, self)
    }
}

extension Daemon: TimerHandler {
    func timerFired(_ timer: TimerID, now: Nanoseconds) {
        if timer == frameTimer {
            frameTimer = nil
            guard !clock.isManual else { return }
            if case .scheduled(let due) = scheduler.state {
                lateness.note((now - Nanoseconds(due)).inSeconds)
                if now - Nanoseconds(due) > Nanoseconds(scheduler.interval) { missedDeadlines += 1 }
            }
            perform(scheduler.handle(.deadline, now: UInt64(now)))
        } else if timer == motionTimer {
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
