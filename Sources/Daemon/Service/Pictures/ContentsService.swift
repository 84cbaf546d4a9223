import Compositor
import Contents
import Geometry
import LineProtocol
import PluginHost
import Reactor
import Scene
import SceneTables
import Schema
import World

/// Connects the pictures of layers to the service: settings, events, frames of animated pictures, and late drawings of
/// plugins.
final class ContentsService {
    let controller: ContentsController
    private let timeline: Timeline
    private let events: EventRouter
    private let plugins: PluginHost
    private let lateDrawings: LateDrawings
    /// Set once the outputs exist.
    weak var outputs: OutputSet?
    /// Timer of the next frame of an animated picture.
    private var timer: TimerID?

    private var scene: Scene { timeline.scene }

    init(_ controller: ContentsController, _ timeline: Timeline, _ events: EventRouter, _ plugins: PluginHost) {
        self.controller = controller
        self.timeline = timeline
        self.events = events
        self.plugins = plugins
        lateDrawings = LateDrawings(plugins, timeline)
        controller.onEvent = { [weak self] event in self?.tell(event) }
        controller.onTouch = { [weak self] layer, rect in
            self?.outputs?.all.forEach { $0.compositor.touch(layer, rect) }
        }
        controller.onRead = { [weak self] in self?.wake($0) }
        for library in [controller.library, controller.films.library] {
            library.onWarning = { Log.write(.warning, $0) }
        }
        plugins.pictureSize = { [weak self] in self?.controller.size(of: $0) }
        timeline.world.pending.areRead = { [weak self] in self?.controller.hasRead($0.files, $0.films) ?? true }
        timeline.world.host.onDescriptor = { [weak self] slot throws(SceneError) in try self?.adoptBuffer(slot) }
    }

    private func count(_ property: SettingsProperty) -> Int {
        Int(scene.value(Scene.daemon, property.id).number)
    }

    /// Applies settings and plugins to the picture libraries.
    func applySettings() {
        for library in [controller.library, controller.films.library] {
            library.limits = ImageLibrary.Limits(pixels: count(.limitImagePixels), bytes: count(.limitImageBytes))
            library.budget = count(.cacheBytes)
            // For reproducible events, in the order of the lines.
            library.width = timeline.clock.isManual ? 1 : ImageLibrary.workerLimit
        }
        controller.library.libraries = plugins.decoderLibraries
        controller.films.library.libraries = plugins.filmLibraries
        plugins.mayWaitLong = timeline.clock.isManual
    }

    /// Call when the scene has changed: loads and releases files.
    func reconcile() { controller.reconcile(at: timeline.now) }

    /// Calls `reconcile` when objects that name files have changed.
    func reconcileIfDirty() { if controller.isStale { reconcile() } }

    /// Call when a transaction waits for no more pictures; it may be due.
    private func wake(_ transaction: Slot) {
        let lists = [TransactionProperty.files, .films]
        guard lists.contains(where: { !scene.value(transaction, $0.id).string.isEmpty }) else { return }
        // Never fails: these are texts.
        for list in lists { try? scene.set(transaction, list.id, .string("")) }
        timeline.world.settle()
    }

    private func tell(_ event: ContentsController.Event) {
        let name = scene.name(of: event.slot)
        if !event.isReady { Log.write(.info, "\(name): \(event.message)") }
        events.send(.content, about: name) { json in
            json.beginObject()
            json.key("id")
            json.string(text: name)
            json.key("state")
            json.string(event.isEnd ? "ended" : event.isReady ? "ready" : "failed")
            if !event.isReady {
                json.key("message")
                json.string(text: event.message)
            }
            json.endObject()
        }
    }

    /// Makes the memory file that came with the line the pixels of the buffer that the line created.
    private func adoptBuffer(_ slot: Slot) throws(SceneError) {
        guard let file = unsafe events.clients.current?.takeDescriptor() else {
            throw SceneError(.value, "create buffer: no file descriptor received (send a memfd with SCM_RIGHTS)")
        }
        func value(_ property: BufferProperty) -> Value { scene.value(slot, property.id) }
        let pixels = try SharedPixels(
            file, size: value(.size).size, stride: Int(value(.stride).number),
            format: BufferProperty.Format(rawValue: value(.format).choice) ?? .argb8888,
            limit: count(.limitImagePixels))
        timeline.world.sharedFiles[timeline.world.pictureName(of: slot)] = nil
        controller.adopt(pixels, for: slot)
    }

    // MARK: Time

    /// Sets the timer for the next frame of a visible animated picture; no timer in manual mode.
    func arm() {
        if let timer { timeline.reactor.cancel(timer) }
        timer = nil
        guard !timeline.clock.isManual, let due = controller.nextFrame({ self.isSeen($0) }),
            let deadline = timeline.clock.deadline(of: due)
        else { return }
        timer = timeline.reactor.setTimer(at: deadline, self)
    }

    /// True when painted, also in copies or mirrors, or used in a mask.
    private func isSeen(_ layer: Slot) -> Bool {
        func isDrawn(_ layer: Slot) -> Bool { outputs?.all.contains { $0.compositor.isDrawn(layer) } ?? false }
        if isDrawn(layer) { return true }
        var top = layer
        if scene.rows[Int(top)].hints.contains(.isMirrored) { return true }
        while scene.rows[Int(top)].parent > Scene.objectRoot {
            top = scene.rows[Int(top)].parent
            if scene.rows[Int(top)].hints.contains(.isMirrored) { return true }
            if isDrawn(top), scene.kind(of: top).placesSublayers { return true }
        }
        return scene.rows[Int(top)].flags.contains(.isMask)
    }
}

extension ContentsService: TimerHandler {
    func timerFired(_ timer: TimerID, now: Nanoseconds) {
        self.timer = nil
        controller.advance(to: timeline.clock.time(now))
    }
}
