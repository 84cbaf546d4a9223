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

/// The active outputs, `main` first: created, configured and removed as the scene specifies, and reported to clients.
final class OutputSet {
    private(set) var all: [OutputDriver] = []
    /// Holds it.
    unowned var delegate: (any OutputSetDelegate)?
    private let timeline: Timeline
    private let events: EventRouter
    private let plugins: PluginHost
    /// The only strong reference; compositors hold it weakly.
    private let painter: PluginPainter
    private let contents: ContentsController
    /// The output revision up to which changes are applied.
    private var seen: UInt64 = 0
    /// Outputs that no plugin could create.
    private var broken: Set<ObjectID> = []

    private var scene: Scene { timeline.scene }

    init(_ timeline: Timeline, _ events: EventRouter, _ plugins: PluginHost, _ contents: ContentsController) {
        self.timeline = timeline
        self.events = events
        self.plugins = plugins
        self.contents = contents
        painter = PluginPainter(plugins)
    }

    /// Drawings by plugins, for all outputs.
    var drawings: PluginDrawings { plugins.drawings }

    /// The permanent output.
    var main: OutputDriver { all[0] }

    /// A status line about all outputs, for the service manager.
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

    /// Starts an output.
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

    /// Starts an output that a line creates, before its reply: the reply reports an error.
    func openNow(_ slot: Slot) throws(SceneError) {
        try open(slot)
        tell(all[all.count - 1])
    }

    /// Starts outputs that clients created, and closes removed ones.
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

    /// Closes a removed output: nothing is shown, reported or waited for any more.
    private func close(_ output: OutputDriver) {
        output.compositor.late.finish()
        output.isOpen = false
        if let timer = output.timer { timeline.reactor.cancel(timer) }
        output.timer = nil
        watch(output, nil)
        delegate?.outputClosed(output)
        tell(output)
    }

    /// Applies the settings `threads` and `cache.bytes`; the latter is a total for all outputs.
    func applySettings() {
        func count(_ property: SettingsProperty) -> Int { Int(scene.value(Scene.daemon, property.id).number) }
        for output in all {
            output.compositor.threads = count(.threads)
            output.compositor.frameBytes = count(.limitFrameBytes)
            output.compositor.cacheBytes = count(.cacheBytes) / max(1, all.count)
        }
    }

    /// True when outputs were created, removed or changed since the last `changed`.
    var isStale: Bool { seen != scene.news.outputsRevision }

    /// True when an unavailable size makes the line that sets it fail: not while a state is restored, which is shown as
    /// well as possible.
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
        // Applying them may replace its buffers.
        output.compositor.late.finish()
        if try output.screen.configure() { output.compositor.expose() }
    }

    /// Applies properties of outputs that were created, removed or changed.
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

    /// Starts to handle the plugin's messages.
    private func listen(to output: OutputDriver) {
        let plugin = output.screen.output
        plugin.onWatch = { [weak self, weak output] in if let output { self?.watch(output, $0) } }
        plugin.onInput = { [weak self, weak output] in if let output { self?.delegate?.feed($0, by: $1, to: output) } }
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
            // The plugin's memory is released with its screen.
            if !screen.isActive { output?.compositor.expose() }
            if self?.timeline.reactor.isDispatching == false { self?.timeline.reactor.requestTurn() }
        }
        watch(output, plugin.watched)
        // Messages that are already there are handled in the first turn, which does not wait.
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

    /// Call when a frame is painted into the plugin's memory outside of the loop: until that has ended the plugin is
    /// not called.
    func paintingBegan(_ output: OutputDriver) { watch(output, nil) }

    private func paintingEnded(_ output: OutputDriver) {
        if output.isOpen { watch(output, output.screen.output.watched) }
        delegate?.paintingEnded(output)
        // Everything that waits for the frame continues at the end of a turn.
        if !timeline.reactor.isDispatching { timeline.reactor.requestTurn() }
    }

    /// Waits for frames that are painted outside of the loop. Call before plugins are changed.
    func finishPainting() { for output in all { output.compositor.late.finish() } }

    /// Handles the plugin's file descriptor.
    func dispatch(_ output: OutputDriver) {
        do throws(SceneError) {
            try output.screen.output.dispatch()
        } catch {
            Log.write(.warning, error.message)
            // Suspended: stop watching the file descriptor.
            if error.code == .unsupported { watch(output, nil) }
        }
    }

    // MARK: Screens

    /// Applies the screens' last messages, and tells them of text input. Returns the kinds of changes that concern it from now on.
    func takeScreens() -> ChangeKinds {
        for output in all {
            takeScreen(of: output)
            output.tellTextInput()
        }
        return all.contains { $0.screen.output.takesText } ? .everyTurn : .outputs
    }

    /// Sets a property of the output's kind on behalf of the plugin.
    private func set(_ property: Int, _ text: String, of output: OutputDriver) {
        let number = OutputProperty.allCases.count + property
        let slot = output.slot
        guard scene.slot(of: output.id) != nil, scene.kind(of: slot).properties.indices.contains(number) else { return }
        try? scene.set(slot, PropertyID(UInt16(number)), .string(text))
    }

    private func takeScreen(of output: OutputDriver) {
        guard var screen = output.screen.takeNews() else { return }
        // The plugin host has checked the range of each number.
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

    /// Reports the output's state when it has changed.
    func noteState(of output: OutputDriver) {
        let state = (state: output.state, message: output.message)
        guard state != output.presence.told else { return }
        output.presence.told = state
        if !state.message.isEmpty { Log.write(.notice, "output \(output.name) is \(state.state): \(state.message)") }
        tell(output)
    }

    // MARK: Events

    /// Notifies `output` subscribers and the service manager when size, scale, refresh rate or state have changed.
    private func tell(_ output: OutputDriver) {
        delegate?.statusChanged()
        events.send(.output, about: output.name) { write(output, to: &$0) }
    }

    /// The payload of `output` events. For a removed output, its last values.
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

/// Functions of the service for outputs.
protocol OutputSetDelegate: OutputDriverDelegate {
    /// Carries out a decision of an output's scheduler.
    func perform(_ action: FrameScheduler.Action, on output: OutputDriver)
    /// Called when the output accepts another frame; since `time`, if not 0, the last one has been visible.
    func presented(_ output: OutputDriver, at time: UInt64)
    /// Called when a device of the output was used.
    func feed(_ input: PluginOutput.Input, by tool: PluginOutput.Input.Tool?, to output: OutputDriver)
    /// Called when a frame that was painted outside of the loop was presented.
    func paintingEnded(_ output: OutputDriver)
    /// Called when the output was removed.
    func outputClosed(_ output: OutputDriver)
    /// Called when `OutputSet.status` may have changed.
    func statusChanged()
}
