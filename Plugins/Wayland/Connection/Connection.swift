import CWayland
import Glibc
import OutputSupport
import ScrimPluginKit

/// A connection to a compositor: its globals, seats and monitors, and the transport of messages.
///
/// Listeners only record events; `Wayland` handles them after `dispatch`, so that no object is released during its own
/// callback.
@safe
final class Connection {
    let display: OpaquePointer
    let descriptor: Int32
    private let registry: OpaquePointer
    private var greeting: OpaquePointer?

    private(set) var globals = Globals()
    /// The clock of presentation times.
    private(set) var clock = CLOCK_MONOTONIC
    private(set) var seats: [UInt32: Seat] = [:]
    /// By registry name.
    private(set) var monitors: [UInt32: Monitor] = [:]

    /// True when the initial globals are bound, and their first events received.
    var isGreeted: Bool { greetings == 2 }
    private var greetings = 0
    /// True when monitors were added, removed or changed since this was last reset.
    var monitorsChanged = false
    var handlers = SeatHandlers()
    var wishes = SeatWishes() {
        didSet { if wishes != oldValue { seats.values.forEach { $0.wishesChanged(from: oldValue) } } }
    }
    private let wakeups: Wakeups
    private var drags: UInt32 = 0
    /// True when a caller waits for room.
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
        handlers = SeatHandlers()
        seats.removeAll()
        monitors.removeAll()
        if let greeting = unsafe greeting { unsafe wl_callback_destroy(greeting) }
        // Proxies must be destroyed before their display.
        globals = Globals()
        unsafe wl_registry_destroy(registry)
        unsafe wl_display_disconnect(display)
    }

    /// A unique number for a drag of another program.
    func nextDrag() -> UInt32 {
        drags &+= 1
        return drags
    }

    // MARK: Messages

    /// Reads and handles pending events, and flushes requests. False when the compositor is gone.
    func dispatch() -> Bool {
        while unsafe wl_display_prepare_read(display) != 0 {
            if unsafe wl_display_dispatch_pending(display) < 0 { return false }
        }
        // Does not block: it reads what is available.
        if unsafe wl_display_read_events(display) < 0, errno != EAGAIN { return false }
        if unsafe wl_display_dispatch_pending(display) < 0 { return false }
        return flush()
    }

    /// Flushes requests, now or when the socket accepts more. False when the compositor is gone, which `dispatch`
    /// detects as well.
    @discardableResult
    func flush() -> Bool {
        let sent = unsafe wl_display_flush(display)
        let isFull = unsafe sent < 0 && errno == EAGAIN && wl_display_get_error(display) == 0
        wakeups.watch(descriptor, .compositor, writing: isFull || lacksRoom)
        guard sent < 0, !isFull else { return true }
        wakeups.setTimer(.retry, after: 1)
        return false
    }

    /// True when the socket has room for a frame with all its requests, about ten thousand words; otherwise a wake-up
    /// follows when it does. libwayland drops a connection when its buffer overflows, and compositors may read slowly.
    var hasRoom: Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        lacksRoom = unsafe poll(&entry, 1, 0) == 0
        if lacksRoom { wakeups.watch(descriptor, .compositor, writing: true) }
        return !lacksRoom
    }

    /// The reason why the compositor is gone.
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
            global: { data, registry, number, interface, version in
                guard let registry = unsafe registry, let interface = unsafe interface else { return }
                let name = unsafe String(cString: interface)
                unsafe this(data, Connection.self).add(
                    Offer(registry: registry, number: number, interface: name, version: version))
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
            // First after all globals were announced, then after their initial events.
            connection.greetings += 1
            if !connection.isGreeted { connection.greet() }
        }))

    private func greet() {
        unsafe greeting = unsafe wl_display_sync(display)
        _ = unsafe wl_callback_add_listener(
            greeting, Self.greetingListener, Unmanaged.passUnretained(self).toOpaque())
    }

    var hasLayers: Bool { unsafe globals.layers != nil }

    private func add(_ offer: Offer) {
        globals.bind(offer)
        switch offer.interface {
        case "wp_presentation":
            let me = unsafe Unmanaged.passUnretained(self).toOpaque()
            _ = unsafe wp_presentation_add_listener(globals.presentation, Self.presentationListener, me)
        case "zxdg_output_manager_v1":
            for monitor in monitors.values { unsafe monitor.locate(by: globals.outputs) }
        case "wl_output":
            guard let proxy = unsafe offer.bind(wl_output_address(), 4) else { return }
            let monitor = unsafe Monitor(proxy, version: min(offer.version, 4)) { [weak self] in
                self?.monitorsChanged = true
            }
            unsafe monitor.locate(by: globals.outputs)
            monitors[offer.number] = monitor
        case "wl_seat":
            guard let proxy = unsafe offer.bind(wl_seat_address(), 7) else { return }
            seats[offer.number] = unsafe Seat(proxy, version: min(offer.version, 7), self, wakeups)
        default: break
        }
    }

    nonisolated(unsafe) private static let presentationListener = unsafe forever(
        wp_presentation_listener(clock_id: { data, _, clock in
            unsafe this(data, Connection.self).clock = clockid_t(bitPattern: clock)
        }))
}
