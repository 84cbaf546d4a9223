import Animation
import Compositor
import Contents
import Frame
import Geometry
import Glibc
import Input
import LineProtocol
import PluginHost
import Reactor
import Scene
import Server

/// The daemon: one thread that owns the scene, the connections and the outputs.
///
/// A turn of the reactor reads lines and runs them; at its end replies are flushed and, when something changed, a frame is asked
/// for once, however many lines there were. Verbs that only the daemon can answer are in `Daemon+Verbs` and its neighbours.
final class Daemon {
    static let version = "0.1.0"

    let options: Options
    let reactor: Reactor
    let server: Server
    let scene: Scene
    let interpreter: Interpreter
    let plugins: PluginHost
    let behaviors: PluginBehaviors
    let display: PluginDisplay
    let compositor: Compositor
    let gallery: Gallery
    /// Frames since the start, the empty ones too: what clients count by.
    var frameNumber: UInt64 = 0
    /// Frames that came later than an interval after they were due.
    var missedDeadlines = 0
    /// By how much the last frames began after they were due, in seconds.
    var lateness = FrameTimes()
    let files: Files
    let serviceManager: ServiceManager
    var clock: SceneClock
    var scheduler: FrameScheduler
    /// The timer of the next frame.
    var frameTimer: TimerID?
    /// The output's descriptor, as the reactor knows it.
    var outputWatch: Registration?
    /// There was something to show frames on, when somebody last looked.
    var wasPresent = true
    /// Since when the output has no buffer for a frame.
    var starvedSince: Nanoseconds?
    /// What the output was told of the picture's shape, and of which revision of the scene and which mode that is.
    var toldShape = OutputShape()
    var shapedRevision = UInt64.max
    var shapedMode: PluginOutput.Mode?
    /// What `output` events said last of the state, and the message.
    var toldState = ("active", "")
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
    /// What the output's devices are doing.
    var input = InputState()
    /// The timer of the next gesture that needs nothing but time.
    var inputTimer: TimerID?
    /// The scene's revision when it was last looked at who is under the pointer.
    var seenRevision: UInt64 = 0
    /// Animations that have ended, and nobody has been told.
    var endings: [Animator.Ending] = []
    /// What touched, or ended to, and is still to be told.
    var contacts: [PluginBehaviors.Contact] = []
    private var signals: Signals?
    private var out = ByteWriter()
    private(set) var isEnding = false
    /// The last frame's scene time.
    var lastFrameTime = 0.0

    init(
        options: Options, scene: Scene, time: Double, plugins: PluginHost, display: PluginDisplay,
        compositor: Compositor, files: Files, program: String
    ) throws(SystemError) {
        self.options = options
        self.scene = scene
        self.plugins = plugins
        self.display = display
        self.compositor = compositor
        compositor.now = { UInt64(Clock.now) }
        self.files = files
        reactor = try Reactor()
        server = Server(reactor)
        gallery = Gallery(
            scene,
            ImageLibrary(
                reactor, program: "\(program)/scrim-decoder", libraries: plugins.decoderLibraries,
                budget: compositor.cacheBytes))
        interpreter = Interpreter(scene: scene, files: files)
        behaviors = PluginBehaviors(plugins, scene)
        interpreter.mover = behaviors
        compositor.drawings.motion = interpreter.animator
        serviceManager = ServiceManager.fromEnvironment()
        clock = SceneClock(isManual: options.isManual, now: Clock.now, time: time)
        scheduler = FrameScheduler(refresh: display.refresh)
        interpreter.time = time
        interpreter.wallClock = { Clock.wall.inSeconds }
        interpreter.looks = self
        server.delegate = self
        server.merger = self
        listenToGallery()
        listenToOutput()
        reactor.addTurnHandler(TurnEnd(self))
        try signals = Signals([SIGTERM, SIGINT, SIGHUP], reactor, self)
        Signals.ignoreBrokenPipes()
    }

    /// Serves until `quit` or a signal.
    func run(_ listener: Listener) throws(SystemError) {
        try server.listen(listener)
        applySettings()
        reconcileContents()
        // What the scene's files hold begins with the daemon.
        interpreter.settle()
        serviceManager.ready("serving \(listener.path ?? "an activated socket")")
        serviceManager.startWatchdog(reactor)
        Log.write(.notice, "serving \(listener.path ?? "an activated socket"), version \(Daemon.version)")
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

    var clients: [Client] { server.allConnections.compactMap { client($0) } }

    // MARK: Settings

    /// Takes over the settings that the transport and the log have to know.
    func applySettings() {
        scene.settingsAreDirty = false
        func count(_ property: SettingsProperty) -> Int { Int(scene.value(Scene.daemon, property.id).number) }
        server.bounds.line = count(.limitLine)
        server.bounds.clients = count(.limitClients)
        server.bounds.replies = count(.limitReplies)
        server.setSocketMode(scene.socketMode)
        compositor.threads = count(.threads)
        compositor.cacheBytes = count(.cacheBytes)
        applyContentsSettings()
        applyState()
        unsafe Log.level =
            Log.Level(rawValue: Int(scene.value(Scene.daemon, SettingsProperty.logLevel.id).choice)) ?? .notice
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
    func signalReceived(_ signal: Int32, sender: Int32) {
        if signal == SIGHUP { reload() } else { end() }
    }
}

extension Daemon: EventMerger {
    func merge(key: UInt64, older: [UInt8], newer: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        // Frames, and whatever else is not about an object's properties: the newer one says it all.
        guard key <= UInt64(UInt32.max) else { return unsafe Array(newer) }
        return unsafe older.withUnsafeBufferPointer {
            unsafe ChangedMerger.merge(older: ByteView($0), newer: ByteView(newer))
        }
    }
}

extension Daemon: ServerDelegate {
    func connectionOpened(_ connection: Connection) { connection.userData = Client(connection) }

    func connection(_ connection: Connection, line: UnsafeBufferPointer<UInt8>) {
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

    func connection(_ connection: Connection, tooLongLineTagged tag: [UInt8]?) {
        guard let client = client(connection) else { return }
        out.removeAll()
        client.session.refuseLongLine(tagged: tag, limit: server.bounds.line, &out)
        unsafe connection.sendReply(out.bytes.buffer)
    }

    func connectionClosed(_ connection: Connection) {
        guard let client = client(connection) else { return }
        client.session.close()
        client.abandon()
        ticks.removeAll { $0.client === client }
        // A film of its own length is its client's; one until `record stop` is the daemon's.
        if recording?.client === client { forgetRecording() }
        for id in client.session.author.owned {
            // Gone with its parent, or by somebody else's hand.
            if let place = scene.place(of: id) { try? scene.remove(place) }
        }
        reconcileContents()
        interpreter.settle()
        client.subscriptions = Subscriptions()
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
