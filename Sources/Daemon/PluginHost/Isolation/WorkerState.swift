import Scene
import Schema
import ScrimPluginABI

/// The state of a plugin's process during a call: the objects that the call may read, and the answer.
@safe
final class WorkerState {
    var kinds: [ContractKind] = []
    let glyphs = GlyphStore(byteLimit: IsolatedPlugin.glyphBytes)
    /// Checks each operation as in the daemon, so that the plugin gets the same statuses.
    private(set) var recorder: Recorder!
    /// The accepted calls of the canvas.
    let drawing = WireList()
    var objects = WireObjects()
    /// The object of the running call; nil when none is running.
    var object: UInt64?
    var maySet = false
    /// Notices for the daemon.
    let news = WorkerNews()
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

    func value(_ object: UInt64, _ property: UInt32, _ types: TypeSet) -> (value: WireReader, status: Status) {
        objects.value(object, property, types, of: self.object, kinds)
    }

    /// Records a number or boolean to be set on the call's object; the daemon sets it when the call is over.
    func setNumber(_ object: UInt64, _ property: UInt32, _ number: Double) -> Status {
        guard maySet, let call = self.object else { return .state }
        guard object == call else { return .stale }
        let (_, status) = value(object, property, [.numbers, TypeSet(.boolean)])
        guard status == .ok || status == .none else { return status }
        return news.set(object, property, number) ? .ok : .limit
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
                    unsafe state(host).news.log(min(level, 4), message)
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
                    if status == .ok { unsafe result.pointee = value.value(scrim_point.self)?.pointee ?? scrim_point() }
                    return status.rawValue
                },
                get_rect: { host, object, property, result in
                    var (value, status) = unsafe state(host).value(object, property, TypeSet(.rect))
                    if status == .ok { unsafe result.pointee = value.value(scrim_rect.self)?.pointee ?? scrim_rect() }
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
                    if status == .ok {
                        unsafe result.pointee = unsafe value.value(scrim_path.self)?.pointee ?? scrim_path()
                    }
                    return status.rawValue
                },
                get_string: { host, object, property, result in
                    var (value, status) = unsafe state(host).value(object, property, TypeSet(.string))
                    if status == .ok { unsafe result.pointee = unsafe value.text() }
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
                    if status == .ok, let glyph = unsafe GlyphStore.known(glyph) {
                        unsafe state.news.define(glyph, number.pointee)
                    }
                    return status.rawValue
                },
                forget_glyph: { host, number in
                    let state = unsafe state(host)
                    state.glyphs.forget(number)
                    state.news.forget(number)
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
                save: { unsafe state($0).note(Save()) { $0.save() } },
                restore: { unsafe state($0).note(Restore()) { $0.restore() } },
                concat: { canvas, map in
                    unsafe state(canvas).note(Concat(map: map.pointee)) { unsafe $0.concat(map.pointee) }
                },
                clip_path: { canvas, path, rule in
                    unsafe state(canvas).note(ClipPath(path: path.pointee, rule: rule)) {
                        unsafe $0.clip(path.pointee, rule)
                    }
                },
                fill_path: { canvas, path, rule, color in
                    unsafe state(canvas).note(FillPath(path: path.pointee, rule: rule, color: color)) {
                        unsafe $0.fill(path.pointee, rule, color)
                    }
                },
                stroke_path: { canvas, path, stroke, color in
                    unsafe state(canvas).note(
                        StrokePath(path: path.pointee, stroke: stroke.pointee, color: color)
                    ) { unsafe $0.stroke(path.pointee, stroke, color) }
                },
                fill_gradient: { canvas, path, rule, gradient in
                    unsafe state(canvas).note(
                        FillGradient(path: path, gradient: gradient.pointee, rule: rule)
                    ) { unsafe $0.fill(path?.pointee, rule, gradient) }
                },
                draw_sublayers: { canvas, copy in
                    unsafe state(canvas).note(DrawSublayers(copy: copy.pointee)) { unsafe $0.drawSublayers(copy) }
                },
                set_alpha: { canvas, alpha in
                    unsafe state(canvas).note(SetAlpha(alpha: alpha)) { $0.alpha(alpha) }
                },
                set_blend: { canvas, mode in unsafe state(canvas).note(SetBlend(mode: mode)) { $0.blend(mode) } },
                set_shadow: { canvas, offset, radius, color in
                    unsafe state(canvas).note(SetShadow(offset: offset, radius: radius, color: color)) {
                        $0.shadow(offset, radius, color)
                    }
                },
                paint_gradient: { canvas, gradient in
                    unsafe state(canvas).note(PaintGradient(gradient: gradient.pointee)) { unsafe $0.flood(gradient) }
                },
                draw_glyphs: { canvas, run in
                    unsafe state(canvas).note(DrawGlyphs(run: run.pointee)) { unsafe $0.drawGlyphs(run) }
                },
                draw_sprites: { canvas, sprites in
                    unsafe state(canvas).note(DrawSprites(sprites: sprites.pointee)) { unsafe $0.drawSprites(sprites) }
                },
                hold: { canvas, until in unsafe state(canvas).note(Hold(until: until)) { $0.hold(until) } },
                save_layer: { unsafe state($0).note(SaveLayer()) { $0.saveLayer() } }))
        return unsafe UnsafePointer(canvas)
    }
}

extension WorkerState {
    /// Checks a call with the recorder, and keeps it for the daemon when it is accepted.
    fileprivate func note<Call: CanvasCall>(
        _ call: @autoclosure () -> Call, _ check: (Recorder) -> Status
    ) -> UInt32 {
        let status = check(recorder)
        if status == .ok { drawing.append(call: call()) }
        return status.rawValue
    }
}
