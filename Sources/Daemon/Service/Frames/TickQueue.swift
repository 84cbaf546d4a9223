import Compositor
import Frame
import Geometry
import LineProtocol
import Reactor
import Scene
import SceneTables
import Schema
import World

/// Frames that a `tick`, or a film in manual mode, still has to render.
struct TickJob {
    let client: ClientSession
    /// Scene seconds between two frames; for a film's frames, see `FilmPace.step`.
    var step: Double
    var frames: Int
    /// Scene time of the next frame, while many events are due before it.
    var target: Double?
    /// True when time has advanced to the next frame, which waits for pictures.
    var isAdvanced = false
    var isFilm = false
    /// The last frame, while it is painted outside of the loop.
    var painting: FrameResult?
}

/// The manual clock: `tick` advances it job by job, and renders a frame at each step.
final class TickQueue {
    private let frames: FrameLoop
    private let timeline: Timeline
    /// Jobs in line order.
    private var jobs: [TickJob] = []
    /// The film that records the frames.
    weak var film: (any FilmPace)?

    /// Maximum frames of one `tick`.
    static let mostFrames = TickCommand.FrameCount.most
    /// Maximum frames of one turn, so that other clients' lines are served in between.
    private static let framesPerTurn = 4
    /// Nanoseconds of one turn after which no other frame is started, and pending work continues in the next turn.
    private static let turnTime: Nanoseconds = 8_000_000

    init(_ frames: FrameLoop) {
        self.frames = frames
        timeline = frames.timeline
    }

    /// Runs `tick`; its reply follows its last frame.
    func tick(_ words: TickCommand, _ asker: ServiceVerbs.Asker) throws(SceneError) {
        guard [words.step != nil, words.frames != nil, words.target != nil].filter({ $0 }).count <= 1 else {
            throw SceneError(.syntax, "tick: one of SECONDS, frames=N and to=TIME is expected")
        }
        guard timeline.clock.isManual else {
            throw SceneError(.value, "tick: the clock runs by itself; clock manual stops it")
        }
        let client = asker.client
        var job = TickJob(
            client: client, step: words.step?.seconds ?? frames.outputs.main.interval, frames: words.frames?.count ?? 1)
        if let time = words.target {
            guard time >= timeline.now else { throw SceneError(.value, "to: scene time is \(timeline.now) already") }
            job.target = time
        }
        client.hold(.frames, asker.reply)
        jobs.append(job)
        // A single frame, the usual case, is rendered within this turn.
        if jobs.count == 1, job.frames == 1 { run() }
    }

    /// Adds the frames of a film.
    func add(filmOf client: ClientSession, frames: Int) {
        jobs.append(TickJob(client: client, step: 0, frames: frames, isFilm: true))
        run()
    }

    /// Removes the jobs of a closed client.
    func forget(_ client: ClientSession) { jobs.removeAll { $0.client === client } }

    /// Renders for the first job, a few frames per turn. Returns the kinds of changes that concern it from now on.
    @discardableResult
    func run() -> ChangeKinds {
        render()
        return jobs.isEmpty ? [] : .everyTurn
    }

    private func render() {
        guard !jobs.isEmpty else { return }
        let end = Clock.now + Self.turnTime
        for number in 0..<Self.framesPerTurn {
            guard !jobs.isEmpty else { return }
            if number > 0, Clock.now > end { break }
            if let result = jobs[0].painting {
                guard !frames.isPainting else { return }
                jobs[0].painting = nil
                if jobs[0].frames == 0 { finish(result) }
                continue
            }
            // A film that has ended or is full needs no more frames.
            if jobs[0].isFilm, film?.isRunning != true {
                jobs.removeFirst()
                continue
            }
            // Scene time waits for the reader of the film's frames.
            if let film, film.isRunning, !film.hasRoom { return }
            if !timeline.clock.isManual {
                // The clock was set to run: the rest of the job is obsolete.
                let result = frames.renderAll()
                jobs[0].frames = 0
                if frames.isPainting { jobs[0].painting = result } else { finish(result) }
                continue
            }
            if !jobs[0].isAdvanced {
                // Changes since the last frame belong to the current time.
                if film?.isFilming == true, frames.isPending {
                    guard frames.preparer.prepare() else { return }
                    frames.renderPending()
                }
                guard advance(until: end) else { break }
            }
            // Decoding takes no scene time, for reproducible pictures.
            jobs[0].isAdvanced = !frames.preparer.prepare()
            if jobs[0].isAdvanced { return }
            if frames.layouts.holds(0) {
                jobs[0].isAdvanced = true
                return
            }
            jobs[0].frames -= 1
            let result = frames.renderAll()
            if frames.isPainting {
                jobs[0].painting = result
            } else if jobs[0].frames == 0 {
                finish(result)
            }
        }
        if !jobs.isEmpty { timeline.reactor.requestTurn() }
    }

    /// Advances to the time of the first job's next frame, within the turn's time limit: false when events remain. The
    /// clock follows, so that lines of other clients handled in between see the scene's time.
    private func advance(until end: Nanoseconds) -> Bool {
        let target = jobs[0].target ?? timeline.now + step(jobs[0])
        // At least one event, so that progress is made in busy turns.
        guard timeline.passEvents(until: target, looksForContacts: true, isOver: { Clock.now >= end }) else {
            timeline.clock.advance(to: min(target, timeline.world.time))
            jobs[0].target = target
            return false
        }
        jobs[0].target = nil
        timeline.clock.advance(to: target)
        return true
    }

    /// The last frame of a film ends exactly at its end, regardless of rounding errors.
    private func step(_ job: TickJob) -> Double {
        guard job.isFilm, let end = film?.nextEnd else { return job.step }
        return max(0, end - timeline.now)
    }

    private func finish(_ result: FrameResult) {
        let job = jobs.removeFirst()
        if job.isFilm {
            film?.ticksEnded()
            return
        }
        job.client.release { json in
            json.beginObject()
            json.key("frame")
            json.number(Double(result.number))
            json.key("time")
            json.number(result.time)
            json.key("damage")
            json.beginArray()
            for rect in result.damage { json.rect(rect.rect) }
            json.endArray()
            json.key("pixels")
            json.number(Double(result.pixels))
            json.endObject()
        }
    }
}

/// The film that ticks have to keep pace with.
protocol FilmPace: AnyObject {
    /// True until the whole film is written.
    var isFilming: Bool { get }
    /// True while it accepts frames.
    var isRunning: Bool { get }
    /// False while too many frames wait for a slow reader.
    var hasRoom: Bool { get }
    /// Scene time at which the next frame of the film ends.
    var nextEnd: Double? { get }
    /// Called when all requested frames have been rendered, or the clock runs by itself.
    func ticksEnded()
}
