package import Geometry
package import Scene
import SceneTables
package import Schema
import ScrimPluginABI

/// An output provided by a plugin: the destination of frames.
///
/// `configure`, then `acquire` and `present` in turn. The states are those of <scrim/output.h>; a call out of order is
/// an error of the host and traps.
@safe
package final class PluginOutput: OutputCalls {
    package enum State: Sendable {
        case created, configured, acquired
    }

    /// The mode of a screen: size in pixels, pixels per point, frames per second.
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
        /// Bytes per row.
        package var stride: Int
        /// Age of its contents in frames, as of EGL_EXT_buffer_age; 0: undefined.
        package var age: Int
        /// The same memory as a descriptor for clients, owned by the plugin; nil when it is not shared.
        package var descriptor: Int32?
        /// Offset of the pixels behind the descriptor, in bytes.
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
    /// Called for each event of a device, with the tablet's tool that is used as the pointer.
    package var onInput: ((Input, Input.Tool?) -> Void)?
    package var drags = Drags()
    /// Called when the plugin sets a text property of its kind; `property` is its index among the kind's own.
    package var onText: ((_ property: Int, _ text: String) -> Void)?
    private(set) var pointer: UnsafeMutableRawPointer?
    package private(set) var state = State.created
    package private(set) var mode: Mode?

    /// Called when the output accepts another frame: the number of the last one, and the time at which it became
    /// visible (monotonic nanoseconds; 0 if not known yet). May be called inside `present`, and again when the time is
    /// known.
    package var onPresented: ((_ frame: UInt64, _ time: UInt64) -> Void)?

    init(_ calls: PluginCalls, slot: Slot, in scene: Scene) throws(SceneError) {
        let name = scene.kind(of: slot).name
        self.calls = calls
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
    }

    deinit {
        if watched != nil { onWatch?(nil) }
        guard let destroy = unsafe table.destroy else { return }
        calls.services.call.begin(kind, slot, nil, object: object)
        unsafe destroy(pointer)
        calls.services.call.end()
    }

    func answers(_ object: UInt64) -> Bool { object == self.object }

    /// Sets size, scale and refresh, and lets the plugin read its properties again. After an error the previous mode is
    /// kept.
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

    /// The memory for the next frame; nil when none is available.
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

    /// Shows the acquired buffer. `time` is when it should be visible, in monotonic nanoseconds.
    package func present(_ buffer: Buffer, damage: [PixelRect], frame: UInt64, time: UInt64) throws(SceneError) {
        precondition(state == .acquired, "present before acquire")
        state = .configured
        let count = UInt32(truncatingIfNeeded: damage.count)
        let status = unsafe damage.withUnsafeBytes { bytes in
            // PixelRect and scrim_pixels are both four numbers.
            var raw = unsafe scrim_frame(
                size: UInt32(MemoryLayout<scrim_frame>.size), damage_count: count, buffer: buffer.id, number: frame,
                time: time, damage: bytes.baseAddress?.assumingMemoryBound(to: scrim_pixels.self))
            return call(nil) { unsafe table.present?(pointer, calls.table.host, &raw) ?? 10 }
        }
        try check("present", status)
    }

    /// Throws for a suspended kind, which must not be called. (A buffer acquired before is still presented.)
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

    /// Throws when `status` is a failure. `isFault`: it is always a strike; otherwise a plugin that logs the reason,
    /// such as a port in use, is not at fault.
    func check(_ what: String, _ status: UInt32, isFault: Bool = true) throws(SceneError) {
        guard status != 0 else { return }
        if !isFault, let reason = calls.services.complaint {
            throw SceneError(.io, "the output \"\(kind.name)\": \(reason)")
        }
        calls.strike(kind, "\(what) gave \(Status.name(status))")
        throw SceneError(.internal, "the output \"\(kind.name)\": \(what) gave \(Status.name(status))")
    }
}

/// A weak reference to an output.
struct WeakOutput {
    weak var output: PluginOutput?
}
