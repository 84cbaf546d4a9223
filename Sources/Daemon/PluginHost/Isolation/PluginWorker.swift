import CSystem
import Glibc
import Reactor
import Schema
import ScrimPluginABI

/// The counterpart of `IsolatedPlugin`: a process that has one plugin and answers questions until the daemon ends.
@safe
package final class PluginWorker {
    private static let socket: Int32 = 3
    /// Limit for the growth of the address space, in bytes.
    private static let addresses: UInt64 = 1 << 30
    private static let descriptors: UInt64 = 32

    private var memory: SharedMemory?
    private let state = WorkerState()
    private let tables: WorkerTables
    private let reply = WireWriter()
    private let body = WireWriter()
    private var instances: [Key: Instance] = [:]
    private var engine: Engine?

    private struct Key: Hashable {
        var kind: Int
        var object: UInt64
    }

    @safe
    private struct Instance {
        var pointer: UnsafeMutableRawPointer?
        /// True when its properties were read to measure it in this process.
        var isMeasured = false
    }

    @safe
    private struct Engine {
        var table: scrim_behavior
        var pointer: UnsafeMutableRawPointer?
    }

    private init() {
        tables = WorkerTables(state)
        state.measure = { [unowned self] in self.measure($0, $1) }
    }

    /// Loads a plugin, confines the process, and serves. `isConfined` is false only for sanitizers.
    package static func run(_ library: String, isConfined: Bool) -> Never {
        _ = sys_die_with_parent(SIGKILL)
        let worker = PluginWorker()
        guard worker.receive(PluginMessage.Verb.memory) != nil else { exit(0) }
        worker.load(library, isConfined)
        worker.serve()
    }

    // MARK: Messages

    /// The next message of a kind; new shared memory is mapped on the way. Nil when the daemon ended.
    private func receive(_ verb: PluginMessage.Verb?) -> PluginMessage? {
        var message = PluginMessage(.memory)
        let size = MemoryLayout<PluginMessage>.size
        while true {
            var file: Int32 = -1
            let read = unsafe withUnsafeMutableBytes(of: &message) { bytes in
                guard let base = bytes.baseAddress else { return -1 }
                return unsafe sys_receive_waiting(Self.socket, base, bytes.count, &file)
            }
            if read < 0, errno == EINTR { continue }
            guard read == size else { return nil }
            if message.verb == PluginMessage.Verb.memory.rawValue, file >= 0 {
                memory = try? SharedMemory(
                    FileDescriptor(owning: file), requests: Int(message.length), replies: Int(message.index))
                if memory == nil { return nil }
            }
            if verb == nil || verb?.rawValue == message.verb { return message }
        }
    }

    private func send(_ message: PluginMessage) {
        unsafe withUnsafeBytes(of: message) { bytes in
            guard let base = bytes.baseAddress else { return }
            _ = unsafe sys_send(Self.socket, base, bytes.count, nil, 0)
        }
    }

    /// Copies a message into the shared memory. False when it is too long.
    private func put(_ wire: WireWriter) -> Bool {
        guard let memory, wire.count <= memory.replies else { return false }
        unsafe memory.reply.copyMemory(from: wire.bytes)
        return true
    }

    // MARK: Loading

    private func load(_ library: String, _ isConfined: Bool) {
        var hello = PluginMessage(.hello)
        var refusal: PluginConversation.Refusal?
        do throws(SceneError) {
            if isConfined {
                // Before the library's first instruction, because its initializers run during loading.
                let space = sys_address_space() + Self.addresses
                try LoadingFiles.confine(to: [library])
                if sys_limit(space, .max, Self.descriptors) < 0 {
                    state.news.log(1, "the plugin has no limits: error \(errno)")
                }
                if sys_confine_loading() < 0 {
                    state.news.log(1, "the plugin's system calls are not filtered while it is loaded: error \(errno)")
                }
            }
            let entry = unsafe try Library.entry(of: library, fresh: false)
            if isConfined {
                if sys_confine() < 0 { state.news.log(1, "the plugin's system calls are not filtered: error \(errno)") }
            }
            let pointer = unsafe try Contract.table(entry)
            let contract = unsafe try Contract(pointer)
            let plugin = unsafe try readSized(pointer, scrim_plugin(), least: MemoryLayout<scrim_plugin>.size)
            guard !contract.kinds.isEmpty, !contract.kinds.contains(where: { $0.family == .output }) else {
                refusal = contract.kinds.isEmpty ? .decoders : .outputs
                throw SceneError(.unsupported, "outputs and decoders have no process of their own")
            }
            state.kinds = contract.kinds
            unsafe reply.contract(plugin, contract)
        } catch {
            reply.removeAll()
            let code = refusal?.rawValue ?? (error.code == .io ? 1 : error.code == .unsupported ? 2 : 3)
            unsafe error.message.withWireString { unsafe reply.value(ReplyStatus(status: code, reason: $0)) }
            hello.status = 1
        }
        guard put(reply) else { exit(1) }
        hello.length = UInt64(reply.count)
        send(hello)
        if hello.status != 0 { exit(0) }
    }

    // MARK: Serving

    private func serve() -> Never {
        while let message = receive(.request) {
            guard let memory else { break }
            let bytes = unsafe memory.request
            var reader = unsafe WireReader(UnsafeMutableRawBufferPointer(rebasing: bytes.prefix(Int(message.length))))
            for _ in 0..<reader.count(upTo: .max) { destroy(Key(kind: reader.count(), object: reader.word())) }
            // Offsets in a question are relative to its beginning.
            let question = unsafe bytes[min(reader.at, Int(message.length))..<Int(message.length)]
            reader = unsafe WireReader(UnsafeMutableRawBufferPointer(rebasing: question))
            body.removeAll()
            answer(&reader)
            if !putReply() {
                // Larger than a drawing may be.
                fail(.limit, "draw gave more than the host takes")
                guard putReply() else { break }
            }
            var answer = PluginMessage(.reply)
            (answer.sequence, answer.length) = (message.sequence, UInt64(reply.count))
            send(answer)
        }
        exit(0)
    }

    private func putReply() -> Bool {
        reply.removeAll()
        state.news.move(to: reply)
        reply.append(body)
        return put(reply)
    }

    private func fail(_ status: Status, _ words: String) { begin(status.rawValue, words) }

    /// Begins the answer with the status of a call.
    private func begin(_ status: UInt32, _ reason: String) {
        body.removeAll()
        unsafe reason.withWireString { unsafe body.value(ReplyStatus(status: UInt64(status), reason: $0)) }
    }

    /// Begins the answer to a question with the status of the call `what`, and the reply when it succeeded. `what` is
    /// nil when another status is no fault.
    private func answer<Question: PluginQuestion>(
        _ question: Question.Type, _ status: UInt32, _ what: String?, _ reply: @autoclosure () -> Question.Reply
    ) {
        let reason = status == 0 ? nil : what.map { "\($0) gave \(Status.name(status))" }
        begin(status, reason ?? "")
        if status == 0 { body.value(reply()) }
    }

    private func answer<Question: PluginQuestion>(_ question: Question.Type, _ status: UInt32, _ what: String)
    where Question.Reply == NoReply {
        answer(question, status, what, NoReply())
    }

    /// Reads the arguments of a question and runs the call with what answers it: the functions of a kind of one family,
    /// or the engine. That is nil for a question that the daemon does not ask.
    private func read<Question: PluginQuestion, Target>(
        _ question: Question.Type, _ reader: inout WireReader, _ target: Target?,
        _ run: (Target, inout Question, inout WireReader) -> Void
    ) {
        guard let target else { return fail(.invalid, "a question that makes no sense") }
        guard let question = unsafe reader.value(question) else { return fail(.invalid, "a malformed question") }
        unsafe run(target, &question.pointee, &reader)
    }

    /// Runs a call about an object.
    private func call(_ object: UInt64, _ reader: inout WireReader, _ body: () -> Void) {
        state.objects = WireObjects(&reader)
        state.object = object
        defer {
            state.object = nil
            state.maySet = false
        }
        body()
    }

    private func answer(_ reader: inout WireReader) {
        guard let question = QuestionNumber(rawValue: reader.word()), case let number = reader.count(),
            number < state.kinds.count || question == .forget
        else { return fail(.invalid, "a question that makes no sense") }
        if question == .forget { return begin(0, "") }
        let kind = state.kinds[number]
        // Without a default: a question without a branch does not compile.
        switch question {
        case .forget: break
        case .draw: read(DrawQuestion.self, &reader, kind.table.layer) { draw($0, number, &$1, &$2) }
        case .measure: read(MeasureQuestion.self, &reader, kind.table.layer) { measure($0, number, &$1, &$2) }
        case .compute: read(ComputeQuestion.self, &reader, kind.table.layer) { compute($0, number, &$1, &$2) }
        case .computeList:
            read(ComputeListQuestion.self, &reader, kind.table.layer) { computeList($0, number, &$1, &$2) }
        case .arrange: read(ArrangeQuestion.self, &reader, kind.table.layer) { arrange($0, kind, &$1, &$2) }
        case .fit: read(FitQuestion.self, &reader, kind.table.layer) { fit($0, kind, &$1, &$2) }
        case .check: read(CheckQuestion.self, &reader, kind) { kind, question, _ in check(kind, question) }
        case .reach:
            read(ReachQuestion.self, &reader, kind.table.filter) { table, question, _ in
                reach(table, kind, &question)
            }
        case .apply: read(ApplyQuestion.self, &reader, kind.table.filter) { apply($0, kind, &$1, &$2) }
        case .makeEngine:
            read(MakeEngineQuestion.self, &reader, kind.table.behavior) { table, _, _ in
                makeEngine(table, kind)
            }
        case .endEngine: read(EndEngineQuestion.self, &reader, engine) { engine, _, _ in endEngine(engine) }
        case .change: read(ChangeQuestion.self, &reader, engine) { change($0, kind, $1, &$2) }
        case .remove: read(RemoveQuestion.self, &reader, engine) { engine, question, _ in remove(engine, question) }
        case .place: read(PlaceQuestion.self, &reader, engine) { engine, question, _ in place(engine, question) }
        case .step:
            unsafe read(StepQuestion.self, &reader, engine) { engine, question, _ in
                step(engine, question.time)
            }
        case .velocity:
            read(VelocityQuestion.self, &reader, engine) { engine, question, _ in
                velocity(engine, question)
            }
        case .save: read(SaveQuestion.self, &reader, engine) { engine, question, _ in save(engine, question) }
        case .restore: read(RestoreQuestion.self, &reader, engine) { engine, question, _ in restore(engine, question) }
        }
    }

    // MARK: Layers

    private func destroy(_ key: Key) {
        guard let instance = instances.removeValue(forKey: key), case .layer(let table) = state.kinds[key.kind].table
        else { return }
        unsafe table.destroy?(instance.pointer)
    }

    /// Runs a call about a layer with its instance, which is created if necessary.
    private func call(
        _ table: scrim_layer, _ number: Int, _ request: inout scrim_draw, _ reader: inout WireReader,
        _ body: (UnsafeMutableRawPointer?, inout scrim_draw) -> Void
    ) {
        let key = Key(kind: number, object: request.object)
        call(request.object, &reader) {
            if instances[key] == nil {
                var pointer: UnsafeMutableRawPointer?
                if let create = unsafe table.create {
                    let context = unsafe state.kinds[number].context
                    let status = unsafe create(tables.host, context, request.object, &pointer)
                    guard status == 0 else { return answer(DrawQuestion.self, status, "create") }
                }
                instances[key] = unsafe Instance(pointer: pointer)
            }
            unsafe body(instances[key]?.pointer, &request)
        }
    }

    private func measure(
        _ table: scrim_layer, _ number: Int, _ question: inout MeasureQuestion, _ reader: inout WireReader
    ) {
        let (width, key) = (question.width, Key(kind: number, object: question.request.object))
        unsafe call(table, number, &question.request, &reader) { pointer, request in
            var size = scrim_point()
            // The measure before may have been in another process.
            if instances[key]?.isMeasured != true { request.flags &= ~UInt32(SCRIM_DRAW_UNCHANGED) }
            instances[key]?.isMeasured = true
            let status = unsafe table.measure?(pointer, tables.host, &request, width, &size) ?? 10
            answer(MeasureQuestion.self, status, "measure", size)
        }
    }

    private func compute(
        _ table: scrim_layer, _ number: Int, _ question: inout ComputeQuestion, _ reader: inout WireReader
    ) {
        let property = question.property
        unsafe call(table, number, &question.request, &reader) { pointer, request in
            var value = scrim_rect()
            let status = unsafe withUnsafeMutableBytes(of: &value) {
                unsafe $0.bindMemory(to: Double.self).baseAddress.flatMap {
                    unsafe table.compute?(pointer, tables.host, &request, property, $0)
                } ?? 10
            }
            answer(ComputeQuestion.self, status, "compute", value)
        }
    }

    private func computeList(
        _ table: scrim_layer, _ number: Int, _ question: inout ComputeListQuestion, _ reader: inout WireReader
    ) {
        let property = question.property
        unsafe call(table, number, &question.request, &reader) { pointer, request in
            var list = unsafe NumberList(numbers: nil, count: 0)
            let status =
                unsafe table.compute_list?(pointer, tables.host, &request, property, &list.numbers, &list.count) ?? 10
            answer(ComputeListQuestion.self, status, "compute_list", list)
        }
    }

    private func draw(
        _ table: scrim_layer, _ number: Int, _ question: inout DrawQuestion, _ reader: inout WireReader
    ) {
        unsafe call(table, number, &question.request, &reader) { pointer, request in
            if let update = unsafe table.update {
                let status = unsafe update(pointer, tables.host, &request)
                guard status == 0 else { return answer(DrawQuestion.self, status, "update") }
            }
            state.drawing.removeAll()
            state.recorder.begin()
            let status = unsafe table.draw?(pointer, tables.host, &request, tables.canvas) ?? 10
            _ = state.recorder.end()
            if let fault = state.recorder.fault { return fail(.failed, "draw: \(fault)") }
            answer(DrawQuestion.self, status, "draw")
            if status == 0 { body.append(state.drawing) }
        }
    }

    /// Completes a layout: sizes are requested from the daemon.
    private func complete(_ layout: inout scrim_layout) {
        unsafe layout.context = Unmanaged.passUnretained(state).toOpaque()
        unsafe layout.measure = { layout, index, width, size in
            guard let context = unsafe layout.pointee.context else { return Status.invalid.rawValue }
            let state = unsafe Unmanaged<WorkerState>.fromOpaque(context).takeUnretainedValue()
            let (result, status) = state.measure(index, width)
            if status == 0 { unsafe size.pointee = result }
            return status
        }
        unsafe layout.baselines = { _, _, _, _ in Status.none.rawValue }
    }

    private func arrange(
        _ table: scrim_layer, _ kind: ContractKind, _ question: inout ArrangeQuestion, _ reader: inout WireReader
    ) {
        unsafe complete(&question.layout)
        call(unsafe question.layout.object, &reader) {
            let count = unsafe Int(question.layout.count)
            var frames = [scrim_rect](repeating: scrim_rect(), count: max(1, count))
            unsafe frames.withUnsafeMutableBufferPointer {
                guard let start = $0.baseAddress else { return }
                let status = unsafe table.arrange?(kind.context, tables.host, &question.layout, start) ?? 10
                unsafe answer(
                    ArrangeQuestion.self, status, "arrange", FrameList(frames: start, count: UInt64(count)))
            }
        }
    }

    private func fit(
        _ table: scrim_layer, _ kind: ContractKind, _ question: inout FitQuestion, _ reader: inout WireReader
    ) {
        unsafe complete(&question.layout)
        call(unsafe question.layout.object, &reader) {
            var size = scrim_point()
            let status = unsafe table.fit?(kind.context, tables.host, &question.layout, &size) ?? 10
            answer(FitQuestion.self, status, "fit", size)
        }
    }

    /// The size of a sublayer, requested from the daemon.
    private func measure(_ index: UInt32, _ width: Double) -> (size: scrim_point, status: UInt32) {
        var question = PluginMessage(.measure)
        (question.index, question.x) = (UInt64(index), width)
        send(question)
        guard let answer = receive(.measured) else { exit(0) }
        return (scrim_point(x: answer.x, y: answer.y), answer.status)
    }

    private func check(_ kind: ContractKind, _ question: CheckQuestion) {
        var reason = unsafe scrim_string()
        let status =
            unsafe kind.table.check?(kind.context, tables.host, question.property, question.text, &reason) ?? 0
        begin(status, status == 0 ? "" : (try? unsafe readText(reason, "reason")) ?? "it is refused")
    }

    // MARK: Filters

    private func reach(_ table: scrim_filter, _ kind: ContractKind, _ question: inout ReachQuestion) {
        var reach = scrim_reach()
        let status = unsafe table.reach?(tables.host, kind.context, &question.use, &reach) ?? 0
        answer(ReachQuestion.self, status, "reach", reach)
    }

    private func apply(
        _ table: scrim_filter, _ kind: ContractKind, _ question: inout ApplyQuestion, _ reader: inout WireReader
    ) {
        let (to, from) = (question.target, question.source)
        let pixels = unsafe reader.list(UInt32.self)
        let (columns, rows) = (Int(to.x1) - Int(to.x0), Int(to.y1) - Int(to.y0))
        guard let memory, columns > 0, rows > 0, SharedMemory.pixels + columns * rows * 4 <= memory.replies,
            let start = unsafe memory.reply.baseAddress
        else { return fail(.limit, "apply: a window that is too large") }
        let target = unsafe start + SharedMemory.pixels
        unsafe memset(target, 0, columns * rows * 4)
        var source = unsafe scrim_image(
            size: UInt32(MemoryLayout<scrim_image>.size), stride: UInt32(Int(from.x1) - Int(from.x0)) * 4, rect: from,
            argb: UnsafeMutableRawPointer(mutating: UnsafeRawPointer(pixels.baseAddress)))
        var into = unsafe scrim_image(
            size: UInt32(MemoryLayout<scrim_image>.size), stride: UInt32(columns * 4), rect: to, argb: target)
        let status = unsafe table.apply?(tables.host, kind.context, &question.use, &source, &into) ?? 10
        answer(ApplyQuestion.self, status, "apply")
    }

    // MARK: Behaviors

    private func makeEngine(_ table: scrim_behavior, _ kind: ContractKind) {
        var pointer: UnsafeMutableRawPointer?
        let status = unsafe table.create?(tables.host, kind.context, &pointer) ?? 10
        if status == 0 { engine = unsafe Engine(table: table, pointer: pointer) }
        answer(MakeEngineQuestion.self, status, "create")
    }

    private func endEngine(_ engine: Engine) {
        unsafe engine.table.destroy?(engine.pointer)
        self.engine = nil
        answer(EndEngineQuestion.self, 0, "destroy")
    }

    private func change(
        _ engine: Engine, _ kind: ContractKind, _ question: ChangeQuestion, _ reader: inout WireReader
    ) {
        state.maySet = true
        call(question.object, &reader) {
            let status =
                unsafe engine.table.change?(engine.pointer, tables.host, kind.context, question.object) ?? 10
            answer(ChangeQuestion.self, status, "change")
        }
    }

    private func remove(_ engine: Engine, _ question: RemoveQuestion) {
        answer(RemoveQuestion.self, unsafe engine.table.remove?(engine.pointer, question.object) ?? 10, "remove")
    }

    private func place(_ engine: Engine, _ question: PlaceQuestion) {
        let status = unsafe question.items.map {
            unsafe engine.table.place?(engine.pointer, $0, question.count) ?? 10
        }
        answer(PlaceQuestion.self, status ?? 0, "place")
    }

    private func step(_ engine: Engine, _ time: Double) {
        var step = unsafe scrim_step()
        unsafe (step.size, step.time) = (UInt32(MemoryLayout<scrim_step>.size), time)
        let status = unsafe engine.table.step?(engine.pointer, tables.host, &step) ?? 10
        unsafe step.contact_count = unsafe min(step.contact_count, 65_536)
        unsafe answer(StepQuestion.self, status, "step", step)
    }

    private func velocity(_ engine: Engine, _ question: VelocityQuestion) {
        var velocity = scrim_velocity()
        let status = unsafe engine.table.velocity?(engine.pointer, question.item, &velocity) ?? Status.none.rawValue
        answer(VelocityQuestion.self, status, nil, velocity)
    }

    private func save(_ engine: Engine, _ question: SaveQuestion) {
        var list = unsafe NumberList(numbers: nil, count: 0)
        let status =
            unsafe engine.table.save?(engine.pointer, question.object, &list.numbers, &list.count)
            ?? Status.none.rawValue
        list.count = min(list.count, UInt64(SCRIM_MOTION_NUMBERS) + 1)
        answer(SaveQuestion.self, status, nil, list)
    }

    private func restore(_ engine: Engine, _ question: RestoreQuestion) {
        let status = unsafe engine.table.restore?(
            engine.pointer, question.object, question.motion.numbers, question.motion.count)
        answer(RestoreQuestion.self, status ?? 10, "restore")
    }
}
