import Compositor
import Contents
import Frame
import Geometry
import Glibc
import LineProtocol
package import PluginHost
package import Reactor
import Scene
import SceneTables
package import Schema
package import Server
package import Storage
package import World

/// The daemon without its command line: one thread that owns the scene, the connections and the outputs.
///
/// A turn of the reactor reads lines and runs them; at its end replies are flushed and, when something has changed, one
/// frame is requested. This class connects the other objects, passes lines to them, and shuts them down in order.
package final class Service {
    package static let version = "0.1.0"

    package let reactor: Reactor
    package let server: Server
    private let options: ServiceOptions
    private let manager: ServiceManager
    let timeline: Timeline
    private let clients: ClientRegistry
    private let events: EventRouter
    let contents: ContentsService
    private let frames: FrameLoop
    private let ticks: TickQueue
    private let films: FilmRecorder
    private let problems: Problems
    private let state: StateStore
    private let verbs: ServiceVerbs
    private let plugins: PluginReports
    private let dormant: DormantObjects
    private let feed: JournalFeed
    private let replica: Replica
    private let life: Life

    /// Nanoseconds after `end` during which clients can receive their last replies.
    private static let lastReplies: Nanoseconds = 1_000_000_000

    /// State of the service itself.
    private final class Life {
        var signals: Signals?
        /// The socket's path, for messages.
        var socketPath = "a socket pair"
        var isEnding = false
        /// `SceneNews.workRevision` after the last line.
        var seenWork: UInt64 = 0
        /// Replies to the current line.
        var out = ByteWriter()
        /// The state that the scene was restored from.
        let restored: RestoredState?
        /// Lock of the state file, until `StateStore` takes it.
        let lock: StateLock?
        let turnEvents = TurnEvents()
        let turnEnd = TurnEnd()
        let logCounts = LogCounts()
        /// Lines that wait for plugins.
        let pluginWaits = PluginWaits()

        init(_ restored: RestoredState?, _ lock: StateLock?) { (self.restored, self.lock) = (restored, lock) }
    }

    /// - Parameters:
    ///   - world: the world with the scene, its animations and follows.
    ///   - restored: the state that the scene was restored from; nil: none.
    ///   - decoder: path of `scrim-decoder`.
    ///   - disk: the disk with the state file.
    ///   - lock: lock of the state file; nil: no other daemon uses the file.
    package init(
        options: ServiceOptions, world: World, restored: RestoredState? = nil, plugins host: PluginHost,
        files: Files, decoder: String, disk: any Disk = SystemDisk(), lock: StateLock? = nil
    ) throws(SystemError) {
        self.options = options
        life = Life(restored, lock)
        let time = restored?.time ?? 0
        reactor = try Reactor()
        server = Server(reactor)
        manager = ServiceManager.fromEnvironment()
        let scene = world.scene
        let behaviors = host.makeBehaviors(scene)
        world.mover = behaviors
        world.start(at: time)
        world.wall.clock = { Clock.wall.inSeconds }
        clients = ClientRegistry()
        events = EventRouter(clients, world)
        timeline = Timeline(
            world, behaviors, events, reactor,
            SceneClock(isManual: options.isManual, now: Clock.now, time: time))
        host.checkDecoders()
        let budget = Int(scene.value(Scene.daemon, SettingsProperty.cacheBytes.id).number)
        let controller = ContentsController(
            scene,
            ImageLibrary(reactor, program: decoder, libraries: host.decoderLibraries, budget: budget),
            films: Films(
                ImageLibrary(reactor, program: decoder, libraries: host.filmLibraries, budget: budget)))
        contents = ContentsService(controller, timeline, events, host)
        let input = InputRouter(timeline, events)
        let outputs = OutputSet(timeline, events, host, controller)
        frames = FrameLoop(timeline, outputs, events, contents, input)
        ticks = TickQueue(frames)
        films = FilmRecorder(frames, events, ticks, files)
        problems = Problems(scene, events)
        state = StateStore(timeline, clients, disk, problems)
        plugins = PluginReports(host, outputs, contents, events, scene)
        dormant = DormantObjects(timeline, events, files, problems)
        feed = JournalFeed(timeline, clients, state.lines)
        replica = Replica(frames, events, state.lines, feed, files)
        problems.set(.configuration, options.problems)
        verbs = ServiceVerbs(
            frames, events, input, ticks, films, Snapshots(frames, files, server),
            Reports(frames, contents, host, server, state, problems, dormant), plugins, files)
        connect(host)
        try WallClockWatch(reactor) { [unowned timeline, unowned frames] in
            timeline.wallClockChanged()
            frames.request()
        }
    }

    private func connect(_ host: PluginHost) {
        server.delegate = self
        server.merger = events
        timeline.world.wall.isManual = { [unowned timeline] in timeline.clock.isManual }
        server.beforeSending = { [unowned state] in state.beforeReplies() }
        state.onPromises = { [unowned server] in server.promises = $0 }
        timeline.world.host.openOutput = { [weak outputs = frames.outputs] slot throws(SceneError) in
            try outputs?.openNow(slot)
        }
        timeline.world.host.configureOutputs = { [weak outputs = frames.outputs] () throws(SceneError) in
            try outputs?.configureNow()
        }
        timeline.world.host.checkSettings = { [unowned state] () throws(SceneError) in try state.checkFile() }
        verbs.state = state
        (verbs.feed, verbs.replica) = (feed, replica)
        frames.replica = replica
        feed.controller = contents.controller
        contents.controller.onPixels = { [weak feed] in feed?.buffers.note($0) }
        contents.controller.onBuffer = { [unowned timeline] buffer in
            let name = timeline.world.pictureName(of: buffer)
            return timeline.world.sharedFiles[name] == nil ? nil : name
        }
        contents.controller.onPath = { [unowned timeline, weak feed] path, slot in
            feed?.note(file: path, of: slot)
            return timeline.world.file(path, for: slot)
        }
        host.onFile = { [unowned timeline, weak feed] path, slot in
            if !timeline.scene.shared.isLocal(slot) { feed?.note(font: path) }
            return timeline.world.file(path, for: slot)
        }
        host.onFileCheck = { [weak feed, weak replica] path, refusal in
            // The primary has checked it.
            if replica?.isRunning == true { return nil }
            let reason = refusal()
            if reason == nil { feed?.note(font: path) }
            return reason
        }
        replica.onFiles = { [weak contents, unowned frames, weak feed, unowned timeline] in
            contents?.controller.pathsChanged(at: timeline.now)
            guard feed?.namesFonts == true else { return }
            // A text may have been measured without its font.
            for output in frames.outputs.all { output.compositor.drawings.invalidateAll() }
            timeline.scene.objects.markAllContent()
        }
        feed.onEnd = { [unowned state] in state.endFeed() }
        timeline.world.host.setRole = { [weak replica] (words) throws(SceneError) in try replica?.setRole(words) }
        state.onLink = { [weak feed, weak replica] link in
            switch link {
            case .primary(let epoch): feed?.restore(epoch)
            case .replica(let at): replica?.follow(at.primary, at)
            }
        }
        timeline.onSettings = { [unowned self] in self.applySettings() }
        frames.onStatus = { [unowned self] in self.tellStatus() }
        verbs.onQuit = { [unowned self] in self.end() }
        verbs.loads.onLine = { [unowned self] (connection, line) in
            unsafe line.withUnsafeBufferPointer { unsafe self.connection(connection, line: $0) }
        }
        host.onEvent = { [weak plugins] in plugins?.tell($0) }
        host.reactor = reactor
        host.canWait = { [unowned clients] in unsafe clients.current != nil }
        host.onOpened = { [unowned life, unowned frames] in
            life.pluginWaits.goOn()
            // Layers painted without the filter that was loading are painted again.
            for output in frames.outputs.all { output.compositor.expose() }
            frames.request()
        }
        timeline.world.host.isAwaitingPlugin = { [weak host] in host?.isAwaited ?? false }
        life.pluginWaits.onLine = verbs.loads.onLine
        frames.tiles.onFirst = { [turnEnd = life.turnEnd] in turnEnd.ask(.layouts) }
        life.turnEvents.service = self
        reactor.addTurnHandler(life.turnEvents)
    }

    deinit {
        life.turnEvents.service = nil
        server.delegate = nil
        (timeline.onSettings, frames.onStatus, verbs.onQuit) = (nil, nil, nil)
        // The world may be used further.
        timeline.world.host = WorldHost()
        timeline.world.wall.isManual = { false }
        verbs.loads.onLine = nil
        life.pluginWaits.onLine = nil
        (plugins.plugins.canWait, plugins.plugins.onOpened) = (nil, nil)
    }

    // MARK: Life

    /// Starts the outputs. Throws when `main` cannot be created.
    package func start() throws(SceneError) {
        try frames.outputs.open(Scene.main)
        let path = timeline.scene.value(Scene.daemon, SettingsProperty.state.id).string
        if !path.isEmpty {
            state.restore(path, life.restored, life.lock)
            // The command line overrides the journal.
            try options.apply(to: timeline.world)
        }
        applySettings()
        tellStatus()
        timeline.wallClockChanged()
        frames.outputs.reconcile()
        contents.reconcile()
        frames.outputs.refusesModes = true
        // Animations from the scene's files start with the service.
        timeline.world.settle()
        dormant.begin()
    }

    /// Serves until `quit` or a signal. Throws `SceneError` when `main` cannot be created.
    package func run(_ listener: Listener) throws {
        life.signals = try Signals([SIGTERM, SIGINT, SIGHUP], reactor, self)
        Signals.ignoreBrokenPipes()
        life.socketPath = listener.path ?? "an activated socket"
        try start()
        try server.listen(listener)
        manager.ready(status)
        manager.startWatchdog(reactor)
        Log.write(.notice, "serving \(life.socketPath), version \(Service.version)")
        while !isOver { try reactor.turn() }
        close()
        Log.writeCounts(all: true)
        Log.write(.notice, "ended")
    }

    /// True when shutdown has begun and no client is connected.
    package var isOver: Bool { life.isEnding && server.isEmpty }

    /// Starts an orderly shutdown: no more lines are read, and replies are delivered for at most one second.
    package func end() {
        guard !life.isEnding else { return }
        life.isEnding = true
        manager.stopping()
        server.finish()
        _ = reactor.setTimer(at: Clock.now + Self.lastReplies, ReplyTimeout(server))
    }

    /// Writes pending state and film data.
    package func close() {
        frames.outputs.finishPainting()
        state.writeAtEnd()
        contents.controller.library.close()
        contents.controller.films.library.close()
        films.close()
    }

    /// One line for `systemctl status`.
    private var status: String {
        let problems = options.problems
        let trouble = problems.first.map { "; \(problems.count) lines of the configuration skipped: \($0)" } ?? ""
        return "serving \(life.socketPath); " + frames.outputs.status + trouble
    }

    private func tellStatus() {
        // Lines of a turn delay a frame by at most a quarter of its interval.
        let interval = frames.outputs.all.map(\.interval).min() ?? 1
        server.bounds.turnTime = min(Bounds().turnTime, Nanoseconds(clampingSeconds: interval / 4))
        if manager.isPresent { manager.status(status) }
    }

    // MARK: Settings

    /// Applies the settings of transport, outputs, pictures, state and log.
    private func applySettings() {
        let scene = timeline.scene
        timeline.takeSettings()
        func count(_ property: SettingsProperty) -> Int { Int(scene.value(Scene.daemon, property.id).number) }
        server.bounds.line = count(.limitLine)
        server.bounds.clients = count(.limitClients)
        server.bounds.replies = count(.limitReplies)
        server.bounds.allReplies = count(.limitAllReplies)
        server.setSocketMode(SettingsProperty.socketMode(in: scene))
        frames.outputs.applySettings()
        contents.applySettings()
        state.applySettings()
        unsafe Log.level =
            Log.Level(rawValue: Int(scene.value(Scene.daemon, SettingsProperty.logLevel.id).choice)) ?? .notice
    }

    /// Reads the configuration again; one with an error changes nothing.
    private func reload() {
        manager.reloading()
        do throws(SceneError) {
            if let path = Configuration.path(options) {
                try Configuration.run(path, timeline.world, again: true)
            }
            // The command line overrides files, like at the start.
            try options.apply(to: timeline.world)
            applySettings()
            contents.reconcile()
            Log.write(.notice, "configuration read again")
        } catch {
            Log.write(.warning, "configuration kept: \(error.message)")
        }
        manager.ready()
    }

    // MARK: Turns

    /// End of each turn: a thousand lines request one frame.
    fileprivate func turnEnded() {
        life.turnEnd.run(timeline.scene, isTold: reactor.isTold) { end($0) }
        life.logCounts.arm(reactor)
    }

    /// Does a part of the end of a turn. Returns the kinds of changes that concern it from now on.
    private func end(_ part: TurnEnd.Part) -> ChangeKinds {
        switch part {
        case .outputs:
            // First the properties set by clients, then the screen's response to them.
            if frames.outputs.isStale { frames.outputs.changed() }
            return .outputs
        case .screens: return frames.outputs.takeScreens()
        case .contents:
            contents.reconcileIfDirty()
            return .sources
        case .layouts: return frames.goOn()
        case .ticks: return ticks.run()
        case .dormant: return dormant.update()
        case .pictures: return answerWaitingForPictures()
        case .film: return films.answer()
        case .alarms: return frames.arm()
        case .frames: return frames.request()
        case .state: return state.turnEnded()
        case .feed: return feed.turnEnded()
        }
    }

    /// Continues lines that waited for pictures when these are ready. Returns the kinds of changes that concern it from now on.
    private func answerWaitingForPictures() -> ChangeKinds {
        func then(_ client: ClientSession) -> (() -> Void)? {
            if case .pictures(let then)? = client.held?.reason { then } else { nil }
        }
        guard clients.held.contains(where: { then($0) != nil }) else { return [] }
        guard frames.preparer.prepare() else { return .everyTurn }
        frames.renderPending()
        for client in clients.held { then(client)?() }
        return .everyTurn
    }
}

extension Service: SignalHandler {
    package func signalReceived(_ signal: Int32, sender: Int32) {
        if signal == SIGHUP { reload() } else { end() }
    }
}

extension Service: ServerDelegate {
    package func connectionOpened(_ connection: Connection) {
        clients.open(connection)
        if let client = clients.client(connection) { replica.admit(client) }
    }

    package func connectionDrained(_ connection: Connection) {
        if let client = clients.client(connection) { feed.send(to: client) }
    }

    package func connection(_ connection: Connection, line: UnsafeBufferPointer<UInt8>) {
        guard let client = clients.client(connection) else { return }
        life.out.removeAll()
        let (revision, wasOpen) =
            state.notesLines ? (timeline.scene.news.objectRevision, client.session.isInTransaction) : (0, false)
        if state.isAlways, let error = StateGuard.refusal(of: unsafe ByteView(line), client, state) {
            client.session.refuse(unsafe ByteView(line), error, &life.out)
            client.journaled.open.removeAll()
            return unsafe connection.sendReply(life.out.bytes.buffer, isPromise: false)
        }
        let isDependent = state.notesLines ? DependentLine.matches(unsafe ByteView(line)) : false
        if isDependent { state.lines.beginDependent() }
        unsafe clients.current = client
        timeline.beginLine()
        // Both outlive the handling of a line: reference counting is avoided.
        var hasFailed = false
        let request = unsafe Unmanaged.passUnretained(client.session)._withUnsafeGuaranteedRef { session in
            unsafe Unmanaged.passUnretained(timeline.world)._withUnsafeGuaranteedRef { world in
                defer { hasFailed = session.hasFailed }
                return session.handle(unsafe ByteView(line), world, &life.out)
            }
        }
        if let request {
            life.turnEnd.askAll()
            verbs.answer(request, unsafe ByteView(line), client, &life.out)
            hasFailed = verbs.hasFailed
        }
        // The loop continues while a plugin is loading, and the line is handled again.
        if hasFailed, plugins.plugins.takeAwaited() {
            unsafe clients.current = nil
            return life.pluginWaits.take(unsafe ByteView(line), client)
        }
        // Who follows has files before what names them.
        if state.lines.isFed { contents.reconcileIfDirty() }
        if state.notesLines {
            state.lines.note(
                unsafe ByteView(line), client, before: revision, wasOpen: wasOpen, isDependent: isDependent,
                isAnswered: request == nil)
        }
        if request != nil { dormant.update() }
        unsafe clients.current = nil
        client.keepDescriptors()
        let work = timeline.scene.news.workRevision
        let isWork = work != life.seenWork
        life.seenWork = work
        if isWork, timeline.hasNewSettings { applySettings() }
        if life.out.count > 0 {
            let isPromise =
                state.isAlways
                && (request != nil || timeline.scene.news.objectRevision != revision)
            unsafe connection.sendReply(life.out.bytes.buffer, isPromise: isPromise)
        }
        if let more = client.takeAfterReply() { connection.sendReply(more) }
        if isWork { contents.reconcileIfDirty() }
    }

    package func linesEnded(_ connection: Connection) { state.lines.endRun() }

    package func connection(_ connection: Connection, tooLongLineTagged tag: [UInt8]?) {
        guard let client = clients.client(connection) else { return }
        life.out.removeAll()
        client.session.refuseLongLine(tagged: tag, limit: server.bounds.line, &life.out)
        unsafe connection.sendReply(life.out.bytes.buffer)
    }

    package func connectionHungUp(_ connection: Connection) {
        if let client = clients.client(connection) { films.hangUp(client) }
    }

    package func connectionClosed(_ connection: Connection) {
        guard let client = clients.client(connection) else { return }
        life.turnEnd.askAll()
        state.lines.forget(client)
        feed.remove(client)
        replica.forget(client)
        clients.close(client)
        ticks.forget(client)
        films.forget(client)
        let scene = timeline.scene
        for id in client.session.principal.owned {
            // May have been removed with its parent, or by a line.
            if let slot = scene.slot(of: id) { try? scene.objects.remove(slot) }
        }
        contents.reconcile()
        timeline.world.restyle()
        timeline.world.settle()
        events.watchChanges()
        frames.request()
    }
}

/// Avoids a reference cycle between reactor and service.
private final class TurnEvents: TurnHandler {
    /// Unowned, not weak: weakly referenced objects have slower reference counting.
    unowned var service: Service?

    func turnEnded() { service?.turnEnded() }
}

/// Closes connections whose clients do not receive their last replies.
private final class ReplyTimeout: TimerHandler {
    let server: Server

    init(_ server: Server) { self.server = server }

    func timerFired(_ timer: TimerID, now: Nanoseconds) {
        for connection in server.allConnections { connection.close() }
    }
}
