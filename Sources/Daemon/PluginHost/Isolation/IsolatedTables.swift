import ScrimPluginABI

/// The object behind a kind's context, and behind the engine of behaviors. It outlives the process, as the tables of a
/// plugin do.
final class IsolatedKind {
    private weak var owner: IsolatedPlugin?
    let number: Int

    /// The plugin; the host has it while it calls.
    var plugin: IsolatedPlugin {
        guard let owner else { preconditionFailure("a plugin is called that the host does not have any more") }
        return owner
    }

    init(_ plugin: IsolatedPlugin, _ number: Int) { (owner, self.number) = (plugin, number) }

    /// Releases an instance; the process may have ended.
    func forget(_ object: UInt64) { owner?.conversation.forget(object, of: number) }

    static func of(_ context: UnsafeMutableRawPointer?) -> IsolatedKind? {
        unsafe context.map { unsafe Unmanaged<IsolatedKind>.fromOpaque($0).takeUnretainedValue() }
    }
}

/// The object behind an instance.
final class IsolatedInstance {
    let kind: IsolatedKind
    let object: UInt64

    init(_ kind: IsolatedKind, _ object: UInt64) { (self.kind, self.object) = (kind, object) }

    static func of(_ pointer: UnsafeMutableRawPointer?) -> IsolatedInstance? {
        unsafe pointer.map { unsafe Unmanaged<IsolatedInstance>.fromOpaque($0).takeUnretainedValue() }
    }
}

/// The function tables of kinds whose plugin runs in a process of its own.
enum IsolatedTables {
    /// The functions of a layer kind whose process offers those of `offered` that are not null.
    static func layer(_ offered: scrim_layer) -> scrim_layer {
        var table = scrim_layer()
        table.size = UInt32(MemoryLayout<scrim_layer>.size)
        table.flags = offered.flags
        unsafe table.create = { _, context, object, instance in
            guard let kind = unsafe IsolatedKind.of(context) else { return Status.invalid.rawValue }
            // The process creates its instance with the first call that needs it.
            unsafe instance.pointee = unsafe Unmanaged.passRetained(IsolatedInstance(kind, object)).toOpaque()
            return Status.ok.rawValue
        }
        unsafe table.destroy = { pointer in
            guard let pointer = unsafe pointer else { return }
            let instance = unsafe Unmanaged<IsolatedInstance>.fromOpaque(pointer).takeRetainedValue()
            instance.kind.forget(instance.object)
        }
        unsafe table.draw = { pointer, _, request, canvas in
            guard let instance = unsafe IsolatedInstance.of(pointer) else { return Status.invalid.rawValue }
            return unsafe instance.kind.plugin.draw(instance, request.pointee, canvas)
        }
        if unsafe offered.measure != nil {
            unsafe table.measure = { pointer, _, request, width, size in
                guard let instance = unsafe IsolatedInstance.of(pointer) else { return Status.invalid.rawValue }
                return unsafe instance.kind.plugin.measure(instance, request.pointee, width, &size.pointee)
            }
        }
        if unsafe offered.compute != nil {
            unsafe table.compute = { pointer, _, request, property, value in
                guard let instance = unsafe IsolatedInstance.of(pointer) else { return Status.invalid.rawValue }
                return unsafe instance.kind.plugin.compute(instance, request.pointee, property, value)
            }
        }
        if unsafe offered.compute_list != nil {
            unsafe table.compute_list = { pointer, _, request, property, values, count in
                guard let instance = unsafe IsolatedInstance.of(pointer) else { return Status.invalid.rawValue }
                return unsafe instance.kind.plugin.computeList(
                    instance, request.pointee, property, &values.pointee, &count.pointee)
            }
        }
        if unsafe offered.arrange != nil {
            unsafe table.arrange = { context, _, layout, frames in
                guard let kind = unsafe IsolatedKind.of(context) else { return Status.invalid.rawValue }
                return unsafe kind.plugin.arrange(kind, layout, frames)
            }
            unsafe table.fit = { context, _, layout, size in
                guard let kind = unsafe IsolatedKind.of(context) else { return Status.invalid.rawValue }
                return unsafe kind.plugin.fit(kind, layout, &size.pointee)
            }
        }
        if unsafe offered.check != nil {
            unsafe table.check = { context, _, property, text, reason in
                guard let kind = unsafe IsolatedKind.of(context) else { return Status.invalid.rawValue }
                return unsafe kind.plugin.check(kind, property, text, &reason.pointee)
            }
        }
        return table
    }

    /// The functions of a filter.
    static func filter(_ offered: scrim_filter) -> scrim_filter {
        var table = scrim_filter()
        table.size = UInt32(MemoryLayout<scrim_filter>.size)
        table.flags = offered.flags
        if unsafe offered.reach != nil {
            unsafe table.reach = { _, context, use, reach in
                guard let kind = unsafe IsolatedKind.of(context) else { return Status.invalid.rawValue }
                return unsafe kind.plugin.reach(kind, use.pointee, &reach.pointee)
            }
        }
        unsafe table.apply = { _, context, use, source, target in
            guard let kind = unsafe IsolatedKind.of(context) else { return Status.invalid.rawValue }
            return unsafe kind.plugin.apply(kind, use.pointee, source.pointee, target.pointee)
        }
        return table
    }

    /// The functions of a behavior.
    static func behavior(_ offered: scrim_behavior) -> scrim_behavior {
        var table = scrim_behavior()
        table.size = UInt32(MemoryLayout<scrim_behavior>.size)
        unsafe table.create = { _, context, engine in
            guard let kind = unsafe IsolatedKind.of(context) else { return Status.invalid.rawValue }
            unsafe engine.pointee = unsafe context
            return kind.plugin.makeEngine(kind)
        }
        unsafe table.destroy = { engine in
            if let kind = unsafe IsolatedKind.of(engine) { kind.plugin.endEngine(kind) }
        }
        unsafe table.change = { engine, _, context, object in
            guard let kind = unsafe IsolatedKind.of(context) else { return Status.invalid.rawValue }
            return kind.plugin.change(kind, object)
        }
        unsafe table.remove = { engine, object in
            guard let kind = unsafe IsolatedKind.of(engine) else { return Status.invalid.rawValue }
            return kind.plugin.remove(kind, object)
        }
        unsafe table.place = { engine, items, count in
            guard let kind = unsafe IsolatedKind.of(engine) else { return Status.invalid.rawValue }
            return unsafe kind.plugin.place(kind, UnsafeBufferPointer(start: items, count: Int(count)))
        }
        unsafe table.step = { engine, _, step in
            guard let kind = unsafe IsolatedKind.of(engine) else { return Status.invalid.rawValue }
            return unsafe kind.plugin.step(kind, &step.pointee)
        }
        if unsafe offered.velocity != nil {
            unsafe table.velocity = { engine, item, velocity in
                guard let kind = unsafe IsolatedKind.of(engine) else { return Status.invalid.rawValue }
                return unsafe kind.plugin.velocity(kind, item, &velocity.pointee)
            }
        }
        if unsafe offered.check != nil {
            unsafe table.check = { context, _, property, text, reason in
                guard let kind = unsafe IsolatedKind.of(context) else { return Status.invalid.rawValue }
                return unsafe kind.plugin.check(kind, property, text, &reason.pointee)
            }
        }
        if unsafe offered.save != nil, unsafe offered.restore != nil {
            unsafe table.save = { engine, object, numbers, count in
                guard let kind = unsafe IsolatedKind.of(engine) else { return Status.invalid.rawValue }
                return unsafe kind.plugin.save(kind, object, &numbers.pointee, &count.pointee)
            }
            unsafe table.restore = { engine, object, numbers, count in
                guard let kind = unsafe IsolatedKind.of(engine) else { return Status.invalid.rawValue }
                return unsafe kind.plugin.restore(
                    kind, object, UnsafeBufferPointer(start: numbers, count: Int(count)))
            }
        }
        return table
    }
}
