import Animation
import Compositor
import Contents
import Frame
import Geometry
import Glibc
import Input
import LineProtocol
package import PluginHost
package import Reactor
package import Scene
package import Server

/// The daemon: one thread that owns the scene, the connections and the outputs.
///
/// A turn of the reactor reads lines and runs them; at its end replies are flushed and, when something changed, a frame is asked
/// for once, however many lines there were. Verbs that only the daemon can answer are in `Daemon+Verbs` and its neighbours.
package final class Daemon {
    package static let version = "0.1.0"

    let options: ServiceOptions
    let reactor: Reactor
    let server: Server
    let clients = ClientList()
    let scene: Scene
    let interpreter: Interpreter
    let plugins: PluginHost
    let behaviors: PluginBehaviors
    /// Who draws for the outputs; held here only.
    let painter: PluginPainter
    /// The outputs, `main` first.
    private(set) var displays: [Display] = []
    let gallery: Gallery
    let files: Files
    let serviceManager: ServiceManager
    var clock: SceneClock
    /// Outputs that no plugin could make.
    private var brokenOutputs: Set<ObjectID> = []
    /// The timer of what begins or ends by itself while nothing moves.
    var motionTimer: TimerID?
    /// The timer of the first `wait` that ends.
    var waitTimer: TimerID?
    /// The file that keeps the scene; nil when none is named.
    var keeper: StateFile?
    /// The timer of its next version.
    var stateTimer: TimerID?
    /// The machine's time before which it is not written again.
    var nextState: Nanoseconds = 0
    /// `scene.revision` of the version that it holds; nil when that is not known.
    var keptRevision: UInt64?
    /// Why the last version could not be written.
    var stateTrouble: String?
    /// The timer of the next frame of an animated picture.
    var contentsTimer: TimerID?
    /// The connection whose line is being handled.
    var speaker: Client?
    /// Connections whose `tick` still has frames to render, in the order of their lines.
    var ticks: [TickJob] = []
    /// The film that is being made.
    var recording: Recording?
    /// The timer of its next frame.
    var recordTimer: TimerID?
    /// The timer of the next gesture that needs nothing but time.
    var inputTimer: TimerID?
    /// Animations that have ended, and nobody has been told.
    var endings: [Animator.Ending] = []
    /// What touched, or ended to, and is still to be told.
    var contacts: [PluginBehaviors.Contact] = []
    private var signals: Signals?
    /// Where clients come in.
    private var socketPath = ""
    private var out = ByteWriter()
    private(set) var isEnding = false
    /// The last frame's scene time.
    var lastFrameTime = 0.0

    package init(
        options: ServiceOptions, scene: Scene, time: Double, plugins: PluginHost, files: Files, program: String
    ) throws(SystemError) {
        self.options = options
        self.scene = scene
        self.plugins = plugins
        painter = PluginPainter(plugins)
        self.files = files
        reactor = try Reactor()
        server = Server(reactor)
        gallery = Gallery(
            scene,
            ImageLibrary(
                reactor, program: "\(program)/scrim-decoder", libraries: plugins.decoderLibraries,
                budget: Int(scene.value(Scene.daemon, SettingsProperty.cacheBytes.id).number)))
        interpreter = Interpreter(scene: scene, files: files)
        behaviors = PluginBehaviors(plugins, scene)
        interpreter.mover = behaviors
        serviceManager = ServiceManager.fromEnvironment()
        clock = SceneClock(isManual: options.isManual, now: Clock.now, time: time)
        interpreter.time = time
        interpreter.wallClock = { Clock.wall.inSeconds }
        interpreter.looks = self
        server.delegate = self
        server.merger = self
        listenToGallery()
        reactor.addTurnHandler(TurnEnd(self))
        try signals = Signals([SIGTERM, SIGINT, SIGHUP], reactor, self)
        Signals.ignoreBrokenPipes()
    }

    /// Serves until `quit` or a signal. Throws `SceneError` for a `main` that cannot be made.
    package func run(_ listener: Listener) throws {
        try open(Scene.main)
        try server.listen(listener)
        applySettings()
        reconcileOutputs()
        reconcileContents()
        // What the scene's files hold begins with the daemon.
        interpreter.settle()
        socketPath = listener.path ?? "an activated socket"
        serviceManager.ready(status)
        serviceManager.startWatchdog(reactor)
        Log.write(.notice, "serving \(socketPath), version \(Daemon.version)")
        while !(isEnding && server.isEmpty) { try reactor.turn() }
        keepStateAtEnd()
        gallery.library.close()
        recording?.drain()
        forgetRecording()
        Log.write(.notice, "ended")
    }

    /// Begins the orderly end: no more lines are read, what was sent is delivered, for a second at most.
    func end() {
        guard !isEnding else { return }
        isEnding = true
        serviceManager.stopping()
        server.finish()
        _ = reactor.setTimer(at: Clock.now + 1_000_000_000, EndOfPatience(server))
    }

    /// What is kept for a connection: `connectionOpened` put nothing else there.
    func client(_ connection: Connection) -> Client? {
        connection.userData.map { unsafe unsafeDowncast($0, to: Client.self) }
    }

    // MARK: Settings

    /// Takes over the settings that the transport and the log have to know.
    func applySettings() {
        scene.settingsAreDirty = false
        func count(_ property: SettingsProperty) -> Int { Int(scene.value(Scene.daemon, property.id).number) }
        server.bounds.line = count(.limitLine)
        server.bounds.clients = count(.limitClients)
        server.bounds.replies = count(.limitReplies)
        server.setSocketMode(scene.socketMode)
        displays.forEach(applySettings)
        applyContentsSettings()
        applyState()
        unsafe Log.level =
            Log.Level(rawValue: Int(scene.value(Scene.daemon, SettingsProperty.logLevel.id).choice)) ?? .notice
    }

    // MARK: Outputs

    /// For `systemctl status`.
    var status: String {
        let outputs = displays.map { display in
            let message = display.screen.screen?.message ?? ""
            return "\(display.name) \(display.state)" + (message.isEmpty ? "" : " (\(message))")
        }
        return "serving \(socketPath); " + outputs.joined(separator: ", ")
    }

    /// The output that is always there.
    var main: Display { displays[0] }

    private func applySettings(to display: Display) {
        func count(_ property: SettingsProperty) -> Int { Int(scene.value(Scene.daemon, property.id).number) }
        display.compositor.threads = count(.threads)
        // All outputs together keep so much.
        display.compositor.cacheBytes = count(.cacheBytes) / max(1, displays.count)
    }

    /// Sets an output to work.
    private func open(_ slot: Int32) throws(SceneError) {
        let number = (0..<Scene.mostOutputs).first { number in !displays.contains { $0.bit == 1 << UInt32(number) } }
        let display = try Display(slot, number: number ?? 0, self)
        display.compositor.now = { UInt64(max(0, Clock.now)) }
        display.compositor.source = painter
        display.compositor.contents = gallery
        display.compositor.drawings.motion = interpreter.animator
        display.compositor.overlays = displays.first?.compositor.overlays ?? display.compositor.overlays
        display.scheduler.isManual = clock.isManual
        displays.append(display)
        displays.forEach(applySettings)
        listen(to: display)
    }

    /// Outputs that clients made begin to work, and those that they removed end.
    func reconcileOutputs() {
        let wanted = scene.outputs.map(scene.id)
        brokenOutputs.formIntersection(wanted)
        for gone in displays where !wanted.contains(gone.id) {
            displays.removeAll { $0 === gone }
            displays.forEach(applySettings)
            close(gone)
        }
        for id in wanted where !brokenOutputs.contains(id) && !displays.contains(where: { $0.id == id }) {
            do throws(SceneError) {
                try open(id.index)
                tell(displays[displays.count - 1])
            } catch {
                brokenOutputs.insert(id)
                Log.write(.error, "the output \(scene.name(of: id.index)) shows nothing: \(error.message)")
            }
        }
    }

    // MARK: Signals

    /// Reads the configuration again; one with an error changes nothing.
    private func reload() {
        serviceManager.reloading()
        do throws(SceneError) {
            if let path = Configuration.path(options) { try Configuration.run(path, interpreter, again: true) }
            // What the command line says goes before what a file says, now as at the start.
            try options.apply(to: scene)
            applySettings()
            reconcileContents()
            Log.write(.notice, "configuration read again")
        } catch {
            Log.write(.warning, "configuration kept: \(error.message)")
        }
        serviceManager.ready()
    }
}

extension Daemon: SignalHandler {
    package func signalReceived(_ signal: Int32, sender: Int32) {
        if signal == SIGHUP { reload() } else { end() }
    }
}

extension Daemon: EventMerger {
    package func merge(key: UInt64, older: [UInt8], newer: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        // Frames, and whatever else is not about an object's properties: the newer one says it all.
        guard key <= UInt64(UInt32.max) else { return unsafe Array(newer) }
        return unsafe older.withUnsafeBufferPointer {
            unsafe ChangedMerger.merge(older: ByteView($0), newer: ByteView(newer))
        }
    }
}

extension Daemon: ServerDelegate {
    package func connectionOpened(_ connection: Connection) { connection.userData = Client(connection, clients) }

    package func connection(_ connection: Connection, line: UnsafeBufferPointer<UInt8>) {
        guard let client = client(connection) else { return }
        out.removeAll()
        speaker = client
        interpreter.time = max(interpreter.time, clock.time(reactor.turnTime))
        if let request = client.session.handle(unsafe ByteView(line), interpreter, &out) {
            answer(request, client, &out)
        }
        speaker = nil
        client.keepDescriptors()
        if scene.settingsAreDirty { applySettings() }
        if out.count > 0 { unsafe connection.sendReply(out.bytes.buffer) }
        if let more = client.takeAfterReply() { connection.sendReply(more) }
        if scene.hasDirtySources { reconcileContents() }
    }

    package func connection(_ connection: Connection, tooLongLineTagged tag: [UInt8]?) {
        guard let client = client(connection) else { return }
        out.removeAll()
        client.session.refuseLongLine(tagged: tag, limit: server.bounds.line, &out)
        unsafe connection.sendReply(out.bytes.buffer)
    }

    package func connectionClosed(_ connection: Connection) {
        guard let client = client(connection) else { return }
        client.session.close()
        client.abandon()
        clients.remove(client)
        ticks.removeAll { $0.client === client }
        // A film of its own length is its client's; one until `record stop` is the daemon's.
        if recording?.client === client { forgetRecording() }
        for id in client.session.author.owned {
            // Gone with its parent, or by somebody else's hand.
            if let slot = scene.slot(of: id) { try? scene.remove(slot) }
        }
        reconcileContents()
        interpreter.settle()
        watchChanges()
        requestFrame()
    }
}

/// Keeps the reactor from keeping the daemon.
private final class TurnEnd: TurnHandler {
    weak var daemon: Daemon?

    init(_ daemon: Daemon) { self.daemon = daemon }

    func turnEnded() { daemon?.turnEnded() }
}

/// Ends connections whose clients do not take their last replies.
private final class EndOfPatience: TimerHandler {
    let server: Server

    init(_ server: Server) { self.server = server }

    func timerFired(_ timer: TimerID, now: Nanoseconds) {
        for connection in server.allConnections { connection.close() }
    }
}
