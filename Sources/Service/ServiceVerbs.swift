import Compositor
import Geometry
import LineProtocol
import PluginHost
import Reactor
import Scene
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
    /// The last request was refused.
    private(set) var hasFailed = false
    /// Called by `quit`.
    var onQuit: (() -> Void)?

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

    /// Answers a request of `client`, which came with `line`: at once into `out`, or later by holding the connection.
    func answer(_ request: Command, _ line: ByteView, _ client: ClientSession, _ out: inout ByteWriter) {
        var reply = Reply(to: out.count, client.session.replies)
        reply.tag = request.line.tag
        hasFailed = false
        do throws(SceneError) {
            if request.verb == .load { return try loads.take(request, line, client) }
            guard request.verb.target == .service else { return try reads.take(request, line, client) }
            var json = JSONWriter()
            switch try Self.handlers[request.verb](self, request.line, client, &json) {
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

    private typealias Handler =
        @Sendable (ServiceVerbs, Line, ClientSession, inout JSONWriter) throws(SceneError) -> Outcome

    private static let handlers = VerbHandlers<Handler>(
        .service,
        [
            .hello: { (verbs, _, _, json) throws(SceneError) in
                verbs.reports.writeHello(to: &json)
                return .payload
            },
            .explain: { (verbs, line, _, json) throws(SceneError) in
                verbs.timeline.advanceMotion()
                try verbs.reports.writeExplanation(of: verbs.timeline.world.targets.object(line[0].value), to: &json)
                return .payload
            },
            .hit: { (verbs, line, _, json) throws(SceneError) in
                verbs.timeline.advanceMotion()
                try LayerQueries(verbs.frames).hit(line, to: &json)
                return .payload
            },
            .convert: { (verbs, line, _, json) throws(SceneError) in
                verbs.timeline.advanceMotion()
                try LayerQueries(verbs.frames).convert(line, to: &json)
                return .payload
            },
            .subscribe: { (verbs, line, client, _) throws(SceneError) in
                try verbs.subscribe(line, client) ? .done : .later
            },
            .unsubscribe: { (verbs, line, client, _) throws(SceneError) in
                try verbs.events.unsubscribe(line, client)
                return .done
            },
            .sync: { (verbs, line, client, json) throws(SceneError) in
                if (0..<line.count).contains(where: { line[$0].isPositional }) {
                    try verbs.frames.layouts.answer(line, client)
                    verbs.frames.writeFrame(to: &json)
                    return .payload
                }
                guard line.count == 0 else {
                    throw SceneError(.syntax, "sync: serial= goes with sync layout")
                }
                guard try verbs.sync(line, client) else { return .later }
                verbs.frames.writeFrame(to: &json)
                return .payload
            },
            .wait: { (verbs, line, client, _) throws(SceneError) in
                try verbs.frames.waits.wait(line, client)
                return .later
            },
            .clock: { (verbs, line, client, json) throws(SceneError) in
                try verbs.setClock(line, client)
                json.beginObject()
                json.key("time")
                json.number(verbs.timeline.now)
                json.endObject()
                return .payload
            },
            .tick: { (verbs, line, client, _) throws(SceneError) in
                try verbs.ticks.tick(line, client)
                return .later
            },
            .repaint: { (verbs, _, _, _) throws(SceneError) in
                for output in verbs.outputs.all { output.compositor.repaint() }
                return .done
            },
            .snapshot: { (verbs, line, client, json) throws(SceneError) in
                try verbs.snapshots.snapshot(line, client, &json) ? .payload : .later
            },
            .plugin: { (verbs, line, _, json) throws(SceneError) in
                try verbs.plugins.plugin(line, &json) ? .payload : .done
            },
            .record: { (verbs, line, client, json) throws(SceneError) in
                try verbs.films.record(line, client, &json) ? .payload : .later
            },
            .stats: { (verbs, line, _, json) throws(SceneError) in
                try verbs.reports.writeStats(of: line, to: &json)
                return .payload
            },
            .debug: { (verbs, line, _, _) throws(SceneError) in
                try verbs.debug(line)
                return .done
            },
            .save: { (verbs, line, client, _) throws(SceneError) in
                try verbs.save(line, client)
                return .later
            },
            .input: { (verbs, line, client, _) throws(SceneError) in
                try verbs.feed(line, client)
                return .done
            },
            .quit: { (verbs, _, _, _) throws(SceneError) in
                verbs.onQuit?()
                return .done
            },
        ])

    // MARK: Events

    /// True when the reply can be given at once. State is sent as replies are: it is never dropped.
    private func subscribe(_ line: Line, _ client: ClientSession) throws(SceneError) -> Bool {
        let (after, fresh) = try events.read(line, client)
        try frames.layouts.check(line, client)
        let tellOutputs = { [outputs] (client: ClientSession) in
            guard fresh.contains(.output) else { return }
            for output in outputs.all {
                client.afterReply += EventName.output.line { outputs.write(output, to: &$0) }
            }
        }
        let isLarge = timeline.world.heavyReads.isLarge && after.followsMore(than: client.subscriptions)
        guard isLarge, !after.has(.layout) else {
            if let state = events.subscribe(client, to: after) { client.afterReply += state.events(scene) }
            tellOutputs(client)
            frames.layouts.begin(line, client)
            if (0..<line.count).contains(where: { line[$0].isPositional && line[$0].value == "tile" }) {
                frames.tiles.begin(client)
            }
            return true
        }
        reads.tell(line, client) { [events] client in
            defer { tellOutputs(client) }
            return events.subscribe(client, to: after)
        }
        return false
    }

    /// `input`: as a device would.
    private func feed(_ line: Line, _ client: ClientSession) throws(SceneError) {
        var output = outputs.main
        for at in 0..<line.count where line[at].key == "output" { output = try outputs.output(line[at]) }
        let words = try InputWords.read(line, output.devices.input)
        for event in words.events { input.feed(event, to: output, by: words.pen) }
    }

    // MARK: Time

    /// True when the reply can be given at once.
    private func sync(_ line: Line, _ client: ClientSession) throws(SceneError) -> Bool {
        let reply = HeldReply(line, client.session)
        if timeline.clock.isManual {
            guard frames.preparer.prepare() else {
                client.hold(
                    .pictures(then: { [frames, weak client] in client?.release { frames.writeFrame(to: &$0) } }), reply)
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
        client.hold(.outputs(wait), reply)
        frames.request()
        return false
    }

    private func setClock(_ line: Line, _ client: ClientSession) throws(SceneError) {
        let manual = try line.choice(line[0], of: .clock) == "manual"
        guard manual != timeline.clock.isManual else { return }
        try client.session.principal.access.checkWhole(.clock)
        timeline.clock.setManual(manual, timeline.reactor.turnTime)
        frames.clockChanged()
        films.arm()
    }

    // MARK: save, debug

    private func save(_ line: Line, _ client: ClientSession) throws(SceneError) {
        var path = scene.value(Scene.daemon, SettingsProperty.state.id).string
        var overwrites = false
        // A state file has all that there is.
        var secrets = true
        for at in 0..<line.count where line[at].key == "path" { (path, secrets) = (line[at].value.string, false) }
        for at in 0..<line.count where !(line[at].key == "path") {
            let flag = try line.boolean(line[at])
            if line[at].key == "secrets" { secrets = flag } else { overwrites = flag }
        }
        guard !path.isEmpty else {
            throw SceneError(.syntax, "save: path=FILE is expected, as daemon has no state file")
        }
        if !overwrites { try FileGuard(path)?.checkScene() }
        reads.save(to: path, secrets: secrets, line, client)
    }

    private func debug(_ line: Line) throws(SceneError) {
        var overlays = outputs.main.compositor.overlays
        for at in 0..<line.count {
            let word = line[at]
            if word.key == "damage" {
                overlays.damage = try line.boolean(word)
            } else if word.key == "borders" {
                overlays.borders = try line.boolean(word)
            } else {
                overlays.meter = try line.boolean(word)
            }
        }
        for output in outputs.all { output.compositor.overlays = overlays }
    }
}
