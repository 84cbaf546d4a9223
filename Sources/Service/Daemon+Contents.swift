import Compositor
import Contents
import Frame
import Geometry
import LineProtocol
import PluginHost
import Reactor
import Scene
import Server

/// Pictures: their settings, what is told of them, and who waits for them.
extension Daemon {
    /// Has the library follow what settings and plugins say.
    func applyContentsSettings() {
        func count(_ property: SettingsProperty) -> Int { Int(scene.value(Scene.daemon, property.id).number) }
        gallery.library.limits = ImageLibrary.Limits(pixels: count(.limitImagePixels), bytes: count(.limitImageBytes))
        gallery.library.budget = count(.cacheBytes)
        gallery.library.libraries = plugins.decoderLibraries
    }

    /// What the gallery is made to tell.
    func listenToGallery() {
        gallery.onEvent = { [weak self] event in self?.tell(event) }
        gallery.onTouch = { [weak self] layer, rect in
            self?.displays.forEach { $0.compositor.touch(layer, rect) }
        }
        gallery.onRead = { [weak self] in self?.wake($0) }
        interpreter.areRead = { [weak self] in $0.allSatisfy { self?.gallery.library.isRead($0) ?? true } }
        gallery.library.onWarning = { Log.write(.warning, $0) }
        plugins.pictureSize = { [weak self] in self?.gallery.size(of: $0) }
        interpreter.onDescriptor = { [weak self] slot throws(SceneError) in try self?.adoptBuffer(slot) }
    }

    /// The scene changed: files are taken up, and let go.
    func reconcileContents() { gallery.reconcile(at: clock.time(reactor.turnTime)) }

    /// A transaction waits for no picture any more; its time may have come.
    private func wake(_ transaction: Int32) {
        guard !scene.value(transaction, TransactionProperty.files.id).string.isEmpty else { return }
        // Never refused: it is a text.
        try? scene.set(transaction, TransactionProperty.files.id, .string(""))
        interpreter.settle()
    }

    private func tell(_ event: Gallery.Event) {
        let name = scene.name(of: event.slot)
        if !event.isReady { Log.write(.info, "\(name): \(event.message)") }
        let listeners = clients.listening.filter { $0.subscriptions.wants(.content, about: name) }
        guard !listeners.isEmpty else { return }
        var json = JSONWriter()
        json.beginObject()
        json.key("id")
        json.string(text: name)
        json.key("state")
        json.string(event.isReady ? "ready" : "failed")
        if !event.isReady {
            json.key("message")
            json.string(text: event.message)
        }
        json.endObject()
        for listener in listeners { send("content", json, to: listener) }
    }

    /// Makes the memory file that came with the line the pixels of the buffer that the line made.
    private func adoptBuffer(_ slot: Int32) throws(SceneError) {
        guard let file = speaker?.takeDescriptor() else {
            throw SceneError(.value, "a buffer wants a memory file, passed along with its line (SCM_RIGHTS)")
        }
        func value(_ property: BufferProperty) -> Value { scene.value(slot, property.id) }
        let pixels = try SharedPixels(
            file, size: value(.size).size, stride: Int(value(.stride).number),
            format: BufferProperty.Format(rawValue: value(.format).choice) ?? .argb8888,
            limit: Int(scene.value(Scene.daemon, SettingsProperty.limitImagePixels.id).number))
        gallery.adopt(pixels, for: slot)
    }

    // MARK: Completeness

    /// Brings the display lists up to the scene at this time, as far as pixels are there. True when nothing is missing that the
    /// picture waits for: with the clock standing still, anything that was asked for; else files that are read for the first
    /// time, and vector pictures that were never seen sharp.
    func prepareFrame() -> Bool {
        bringUp(to: clock.time(reactor.turnTime), displays)
        guard clock.isManual else { return !gallery.isIncomplete }
        return gallery.library.isIdle && !scene.hasDirty
    }

    /// Goes on to a scene time, and has these outputs' display lists follow: twice when sizes of vector pictures became known,
    /// which may be at hand.
    func bringUp(to time: Double, _ displays: [Display]) {
        wakeInput(by: time)
        gallery.advance(to: time)
        advanceScene(to: time)
        if scene.hasDirtySources { reconcileContents() }
        if scene.outputIsDirty { outputChanged() }
        for display in displays where display.isOpen {
            display.compositor.advance(scene, to: time)
            display.compositor.update(scene)
            if scene.hasDirty { display.compositor.update(scene) }
        }
    }

    /// Goes on with what waited for pictures, when they are there.
    func answerPatient() {
        guard clients.waiting.contains(where: \.isPatient), prepareFrame() else { return }
        renderPending()
        for client in clients.waiting where client.isPatient {
            finishSnapshot(of: client)
        }
    }

    // MARK: Time

    /// Sets the timer of the next frame of an animation that is seen; none in manual mode.
    func armContents() {
        if let contentsTimer { reactor.cancel(contentsTimer) }
        contentsTimer = nil
        guard !clock.isManual, let due = gallery.nextFrame({ self.isSeen($0) }), let deadline = clock.deadline(of: due)
        else { return }
        contentsTimer = reactor.setTimer(at: deadline, self)
    }

    /// Painted, in copies perhaps, or part of a mask.
    private func isSeen(_ layer: Int32) -> Bool {
        func isDrawn(_ layer: Int32) -> Bool { displays.contains { $0.compositor.isDrawn(layer) } }
        if isDrawn(layer) { return true }
        var top = layer
        while scene.rows[Int(top)].parent > Scene.shelf {
            top = scene.rows[Int(top)].parent
            if isDrawn(top), scene.kind(of: top).placesSublayers { return true }
        }
        return scene.rows[Int(top)].flags.contains(.isMask)
    }
}
