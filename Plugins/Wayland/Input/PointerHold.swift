import CWayland
import OutputSupport
import ScrimPluginKit

/// A pointer that is locked where it is, or confined to the surface that it is on. The compositor decides when that holds, mostly while the
/// surface has the keyboard.
///
///     none ──the pointer comes──▶ asked ◀──unlocked── / ──locked──▶ held: ways are told
///       ▲                           │                                 │
///       └───── it leaves, the wish or the surface goes ───────────────┘
@safe
final class PointerHold {
    enum Wish: UInt32 {
        case normal, locked, confined
    }

    private unowned let connection: Connection
    private let pointer: OpaquePointer
    private let hand: (Act, OpaquePointer?) -> Void
    /// The current request and its surface.
    private var asked: (wish: Wish, surface: OpaquePointer?) = (.normal, nil)
    private var lock: OpaquePointer?
    private var confinement: OpaquePointer?
    private var relative: OpaquePointer?
    private var isHeld = false

    init(_ connection: Connection, _ pointer: OpaquePointer, _ hand: @escaping (Act, OpaquePointer?) -> Void) {
        self.connection = connection
        unsafe self.pointer = unsafe pointer
        unsafe self.hand = unsafe hand
    }

    /// Released before its pointer.
    deinit { release() }

    /// The reason why the compositor cannot grant a request; nil when it can.
    static func obstacle(to wish: Wish, _ connection: Connection) -> String? {
        let hasConstraints = unsafe connection.globals.managers.constraints != nil
        return switch wish {
        case .normal: nil
        case .locked:
            unsafe hasConstraints && connection.globals.managers.relativePointers != nil
                ? nil : "the compositor does not lock pointers"
        case .confined: hasConstraints ? nil : "the compositor does not confine pointers"
        }
    }

    /// Sends the request while the pointer is on a surface; nil when it is on none.
    func update(_ wish: Wish, on surface: OpaquePointer?) {
        guard unsafe (wish, surface) != asked else { return }
        release()
        unsafe asked = unsafe (wish, surface)
        guard wish != .normal, let surface = unsafe surface, Self.obstacle(to: wish, connection) == nil,
            let constraints = unsafe connection.globals.managers.constraints
        else { return }
        let me = unsafe Unmanaged.passUnretained(self).toOpaque()
        let lifetime = ZWP_POINTER_CONSTRAINTS_V1_LIFETIME_PERSISTENT.rawValue
        guard wish == .locked else {
            unsafe confinement = unsafe zwp_pointer_constraints_v1_confine_pointer(
                constraints, surface, pointer, nil, lifetime)
            return
        }
        unsafe lock = unsafe zwp_pointer_constraints_v1_lock_pointer(constraints, surface, pointer, nil, lifetime)
        if let lock = unsafe lock { _ = unsafe zwp_locked_pointer_v1_add_listener(lock, Self.lockListener, me) }
        unsafe relative = unsafe connection.globals.managers.relativePointers.flatMap {
            unsafe zwp_relative_pointer_manager_v1_get_relative_pointer($0, pointer)
        }
        if let relative = unsafe relative {
            _ = unsafe zwp_relative_pointer_v1_add_listener(relative, Self.relativeListener, me)
        }
    }

    private func release() {
        if let lock = unsafe lock { unsafe zwp_locked_pointer_v1_destroy(lock) }
        if let confinement = unsafe confinement { unsafe zwp_confined_pointer_v1_destroy(confinement) }
        if let relative = unsafe relative { unsafe zwp_relative_pointer_v1_destroy(relative) }
        unsafe (lock, confinement, relative) = (nil, nil, nil)
        isHeld = false
    }

    private func move(_ dx: wl_fixed_t, _ dy: wl_fixed_t) {
        // Without the lock the pointer moves, and that is reported instead.
        guard isHeld else { return }
        var act = Act(.motion, time: nanoseconds())
        (act.dx, act.dy) = (Double(dx) / 256, Double(dy) / 256)
        unsafe hand(act, asked.surface)
    }

    nonisolated(unsafe) private static let lockListener = unsafe forever(
        zwp_locked_pointer_v1_listener(
            locked: { data, _ in unsafe this(data, PointerHold.self).isHeld = true },
            unlocked: { data, _ in unsafe this(data, PointerHold.self).isHeld = false }))

    nonisolated(unsafe) private static let relativeListener = unsafe forever(
        zwp_relative_pointer_v1_listener(relative_motion: { data, _, _, _, dx, dy, _, _ in
            unsafe this(data, PointerHold.self).move(dx, dy)
        }))
}
