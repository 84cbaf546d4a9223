import Compositor
import Geometry
import LineProtocol
import Reactor
import Recording
import Scene

/// Frames that a `tick` still has to render.
struct TickJob {
    let client: Client
    /// Scene seconds between two frames.
    var step: Double
    var frames: Int
    /// The clock stands at the next frame, which waits for pictures.
    var isAdvanced = false
    /// A film is made of them, and they are as far apart as its frames.
    var isFilm = false
}

/// `tick`: the manual clock goes on, and frames are rendered.
extension Daemon {
    /// The most frames of one `tick`: an hour at 240 frames a second.
    static let mostTicks = 864_000

    func tick(_ line: Line, _ client: Client) throws(SceneError) {
        try line.expect(0...1, .tick)
        guard client.session.author.access == .full else { throw SceneError(.denied, "tick needs full access") }
        guard clock.isManual else { throw SceneError(.value, "tick: the clock runs by itself; clock manual stops it") }
        var job = TickJob(client: client, step: main.interval, frames: 1)
        if line.count == 1 {
            let word = line[0]
            if word.key == "frames" {
                let frames = try line.number(word)
                guard frames == frames.rounded(), frames >= 1, frames <= Double(Daemon.mostTicks) else {
                    throw SceneError(
                        .value,
                        "frames: \(ValueSyntax.quote(word.value)) is no whole number from 1 to \(Daemon.mostTicks)")
                }
                job.frames = Int(frames)
            } else if word.isPositional {
                job.step = try time(word.value, "tick")
            } else {
                throw UnknownName.argument(word.key, of: .tick, ["frames"])
            }
        }
        client.hold(.tick(reply: HeldReply(line, client.session)))
        ticks.append(job)
        // The usual one frame comes within this turn.
        if ticks.count == 1, job.frames == 1 { runTicks() }
    }

    /// Renders for the first job in line, a few frames a turn, so that others' lines are served in between.
    func runTicks() {
        guard !ticks.isEmpty else { return }
        for _ in 0..<4 {
            guard !ticks.isEmpty else { return }
            // A film that is over, or that nobody can take, needs no more frames.
            if ticks[0].isFilm, recording?.isRunning != true {
                ticks.removeFirst()
                continue
            }
            // Scene time waits for who takes the film's frames.
            if let recording, recording.isRunning, !recording.hasRoom { return }
            if !clock.isManual {
                // Somebody set the clock going: what is left of the job has no meaning.
                finishTick(renderFrames())
                continue
            }
            if !ticks[0].isAdvanced {
                // What was changed since the last frame belongs to the time that stands until now.
                if recording != nil, isPending {
                    guard prepareFrame() else { return }
                    renderPending()
                }
                clock.advance(step(ticks[0]))
            }
            // What is decoded meanwhile takes no scene time: the same picture in every run.
            ticks[0].isAdvanced = !prepareFrame()
            if ticks[0].isAdvanced { return }
            ticks[0].frames -= 1
            let result = renderFrames()
            if ticks[0].frames == 0 { finishTick(result) }
        }
        if !ticks.isEmpty { reactor.requestTurn() }
    }

    /// The last frame of a film ends exactly where it should, however the intervals' sum was rounded.
    private func step(_ job: TickJob) -> Double {
        guard job.isFilm, let grid = recording?.grid else { return job.step }
        return max(0, grid.nextEnd - clock.time(reactor.turnTime))
    }

    private func finishTick(_ result: FrameResult) {
        let job = ticks.removeFirst()
        if job.isFilm {
            if clock.isManual { endRecording() } else { armRecording() }
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
