import Glibc
import Pixels
import Reactor

/// Decoding requests in order, and the parallel processes that serve them. Each process handles one request at a time,
/// so that a crash or a hang can be attributed to one picture, and a slow picture does not block others while a process
/// is free.
final class DecodingQueue: TimerHandler {
    enum Job {
        /// Opens the file and decodes its first frame.
        case open(Image)
        case frame(Image, Image.Key)

        var image: Image {
            switch self {
            case .open(let image), .frame(let image, _): image
            }
        }
    }

    private unowned let library: ImageLibrary
    /// At most `width` begin jobs; each has a process from its first job until it has been idle for a while.
    private var workers: [DecodingWorker] = []
    private var jobs: [Job] = []
    /// Maximum number of pictures decoded in parallel, 1…`workerLimit`.
    var width = ImageLibrary.workerLimit
    private var starting: TimerID?

    init(_ library: ImageLibrary) { self.library = library }

    var isIdle: Bool { jobs.isEmpty && workers.allSatisfy(\.isFree) }

    /// IDs of the running processes.
    var processes: [Int32] { workers.compactMap { $0.process?.identifier } }

    // MARK: Asking

    func add(_ job: Job) {
        jobs.append(job)
        schedule()
    }

    /// Requests pixels, once. For a vector picture, only the newest sizes stay requested.
    func want(_ image: Image, _ key: Image.Key) {
        guard !image.wanted.contains(key) else { return }
        image.wanted.append(key)
        jobs.append(.frame(image, key))
        if image.info?.isVector == true, image.wanted.count > ImageLibrary.sizeLimit {
            let old = image.wanted.removeFirst()
            jobs.removeAll { if case .frame(let other, let key) = $0 { other === image && key == old } else { false } }
        }
        schedule()
    }

    /// Cancels everything requested for this image.
    func forget(_ image: Image) {
        jobs.removeAll { $0.image === image }
        image.wanted.removeAll()
        for worker in workers { worker.forget(image) }
    }

    /// Replaces all processes before their next picture, because their limits changed.
    func retire() {
        for worker in workers { worker.retire() }
    }

    /// Schedules work in a turn of its own, so that immediate failures are reported later as well.
    func schedule() {
        guard starting == nil else { return }
        starting = library.reactor.setTimer(at: Clock.now, self)
    }

    func timerFired(_ timer: TimerID, now: Nanoseconds) {
        guard timer == starting else { return }
        starting = nil
        begin()
    }

    // MARK: Working

    /// Begins jobs in order, as long as processes are free for them.
    private func begin() {
        var index = 0
        while index < jobs.count, workers.count < width || workers.contains(where: \.isFree) {
            guard let worker = worker(for: jobs[index].image) else {
                index += 1
                continue
            }
            let job = jobs.remove(at: index)
            worker.begin(job)
            // An immediate failure may have changed the list.
            index = 0
        }
        for worker in workers { worker.rest() }
    }

    /// The process for an image's next job: the one that has it open, else any free one; nil while there is none. An
    /// image is in one process at most.
    private func worker(for image: Image) -> DecodingWorker? {
        if workers.contains(where: { $0.works(on: image) }) { return nil }
        if let worker = image.worker { return worker.isFree ? worker : nil }
        let free = workers.prefix(width).filter(\.isFree)
        if let worker = free.first(where: { $0.process != nil }) ?? free.first { return worker }
        guard workers.count < width else { return nil }
        let worker = DecodingWorker(library, self)
        workers.append(worker)
        return worker
    }

    /// Drops the pending requests of a failed image.
    func dropJobs(of image: Image) {
        guard !image.wanted.isEmpty else { return }
        jobs.removeAll { $0.image === image }
        image.wanted.removeAll()
    }
}
