import CSystem
import Glibc
import Pixels
import Reactor

/// Decoding requests in order, and the process that serves them: one request at a time, so that a crash or a hang is the
/// fault of one picture. The process is started for the first request and ended when there was none for a while.
final class DecodingQueue: DecoderProcessDelegate, TimerHandler {
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

    /// The process's current step.
    private enum Step {
        case opening(file: Image.Identity)
        case decoding(Image.Key, PictureMemory.Box)
    }

    private unowned let library: ImageLibrary
    private(set) var process: DecoderProcess?
    private var jobs: [Job] = []
    /// The job of the process; `nil` as its image when that was forgotten meanwhile.
    private var current: (job: Job, step: Step, session: UInt32)?
    private var isForgotten = false
    /// Images that are open in the process, the one used last at the end.
    private var open: [Image] = []
    private var lastSession: UInt32 = 0
    private var resting: TimerID?
    private var starting: TimerID?
    private var isRetiring = false

    init(_ library: ImageLibrary) { self.library = library }

    var isIdle: Bool { current == nil && jobs.isEmpty }

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
        if current?.job.image === image { isForgotten = true }
        close(image)
    }

    private func close(_ image: Image) {
        guard image.session != 0 else { return }
        process?.send(DecoderMessage(.close, session: image.session), patience: 0)
        image.session = 0
        open.removeAll { $0 === image }
    }

    /// Work begins in a turn of its own, in which immediate failures are told too.
    private func schedule() {
        guard starting == nil, current == nil else { return }
        if let resting { library.reactor.cancel(resting) }
        resting = nil
        starting = library.reactor.setTimer(at: Clock.now, self)
    }

    func timerFired(_ timer: TimerID, now: Nanoseconds) {
        if timer == starting {
            starting = nil
            next()
        } else if timer == resting {
            resting = nil
            endProcess()
        }
    }

    /// The process is not used for another picture: its limits are not those of now.
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
        for image in open { image.session = 0 }
        open.removeAll()
    }

    // MARK: Working

    private func next() {
        guard current == nil else { return }
        if isRetiring { endProcess() }
        while let job = jobs.first {
            jobs.removeFirst()
            if begin(job) { return }
        }
        if process != nil, resting == nil {
            resting = library.reactor.setTimer(at: Clock.now + ImageLibrary.rest, self)
        }
    }

    /// False when there is nothing to wait for.
    private func begin(_ job: Job) -> Bool {
        isForgotten = false
        let image = job.image
        if case .frame(_, let key) = job, image.session != 0 {
            open.removeAll { $0 === image }
            open.append(image)
            return decode(job, key)
        }
        do throws(PictureFile.Failure) {
            let file = try PictureFile(image.path, limit: library.limits.bytes)
            if case .frame = job, file.identity != image.identity {
                // Frames of two files do not go together.
                library.reload(image)
                return false
            }
            guard try startIfNeeded() else { return false }
            close(image)
            if open.count >= ImageLibrary.openLimit { close(open[0]) }
            lastSession &+= 1
            if lastSession == 0 { lastSession = 1 }
            var message = DecoderMessage(.open, session: lastSession)
            message.value = UInt32(file.identity.size)
            current = (job, .opening(file: file.identity), lastSession)
            process?.send(message, file: file.file.raw, patience: library.limits.patience)
            return true
        } catch {
            fail(job, error.reason)
            return false
        }
    }

    private func startIfNeeded() throws(PictureFile.Failure) -> Bool {
        if process != nil { return true }
        do throws(SystemError) {
            process = try library.start(self)
            return true
        } catch {
            throw PictureFile.Failure(reason: "there is no decoder: \(error)")
        }
    }

    private func decode(_ job: Job, _ key: Image.Key) -> Bool {
        do throws(SystemError) {
            let memory = try PictureMemory(width: key.width, height: key.height)
            var message = DecoderMessage(.decode, session: job.image.session)
            (message.width, message.height) = (UInt32(key.width), UInt32(key.height))
            (message.frame, message.stride) = (UInt32(key.frame), UInt32(memory.stride))
            let file = memory.file.raw
            current = (job, .decoding(key, PictureMemory.Box(memory)), job.image.session)
            process?.send(message, file: file, patience: library.limits.patience)
            return true
        } catch {
            fail(job, "\(error)")
            return false
        }
    }

    private func fail(_ job: Job, _ reason: String) {
        let image = job.image
        jobs.removeAll { $0.image === image }
        image.wanted.removeAll()
        close(image)
        if !isForgotten { library.failed(image, reason) }
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
            schedule()
        case (.info, .opening(let file)): opened(job, message, file)
        case (.done, .decoding(let key, let memory)):
            current = nil
            if message.value > ImageLibrary.life { isRetiring = true }
            guard let bitmap = memory.memory.bitmap() else { return distrust(job) }
            job.image.wanted.removeAll { $0 == key }
            // A still picture is not needed any more.
            if let info = job.image.info, !info.isVector, info.durations.count == 1 { close(job.image) }
            if !isForgotten { library.took(job.image, key, bitmap) }
            schedule()
        default: distrust()
        }
    }

    private func opened(_ job: Job, _ message: DecoderMessage, _ file: Image.Identity) {
        current = nil
        let image = job.image
        guard !isForgotten else {
            process?.send(DecoderMessage(.close, session: message.session), patience: 0)
            return schedule()
        }
        image.session = message.session
        open.append(image)
        let (width, height) = (Int(message.width), Int(message.height))
        guard library.allows(width, height) else {
            fail(job, "it has \(width)×\(height) pixels; limit.imagePixels allows \(library.limits.pixels)")
            return schedule()
        }
        // Shorter than a hundredth of a second is what old files say that mean as fast as can be; all show a tenth then.
        let durations = message.durations.map { $0 < 11_000 ? 0.1 : Double($0) / 1e6 }
        let info = Image.Info(
            width: width, height: height, isVector: message.value == 1, durations: durations,
            loopCount: Int(message.stride))
        guard !durations.isEmpty, durations.count == Int(message.frame) else { return distrust(job) }
        switch job {
        case .open:
            image.info = info
            image.identity = file
            if !decode(job, Image.Key(frame: 0, width: width, height: height)) { schedule() }
        case .frame(_, let key):
            guard info == image.info else { return distrust(job) }
            if !decode(job, key) { schedule() }
        }
    }

    /// An answer that makes no sense: the process may not be itself any more.
    private func distrust(_ job: Job? = nil) {
        let job = job ?? current?.job
        current = nil
        endProcess()
        if let job { fail(job, "the decoder gave a wrong answer") }
        schedule()
    }

    func processEnded(_ reason: String) {
        let job = current?.job
        current = nil
        lost()
        if let job { fail(job, reason) }
        if !jobs.isEmpty { schedule() }
    }
}

extension PictureMemory {
    /// For where only copies can go.
    final class Box {
        let memory: PictureMemory

        init(_ memory: consuming PictureMemory) { self.memory = memory }
    }
}
