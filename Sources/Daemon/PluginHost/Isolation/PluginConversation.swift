import Glibc
import Reactor
import Schema
import ScrimPluginABI

/// The questions to a plugin's process, and their answers.
///
/// The process is started with the first question, and again after it was lost, which counts as a fault of the running
/// call. A drawing that is not ready within `glance` arrives later, while the loop continues; one that takes longer
/// than `timeout` ends the process.
@safe
final class PluginConversation {
    enum Answer {
        /// The remaining reply.
        case reply(WireReader)
        /// The process is still busy, with this question or another.
        case later
        /// The process was lost; `Services.fault` has the reason.
        case lost
    }

    /// Time that the loop waits for a drawing before it continues without it, in nanoseconds.
    static let glance: UInt64 = 8_000_000
    /// Timeout of a drawing, after which the process is ended, in nanoseconds.
    static let timeout: UInt64 = 1_000_000_000
    /// Timeout of questions without which a frame cannot continue, in nanoseconds.
    static let briefTimeout: UInt64 = 250_000_000
    /// Timeout while scene time does not advance until the answer is there, in nanoseconds.
    static let longTimeout: UInt64 = 10_000_000_000
    /// Number of losses after which the process is not started again.
    static let lastLoss = 3

    /// The status of a drawing that comes later; plugins do not use it.
    static let later: UInt32 = 1 << 16

    private let program: String
    private let library: String
    private let services: Services
    private var process: PluginProcess?
    /// A process that has not sent its first message, and its start time.
    private var starting: (process: PluginProcess, since: UInt64)?
    /// The first message of the process, which must be the same at every start.
    private var greeting: [UInt8] = []
    private var sequence: UInt64 = 0
    private var losses = 0
    /// The reason why a valid library cannot run in a process of its own.
    private(set) var refusal: Refusal?

    /// The parts of plugins that cannot run in a separate process, as reported by the process.
    enum Refusal: UInt64 {
        case outputs = 4
        case decoders = 5
    }
    /// The unanswered question, and the time at which it was sent.
    private var pending: (question: [UInt8], since: UInt64)?
    /// Removed objects to report to the process with the next question.
    private var gone: [(kind: Int, object: UInt64)] = []
    /// True when the process has an engine for behaviors.
    var hasEngine = false
    /// Log lines, glyphs and property values that arrive with replies.
    let news: PluginNews
    let wire = WireWriter()
    private let received = ReceivedReply()

    init(program: String, library: String, _ services: Services) {
        (self.program, self.library, self.services) = (program, library, services)
        news = PluginNews(services)
    }

    /// The process ID, while the process runs.
    var identifier: Int32? { process?.process }

    // MARK: The process

    /// Starts the process, which loads the plugin. Throws `io` when that fails.
    func begin() throws(SceneError) {
        do throws(SystemError) {
            starting = (try PluginProcess(program: program, library: library), Self.now)
        } catch {
            throw SceneError(.io, "there is no process for plugins: \(error)")
        }
    }

    /// Readable when a starting process has sent a message.
    var startingDescriptor: Int32? { starting?.process.descriptor }

    /// Nanoseconds left for a starting process to send its first message.
    var startingTimeLeft: UInt64 {
        guard let since = starting?.since else { return 0 }
        return services.loadingTime - min(services.loadingTime, Self.now - since)
    }

    /// The first message of a started process, valid until the next question; nil when it does not arrive within
    /// `timeout` nanoseconds. Throws `plugin` for a process that ends or takes too long, and the errors that the
    /// process finds in the library.
    func open(within timeout: UInt64) throws(SceneError) -> WireReader? {
        guard let words = try firstWords(within: timeout) else { return nil }
        greeting = words
        return unsafe WireReader(received.bytes)
    }

    private func firstWords(within timeout: UInt64) throws(SceneError) -> [UInt8]? {
        guard let (process, since) = starting else { throw SceneError(.plugin, "its process did not start") }
        let left = services.loadingTime - min(services.loadingTime, Self.now - since)
        let answer = process.receive(within: min(timeout, left))
        if case .none = answer, Self.now - since < services.loadingTime { return nil }
        starting = nil
        guard case .message(let message) = answer, message.verb == PluginMessage.Verb.hello.rawValue,
            message.length <= UInt64(process.memory.replies)
        else {
            if case .none = answer {
                process.end()
                throw SceneError(.plugin, "it was not loaded within 2 s")
            }
            throw SceneError(.plugin, "its process \(process.waitForEnd() ?? "did not answer") while it was loaded")
        }
        unsafe received.take(UnsafeRawBufferPointer(process.memory.reply), Int(message.length))
        if message.status != 0 {
            var reader = unsafe WireReader(received.bytes)
            let reply = unsafe reader.value(ReplyStatus.self)?.pointee
            let code = reply?.status ?? 0
            let text = reply.flatMap { try? unsafe readText($0.reason, "") } ?? "its process gave no reason"
            refusal = Refusal(rawValue: code)
            throw SceneError(code == 1 ? .io : code == 3 ? .value : .unsupported, text)
        }
        self.process = process
        return unsafe [UInt8](received.bytes)
    }

    /// Ends the process for good.
    func close() {
        rest()
        losses = Self.lastLoss
    }

    /// Ends the process; the next question starts it again.
    func rest() {
        news.forgetGlyphs()
        end()
        losses = 0
    }

    private func end() {
        process?.end()
        starting?.process.end()
        (process, starting) = (nil, nil)
        pending = nil
        gone.removeAll()
        hasEngine = false
    }

    /// Ends a process that failed.
    func lose(_ reason: String) {
        end()
        news.forgetGlyphs()
        losses += 1
        services.fault = "its process \(reason)"
    }

    private enum Start {
        case done, later, lost
    }

    private func startIfNeeded(within timeout: UInt64) -> Start {
        if process != nil { return .done }
        guard losses < Self.lastLoss else {
            services.fault = "its process was lost \(losses) times"
            return .lost
        }
        do throws(SceneError) {
            if starting == nil { try begin() }
            guard let words = try firstWords(within: timeout) else { return .later }
            guard words == greeting else {
                lose("is of another file; reload it")
                return .lost
            }
            return .done
        } catch {
            lose("cannot be started: \(error.message)")
            return .lost
        }
    }

    // MARK: Questions

    /// Begins a message in `wire` with a question about a kind.
    func begin<Question: PluginQuestion>(_ question: Question, _ kind: Int) {
        begin(Question.number, kind)
        wire.value(question)
    }

    private func begin(_ number: QuestionNumber, _ kind: Int) {
        wire.removeAll()
        wire.word(number.rawValue)
        wire.word(kind)
    }

    /// Releases an instance that the process may have.
    func forget(_ object: UInt64, of kind: Int) {
        guard process != nil else { return }
        gone.append((kind, object))
        guard gone.count >= 4096, pending == nil else { return }
        begin(.forget, 0)
        _ = unsafe ask()
    }

    /// Sends the question in `wire` and waits for its answer. `mayBeLate`: the loop need not wait. `layout`: the layers
    /// whose sizes the process may request meanwhile.
    func ask(
        mayBeLate: Bool = false, reply: Int = 0, layout: UnsafePointer<scrim_layout>? = nil
    ) -> Answer {
        if let pending {
            guard let answer = finish(pending, mayBeLate: mayBeLate) else {
                return unsafe send(mayBeLate, reply, layout)
            }
            return answer
        }
        return unsafe send(mayBeLate, reply, layout)
    }

    /// Handles the answer to the previous question. Nil when it has arrived and is not needed.
    private func finish(_ old: (question: [UInt8], since: UInt64), mayBeLate: Bool) -> Answer? {
        guard let process else { return .lost }
        let left = Self.timeout - min(Self.timeout, Self.now - old.since)
        switch process.receive(within: services.mayWaitLong ? Self.longTimeout : mayBeLate ? 0 : left) {
        case .message(let message):
            guard let reader = take(message) else { return .lost }
            pending = nil
            let isSame = unsafe wire.bytes.elementsEqual(old.question)
            return isSame ? .reply(reader) : nil
        case .none:
            if mayBeLate, Self.now - old.since < Self.timeout { return .later }
            lose("took longer than a second")
            return .lost
        case .broken:
            lose(process.waitForEnd() ?? "gave a wrong answer")
            return .lost
        }
    }

    private func send(_ mayBeLate: Bool, _ reply: Int, _ layout: UnsafePointer<scrim_layout>?) -> Answer {
        let timeout = services.mayWaitLong ? Self.longTimeout : mayBeLate ? Self.glance : Self.briefTimeout
        switch startIfNeeded(within: timeout) {
        case .done: break
        case .lost: return .lost
        case .later:
            if mayBeLate { return .later }
            services.fault = "its process is being started"
            return .lost
        }
        guard let process else { return .lost }
        // Removed objects are part of the message, not of the question, which must be equal for equal drawings.
        let size = 8 + gone.count * 16 + wire.count
        do throws(SystemError) {
            try process.makeRoom(for: size, reply: reply)
        } catch {
            lose("has no memory: \(error)")
            return .lost
        }
        unsafe writeRequest(to: process.memory.request)
        gone.removeAll(keepingCapacity: true)
        sequence += 1
        var message = PluginMessage(.request)
        (message.sequence, message.length) = (sequence, UInt64(size))
        process.send(message)
        return unsafe wait(process, mayBeLate, layout)
    }

    private func writeRequest(to memory: UnsafeMutableRawBufferPointer) {
        guard var at = memory.baseAddress else { return }
        func put(_ word: UInt64) {
            unsafe at.storeBytes(of: word, as: UInt64.self)
            unsafe at += 8
        }
        put(UInt64(gone.count))
        for (kind, object) in gone {
            put(UInt64(kind))
            put(object)
        }
        let bytes = unsafe wire.bytes
        if let base = bytes.baseAddress { unsafe at.copyMemory(from: base, byteCount: bytes.count) }
    }

    private func wait(_ process: PluginProcess, _ mayBeLate: Bool, _ layout: UnsafePointer<scrim_layout>?) -> Answer {
        let start = Self.now
        let timeout = services.mayWaitLong ? Self.longTimeout : mayBeLate ? Self.glance : Self.briefTimeout
        while true {
            let spent = Self.now - start
            switch process.receive(within: timeout - min(timeout, spent)) {
            case .message(let message):
                if message.verb == PluginMessage.Verb.measure.rawValue, let layout = unsafe layout, spent < timeout {
                    process.send(unsafe Self.measure(layout, message))
                    continue
                }
                guard let reader = take(message) else { return .lost }
                return .reply(reader)
            case .none:
                // Interrupted by a signal.
                if Self.now - start < timeout { continue }
                if mayBeLate, !services.mayWaitLong {
                    unsafe pending = ([UInt8](wire.bytes), start)
                    return .later
                }
                lose("took longer than \(timeout / 1_000_000) ms")
                return .lost
            case .broken:
                lose(process.waitForEnd() ?? "gave a wrong answer")
                return .lost
            }
        }
    }

    private static func measure(_ layout: UnsafePointer<scrim_layout>, _ message: PluginMessage) -> PluginMessage {
        var answer = PluginMessage(.measured)
        var size = scrim_point()
        answer.status = unsafe layout.pointee.measure(layout, UInt32(clamping: message.index), message.x, &size)
        (answer.x, answer.y) = (size.x, size.y)
        return answer
    }

    // MARK: Replies

    /// Copies a reply, handles its additional requests, and returns the rest. Nil when it is malformed; the process is
    /// then lost.
    private func take(_ message: PluginMessage) -> WireReader? {
        guard let process, message.verb == PluginMessage.Verb.reply.rawValue, message.sequence == sequence,
            message.length <= UInt64(process.memory.replies)
        else {
            lose("gave a wrong answer")
            return nil
        }
        // Copied before it is parsed, so that the process cannot change it meanwhile.
        unsafe received.take(UnsafeRawBufferPointer(process.memory.reply), Int(message.length))
        var reader = unsafe WireReader(received.bytes)
        news.take(&reader)
        if reader.isBroken {
            lose("gave a wrong answer")
            return nil
        }
        return reader
    }

    /// The pixels of a reply of `size` bytes, in the shared memory. They need no validation: any bytes are valid
    /// pixels.
    func replyPixels(_ size: Int) -> UnsafeRawPointer? {
        guard let process, SharedMemory.pixels + size <= process.memory.replies else { return nil }
        return unsafe UnsafeRawPointer(process.memory.reply.baseAddress).map { unsafe $0 + SharedMemory.pixels }
    }

    /// The status of a reply, nil for a malformed one; on failure, the reply contains a message.
    func status(_ reader: inout WireReader) -> UInt32? {
        guard let reply = unsafe reader.value(ReplyStatus.self),
            let status = unsafe UInt32(exactly: reply.pointee.status)
        else { return nil }
        if status != 0 {
            let words = (try? unsafe readText(reply.pointee.reason, "")) ?? ""
            services.fault = words.isEmpty ? nil : words
        }
        return status
    }

    static var now: UInt64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
