import CWayland

/// The lock of the session: while it holds, the compositor shows nothing but its surfaces, one on each monitor.
///
///                 locked             unlock
///     requested ────────▶ locked ──────────────▶ gone
///         │ finished         │ finished
///         ▼                  ▼
///      refused            refused
///
/// It ends by `unlock` only: a daemon that ends or falls leaves the session locked, as the protocol wants it.
@safe
final class SessionLock {
    enum State {
        case requested, locked, refused, unlocked
    }

    let proxy: OpaquePointer
    private(set) var state = State.requested
    /// Called when the state changed.
    var onChange: (() -> Void)?

    /// Requests the lock. Nil when the compositor does not support it.
    init?(_ connection: Connection) {
        guard let locks = unsafe connection.globals.managers.sessionLocks,
            let proxy = unsafe ext_session_lock_manager_v1_lock(locks)
        else { return nil }
        unsafe self.proxy = unsafe proxy
        let me = unsafe Unmanaged.passUnretained(self).toOpaque()
        _ = unsafe ext_session_lock_v1_add_listener(proxy, Self.listener, me)
    }

    deinit {
        switch state {
        case .refused: unsafe ext_session_lock_v1_destroy(proxy)
        // The compositor keeps the session locked, and releases the object with the connection.
        case .requested, .locked: unsafe wl_proxy_destroy(proxy)
        case .unlocked: break
        }
    }

    /// Unlocks the session. False while the compositor has not reported whether it is locked; then try again later.
    func unlock() -> Bool {
        guard state != .requested else { return false }
        if state == .locked {
            unsafe ext_session_lock_v1_unlock_and_destroy(proxy)
            state = .unlocked
        }
        return true
    }

    nonisolated(unsafe) private static let listener = unsafe forever(
        ext_session_lock_v1_listener(
            locked: { data, _ in
                let lock = unsafe this(data, SessionLock.self)
                lock.state = .locked
                lock.onChange?()
            },
            finished: { data, _ in
                let lock = unsafe this(data, SessionLock.self)
                lock.state = .refused
                lock.onChange?()
            }))
}
