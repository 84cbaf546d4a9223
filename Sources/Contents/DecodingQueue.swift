import Glibc
import Pixels
import Reactor

/// Decoding requests in order, and the processes that serve them side by side: each does one at a time, so that a crash or a hang
/// is the fault of one picture, and a slow one holds up no other while a process is free.
final class DecodingQueue: TimerHandler {
    enum Job {
        /// The file is taken up, and its first frame decoded.
        case open(Image)
        case frame(Image, Image.Key)

        var image: Image {
            switch self {
            case .open(let image), .frame(let image, _): image
            }
        }
    }

    private unowned let library: ImageLibrary
    /// At most `width` begin jobs; each has a process from its first job until it rests.
    private var workers: [DecodingWorker] = []
    private var jobs: [Job] = []
    /// Pictures that are decoded at a time, 1…`workerLimit`.
    var width = ImageLibrary.workerLimit
    private var starting: TimerID?

    init(_ library: ImageLibrary) { self.library = library }

    var isIdle: Bool { jobs.isEmpty && workers.allSatisfy(\.isFree) }

    /// The processes that run now.
    var processes: [Int32] { workers.compactMap { $0.process?.identifier } }

    // MARK: Asking

    func add(_ job: Job) {
        jobs.append(job)
        schedule()
    }

    /// Asks for pixels, once. Of a vector picture's sizes only the newest are still wanted.
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

    /// Nothing that was asked for this image is of interest any more.
    func forget(_ image: Image) {
        jobs.removeAll { $0.image === image }
        image.wanted.removeAll()
        for worker in workers { worker.forget(image) }
    }

    /// No process is used for another picture: their limits are not those of now.
    func retire() {
        for worker in workers { worker.retire() }
    }

    /// Work begins in a turn of its own, in which immediate failures are told too.
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

    /// Begins jobs, the first ones first, as long as processes are free for them.
    private func begin() {
        var index = 0
        while index < jobs.count, workers.count < width || workers.contains(where: \.isFree) {
            guard let worker = worker(for: jobs[index].image) else {
                index += 1
                continue
            }
            let job = jobs.remove(at: index)
            worker.begin(job)
            // What fails at once may have changed the list.
            index = 0
        }
        for worker in workers { worker.rest() }
    }

    /// The process for an image's next job: the one that has it open, else any; nil while there is none. An image is never in two.
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

    /// A failed image's pending requests come no more.
    func dropJobs(of image: Image) {
        guard !image.wanted.isEmpty else { return }
        jobs.removeAll { $0.image === image }
        image.wanted.removeAll()
    }
}
