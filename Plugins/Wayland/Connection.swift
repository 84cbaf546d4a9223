import CWayland
import Glibc
import ScrimPluginKit

/// A connection to a compositor: what it offers, and the way of messages.
///
/// Listeners only note what they hear; whoever dispatches acts on it afterwards, so that nothing goes while it is called.
@safe
final class Connection {
    let display: OpaquePointer
    let descriptor: Int32
    private let registry: OpaquePointer
    private var greeting: OpaquePointer?

    // What the compositor offers; nil when it does not.
    private(set) var compositor: OpaquePointer?
    private(set) var memory: OpaquePointer?
    private(set) var windows: OpaquePointer?
    private(set) var layers: OpaquePointer?
    private(set) var layersVersion: UInt32 = 0
    private(set) var viewporter: OpaquePointer?
    private(set) var scales: OpaquePointer?
    private(set) var decorations: OpaquePointer?
    private(set) var presentation: OpaquePointer?
    /// The clock of presentation times.
    private(set) var clock = CLOCK_MONOTONIC
    private(set) var seats: [UInt32: Seat] = [:]
    /// By their numbers in the registry.
    private(set) var monitors: [UInt32: Monitor] = [:]

    /// Everything that was offered at first is known.
    private(set) var isGreeted = false
    /// Monitors came, went or changed since somebody looked.
    var monitorsChanged = false
    var onInput: ((Act) -> Void)?
    private let wakeups: Wakeups

    /// Takes over `display`. Nil when there is no memory.
    init?(_ display: OpaquePointer, _ wakeups: Wakeups) {
        guard let registry = unsafe wl_display_get_registry(display) else {
            unsafe wl_display_disconnect(display)
            return nil
        }
        unsafe (self.display, self.registry) = unsafe (display, registry)
        self.wakeups = wakeups
        descriptor = unsafe wl_display_get_fd(display)
        let me = unsafe Unmanaged.passUnretained(self).toOpaque()
        _ = unsafe wl_registry_add_listener(registry, Self.registryListener, me)
        unsafe greeting = unsafe wl_display_sync(display)
        _ = unsafe wl_callback_add_listener(greeting, Self.greetingListener, me)
        wakeups.watch(descriptor, .compositor)
        flush()
    }

    deinit {
        wakeups.forget(descriptor)
        onInput = nil
        seats.removeAll()
        monitors.removeAll()
        if let greeting = unsafe greeting { unsafe wl_callback_destroy(greeting) }
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
        unsafe wl_registry_destroy(registry)
        unsafe wl_display_disconnect(display)
    }

    // MARK: Messages

    /// Reads and handles what has come, and sends what is to be sent. False: the compositor is gone.
    func dispatch() -> Bool {
        while unsafe wl_display_prepare_read(display) != 0 {
            if unsafe wl_display_dispatch_pending(display) < 0 { return false }
        }
        // Never waits: it reads what is there.
        if unsafe wl_display_read_events(display) < 0, errno != EAGAIN { return false }
        if unsafe wl_display_dispatch_pending(display) < 0 { return false }
        return flush()
    }

    /// Sends what is to be sent, now or when the socket takes more. False: the compositor is gone.
    @discardableResult
    func flush() -> Bool {
        let sent = unsafe wl_display_flush(display)
        let isFull = sent < 0 && errno == EAGAIN
        wakeups.watch(descriptor, .compositor, writing: isFull)
        return sent >= 0 || isFull
    }

    /// Why the compositor is gone.
    var reason: String {
        let error = unsafe wl_display_get_error(display)
        guard error == EPROTO else {
            let words = unsafe error == 0 ? "it hung up" : String(cString: strerror(error))
            return "the compositor is gone: \(words)"
        }
        var interface: UnsafePointer<wl_interface>?
        var number: UInt32 = 0
        let code = unsafe wl_display_get_protocol_error(display, &interface, &number)
        let name = unsafe interface.map { unsafe String(cString: $0.pointee.name) } ?? "an object"
        return "the compositor refused a request: error \(code) of \(name)@\(number)"
    }

    // MARK: What is offered

    nonisolated(unsafe) private static let registryListener = unsafe forever(
        wl_registry_listener(
            global: { data, _, number, interface, version in
                guard let interface = unsafe interface else { return }
                unsafe this(data, Connection.self).add(number, String(cString: interface), version)
            },
            global_remove: { data, _, number in
                let connection = unsafe this(data, Connection.self)
                if connection.monitors.removeValue(forKey: number) != nil { connection.monitorsChanged = true }
                connection.seats.removeValue(forKey: number)?.leave()
            }))

    nonisolated(unsafe) private static let greetingListener = unsafe forever(
        wl_callback_listener(done: { data, callback, _ in
            let connection = unsafe this(data, Connection.self)
            unsafe wl_callback_destroy(callback)
            unsafe connection.greeting = nil
            connection.isGreeted = true
        }))

    private func add(_ number: UInt32, _ name: String, _ version: UInt32) {
        func bind(_ interface: UnsafePointer<wl_interface>?, _ most: UInt32) -> OpaquePointer? {
            unsafe wl_registry_bind(registry, number, interface, min(version, most)).map { OpaquePointer($0) }
        }
        let me = unsafe Unmanaged.passUnretained(self).toOpaque()
        switch name {
        // Damage in pixels of the buffer comes with version 4.
        case "wl_compositor" where version >= 4: unsafe compositor = unsafe bind(wl_compositor_address(), 4)
        case "wl_shm": unsafe memory = unsafe bind(wl_shm_address(), 1)
        case "xdg_wm_base":
            unsafe windows = unsafe bind(xdg_wm_base_address(), 2)
            _ = unsafe xdg_wm_base_add_listener(windows, Self.windowsListener, me)
        case "zwlr_layer_shell_v1":
            unsafe layers = unsafe bind(zwlr_layer_shell_v1_address(), 4)
            layersVersion = min(version, 4)
        case "wp_viewporter": unsafe viewporter = unsafe bind(wp_viewporter_address(), 1)
        case "wp_fractional_scale_manager_v1":
            unsafe scales = unsafe bind(wp_fractional_scale_manager_v1_address(), 1)
        case "zxdg_decoration_manager_v1":
            unsafe decorations = unsafe bind(zxdg_decoration_manager_v1_address(), 1)
        case "wp_presentation":
            unsafe presentation = unsafe bind(wp_presentation_address(), 1)
            _ = unsafe wp_presentation_add_listener(presentation, Self.presentationListener, me)
        case "wl_output":
            if let proxy = unsafe bind(wl_output_address(), 4) {
                monitors[number] = unsafe Monitor(proxy, version: min(version, 4)) { [weak self] in
                    self?.monitorsChanged = true
                }
            }
        case "wl_seat":
            if let proxy = unsafe bind(wl_seat_address(), 7) {
                seats[number] = unsafe Seat(proxy, version: min(version, 7), self, wakeups)
            }
        default: break
        }
    }

    nonisolated(unsafe) private static let windowsListener = unsafe forever(
        xdg_wm_base_listener(ping: { _, base, serial in unsafe xdg_wm_base_pong(base, serial) }))

    nonisolated(unsafe) private static let presentationListener = unsafe forever(
        wp_presentation_listener(clock_id: { data, _, clock in
            unsafe this(data, Connection.self).clock = clockid_t(bitPattern: clock)
        }))
}

/// A screen of the compositor's.
@safe
final class Monitor {
    let proxy: OpaquePointer
    private let version: UInt32
    private let onChange: () -> Void
    /// Empty for compositors that do not tell.
    private(set) var name = ""
    private(set) var scale = 1
    /// Frames a second; 0: not told.
    private(set) var refresh = 0.0

    init(_ proxy: OpaquePointer, version: UInt32, onChange: @escaping () -> Void) {
        unsafe self.proxy = unsafe proxy
        self.version = version
        self.onChange = onChange
        _ = unsafe wl_output_add_listener(proxy, Self.listener, Unmanaged.passUnretained(self).toOpaque())
    }

    deinit {
        if version >= 3 { unsafe wl_output_release(proxy) } else { unsafe wl_output_destroy(proxy) }
    }

    nonisolated(unsafe) private static let listener = unsafe forever(
        wl_output_listener(
            geometry: { data, _, _, _, _, _, _, _, _, _ in unsafe this(data, Monitor.self).onChange() },
            mode: { data, _, flags, _, _, refresh in
                guard flags & WL_OUTPUT_MODE_CURRENT.rawValue != 0 else { return }
                let monitor = unsafe this(data, Monitor.self)
                monitor.refresh = Double(max(0, refresh)) / 1000
                monitor.onChange()
            },
            done: { data, _ in unsafe this(data, Monitor.self).onChange() },
            scale: { data, _, scale in
                let monitor = unsafe this(data, Monitor.self)
                monitor.scale = max(1, Int(scale))
                monitor.onChange()
            },
            name: { data, _, name in
                guard let name = unsafe name else { return }
                let monitor = unsafe this(data, Monitor.self)
                unsafe monitor.name = String(cString: name)
                monitor.onChange()
            },
            description: { _, _, _ in }))
}
