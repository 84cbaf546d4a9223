import Glibc
import Reactor
import Scene
import ScrimPluginABI

/// Questions to a plugin's process, and their answers.
///
/// The process is started with the first question, and again after it was lost, which is the fault of the call that was running.
/// A drawing that is not there within `glance` comes later, while the loop goes on; one that takes longer than `patience` ends the
/// process.
@safe
final class PluginConversation {
    enum Answer {
        /// The rest of the reply.
        case reply(WireReader)
        /// It works on this still, or on something else.
        case later
        /// `Services.fault` says why.
        case lost
    }

    /// Nanoseconds that the loop waits for a drawing before it goes on without.
    static let glance: UInt64 = 8_000_000
    /// Nanoseconds after which a drawing is not waited for any more, in no turn.
    static let patience: UInt64 = 1_000_000_000
    /// The same for questions that a frame cannot go on without.
    static let briefPatience: UInt64 = 250_000_000
    /// The same where time stands still until the answer is there.
    static let longPatience: UInt64 = 10_000_000_000
    /// The process is not started again when it was lost so often.
    static let lastLoss = 3

    private let program: String
    private let library: String
    private let services: Services
    private var process: PluginProcess?
    /// A process that has not said its first words, and when it was started.
    private var starting: (process: PluginProcess, since: UInt64)?
    /// The first words of the process, which have to be the same with every start.
    private var greeting: [UInt8] = []
    private var sequence: UInt64 = 0
    private var losses = 0
    /// Set for a library that is in order, and does not run in such a process.
    private(set) var refusal: Refusal?

    /// Parts of plugins that have no process of their own, as a process says it.
    enum Refusal: UInt64 {
        case outputs = 4
        case decoders = 5
    }
    /// The question that is not answered yet, and when it was sent.
    private var pending: (question: [UInt8], since: UInt64)?
    /// Objects that are gone, of which the process is told with the next question.
    private var gone: [(kind: Int, object: UInt64)] = []
    /// The process has an engine for behaviors.
    var hasEngine = false
    /// Log lines, glyphs and values that come with replies.
    let news: PluginNews
    let wire = WireWriter()
    private let received = ReceivedReply()

    init(program: String, library: String, _ services: Services) {
        (self.program, self.library, self.services) = (program, library, services)
        news = PluginNews(services)
    }

    /// The process, while there is one.
    var identifier: Int32? { process?.process }

    // MARK: The process

    /// Starts the process, which loads the plugin. Throws `io` when there is none.
    func begin() throws(SceneError) {
        do throws(SystemError) {
            starting = (try PluginProcess(program: program, library: library), Self.now)
        } catch {
            throw SceneError(.io, "there is no process for plugins: \(error)")
        }
    }

    /// Readable when a process that was started has something to say.
    var startingDescriptor: Int32? { starting?.process.descriptor }

    /// Nanoseconds that a process has left for its first words.
    var startingTimeLeft: UInt64 {
        guard let since = starting?.since else { return 0 }
        return services.loadingTime - min(services.loadingTime, Self.now - since)
    }

    /// The first words of a process that was started, which live until the next question; nil when they do not come within `patience`.
    /// Throws `plugin` for a process that ends or takes too long, and the errors that the process finds in the library.
    func open(within patience: UInt64) throws(SceneError) -> WireReader? {
        guard let words = try firstWords(within: patience) else { return nil }
        greeting = words
        return unsafe WireReader(received.bytes)
    }

    private func firstWords(within patience: UInt64) throws(SceneError) -> [UInt8]? {
        guard let (process, since) = starting else { throw SceneError(.plugin, "its process did not start") }
        let left = services.loadingTime - min(services.loadingTime, Self.now - since)
        let answer = process.receive(within: min(patience, left))
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
            let (code, text) = (reader.word(), reader.text())
            refusal = Refusal(rawValue: code)
            throw SceneError(code == 1 ? .io : code == 3 ? .value : .unsupported, text)
        }
        self.process = process
        return unsafe [UInt8](received.bytes)
    }

    /// Ends the process; nothing is asked any more.
    func close() {
        rest()
        losses = Self.lastLoss
    }

    /// Ends the process, until something is asked.
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

    /// The process is of no use any more.
    func lose(_ reason: String) {
        end()
        news.forgetGlyphs()
        losses += 1
        services.fault = "its process \(reason)"
    }

    private enum Start {
        case done, later, lost
    }

    private func startIfNeeded(within patience: UInt64) -> Start {
        if process != nil { return .done }
        guard losses < Self.lastLoss else {
            services.fault = "its process was lost \(losses) times"
            return .lost
        }
        do throws(SceneError) {
            if starting == nil { try begin() }
            guard let words = try firstWords(within: patience) else { return .later }
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

    /// Begins a question in `wire`.
    func begin(_ question: PluginQuestion, _ kind: Int) {
        wire.removeAll()
        wire.word(question.rawValue)
        wire.word(kind)
    }

    /// An instance that the process may have is needed no more.
    func forget(_ object: UInt64, of kind: Int) {
        guard process != nil else { return }
        gone.append((kind, object))
        guard gone.count >= 4096, pending == nil else { return }
        begin(.forget, 0)
        _ = unsafe ask()
    }

    /// Asks the question in `wire`. `mayBeLate`: the loop need not wait. `layout`: layers whose sizes the process may ask for meanwhile.
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

    /// Takes the answer of the question before. Nil: it is there, and of no use here.
    private func finish(_ old: (question: [UInt8], since: UInt64), mayBeLate: Bool) -> Answer? {
        guard let process else { return .lost }
        let left = Self.patience - min(Self.patience, Self.now - old.since)
        switch process.receive(within: services.isPatient ? Self.longPatience : mayBeLate ? 0 : left) {
        case .message(let message):
            guard let reader = take(message) else { return .lost }
            pending = nil
            let isSame = unsafe wire.bytes.elementsEqual(old.question)
            return isSame ? .reply(reader) : nil
        case .none:
            if mayBeLate, Self.now - old.since < Self.patience { return .later }
            lose("took longer than a second")
            return .lost
        case .broken:
            lose(process.waitForEnd() ?? "gave a wrong answer")
            return .lost
        }
    }

    private func send(_ mayBeLate: Bool, _ reply: Int, _ layout: UnsafePointer<scrim_layout>?) -> Answer {
        let patience = services.isPatient ? Self.longPatience : mayBeLate ? Self.glance : Self.briefPatience
        switch startIfNeeded(within: patience) {
        case .done: break
        case .lost: return .lost
        case .later:
            if mayBeLate { return .later }
            services.fault = "its process is being started"
            return .lost
        }
        guard let process else { return .lost }
        // In the message, not in the question: that has to be the same for the same drawing.
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
        let patience = services.isPatient ? Self.longPatience : mayBeLate ? Self.glance : Self.briefPatience
        while true {
            let spent = Self.now - start
            switch process.receive(within: patience - min(patience, spent)) {
            case .message(let message):
                if message.verb == PluginMessage.Verb.measure.rawValue, let layout = unsafe layout, spent < patience {
                    process.send(unsafe Self.measure(layout, message))
                    continue
                }
                guard let reader = take(message) else { return .lost }
                return .reply(reader)
            case .none:
                // A signal may have come.
                if Self.now - start < patience { continue }
                if mayBeLate, !services.isPatient {
                    unsafe pending = ([UInt8](wire.bytes), start)
                    return .later
                }
                lose("took longer than \(patience / 1_000_000) ms")
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

    /// Copies a reply and carries out its other requests; the rest of it. Nil: it is malformed, and the process is lost.
    private func take(_ message: PluginMessage) -> WireReader? {
        guard let process, message.verb == PluginMessage.Verb.reply.rawValue, message.sequence == sequence,
            message.length <= UInt64(process.memory.replies)
        else {
            lose("gave a wrong answer")
            return nil
        }
        // Copied before it is looked at: nobody can change it then.
        unsafe received.take(UnsafeRawBufferPointer(process.memory.reply), Int(message.length))
        var reader = unsafe WireReader(received.bytes)
        news.take(&reader)
        if reader.isBroken {
            lose("gave a wrong answer")
            return nil
        }
        return reader
    }

    /// The pixels of a reply of so many bytes, in the shared memory: any bytes are pixels.
    func replyPixels(_ size: Int) -> UnsafeRawPointer? {
        guard let process, SharedMemory.pixels + size <= process.memory.replies else { return nil }
        return unsafe UnsafeRawPointer(process.memory.reply.baseAddress).map { unsafe $0 + SharedMemory.pixels }
    }

    /// The status of a reply; one that is not ok comes with the fault in words.
    func status(_ reader: inout WireReader) -> UInt32 {
        let (status, fault) = (reader.word32(), unsafe reader.lentText())
        if status != 0 {
            let words = (try? unsafe readText(fault, "")) ?? ""
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
