import Compositor
import Frame
import Geometry
import Input
import LineProtocol
import PluginHost
import Reactor
import Scene
import Server

/// The output: what its screen makes of it, when it shows frames, and what is told of that.
extension Daemon {
    /// Hears what the output's plugin has to say from now on.
    func listenToOutput() {
        let output = display.output
        output.onWatch = { [weak self] in self?.watchOutput($0) }
        output.onInput = { [weak self] in self?.feed($0) }
        display.onPresented = { [weak self] in self?.presented(at: $0) }
        display.onScreen = { [weak self] screen in
            // The plugin's memory goes with its screen.
            if !screen.isActive { self?.compositor.expose() }
            if self?.reactor.isDispatching == false { self?.reactor.requestTurn() }
        }
        watchOutput(output.watched)
        // What it said already is taken up in the first turn, which waits for nothing.
        reactor.requestTurn()
    }

    private func watchOutput(_ descriptor: Int32?) {
        if let outputWatch { reactor.remove(outputWatch) }
        outputWatch = nil
        guard let descriptor else { return }
        do throws(SystemError) {
            outputWatch = try reactor.add(descriptor, .reading, OutputEvents(self))
        } catch {
            Log.write(.warning, "the output is not listened to: \(error)")
        }
    }

    fileprivate func dispatchOutput() {
        do throws(SceneError) {
            try display.output.dispatch()
        } catch {
            Log.write(.warning, error.message)
            // Suspended: nobody reads the descriptor any more.
            if error.code == .unsupported { watchOutput(nil) }
        }
    }

    // MARK: The screen

    /// Behind each turn: takes over what the screen said, the last of it if it said much.
    func takeScreen() {
        guard let screen = display.takeNews() else { return }
        // In range, as the host of plugins has seen to.
        if let size = screen.size { try? scene.set(Scene.main, OutputProperty.size.id, .size(size)) }
        if let scale = screen.scale { try? scene.set(Scene.main, OutputProperty.scale.id, .number(scale)) }
        if let refresh = screen.refresh { try? scene.set(Scene.main, OutputProperty.refresh.id, .number(refresh)) }
        if screen.isActive != wasPresent || screen.isActive && !scheduler.isSeen {
            if screen.isActive, !wasPresent { compositor.expose() }
            wasPresent = screen.isActive
            perform(scheduler.handle(screen.isActive ? .seen : .hidden, now: UInt64(reactor.turnTime)))
        }
        noteState()
    }

    /// Tells when the output is not what it was last told to be.
    private func noteState() {
        let state = (outputState, display.screen?.message ?? "")
        guard state != toldState else { return }
        toldState = state
        if !state.1.isEmpty { Log.write(.notice, "output main is \(state.0): \(state.1)") }
        tellOutput()
    }

    /// For `output` events.
    var outputState: String { !display.isPresent ? "absent" : scheduler.isSeen ? "active" : "hidden" }

    /// Size, scale, refresh or something else of the output was set, or what settings say about it.
    func outputChanged() {
        let before = (display.size, display.scale, display.refresh)
        do throws(SceneError) {
            // Its buffers may be others now.
            if try display.configure() { compositor.expose() }
        } catch {
            Log.write(.warning, "the output stays as it is: \(error.message)")
        }
        guard (display.size, display.scale, display.refresh) != before else { return }
        perform(scheduler.setRefresh(display.refresh, now: UInt64(reactor.turnTime)))
        tellOutput()
    }

    /// The payload of `output` events.
    func writeOutput(to json: inout JSONWriter) {
        let size = scene.value(Scene.main, OutputProperty.size.id).size
        json.beginObject()
        json.key("output")
        json.string("main")
        json.key("size")
        json.size(size)
        json.key("scale")
        json.number(scene.value(Scene.main, OutputProperty.scale.id).number)
        json.key("refresh")
        json.number(scene.value(Scene.main, OutputProperty.refresh.id).number)
        json.key("state")
        json.string(text: outputState)
        if let message = display.screen?.message, !message.isEmpty {
            json.key("message")
            json.string(text: message)
        }
        json.endObject()
    }

    /// Tells `output` subscribers when size, scale, refresh or state have changed.
    func tellOutput() {
        let listeners = clients.filter { $0.subscriptions.wants(.output, about: "main") }
        guard !listeners.isEmpty else { return }
        var json = JSONWriter()
        writeOutput(to: &json)
        for listener in listeners { send("output", json, to: listener) }
    }

    // MARK: Shape

    /// True when layers may have begun or ceased to take input, or to hide what is behind the output.
    var isShapeDue: Bool { display.output.takesShape && display.isSeen && scene.revision != shapedRevision }

    /// Tells the output which of the picture is opaque and which takes input, where that is not what it was.
    func tellShape() {
        guard isShapeDue || shapedMode != display.mode, display.output.takesShape else { return }
        shapedRevision = scene.revision
        let shape = compositor.shape(scene)
        guard shape != toldShape || shapedMode != display.mode else { return }
        (toldShape, shapedMode) = (shape, display.mode)
        do throws(SceneError) {
            try display.output.shape(
                opaque: shape.opaque, input: shape.input, presents: display.isSeen && compositor.needsFrame)
        } catch {
            Log.write(.warning, error.message)
        }
    }

    // MARK: Input

    /// Somebody did something at the output.
    private func feed(_ act: PluginOutput.Input) {
        switch act.kind {
        case .move: feed(.move(act.place))
        case .leave: feed(.leave)
        case .button:
            guard let button = UInt8(exactly: act.button).flatMap(PointerButton.init(rawValue:)) else { return }
            feed(.button(button, isDown: act.press != .up))
        case .scroll: feed(.scroll(act.delta))
        case .touchDown: feed(.touch(Int(act.touch), .down, act.place))
        case .touchMove: feed(.touch(Int(act.touch), .move, act.place))
        case .touchUp: feed(.touch(Int(act.touch), .up, act.place))
        case .touchCancel: feed(.touch(Int(act.touch), .cancel, act.place))
        case .key:
            let modifiers = Modifier.allCases.filter { act.modifiers & 1 << UInt32($0.rawValue) != 0 }
            feed(.key(KeyStroke(key: act.key, isDown: act.press != .up, text: act.text, modifiers: modifiers)))
        }
    }

    // MARK: Frames

    /// The output has taken a frame: who waits for it is answered when it is seen. False when it is seen already.
    func awaitPresentation() -> Bool {
        guard display.isAwaiting, !clock.isManual else { return false }
        perform(scheduler.handle(.submitted, now: UInt64(reactor.turnTime)))
        return true
    }

    /// True when the output had no buffer for a frame, which is tried again: not for longer than an output may take.
    func isStarved(_ result: FrameResult) -> Bool {
        guard !result.painted, display.isSeen, compositor.needsFrame, !clock.isManual else {
            starvedSince = nil
            return false
        }
        let now = reactor.turnTime
        let since = starvedSince ?? now
        starvedSince = since
        guard now - since > Nanoseconds(FrameScheduler.patience) else { return true }
        starvedSince = nil
        perform(scheduler.handle(.hidden, now: UInt64(now)))
        return false
    }

    /// The output takes another frame; since `time`, if that is not 0, the last one is seen.
    private func presented(at time: UInt64) {
        // An output that shows frames as they are given has no times of its own.
        guard display.output.watched != nil else { return }
        if time > 0 { scheduler.align(to: time) }
        guard !display.isAwaiting else { return }
        perform(scheduler.handle(.presented, now: UInt64(reactor.turnTime)))
        releasePresentation()
    }

    /// Goes on with the lines of those who wait until what they sent is seen.
    func releasePresentation() {
        for client in clients {
            if case .presentation = client.hold { client.release { self.writeFrame(to: &$0) } }
        }
    }

    /// The scheduler found that the output is seen, or that it is not.
    func noteSeen() {
        guard display.isSeen != scheduler.isSeen else { return }
        display.isSeen = scheduler.isSeen
        if !scheduler.isSeen { releasePresentation() }
        noteState()
    }
}

private final class OutputEvents: DescriptorHandler {
    weak var daemon: Daemon?

    init(_ daemon: Daemon) { self.daemon = daemon }

    func descriptorReady(_ registration: Registration, _ readiness: Readiness) { daemon?.dispatchOutput() }
}
