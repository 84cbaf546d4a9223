import Compositor
import Geometry
import Glibc
import LineProtocol
import Pixels
import Reactor
import Recording
import Scene
import SceneTables
import Schema
import Server
import Vectors
import World

/// `record`: writes every frame of the output, with its time, to a file, a pipe or a passed file descriptor.
final class FilmRecorder {
    private let frames: FrameLoop
    private let ticks: TickQueue
    private let files: Files
    private let events: EventRouter
    private let timeline: Timeline
    private var film: Film?
    /// Timer of the film's next frame.
    private var timer: TimerID?

    init(_ frames: FrameLoop, _ events: EventRouter, _ ticks: TickQueue, _ files: Files) {
        self.frames = frames
        self.events = events
        self.ticks = ticks
        self.files = files
        timeline = frames.timeline
        frames.film = self
        ticks.film = self
    }

    private struct Request {
        var output: OutputDriver
        var format: FilmFormat?
        var path: String?
        var rate: FrameRate?
        var seconds: Double?
        var overwrites = false
        var comment = ""
    }

    /// Returns true when the payload is written; otherwise it follows when the film is complete.
    func record(
        _ words: WordList, _ asker: ServiceVerbs.Asker, _ json: inout JSONWriter
    ) throws(SceneError) -> Bool {
        let client = asker.client
        if words.count == 1, words[0].isPositional {
            guard words[0].value == "stop" else { throw UnknownName.choice(words[0].value, "record", ["stop"]) }
            guard let film, film.client == nil else { throw SceneError(.value, "record: nothing to stop") }
            willRender(at: timeline.now)
            film.stop()
            hold(asker, film)
            return false
        }
        // A film that ended by itself, and whose result nobody waits for.
        if let film, !film.isRunning, film.isWritten, film.client == nil { forget() }
        guard film == nil else { throw SceneError(.busy, "record: there is a recording; record stop ends it") }
        let request = try read(words)
        let film: Film
        do throws(SceneError) {
            film = try start(request, client)
        } catch {
            request.output.film(false)
            throw error
        }
        film.onProgress = { [weak self] in self?.progressed() }
        self.film = film
        tell(film, film.isWaiting ? .waiting : .recording)
        if let length = film.grid.length {
            hold(asker, film)
            if timeline.clock.isManual { ticks.add(filmOf: client, frames: length) } else { arm() }
            return false
        }
        if !timeline.clock.isManual { arm() }
        json.beginObject()
        json.key("frames")
        json.number(0)
        json.endObject()
        return true
    }

    private func hold(_ asker: ServiceVerbs.Asker, _ film: Film) {
        let client = asker.client
        film.client = client
        client.hold(.film, asker.reply)
        // A film that is already written is answered at the end of this turn.
        timeline.reactor.requestTurn()
    }

    private func start(_ request: Request, _ client: ClientSession) throws(SceneError) -> Film {
        let output = request.output
        let usual = FrameRate(perSecond: output.screen.refresh) ?? FrameRate("60")
        guard let rate = request.rate ?? usual else { throw SceneError(.internal, "record: no frame rate") }
        var length: Int?
        if let seconds = request.seconds {
            let frames = (seconds * rate.perSecond).rounded()
            guard frames <= Double(TickQueue.mostFrames) else {
                throw SceneError(.value, "seconds: more than \(TickQueue.mostFrames) frames")
            }
            length = max(1, Int(frames))
        }
        output.film(true)
        if frames.isPending(on: output) || output.compositor.picture == nil { frames.render(output) }
        guard let picture = output.compositor.picture else {
            throw SceneError(.io, "record: the output shows nothing")
        }
        let grid = FilmGrid(start: timeline.now, rate: rate, length: length)
        guard request.format == .pdf else {
            return try Film(
                output, picture, request.format ?? .y4m, grid, writer(request, client), timeline.reactor,
                comment: request.comment)
        }
        let pages = try FilmPages(try page(of: output))
        return try Film(output, picture, .pdf, grid, writer(request, client), timeline.reactor, pages: pages)
    }

    /// The output's picture as a vector page.
    private func page(of output: OutputDriver) throws(SceneError) -> VectorPage {
        do throws(BitmapError) {
            return try output.compositor.vectors(timeline.scene, as: .pdf)
        } catch {
            throw SceneError(.limit, "record: a page of the output: \(error)")
        }
    }

    /// A writer to the request's file; for a FIFO without a reader, one that waits for the reader.
    private func writer(_ request: Request, _ client: ClientSession) throws(SceneError) -> FilmWriter {
        let target: FileDescriptor
        do throws(SceneError) {
            target = try destination(request, client)
        } catch {
            guard error.code == .io, let path = request.path, let pipe = files.unreadPipe(path) else { throw error }
            do throws(SystemError) { return try FilmWriter(awaiting: pipe) } catch { throw Self.failure(error) }
        }
        do throws(SystemError) { return try FilmWriter(target) } catch { throw Self.failure(error) }
    }

    private static func failure(_ error: SystemError) -> SceneError { SceneError(.io, "record: \(error)") }

    private func destination(_ request: Request, _ client: ClientSession) throws(SceneError) -> FileDescriptor {
        guard let path = request.path else {
            guard let passed = client.takeDescriptor() else {
                throw SceneError(.syntax, "record: path=FILE or a passed descriptor is expected")
            }
            return try Files.unblocked(passed)
        }
        try FileGuard.check(path, overwrites: request.overwrites)
        if let pipe = try files.openPipe(path) { return pipe }
        let how = request.overwrites ? O_TRUNC : O_EXCL
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | how, 0o666)
        guard descriptor >= 0 else { throw errno == EEXIST ? FileGuard.isThere(path) : Files.failure(path) }
        return FileDescriptor(owning: descriptor)
    }

    private func read(_ words: WordList) throws(SceneError) -> Request {
        var request = Request(output: frames.outputs.main)
        for word in words {
            if word.key == "output" {
                request.output = try frames.outputs.output(word.value)
            } else if word.key == "path" {
                guard !word.value.isEmpty else { throw SceneError(.value, "path: a file is expected") }
                request.path = word.value.string
            } else if word.key == "overwrite" {
                request.overwrites = try word.boolean()
            } else if word.key == "comment" {
                guard word.value.count <= 256, unsafe word.value.buffer.allSatisfy({ 0x21...0x7E ~= $0 }) else {
                    throw SceneError(
                        .value, "comment: up to 256 visible characters of ASCII without blanks are expected")
                }
                request.comment = word.value.string
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
                let seconds = try Period.read(word, named: "seconds").seconds
                guard seconds > 0 else { throw SceneError(.value, "seconds: more than 0 is expected") }
                request.seconds = seconds
            } else {
                throw UnknownName.argument(
                    word.name, of: .record,
                    ["output", "path", "format", "fps", "seconds", "overwrite", "comment", "stop"])
            }
        }
        if request.format == nil, request.path?.hasSuffix(".pdf") == true { request.format = .pdf }
        return request
    }

    // MARK: While it runs

    /// Sets the timer for the end of the next frame; none in manual mode, where only ticks advance time.
    func arm() {
        if let timer { timeline.reactor.cancel(timer) }
        timer = nil
        guard let film, film.isRunning, !film.isWaiting, let deadline = timeline.clock.deadline(of: film.grid.nextEnd)
        else { return }
        timer = timeline.reactor.setTimer(at: deadline, self)
    }

    private func progressed() {
        if let film, film.begin(at: timeline.now) {
            tell(film, .recording)
            if !timeline.clock.isManual { arm() }
        }
        ticks.run()
        answer()
    }

    /// Answers the client that waits for the film when it is completely written. Returns the kinds of changes that concern it from
    /// now on.
    @discardableResult
    func answer() -> ChangeKinds {
        answerWhenWritten()
        return film == nil ? [] : .everyTurn
    }

    private func answerWhenWritten() {
        guard let film, !film.isRunning, film.isWritten else { return }
        // Without a client it is kept until a client asks for its result or starts another film.
        guard let client = film.client else { return tell(film, .ended) }
        forget()
        if let failure = film.failure { return client.fail(failure) }
        client.release { json in
            json.beginObject()
            json.key("frames")
            json.number(film.grid.count)
            json.endObject()
        }
    }

    /// The client has hung up while it waits for a film of fixed length: the film ends now.
    func hangUp(_ client: ClientSession) {
        guard film?.client === client else { return }
        forget()
        client.fail(SceneError(.aborted, "the client has gone"))
    }

    /// The client is gone: a film of fixed length ends; one until `record stop` continues.
    func forget(_ client: ClientSession) { if film?.client === client { forget() } }

    /// Ends at shutdown; waits for at most one second.
    func close() {
        film?.stop()
        film?.drain()
        forget()
    }

    private func forget() {
        if let film {
            tell(film, .ended)
            film.output.film(false)
            film.cancel()
        }
        film = nil
        if let timer { timeline.reactor.cancel(timer) }
        timer = nil
    }
}

extension FilmRecorder {
    /// Sends the `film` event, once for each state.
    private func tell(_ film: Film, _ stage: Film.Stage) {
        guard film.told != stage else { return }
        film.told = stage
        events.send(.film, about: film.output.name) { json in
            json.beginObject()
            json.key("output")
            json.string(text: film.output.name)
            json.key("state")
            json.string(text: stage.rawValue)
            json.key("frames")
            json.number(film.grid.count)
            if stage == .ended, let failure = film.failure {
                json.key("message")
                json.string(text: failure.message)
            }
            json.endObject()
        }
    }
}

extension FilmRecorder: FrameObserver {
    /// The film's frames before `time` show the current picture.
    func willRender(at time: Double) { film?.pass(to: time, showing: film?.output.compositor.picture) }

    func didRender(_ output: OutputDriver, _ damage: [PixelRect]) {
        guard let film, film.output === output else { return }
        film.note(damage)
        guard film.hasPages, film.isRunning, !damage.isEmpty else { return }
        do throws(SceneError) { film.show(try page(of: output)) } catch { film.stop(error) }
    }

    func outputClosed(_ output: OutputDriver) {
        guard film?.output === output else { return }
        film?.stop(SceneError(.aborted, "record: the output \(output.name) was removed"))
    }
}

extension FilmRecorder: FilmPace {
    var isFilming: Bool { film != nil }
    var isRunning: Bool { film?.isRunning == true }
    var hasRoom: Bool { film?.hasRoom ?? true }
    var nextEnd: Double? { film?.grid.nextEnd }
    func ticksEnded() { if timeline.clock.isManual { answer() } else { arm() } }
}

extension FilmRecorder: TimerHandler {
    func timerFired(_ timer: TimerID, now: Nanoseconds) {
        self.timer = nil
        willRender(at: timeline.clock.time(now))
        arm()
        answer()
    }
}
