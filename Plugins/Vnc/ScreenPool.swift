import CVnc
import Glibc

/// The library's screens. All are made before the first thread of a viewer: making one sets up the library's own locks anew.
@safe
final class ScreenPool: @unchecked Sendable {  // What changes is behind the lock.
    /// Viewers of all outputs together.
    static let most = 16

    /// Made when the first viewer comes.
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
            // What changed is sent at once, and what was pressed is told at once: no timers.
            unsafe screen.pointee.deferUpdateTime = 0
            unsafe screen.pointee.deferPtrUpdateTime = 0
            // Milliseconds that a viewer may stop in the middle of a message.
            unsafe screen.pointee.maxClientWait = 5000
            unsafe screen.pointee.ignoreSIGPIPE = 0
            unsafe rfbInitServerWithPthreadsAndZRLE(screen)
            unsafe free.append(screen)
        }
        // The lock of the extensions is made with its first use.
        _ = unsafe rfbGetExtensionIterator()
        rfbReleaseExtensionIterator()
    }

    /// A screen for one viewer; nil when all are in use.
    func take() -> UnsafeMutablePointer<rfbScreenInfo>? { unsafe lock.locked { unsafe free.popLast() } }

    /// Takes a screen back whose viewer is gone.
    func give(_ screen: UnsafeMutablePointer<rfbScreenInfo>) {
        // The viewer may have asked for smaller pictures.
        while let scaled = unsafe screen.pointee.scaledScreenNext {
            unsafe screen.pointee.scaledScreenNext = unsafe scaled.pointee.scaledScreenNext
            unsafe Glibc.free(scaled.pointee.frameBuffer)
            unsafe Glibc.free(scaled)
        }
        lock.locked { unsafe free.append(screen) }
    }
}
