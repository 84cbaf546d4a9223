import Geometry
import Schema
import ScrimPluginABI

/// The object passed as `context` to the functions of the host's tables.
final class Services {
    let call = Call()
    let glyphs = GlyphStore()
    let recorder: Recorder

    init() {
        recorder = Recorder(
            glyphs, pictured: { [call] in call.pictured($0) }, lent: { [call] in call.lentPath($0) })
    }

    /// The error of a call in another process; it replaces the status.
    var fault: String?

    /// The error message for a call's status; nil for success.
    func fault(_ what: String, _ status: UInt32) -> String? {
        defer { fault = nil }
        return fault ?? (status == 0 ? nil : "\(what) gave \(Status.name(status))")
    }

    /// A text as a plugin gets it: of one that names a file, the path to open.
    func opened(_ text: String, _ object: UInt64) -> String {
        guard let path = Self.path(in: text), let onFile, let slot = call.slot(of: object) else { return text }
        return "\(Self.fileMark)\(onFile(path, slot))"
    }

    /// Begins a text that names a file.
    private static let fileMark = "file:"

    static func path(in text: String) -> String? {
        text.hasPrefix(fileMark) ? String(text.dropFirst(fileMark.utf8.count)) : nil
    }

    /// The last error that a plugin logged since its call began, which explains a failure.
    var complaint: String?
    var log: (_ plugin: String, _ level: UInt32, _ message: String) -> Void = { _, _, _ in }
    /// The size, in pixels, of the picture of the object at a slot.
    var pictureSize: (Slot) -> Size? = { _ in nil }
    /// The path to open instead of one that the text of the object at a slot names as `file:PATH`.
    var onFile: ((_ path: String, _ slot: Slot) -> String)?
    /// Called to check a text that names a file as `file:PATH`; `refusal` asks the plugin.
    var onFileCheck: ((_ path: String, _ refusal: () -> String?) -> String?)?
    /// The output of an object.
    var output: (UInt64) -> (any OutputCalls)? = { _ in nil }
    /// True while calls wait for plugins without a limit of a frame, because scene time does not advance.
    var mayWaitLong = false
    /// Timeout for a process to load and check its plugin, in nanoseconds.
    var loadingTime: UInt64 = 1_800_000_000
}

/// Functions that the plugin of an output calls.
protocol OutputCalls: AnyObject {
    /// The number of a frame, and the time at which it became visible, in monotonic nanoseconds.
    var onPresented: ((_ frame: UInt64, _ time: UInt64) -> Void)? { get }
    /// The type in which the data of a drag would be accepted; the drag is given by its number.
    func dropType(_ drag: UInt32) -> String?
    /// The data that other programs would get for the layer being dragged.
    func dragged() -> (type: String, text: String)?
    func watch(_ descriptor: Int32?) -> Status
    func set(_ property: UInt32, _ text: scrim_string) -> Status
    func take(_ screen: UnsafePointer<scrim_screen>) -> Status
    func take(_ input: UnsafePointer<scrim_input>) -> Status
}

/// The function tables for plugins, created once. They are never freed, because a plugin may keep them.
@safe
struct HostTable {
    let host: UnsafePointer<scrim_host>
    let canvas: UnsafePointer<scrim_canvas>

    /// `services` is retained for the life of the process.
    init(_ services: Services) {
        let context = unsafe Unmanaged.passRetained(services).toOpaque()
        let host = UnsafeMutablePointer<scrim_host>.allocate(capacity: 1)
        unsafe host.initialize(
            to: scrim_host(
                size: UInt32(MemoryLayout<scrim_host>.size), abi: scrimABI, context: context,
                log: { host, level, text in
                    let services = unsafe servicesOf(host)
                    let message = (try? unsafe readText(text, "log")) ?? "a log line that is no text"
                    if level == 0 { services.complaint = message }
                    services.log(services.call.plugin?.manifest.id ?? "", min(level, 4), message)
                },
                get_number: { host, object, property, result in
                    let (value, status) = unsafe servicesOf(host).call.value(
                        object, property, .numbers)
                    if status == .ok { unsafe result.pointee = value.number }
                    return status.rawValue
                },
                get_boolean: { host, object, property, result in
                    let (value, status) = unsafe servicesOf(host).call.value(object, property, TypeSet(.boolean))
                    if status == .ok { unsafe result.pointee = value.boolean ? 1 : 0 }
                    return status.rawValue
                },
                get_choice: { host, object, property, result in
                    let (value, status) = unsafe servicesOf(host).call.value(object, property, .choices)
                    if case .choices(let bits) = value {
                        unsafe result.pointee = bits
                    } else if status == .ok {
                        unsafe result.pointee = UInt32(value.choice)
                    }
                    return status.rawValue
                },
                get_color: { host, object, property, result in
                    let (value, status) = unsafe servicesOf(host).call.value(object, property, TypeSet(.color))
                    if let color = value.color { unsafe result.pointee = color.rgba }
                    return status.rawValue
                },
                get_point: { host, object, property, result in
                    let (value, status) = unsafe servicesOf(host).call.value(object, property, .points)
                    switch value {
                    case .point(let p): unsafe result.pointee = scrim_point(x: p.x, y: p.y)
                    case .size(let s): unsafe result.pointee = scrim_point(x: s.width, y: s.height)
                    default: break
                    }
                    return status.rawValue
                },
                get_rect: { host, object, property, result in
                    let (value, status) = unsafe servicesOf(host).call.value(object, property, TypeSet(.rect))
                    if status == .ok { unsafe result.pointee = scrim_rect(value.rect) }
                    return status.rawValue
                },
                get_numbers: { host, object, property, values, count in
                    let call = unsafe servicesOf(host).call
                    let (value, status) = call.value(object, property, .lists)
                    if status == .ok { unsafe (values.pointee, count.pointee) = unsafe lend(value.numbers, call) }
                    return status.rawValue
                },
                get_colors: { host, object, property, values, count in
                    let call = unsafe servicesOf(host).call
                    let (value, status) = call.value(object, property, TypeSet(.colors))
                    if case .colors(let colors) = value {
                        unsafe (values.pointee, count.pointee) = unsafe lend(colors.map(\.rgba), call)
                    }
                    return status.rawValue
                },
                get_transform: { host, object, property, result in
                    let (value, status) = unsafe servicesOf(host).call.value(object, property, TypeSet(.transform))
                    guard status == .ok || status == .none else { return status.rawValue }
                    let t = value.transform
                    let rows = [
                        t.m11, t.m12, t.m13, t.m14, t.m21, t.m22, t.m23, t.m24, t.m31, t.m32, t.m33, t.m34, t.m41,
                        t.m42, t.m43, t.m44,
                    ]
                    for index in rows.indices { unsafe result[index] = rows[index] }
                    return Status.ok.rawValue
                },
                get_path: { host, object, property, result in
                    let call = unsafe servicesOf(host).call
                    let (value, status) = call.value(object, property, TypeSet(.path))
                    if let path = value.path { unsafe result.pointee = unsafe call.lend(path) }
                    return status.rawValue
                },
                get_string: { host, object, property, result in
                    let call = unsafe servicesOf(host).call
                    let (value, status) = call.value(object, property, TypeSet(.string))
                    if case .string(let text) = value {
                        unsafe result.pointee = unsafe lend(servicesOf(host).opened(text, object), call)
                    }
                    return status.rawValue
                },
                presented: { host, object, frame, time in
                    guard let output = unsafe servicesOf(host).output(object) else { return Status.stale.rawValue }
                    output.onPresented?(frame, time)
                    return Status.ok.rawValue
                },
                get_operation: { host, object, property, index, result in
                    let (form, status) = unsafe servicesOf(host).call.takeOperation(object, property, index)
                    if status == .ok { unsafe result.pointee = UInt32(form) }
                    return status.rawValue
                },
                define_glyph: { host, glyph, number in
                    let services = unsafe servicesOf(host)
                    let owner = services.call.plugin?.manifest.id ?? ""
                    return unsafe services.glyphs.define(glyph, &number.pointee, of: owner).rawValue
                },
                forget_glyph: { host, number in unsafe servicesOf(host).glyphs.forget(number) },
                watch: { host, object, descriptor in
                    guard let output = unsafe servicesOf(host).output(object) else { return Status.stale.rawValue }
                    return output.watch(descriptor < 0 ? nil : descriptor).rawValue
                },
                screen: { host, object, screen in
                    guard let output = unsafe servicesOf(host).output(object) else { return Status.stale.rawValue }
                    return unsafe output.take(screen).rawValue
                },
                input: { host, object, input in
                    guard let output = unsafe servicesOf(host).output(object) else { return Status.stale.rawValue }
                    return unsafe output.take(input).rawValue
                },
                get_objects: { host, object, property, values, count in
                    let call = unsafe servicesOf(host).call
                    let (value, status) = call.value(object, property, [TypeSet(.object), TypeSet(.objects)])
                    switch value {
                    case .object(let one):
                        unsafe (values.pointee, count.pointee) = unsafe lend(call.living([one]), call)
                    case .objects(let many):
                        unsafe (values.pointee, count.pointee) = unsafe lend(call.living(many), call)
                    default: break
                    }
                    return status.rawValue
                },
                get_picture_size: { host, object, result in
                    let services = unsafe servicesOf(host)
                    guard let slot = services.call.pictured(object) else { return Status.stale.rawValue }
                    guard services.call.hasPicture(slot) else { return Status.none.rawValue }
                    guard let size = services.pictureSize(slot) else { return Status.failed.rawValue }
                    unsafe result.pointee = scrim_point(x: size.width, y: size.height)
                    return Status.ok.rawValue
                },
                get_named_path: { host, object, property, slot, name, result in
                    let call = unsafe servicesOf(host).call
                    let (value, suffix, status) = call.named(object, property, slot)
                    if let path = value.path {
                        let (bytes, count) = unsafe lend(Array(suffix.utf8), call)
                        unsafe name.pointee = scrim_string(
                            bytes: UnsafeRawPointer(bytes)?.assumingMemoryBound(to: CChar.self), length: count)
                        unsafe result.pointee = unsafe call.lend(path)
                    }
                    return status.rawValue
                },
                set_number: { host, object, property, number in
                    unsafe servicesOf(host).call.set(object, property, number).rawValue
                },
                set_string: { host, object, property, text in
                    guard let output = unsafe servicesOf(host).output(object) else { return Status.stale.rawValue }
                    return unsafe output.set(property, text).rawValue
                },
                get_drop_type: { host, object, drag, type in
                    let services = unsafe servicesOf(host)
                    guard let output = services.output(object) else { return Status.stale.rawValue }
                    guard let text = output.dropType(drag) else { return Status.none.rawValue }
                    unsafe type.pointee = unsafe lend(text, services.call)
                    return Status.ok.rawValue
                },
                get_drag: { host, object, type, text in
                    let services = unsafe servicesOf(host)
                    guard let output = services.output(object) else { return Status.stale.rawValue }
                    guard let drag = output.dragged() else { return Status.none.rawValue }
                    unsafe type.pointee = unsafe lend(drag.type, services.call)
                    unsafe text.pointee = unsafe lend(drag.text, services.call)
                    return Status.ok.rawValue
                }))
        unsafe self.host = unsafe UnsafePointer(host)

        let canvas = UnsafeMutablePointer<scrim_canvas>.allocate(capacity: 1)
        unsafe canvas.initialize(
            to: scrim_canvas(
                size: UInt32(MemoryLayout<scrim_canvas>.size), reserved: 0, context: context,
                save: { canvas in unsafe recorder(canvas).save().rawValue },
                restore: { canvas in unsafe recorder(canvas).restore().rawValue },
                concat: { canvas, map in unsafe recorder(canvas).concat(map.pointee).rawValue },
                clip_path: { canvas, path, rule in unsafe recorder(canvas).clip(path.pointee, rule).rawValue },
                fill_path: { canvas, path, rule, color in
                    unsafe recorder(canvas).fill(path.pointee, rule, color).rawValue
                },
                stroke_path: { canvas, path, stroke, color in
                    unsafe recorder(canvas).stroke(path.pointee, stroke, color).rawValue
                },
                fill_gradient: { canvas, path, rule, gradient in
                    unsafe recorder(canvas).fill(path?.pointee, rule, gradient).rawValue
                },
                draw_sublayers: { canvas, copy in unsafe recorder(canvas).drawSublayers(copy).rawValue },
                set_alpha: { canvas, alpha in unsafe recorder(canvas).alpha(alpha).rawValue },
                set_blend: { canvas, mode in unsafe recorder(canvas).blend(mode).rawValue },
                set_shadow: { canvas, offset, radius, color in
                    unsafe recorder(canvas).shadow(offset, radius, color).rawValue
                },
                paint_gradient: { canvas, gradient in unsafe recorder(canvas).flood(gradient).rawValue },
                draw_glyphs: { canvas, run in unsafe recorder(canvas).drawGlyphs(run).rawValue },
                draw_sprites: { canvas, sprites in unsafe recorder(canvas).drawSprites(sprites).rawValue },
                hold: { canvas, until in unsafe recorder(canvas).hold(until).rawValue },
                save_layer: { canvas in unsafe recorder(canvas).saveLayer().rawValue }))
        unsafe self.canvas = unsafe UnsafePointer(canvas)
    }
}

extension scrim_rect {
    init(_ r: Rect) { self.init(x: r.x, y: r.y, width: r.width, height: r.height) }
}

/// A copy of `values` that lives until the call ends; null when empty.
private func lend(_ text: String, _ call: Call) -> scrim_string {
    var text = text
    return text.withUTF8 { bytes in
        guard let base = bytes.baseAddress, !bytes.isEmpty else { return unsafe scrim_string() }
        let memory = unsafe call.borrow(CChar.self, bytes.count)
        unsafe UnsafeMutableRawPointer(memory).copyMemory(from: base, byteCount: bytes.count)
        return unsafe scrim_string(bytes: memory, length: UInt64(bytes.count))
    }
}

private func lend<T>(_ values: [T], _ call: Call) -> (UnsafePointer<T>?, UInt64) {
    if values.isEmpty { return (nil, 0) }
    let memory = unsafe call.borrow(T.self, values.count)
    unsafe values.withUnsafeBufferPointer { source in
        if let base = source.baseAddress { unsafe memory.initialize(from: base, count: source.count) }
    }
    return unsafe (UnsafePointer(memory), UInt64(values.count))
}

private func servicesOf(_ host: UnsafePointer<scrim_host>) -> Services {
    guard let context = unsafe host.pointee.context else { preconditionFailure("a plugin called with another table") }
    return unsafe Unmanaged<Services>.fromOpaque(context).takeUnretainedValue()
}

private func recorder(_ canvas: UnsafePointer<scrim_canvas>) -> Recorder {
    guard let context = unsafe canvas.pointee.context else { preconditionFailure("a plugin drew with another table") }
    return unsafe Unmanaged<Services>.fromOpaque(context).takeUnretainedValue().recorder
}
