import ScrimPluginABI

/// The object behind a behavior kind's context: the index of the kind, and how to create the engine.
private final class BehaviorMaker {
    let kind: Int
    let make: (Host) throws(PluginFailure) -> any BehaviorEngine
    let refusal: (String, Int) -> String?
    let reason = LentText()

    init(
        _ kind: Int, refusal: @escaping (String, Int) -> String?,
        _ make: @escaping (Host) throws(PluginFailure) -> any BehaviorEngine
    ) {
        (self.kind, self.refusal, self.make) = (kind, refusal, make)
    }
}

/// The object behind an engine's pointer.
@safe
private final class EngineBox {
    let engine: any BehaviorEngine
    /// The memory last lent to the host.
    private var lent: UnsafeMutableBufferPointer<Double>?

    init(_ engine: any BehaviorEngine) { self.engine = engine }

    deinit { unsafe lent?.deallocate() }

    /// Numbers in memory that is valid until the next call.
    func lend(_ numbers: [Double]) -> UnsafeBufferPointer<Double> {
        unsafe lent?.deallocate()
        let memory = UnsafeMutableBufferPointer<Double>.allocate(capacity: numbers.count)
        _ = unsafe memory.initialize(fromContentsOf: numbers)
        unsafe lent = unsafe memory
        return UnsafeBufferPointer(memory)
    }
}

/// Runs `body` with the engine behind a pointer; returns the status of its error.
private func run(
    _ pointer: UnsafeMutableRawPointer?, _ body: (any BehaviorEngine) throws(PluginFailure) -> Void
) -> UInt32 {
    guard let pointer = unsafe pointer else { return 6 }
    let box = unsafe Unmanaged<EngineBox>.fromOpaque(pointer).takeUnretainedValue()
    do throws(PluginFailure) {
        try body(box.engine)
        return 0
    } catch {
        return error.status
    }
}

private func maker(_ context: UnsafeMutableRawPointer?) -> BehaviorMaker? {
    guard let context = unsafe context else { return nil }
    return unsafe Unmanaged<BehaviorMaker>.fromOpaque(context).takeUnretainedValue()
}

/// Creates the entries of an engine's kinds, which share one table.
func behaviorTables(_ engine: any BehaviorEngine.Type) -> [scrim_kind] {
    let table = unsafe forever(
        scrim_behavior(
            size: UInt32(MemoryLayout<scrim_behavior>.size), flags: 0,
            create: { host, context, engine in
                guard let maker = unsafe maker(context) else { return 6 }
                do throws(PluginFailure) {
                    let box = EngineBox(try unsafe maker.make(Host(host)))
                    unsafe engine.pointee = unsafe Unmanaged.passRetained(box).toOpaque()
                    return 0
                } catch {
                    return error.status
                }
            },
            destroy: { engine in
                if let engine = unsafe engine { unsafe Unmanaged<EngineBox>.fromOpaque(engine).release() }
            },
            change: { engine, host, context, object in
                guard let maker = unsafe maker(context) else { return 6 }
                return unsafe run(engine) { engine throws(PluginFailure) in
                    try unsafe engine.change(maker.kind, Properties(host, object))
                }
            },
            remove: { engine, object in
                unsafe run(engine) { engine throws(PluginFailure) in engine.remove(object) }
            },
            place: { engine, items, count in
                unsafe run(engine) { engine throws(PluginFailure) in
                    for at in 0..<Int(count) { unsafe engine.place(items[at]) }
                }
            },
            step: { engine, _, step in
                unsafe run(engine) { engine throws(PluginFailure) in
                    let moves = try unsafe engine.step(to: step.pointee.time)
                    unsafe step.pointee.moves = moves ? 1 : 0
                    // Older hosts do not have this member.
                    let isLarge = unsafe Int(step.pointee.size) >= MemoryLayout<scrim_step>.size
                    if isLarge { unsafe step.pointee.skipped = engine.skipped }
                    let (motions, contacts) = unsafe (engine.motions, engine.contacts)
                    unsafe (step.pointee.motions, step.pointee.motion_count) = (
                        motions.baseAddress, UInt64(motions.count)
                    )
                    unsafe (step.pointee.contacts, step.pointee.contact_count) = (
                        contacts.baseAddress, UInt64(contacts.count)
                    )
                }
            },
            velocity: { engine, item, velocity in
                guard let pointer = unsafe engine else { return 6 }
                let box = unsafe Unmanaged<EngineBox>.fromOpaque(pointer).takeUnretainedValue()
                guard let found = box.engine.velocity(of: item) else { return 5 }
                unsafe velocity.pointee = found
                return 0
            },
            check: { context, _, number, text, reason in
                guard let maker = unsafe maker(context) else { return 6 }
                let string = unsafe String(
                    decoding: UnsafeRawBufferPointer(start: text.bytes, count: Int(text.length)), as: UTF8.self)
                guard let refusal = maker.refusal(string, Int(number)) else { return 0 }
                unsafe reason.pointee = unsafe maker.reason.lend(refusal)
                return 6
            },
            save: { engine, object, numbers, count in
                guard let pointer = unsafe engine else { return 6 }
                let box = unsafe Unmanaged<EngineBox>.fromOpaque(pointer).takeUnretainedValue()
                let motion = box.engine.motion(of: object)
                guard !motion.isEmpty else { return 5 }
                let lent = unsafe box.lend(motion)
                unsafe (numbers.pointee, count.pointee) = (lent.baseAddress, UInt64(lent.count))
                return 0
            },
            restore: { engine, object, numbers, count in
                unsafe run(engine) { engine throws(PluginFailure) in
                    let list = unsafe UnsafeBufferPointer(start: numbers, count: Int(count))
                    unsafe engine.resume(object, Array(list))
                }
            }))
    return unsafe engine.kinds.enumerated().map { number, kind in
        let maker = BehaviorMaker(number, refusal: { engine.refusal(of: $0, number, $1) }) {
            host throws(PluginFailure) in try engine.init(host: host)
        }
        return unsafe kindTable(
            kind.name, kind.help, kind.schema, "scrim.behavior/1", UnsafeRawPointer(table), maker)
    }
}
