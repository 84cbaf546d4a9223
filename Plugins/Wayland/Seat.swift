import CSystem
import CWayland
import OutputSupport
import ScrimPluginKit

/// A seat of the compositor: a pointer, a keyboard, touches, as they come and go.
@safe
final class Seat {
    private let proxy: OpaquePointer
    private let version: UInt32
    private unowned let connection: Connection
    private let wakeups: Wakeups
    private var pointer: Pointer?
    private var touches: Touches?
    private(set) var keyboard: Keyboard?

    init(_ proxy: OpaquePointer, version: UInt32, _ connection: Connection, _ wakeups: Wakeups) {
        unsafe self.proxy = unsafe proxy
        self.version = version
        self.connection = connection
        self.wakeups = wakeups
        let me = unsafe Unmanaged.passUnretained(self).toOpaque()
        _ = unsafe wl_seat_add_listener(proxy, Self.listener, me)
    }

    deinit {
        leave()
        if version >= 5 { unsafe wl_seat_release(proxy) } else { unsafe wl_seat_destroy(proxy) }
    }

    /// Releases held buttons, keys and touches.
    func leave() {
        _ = take(&pointer)
        _ = take(&touches)
        _ = take(&keyboard)
    }

    /// Removes a device, which releases its held buttons or keys: that is told after the removal.
    private func take<Device>(_ device: inout Device?) -> Device? {
        defer { device = nil }
        return device
    }

    /// The connection's cursor is another one.
    func showCursor() { pointer?.showCursor() }

    nonisolated(unsafe) private static let listener = unsafe forever(
        wl_seat_listener(
            capabilities: { data, _, capabilities in unsafe this(data, Seat.self).has(capabilities) },
            name: { _, _, _ in }))

    private func has(_ capabilities: UInt32) {
        let hand: (Act, OpaquePointer?) -> Void = { [weak self] act, surface in
            guard let self else { return }
            var act = act
            act.modifiers = keyboard?.modifiers ?? 0
            unsafe connection.onInput?(act, surface)
        }
        if capabilities & WL_SEAT_CAPABILITY_POINTER.rawValue == 0 {
            _ = take(&pointer)
        } else if pointer == nil, let proxy = unsafe wl_seat_get_pointer(proxy) {
            pointer = unsafe Pointer(proxy, version: version, connection, hand)
        }
        if capabilities & WL_SEAT_CAPABILITY_TOUCH.rawValue == 0 {
            _ = take(&touches)
        } else if touches == nil, let proxy = unsafe wl_seat_get_touch(proxy) {
            touches = unsafe Touches(proxy, version: version, hand)
        }
        if capabilities & WL_SEAT_CAPABILITY_KEYBOARD.rawValue == 0 {
            _ = take(&keyboard)
        } else if keyboard == nil, let proxy = unsafe wl_seat_get_keyboard(proxy) {
            keyboard = unsafe Keyboard(proxy, version: version, wakeups) { hand($0, nil) }
        }
    }
}

/// A pointer over a surface.
@safe
final class Pointer {
    private let proxy: OpaquePointer
    private let version: UInt32
    private unowned let connection: Connection
    private let cursor: Cursor
    private let hand: (Act, OpaquePointer?) -> Void
    /// Where it is; nil while it is elsewhere.
    private var surface: OpaquePointer?
    /// Of its coming there.
    private var serial: UInt32 = 0
    private var x = 0.0
    private var y = 0.0
    /// Scrolled distance since the last whole event.
    private var scrolled: (x: Double, y: Double)?

    init(
        _ proxy: OpaquePointer, version: UInt32, _ connection: Connection,
        _ hand: @escaping (Act, OpaquePointer?) -> Void
    ) {
        unsafe self.proxy = unsafe proxy
        self.version = version
        self.connection = connection
        cursor = unsafe Cursor(connection, proxy)
        unsafe self.hand = unsafe hand
        let me = unsafe Unmanaged.passUnretained(self).toOpaque()
        _ = unsafe wl_pointer_add_listener(proxy, Self.listener, me)
    }

    deinit {
        if let surface = unsafe surface { unsafe hand(Act(.leave, time: nanoseconds()), surface) }
        cursor.destroy()
        if version >= 3 { unsafe wl_pointer_release(proxy) } else { unsafe wl_pointer_destroy(proxy) }
    }

    private func tell(_ kind: Act.Kind, _ fill: (inout Act) -> Void = { _ in }) {
        var act = Act(kind, time: nanoseconds())
        (act.x, act.y) = (x, y)
        fill(&act)
        unsafe hand(act, surface)
    }

    /// Takes the look of the connection's cursor.
    func showCursor() {
        guard let surface = unsafe surface else { return }
        cursor.show(connection.cursor, serial, scale: unsafe connection.onScale?(surface) ?? 1)
    }

    private func move(_ x: wl_fixed_t, _ y: wl_fixed_t) {
        (self.x, self.y) = (Double(x) / 256, Double(y) / 256)
        tell(.move)
    }

    /// The end of an event that came in parts.
    private func flush() {
        guard let scrolled else { return }
        self.scrolled = nil
        tell(.scroll) { ($0.dx, $0.dy) = scrolled }
    }

    nonisolated(unsafe) private static let listener = unsafe forever(
        wl_pointer_listener(
            enter: { data, _, serial, surface, x, y in
                let pointer = unsafe this(data, Pointer.self)
                unsafe pointer.surface = unsafe surface
                pointer.serial = serial
                pointer.showCursor()
                pointer.move(x, y)
            },
            leave: { data, _, _, _ in
                let pointer = unsafe this(data, Pointer.self)
                pointer.tell(.leave)
                unsafe pointer.surface = nil
            },
            motion: { data, _, _, x, y in unsafe this(data, Pointer.self).move(x, y) },
            button: { data, _, _, _, code, state in
                // As <linux/input-event-codes.h> counts, from BTN_LEFT.
                guard code >= 0x110 else { return }
                unsafe this(data, Pointer.self).tell(.button) {
                    $0.button = code - 0x110
                    $0.press = state == 0 ? .up : .down
                }
            },
            axis: { data, _, _, axis, value in
                let pointer = unsafe this(data, Pointer.self)
                var sum = pointer.scrolled ?? (0, 0)
                if axis == WL_POINTER_AXIS_VERTICAL_SCROLL.rawValue {
                    sum.y += Double(value) / 256
                } else {
                    sum.x += Double(value) / 256
                }
                pointer.scrolled = sum
                if pointer.version < 5 { pointer.flush() }
            },
            frame: { data, _ in unsafe this(data, Pointer.self).flush() },
            axis_source: { _, _, _ in }, axis_stop: { _, _, _, _ in }, axis_discrete: { _, _, _, _ in },
            axis_value120: { _, _, _, _ in }))
}

/// Fingers on surfaces.
@safe
final class Touches {
    private let proxy: OpaquePointer
    private let version: UInt32
    private let hand: (Act, OpaquePointer?) -> Void
    /// Where they are.
    private var places: [Int32: Place] = [:]

    @safe
    private struct Place {
        var surface: OpaquePointer?
        var x: Double
        var y: Double
    }

    init(_ proxy: OpaquePointer, version: UInt32, _ hand: @escaping (Act, OpaquePointer?) -> Void) {
        unsafe self.proxy = unsafe proxy
        self.version = version
        unsafe self.hand = unsafe hand
        let me = unsafe Unmanaged.passUnretained(self).toOpaque()
        _ = unsafe wl_touch_add_listener(proxy, Self.listener, me)
    }

    deinit {
        cancel()
        if version >= 3 { unsafe wl_touch_release(proxy) } else { unsafe wl_touch_destroy(proxy) }
    }

    private func tell(_ kind: Act.Kind, _ touch: Int32, _ place: Place) {
        var act = Act(kind, time: nanoseconds())
        (act.x, act.y, act.touch) = (place.x, place.y, UInt32(bitPattern: touch))
        unsafe hand(act, place.surface)
    }

    private func put(
        _ kind: Act.Kind, _ touch: Int32, _ surface: OpaquePointer?, _ x: wl_fixed_t, _ y: wl_fixed_t
    ) {
        let place = unsafe Place(surface: surface, x: Double(x) / 256, y: Double(y) / 256)
        places[touch] = place
        tell(kind, touch, place)
    }

    private func cancel() {
        for (touch, place) in places { tell(.touchCancel, touch, place) }
        places.removeAll()
    }

    nonisolated(unsafe) private static let listener = unsafe forever(
        wl_touch_listener(
            down: { data, _, _, _, surface, touch, x, y in
                unsafe this(data, Touches.self).put(.touchDown, touch, surface, x, y)
            },
            up: { data, _, _, _, touch in
                let touches = unsafe this(data, Touches.self)
                guard let place = touches.places.removeValue(forKey: touch) else { return }
                touches.tell(.touchUp, touch, place)
            },
            motion: { data, _, _, touch, x, y in
                let touches = unsafe this(data, Touches.self)
                guard let place = touches.places[touch] else { return }
                unsafe touches.put(.touchMove, touch, place.surface, x, y)
            },
            frame: { _, _ in }, cancel: { data, _ in unsafe this(data, Touches.self).cancel() },
            shape: { _, _, _, _, _ in }, orientation: { _, _, _, _ in }))
}
