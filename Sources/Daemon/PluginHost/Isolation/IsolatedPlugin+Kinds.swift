import Glibc
import ScrimPluginABI

extension IsolatedPlugin {
    /// Handles an invalid reply: the process may be compromised, so it is ended.
    private func refuse() -> UInt32 {
        conversation.lose("gave a wrong answer")
        return Status.failed.rawValue
    }

    /// Sends a question, and passes the result of a successful call to `take`. `object`: the one about which the call
    /// may read. `layout`: the layers whose sizes the process may request meanwhile.
    private func ask<Question: PluginQuestion>(
        _ kind: IsolatedKind, _ question: Question, about object: UInt64? = nil,
        layout: UnsafePointer<scrim_layout>? = nil, _ take: (Question.Reply) -> Void = { _ in }
    ) -> UInt32 {
        conversation.begin(question, kind.number)
        if let object { writeObjects(object) }
        guard case .reply(var reader) = unsafe conversation.ask(layout: layout) else { return Status.failed.rawValue }
        guard let status = conversation.status(&reader) else { return refuse() }
        guard status == 0 else { return status }
        guard let reply = unsafe reader.value(Question.Reply.self) else { return refuse() }
        unsafe take(reply.pointee)
        return status
    }
}

/// Layer kinds.
extension IsolatedPlugin {
    func draw(
        _ instance: IsolatedInstance, _ request: scrim_draw, _ canvas: UnsafePointer<scrim_canvas>
    ) -> UInt32 {
        conversation.begin(DrawQuestion(request: request), instance.kind.number)
        writeObjects(request.object)
        switch unsafe conversation.ask(mayBeLate: true) {
        case .later: return PluginConversation.later
        case .lost: return Status.failed.rawValue
        case .reply(var reader):
            guard let status = conversation.status(&reader) else { return refuse() }
            guard status == 0 else { return status }
            guard unsafe reader.replay(onto: canvas, conversation.news.glyphs) else { return refuse() }
            return status
        }
    }

    func measure(
        _ instance: IsolatedInstance, _ request: scrim_draw, _ width: Double, _ size: inout scrim_point
    ) -> UInt32 {
        unsafe ask(instance.kind, MeasureQuestion(request: request, width: width), about: request.object) { size = $0 }
    }

    func compute(
        _ instance: IsolatedInstance, _ request: scrim_draw, _ property: UInt32, _ value: UnsafeMutablePointer<Double>
    ) -> UInt32 {
        unsafe ask(instance.kind, ComputeQuestion(request: request, property: property), about: request.object) {
            unsafe (value[0], value[1], value[2], value[3]) = ($0.x, $0.y, $0.width, $0.height)
        }
    }

    /// The list is borrowed from the reply.
    func computeList(
        _ instance: IsolatedInstance, _ request: scrim_draw, _ property: UInt32, _ values: inout UnsafePointer<Double>?,
        _ count: inout UInt64
    ) -> UInt32 {
        unsafe ask(instance.kind, ComputeListQuestion(request: request, property: property), about: request.object) {
            unsafe (values, count) = unsafe ($0.numbers, $0.count)
        }
    }

    func arrange(
        _ kind: IsolatedKind, _ layout: UnsafePointer<scrim_layout>, _ frames: UnsafeMutablePointer<scrim_rect>
    ) -> UInt32 {
        let (object, count) = unsafe (layout.pointee.object, Int(layout.pointee.count))
        var isComplete = true
        let status = unsafe ask(kind, ArrangeQuestion(layout: layout.pointee), about: object, layout: layout) {
            isComplete = $0.count == UInt64(count)
            if isComplete, let list = unsafe $0.frames { unsafe frames.update(from: list, count: count) }
        }
        return isComplete ? status : refuse()
    }

    func fit(_ kind: IsolatedKind, _ layout: UnsafePointer<scrim_layout>, _ size: inout scrim_point) -> UInt32 {
        let object = unsafe layout.pointee.object
        return unsafe ask(kind, FitQuestion(layout: layout.pointee), about: object, layout: layout) { size = $0 }
    }

    /// Validates a text; if the process cannot be asked, the text counts as valid.
    func check(_ kind: IsolatedKind, _ property: UInt32, _ text: scrim_string, _ reason: inout scrim_string) -> UInt32 {
        unsafe conversation.begin(CheckQuestion(text: text, property: property), kind.number)
        guard case .reply(var reader) = unsafe conversation.ask() else {
            services.fault = nil
            return Status.ok.rawValue
        }
        guard let reply = unsafe reader.value(ReplyStatus.self),
            let status = unsafe UInt32(exactly: reply.pointee.status)
        else { return refuse() }
        unsafe reason = unsafe reply.pointee.reason
        return status
    }
}

/// Filters.
extension IsolatedPlugin {
    func reach(_ kind: IsolatedKind, _ use: scrim_filter_use, _ reach: inout scrim_reach) -> UInt32 {
        unsafe ask(kind, ReachQuestion(use: use)) { reach = $0 }
    }

    func apply(_ kind: IsolatedKind, _ use: scrim_filter_use, _ source: scrim_image, _ target: scrim_image) -> UInt32 {
        unsafe conversation.begin(ApplyQuestion(use: use, target: target.rect, source: source.rect), kind.number)
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
        guard let status = conversation.status(&reader) else { return refuse() }
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
        let status = unsafe ask(kind, MakeEngineQuestion())
        conversation.hasEngine = status == 0
        return status
    }

    func endEngine(_ kind: IsolatedKind) {
        guard conversation.hasEngine else { return }
        _ = unsafe ask(kind, EndEngineQuestion())
        conversation.hasEngine = false
    }

    /// Asks the engine. One that ended with its process is created again by the host; until then the status is
    /// `without`.
    private func askEngine<Question: PluginQuestion>(
        _ kind: IsolatedKind, _ question: Question, about object: UInt64? = nil, without: Status = .ok,
        _ take: (Question.Reply) -> Void = { _ in }
    ) -> UInt32 {
        guard conversation.hasEngine else { return without.rawValue }
        return unsafe ask(kind, question, about: object, take)
    }

    func change(_ kind: IsolatedKind, _ object: UInt64) -> UInt32 {
        askEngine(kind, ChangeQuestion(object: object), about: object)
    }

    func remove(_ kind: IsolatedKind, _ object: UInt64) -> UInt32 { askEngine(kind, RemoveQuestion(object: object)) }

    func place(_ kind: IsolatedKind, _ items: UnsafeBufferPointer<scrim_item>) -> UInt32 {
        unsafe askEngine(kind, PlaceQuestion(items: items.baseAddress, count: UInt64(items.count)))
    }

    func velocity(_ kind: IsolatedKind, _ item: UInt64, _ velocity: inout scrim_velocity) -> UInt32 {
        askEngine(kind, VelocityQuestion(item: item), without: .none) { velocity = $0 }
    }

    func save(
        _ kind: IsolatedKind, _ object: UInt64, _ numbers: inout UnsafePointer<Double>?, _ count: inout UInt64
    ) -> UInt32 {
        askEngine(kind, SaveQuestion(object: object), without: .none) {
            unsafe (numbers, count) = unsafe ($0.numbers, $0.count)
        }
    }

    func restore(_ kind: IsolatedKind, _ object: UInt64, _ numbers: UnsafeBufferPointer<Double>) -> UInt32 {
        let motion = unsafe NumberList(numbers: numbers.baseAddress, count: UInt64(numbers.count))
        return askEngine(kind, RestoreQuestion(object: object, motion: motion))
    }

    /// The lists are borrowed from the reply.
    func step(_ kind: IsolatedKind, _ step: inout scrim_step) -> UInt32 {
        unsafe askEngine(kind, unsafe StepQuestion(time: step.time)) { unsafe step = unsafe $0 }
    }
}
