import Compositor
import Frame
import Geometry
import Input
import LineProtocol
import PluginHost
import Reactor
import Scene
import Server

/// Outputs: what their screens make of them, when these show frames, and what is told of that.
extension Daemon {
    /// Hears what the output's plugin has to say from now on.
    func listen(to display: Display) {
        let output = display.screen.output
        output.onWatch = { [weak self, weak display] in if let display { self?.watch(display, $0) } }
        output.onInput = { [weak self, weak display] in if let display { self?.feed($0, to: display) } }
        display.screen.onPresented = { [weak self, weak display] in if let display { self?.presented(display, at: $0) }
        }
        display.screen.onScreen = { [weak self, weak display] screen in
            // The plugin's memory goes with its screen.
            if !screen.isActive { display?.compositor.expose() }
            if self?.reactor.isDispatching == false { self?.reactor.requestTurn() }
        }
        watch(display, output.watched)
        // What it said already is taken up in the first turn, which waits for nothing.
        reactor.requestTurn()
    }

    private func watch(_ display: Display, _ descriptor: Int32?) {
        if let watch = display.watch { reactor.remove(watch) }
        display.watch = nil
        guard let descriptor else { return }
        do throws(SystemError) {
            display.watch = try reactor.add(descriptor, .reading, display)
        } catch {
            Log.write(.warning, "the output \(display.name) is not listened to: \(error)")
        }
    }

    /// The plugin has something to do.
    func dispatch(_ display: Display) {
        do throws(SceneError) {
            try display.screen.output.dispatch()
        } catch {
            Log.write(.warning, error.message)
            // Suspended: nobody reads the descriptor any more.
            if error.code == .unsupported { watch(display, nil) }
        }
    }

    /// The output was removed: nothing is shown, told or waited for any more.
    func close(_ display: Display) {
        display.isOpen = false
        if recording?.display === display {
            recording?.stop(SceneError(.aborted, "record: the output \(display.name) was removed"))
        }
        if let timer = display.timer { reactor.cancel(timer) }
        display.timer = nil
        watch(display, nil)
        noteShown(display, isGone: true)
        tell(display)
    }

    // MARK: The screen

    /// Behind each turn: takes over what the screen said, the last of it if it said much.
    func takeScreen(of display: Display) {
        guard let screen = display.screen.takeNews() else { return }
        // In range, as the host of plugins has seen to.
        if let size = screen.size { try? scene.set(display.slot, OutputProperty.size.id, .size(size)) }
        if let scale = screen.scale { try? scene.set(display.slot, OutputProperty.scale.id, .number(scale)) }
        if let refresh = screen.refresh { try? scene.set(display.slot, OutputProperty.refresh.id, .number(refresh)) }
        if screen.isActive != display.wasPresent || screen.isActive && !display.scheduler.isSeen {
            if screen.isActive, !display.wasPresent { display.compositor.expose() }
            display.wasPresent = screen.isActive
            let event: FrameScheduler.Event = screen.isActive ? .seen : .hidden
            perform(display.scheduler.handle(event, now: UInt64(reactor.turnTime)), on: display)
        }
        noteState(of: display)
    }

    /// Tells when the output is not what it was last told to be.
    private func noteState(of display: Display) {
        let state = (display.state, display.screen.screen?.message ?? "")
        guard state != display.toldState else { return }
        display.toldState = state
        if !state.1.isEmpty { Log.write(.notice, "output \(display.name) is \(state.0): \(state.1)") }
        tell(display)
    }

    /// Outputs came, went, or were changed: in size, scale, refresh or whatever else they have.
    func outputChanged() {
        reconcileOutputs()
        for display in displays {
            let screen = display.screen
            let before = (screen.size, screen.scale, screen.refresh)
            do throws(SceneError) {
                // Its buffers may be others now.
                if try screen.configure() { display.compositor.expose() }
            } catch {
                Log.write(.warning, "the output \(display.name) stays as it is: \(error.message)")
            }
            guard (screen.size, screen.scale, screen.refresh) != before else { continue }
            let action = display.scheduler.setRefresh(screen.refresh, now: UInt64(reactor.turnTime))
            perform(action, on: display)
            tell(display)
        }
    }

    /// The payload of `output` events. Of one that was removed, what it was at the end.
    func write(_ display: Display, to json: inout JSONWriter) {
        let mode = display.screen.mode
        let isThere = scene.slot(of: display.id) != nil
        json.beginObject()
        json.key("output")
        json.string(text: display.name)
        json.key("size")
        json.size(isThere ? scene.value(display.slot, OutputProperty.size.id).size : display.screen.size)
        json.key("scale")
        json.number(isThere ? scene.value(display.slot, OutputProperty.scale.id).number : mode.scale)
        json.key("refresh")
        json.number(isThere ? scene.value(display.slot, OutputProperty.refresh.id).number : mode.refresh)
        json.key("state")
        json.string(text: isThere ? display.state : "removed")
        if isThere, let message = display.screen.screen?.message, !message.isEmpty {
            json.key("message")
            json.string(text: message)
        }
        json.endObject()
    }

    /// Tells `output` subscribers, and the service manager, when size, scale, refresh or state have changed.
    func tell(_ display: Display) {
        if serviceManager.isPresent { serviceManager.status(status) }
        let listeners = clients.listening.filter { $0.subscriptions.wants(.output, about: display.name) }
        guard !listeners.isEmpty else { return }
        var json = JSONWriter()
        write(display, to: &json)
        for listener in listeners { send("output", json, to: listener) }
    }

    // MARK: Shape

    /// Tells the output which of the picture is opaque and which takes input, where that is not what it was.
    func tellShape(to display: Display) {
        let screen = display.screen
        guard display.isShapeDue || display.shapedMode != screen.mode, screen.output.takesShape else { return }
        display.shapedRevision = scene.seenRevision
        let shape = display.compositor.shape(scene)
        guard shape != display.toldShape || display.shapedMode != screen.mode else { return }
        (display.toldShape, display.shapedMode) = (shape, screen.mode)
        do throws(SceneError) {
            try screen.output.shape(
                opaque: shape.opaque, input: shape.input,
                presents: screen.isSeen && display.compositor.needsFrame)
        } catch {
            Log.write(.warning, error.message)
        }
    }

    // MARK: Input

    /// Somebody did something at the output.
    private func feed(_ act: PluginOutput.Input, to display: Display) {
        func feed(_ event: InputEvent) { self.feed(event, to: display) }
        switch act.kind {
        case .move: feed(.move(act.slot))
        case .leave: feed(.leave)
        case .button:
            guard let button = UInt8(exactly: act.button).flatMap(PointerButton.init(rawValue:)) else { return }
            feed(.button(button, isDown: act.press != .up))
        case .scroll: feed(.scroll(act.delta))
        case .touchDown: feed(.touch(Int(act.touch), .down, act.slot))
        case .touchMove: feed(.touch(Int(act.touch), .move, act.slot))
        case .touchUp: feed(.touch(Int(act.touch), .up, act.slot))
        case .touchCancel: feed(.touch(Int(act.touch), .cancel, act.slot))
        case .key:
            let modifiers = Modifier.allCases.filter { act.modifiers & 1 << UInt32($0.rawValue) != 0 }
            feed(.key(KeyStroke(key: act.key, isDown: act.press != .up, text: act.text, modifiers: modifiers)))
        }
    }

    // MARK: Frames

    /// The output has taken a frame: who waits for it is answered when it is seen. False when it is seen already.
    func awaitPresentation(of display: Display) -> Bool {
        guard display.screen.isSeen, display.screen.isAwaiting, !clock.isManual else { return false }
        perform(display.scheduler.handle(.submitted, now: UInt64(reactor.turnTime)), on: display)
        return true
    }

    /// True when the output had no buffer for a frame, which is tried again: not for longer than an output may take.
    func isStarved(_ display: Display, _ result: FrameResult) -> Bool {
        guard !result.painted, display.screen.isSeen, display.compositor.needsFrame, !clock.isManual else {
            display.starvedSince = nil
            return false
        }
        let now = reactor.turnTime
        let since = display.starvedSince ?? now
        display.starvedSince = since
        guard now - since > Nanoseconds(FrameScheduler.patience) else { return true }
        display.starvedSince = nil
        perform(display.scheduler.handle(.hidden, now: UInt64(now)), on: display)
        return false
    }

    /// The output takes another frame; since `time`, if that is not 0, the last one is seen.
    private func presented(_ display: Display, at time: UInt64) {
        // An output that shows frames as they are given has no times of its own.
        guard display.screen.output.watched != nil else { return }
        if time > 0 { display.scheduler.align(to: time) }
        guard !display.screen.isAwaiting else { return }
        perform(display.scheduler.handle(.presented, now: UInt64(reactor.turnTime)), on: display)
        noteShown(display)
    }

    /// The scheduler found that the output is seen, or that it is not.
    func noteSeen(_ display: Display) {
        guard display.screen.isSeen != display.scheduler.isSeen else { return }
        display.screen.isSeen = display.scheduler.isSeen
        // What was painted meanwhile, or is painted from now on, went elsewhere.
        if display.screen.isFilmed { display.compositor.expose() }
        if !display.scheduler.isSeen { noteShown(display) }
        noteState(of: display)
    }
}
