import ScrimPluginABI

/// The object behind an output's instance pointer.
private final class OutputBox {
    let output: any OutputKind
    var mode = Mode(width: 0, height: 0, scale: 1, refresh: 60)

    init(_ output: any OutputKind) { self.output = output }

    func screen() throws(PluginFailure) -> any ScreenKind {
        guard let screen = output as? any ScreenKind else { throw .unsupported }
        return screen
    }
}

private final class OutputMaker {
    let make: (Host, UInt64) throws(PluginFailure) -> any OutputKind

    init(_ make: @escaping (Host, UInt64) throws(PluginFailure) -> any OutputKind) { self.make = make }
}

/// Runs `body` with the output behind an instance pointer; returns the status of its error.
private func run(
    _ instance: UnsafeMutableRawPointer?, _ body: (OutputBox) throws(PluginFailure) -> Void
) -> UInt32 {
    guard let instance = unsafe instance else { return 6 }
    let box = unsafe Unmanaged<OutputBox>.fromOpaque(instance).takeUnretainedValue()
    do throws(PluginFailure) {
        try body(box)
        return 0
    } catch {
        return error.status
    }
}

/// Creates the table of an output kind.
func outputTable<Kind: OutputKind>(_ kind: Kind.Type) -> scrim_kind {
    let maker = OutputMaker { host, object throws(PluginFailure) in try Kind(host: host, object: object) }
    let table = unsafe forever(
        scrim_output(
            size: UInt32(MemoryLayout<scrim_output>.size), flags: 0,
            create: { host, context, object, instance in
                guard let context = unsafe context else { return 6 }
                let maker = unsafe Unmanaged<OutputMaker>.fromOpaque(context).takeUnretainedValue()
                do throws(PluginFailure) {
                    let box = OutputBox(try unsafe maker.make(Host(host), object))
                    unsafe instance.pointee = unsafe Unmanaged.passRetained(box).toOpaque()
                    return 0
                } catch {
                    return error.status
                }
            },
            destroy: { instance in
                if let instance = unsafe instance { unsafe Unmanaged<OutputBox>.fromOpaque(instance).release() }
            },
            configure: { instance, host, mode in
                unsafe run(instance) { box throws(PluginFailure) in
                    let raw = unsafe mode.pointee
                    let mode = Mode(
                        width: Int(raw.width), height: Int(raw.height), scale: raw.scale,
                        refresh: Double(raw.refresh) / 1000)
                    try unsafe box.output.configure(mode, Properties(host, raw.object))
                    box.mode = mode
                }
            },
            acquire: { instance, result in
                unsafe run(instance) { box throws(PluginFailure) in
                    let buffer = try box.output.acquire()
                    // The host sets the size that it knows; this is the first version.
                    guard unsafe result.pointee.size >= UInt32(MemoryLayout<scrim_buffer>.size) else {
                        throw PluginFailure.unsupported
                    }
                    unsafe result.pointee.format = 0
                    unsafe result.pointee.width = UInt32(box.mode.width)
                    unsafe result.pointee.height = UInt32(box.mode.height)
                    unsafe result.pointee.stride = UInt32(buffer.stride)
                    unsafe result.pointee.age = UInt32(buffer.age)
                    unsafe result.pointee.descriptor = buffer.descriptor ?? -1
                    unsafe result.pointee.offset = UInt64(buffer.offset)
                    unsafe result.pointee.id = buffer.id
                    unsafe result.pointee.argb = unsafe buffer.pixels
                }
            },
            present: { instance, _, frame in
                unsafe run(instance) { box throws(PluginFailure) in
                    let raw = unsafe frame.pointee
                    let damage = unsafe UnsafeBufferPointer(start: raw.damage, count: Int(raw.damage_count))
                    try unsafe box.output.present(
                        Frame(buffer: raw.buffer, number: raw.number, time: raw.time), damage: damage)
                }
            },
            dispatch: nil, shape: nil, text_input: nil))
    if let kind = kind as? any ScreenKind.Type {
        unsafe table.pointee.flags = kind.keepsPicture ? 1 : 0
        unsafe table.pointee.dispatch = { instance, _ in
            unsafe run(instance) { box throws(PluginFailure) in try box.screen().dispatch() }
        }
        unsafe table.pointee.shape = { instance, _, shape in
            unsafe run(instance) { box throws(PluginFailure) in
                try unsafe box.screen().shape(Shape(shape.pointee))
            }
        }
        unsafe table.pointee.text_input = { instance, _, input in
            unsafe run(instance) { box throws(PluginFailure) in
                try unsafe box.screen().textInput(TextInput(input.pointee))
            }
        }
    }
    return unsafe kindTable(kind, "scrim.output/1", UnsafeRawPointer(table), maker)
}
