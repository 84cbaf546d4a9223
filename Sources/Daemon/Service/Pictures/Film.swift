import Compositor
import Geometry
import Glibc
import Pixels
import Reactor
import Recording
import Schema
import Vectors
import World

/// The recording of an output, from `record` to `record stop`.
///
///     waiting ──a reader──▶ running ──stop, complete, failed──▶ finishing ──all is written──▶ gone
///
/// Only a film to a pipe without a reader waits; its time starts with the reader.
final class Film: DescriptorHandler {
    /// State in `film` events.
    enum Stage: String {
        case waiting, recording, ended
    }

    let output: OutputDriver
    private let writer: FilmWriter
    private var frame: FilmFrame
    /// The pages of a document; nil for pictures.
    private let pages: FilmPages?
    private(set) var grid: FilmGrid
    /// Rectangles of the picture that have changed since they were converted.
    private var stale: [PixelRect]
    private(set) var isRunning = true
    /// True until the pipe has a reader.
    private(set) var isWaiting: Bool
    var failure: SceneError? { cause ?? pages?.failure }
    /// The error that ended it.
    private var cause: SceneError?
    /// The client that waits for its end.
    weak var client: ClientSession?
    /// State in the last `film` event.
    var told: Stage?
    /// Called after each write, and when writing has failed.
    var onProgress: (() -> Void)?
    private let reactor: Reactor
    private var registration: Registration?

    /// Maximum number of queued pictures. Beyond it a manual clock waits, and a running clock drops pictures.
    private static let mostQueued = 3

    /// Throws `io` when no file descriptor is available.
    init(
        _ output: OutputDriver, _ picture: Bitmap, _ format: FilmFormat, _ grid: FilmGrid, _ writer: FilmWriter,
        _ reactor: Reactor, pages: FilmPages? = nil, comment: String = ""
    ) throws(SceneError) {
        self.output = output
        self.pages = pages
        frame = FilmFrame(format, width: picture.width, height: picture.height)
        self.grid = grid
        self.reactor = reactor
        stale = [picture.bounds]
        self.writer = writer
        isWaiting = !writer.isOpen
        do throws(SystemError) {
            registration = try reactor.add(writer.progress, .reading, self)
        } catch {
            throw SceneError(.io, "record: \(error)")
        }
        writer.write(frame.header(grid.rate, comment))
    }

    /// Ends without waiting.
    func cancel() {
        if let registration { reactor.remove(registration) }
        registration = nil
        isRunning = false
    }

    /// Waits until the rest is written, for at most one second, or ten for a document, which is created at its end.
    func drain() { if !isWaiting { writer.drain(seconds: hasPages ? 10 : 1) } }

    var hasRoom: Bool { !isWaiting && writer.queued < Self.mostQueued }
    /// True when everything is written. A document is written with its pages whatever ended it.
    var isWritten: Bool {
        isWaiting || writer.queued == 0 || writer.failure != nil || (cause != nil && !hasPages)
    }

    /// Starts a waiting film at a scene time once it has a reader. Returns false when nothing was started.
    func begin(at time: Double) -> Bool {
        guard isWaiting, isRunning, writer.isOpen else { return false }
        isWaiting = false
        grid = FilmGrid(start: time, rate: grid.rate, length: grid.length)
        return true
    }

    /// Records changed rectangles of the output.
    func note(_ damage: [PixelRect]) {
        guard isRunning, !damage.isEmpty else { return }
        // This many rectangles cost more than the whole picture.
        if stale.count + damage.count > 256 { stale = [PixelRect(0, 0, Int32(frame.width), Int32(frame.height))] }
        stale += damage
    }

    /// Adds the frames that start before `time`. They show `picture`, which the output has shown until now.
    func pass(to time: Double, showing picture: Bitmap?) {
        guard isRunning, hasRoom else { return }
        let times = grid.take(before: time)
        guard times > 0 else { return }
        if let pages {
            do throws(SceneError) { try pages.add(times: times, to: writer) } catch { return stop(error) }
            if grid.isComplete { stop() }
            return
        }
        guard let picture, picture.width == frame.width, picture.height == frame.height else {
            return stop(SceneError(.aborted, "record: the output changed its size after \(grid.count - times) frames"))
        }
        for rect in stale { frame.update(from: picture, in: rect) }
        stale.removeAll(keepingCapacity: true)
        writer.write(frame.bytes, times: times)
        if grid.isComplete { stop() }
    }

    /// True for a document, which takes the output's page for each frame.
    var hasPages: Bool { pages != nil }

    /// Sets the page that the output shows from now on.
    func show(_ page: VectorPage) { if isRunning { pages?.page = page } }

    /// Ends the recording. A document is written with the pages so far.
    func stop(_ failure: SceneError? = nil) {
        let wasRunning = isRunning
        isRunning = false
        if cause == nil { cause = failure }
        if wasRunning { pages?.finish(to: writer) }
    }

    func descriptorReady(_ registration: Registration, _ readiness: Readiness) {
        writer.acknowledge()
        if let code = writer.failure {
            stop(SceneError(.io, "record: \(unsafe String(cString: strerror(code))) after \(grid.count) frames"))
        }
        onProgress?()
    }
}
