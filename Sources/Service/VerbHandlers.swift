import Compositor
import Geometry
import LineProtocol
import PluginHost
import Reactor
import Scene

/// The verbs that need more than the scene: clock, frames, outputs, files, clients.
final class VerbHandlers {
    private let frames: FrameLoop
    private let events: EventRouter
    private let input: InputRouter
    private let ticks: TickQueue
    private let films: FilmRecorder
    private let snapshots: Snapshots
    private let reports: Reports
    private let plugins: PluginReports
    private let files: Files
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
        self.files = files
    }

    /// Answers a request of `client`: at once into `out`, or later by holding the connection.
    func answer(_ request: Session.Request, _ client: ClientSession, _ out: inout ByteWriter) {
        var reply = Reply(to: out.count, client.session.replies)
        reply.tag = request.line.tag
        do throws(SceneError) {
            var json = JSONWriter()
            switch try perform(request.verb, request.line, client, &json) {
            case .done: reply.succeed(&out)
            case .payload: reply.succeed(&out, payload: json)
            case .later: break
            }
        } catch {
            reply.fail(error, &out)
        }
    }

    private enum Outcome { case done, payload, later }

    private func perform(
        _ verb: Verb, _ line: Line, _ client: ClientSession, _ json: inout JSONWriter
    ) throws(SceneError) -> Outcome {
        switch verb {
        case .hello:
            try line.expect(0...0, verb)
            reports.writeHello(to: &json)
            return .payload
        case .explain:
            try line.expect(1...1, verb)
            timeline.advanceMotion()
            try reports.writeExplanation(of: timeline.interpreter.object(line, 0), to: &json)
            return .payload
        case .subscribe: try subscribe(line, client)
        case .unsubscribe: try events.unsubscribe(line, client)
        case .sync:
            try line.expect(0...0, verb)
            guard try sync(line, client) else { return .later }
            frames.writeFrame(to: &json)
            return .payload
        case .wait:
            try frames.waits.wait(line, client)
            return .later
        case .clock:
            try setClock(line, client)
            json.beginObject()
            json.key("time")
            json.number(timeline.now)
            json.endObject()
            return .payload
        case .tick:
            try ticks.tick(line, client)
            return .later
        case .repaint:
            try client.session.author.access.checkWhole(verb)
            try line.expect(0...0, verb)
            for output in outputs.all { output.compositor.repaint() }
        case .snapshot: return try snapshots.snapshot(line, client, &json) ? .payload : .later
        case .plugin: return try plugins.plugin(line, client, &json) ? .payload : .done
        case .record: return try films.record(line, client, &json) ? .payload : .later
        case .stats:
            try line.expect(0...1, verb)
            try reports.writeStats(of: line, to: &json)
            return .payload
        case .debug:
            try client.session.author.access.checkWhole(verb)
            try debug(line)
        case .save: try save(line, client)
        case .input: try feed(line, client)
        case .quit:
            try client.session.author.access.checkWhole(verb)
            try line.expect(0...0, verb)
            onQuit?()
        default: throw SceneError(.unsupported, "\(verb.name) is not available in this version")
        }
        return .done
    }

    // MARK: Events

    private func subscribe(_ line: Line, _ client: ClientSession) throws(SceneError) {
        let fresh = try events.subscribe(line, client)
        guard fresh.contains(.output) else { return }
        for output in outputs.all {
            client.afterReply += EventRouter.line(.output) { outputs.write(output, to: &$0) }
        }
    }

    /// `input`: as a device would.
    private func feed(_ line: Line, _ client: ClientSession) throws(SceneError) {
        try client.session.author.access.checkWhole(.input)
        var output = outputs.main
        for at in 0..<line.count where line[at].key == "output" { output = try outputs.output(line[at]) }
        for event in try InputWords.read(line, output.devices.input) { input.feed(event, to: output) }
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
        try line.expect(1...1, .clock)
        let mode = try line.positional(0, "realtime or manual")
        guard mode == "realtime" || mode == "manual" else {
            throw UnknownName.choice(mode, "clock", ["realtime", "manual"])
        }
        let manual = mode == "manual"
        guard manual != timeline.clock.isManual else { return }
        try client.session.author.access.checkWhole(.clock)
        timeline.clock.setManual(manual, timeline.reactor.turnTime)
        frames.clockChanged()
        films.arm()
    }

    // MARK: save, debug

    private func save(_ line: Line, _ client: ClientSession) throws(SceneError) {
        try client.session.author.access.checkWhole(.save)
        try line.expect(0...1, .save)
        var path = scene.value(Scene.daemon, SettingsProperty.state.id).string
        if line.count == 1 {
            guard line[0].key == "path" else { throw UnknownName.argument(line[0].name, of: .save, ["path"]) }
            path = line[0].value.string
        }
        guard !path.isEmpty else {
            throw SceneError(.syntax, "save: path=FILE is expected, as daemon has no state file")
        }
        var text = ByteWriter()
        var dump = SceneDump(scene)
        dump.write(nil) { line in
            text.append(line)
            text.append("\n")
        }
        try files.write(path, text.array, lasting: true)
    }

    private func debug(_ line: Line) throws(SceneError) {
        var overlays = outputs.main.compositor.overlays
        for at in 0..<line.count {
            let word = line[at]
            if word.key == "damage" {
                overlays.damage = try line.boolean(word)
            } else if word.key == "borders" {
                overlays.borders = try line.boolean(word)
            } else if word.key == "fps" {
                overlays.meter = try line.boolean(word)
            } else {
                throw UnknownName.argument(word.name, of: .debug, ["damage", "borders", "fps"])
            }
        }
        for output in outputs.all { output.compositor.overlays = overlays }
    }
}
