import CSystem
import CWayland
import Glibc
import ScrimPluginABI
import ScrimPluginKit

/// What the output's properties ask for.
struct Wishes: Equatable {
    enum Role: UInt32 {
        case toplevel, overlay
    }

    var role = Role.toplevel
    /// As the layer shell counts: background, bottom, top, overlay.
    var layer: UInt32 = 3
    /// Bits: top, bottom, left, right.
    var anchor: UInt32 = 0
    /// Top, right, bottom, left.
    var margin: [Int32] = [0, 0, 0, 0]
    var exclusiveZone: Int32 = 0
    /// None, onDemand, exclusive.
    var keyboard: UInt32 = 0
    /// Of the monitor; `focused`: the compositor chooses.
    var monitor = "focused"
    var title = ""
    var appID = ""
    var namespace = ""
    var isFullscreen = false

    /// A surface is what it is when it is made.
    func needsOther(than before: Wishes) -> Bool {
        role != before.role || namespace != before.namespace
            || role == .overlay && (monitor != before.monitor || layer != before.layer)
    }

    var isStretchedWide: Bool { anchor & 12 == 12 }
    var isStretchedHigh: Bool { anchor & 3 == 3 }
}

/// A surface with a role, which shows frames.
@safe
final class Window {
    @safe
    private enum Role {
        case toplevel(OpaquePointer, OpaquePointer, decoration: OpaquePointer?)
        case layer(OpaquePointer)
    }

    /// A frame that the compositor has not asked to follow yet, or whose time it has not told.
    @safe
    private struct Shown {
        var frame: UInt64
        var callback: OpaquePointer?
        var feedback: OpaquePointer?
    }

    let connection: Connection
    let surface: OpaquePointer
    private let role: Role
    private var viewport: OpaquePointer?
    private var fractional: OpaquePointer?
    private(set) var wishes: Wishes
    /// True when an overlay was asked for where there are only windows.
    let isFallback: Bool

    /// In points, as the compositor last said; nil before it said anything.
    private(set) var size: (width: Int, height: Int)?
    /// What was asked for, in points.
    private var asked: (width: Int, height: Int)
    /// The size that the compositor is saying; 0: ours to choose.
    private var proposed: (width: Int, height: Int) = (0, 0)
    /// Of the last configure that no commit has answered yet.
    private var serial: UInt32?
    private var fractionalScale: Double?
    private var entered: [OpaquePointer] = unsafe []
    private(set) var isMapped = false
    /// The compositor has taken the surface away: its monitor is gone, or somebody closed the window.
    private(set) var isClosed = false
    /// Something changed that the host should know.
    var isNews = false
    private var shown: [Shown] = []
    private var hasFeedback = false
    private var scale = (buffer: 1, viewport: (width: 0, height: 0))
    /// Frame, and since when (0: not known yet).
    var onPresented: ((UInt64, UInt64) -> Void)?

    /// Nil when the compositor lacks what is needed, or there is no memory. `size`: what is asked for, in points.
    init?(_ connection: Connection, _ wishes: Wishes, on monitor: Monitor?, size: (width: Int, height: Int)) {
        guard let compositor = unsafe connection.compositor,
            let surface = unsafe wl_compositor_create_surface(compositor)
        else { return nil }
        self.connection = connection
        self.wishes = wishes
        asked = size
        unsafe self.surface = unsafe surface
        if wishes.role == .overlay, let shell = unsafe connection.layers {
            let layer = unsafe zwlr_layer_shell_v1_get_layer_surface(
                shell, surface, monitor?.proxy, wishes.layer, wishes.namespace)
            guard let layer = unsafe layer else { return nil }
            role = unsafe .layer(layer)
            isFallback = false
        } else {
            guard let shell = unsafe connection.windows,
                let window = unsafe xdg_wm_base_get_xdg_surface(shell, surface),
                let toplevel = unsafe xdg_surface_get_toplevel(window)
            else {
                unsafe wl_surface_destroy(surface)
                return nil
            }
            let decoration = unsafe connection.decorations.flatMap {
                unsafe zxdg_decoration_manager_v1_get_toplevel_decoration($0, toplevel)
            }
            role = unsafe .toplevel(window, toplevel, decoration: decoration)
            isFallback = wishes.role == .overlay
        }
        unsafe viewport = unsafe connection.viewporter.flatMap { unsafe wp_viewporter_get_viewport($0, surface) }
        if unsafe viewport != nil, let scales = unsafe connection.scales {
            unsafe fractional = unsafe wp_fractional_scale_manager_v1_get_fractional_scale(scales, surface)
        }
        listen()
        applyAll(monitor)
        unsafe wl_surface_commit(surface)
    }

    deinit {
        for shown in shown { Self.forget(shown) }
        if let fractional = unsafe fractional { unsafe wp_fractional_scale_v1_destroy(fractional) }
        if let viewport = unsafe viewport { unsafe wp_viewport_destroy(viewport) }
        switch role {
        case .toplevel(let window, let toplevel, let decoration):
            if let decoration = unsafe decoration { unsafe zxdg_toplevel_decoration_v1_destroy(decoration) }
            unsafe xdg_toplevel_destroy(toplevel)
            unsafe xdg_surface_destroy(window)
        case .layer(let layer): unsafe zwlr_layer_surface_v1_destroy(layer)
        }
        unsafe wl_surface_destroy(surface)
    }

    /// The window goes: for frames that it has not shown, the next one may come.
    func abandon() {
        let frames = shown.filter { unsafe $0.callback != nil }.map(\.frame)
        for frame in frames { onPresented?(frame, 0) }
    }

    private static func forget(_ shown: Shown) {
        if let callback = unsafe shown.callback { unsafe wl_callback_destroy(callback) }
        if let feedback = unsafe shown.feedback { unsafe wp_presentation_feedback_destroy(feedback) }
    }

    private func listen() {
        let me = unsafe Unmanaged.passUnretained(self).toOpaque()
        _ = unsafe wl_surface_add_listener(surface, Self.surfaceListener, me)
        if let fractional = unsafe fractional {
            _ = unsafe wp_fractional_scale_v1_add_listener(fractional, Self.scaleListener, me)
        }
        switch role {
        case .toplevel(let window, let toplevel, let decoration):
            _ = unsafe xdg_surface_add_listener(window, Self.windowListener, me)
            _ = unsafe xdg_toplevel_add_listener(toplevel, Self.toplevelListener, me)
            if let decoration = unsafe decoration {
                unsafe zxdg_toplevel_decoration_v1_set_mode(
                    decoration, ZXDG_TOPLEVEL_DECORATION_V1_MODE_SERVER_SIDE.rawValue)
            }
        case .layer(let layer): _ = unsafe zwlr_layer_surface_v1_add_listener(layer, Self.layerListener, me)
        }
    }

    // MARK: Wishes

    /// Takes up other wishes, which need no other surface.
    func apply(_ wishes: Wishes, on monitor: Monitor?) {
        guard wishes != self.wishes else { return }
        self.wishes = wishes
        applyAll(monitor)
        unsafe wl_surface_commit(surface)
    }

    /// Asks for another size, in points. A window that the compositor has given a size keeps that.
    func ask(_ width: Int, _ height: Int) {
        guard (width, height) != asked else { return }
        asked = (width, height)
        switch role {
        case .toplevel: if proposed == (0, 0) { size = asked }
        case .layer:
            if let before = size {
                size = (
                    wishes.isStretchedWide ? before.width : width, wishes.isStretchedHigh ? before.height : height
                )
            }
            setLayerSize()
            unsafe wl_surface_commit(surface)
        }
        isNews = true
    }

    private func setLayerSize() {
        guard case .layer(let layer) = role else { return }
        unsafe zwlr_layer_surface_v1_set_size(
            layer, wishes.isStretchedWide ? 0 : UInt32(asked.width), wishes.isStretchedHigh ? 0 : UInt32(asked.height))
    }

    private func applyAll(_ monitor: Monitor?) {
        switch role {
        case .toplevel(_, let toplevel, _):
            unsafe xdg_toplevel_set_title(toplevel, wishes.title)
            unsafe xdg_toplevel_set_app_id(toplevel, wishes.appID)
            if wishes.isFullscreen {
                unsafe xdg_toplevel_set_fullscreen(toplevel, monitor?.proxy)
            } else {
                unsafe xdg_toplevel_unset_fullscreen(toplevel)
            }
        case .layer(let layer):
            setLayerSize()
            let margin = wishes.margin
            unsafe zwlr_layer_surface_v1_set_anchor(layer, wishes.anchor)
            unsafe zwlr_layer_surface_v1_set_margin(layer, margin[0], margin[1], margin[2], margin[3])
            unsafe zwlr_layer_surface_v1_set_exclusive_zone(layer, wishes.exclusiveZone)
            // Before version 4 there is no "on demand": a boolean.
            let keyboard = [0, 2, 1][Int(wishes.keyboard)] as UInt32
            unsafe zwlr_layer_surface_v1_set_keyboard_interactivity(
                layer, connection.layersVersion >= 4 ? keyboard : min(1, keyboard))
        }
    }

    // MARK: What the compositor says

    /// Pixels for each point.
    var pixelScale: Double { fractionalScale ?? Double(wholeScale) }

    /// That of the sharpest monitor that shows the surface.
    private var wholeScale: Int { monitors.map(\.scale).max() ?? 1 }

    /// Of the monitors that show the surface; 0 when no one tells.
    var refresh: Double { monitors.map(\.refresh).max() ?? 0 }

    /// Those that show the surface; before that is known, all that may.
    private var monitors: [Monitor] {
        let all = connection.monitors.values
        let showing = all.filter { monitor in unsafe entered.contains { unsafe $0 == monitor.proxy } }
        if !showing.isEmpty { return showing }
        let named = all.filter { $0.name == wishes.monitor }
        return named.isEmpty ? all.count == 1 ? Array(all) : [] : named
    }

    private func configured(_ serial: UInt32) {
        self.serial = serial
        let fresh = (
            width: proposed.width > 0 ? proposed.width : asked.width,
            height: proposed.height > 0 ? proposed.height : asked.height
        )
        if let size, size == fresh, isMapped {
            // Nothing to paint: it is answered at once.
            acknowledge()
            unsafe wl_surface_commit(surface)
            return
        }
        size = fresh
        isNews = true
    }

    private func acknowledge() {
        guard let serial else { return }
        self.serial = nil
        switch role {
        case .toplevel(let window, _, _): unsafe xdg_surface_ack_configure(window, serial)
        case .layer(let layer): unsafe zwlr_layer_surface_v1_ack_configure(layer, serial)
        }
    }

    nonisolated(unsafe) private static let surfaceListener = unsafe forever(
        wl_surface_listener(
            enter: { data, _, output in
                guard let output = unsafe output else { return }
                let window = unsafe this(data, Window.self)
                unsafe window.entered.append(output)
                window.isNews = true
            },
            leave: { data, _, output in
                let window = unsafe this(data, Window.self)
                unsafe window.entered.removeAll { unsafe $0 == output }
                window.isNews = true
            }))

    nonisolated(unsafe) private static let scaleListener = unsafe forever(
        wp_fractional_scale_v1_listener(preferred_scale: { data, _, scale in
            let window = unsafe this(data, Window.self)
            window.fractionalScale = Double(max(12, scale)) / 120
            window.isNews = true
        }))

    nonisolated(unsafe) private static let windowListener = unsafe forever(
        xdg_surface_listener(configure: { data, _, serial in unsafe this(data, Window.self).configured(serial) }))

    nonisolated(unsafe) private static let toplevelListener = unsafe forever(
        xdg_toplevel_listener(
            configure: { data, _, width, height, _ in
                unsafe this(data, Window.self).proposed = (Int(max(0, width)), Int(max(0, height)))
            },
            close: { data, _ in unsafe this(data, Window.self).isClosed = true },
            configure_bounds: { _, _, _, _ in }, wm_capabilities: { _, _, _ in }))

    nonisolated(unsafe) private static let layerListener = unsafe forever(
        zwlr_layer_surface_v1_listener(
            configure: { data, _, serial, width, height in
                let window = unsafe this(data, Window.self)
                window.proposed = (Int(min(width, 16384)), Int(min(height, 16384)))
                window.configured(serial)
            },
            closed: { data, _ in unsafe this(data, Window.self).isClosed = true }))

    // MARK: Frames

    /// Sets where the surface is opaque and where it takes input (nil: everywhere), in pixels of a buffer of `scale`.
    func setShape(opaque: [PixelRect], input: [PixelRect]?, scale: Double, commits: Bool) {
        guard let compositor = unsafe connection.compositor else { return }
        func region(_ rects: [PixelRect], outward: Bool) -> OpaquePointer? {
            let region = unsafe wl_compositor_create_region(compositor)
            for rect in rects {
                // What is not on whole points: none of it is opaque, all of it takes input.
                func low(_ edge: Int32) -> Int32 {
                    Int32((Double(edge) / scale).rounded(outward ? .down : .up))
                }
                func high(_ edge: Int32) -> Int32 {
                    Int32((Double(edge) / scale).rounded(outward ? .up : .down))
                }
                let (x, y) = (low(rect.x0), low(rect.y0))
                let (width, height) = (high(rect.x1) - x, high(rect.y1) - y)
                if width > 0, height > 0 { unsafe wl_region_add(region, x, y, width, height) }
            }
            return unsafe region
        }
        let solid = unsafe region(opaque, outward: false)
        unsafe wl_surface_set_opaque_region(surface, solid)
        unsafe wl_region_destroy(solid)
        if let input {
            let taken = unsafe region(input, outward: true)
            unsafe wl_surface_set_input_region(surface, taken)
            unsafe wl_region_destroy(taken)
        } else {
            unsafe wl_surface_set_input_region(surface, nil)
        }
        if commits, isMapped { unsafe wl_surface_commit(surface) }
    }

    /// Shows a buffer that holds the surface at `scale` pixels a point.
    func show(_ buffer: SharedBuffer, frame: UInt64, damage: UnsafeBufferPointer<PixelRect>, scale: Double) {
        guard let size else { return }
        unsafe buffer.attach(to: surface)
        for at in 0..<damage.count {
            let rect = unsafe damage[at]
            unsafe wl_surface_damage_buffer(surface, rect.x0, rect.y0, rect.x1 - rect.x0, rect.y1 - rect.y0)
        }
        let points = (
            width: Int((Double(buffer.width) / scale).rounded()), height: Int((Double(buffer.height) / scale).rounded())
        )
        if fractionalScale != nil {
            // The buffer's size in points is no whole number: the viewport says what it stands for.
            if self.scale.viewport != points {
                self.scale.viewport = points
                unsafe wp_viewport_set_destination(viewport, Int32(points.width), Int32(points.height))
            }
        } else if self.scale.buffer != Int(scale) {
            self.scale.buffer = Int(scale)
            unsafe wl_surface_set_buffer_scale(surface, Int32(scale))
        }
        // One that was painted before the compositor changed its mind answers nothing.
        if points == size { acknowledge() }
        isMapped = true
        var entry = unsafe Shown(frame: frame, callback: wl_surface_frame(surface))
        let me = unsafe Unmanaged.passUnretained(self).toOpaque()
        _ = unsafe wl_callback_add_listener(entry.callback, Self.frameListener, me)
        if let presentation = unsafe connection.presentation {
            unsafe entry.feedback = unsafe wp_presentation_feedback(presentation, surface)
            _ = unsafe wp_presentation_feedback_add_listener(entry.feedback, Self.feedbackListener, me)
        }
        shown.append(entry)
        unsafe wl_surface_commit(surface)
    }

    nonisolated(unsafe) private static let frameListener = unsafe forever(
        wl_callback_listener(done: { data, callback, _ in
            let window = unsafe this(data, Window.self)
            unsafe wl_callback_destroy(callback)
            guard let at = window.shown.firstIndex(where: { unsafe $0.callback == callback }) else { return }
            unsafe window.shown[at].callback = nil
            let frame = window.shown[at].frame
            window.shown.removeAll { unsafe $0.callback == nil && $0.feedback == nil }
            // Where times are told, the moment at which this message is read is none.
            window.onPresented?(frame, window.hasFeedback ? 0 : Window.now(CLOCK_MONOTONIC))
        }))

    nonisolated(unsafe) private static let feedbackListener = unsafe forever(
        wp_presentation_feedback_listener(
            sync_output: { _, _, _ in },
            presented: { data, feedback, high, low, nanoseconds, _, _, _, _ in
                let window = unsafe this(data, Window.self)
                let seconds = UInt64(high) << 32 | UInt64(low)
                let time = seconds &* 1_000_000_000 &+ UInt64(nanoseconds)
                let clock = window.connection.clock
                window.hasFeedback = true
                // From the compositor's clock to ours.
                let age = Window.now(clock) &- time
                unsafe window.told(feedback, Window.now(CLOCK_MONOTONIC) &- age)
            },
            discarded: { data, feedback in unsafe this(data, Window.self).told(feedback, nil) }))

    private func told(_ feedback: OpaquePointer?, _ time: UInt64?) {
        unsafe wp_presentation_feedback_destroy(feedback)
        guard let at = shown.firstIndex(where: { unsafe $0.feedback == feedback }) else { return }
        unsafe shown[at].feedback = nil
        let frame = shown[at].frame
        shown.removeAll { unsafe $0.callback == nil && $0.feedback == nil }
        if let time, time > 0 { onPresented?(frame, time) }
    }

    static func now(_ clock: clockid_t) -> UInt64 {
        var time = timespec()
        guard unsafe clock_gettime(clock, &time) == 0 else { return 0 }
        return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
    }
}
