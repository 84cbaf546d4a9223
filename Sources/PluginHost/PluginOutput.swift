package import Geometry
package import Scene
import ScrimPluginABI

/// An output that a plugin brings: frames go there.
///
/// `configure`, then `acquire` and `present` in turn. The states are those of <scrim/output.h>; a call out of order is a
/// mistake of the host's and traps.
@safe
package final class PluginOutput {
    package enum State: Sendable {
        case created, configured, acquired
    }

    /// Of the screen: pixels, pixels per point, frames a second.
    package struct Mode: Equatable, Sendable {
        package var width: Int
        package var height: Int
        package var scale: Double
        package var refresh: Double

        package init(width: Int, height: Int, scale: Double, refresh: Double) {
            (self.width, self.height, self.scale, self.refresh) = (width, height, scale, refresh)
        }
    }

    /// The memory for one frame: rows of premultiplied 0xAARRGGBB words.
    @safe
    package struct Buffer {
        package var pixels: UnsafeMutableRawPointer
        package var width: Int
        package var height: Int
        /// Bytes from row to row.
        package var stride: Int
        /// Age of its contents in frames, as of EGL_EXT_buffer_age; 0: undefined.
        package var age: Int
        /// The same memory for clients, the plugin's own; nil when it is not shared.
        package var descriptor: Int32?
        /// Where the pixels begin behind the descriptor, in bytes.
        package var offset: Int
        package var id: UInt64
    }

    let kind: PluginKind
    let calls: PluginCalls
    private let slot: Slot
    private let object: UInt64
    let table: scrim_output
    /// The descriptor for which `dispatch` is called when it becomes readable.
    package internal(set) var watched: Int32?
    package var onWatch: ((Int32?) -> Void)?
    package var onScreen: ((Screen) -> Void)?
    package var onInput: ((Input) -> Void)?
    package var drags = Drags()
    /// The plugin sets one of its kind's own properties, by its number among those.
    package var onText: ((_ property: Int, _ text: String) -> Void)?
    private(set) var pointer: UnsafeMutableRawPointer?
    package private(set) var state = State.created
    package private(set) var mode: Mode?

    /// Another frame may come: the number of the last one, and since when it is seen (monotonic nanoseconds; 0: not known yet).
    /// May come from inside `present`, and again when the time is known.
    package var onPresented: ((_ frame: UInt64, _ time: UInt64) -> Void)?

    /// Makes the output of the object at `slot`, whose kind is a plugin's.
    ///
    /// Throws `unsupported` when the kind is no output or is suspended, `internal` when the plugin cannot.
    package init(_ host: PluginHost, slot: Slot = Scene.main, in scene: Scene) throws(SceneError) {
        let name = scene.kind(of: slot).name
        calls = host.calls
        guard let kind = calls.kind(scene.rows[Int(slot)].kind), case .output(let table)? = kind.contract?.table,
            let create = unsafe table.create
        else { throw SceneError(.unsupported, "\"\(name)\" is no output of a plugin") }
        guard kind.lifecycle.apply(.use) else { throw SceneError(.unsupported, "the kind \"\(name)\" is suspended") }
        self.kind = kind
        self.slot = slot
        self.table = table
        let object = scene.id(of: slot).bits
        self.object = object
        var pointer: UnsafeMutableRawPointer?
        calls.services.complaint = nil
        let status: UInt32 = calls.timed(kind.plugin) {
            calls.services.call.begin(kind, slot, scene, object: object)
            defer { calls.services.call.end() }
            return unsafe create(calls.table.host, kind.contract?.context, object, &pointer)
        }
        try check("create", status, isFault: false)
        unsafe self.pointer = unsafe pointer
        host.outputs.removeAll { $0.output == nil }
        host.outputs.append(WeakOutput(output: self))
    }

    deinit {
        if watched != nil { onWatch?(nil) }
        guard let destroy = unsafe table.destroy else { return }
        calls.services.call.begin(kind, slot, nil, object: object)
        unsafe destroy(pointer)
        calls.services.call.end()
    }

    func answers(_ object: UInt64) -> Bool { object == self.object }

    /// Sets size, scale and refresh, and lets the plugin read its properties again. On an error the mode before holds.
    package func configure(_ mode: Mode, in scene: Scene) throws(SceneError) {
        precondition(state != .acquired, "configure between acquire and present")
        try checkLife()
        let sides = 1...OutputExtent.longestSide
        guard sides.contains(mode.width), sides.contains(mode.height) else {
            throw SceneError(.value, "an output is 1 to \(OutputExtent.longestSide) pixels wide and high")
        }
        var raw = scrim_mode(
            size: UInt32(MemoryLayout<scrim_mode>.size), width: UInt32(mode.width), height: UInt32(mode.height),
            refresh: UInt32(max(1, min(4e6, (mode.refresh * 1000).rounded()))), object: object, scale: mode.scale)
        let status = call(scene) { unsafe table.configure?(pointer, calls.table.host, &raw) ?? 10 }
        try check("configure", status, isFault: false)
        self.mode = mode
        state = .configured
    }

    /// The memory for the next frame; nil when there is none now.
    package func acquire() throws(SceneError) -> Buffer? {
        guard state == .configured, let mode else { preconditionFailure("acquire before configure") }
        try checkLife()
        var raw = unsafe scrim_buffer()
        unsafe raw.size = UInt32(MemoryLayout<scrim_buffer>.size)
        unsafe raw.descriptor = -1
        let status = call(nil) { unsafe table.acquire?(pointer, &raw) ?? 10 }
        if status == Status.none.rawValue { return nil }
        try check("acquire", status)
        guard let pixels = unsafe raw.argb, unsafe raw.format == 0, UInt(bitPattern: pixels) % 4 == 0,
            unsafe Int(raw.width) == mode.width, unsafe Int(raw.height) == mode.height,
            unsafe raw.stride % 4 == 0, unsafe Int(raw.stride) >= mode.width * 4, unsafe raw.stride <= 1 << 20,
            unsafe Int(raw.stride) * mode.height <= 4 * OutputExtent.mostPixels
        else {
            calls.strike(kind, "acquire gave a buffer that breaks the rules of scrim_buffer")
            throw SceneError(.internal, "the output \"\(kind.name)\" gave a wrong buffer")
        }
        state = .acquired
        return unsafe Buffer(
            pixels: pixels, width: mode.width, height: mode.height, stride: Int(raw.stride), age: Int(raw.age),
            descriptor: raw.descriptor < 0 ? nil : raw.descriptor, offset: Int(truncatingIfNeeded: raw.offset),
            id: raw.id)
    }

    /// Shows the buffer that was acquired last. `time`: when it should be seen, in monotonic nanoseconds.
    package func present(_ buffer: Buffer, damage: [PixelRect], frame: UInt64, time: UInt64) throws(SceneError) {
        precondition(state == .acquired, "present before acquire")
        state = .configured
        let count = UInt32(truncatingIfNeeded: damage.count)
        let status = unsafe damage.withUnsafeBytes { bytes in
            // PixelRect and scrim_pixels are the same four numbers.
            var raw = unsafe scrim_frame(
                size: UInt32(MemoryLayout<scrim_frame>.size), damage_count: count, buffer: buffer.id, number: frame,
                time: time, damage: bytes.baseAddress?.assumingMemoryBound(to: scrim_pixels.self))
            return call(nil) { unsafe table.present?(pointer, calls.table.host, &raw) ?? 10 }
        }
        try check("present", status)
    }

    /// A suspended kind is not called. (A buffer acquired before is still presented.)
    func checkLife() throws(SceneError) {
        guard kind.lifecycle.state != .suspended else {
            throw SceneError(.unsupported, "the output \"\(kind.name)\" is suspended: \(kind.plugin.reason)")
        }
    }

    func call(_ scene: Scene?, _ body: () -> UInt32) -> UInt32 {
        calls.services.complaint = nil
        return calls.timed(kind.plugin) {
            calls.services.call.begin(kind, slot, scene, object: object)
            defer { calls.services.call.end() }
            return body()
        }
    }

    func probe(_ body: () -> UInt32) -> UInt32 { call(nil, body) }

    /// Throws when `status` is none of success. `isFault`: it is a strike, even if the plugin says otherwise; where it is not, a plugin
    /// that logs why, as for a port that is taken, has done nothing wrong.
    func check(_ what: String, _ status: UInt32, isFault: Bool = true) throws(SceneError) {
        guard status != 0 else { return }
        if !isFault, let reason = calls.services.complaint {
            throw SceneError(.io, "the output \"\(kind.name)\": \(reason)")
        }
        calls.strike(kind, "\(what) gave \(Status.name(status))")
        throw SceneError(.internal, "the output \"\(kind.name)\": \(what) gave \(Status.name(status))")
    }
}

/// An output, for as long as somebody else holds it.
struct WeakOutput {
    weak var output: PluginOutput?
}
