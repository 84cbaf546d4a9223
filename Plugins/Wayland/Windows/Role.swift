import CWayland

/// The role of a surface, a window or a layer of the desktop: its shell objects, and the sizes proposed by the
/// compositor.
@safe
final class Role {
    @safe
    private enum Shell {
        case toplevel(OpaquePointer, OpaquePointer, decoration: OpaquePointer?)
        case layer(OpaquePointer)
        case lock(OpaquePointer)
    }

    private unowned let connection: Connection
    private let shell: Shell
    /// True when an overlay was requested but only windows are supported.
    let isFallback: Bool
    /// The size proposed by the compositor, in points; 0 leaves the choice to the client.
    private(set) var proposed: (width: Int, height: Int) = (0, 0)
    /// The serial of the last configure without a commit.
    private var serial: UInt32?
    /// True when the compositor closed the surface: its monitor is gone, or the user closed the window.
    private(set) var isClosed = false
    /// Called when a size was proposed.
    var onConfigure: (() -> Void)?

    /// Nil when the compositor lacks a required global. `lock` is the session lock, if the surface belongs to it.
    init?(
        _ connection: Connection, _ surface: OpaquePointer, _ wishes: Wishes, on monitor: Monitor?, _ lock: SessionLock?
    ) {
        self.connection = connection
        if let lock {
            guard let monitor,
                let surface = unsafe ext_session_lock_v1_get_lock_surface(lock.proxy, surface, monitor.proxy)
            else { return nil }
            shell = unsafe .lock(surface)
            isFallback = false
        } else if wishes.role == .overlay, let layers = unsafe connection.globals.layers {
            let layer = unsafe zwlr_layer_shell_v1_get_layer_surface(
                layers, surface, monitor?.proxy, wishes.layer, wishes.namespace)
            guard let layer = unsafe layer else { return nil }
            shell = unsafe .layer(layer)
            isFallback = false
        } else {
            guard let windows = unsafe connection.globals.windows,
                let window = unsafe xdg_wm_base_get_xdg_surface(windows, surface),
                let toplevel = unsafe xdg_surface_get_toplevel(window)
            else { return nil }
            let decoration = unsafe connection.globals.decorations.flatMap {
                unsafe zxdg_decoration_manager_v1_get_toplevel_decoration($0, toplevel)
            }
            shell = unsafe .toplevel(window, toplevel, decoration: decoration)
            isFallback = wishes.role == .overlay
        }
        listen()
    }

    /// Call before the surface is destroyed.
    func destroy() {
        switch shell {
        case .toplevel(let window, let toplevel, let decoration):
            if let decoration = unsafe decoration { unsafe zxdg_toplevel_decoration_v1_destroy(decoration) }
            unsafe xdg_toplevel_destroy(toplevel)
            unsafe xdg_surface_destroy(window)
        case .layer(let layer): unsafe zwlr_layer_surface_v1_destroy(layer)
        case .lock(let lock): unsafe ext_session_lock_surface_v1_destroy(lock)
        }
    }

    var isLayer: Bool {
        if case .layer = shell { true } else { false }
    }

    /// True when a commit must match the proposed size.
    var isLock: Bool {
        if case .lock = shell { true } else { false }
    }

    // MARK: What is asked for

    /// Requests `size`, in points, in directions in which the surface is not stretched.
    func ask(_ size: (width: Int, height: Int), _ wishes: Wishes) {
        guard case .layer(let layer) = shell else { return }
        unsafe zwlr_layer_surface_v1_set_size(
            layer, wishes.isStretchedWide ? 0 : UInt32(size.width), wishes.isStretchedHigh ? 0 : UInt32(size.height))
    }

    /// Sends all requests in `wishes`.
    func apply(_ wishes: Wishes, on monitor: Monitor?) {
        switch shell {
        case .toplevel(_, let toplevel, _):
            unsafe xdg_toplevel_set_title(toplevel, wishes.title)
            unsafe xdg_toplevel_set_app_id(toplevel, wishes.appID)
            unsafe setIcon(of: toplevel, wishes.icon)
            if wishes.isFullscreen {
                unsafe xdg_toplevel_set_fullscreen(toplevel, monitor?.proxy)
            } else {
                unsafe xdg_toplevel_unset_fullscreen(toplevel)
            }
        case .layer(let layer):
            let margin = wishes.margin
            unsafe zwlr_layer_surface_v1_set_anchor(layer, wishes.anchor)
            unsafe zwlr_layer_surface_v1_set_margin(layer, margin[0], margin[1], margin[2], margin[3])
            unsafe zwlr_layer_surface_v1_set_exclusive_zone(layer, wishes.exclusiveZone)
            // Before version 4 there is no "on demand", only a boolean.
            let keyboard = [0, 2, 1][Int(wishes.keyboard)] as UInt32
            unsafe zwlr_layer_surface_v1_set_keyboard_interactivity(
                layer, connection.globals.layersVersion >= 4 ? keyboard : min(1, keyboard))
        case .lock: break
        }
    }

    /// Sets an icon of the desktop's theme by name; empty for the one that the desktop finds by itself.
    private func setIcon(of toplevel: OpaquePointer, _ name: String) {
        guard let icons = unsafe connection.globals.icons else { return }
        let icon = unsafe name.isEmpty ? nil : xdg_toplevel_icon_manager_v1_create_icon(icons)
        if let icon = unsafe icon { unsafe xdg_toplevel_icon_v1_set_name(icon, name) }
        unsafe xdg_toplevel_icon_manager_v1_set_icon(icons, toplevel, icon)
        if let icon = unsafe icon { unsafe xdg_toplevel_icon_v1_destroy(icon) }
    }

    /// Acknowledges the proposed size with the next commit.
    func acknowledge() {
        guard let serial else { return }
        self.serial = nil
        switch shell {
        case .toplevel(let window, _, _): unsafe xdg_surface_ack_configure(window, serial)
        case .layer(let layer): unsafe zwlr_layer_surface_v1_ack_configure(layer, serial)
        case .lock(let lock): unsafe ext_session_lock_surface_v1_ack_configure(lock, serial)
        }
    }

    /// True while the last proposal has no commit.
    var isAsked: Bool { serial != nil }

    // MARK: What the compositor says

    private func listen() {
        let me = unsafe Unmanaged.passUnretained(self).toOpaque()
        switch shell {
        case .toplevel(let window, let toplevel, let decoration):
            _ = unsafe xdg_surface_add_listener(window, Self.windowListener, me)
            _ = unsafe xdg_toplevel_add_listener(toplevel, Self.toplevelListener, me)
            if let decoration = unsafe decoration {
                unsafe zxdg_toplevel_decoration_v1_set_mode(
                    decoration, ZXDG_TOPLEVEL_DECORATION_V1_MODE_SERVER_SIDE.rawValue)
            }
        case .layer(let layer): _ = unsafe zwlr_layer_surface_v1_add_listener(layer, Self.layerListener, me)
        case .lock(let lock): _ = unsafe ext_session_lock_surface_v1_add_listener(lock, Self.lockListener, me)
        }
    }

    private func configured(_ serial: UInt32) {
        self.serial = serial
        onConfigure?()
    }

    nonisolated(unsafe) private static let windowListener = unsafe forever(
        xdg_surface_listener(configure: { data, _, serial in unsafe this(data, Role.self).configured(serial) }))

    nonisolated(unsafe) private static let toplevelListener = unsafe forever(
        xdg_toplevel_listener(
            configure: { data, _, width, height, _ in
                unsafe this(data, Role.self).proposed = (Int(max(0, width)), Int(max(0, height)))
            },
            close: { data, _ in unsafe this(data, Role.self).isClosed = true },
            configure_bounds: { _, _, _, _ in }, wm_capabilities: { _, _, _ in }))

    nonisolated(unsafe) private static let lockListener = unsafe forever(
        ext_session_lock_surface_v1_listener(configure: { data, _, serial, width, height in
            let role = unsafe this(data, Role.self)
            role.proposed = (Int(min(width, 16384)), Int(min(height, 16384)))
            role.configured(serial)
        }))

    nonisolated(unsafe) private static let layerListener = unsafe forever(
        zwlr_layer_surface_v1_listener(
            configure: { data, _, serial, width, height in
                let role = unsafe this(data, Role.self)
                role.proposed = (Int(min(width, 16384)), Int(min(height, 16384)))
                role.configured(serial)
            },
            closed: { data, _ in unsafe this(data, Role.self).isClosed = true }))
}
