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
    private(set) var shapes: OpaquePointer?
    private(set) var icons: OpaquePointer?
    private var places: OpaquePointer?
    /// The clock of presentation times.
    private(set) var clock = CLOCK_MONOTONIC
    private(set) var seats: [UInt32: Seat] = [:]
    /// By their numbers in the registry.
    private(set) var monitors: [UInt32: Monitor] = [:]

    /// Everything that was offered at first is known, and what each of it has to say.
    private(set) var isGreeted = false
    private var greetings = 0
    /// Monitors came, went or changed since somebody looked.
    var monitorsChanged = false
    /// What was done, in points of the surface.
    var onInput: ((Act, _ surface: OpaquePointer?) -> Void)?
    /// How many pixels a point of a surface has.
    var onScale: ((_ surface: OpaquePointer?) -> Double)?
    /// What pointers look like: a number of `Cursor.names`.
    var cursor = Cursor.usual {
        didSet { if cursor != oldValue { seats.values.forEach { $0.showCursor() } } }
    }
    private let wakeups: Wakeups
    /// Somebody waits for room.
    private var lacksRoom = false

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
        greet()
        wakeups.watch(descriptor, .compositor)
        flush()
    }

    deinit {
        wakeups.forget(descriptor)
        unsafe (onInput, onScale) = (nil, nil)
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
        if let shapes = unsafe shapes { unsafe wp_cursor_shape_manager_v1_destroy(shapes) }
        if let icons = unsafe icons { unsafe xdg_toplevel_icon_manager_v1_destroy(icons) }
        if let places = unsafe places { unsafe zxdg_output_manager_v1_destroy(places) }
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

    /// Sends what is to be sent, now or when the socket takes more. False: the compositor is gone, which `dispatch` finds too.
    @discardableResult
    func flush() -> Bool {
        let sent = unsafe wl_display_flush(display)
        let isFull = unsafe sent < 0 && errno == EAGAIN && wl_display_get_error(display) == 0
        wakeups.watch(descriptor, .compositor, writing: isFull || lacksRoom)
        guard sent < 0, !isFull else { return true }
        wakeups.setTimer(.alarm, after: 1)
        return false
    }

    /// True when the socket takes a frame and all that goes with it, some ten thousand words; else there is a wake-up when it
    /// does. libwayland gives a connection up when its buffer overflows, and a compositor may be long in reading.
    var hasRoom: Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        lacksRoom = unsafe poll(&entry, 1, 0) == 0
        if lacksRoom { wakeups.watch(descriptor, .compositor, writing: true) }
        return !lacksRoom
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
            // Behind what is offered; then behind what it says when it is taken.
            connection.greetings += 1
            connection.isGreeted = connection.greetings == 2
            if !connection.isGreeted { connection.greet() }
        }))

    private func greet() {
        unsafe greeting = unsafe wl_display_sync(display)
        _ = unsafe wl_callback_add_listener(
            greeting, Self.greetingListener, Unmanaged.passUnretained(self).toOpaque())
    }

    var hasLayers: Bool { unsafe layers != nil }

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
        case "wp_cursor_shape_manager_v1": unsafe shapes = unsafe bind(wp_cursor_shape_manager_v1_address(), 1)
        case "xdg_toplevel_icon_manager_v1": unsafe icons = unsafe bind(xdg_toplevel_icon_manager_v1_address(), 1)
        case "zxdg_output_manager_v1":
            unsafe places = unsafe bind(zxdg_output_manager_v1_address(), 3)
            for monitor in monitors.values { unsafe monitor.locate(by: places) }
        case "wl_output":
            if let proxy = unsafe bind(wl_output_address(), 4) {
                let monitor = unsafe Monitor(proxy, version: min(version, 4)) { [weak self] in
                    self?.monitorsChanged = true
                }
                unsafe monitor.locate(by: places)
                monitors[number] = monitor
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
