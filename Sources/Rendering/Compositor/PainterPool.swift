import Frame
import Geometry
import Glibc
import Pixels

/// Threads that paint disjoint parts of one picture in parallel, including the caller's thread.
///
/// Between pictures the threads sleep. Any free thread paints a part, with its own tools, buffers and caches except for
/// stroke outlines; the result does not depend on any of these or on the number of threads.
@safe final class PainterPool {
    /// The painters; the first belongs to the caller.
    let all: [Painter]
    private let queue = WorkQueue()
    private var threads: [pthread_t] = []
    /// The requested number of threads; 0 means one per core.
    let wanted: Int

    /// Minimum number of pixels per thread; below it the caller paints alone, because waking a thread costs about as
    /// much.
    static let leastArea = 1 << 15

    /// `count` is the number of threads, including the caller's; 0 means one per core.
    init(_ count: Int) {
        wanted = count
        let size = max(1, min(count > 0 ? count : sysconf(Int32(_SC_NPROCESSORS_ONLN)), 64))
        let strokes = StrokeCache(painters: size)
        all = (0..<size).map { _ in Painter(strokes: strokes) }
        // Signals are handled on the daemon's main thread.
        var signals = sigset_t()
        var before = sigset_t()
        unsafe sigfillset(&signals)
        unsafe pthread_sigmask(SIG_SETMASK, &signals, &before)
        for painter in all.dropFirst() {
            let work = unsafe Unmanaged.passRetained(Worker(queue, painter))
            var thread = pthread_t()
            let failed = unsafe pthread_create(&thread, nil, Worker.main, work.toOpaque())
            // If a thread cannot be created, the others do its work.
            if failed == 0 { threads.append(thread) } else { unsafe work.release() }
        }
        unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
    }

    deinit {
        queue.end()
        for thread in threads { pthread_join(thread, nil) }
    }

    /// Maximum size of caches kept for the next frame, in bytes, for all painters together.
    var budget = 0 {
        didSet { for painter in all { painter.budget = budget / all.count } }
    }

    /// Clears all caches. Pictures do not depend on them.
    func forget() { for painter in all { painter.forget() } }

    /// Paints as `Painter.paint` does.
    func paint(
        _ list: borrowing PaintList, _ drawings: DrawingStore, on target: RenderTarget, tile: PixelRect
    ) {
        // Plugins may be called only on the caller's thread.
        let isAlone = drawings.effects.pluginUsers > 0 || list.callsPlugins
        let parts = isAlone ? 1 : max(1, min(threads.count + 1, tile.area / Self.leastArea))
        // With effects, bands depend on pixels of other bands, so there are only as many as threads.
        var bands = parts
        // Otherwise a few more bands than threads balance the load.
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

/// The picture being painted, and the bands that are not taken yet. The mutex protects all state.
@safe private final class WorkQueue: @unchecked Sendable {
    /// One picture, in bands. The list must outlive the job.
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

    /// Takes a free band; nil when there is none.
    func take() -> (Job, Int)? { locked { takeLocked() } }

    /// Takes a band, sleeping until there is one; nil at the end.
    func takeOrSleep() -> (Job, Int)? {
        locked {
            while !isEnding {
                if let work = takeLocked() { return work }
                unsafe pthread_cond_wait(posted, mutex)
            }
            return nil
        }
    }

    /// Marks a band as painted.
    func finish() {
        locked {
            open -= 1
            if open == 0 { unsafe pthread_cond_signal(done) }
        }
    }

    /// Sleeps until all bands are painted, and removes the job.
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

/// The argument of a thread in the pool.
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
