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
    private var engine: (table: scrim_behavior, pointer: UnsafeMutableRawPointer?)?

    private struct Key: Hashable {
        var kind: Int
        var object: UInt64
    }

    @safe
    private struct Instance {
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
                    state.log(1, "the plugin has no limits: error \(errno)")
                }
                if sys_confine_loading() < 0 {
                    state.log(1, "the plugin's system calls are not filtered while it is loaded: error \(errno)")
                }
            }
            let entry = unsafe try Library.entry(of: library, fresh: false)
            if isConfined {
                if sys_confine() < 0 { state.log(1, "the plugin's system calls are not filtered: error \(errno)") }
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
            reply.word(refusal?.rawValue ?? (error.code == .io ? 1 : error.code == .unsupported ? 2 : 3))
            reply.text(error.message)
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
            let bytes = unsafe UnsafeRawBufferPointer(memory.request)
            var reader = unsafe WireReader(UnsafeRawBufferPointer(rebasing: bytes.prefix(Int(message.length))))
            for _ in 0..<reader.count(upTo: .max) { destroy(Key(kind: reader.count(), object: reader.word())) }
            // Offsets in a question are relative to its beginning.
            let question = unsafe bytes[min(reader.at, Int(message.length))..<Int(message.length)]
            reader = unsafe WireReader(UnsafeRawBufferPointer(rebasing: question))
            body.removeAll()
            answer(&reader)
            reply.removeAll()
            state.writeNews(to: reply)
            reply.append(body)
            if !put(reply) {
                // Larger than a drawing may be.
                body.removeAll()
                fail(.limit, "draw gave more than the host takes")
                reply.removeAll()
                state.writeNews(to: reply)
                reply.append(body)
                guard put(reply) else { break }
            }
            var answer = PluginMessage(.reply)
            (answer.sequence, answer.length) = (message.sequence, UInt64(reply.count))
            send(answer)
        }
        exit(0)
    }

    private func fail(_ status: Status, _ words: String) {
        body.removeAll()
        body.word(status.rawValue)
        body.text(words)
    }

    /// Begins a reply with the status of a call.
    private func finish(_ status: UInt32, _ what: String) -> Bool {
        body.word(status)
        body.text(status == 0 ? "" : "\(what) gave \(Status.name(status))")
        return status == 0
    }

    /// Runs a call about an object; nil means that no object may be read.
    private func call<T>(_ object: UInt64?, _ body: () -> T) -> T {
        state.object = object
        defer {
            state.object = nil
            state.maySet = false
        }
        return body()
    }

    private func answer(_ reader: inout WireReader) {
        guard let question = PluginQuestion(rawValue: reader.word()), case let number = reader.count(),
            number < state.kinds.count || question == .forget
        else { return fail(.invalid, "a question that makes no sense") }
        switch question {
        case .draw, .measure, .compute, .computeList: ask(question, number, &reader)
        case .arrange, .fit: layOut(question, number, &reader)
        case .check: check(number, &reader)
        case .reach, .apply: filter(question, number, &reader)
        case .makeEngine, .endEngine, .change, .remove, .place, .step, .velocity, .save, .restore:
            behave(question, number, &reader)
        case .forget: _ = finish(0, "")
        }
    }

    // MARK: Layers

    private func destroy(_ key: Key) {
        guard let instance = instances.removeValue(forKey: key), case .layer(let table) = state.kinds[key.kind].table
        else { return }
        unsafe table.destroy?(instance.pointer)
    }

    /// Handles draw, measure, compute and computeList; creates the instance if necessary.
    private func ask(_ question: PluginQuestion, _ number: Int, _ reader: inout WireReader) {
        guard case .layer(let table) = state.kinds[number].table else { return fail(.unknown, "it is no layer kind") }
        let (object, bounds, time) = (reader.word(), reader.plain(scrim_rect()), reader.number())
        let width = question == .measure ? reader.number() : 0
        let property = question == .compute || question == .computeList ? reader.word32() : 0
        state.objects = WireObjects(&reader)
        let key = Key(kind: number, object: object)
        call(object) {
            if instances[key] == nil {
                var pointer: UnsafeMutableRawPointer?
                if let create = unsafe table.create {
                    let status = unsafe create(tables.host, state.kinds[number].context, object, &pointer)
                    guard status == 0 else {
                        _ = finish(status, "create")
                        return
                    }
                }
                instances[key] = unsafe Instance(pointer: pointer)
            }
            var request = scrim_draw(
                size: UInt32(MemoryLayout<scrim_draw>.size), reserved: 0, object: object, bounds: bounds, time: time,
                flags: 0, unused: 0)
            let pointer = unsafe instances[key]?.pointer
            switch question {
            case .measure:
                var size = scrim_point()
                if finish(unsafe table.measure?(pointer, tables.host, &request, width, &size) ?? 10, "measure") {
                    body.plain(size)
                }
            case .compute:
                var value = [0.0, 0, 0, 0]
                let status = unsafe value.withUnsafeMutableBufferPointer { list in
                    unsafe list.baseAddress.map {
                        unsafe table.compute?(pointer, tables.host, &request, property, $0) ?? 10
                    } ?? 10
                }
                if finish(status, "compute") { for number in value { body.number(number) } }
            case .computeList:
                var (start, count): (UnsafePointer<Double>?, UInt64) = (nil, 0)
                let status =
                    unsafe table.compute_list?(pointer, tables.host, &request, property, &start, &count) ?? 10
                guard finish(status, "compute_list") else { return }
                unsafe body.list(UnsafeBufferPointer(start: start, count: start == nil ? 0 : Int(clamping: count)))
            default: unsafe draw(table, pointer, &request)
            }
        }
    }

    private func draw(_ table: scrim_layer, _ pointer: UnsafeMutableRawPointer?, _ request: inout scrim_draw) {
        if let update = unsafe table.update {
            let status = unsafe update(pointer, tables.host, &request)
            guard status == 0 else {
                _ = finish(status, "update")
                return
            }
        }
        state.drawing.removeAll()
        state.operations = 0
        state.recorder.begin()
        let status = unsafe table.draw?(pointer, tables.host, &request, tables.canvas) ?? 10
        _ = state.recorder.end()
        if let fault = state.recorder.fault { return fail(.failed, "draw: \(fault)") }
        guard finish(status, "draw") else { return }
        body.word(state.operations)
        body.append(state.drawing)
    }

    private func layOut(_ question: PluginQuestion, _ number: Int, _ reader: inout WireReader) {
        guard case .layer(let table) = state.kinds[number].table else { return fail(.unknown, "it is no layer kind") }
        let (object, width, height) = (reader.word(), reader.number(), reader.number())
        let sublayers = unsafe reader.list(scrim_sublayer.self)
        let hints = unsafe reader.list(scrim_sublayer_hints.self)
        state.objects = WireObjects(&reader)
        let context = unsafe state.kinds[number].context
        call(object) {
            var layout = unsafe scrim_layout(
                size: UInt32(MemoryLayout<scrim_layout>.size), count: UInt32(sublayers.count), object: object,
                width: width, height: height, sublayers: sublayers.baseAddress,
                context: Unmanaged.passUnretained(state).toOpaque(),
                measure: { layout, index, width, size in
                    guard let context = unsafe layout.pointee.context else { return Status.invalid.rawValue }
                    let state = unsafe Unmanaged<WorkerState>.fromOpaque(context).takeUnretainedValue()
                    let (result, status) = state.measure(index, width)
                    if status == 0 { unsafe size.pointee = result }
                    return status
                }, hints: hints.count == sublayers.count ? hints.baseAddress : nil,
                // Only sizes are requested from the daemon.
                baselines: { _, _, _, _ in Status.none.rawValue })
            if question == .fit {
                var size = scrim_point()
                if finish(unsafe table.fit?(context, tables.host, &layout, &size) ?? 10, "fit") { body.plain(size) }
                return
            }
            var frames = [scrim_rect](repeating: scrim_rect(), count: max(1, sublayers.count))
            let status = unsafe frames.withUnsafeMutableBufferPointer { list in
                unsafe list.baseAddress.map { unsafe table.arrange?(context, tables.host, &layout, $0) ?? 10 } ?? 10
            }
            if finish(status, "arrange") { for frame in frames.prefix(sublayers.count) { body.plain(frame) } }
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

    private func check(_ number: Int, _ reader: inout WireReader) {
        let check = unsafe state.kinds[number].table.check
        let property = reader.word32()
        let text = unsafe reader.lentText()
        var reason = unsafe scrim_string()
        let status = unsafe check?(state.kinds[number].context, tables.host, property, text, &reason) ?? 0
        body.word(status)
        body.text(status == 0 ? "" : (try? unsafe readText(reason, "reason")) ?? "it is refused")
    }

    // MARK: Filters

    private func filter(_ question: PluginQuestion, _ number: Int, _ reader: inout WireReader) {
        guard case .filter(let table) = state.kinds[number].table else { return fail(.unknown, "it is no filter") }
        let numbers = unsafe reader.list(Double.self)
        var use = unsafe scrim_filter_use(
            size: UInt32(MemoryLayout<scrim_filter_use>.size), number_count: UInt32(numbers.count),
            numbers: numbers.baseAddress, rgba: reader.word32(), reserved: 0, map: reader.plain(scrim_affine()))
        let context = unsafe state.kinds[number].context
        if question == .reach {
            var reach = scrim_reach()
            if finish(unsafe table.reach?(tables.host, context, &use, &reach) ?? 0, "reach") { body.plain(reach) }
            return
        }
        let (to, from) = (reader.plain(scrim_pixels()), reader.plain(scrim_pixels()))
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
        _ = finish(unsafe table.apply?(tables.host, context, &use, &source, &into) ?? 10, "apply")
    }

    // MARK: Behaviors

    private func behave(_ question: PluginQuestion, _ number: Int, _ reader: inout WireReader) {
        let context = unsafe state.kinds[number].context
        if question == .makeEngine {
            guard case .behavior(let table) = state.kinds[number].table else {
                return fail(.unknown, "it is no behavior")
            }
            var pointer: UnsafeMutableRawPointer?
            if finish(unsafe table.create?(tables.host, context, &pointer) ?? 10, "create") {
                unsafe engine = (table, pointer)
            }
            return
        }
        guard let (table, pointer) = unsafe engine else { return fail(.state, "there is no engine") }
        switch question {
        case .endEngine:
            unsafe table.destroy?(pointer)
            unsafe engine = nil
            _ = finish(0, "destroy")
        case .change:
            let object = reader.word()
            state.objects = WireObjects(&reader)
            state.maySet = true
            call(object) { _ = finish(unsafe table.change?(pointer, tables.host, context, object) ?? 10, "change") }
        case .remove: _ = finish(unsafe table.remove?(pointer, reader.word()) ?? 10, "remove")
        case .place:
            let items = unsafe reader.list(scrim_item.self)
            guard let first = items.baseAddress else {
                _ = finish(0, "place")
                return
            }
            _ = unsafe finish(table.place?(pointer, first, UInt64(items.count)) ?? 10, "place")
        case .velocity:
            var velocity = scrim_velocity()
            let status = unsafe table.velocity?(pointer, reader.word(), &velocity) ?? Status.none.rawValue
            _ = finish(0, "velocity")
            body.word(status)
            body.plain(velocity)
        case .save:
            var (list, count) = unsafe (UnsafePointer<Double>?.none, UInt64(0))
            let status = unsafe table.save?(pointer, reader.word(), &list, &count) ?? Status.none.rawValue
            _ = finish(0, "save")
            body.word(status)
            let most = min(status == 0 ? count : 0, UInt64(SCRIM_MOTION_NUMBERS) + 1)
            unsafe body.list(UnsafeBufferPointer(start: list, count: list == nil ? 0 : Int(most)))
        case .restore:
            let object = reader.word()
            let list = unsafe reader.list(Double.self)
            _ = unsafe finish(
                table.restore?(pointer, object, list.baseAddress, UInt64(list.count)) ?? 10, "restore")
        default: unsafe step(table, pointer, reader.number())
        }
    }

    private func step(_ table: scrim_behavior, _ pointer: UnsafeMutableRawPointer?, _ time: Double) {
        var step = unsafe scrim_step()
        unsafe step.size = UInt32(MemoryLayout<scrim_step>.size)
        unsafe step.time = time
        guard finish(unsafe table.step?(pointer, tables.host, &step) ?? 10, "step") else { return }
        unsafe body.word(step.moves)
        unsafe body.number(step.skipped)
        unsafe body.list(UnsafeBufferPointer(start: step.motions, count: Int(step.motion_count)))
        let contacts = unsafe UnsafeBufferPointer(start: step.contacts, count: Int(min(step.contact_count, 65_536)))
        body.word(contacts.count)
        for index in contacts.indices {
            let contact = unsafe contacts[index]
            unsafe body.word(contact.behavior)
            unsafe body.word(contact.first)
            unsafe body.word(contact.second)
            body.text((try? unsafe readText(contact.boundary, "")) ?? "")
            unsafe body.plain(contact.point)
            unsafe body.word(contact.began)
        }
    }
}
