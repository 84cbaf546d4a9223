import CWayland
import Glibc

/// The bound globals of a compositor: nil if not offered.
@safe
struct Globals: ~Copyable {
    private(set) var compositor: OpaquePointer?
    private(set) var memory: OpaquePointer?
    private(set) var windows: OpaquePointer?
    private(set) var layers: OpaquePointer?
    private(set) var layersVersion: UInt32 = 0
    private(set) var viewporter: OpaquePointer?
    private(set) var scales: OpaquePointer?
    private(set) var decorations: OpaquePointer?
    private(set) var presentation: OpaquePointer?
    private(set) var shapes: OpaquePointer?
    private(set) var icons: OpaquePointer?
    /// Reports the positions of monitors on the desktop.
    private(set) var outputs: OpaquePointer?
    private(set) var managers = Managers()

    deinit {
        if let compositor = unsafe compositor { unsafe wl_compositor_destroy(compositor) }
        if let memory = unsafe memory { unsafe wl_shm_destroy(memory) }
        if let windows = unsafe windows { unsafe xdg_wm_base_destroy(windows) }
        if let layers = unsafe layers {
            if layersVersion >= 3 {
                unsafe zwlr_layer_shell_v1_destroy(layers)
            } else {
                unsafe wl_proxy_destroy(layers)
            }
        }
        if let viewporter = unsafe viewporter { unsafe wp_viewporter_destroy(viewporter) }
        if let scales = unsafe scales { unsafe wp_fractional_scale_manager_v1_destroy(scales) }
        if let decorations = unsafe decorations { unsafe zxdg_decoration_manager_v1_destroy(decorations) }
        if let presentation = unsafe presentation { unsafe wp_presentation_destroy(presentation) }
        if let shapes = unsafe shapes { unsafe wp_cursor_shape_manager_v1_destroy(shapes) }
        if let icons = unsafe icons { unsafe xdg_toplevel_icon_manager_v1_destroy(icons) }
        if let outputs = unsafe outputs { unsafe zxdg_output_manager_v1_destroy(outputs) }
    }

    /// Binds an offered global if it is one of these.
    mutating func bind(_ offer: Offer) {
        switch offer.interface {
        // Damage in buffer pixels requires version 4.
        case "wl_compositor" where offer.version >= 4: unsafe compositor = unsafe offer.bind(wl_compositor_address(), 4)
        case "wl_shm": unsafe memory = unsafe offer.bind(wl_shm_address(), 1)
        case "xdg_wm_base":
            unsafe windows = unsafe offer.bind(xdg_wm_base_address(), 2)
            _ = unsafe xdg_wm_base_add_listener(windows, Self.windowsListener, nil)
        case "zwlr_layer_shell_v1":
            unsafe layers = unsafe offer.bind(zwlr_layer_shell_v1_address(), 4)
            layersVersion = min(offer.version, 4)
        case "wp_viewporter": unsafe viewporter = unsafe offer.bind(wp_viewporter_address(), 1)
        case "wp_fractional_scale_manager_v1":
            unsafe scales = unsafe offer.bind(wp_fractional_scale_manager_v1_address(), 1)
        case "zxdg_decoration_manager_v1":
            unsafe decorations = unsafe offer.bind(zxdg_decoration_manager_v1_address(), 1)
        case "wp_presentation": unsafe presentation = unsafe offer.bind(wp_presentation_address(), 1)
        case "wp_cursor_shape_manager_v1":
            unsafe shapes = unsafe offer.bind(wp_cursor_shape_manager_v1_address(), 1)
        case "xdg_toplevel_icon_manager_v1":
            unsafe icons = unsafe offer.bind(xdg_toplevel_icon_manager_v1_address(), 1)
        case "zxdg_output_manager_v1": unsafe outputs = unsafe offer.bind(zxdg_output_manager_v1_address(), 3)
        default: managers.bind(offer)
        }
    }

    nonisolated(unsafe) private static let windowsListener = unsafe forever(
        xdg_wm_base_listener(ping: { _, base, serial in unsafe xdg_wm_base_pong(base, serial) }))
}

/// A global that a client may bind.
@safe
struct Offer {
    let registry: OpaquePointer
    /// The registry name.
    let number: UInt32
    let interface: String
    let version: UInt32

    /// Binds the object in the offered version, at most `most`. Nil when there is no memory.
    func bind(_ interface: UnsafePointer<wl_interface>?, _ most: UInt32) -> OpaquePointer? {
        unsafe wl_registry_bind(registry, number, interface, min(version, most)).map { OpaquePointer($0) }
    }
}
