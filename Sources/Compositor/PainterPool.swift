import Frame
import Geometry
import Glibc
import Pixels

/// Threads that paint disjoint parts of one picture at the same time, the caller's thread among them.
///
/// Made once; between pictures its threads sleep. A part is painted by any free thread, with tools, buffers and caches of
/// its own but for the outlines of strokes, and pixels depend on none of them: the bytes are the same on one thread or many.
@safe final class PainterPool {
    /// The first is the caller's.
    let all: [Painter]
    private let queue = WorkQueue()
    private var threads: [pthread_t] = []
    /// Threads that were asked for; 0: one for each core.
    let wanted: Int

    /// Fewer pixels than this for each thread are painted by the caller alone: to wake a thread costs about as much.
    static let leastArea = 1 << 15

    /// `count` threads, the caller's included; 0: one for each core.
    init(_ count: Int) {
        wanted = count
        let size = max(1, min(count > 0 ? count : sysconf(Int32(_SC_NPROCESSORS_ONLN)), 64))
        let strokes = StrokeCache(painters: size)
        all = (0..<size).map { _ in Painter(strokes: strokes) }
        // Signals are the daemon's own thread's business.
        var signals = sigset_t()
        var before = sigset_t()
        unsafe sigfillset(&signals)
        unsafe pthread_sigmask(SIG_SETMASK, &signals, &before)
        for painter in all.dropFirst() {
            let work = unsafe Unmanaged.passRetained(Worker(queue, painter))
            var thread = pthread_t()
            let failed = unsafe pthread_create(&thread, nil, Worker.main, work.toOpaque())
            // Without a thread there is one fewer; the others do its work.
            if failed == 0 { threads.append(thread) } else { unsafe work.release() }
        }
        unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
    }

    deinit {
        queue.end()
        for thread in threads { pthread_join(thread, nil) }
    }

    /// Bytes that may be kept for the next frame, all painters together.
    var budget = 0 {
        didSet { for painter in all { painter.budget = budget / all.count } }
    }

    /// Forgets everything that is kept for the next frame. Pictures do not depend on it.
    func forget() { for painter in all { painter.forget() } }

    /// Paints as `Painter.paint` does.
    func paint(
        _ list: borrowing PaintList, _ drawings: DrawingStore, on target: RenderTarget, tile: PixelRect
    ) {
        // Plugins are the caller's alone.
        let isAlone = drawings.effects.pluginUsers > 0 || list.callsPlugins
        let parts = isAlone ? 1 : max(1, min(threads.count + 1, tile.area / Self.leastArea))
        // What an effect is made from reaches into other bands: then there are no more of them than threads.
        var bands = parts
        // A few more than threads, so that none waits long for another.
        if parts > 1, drawings.effects.isEmpty { bands = min(parts * 3, max(1, Int(tile.height) / 16)) }
        guard bands > 1 else {
            all[0].tools.part = 0
            return all[0].paint(list, drawings, on: target, tile: tile)
        }
        unsafe withUnsafePointer(to: list) { list in
            let job = unsafe WorkQueue.Job(
                list: list, drawings: drawings, target: target, tile: tile, bands: bands)
            queue.post(job)
            while let (job, band) = queue.take() {
                job.paint(band, all[0])
                queue.finish()
            }
            queue.wait()
        }
    }
}

/// The picture that is painted, and the bands of it that nobody paints yet. All state is guarded by the mutex.
@safe private final class WorkQueue: @unchecked Sendable {
    /// One picture, in bands. The list outlives the job.
    @safe struct Job {
        let list: UnsafePointer<PaintList>
        let drawings: DrawingStore
        let target: RenderTarget
        let tile: PixelRect
        let bands: Int

        func paint(_ band: Int, _ painter: Painter) {
            let height = Int(tile.height)
            let part = PixelRect(
                tile.x0, tile.y0 + Int32(height * band / bands), tile.x1, tile.y0 + Int32(height * (band + 1) / bands))
            painter.tools.part = band
            unsafe painter.paint(list.pointee, drawings, on: target, tile: part)
        }
    }

    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let posted = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private let done = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var job: Job?
    private var next = 0
    private var open = 0
    private var isEnding = false

    init() {
        unsafe pthread_mutex_init(mutex, nil)
        unsafe pthread_cond_init(posted, nil)
        unsafe pthread_cond_init(done, nil)
    }

    deinit {
        unsafe pthread_cond_destroy(done)
        unsafe pthread_cond_destroy(posted)
        unsafe pthread_mutex_destroy(mutex)
        unsafe done.deallocate()
        unsafe posted.deallocate()
        unsafe mutex.deallocate()
    }

    private func locked<T>(_ body: () -> T) -> T {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return body()
    }

    func post(_ work: Job) {
        locked {
            job = work
            next = 0
            open = work.bands
            unsafe pthread_cond_broadcast(posted)
        }
    }

    private func takeLocked() -> (Job, Int)? {
        guard let job, next < job.bands else { return nil }
        next += 1
        return (job, next - 1)
    }

    /// A band that nobody has; nil when there is none.
    func take() -> (Job, Int)? { locked { takeLocked() } }

    /// Sleeps until there is a band; nil at the end.
    func takeOrSleep() -> (Job, Int)? {
        locked {
            while !isEnding {
                if let work = takeLocked() { return work }
                unsafe pthread_cond_wait(posted, mutex)
            }
            return nil
        }
    }

    /// A band is painted.
    func finish() {
        locked {
            open -= 1
            if open == 0 { unsafe pthread_cond_signal(done) }
        }
    }

    /// Sleeps until all bands are painted, and forgets the job.
    func wait() {
        locked {
            while open > 0 { unsafe pthread_cond_wait(done, mutex) }
            job = nil
        }
    }

    func end() {
        locked {
            isEnding = true
            unsafe pthread_cond_broadcast(posted)
        }
    }
}

/// The argument of a thread of the pool.
private final class Worker {
    let queue: WorkQueue
    let painter: Painter

    init(_ queue: WorkQueue, _ painter: Painter) {
        self.queue = queue
        self.painter = painter
    }

    static let main: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { raw in
        guard let raw = unsafe raw else { return nil }
        let worker = unsafe Unmanaged<Worker>.fromOpaque(raw).takeRetainedValue()
        while let (job, band) = worker.queue.takeOrSleep() {
            job.paint(band, worker.painter)
            worker.queue.finish()
        }
        return nil
    }
}
