import Compositor
import Geometry
import LineProtocol
import PluginHost
import Reactor
import Scene

/// The verbs that only the daemon can answer.
extension Daemon {
    /// Answers a request of `client`: at once into `out`, or later by holding the connection.
    func answer(_ request: Session.Request, _ client: Client, _ out: inout ByteWriter) {
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
        _ verb: Verb, _ line: Line, _ client: Client, _ json: inout JSONWriter
    ) throws(SceneError) -> Outcome {
        switch verb {
        case .hello:
            try line.expect(0...0, verb)
            writeHello(to: &json)
            return .payload
        case .explain:
            try line.expect(1...1, verb)
            advanceMotion()
            try writeExplanation(of: interpreter.object(line, 0), to: &json)
            return .payload
        case .subscribe: try subscribe(line, client)
        case .unsubscribe:
            try client.subscriptions.remove(line)
            watchChanges()
        case .sync:
            try line.expect(0...0, verb)
            guard try sync(line, client) else { return .later }
            writeFrame(to: &json)
            return .payload
        case .wait:
            try wait(line, client)
            return .later
        case .clock:
            try setClock(line, client)
            json.beginObject()
            json.key("time")
            json.number(clock.time(reactor.turnTime))
            json.endObject()
            return .payload
        case .tick:
            try tick(line, client)
            return .later
        case .repaint:
            try client.session.author.access.checkWhole(verb)
            try line.expect(0...0, verb)
            for display in displays { display.compositor.repaint() }
        case .snapshot: return try snapshot(line, client, &json) ? .payload : .later
        case .plugin: return try plugin(line, client, &json) ? .payload : .done
        case .record: return try record(line, client, &json) ? .payload : .later
        case .stats:
            try line.expect(0...1, verb)
            try writeStats(of: line, to: &json)
            return .payload
        case .debug:
            try client.session.author.access.checkWhole(verb)
            try debug(line)
        case .save: try save(line, client)
        case .input: try input(line, client)
        case .quit:
            try client.session.author.access.checkWhole(verb)
            try line.expect(0...0, verb)
            end()
        default: throw SceneError(.unsupported, "\(verb.name) is not available in this version")
        }
        return .done
    }

    private func writeHello(to json: inout JSONWriter) {
        json.beginObject()
        json.key("server")
        json.string("scrimd")
        json.key("version")
        json.string(text: Daemon.version)
        json.key("protocol")
        json.number(1)
        json.key("kinds")
        json.beginArray()
        for name in scene.kinds.names { json.string(text: name) }
        json.endArray()
        json.key("plugins")
        json.beginArray()
        for plugin in plugins.list { json.string(text: plugin.id) }
        json.endArray()
        json.endObject()
    }

    // MARK: Events

    private func subscribe(_ line: Line, _ client: Client) throws(SceneError) {
        let before = client.subscriptions
        let fresh = try client.subscriptions.add(line, scene)
        // What happened before is part of the state; those who listen already get it now, in its order.
        let after = client.subscriptions
        if after.hasScene {
            tellChanges()
            watchChanges()
            var state: [UInt8] = []
            // Only of those that it did not hear of until now.
            SceneEvents.state(interpreter) { name in
                after.follows(name) && !before.follows(name)
            } _: { event in
                state += event.line
            }
            // As a reply: the state is never dropped.
            client.afterReply = state
        }
        if fresh.contains(.output) {
            for display in displays {
                var json = JSONWriter()
                write(display, to: &json)
                var line = ByteWriter()
                line.append("event output ")
                line.append(json: json)
                line.append("\n")
                client.afterReply += line.array
            }
        }
    }

    // MARK: Time

    /// True when the reply can be given at once.
    private func sync(_ line: Line, _ client: Client) throws(SceneError) -> Bool {
        if clock.isManual {
            guard prepareFrame() else {
                client.hold(.contents(nil, reply: HeldReply(line, client.session)))
                return false
            }
            renderPending()
            return true
        }
        if scene.outputIsDirty { outputChanged() }
        var wait = OutputWait()
        for display in displays {
            if isPending(on: display) {
                wait.toCompose |= display.bit
            } else if case .waitingForOutput = display.scheduler.state {
                wait.toShow |= display.bit
            }
        }
        if wait.isOver { return true }
        client.hold(.outputs(wait, reply: HeldReply(line, client.session)))
        requestFrame()
        return false
    }

    private func wait(_ line: Line, _ client: Client) throws(SceneError) {
        try line.expect(1...1, .wait)
        let word = line[0]
        if word.key == "for" {
            guard let slot = scene.find(word.value) else { throw UnknownName.object(word.value, in: scene) }
            guard scene.kind(of: slot).family == .animation else {
                throw SceneError(.value, "\"\(scene.name(of: slot))\" is no animation")
            }
            advanceMotion()
            client.hold(.animation(word.value.string, reply: HeldReply(line, client.session)))
            // One that is over already.
            if !isRunning(word.value.string) { client.release() }
            return
        }
        guard word.isPositional else { throw UnknownName.argument(word.key, of: .wait, ["for"]) }
        let seconds = try time(word.value, "wait")
        let end = clock.time(reactor.turnTime) + seconds
        client.hold(.time(end, reply: HeldReply(line, client.session)))
        armWaits()
        // One that is over already ends in this turn.
        if seconds == 0 { endWaits(at: end) }
    }

    private func setClock(_ line: Line, _ client: Client) throws(SceneError) {
        try line.expect(1...1, .clock)
        let mode = try line.positional(0, "realtime or manual")
        guard mode == "realtime" || mode == "manual" else {
            throw UnknownName.choice(mode, "clock", ["realtime", "manual"])
        }
        let manual = mode == "manual"
        if manual != clock.isManual {
            try client.session.author.access.checkWhole(.clock)
            clock.setManual(manual, reactor.turnTime)
            for display in displays {
                perform(display.scheduler.handle(.settled, now: UInt64(reactor.turnTime)), on: display)
                display.scheduler.isManual = manual
            }
            armWaits()
            armContents()
            armRecording()
        }
    }

    /// The output that `output=` names.
    func display(_ word: Word) throws(SceneError) -> Display {
        guard let slot = scene.find(word.value) else { throw UnknownName.object(word.value, in: scene) }
        guard scene.kind(of: slot).family == .output else {
            throw SceneError(.value, "output: \(ValueSyntax.quote(word.value)) is no output")
        }
        if scene.outputIsDirty { outputChanged() }
        guard let display = displays.first(where: { $0.slot == slot }) else {
            throw SceneError(.unsupported, "output: \(ValueSyntax.quote(word.value)) is not at work")
        }
        return display
    }

    /// Seconds, not below 0.
    func time(_ word: ByteView, _ what: String) throws(SceneError) -> Double {
        let seconds: Double
        do throws(ValueSyntax) {
            seconds = try Quantity.time(word)
        } catch {
            throw SceneError(.value, "\(what): \(error.message)")
        }
        guard seconds >= 0, seconds <= 1e9 else {
            throw SceneError(.value, "\(what): \(ValueSyntax.quote(word)) is out of range: 0…1000000000 seconds")
        }
        return seconds
    }

    // MARK: save, debug

    private func save(_ line: Line, _ client: Client) throws(SceneError) {
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
        try files.write(path, text.array)
    }

    private func debug(_ line: Line) throws(SceneError) {
        var overlays = main.compositor.overlays
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
        for display in displays { display.compositor.overlays = overlays }
    }
}
