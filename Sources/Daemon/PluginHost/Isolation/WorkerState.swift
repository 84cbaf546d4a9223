import Scene
import Schema
import ScrimPluginABI

/// The state of a plugin's process during a call: the objects that the call may read, and the answer.
@safe
final class WorkerState {
    /// Maximum number of log lines in a reply.
    private static let lineLimit = 256

    var kinds: [ContractKind] = []
    let glyphs = GlyphStore(byteLimit: IsolatedPlugin.glyphBytes)
    /// Checks each operation as in the daemon, so that the plugin gets the same statuses.
    private(set) var recorder: Recorder!
    /// The accepted operations, and their number.
    let drawing = WireWriter()
    var operations = 0
    var objects = WireObjects()
    /// The object of the running call; nil when none is running.
    var object: UInt64?
    var maySet = false
    /// Notices for the daemon: glyphs removed, glyphs defined (and their number), properties set.
    var forgotten: [UInt64] = []
    let defined = WireWriter()
    var definedCount = 0
    var set: [(object: UInt64, property: UInt32, number: Double)] = []
    private var lines: [(level: UInt32, text: String)] = []
    /// Requests the size of a sublayer from the daemon.
    var measure: (UInt32, Double) -> (size: scrim_point, status: UInt32) = { _, _ in (scrim_point(), 7) }

    init() {
        recorder = Recorder(
            glyphs,
            pictured: { [unowned self] object in
                // The slot is not known in this process; the daemon checks again.
                self.objects.picture(object).status == .stale ? nil : Scene.root
            })
    }

    func log(_ level: UInt32, _ text: String) {
        if lines.count < Self.lineLimit { lines.append((level, text)) }
    }

    /// Writes the pending notices and clears them.
    func writeNews(to wire: WireWriter) {
        wire.word(lines.count)
        for line in lines {
            wire.word(line.level)
            wire.text(line.text)
        }
        wire.list(forgotten)
        wire.word(definedCount)
        wire.append(defined)
        wire.word(set.count)
        for (object, property, number) in set {
            wire.word(object)
            wire.word(property)
            wire.number(number)
        }
        lines.removeAll()
        forgotten.removeAll()
        defined.removeAll()
        definedCount = 0
        set.removeAll()
    }

    func value(_ object: UInt64, _ property: UInt32, _ types: TypeSet) -> (value: WireReader, status: Status) {
        objects.value(object, property, types, of: self.object, kinds)
    }

    /// Records a number or boolean to be set on the call's object; the daemon sets it when the call is over.
    func setNumber(_ object: UInt64, _ property: UInt32, _ number: Double) -> Status {
        guard maySet, let call = self.object else { return .state }
        guard object == call else { return .stale }
        let (_, status) = value(object, property, [.numbers, TypeSet(.boolean)])
        guard status == .ok || status == .none else { return status }
        guard set.count < 65_536 else { return .limit }
        set.append((object, property, number))
        return .ok
    }
}

private func state(_ host: UnsafePointer<scrim_host>) -> WorkerState {
    guard let context = unsafe host.pointee.context else { preconditionFailure("a plugin called with another table") }
    return unsafe Unmanaged<WorkerState>.fromOpaque(context).takeUnretainedValue()
}

private func state(_ canvas: UnsafePointer<scrim_canvas>) -> WorkerState {
    guard let context = unsafe canvas.pointee.context else { preconditionFailure("a plugin drew with another table") }
    return unsafe Unmanaged<WorkerState>.fromOpaque(context).takeUnretainedValue()
}

/// The function tables for a plugin in its process.
@safe
struct WorkerTables {
    let host: UnsafePointer<scrim_host>
    let canvas: UnsafePointer<scrim_canvas>

    /// `state` is retained for the life of the process.
    init(_ state: WorkerState) {
        let context = unsafe Unmanaged.passRetained(state).toOpaque()
        unsafe host = unsafe Self.makeHost(context)
        unsafe canvas = unsafe Self.makeCanvas(context)
    }

    private static func makeHost(_ context: UnsafeMutableRawPointer) -> UnsafePointer<scrim_host> {
        let host = UnsafeMutablePointer<scrim_host>.allocate(capacity: 1)
        unsafe host.initialize(
            to: scrim_host(
                size: UInt32(MemoryLayout<scrim_host>.size), abi: scrimABI, context: context,
                log: { host, level, text in
                    let message = (try? unsafe readText(text, "log")) ?? "a log line that is no text"
                    unsafe state(host).log(min(level, 4), message)
                },
                get_number: { host, object, property, result in
                    var (value, status) = unsafe state(host).value(object, property, .numbers)
                    if status == .ok { unsafe result.pointee = value.number() }
                    return status.rawValue
                },
                get_boolean: { host, object, property, result in
                    var (value, status) = unsafe state(host).value(object, property, TypeSet(.boolean))
                    if status == .ok { unsafe result.pointee = value.word() == 0 ? 0 : 1 }
                    return status.rawValue
                },
                get_choice: { host, object, property, result in
                    var (value, status) = unsafe state(host).value(object, property, .choices)
                    if status == .ok { unsafe result.pointee = value.word32() }
                    return status.rawValue
                },
                get_color: { host, object, property, result in
                    var (value, status) = unsafe state(host).value(object, property, TypeSet(.color))
                    if status == .ok { unsafe result.pointee = value.word32() }
                    return status.rawValue
                },
                get_point: { host, object, property, result in
                    var (value, status) = unsafe state(host).value(object, property, .points)
                    if status == .ok { unsafe result.pointee = value.plain(scrim_point()) }
                    return status.rawValue
                },
                get_rect: { host, object, property, result in
                    var (value, status) = unsafe state(host).value(object, property, TypeSet(.rect))
                    if status == .ok { unsafe result.pointee = value.plain(scrim_rect()) }
                    return status.rawValue
                },
                get_numbers: { host, object, property, values, count in
                    var (value, status) = unsafe state(host).value(object, property, .lists)
                    if status == .ok {
                        let list = unsafe value.list(Double.self)
                        unsafe (values.pointee, count.pointee) = (list.baseAddress, UInt64(list.count))
                    }
                    return status.rawValue
                },
                get_colors: { host, object, property, values, count in
                    var (value, status) = unsafe state(host).value(object, property, TypeSet(.colors))
                    if status == .ok {
                        let list = unsafe value.list(UInt32.self)
                        unsafe (values.pointee, count.pointee) = (list.baseAddress, UInt64(list.count))
                    }
                    return status.rawValue
                },
                get_transform: { host, object, property, result in
                    var (value, status) = unsafe state(host).value(object, property, TypeSet(.transform))
                    guard status == .ok || status == .none else { return status.rawValue }
                    for index in 0..<16 { unsafe result[index] = value.number() }
                    return Status.ok.rawValue
                },
                get_path: { host, object, property, result in
                    var (value, status) = unsafe state(host).value(object, property, TypeSet(.path))
                    if status == .ok { unsafe result.pointee = unsafe value.path() }
                    return status.rawValue
                },
                get_string: { host, object, property, result in
                    var (value, status) = unsafe state(host).value(object, property, TypeSet(.string))
                    if status == .ok { unsafe result.pointee = unsafe value.lentText() }
                    return status.rawValue
                },
                presented: { _, _, _, _ in Status.unsupported.rawValue },
                get_operation: { host, object, property, index, result in
                    let state = unsafe state(host)
                    let (form, status) = state.objects.takeOperation(
                        object, property, index, of: state.object, state.kinds)
                    if status == .ok { unsafe result.pointee = form }
                    return status.rawValue
                },
                define_glyph: { host, glyph, number in
                    let state = unsafe state(host)
                    let status = unsafe state.glyphs.define(glyph, &number.pointee, of: "")
                    if status == .ok {
                        unsafe state.defined.word(number.pointee)
                        unsafe state.defined.glyph(glyph.pointee)
                        state.definedCount += 1
                    }
                    return status.rawValue
                },
                forget_glyph: { host, number in
                    let state = unsafe state(host)
                    state.glyphs.forget(number)
                    state.forgotten.append(number)
                },
                watch: { _, _, _ in Status.unsupported.rawValue },
                screen: { _, _, _ in Status.unsupported.rawValue },
                input: { _, _, _ in Status.unsupported.rawValue },
                get_objects: { host, object, property, values, count in
                    var (value, status) = unsafe state(host).value(
                        object, property, [TypeSet(.object), TypeSet(.objects)])
                    if status == .ok {
                        let list = unsafe value.list(UInt64.self)
                        unsafe (values.pointee, count.pointee) = (list.baseAddress, UInt64(list.count))
                    }
                    return status.rawValue
                },
                get_picture_size: { host, object, result in
                    let (size, status) = unsafe state(host).objects.picture(object)
                    if status == .ok { unsafe result.pointee = size }
                    return status.rawValue
                },
                get_named_path: { host, object, property, index, name, result in
                    let state = unsafe state(host)
                    let found = unsafe state.objects.named(object, property, index, of: state.object, state.kinds)
                    if unsafe found.status == .ok {
                        unsafe (name.pointee, result.pointee) = unsafe (found.name, found.path)
                    }
                    return unsafe found.status.rawValue
                },
                set_number: { host, object, property, number in
                    unsafe state(host).setNumber(object, property, number).rawValue
                },
                set_string: { _, _, _, _ in Status.unsupported.rawValue },
                get_drop_type: { _, _, _, _ in Status.unsupported.rawValue },
                get_drag: { _, _, _, _ in Status.unsupported.rawValue }))
        return unsafe UnsafePointer(host)
    }

    private static func makeCanvas(_ context: UnsafeMutableRawPointer) -> UnsafePointer<scrim_canvas> {
        let canvas = UnsafeMutablePointer<scrim_canvas>.allocate(capacity: 1)
        unsafe canvas.initialize(
            to: scrim_canvas(
                size: UInt32(MemoryLayout<scrim_canvas>.size), reserved: 0, context: context,
                save: { canvas in
                    let state = unsafe state(canvas)
                    return state.note(.save, state.recorder.save())
                },
                restore: { canvas in
                    let state = unsafe state(canvas)
                    return state.note(.restore, state.recorder.restore())
                },
                concat: { canvas, map in
                    let state = unsafe state(canvas)
                    return unsafe state.note(.concat, state.recorder.concat(map.pointee)) {
                        unsafe $0.plain(map.pointee)
                    }
                },
                clip_path: { canvas, path, rule in
                    let state = unsafe state(canvas)
                    return unsafe state.note(.clip, state.recorder.clip(path.pointee, rule)) {
                        unsafe $0.path(path.pointee)
                        $0.word(rule)
                    }
                },
                fill_path: { canvas, path, rule, color in
                    let state = unsafe state(canvas)
                    return unsafe state.note(.fill, state.recorder.fill(path.pointee, rule, color)) {
                        unsafe $0.path(path.pointee)
                        $0.word(rule)
                        $0.word(color)
                    }
                },
                stroke_path: { canvas, path, stroke, color in
                    let state = unsafe state(canvas)
                    return unsafe state.note(.stroke, state.recorder.stroke(path.pointee, stroke, color)) {
                        unsafe $0.path(path.pointee)
                        unsafe $0.stroke(stroke.pointee)
                        $0.word(color)
                    }
                },
                fill_gradient: { canvas, path, rule, gradient in
                    let state = unsafe state(canvas)
                    return unsafe state.note(.gradient, state.recorder.fill(path?.pointee, rule, gradient)) {
                        $0.word(unsafe path == nil ? UInt32(0) : 1)
                        $0.word(rule)
                        if let path = unsafe path { unsafe $0.path(path.pointee) }
                        unsafe $0.gradient(gradient.pointee)
                    }
                },
                draw_sublayers: { canvas, copy in
                    let state = unsafe state(canvas)
                    return unsafe state.note(.sublayers, state.recorder.drawSublayers(copy)) {
                        unsafe $0.plain(copy.pointee)
                    }
                },
                set_alpha: { canvas, alpha in
                    let state = unsafe state(canvas)
                    return state.note(.alpha, state.recorder.alpha(alpha)) { $0.number(alpha) }
                },
                set_blend: { canvas, mode in
                    let state = unsafe state(canvas)
                    return state.note(.blend, state.recorder.blend(mode)) { $0.word(mode) }
                },
                set_shadow: { canvas, offset, radius, color in
                    let state = unsafe state(canvas)
                    return state.note(.shadow, state.recorder.shadow(offset, radius, color)) {
                        $0.plain(offset)
                        $0.number(radius)
                        $0.word(color)
                    }
                },
                paint_gradient: { canvas, gradient in
                    let state = unsafe state(canvas)
                    return unsafe state.note(.flood, state.recorder.flood(gradient)) {
                        unsafe $0.gradient(gradient.pointee)
                    }
                },
                draw_glyphs: { canvas, run in
                    let state = unsafe state(canvas)
                    return unsafe state.note(.glyphs, state.recorder.drawGlyphs(run)) {
                        unsafe $0.number(run.pointee.em)
                        unsafe $0.word(run.pointee.rgba)
                        unsafe $0.list(UnsafeBufferPointer(start: run.pointee.glyphs, count: Int(run.pointee.count)))
                    }
                },
                draw_sprites: { canvas, sprites in
                    let state = unsafe state(canvas)
                    return unsafe state.note(.sprites, state.recorder.drawSprites(sprites)) {
                        unsafe $0.word(sprites.pointee.flags)
                        unsafe $0.word(sprites.pointee.object)
                        unsafe $0.plain(sprites.pointee.source)
                        unsafe $0.list(
                            UnsafeBufferPointer(start: sprites.pointee.sprites, count: Int(sprites.pointee.count)))
                    }
                },
                hold: { canvas, until in
                    let state = unsafe state(canvas)
                    return state.note(.hold, state.recorder.hold(until)) { $0.number(until) }
                },
                save_layer: { canvas in
                    let state = unsafe state(canvas)
                    return state.note(.saveLayer, state.recorder.saveLayer()) { _ in }
                }))
        return unsafe UnsafePointer(canvas)
    }
}

extension WorkerState {
    /// Records an operation accepted by the recorder.
    fileprivate func note(
        _ operation: WireOperation, _ status: Status, _ write: (WireWriter) -> Void = { _ in }
    ) -> UInt32 {
        if status == .ok {
            drawing.operation(operation)
            write(drawing)
            operations += 1
        }
        return status.rawValue
    }
}
