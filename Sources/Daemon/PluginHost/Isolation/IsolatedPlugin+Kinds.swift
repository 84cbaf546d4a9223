import Glibc
import ScrimPluginABI

/// Layer kinds.
extension IsolatedPlugin {
    private func writeRequest(_ request: scrim_draw) {
        wire.word(request.object)
        wire.plain(request.bounds)
        wire.number(request.time)
    }

    func draw(
        _ instance: IsolatedInstance, _ request: scrim_draw, _ canvas: UnsafePointer<scrim_canvas>
    ) -> UInt32 {
        conversation.begin(.draw, instance.kind.number)
        writeRequest(request)
        writeObjects(request.object)
        switch unsafe conversation.ask(mayBeLate: true) {
        case .later: return PluginQuestion.later
        case .lost: return Status.failed.rawValue
        case .reply(var reader):
            let status = conversation.status(&reader)
            guard status == 0 else { return status }
            guard unsafe reader.replay(onto: canvas, conversation.news.glyphs) else { return refuse() }
            return status
        }
    }

    /// Handles an invalid reply: the process may be compromised, so it is ended.
    private func refuse() -> UInt32 {
        conversation.lose("gave a wrong answer")
        return Status.failed.rawValue
    }

    /// Sends the question, and reads the result of a successful call.
    private func result(
        _ answer: PluginConversation.Answer, _ read: (inout WireReader) -> Void = { _ in }
    ) -> UInt32 {
        guard case .reply(var reader) = answer else { return Status.failed.rawValue }
        let status = conversation.status(&reader)
        guard status == 0 else { return status }
        read(&reader)
        return reader.isBroken ? refuse() : status
    }

    func measure(
        _ instance: IsolatedInstance, _ request: scrim_draw, _ width: Double, _ size: inout scrim_point
    ) -> UInt32 {
        conversation.begin(.measure, instance.kind.number)
        writeRequest(request)
        wire.number(width)
        writeObjects(request.object)
        return unsafe result(conversation.ask()) { size = $0.plain(scrim_point()) }
    }

    func compute(
        _ instance: IsolatedInstance, _ request: scrim_draw, _ property: UInt32, _ value: UnsafeMutablePointer<Double>
    ) -> UInt32 {
        conversation.begin(.compute, instance.kind.number)
        writeRequest(request)
        wire.word(property)
        writeObjects(request.object)
        return unsafe result(conversation.ask()) { reader in
            for index in 0..<4 { unsafe value[index] = reader.number() }
        }
    }

    /// The list is borrowed from the reply.
    func computeList(
        _ instance: IsolatedInstance, _ request: scrim_draw, _ property: UInt32, _ values: inout UnsafePointer<Double>?,
        _ count: inout UInt64
    ) -> UInt32 {
        conversation.begin(.computeList, instance.kind.number)
        writeRequest(request)
        wire.word(property)
        writeObjects(request.object)
        return unsafe result(conversation.ask()) { reader in
            let list = unsafe reader.list(Double.self)
            unsafe (values, count) = (list.baseAddress, UInt64(list.count))
        }
    }

    private func writeLayout(_ layout: scrim_layout) {
        unsafe wire.word(layout.object)
        unsafe wire.number(layout.width)
        unsafe wire.number(layout.height)
        unsafe wire.list(UnsafeBufferPointer(start: layout.sublayers, count: Int(layout.count)))
        unsafe wire.list(UnsafeBufferPointer(start: layout.hints, count: layout.hints == nil ? 0 : Int(layout.count)))
        unsafe writeObjects(layout.object)
    }

    func arrange(
        _ kind: IsolatedKind, _ layout: UnsafePointer<scrim_layout>, _ frames: UnsafeMutablePointer<scrim_rect>
    ) -> UInt32 {
        conversation.begin(.arrange, kind.number)
        unsafe writeLayout(layout.pointee)
        let count = unsafe Int(layout.pointee.count)
        return unsafe result(conversation.ask(layout: layout)) { reader in
            for index in 0..<count { unsafe frames[index] = reader.plain(scrim_rect()) }
        }
    }

    func fit(_ kind: IsolatedKind, _ layout: UnsafePointer<scrim_layout>, _ size: inout scrim_point) -> UInt32 {
        conversation.begin(.fit, kind.number)
        unsafe writeLayout(layout.pointee)
        return unsafe result(conversation.ask(layout: layout)) { size = $0.plain(scrim_point()) }
    }

    /// Validates a text; if the process cannot be asked, the text counts as valid.
    func check(_ kind: IsolatedKind, _ property: UInt32, _ text: scrim_string, _ reason: inout scrim_string) -> UInt32 {
        conversation.begin(.check, kind.number)
        wire.word(property)
        unsafe wire.list(UnsafeBufferPointer(start: text.bytes, count: Int(text.length)))
        guard case .reply(var reader) = unsafe conversation.ask() else {
            services.fault = nil
            return Status.ok.rawValue
        }
        let status = reader.word32()
        unsafe reason = unsafe reader.lentText()
        return reader.isBroken ? refuse() : status
    }
}

/// Filters.
extension IsolatedPlugin {
    private func writeUse(_ use: scrim_filter_use) {
        unsafe wire.list(UnsafeBufferPointer(start: use.numbers, count: Int(use.number_count)))
        unsafe wire.word(use.rgba)
        unsafe wire.plain(use.map)
    }

    func reach(_ kind: IsolatedKind, _ use: scrim_filter_use, _ reach: inout scrim_reach) -> UInt32 {
        conversation.begin(.reach, kind.number)
        unsafe writeUse(use)
        return unsafe result(conversation.ask()) { reach = $0.plain(scrim_reach()) }
    }

    func apply(_ kind: IsolatedKind, _ use: scrim_filter_use, _ source: scrim_image, _ target: scrim_image) -> UInt32 {
        conversation.begin(.apply, kind.number)
        unsafe writeUse(use)
        unsafe wire.plain(target.rect)
        unsafe wire.plain(source.rect)
        let (width, height) = unsafe Self.size(source.rect)
        let row = wire.reserve(words: 1)
        wire.set(width * height, at: row)
        for y in 0..<height {
            guard let pixels = unsafe source.argb else { break }
            unsafe wire.raw(pixels + y * Int(source.stride), width * 4, isLast: y == height - 1)
        }
        let (columns, rows) = unsafe Self.size(target.rect)
        let size = columns * rows * 4
        guard case .reply(var reader) = unsafe conversation.ask(reply: SharedMemory.pixels + size) else {
            return Status.failed.rawValue
        }
        let status = conversation.status(&reader)
        guard status == 0, let pixels = unsafe target.argb, let reply = unsafe conversation.replyPixels(size) else {
            return status
        }
        for y in 0..<rows {
            unsafe (pixels + y * Int(target.stride)).copyMemory(from: reply + y * columns * 4, byteCount: columns * 4)
        }
        return status
    }

    private static func size(_ rect: scrim_pixels) -> (Int, Int) {
        (max(0, Int(rect.x1) - Int(rect.x0)), max(0, Int(rect.y1) - Int(rect.y0)))
    }
}

/// Behaviors.
extension IsolatedPlugin {
    func makeEngine(_ kind: IsolatedKind) -> UInt32 {
        conversation.begin(.makeEngine, kind.number)
        let status = unsafe result(conversation.ask())
        conversation.hasEngine = status == 0
        return status
    }

    func endEngine(_ kind: IsolatedKind) {
        guard conversation.hasEngine else { return }
        conversation.begin(.endEngine, kind.number)
        _ = unsafe conversation.ask()
        conversation.hasEngine = false
    }

    /// Asks the engine. One that ended with its process is created again by the host.
    private func askEngine(_ read: (inout WireReader) -> Void = { _ in }) -> UInt32 {
        guard conversation.hasEngine else { return Status.ok.rawValue }
        return unsafe result(conversation.ask(), read)
    }

    func change(_ kind: IsolatedKind, _ object: UInt64) -> UInt32 {
        conversation.begin(.change, kind.number)
        wire.word(object)
        writeObjects(object)
        return askEngine()
    }

    func remove(_ kind: IsolatedKind, _ object: UInt64) -> UInt32 {
        conversation.begin(.remove, kind.number)
        wire.word(object)
        return askEngine()
    }

    func place(_ kind: IsolatedKind, _ items: UnsafeBufferPointer<scrim_item>) -> UInt32 {
        conversation.begin(.place, kind.number)
        unsafe wire.list(items)
        return askEngine()
    }

    func velocity(_ kind: IsolatedKind, _ item: UInt64, _ velocity: inout scrim_velocity) -> UInt32 {
        guard conversation.hasEngine else { return Status.none.rawValue }
        conversation.begin(.velocity, kind.number)
        wire.word(item)
        var (answer, found) = (Status.none.rawValue, scrim_velocity())
        let status = askEngine { reader in
            answer = reader.word32()
            found = reader.plain(scrim_velocity())
        }
        if status == 0, answer == 0 { velocity = found }
        return status == 0 ? answer : status
    }

    func save(
        _ kind: IsolatedKind, _ object: UInt64, _ numbers: inout UnsafePointer<Double>?, _ count: inout UInt64
    ) -> UInt32 {
        guard conversation.hasEngine else { return Status.none.rawValue }
        conversation.begin(.save, kind.number)
        wire.word(object)
        var answer = Status.none.rawValue
        let status = askEngine { reader in
            answer = reader.word32()
            let list = unsafe reader.list(Double.self)
            unsafe (numbers, count) = (list.baseAddress, UInt64(list.count))
        }
        return status == 0 ? answer : status
    }

    func restore(_ kind: IsolatedKind, _ object: UInt64, _ numbers: UnsafeBufferPointer<Double>) -> UInt32 {
        conversation.begin(.restore, kind.number)
        wire.word(object)
        unsafe wire.list(numbers)
        return askEngine()
    }

    func step(_ kind: IsolatedKind, _ step: inout scrim_step) -> UInt32 {
        conversation.begin(.step, kind.number)
        unsafe wire.number(step.time)
        var result = unsafe step
        let status = askEngine { reader in
            unsafe result.moves = reader.word32()
            unsafe result.skipped = reader.number()
            let motions = unsafe reader.list(scrim_motion.self)
            unsafe (result.motions, result.motion_count) = (motions.baseAddress, UInt64(motions.count))
            self.contacts.removeAll()
            for _ in 0..<reader.count(upTo: 1 << 20) where !reader.isBroken {
                unsafe self.contacts.append(
                    scrim_contact(
                        behavior: reader.word(), first: reader.word(), second: reader.word(),
                        boundary: reader.lentText(), point: reader.plain(scrim_point()), began: reader.word32(),
                        reserved: 0))
            }
            unsafe (result.contacts, result.contact_count) = unsafe (
                self.contacts.start, UInt64(self.contacts.count)
            )
        }
        if status == 0 { unsafe step = unsafe result }
        return status
    }
}

/// The contacts of the last step, valid until the next one.
@safe
final class ContactList {
    private var memory: UnsafeMutablePointer<scrim_contact>
    private var capacity = 16
    private(set) var count = 0

    init() { unsafe memory = .allocate(capacity: 16) }

    deinit { unsafe memory.deallocate() }

    var start: UnsafePointer<scrim_contact> { unsafe UnsafePointer(memory) }

    func removeAll() { count = 0 }

    func append(_ contact: scrim_contact) {
        if count == capacity {
            let larger = UnsafeMutablePointer<scrim_contact>.allocate(capacity: capacity * 2)
            unsafe larger.initialize(from: memory, count: count)
            unsafe memory.deallocate()
            unsafe memory = larger
            capacity *= 2
        }
        unsafe (memory + count).initialize(to: contact)
        count += 1
    }
}
