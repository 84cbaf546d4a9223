import Glibc
import Pixels
import Reactor

/// A decoding process and its job. The process is started for the first job, and ended after an idle period.
final class DecodingWorker: DecoderProcessDelegate, TimerHandler {
    typealias Job = DecodingQueue.Job

    /// The process's current step.
    private enum Step {
        case opening(file: Image.Identity)
        case decoding(Image.Key, PictureMemory.Box)
    }

    private unowned let library: ImageLibrary
    private unowned let queue: DecodingQueue
    private(set) var process: DecoderProcess?
    private var current: (job: Job, step: Step, session: UInt32)?
    /// True when the current job's image was cancelled meanwhile.
    private var isForgotten = false
    /// Images open in the process, the most recently used at the end.
    private var open: [Image] = []
    private var lastSession: UInt32 = 0
    /// Durations of the file being opened that arrived before its `info`.
    private var durations: [UInt32] = []
    private var resting: TimerID?
    private var isRetiring = false

    init(_ library: ImageLibrary, _ queue: DecodingQueue) { (self.library, self.queue) = (library, queue) }

    var isFree: Bool { current == nil }

    /// True while the running job belongs to the image, cancelled or not.
    func works(on image: Image) -> Bool { current?.job.image === image }

    func forget(_ image: Image) {
        if works(on: image) { isForgotten = true }
        close(image)
    }

    private func close(_ image: Image) {
        guard image.worker === self else { return }
        process?.send(DecoderMessage(.close, session: image.session), timeout: 0)
        image.worker = nil
        open.removeAll { $0 === image }
    }

    // MARK: The process's life

    /// Ends the process after an idle period, unless a job arrives.
    func rest() {
        guard current == nil, process != nil, resting == nil else { return }
        if isRetiring { return endProcess() }
        resting = library.reactor.setTimer(at: Clock.now + ImageLibrary.rest, self)
    }

    func timerFired(_ timer: TimerID, now: Nanoseconds) {
        guard timer == resting else { return }
        resting = nil
        endProcess()
    }

    /// Lets the process end before its next picture.
    func retire() {
        if current == nil {
            endProcess()
        } else {
            isRetiring = true
        }
    }

    private func endProcess() {
        process?.stop()
        lost()
    }

    private func lost() {
        process = nil
        isRetiring = false
        for image in open { image.worker = nil }
        open.removeAll()
        stopResting()
    }

    private func stopResting() {
        if let resting { library.reactor.cancel(resting) }
        resting = nil
    }

    private func startIfNeeded() throws(PictureFile.Failure) {
        if process != nil { return }
        do throws(SystemError) {
            process = try library.start(self)
        } catch {
            throw PictureFile.Failure(reason: "there is no decoder: \(error)")
        }
    }

    // MARK: Working

    /// Begins a job. If it cannot begin, it fails or is requested again, and the worker stays free.
    func begin(_ job: Job) {
        if isRetiring { endProcess() }
        stopResting()
        isForgotten = false
        let image = job.image
        if case .frame(_, let key) = job, image.worker === self {
            open.removeAll { $0 === image }
            open.append(image)
            decode(job, key)
            return
        }
        do throws(PictureFile.Failure) {
            let file = try PictureFile(image.path, limit: library.limits.bytes)
            if case .frame = job, file.identity != image.identity {
                // The file was replaced: frames of two files must not be mixed.
                library.reload(image)
                return
            }
            try startIfNeeded()
            close(image)
            if open.count >= ImageLibrary.openLimit { close(open[0]) }
            lastSession &+= 1
            var message = DecoderMessage(.open, session: lastSession)
            message.value = UInt32(file.identity.size)
            message.frame = UInt32(image.isFilm ? DecoderMessage.filmLimit : DecoderMessage.frameLimit)
            durations.removeAll()
            current = (job, .opening(file: file.identity), lastSession)
            process?.send(message, file: file.file.raw, timeout: library.limits.timeout)
        } catch {
            fail(job, error.reason)
        }
    }

    private func decode(_ job: Job, _ key: Image.Key) {
        do throws(SystemError) {
            let memory = try PictureMemory(width: key.width, height: key.height)
            var message = DecoderMessage(.decode, session: job.image.session)
            (message.width, message.height) = (UInt32(key.width), UInt32(key.height))
            (message.frame, message.stride) = (UInt32(key.frame), UInt32(memory.stride))
            let file = memory.file.raw
            current = (job, .decoding(key, PictureMemory.Box(memory)), job.image.session)
            process?.send(message, file: file, timeout: library.limits.timeout)
        } catch {
            fail(job, "\(error)")
        }
    }

    private func fail(_ job: Job, _ reason: String) {
        close(job.image)
        // Requests made since the cancellation are for another file.
        guard !isForgotten else { return }
        queue.dropJobs(of: job.image)
        library.failed(job.image, reason)
    }

    // MARK: What the process says

    func processSaid(_ message: DecoderMessage) {
        if message.verb == .hello {
            if !message.text.isEmpty { library.onWarning?("the decoder: \(message.text)") }
            return
        }
        guard let (job, step, session) = current, session == message.session else { return distrust() }
        switch (message.verb, step) {
        case (.failed, _):
            current = nil
            fail(job, message.text.isEmpty ? "it cannot be decoded" : message.text)
            queue.schedule()
        case (.more, .opening):
            durations += message.durations
            if durations.count > DecoderMessage.filmLimit { distrust() }
        case (.info, .opening(let file)): opened(job, message, file)
        case (.done, .decoding(let key, let memory)): decoded(job, message, key, memory)
        default: distrust()
        }
    }

    private func decoded(_ job: Job, _ message: DecoderMessage, _ key: Image.Key, _ memory: PictureMemory.Box) {
        current = nil
        if message.value > ImageLibrary.life || message.height > ImageLibrary.growth { isRetiring = true }
        guard let bitmap = memory.memory.bitmap() else { return distrust(job) }
        job.image.wanted.removeAll { $0 == key }
        // A still picture is not needed any more.
        if let info = job.image.info, !info.isVector, info.durations.count == 1 { close(job.image) }
        if !isForgotten { library.took(job.image, key, bitmap) }
        queue.schedule()
    }

    private func opened(_ job: Job, _ message: DecoderMessage, _ file: Image.Identity) {
        current = nil
        let image = job.image
        guard !isForgotten else {
            process?.send(DecoderMessage(.close, session: message.session), timeout: 0)
            return queue.schedule()
        }
        (image.worker, image.session) = (self, message.session)
        open.append(image)
        let (width, height) = (Int(message.width), Int(message.height))
        guard library.allows(width, height) else {
            fail(job, "it has \(width)×\(height) pixels; limit.imagePixels allows \(library.limits.pixels)")
            return queue.schedule()
        }
        // Old files use delays up to a hundredth of a second to mean "as fast as possible"; like browsers, they are
        // shown for a tenth.
        let shortest: UInt32 = image.isFilm ? 0 : 11_000
        let durations = (self.durations + message.durations).map { $0 < shortest ? 0.1 : Double($0) / 1e6 }
        self.durations.removeAll()
        let info = Image.Info(
            width: width, height: height, isVector: message.value == 1, durations: durations,
            loopCount: Int(message.stride))
        guard !durations.isEmpty, durations.count == Int(message.frame) else { return distrust(job) }
        switch job {
        case .open:
            image.info = info
            image.identity = file
            decode(job, Image.Key(frame: 0, width: width, height: height))
        case .frame(_, let key):
            guard info == image.info else { return distrust(job) }
            decode(job, key)
        }
        if current == nil { queue.schedule() }
    }

    /// Handles an invalid answer: the process may be compromised, so it is ended.
    private func distrust(_ job: Job? = nil) {
        let job = job ?? current?.job
        current = nil
        endProcess()
        if let job { fail(job, "the decoder gave a wrong answer") }
        queue.schedule()
    }

    func processEnded(_ reason: String) {
        let job = current?.job
        current = nil
        lost()
        if let job { fail(job, reason) }
        queue.schedule()
    }
}

extension PictureMemory {
    /// Wraps a noncopyable value where only copies are allowed.
    final class Box {
        let memory: PictureMemory

        init(_ memory: consuming PictureMemory) { self.memory = memory }
    }
}
