import Compositor
import Contents
import Frame
import Geometry
import Input
import LineProtocol
import PluginHost
import Reactor
import Scene
import Server
import World

/// The outputs at work, `main` first: made and ended as the scene says, configured, and told of.
final class OutputSet {
    private(set) var all: [OutputDriver] = []
    weak var delegate: (any OutputSetDelegate)?
    private let timeline: Timeline
    private let events: EventRouter
    private let plugins: PluginHost
    /// The only strong reference; compositors hold it weakly.
    private let painter: PluginPainter
    private let contents: Gallery
    /// Number of the changes of outputs, as far as they are taken over.
    private var seen: UInt64 = 0
    /// Outputs that no plugin could make.
    private var broken: Set<ObjectID> = []

    private var scene: Scene { timeline.scene }

    init(_ timeline: Timeline, _ events: EventRouter, _ plugins: PluginHost, _ contents: Gallery) {
        self.timeline = timeline
        self.events = events
        self.plugins = plugins
        self.contents = contents
        painter = PluginPainter(plugins)
    }

    /// Drawings that plugins make, for all outputs.
    var drawings: PluginDrawings { plugins.drawings }

    /// The output that is always there.
    var main: OutputDriver { all[0] }

    /// One line about all, for the service manager.
    var status: String {
        all.map { "\($0.name) \($0.state)" + ($0.message.isEmpty ? "" : " (\($0.message))") }.joined(separator: ", ")
    }

    /// The output that `output=` names.
    func output(_ name: ByteView) throws(SceneError) -> OutputDriver {
        guard let slot = scene.find(name) else { throw UnknownName.object(name, in: scene) }
        guard scene.kind(of: slot).family == .output else {
            throw SceneError(.value, "output: \(ValueSyntax.quote(name)) is no output")
        }
        if isStale { changed() }
        guard let output = all.first(where: { $0.slot == slot }) else {
            throw SceneError(.unsupported, "output: \(ValueSyntax.quote(name)) is not at work")
        }
        return output
    }

    // MARK: Lives

    /// Sets an output to work.
    func open(_ slot: Slot) throws(SceneError) {
        let number = (0..<SceneOutputs.mostOutputs).first { number in !all.contains { $0.bit == 1 << UInt32(number) } }
        let output = try OutputDriver(slot, number: number ?? 0, scene, plugins)
        let compositor = output.compositor
        compositor.now = { UInt64(max(0, Clock.now)) }
        compositor.late.run = { [reactor = timeline.reactor] work, then in
            try? BackgroundJob<Void>(reactor, work, then: { then() })
        }
        compositor.late.onEnd = { [weak self, weak output] in if let output { self?.paintingEnded(output) } }
        compositor.source = painter
        compositor.contents = contents
        compositor.drawings.motion = timeline.world.animator
        compositor.overlays = all.first?.compositor.overlays ?? compositor.overlays
        output.scheduler.isManual = timeline.clock.isManual
        output.delegate = delegate
        all.append(output)
        applySettings()
        listen(to: output)
    }

    /// Sets an output that a line makes to work before its reply, which tells why it cannot.
    func openNow(_ slot: Slot) throws(SceneError) {
        try open(slot)
        tell(all[all.count - 1])
    }

    /// Outputs that clients made begin to work, and those that they removed end.
    func reconcile() {
        let wanted = scene.outputs.all.map(scene.id)
        broken.formIntersection(wanted)
        for gone in all where !wanted.contains(gone.id) {
            all.removeAll { $0 === gone }
            applySettings()
            close(gone)
        }
        for id in wanted where !broken.contains(id) && !all.contains(where: { $0.id == id }) {
            do throws(SceneError) {
                try open(id.index)
                tell(all[all.count - 1])
            } catch {
                broken.insert(id)
                Log.write(.error, "the output \(scene.name(of: id.index)) shows nothing: \(error.message)")
            }
        }
    }

    /// The output was removed: nothing is shown, told or waited for any more.
    private func close(_ output: OutputDriver) {
        output.compositor.late.finish()
        output.isOpen = false
        if let timer = output.timer { timeline.reactor.cancel(timer) }
        output.timer = nil
        watch(output, nil)
        delegate?.outputClosed(output)
        tell(output)
    }

    /// Has the compositors follow `threads` and `cache.bytes`, which counts for all outputs together.
    func applySettings() {
        func count(_ property: SettingsProperty) -> Int { Int(scene.value(Scene.daemon, property.id).number) }
        for output in all {
            output.compositor.threads = count(.threads)
            output.compositor.frameBytes = count(.limitFrameBytes)
            output.compositor.cacheBytes = count(.cacheBytes) / max(1, all.count)
        }
    }

    /// True when outputs came, went, or were changed since `changed`.
    var isStale: Bool { seen != scene.news.outputsRevision }

    /// True when a size that cannot be had refuses the line that sets it: not while a state is restored, which is shown as well as
    /// can be.
    var refusesModes = false

    /// Has plugins take over what a line has set of their outputs, before its reply, which tells why one cannot. Further ones of many
    /// in a short time follow with the next frame.
    func configureNow() throws(SceneError) {
        for output in all
        where scene.slot(of: output.id) != nil && output.screen.hasOtherValues(orMode: refusesModes) {
            guard output.presence.promptness.take(at: turnTime) else { continue }
            try configure(output)
        }
    }

    private func configure(_ output: OutputDriver) throws(SceneError) {
        // Its buffers may be others then.
        output.compositor.late.finish()
        if try output.screen.configure() { output.compositor.expose() }
    }

    /// Takes over properties of outputs that came, went, or were changed.
    func changed() {
        seen = scene.news.outputsRevision
        reconcile()
        for output in all {
            do throws(SceneError) {
                try configure(output)
            } catch {
                Log.write(.warning, "the output \(output.name) stays as it is: \(error.message)")
            }
            let screen = output.screen
            guard (screen.size, screen.scale, screen.refresh) != output.presence.size else { continue }
            output.presence.size = (screen.size, screen.scale, screen.refresh)
            delegate?.perform(output.scheduler.setRefresh(screen.refresh, now: turnTime), on: output)
            tell(output)
        }
    }

    private var turnTime: UInt64 { UInt64(timeline.reactor.turnTime) }

    // MARK: Plugins

    /// Handles the plugin's messages from now on.
    private func listen(to output: OutputDriver) {
        let plugin = output.screen.output
        plugin.onWatch = { [weak self, weak output] in if let output { self?.watch(output, $0) } }
        plugin.onInput = { [weak self, weak output] in if let output { self?.delegate?.feed($0, to: output) } }
        plugin.drags.dropType = { [weak output] in output?.devices.input.dropType(of: Int($0)) }
        plugin.drags.dragged = { [weak self, weak output] in
            guard let self, let carried = output?.devices.input.carried, let slot = scene.slot(of: carried.layer),
                let text = scene.objects.user(slot, "dragText"), !text.isEmpty
            else { return nil }
            return (scene.objects.user(slot, "dragType") ?? "text/plain", text)
        }
        plugin.onText = { [weak self, weak output] in if let output { self?.set($0, $1, of: output) } }
        output.screen.onPresented = { [weak self, weak output] in
            if let output { self?.delegate?.presented(output, at: $0) }
        }
        output.screen.onScreen = { [weak self, weak output] screen in
            // The plugin's memory goes with its screen.
            if !screen.isActive { output?.compositor.expose() }
            if self?.timeline.reactor.isDispatching == false { self?.timeline.reactor.requestTurn() }
        }
        watch(output, plugin.watched)
        // Messages that are there already are taken up in the first turn, which waits for nothing.
        timeline.reactor.requestTurn()
    }

    private func watch(_ output: OutputDriver, _ descriptor: Int32?) {
        if let watch = output.watch { timeline.reactor.remove(watch) }
        output.watch = nil
        guard let descriptor else { return }
        do throws(SystemError) {
            output.watch = try timeline.reactor.add(descriptor, .reading, output)
        } catch {
            Log.write(.warning, "the output \(output.name) is not listened to: \(error)")
        }
    }

    /// A frame is painted on the plugin's memory beside the loop: until that has ended the plugin is not called.
    func paintingBegan(_ output: OutputDriver) { watch(output, nil) }

    private func paintingEnded(_ output: OutputDriver) {
        if output.isOpen { watch(output, output.screen.output.watched) }
        delegate?.paintingEnded(output)
        // What waits for the frame goes on at the end of a turn.
        if !timeline.reactor.isDispatching { timeline.reactor.requestTurn() }
    }

    /// Waits for frames that are painted beside the loop: plugins are about to be others.
    func finishPainting() { for output in all { output.compositor.late.finish() } }

    /// The plugin has something to do.
    func dispatch(_ output: OutputDriver) {
        do throws(SceneError) {
            try output.screen.output.dispatch()
        } catch {
            Log.write(.warning, error.message)
            // Suspended: nobody reads the descriptor any more.
            if error.code == .unsupported { watch(output, nil) }
        }
    }

    // MARK: Screens

    /// Behind each turn: takes over the screens' last messages.
    func takeScreens() {
        for output in all {
            takeScreen(of: output)
            output.tellTextInput()
        }
    }

    /// The plugin sets one of its own properties.
    private func set(_ property: Int, _ text: String, of output: OutputDriver) {
        let number = OutputProperty.allCases.count + property
        let slot = output.slot
        guard scene.slot(of: output.id) != nil, scene.kind(of: slot).properties.indices.contains(number) else { return }
        try? scene.set(slot, PropertyID(UInt16(number)), .string(text))
    }

    private func takeScreen(of output: OutputDriver) {
        guard var screen = output.screen.takeNews() else { return }
        // Each number is in range, as the plugin host has checked.
        do throws(SceneError) {
            try scene.outputs.checkScreen(output.slot, size: screen.size, scale: screen.scale)
            if let size = screen.size { try scene.set(output.slot, OutputProperty.size.id, .size(size)) }
            if let scale = screen.scale { try scene.set(output.slot, OutputProperty.scale.id, .number(scale)) }
        } catch {
            output.screen.refuse(error.message)
            output.compositor.expose()
            screen.isActive = false
        }
        if let refresh = screen.refresh { try? scene.set(output.slot, OutputProperty.refresh.id, .number(refresh)) }
        if screen.isActive != output.presence.wasPresent || screen.isActive && !output.scheduler.isSeen {
            if screen.isActive, !output.presence.wasPresent { output.compositor.expose() }
            output.presence.wasPresent = screen.isActive
            let event: FrameScheduler.Event = screen.isActive ? .seen : .hidden
            delegate?.perform(output.scheduler.handle(event, now: turnTime), on: output)
        }
        noteState(of: output)
    }

    /// Tells the output's state when it is another than the last one told.
    func noteState(of output: OutputDriver) {
        let state = (state: output.state, message: output.message)
        guard state != output.presence.told else { return }
        output.presence.told = state
        if !state.message.isEmpty { Log.write(.notice, "output \(output.name) is \(state.state): \(state.message)") }
        tell(output)
    }

    // MARK: Events

    /// Tells `output` subscribers, and the service manager, when size, scale, refresh or state have changed.
    private func tell(_ output: OutputDriver) {
        delegate?.statusChanged()
        events.send(.output, about: output.name) { write(output, to: &$0) }
    }

    /// The payload of `output` events. Of an output that was removed, its last values.
    func write(_ output: OutputDriver, to json: inout JSONWriter) {
        let mode = output.screen.mode
        let isThere = scene.slot(of: output.id) != nil
        json.beginObject()
        json.key("output")
        json.string(text: output.name)
        json.key("size")
        json.size(isThere ? scene.value(output.slot, OutputProperty.size.id).size : output.screen.size)
        json.key("scale")
        json.number(isThere ? scene.value(output.slot, OutputProperty.scale.id).number : mode.scale)
        json.key("refresh")
        json.number(isThere ? scene.value(output.slot, OutputProperty.refresh.id).number : mode.refresh)
        json.key("state")
        json.string(text: isThere ? output.state : "removed")
        if isThere, !output.message.isEmpty {
            json.key("message")
            json.string(text: output.message)
        }
        json.endObject()
    }
}

extension BackgroundJob: LateWork {}

/// The service as the outputs use it.
protocol OutputSetDelegate: OutputDriverDelegate {
    /// Carries out a decision of an output's scheduler.
    func perform(_ action: FrameScheduler.Action, on output: OutputDriver)
    /// The output takes another frame; since `time`, if that is not 0, the last one is seen.
    func presented(_ output: OutputDriver, at time: UInt64)
    /// A device of the output was used.
    func feed(_ act: PluginOutput.Input, to output: OutputDriver)
    /// A frame that was painted beside the loop was presented.
    func paintingEnded(_ output: OutputDriver)
    /// The output was removed.
    func outputClosed(_ output: OutputDriver)
    /// `OutputSet.status` may have changed.
    func statusChanged()
}
