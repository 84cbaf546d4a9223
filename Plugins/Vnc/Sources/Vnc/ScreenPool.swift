import CVnc
import Glibc

/// The library's screens. All are created before the first viewer's thread, because creating one reinitializes the
/// library's own locks.
@safe
final class ScreenPool: @unchecked Sendable {  // What changes is behind the lock.
    /// Maximum number of viewers of all outputs.
    static let most = 16

    /// Created for the first viewer.
    static let shared = ScreenPool()

    private let lock = Lock()
    private var free: [UnsafeMutablePointer<rfbScreenInfo>] = unsafe []

    private init() {
        rfbLogEnable(0)
        for _ in 0..<Self.most {
            guard let screen = unsafe rfbGetScreen(nil, nil, 4, 4, 8, 3, 4) else { break }
            unsafe screen.pointee.cursor = nil
            unsafe screen.pointee.autoPort = 0
            unsafe screen.pointee.port = 0
            unsafe screen.pointee.ipv6port = 0
            unsafe screen.pointee.alwaysShared = 1
            unsafe screen.pointee.handleEventsEagerly = 0
            unsafe screen.pointee.permitFileTransfer = 0
            // No timers: changes and input are passed on at once.
            unsafe screen.pointee.deferUpdateTime = 0
            unsafe screen.pointee.deferPtrUpdateTime = 0
            // Timeout for the rest of a message, in milliseconds.
            unsafe screen.pointee.maxClientWait = 5000
            unsafe screen.pointee.ignoreSIGPIPE = 0
            unsafe rfbInitServerWithPthreadsAndZRLE(screen)
            unsafe free.append(screen)
        }
        // The extensions' lock is created at its first use.
        _ = unsafe rfbGetExtensionIterator()
        rfbReleaseExtensionIterator()
    }

    /// A screen for a viewer; nil when all are in use.
    func take() -> UnsafeMutablePointer<rfbScreenInfo>? { unsafe lock.locked { unsafe free.popLast() } }

    /// Returns the screen of a viewer that disconnected.
    func give(_ screen: UnsafeMutablePointer<rfbScreenInfo>) {
        // The viewer may have requested scaled pictures.
        while let scaled = unsafe screen.pointee.scaledScreenNext {
            unsafe screen.pointee.scaledScreenNext = unsafe scaled.pointee.scaledScreenNext
            unsafe Glibc.free(scaled.pointee.frameBuffer)
            unsafe Glibc.free(scaled)
        }
        lock.locked { unsafe free.append(screen) }
    }
}
