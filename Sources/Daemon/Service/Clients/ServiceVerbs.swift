import Compositor
import Geometry
import LineProtocol
import PluginHost
import Reactor
import Scene
import Schema
import World

/// The verbs that need more than the scene: clock, frames, outputs, files, clients.
final class ServiceVerbs {
    private let frames: FrameLoop
    private let events: EventRouter
    private let input: InputRouter
    private let ticks: TickQueue
    private let films: FilmRecorder
    private let snapshots: Snapshots
    private let reports: Reports
    private let plugins: PluginReports
    private let reads: SceneReads
    let loads: SceneLoads
    /// True when the last request failed.
    private(set) var hasFailed = false
    /// Called by `quit`.
    var onQuit: (() -> Void)?
    /// Nil: there is no state file.
    unowned var state: StateStore?
    weak var feed: JournalFeed?
    weak var replica: Replica?

    private var timeline: Timeline { frames.timeline }
    private var outputs: OutputSet { frames.outputs }
    private var scene: Scene { timeline.scene }

    init(
        _ frames: FrameLoop, _ events: EventRouter, _ input: InputRouter, _ ticks: TickQueue, _ films: FilmRecorder,
        _ snapshots: Snapshots, _ reports: Reports, _ plugins: PluginReports, _ files: Files
    ) {
        self.frames = frames
        self.events = events
        self.input = input
        self.ticks = ticks
        self.films = films
        self.snapshots = snapshots
        self.reports = reports
        self.plugins = plugins
        reads = SceneReads(frames.timeline, files)
        loads = SceneLoads(frames.timeline, files)
    }

    /// Answers a request of `client` that came with `line`: immediately into `out`, or later by holding the connection.
    func answer(_ request: Command, _ line: ByteView, _ client: ClientSession, _ out: inout ByteWriter) {
        var reply = Reply(to: out.count, client.session.replies)
        reply.tag = request.line.tag
        hasFailed = false
        do throws(SceneError) {
            if request.verb == .load { return try loads.take(request, line, client) }
            guard request.verb.target == .service else {
                return try reads.take(request, line, Asker(client: client, tag: request.line.tag))
            }
            var json = JSONWriter()
            switch try Self.handlers[request.verb].handle(self, request, client, &json) {
            case .done: reply.succeed(&out)
            case .payload: reply.succeed(&out, payload: json)
            case .later: break
            }
        } catch {
            reply.fail(error, &out)
            hasFailed = true
        }
    }

    private enum Outcome { case done, payload, later }

    /// A requesting client, and the tag of its line.
    struct Asker {
        let client: ClientSession
        let tag: ByteView?

        /// A reply that is given later.
        var reply: HeldReply { HeldReply(tag, client.session) }
    }

    private struct Handler: VerbHandler {
        let words: any TypedCommand.Type
        let handle: @Sendable (ServiceVerbs, Command, ClientSession, inout JSONWriter) throws(SceneError) -> Outcome

        init<Words: TypedCommand>(
            _ handle:
                @escaping @Sendable (ServiceVerbs) -> (Words, Asker, inout JSONWriter) throws(SceneError) -> Outcome
        ) {
            words = Words.self
            self.handle = { (verbs, command, client, json) throws(SceneError) in
                try handle(verbs)(Words(command), Asker(client: client, tag: command.line.tag), &json)
            }
        }
    }

    private static let handlers = VerbHandlers<Handler>(
        .service,
        [
            .hello: Handler(ServiceVerbs.hello), .explain: Handler(ServiceVerbs.explain),
            .hit: Handler(ServiceVerbs.hit), .convert: Handler(ServiceVerbs.convert),
            .subscribe: Handler(ServiceVerbs.subscribe), .unsubscribe: Handler(ServiceVerbs.unsubscribe),
            .sync: Handler(ServiceVerbs.sync), .wait: Handler(ServiceVerbs.wait), .clock: Handler(ServiceVerbs.clock),
            .tick: Handler(ServiceVerbs.tick), .repaint: Handler(ServiceVerbs.repaint),
            .snapshot: Handler(ServiceVerbs.snapshot), .plugin: Handler(ServiceVerbs.plugin),
            .record: Handler(ServiceVerbs.record), .stats: Handler(ServiceVerbs.stats),
            .debug: Handler(ServiceVerbs.debug), .save: Handler(ServiceVerbs.save),
            .input: Handler(ServiceVerbs.feed), .digest: Handler(ServiceVerbs.digest),
            .replay: Handler(ServiceVerbs.replay), .quit: Handler(ServiceVerbs.quit),
        ])

    // MARK: Questions

    private func hello(_ words: EmptyCommand, _ asker: Asker, _ json: inout JSONWriter) throws(SceneError) -> Outcome {
        reports.writeHello(to: &json)
        return .payload
    }

    private func explain(
        _ words: ExplainCommand, _ asker: Asker, _ json: inout JSONWriter
    ) throws(SceneError) -> Outcome {
        timeline.advanceMotion()
        try reports.writeExplanation(of: timeline.world.targets.object(words.layer), to: &json)
        return .payload
    }

    private func hit(_ words: HitCommand, _ asker: Asker, _ json: inout JSONWriter) throws(SceneError) -> Outcome {
        timeline.advanceMotion()
        try LayerQueries(frames).hit(words, to: &json)
        return .payload
    }

    private func convert(
        _ words: ConvertCommand, _ asker: Asker, _ json: inout JSONWriter
    ) throws(SceneError) -> Outcome {
        timeline.advanceMotion()
        try LayerQueries(frames).convert(words, to: &json)
        return .payload
    }

    private func stats(_ words: StatsCommand, _ asker: Asker, _ json: inout JSONWriter) throws(SceneError) -> Outcome {
        try reports.writeStats(words.output, to: &json)
        return .payload
    }

    private func plugin(_ words: PluginCommand, _ asker: Asker, _ json: inout JSONWriter) throws(SceneError) -> Outcome
    {
        try plugins.plugin(words, &json) ? .payload : .done
    }

    private func quit(_ words: EmptyCommand, _ asker: Asker, _ json: inout JSONWriter) throws(SceneError) -> Outcome {
        onQuit?()
        return .done
    }

    // MARK: Events

    /// State is sent like replies: never dropped.
    private func subscribe(
        _ words: SubscribeCommand, _ asker: Asker, _ json: inout JSONWriter
    ) throws(SceneError) -> Outcome {
        let (words, client) = (words.words, asker.client)
        let (after, fresh) = try events.read(words, client)
        let wantsJournal = words.contains { $0.isPositional && $0.value == "journal" }
        if wantsJournal {
            guard client.session.principal.hasFullAccess else {
                if let primary = timeline.world.replica { throw Access.refusal(primary) }
                throw SceneError(.denied, "subscribe journal needs full access")
            }
        }
        defer { if wantsJournal { feed?.add(client, from: after.journal, rate: after.pictures) } }
        try frames.layouts.check(words, client)
        let tellOutputs = { [outputs] (client: ClientSession) in
            guard fresh.contains(.output) else { return }
            for output in outputs.all {
                client.afterReply += EventName.output.line { outputs.write(output, to: &$0) }
            }
        }
        let isLarge = HeavyReads.isLarge(timeline.world.scene) && after.followsMore(than: client.subscriptions)
        guard isLarge, !after.has(.layout) else {
            if let state = events.subscribe(client, to: after) { client.afterReply += state.events(scene) }
            tellOutputs(client)
            frames.layouts.begin(words, client)
            if words.contains(where: { $0.isPositional && $0.value == "tile" }) { frames.tiles.begin(client) }
            return .done
        }
        reads.tell(asker) { [events] client in
            defer { tellOutputs(client) }
            return events.subscribe(client, to: after)
        }
        return .later
    }

    private func unsubscribe(
        _ words: SubscribeCommand, _ asker: Asker, _ json: inout JSONWriter
    ) throws(SceneError) -> Outcome {
        try events.unsubscribe(words.words, asker.client)
        if !asker.client.subscriptions.has(.journal) { feed?.remove(asker.client) }
        return .done
    }

    /// `input`: simulates a device.
    private func feed(_ words: InputCommand, _ asker: Asker, _ json: inout JSONWriter) throws(SceneError) -> Outcome {
        var output = outputs.main
        for word in words.words where word.key == "output" { output = try outputs.output(word.value) }
        let read = try InputWords.read(words, output.devices.input)
        for event in read.events { input.feed(event, to: output, by: read.pen) }
        return .done
    }

    // MARK: Other machines

    private func digest(_ words: EmptyCommand, _ asker: Asker, _ json: inout JSONWriter) throws(SceneError) -> Outcome {
        reads.digest(asker) { [timeline, state, replica] in
            timeline.beginLine()
            state?.lines.flushFeed()
            return replica?.moment ?? (0, 0)
        }
        return .later
    }

    private func replay(
        _ words: ReplayCommand, _ asker: Asker, _ json: inout JSONWriter
    ) throws(SceneError) -> Outcome {
        try replica?.take(words, asker.client)
        return .done
    }

    // MARK: Time

    private func sync(_ words: SyncCommand, _ asker: Asker, _ json: inout JSONWriter) throws(SceneError) -> Outcome {
        if words.layout != nil {
            try frames.layouts.answer(words, asker.client)
            frames.writeFrame(to: &json)
            return .payload
        }
        guard words.serial == nil else { throw SceneError(.syntax, "sync: serial= goes with sync layout") }
        guard isPresented(asker) else { return .later }
        frames.writeFrame(to: &json)
        return .payload
    }

    /// True when the reply to `sync` can be given immediately.
    private func isPresented(_ asker: Asker) -> Bool {
        let client = asker.client
        if timeline.clock.isManual {
            guard frames.preparer.prepare() else {
                client.hold(
                    .pictures(then: { [frames, weak client] in client?.release { frames.writeFrame(to: &$0) } }),
                    asker.reply)
                return false
            }
            frames.renderPending()
            return true
        }
        if outputs.isStale { outputs.changed() }
        var wait = OutputWait()
        for output in outputs.all {
            if frames.isPending(on: output) {
                wait.toCompose |= output.bit
            } else if case .waitingForOutput = output.scheduler.state {
                wait.toShow |= output.bit
            }
        }
        if wait.isOver { return true }
        client.hold(.outputs(wait), asker.reply)
        frames.request()
        return false
    }

    private func wait(_ words: WaitCommand, _ asker: Asker, _ json: inout JSONWriter) throws(SceneError) -> Outcome {
        try frames.waits.wait(words, asker)
        return .later
    }

    private func clock(_ words: ClockCommand, _ asker: Asker, _ json: inout JSONWriter) throws(SceneError) -> Outcome {
        try setClock(isManual: words.mode == .manual, by: asker.client)
        json.beginObject()
        json.key("time")
        json.number(timeline.now)
        json.endObject()
        return .payload
    }

    private func setClock(isManual: Bool, by client: ClientSession) throws(SceneError) {
        guard isManual != timeline.clock.isManual else { return }
        try client.session.principal.access.checkWhole(.clock)
        timeline.clock.setManual(isManual, timeline.reactor.turnTime)
        frames.clockChanged()
        films.arm()
    }

    private func tick(_ words: TickCommand, _ asker: Asker, _ json: inout JSONWriter) throws(SceneError) -> Outcome {
        try ticks.tick(words, asker)
        return .later
    }

    // MARK: Pictures and files

    private func repaint(_ words: EmptyCommand, _ asker: Asker, _ json: inout JSONWriter) throws(SceneError) -> Outcome
    {
        for output in outputs.all { output.compositor.repaint() }
        return .done
    }

    private func snapshot(
        _ words: SnapshotCommand, _ asker: Asker, _ json: inout JSONWriter
    ) throws(SceneError) -> Outcome { try snapshots.snapshot(words.words, asker, &json) ? .payload : .later }

    private func record(
        _ words: RecordCommand, _ asker: Asker, _ json: inout JSONWriter
    ) throws(SceneError) -> Outcome { try films.record(words.words, asker, &json) ? .payload : .later }

    private func save(_ words: SaveCommand, _ asker: Asker, _ json: inout JSONWriter) throws(SceneError) -> Outcome {
        guard let path = words.path?.string else {
            try saveState(asker)
            return .later
        }
        guard !path.isEmpty else { throw SceneError(.value, "path: a file is expected") }
        try FileGuard.check(path, overwrites: words.overwrites)
        reads.save(to: path, secrets: words.secrets ?? false, isNew: !words.overwrites, asker)
        return .later
    }

    /// Saves the current scene to the state file, then answers.
    private func saveState(_ asker: Asker) throws(SceneError) {
        guard let state, state.isOn else {
            throw SceneError(.syntax, "save: path=FILE is expected, as daemon has no state file")
        }
        let client = asker.client
        client.hold(.work(StateSave()), asker.reply)
        state.save { [weak client] error in
            if let error { client?.fail(error) } else { client?.release() }
        }
    }

    private func debug(_ words: DebugCommand, _ asker: Asker, _ json: inout JSONWriter) throws(SceneError) -> Outcome {
        var overlays = outputs.main.compositor.overlays
        if let damage = words.damage { overlays.damage = damage }
        if let borders = words.borders { overlays.borders = borders }
        if let meter = words.meter { overlays.meter = meter }
        for output in outputs.all { output.compositor.overlays = overlays }
        return .done
    }
}

/// A `save` to the state file.
private final class StateSave: HeldWork {
    /// The version is written anyway.
    func abandon() {}
}
