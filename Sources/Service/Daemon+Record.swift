import Compositor
import Geometry
import Glibc
import LineProtocol
import Reactor
import Recording
import Scene
import Server

/// `record`: every frame of the output, timed, to a file, a pipe or a passed descriptor.
extension Daemon {
    private struct Request {
        var display: Display
        var format: FilmFormat?
        var path: String?
        var rate: FrameRate?
        var seconds: Double?
    }

    /// True when the payload is there; else it follows when everything is written.
    func record(_ line: Line, _ client: Client, _ json: inout JSONWriter) throws(SceneError) -> Bool {
        try client.session.author.access.checkWhole(.record)
        if line.count == 1, line[0].isPositional {
            guard line[0].value == "stop" else { throw UnknownName.choice(line[0].value, "record", ["stop"]) }
            guard let recording, recording.client == nil else { throw SceneError(.value, "record: nothing to stop") }
            passFilm(to: clock.time(reactor.turnTime))
            recording.stop()
            hold(client, line, recording)
            return false
        }
        guard recording == nil else { throw SceneError(.busy, "record: there is a recording; record stop ends it") }
        let request = try read(line)
        let recording: Recording
        do throws(SceneError) {
            recording = try start(request, client)
        } catch {
            film(request.display, false)
            throw error
        }
        self.recording = recording
        if let length = recording.grid.length {
            hold(client, line, recording)
            if clock.isManual {
                ticks.append(TickJob(client: client, step: 0, frames: length, isFilm: true))
                runTicks()
            } else {
                armRecording()
            }
            return false
        }
        if !clock.isManual { armRecording() }
        json.beginObject()
        json.key("frames")
        json.number(0)
        json.endObject()
        return true
    }

    private func hold(_ client: Client, _ line: Line, _ recording: Recording) {
        recording.client = client
        client.hold(.recording(reply: HeldReply(line, client.session)))
        // What is written already is told at the end of this turn.
        reactor.requestTurn()
    }

    private func start(_ request: Request, _ client: Client) throws(SceneError) -> Recording {
        let display = request.display
        let usual = FrameRate(perSecond: display.screen.refresh) ?? FrameRate("60")
        guard let rate = request.rate ?? usual else { throw SceneError(.internal, "record: no frame rate") }
        var length: Int?
        if let seconds = request.seconds {
            let frames = (seconds * rate.perSecond).rounded()
            guard frames <= Double(Daemon.mostTicks) else {
                throw SceneError(.value, "seconds: more than \(Daemon.mostTicks) frames")
            }
            length = max(1, Int(frames))
        }
        film(display, true)
        if isPending(on: display) || display.compositor.picture == nil { render(display) }
        guard let picture = display.compositor.picture else {
            throw SceneError(.io, "record: the output shows nothing")
        }
        let grid = FilmGrid(start: clock.time(reactor.turnTime), rate: rate, length: length)
        return try Recording(
            display, picture, request.format ?? .y4m, grid, to: destination(request, client), self)
    }

    private func destination(_ request: Request, _ client: Client) throws(SceneError) -> FileDescriptor {
        guard let path = request.path else {
            guard let passed = client.takeDescriptor() else {
                throw SceneError(.syntax, "record: path=FILE or a passed descriptor is expected")
            }
            return try Files.unblocked(passed)
        }
        if let pipe = try files.openPipe(path) { return pipe }
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw Files.failure(path) }
        return FileDescriptor(owning: descriptor)
    }

    private func read(_ line: Line) throws(SceneError) -> Request {
        var request = Request(display: main)
        for at in 0..<line.count {
            let word = line[at]
            if word.key == "output" {
                request.display = try display(word)
            } else if word.key == "path" {
                guard !word.value.isEmpty else { throw SceneError(.value, "path: a file is expected") }
                request.path = word.value.string
            } else if word.key == "format" {
                guard let format = FilmFormat(rawValue: word.value.string) else {
                    throw UnknownName.choice(word.value, "format", FilmFormat.allCases.map(\.rawValue))
                }
                request.format = format
            } else if word.key == "fps" {
                guard let rate = FrameRate(word.value.string) else {
                    throw SceneError(
                        .value,
                        "fps: \(ValueSyntax.quote(word.value)): 60, 29.97 or 30000/1001 is expected, at most 1000")
                }
                request.rate = rate
            } else if word.key == "seconds" {
                let seconds = try time(word.value, "seconds")
                guard seconds > 0 else { throw SceneError(.value, "seconds: more than 0 is expected") }
                request.seconds = seconds
            } else {
                throw UnknownName.argument(
                    word.name, of: .record, ["output", "path", "format", "fps", "seconds", "stop"])
            }
        }
        return request
    }

    // MARK: While it runs

    /// The frames of a film before `time` show what the output showed until now.
    func passFilm(to time: Double) {
        recording?.pass(to: time, showing: recording?.display.compositor.picture)
    }

    /// Frames of an output that nobody sees are painted for a film, and as often as if it were seen.
    private func film(_ display: Display, _ isFilmed: Bool) {
        guard display.screen.isFilmed != isFilmed else { return }
        display.screen.isFilmed = isFilmed
        display.scheduler.keepsPace = isFilmed
        if !display.screen.isSeen { display.compositor.expose() }
    }

    /// Sets the timer for the end of the next frame's time; none in manual mode, where only ticks pass it.
    func armRecording() {
        if let recordTimer { reactor.cancel(recordTimer) }
        recordTimer = nil
        guard let recording, recording.isRunning, let deadline = clock.deadline(of: recording.grid.nextEnd) else {
            return
        }
        recordTimer = reactor.setTimer(at: deadline, self)
    }

    func recordTimerFired(_ now: Nanoseconds) {
        recordTimer = nil
        passFilm(to: clock.time(now))
        armRecording()
        endRecording()
    }

    /// Something was written, or cannot be.
    func recordingProgressed() {
        runTicks()
        endRecording()
    }

    /// Tells the end of a film to who waits for it, when all of it is written.
    func endRecording() {
        guard let recording, !recording.isRunning, recording.isWritten, let client = recording.client else { return }
        forgetRecording()
        if let failure = recording.failure { return client.fail(failure) }
        client.release { json in
            json.beginObject()
            json.key("frames")
            json.number(recording.grid.count)
            json.endObject()
        }
    }

    func forgetRecording() {
        if let recording { film(recording.display, false) }
        recording?.cancel()
        recording = nil
        if let recordTimer { reactor.cancel(recordTimer) }
        recordTimer = nil
    }
}
