import CSystem
import CWayland
import OutputSupport
import ScrimPluginKit

/// A seat of the compositor, with its pointer, keyboard and touches as they are added and removed.
@safe
final class Seat {
    private let proxy: OpaquePointer
    private let version: UInt32
    private unowned let connection: Connection
    private let wakeups: Wakeups
    private var pointer: Pointer?
    private var touches: Touches?
    private(set) var keyboard: Keyboard?
    private var textEntry: TextEntry?
    private var tablets: Tablets?
    private var clipboard: Selection?
    private var primarySelection: Selection?

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
        _ = take(&tablets)
        _ = take(&textEntry)
        _ = take(&clipboard)
        _ = take(&primarySelection)
        _ = take(&keyboard)
    }

    /// Removes a device; its held buttons or keys are reported as released afterwards.
    private func take<Device>(_ device: inout Device?) -> Device? {
        defer { device = nil }
        return device
    }

    /// Applies changed requests of the connection.
    func wishesChanged(from before: SeatWishes) {
        let wishes = connection.wishes
        if wishes.cursor != before.cursor {
            pointer?.showCursor()
            tablets?.showCursor()
        }
        if wishes.pointer != before.pointer { pointer?.holdOn() }
        textEntry?.update()
        if wishes.clipboard != before.clipboard { clipboard?.offer(wishes.clipboard, serial: serial) }
        if wishes.primarySelection != before.primarySelection {
            primarySelection?.offer(wishes.primarySelection, serial: serial)
        }
    }

    /// The serial of the last key or button pressed, or of the keyboard's enter event.
    private var serial: UInt32 {
        [keyboard?.serial, pointer?.pressSerial, tablets?.pressSerial].compactMap { $0 }
            .reduce(0) { Int32(bitPattern: $0 &- $1) > 0 ? $0 : $1 }
    }

    /// Handles readable pipes of selections.
    func pump() {
        clipboard?.pump()
        primarySelection?.pump()
    }

    /// Handles readable pipes of drops, and timeouts. True while drops are being read.
    func pumpDrops() -> Bool {
        clipboard?.drags?.pump()
        return clipboard?.drags?.isReading == true
    }

    /// Call after a batch of events.
    func settle() { clipboard?.drags?.settle() }

    /// Handles a removed surface.
    func forget(_ surface: OpaquePointer) {
        unsafe clipboard?.drags?.forget(surface)
        unsafe pointer?.forget(surface)
    }

    // MARK: Pasting

    /// True for a key that was handled as pasting into a text field.
    private func pastes(_ act: Act) -> Bool {
        Pasting.isWanted(by: act) && connection.wishes.textInput != nil && clipboard?.paste() == true
    }

    /// Pastes the primary selection for the middle button.
    private func pasteSelected(_ act: Act) {
        guard act.kind == .button, act.button == 2, act.press == .down, connection.wishes.textInput != nil else {
            return
        }
        _ = primarySelection?.paste()
    }

    /// Starts a drag in the compositor for a layer that the pointer has dragged out of the output.
    private func dragOut(_ act: Act, _ surface: OpaquePointer?) {
        guard act.kind == .move, act.tool == .none, let clipboard, let pointer, let surface = unsafe surface,
            unsafe connection.handlers.isOutside?(surface, act.x, act.y) == true, let what = connection.handlers.drag?()
        else { return }
        unsafe clipboard.drag(what, from: surface, serial: pointer.pressSerial)
        // The compositor takes over the button and sends a leave event; the layer is informed at once.
        unsafe connection.handlers.input?(Act(.leave, time: act.time), surface)
    }

    nonisolated(unsafe) private static let listener = unsafe forever(
        wl_seat_listener(
            capabilities: { data, _, capabilities in unsafe this(data, Seat.self).has(capabilities) },
            name: { _, _, _ in }))

    private func has(_ capabilities: UInt32) {
        let hand: (Act, OpaquePointer?) -> Void = { [weak self] act, surface in
            guard let self else { return }
            var act = act
            act.modifiers = keyboard?.modifiers ?? 0
            unsafe connection.handlers.input?(act, surface)
        }
        let point: (Act, OpaquePointer?) -> Void = { [weak self] act, surface in
            unsafe hand(act, surface)
            self?.pasteSelected(act)
            unsafe self?.dragOut(act, surface)
        }
        if capabilities & WL_SEAT_CAPABILITY_POINTER.rawValue == 0 {
            _ = take(&pointer)
        } else if pointer == nil, let proxy = unsafe wl_seat_get_pointer(proxy) {
            pointer = unsafe Pointer(proxy, version: version, connection, point)
        }
        if tablets == nil { tablets = unsafe Tablets(connection, proxy, point) }
        if capabilities & WL_SEAT_CAPABILITY_TOUCH.rawValue == 0 {
            _ = take(&touches)
        } else if touches == nil, let proxy = unsafe wl_seat_get_touch(proxy) {
            touches = unsafe Touches(proxy, version: version, hand)
        }
        if capabilities & WL_SEAT_CAPABILITY_KEYBOARD.rawValue == 0 {
            _ = take(&textEntry)
            _ = take(&keyboard)
        } else if keyboard == nil, let device = unsafe wl_seat_get_keyboard(proxy) {
            keyboard = unsafe Keyboard(device, version: version, wakeups) { [weak self] act in
                var act = act
                act.modifiers = self?.keyboard?.modifiers ?? 0
                if self?.pastes(act) != true { hand(act, nil) }
            }
            textEntry = unsafe TextEntry(connection, proxy) { hand($0, nil) }
        }
        let tell: (Act, OpaquePointer?) -> Void = { [weak self] act, surface in
            unsafe self?.connection.handlers.input?(act, surface)
        }
        if clipboard == nil { clipboard = unsafe Selection(connection, proxy, isPrimary: false, wakeups, tell) }
        if primarySelection == nil {
            primarySelection = unsafe Selection(connection, proxy, isPrimary: true, wakeups, tell)
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
    private var gestures: Gestures?
    private var hold: PointerHold?
    private let hand: (Act, OpaquePointer?) -> Void
    /// The surface under it; nil when there is none.
    private var surface: OpaquePointer?
    /// The serial of its enter event.
    private var serial: UInt32 = 0
    /// The serial of the last pressed button.
    private(set) var pressSerial: UInt32 = 0
    private var x = 0.0
    private var y = 0.0
    /// Scrolled distance since the last complete event.
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
        gestures = unsafe Gestures(connection, proxy, hand)
        hold = unsafe PointerHold(connection, proxy, hand)
    }

    deinit {
        if let surface = unsafe surface { unsafe hand(Act(.leave, time: nanoseconds()), surface) }
        cursor.destroy()
        gestures = nil
        hold = nil
        if version >= 3 { unsafe wl_pointer_release(proxy) } else { unsafe wl_pointer_destroy(proxy) }
    }

    private func tell(_ kind: Act.Kind, _ fill: (inout Act) -> Void = { _ in }) {
        var act = Act(kind, time: nanoseconds())
        (act.x, act.y) = (x, y)
        fill(&act)
        unsafe hand(act, surface)
    }

    /// Shows the connection's cursor.
    func showCursor() {
        guard let surface = unsafe surface else { return }
        cursor.show(connection.wishes.cursor, serial, scale: unsafe connection.handlers.scale?(surface) ?? 1)
    }

    /// Locks or confines the pointer as the connection requests.
    func holdOn() { unsafe hold?.update(connection.wishes.pointer, on: surface) }

    /// Handles a removed surface.
    func forget(_ gone: OpaquePointer) {
        guard unsafe surface == gone else { return }
        unsafe hold?.update(.normal, on: nil)
    }

    private func move(_ x: wl_fixed_t, _ y: wl_fixed_t) {
        (self.x, self.y) = (Double(x) / 256, Double(y) / 256)
        tell(.move)
    }

    /// Handles the end of an event that came in parts.
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
                pointer.holdOn()
            },
            leave: { data, _, _, _ in
                let pointer = unsafe this(data, Pointer.self)
                pointer.tell(.leave)
                unsafe pointer.surface = nil
                pointer.holdOn()
            },
            motion: { data, _, _, x, y in unsafe this(data, Pointer.self).move(x, y) },
            button: { data, _, serial, _, code, state in
                unsafe this(data, Pointer.self).pressSerial = serial
                // Numbered as in <linux/input-event-codes.h>, from BTN_LEFT.
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

/// Touches on surfaces.
@safe
final class Touches {
    private let proxy: OpaquePointer
    private let version: UInt32
    private let hand: (Act, OpaquePointer?) -> Void
    /// Their positions.
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
