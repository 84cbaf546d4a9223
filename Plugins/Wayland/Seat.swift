import CWayland

/// Who sits at the compositor: a pointer, a keyboard, touches, as they come and go.
@safe
final class Seat {
    private let proxy: OpaquePointer
    private let version: UInt32
    unowned let connection: Connection
    private let wakeups: Wakeups

    init(_ proxy: OpaquePointer, version: UInt32, _ connection: Connection, _ wakeups: Wakeups) {
        unsafe self.proxy = unsafe proxy
        self.version = version
        self.connection = connection
        self.wakeups = wakeups
    }

    deinit {
        if version >= 5 { unsafe wl_seat_release(proxy) } else { unsafe wl_seat_destroy(proxy) }
    }
}
