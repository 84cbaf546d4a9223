import CSystem
import CVnc
import Glibc
import OutputSupport
import ScrimPluginABI
import ScrimPluginKit

/// A viewer with its own thread, because the library blocks while it waits for messages and for room.
///
/// The daemon's thread calls `show`, `resize` and `end`; everything else belongs to the viewer's thread, which ends by
/// itself when the viewer disconnects and reports that.
@safe
final class Viewer {
    /// The parameters of a viewer's connection.
    struct Terms {
        var title: String
        var password: String
        /// True when it may change the output's size.
        var resizes: Bool
        /// Nil without encryption.
        var certificate: Certificate?
        /// True when encryption is required.
        var mustEncrypt = false
        /// An index of `CursorNames.all`.
        var cursor = CursorNames.usual
    }

    /// The state shared by both threads.
    private struct Shared {
        var picture: Picture
        var damage: [PixelRect] = []
        /// Not sent yet: a text for the clipboard, a cursor, a bell.
        var text: [UInt8]?
        var cursor: UInt32?
        var rings = false
        var isEnding = false
        var hasEnded = false
        /// True when the handshake succeeded.
        var isIntroduced = false
    }

    /// Memory used by the library; on the viewer's thread.
    @safe
    private struct Memory {
        var front: UnsafeMutablePointer<UInt32>?
        var words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
        var title: UnsafeMutablePointer<CChar>?
        var cursor: UnsafeMutablePointer<rfbCursor>?

        mutating func release() {
            if let cursor = unsafe cursor { unsafe rfbFreeCursor(cursor) }
            unsafe free(front)
            unsafe free(words?.pointee)
            unsafe words?.deallocate()
            unsafe free(title)
            self = Memory()
        }
    }

    /// Maximum number of rectangles sent individually; above it, their bounding box is sent.
    private static let mostRects = 64
    /// Timeout of the handshake, in nanoseconds.
    private static let timeout: UInt64 = 10_000_000_000
    /// The library uses `select`, which does not support descriptors from here on.
    private static let highestDescriptor = 1024

    private let screen: UnsafeMutablePointer<rfbScreenInfo>
    /// Used by the viewer's thread once it runs.
    private var terms: Terms
    private let inbox: Inbox
    private let bell: Bell
    /// A duplicate of the connection: the library closes its own.
    private let descriptor: Int32

    private let lock = Lock()
    /// Protected by the lock.
    private var shared: Shared

    // Used by the viewer's thread.
    private var shown: Picture?
    private var memory = Memory()
    private var client: UnsafeMutablePointer<rfbClientRec>?
    private var relay: Relay?
    private var keys = Keys()
    private var cutText = CutText()
    private var isGreeted = false

    /// Serves a connection and takes over its ownership. Nil when there are too many viewers, or the system lacks
    /// resources.
    init?(_ connection: Int32, _ terms: Terms, _ picture: Picture, _ inbox: Inbox) {
        let copy = connection < Self.highestDescriptor ? dup(connection) : -1
        guard copy >= 0, let bell = Bell(), let screen = unsafe ScreenPool.shared.take() else {
            if copy >= 0 { close(copy) }
            close(connection)
            return nil
        }
        unsafe self.screen = unsafe screen
        (self.terms, self.inbox, self.bell) = (terms, inbox, bell)
        shared = Shared(picture: picture)
        descriptor = copy
        var yes: Int32 = 1
        let size = socklen_t(MemoryLayout<Int32>.size)
        unsafe setsockopt(connection, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, size)
        unsafe setsockopt(connection, SOL_SOCKET, SO_KEEPALIVE, &yes, size)
        start(connection)
    }

    deinit { close(descriptor) }

    // MARK: The daemon's thread

    /// Reports changed rectangles of the picture.
    func show(_ rects: UnsafeBufferPointer<PixelRect>) {
        lock.lock()
        unsafe shared.damage.append(contentsOf: rects)
        if shared.damage.count > Self.mostRects {
            let all = shared.damage.dropFirst().reduce(shared.damage[0]) { $0.union($1) }
            shared.damage = [all]
        }
        lock.unlock()
        bell.ring()
    }

    /// Replaces the picture, whose pixels follow by `show`.
    func resize(_ picture: Picture) {
        lock.locked {
            shared.picture = picture
            shared.damage.removeAll()
        }
        bell.ring()
    }

    /// Sends a text, in UTF-8, to the viewer's clipboard.
    func offer(_ text: [UInt8]) {
        lock.locked { shared.text = text }
        bell.ring()
    }

    /// Changes the viewer's cursor.
    func point(_ cursor: UInt32) {
        lock.locked { shared.cursor = cursor }
        bell.ring()
    }

    /// Rings the viewer's bell.
    func ring() {
        lock.locked { shared.rings = true }
        bell.ring()
    }

    /// Disconnects; the thread ends soon after.
    func end() {
        lock.locked { shared.isEnding = true }
        shutdown(descriptor, Int32(SHUT_RDWR))
        bell.ring()
    }

    /// True when the handshake, including a password, succeeded.
    var isIntroduced: Bool { lock.locked { shared.isIntroduced } }

    /// True while it is being disconnected.
    var isEnding: Bool { lock.locked { shared.isEnding } }

    /// True when the thread has ended.
    var isGone: Bool { lock.locked { shared.hasEnded } }

    // MARK: The viewer's thread

    private func start(_ connection: Int32) {
        let parcel = unsafe Unmanaged.passRetained(Parcel(self, connection))
        var all = sigset_t()
        var before = sigset_t()
        // Signals are handled by the daemon.
        unsafe sigfillset(&all)
        unsafe pthread_sigmask(SIG_BLOCK, &all, &before)
        var thread = pthread_t()
        let status = unsafe pthread_create(
            &thread, nil,
            { argument in
                guard let argument = unsafe argument else { return nil }
                let parcel = unsafe Unmanaged<Parcel>.fromOpaque(argument).takeRetainedValue()
                unsafe sys_set_thread_name("scrim-vnc")
                parcel.viewer.run(parcel.connection)
                return nil
            }, parcel.toOpaque())
        unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
        if status == 0 {
            pthread_detach(thread)
        } else {
            unsafe parcel.release()
            close(connection)
            finish()
        }
    }

    private final class Parcel {
        let viewer: Viewer
        let connection: Int32

        init(_ viewer: Viewer, _ connection: Int32) { (self.viewer, self.connection) = (viewer, connection) }
    }

    private func run(_ connection: Int32) {
        let deadline = nanoseconds() + Self.timeout
        if open(connection), introduce(connection, deadline) {
            while unsafe client != nil, !(lock.locked { shared.isEnding }) {
                guard takePicture() else { break }
                tell()
                hear(connection)
                guard unsafe client != nil else { break }
                var waits = [
                    pollfd(fd: bell.descriptor, events: Int16(POLLIN), revents: 0),
                    pollfd(fd: connection, events: Int16(POLLIN), revents: 0),
                ]
                let count = unsafe poll(&waits, 2, isGreeted ? -1 : 1000)
                if count < 0, errno != EINTR { break }
                if !isGreeted, nanoseconds() > deadline { break }
                bell.hush()
            }
        }
        if let client = unsafe client {
            unsafe rfbCloseClient(client)
            unsafe rfbClientConnectionGone(client)
        }
        relay?.join()
        relay = nil
        for act in keys.release() { inbox.put(.act(act)) }
        finish()
    }

    private func finish() {
        unsafe screen.pointee.frameBuffer = nil
        unsafe screen.pointee.screenData = nil
        unsafe screen.pointee.authPasswdData = nil
        unsafe screen.pointee.desktopName = nil
        unsafe ScreenPool.shared.give(screen)
        memory.release()
        shown = nil
        lock.locked { shared.hasEnded = true }
        inbox.put(.gone)
    }

    /// Starts the connection; false when the viewer has disconnected.
    private func open(_ connection: Int32) -> Bool {
        unsafe screen.pointee.screenData = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe memory.title = unsafe strdup(terms.title)
        unsafe screen.pointee.desktopName = unsafe UnsafePointer(memory.title)
        if !terms.password.isEmpty {
            let list = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: 2)
            unsafe list.initialize(to: strdup(terms.password))
            unsafe (list + 1).initialize(to: nil)
            unsafe memory.words = unsafe list
            unsafe screen.pointee.authPasswdData = UnsafeMutableRawPointer(list)
        }
        unsafe screen.pointee.kbdAddEvent = { isDown, symbol, client in
            guard let viewer = unsafe Viewer.of(client) else { return }
            if let act = viewer.keys.key(symbol, isDown: isDown != 0) { viewer.inbox.put(.act(act)) }
        }
        unsafe screen.pointee.ptrAddEvent = { buttons, x, y, client in
            guard let viewer = unsafe Viewer.of(client) else { return }
            for act in viewer.keys.pointer(x, y, buttons: buttons) { viewer.inbox.put(.act(act)) }
        }
        unsafe screen.pointee.setDesktopSizeHook = { width, height, _, _, client in
            guard let viewer = unsafe Viewer.of(client), viewer.terms.resizes else {
                return rfbExtDesktopSize_ResizeProhibited
            }
            guard (1...8192).contains(width), (1...8192).contains(height) else {
                return rfbExtDesktopSize_OutOfResources
            }
            viewer.inbox.put(.resize(width: Int(width), height: Int(height)))
            return rfbExtDesktopSize_Success
        }
        // For viewers that draw the cursor themselves; it is never part of the picture.
        unsafe screen.pointee.getCursorPtr = { client in
            guard let viewer = unsafe Viewer.of(client) else { return nil }
            return unsafe viewer.cursor
        }
        unsafe screen.pointee.newClientHook = { client in
            guard let client = unsafe client, let viewer = unsafe Viewer.of(client) else { return RFB_CLIENT_REFUSE }
            unsafe viewer.client = unsafe client
            unsafe client.pointee.clientGoneHook = { client in
                if let viewer = unsafe Viewer.of(client) { unsafe viewer.client = nil }
            }
            unsafe client.pointee.clientFramebufferUpdateRequestHook = { client, _ in
                unsafe Viewer.of(client)?.isGreeted = true
            }
            return RFB_CLIENT_ACCEPT
        }
        guard takePicture() else {
            close(connection)
            return false
        }
        return introduceLibrary(connection)
    }

    /// Has the library make its client, and tells the viewer the version; false when that fails.
    ///
    /// The library looks for a WebSocket in the first four bytes of a connection. It waits for them in vain, and when there are fewer, reads
    /// them over and over, even when the connection has ended. So it gets one with bytes of ours, whose place the viewer's then takes.
    private func introduceLibrary(_ connection: Int32) -> Bool {
        var ends: [Int32] = [-1, -1]
        let start = Array("RFB ".utf8)
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
            close(connection)
            return false
        }
        defer { close(ends[1]) }
        let isPlaced = unsafe send(ends[1], start, start.count, 0) > 0 && dup3(ends[0], connection, O_CLOEXEC) >= 0
        close(ends[0])
        guard isPlaced else {
            close(connection)
            return false
        }
        unsafe rfbNewClient(screen, connection)
        return unsafe client != nil && dup3(descriptor, connection, O_CLOEXEC) >= 0
    }

    /// Runs the handshake up to the point at which the library takes over; false when the viewer is refused.
    private func introduce(_ connection: Int32, _ deadline: UInt64) -> Bool {
        guard let client = unsafe client else { return false }
        let wire = Wire(descriptor, deadline: deadline)
        var introduction = Introduction(wire, terms)
        do throws(Wire.Failure) {
            try introduction.run { challenge, response in
                unsafe withUnsafeMutableBytes(of: &client.pointee.authChallenge) {
                    unsafe $0.copyBytes(from: challenge)
                }
                return unsafe response.withUnsafeBufferPointer { bytes in
                    let text = unsafe UnsafeRawBufferPointer(bytes).assumingMemoryBound(to: CChar.self)
                    return unsafe rfbCheckPasswordByList(client, text.baseAddress, Int32(text.count)) != 0
                }
            }
        } catch { return false }
        if let session = wire.session {
            relay = Relay(session, viewer: descriptor, place: connection)
            if relay == nil { return false }
        }
        unsafe client.pointee.protocolMajorVersion = 3
        unsafe client.pointee.protocolMinorVersion = Int32(introduction.version)
        unsafe client.pointee.state = RFB_INITIALISATION
        return true
    }

    private static func of(_ client: UnsafeMutablePointer<rfbClientRec>?) -> Viewer? {
        guard let data = unsafe client?.pointee.screen?.pointee.screenData else { return nil }
        return unsafe Unmanaged<Viewer>.fromOpaque(data).takeUnretainedValue()
    }

    /// One per viewer, because the library modifies it. Freed with the screen's.
    private var cursor: UnsafeMutablePointer<rfbCursor>? {
        if unsafe memory.cursor == nil { unsafe memory.cursor = unsafe CursorPicture.make(terms.cursor) }
        return unsafe memory.cursor
    }

    /// Handles the viewer's next message, if any, and sends requested data.
    private func hear(_ connection: Int32) {
        guard let client = unsafe client else { return }
        guard unsafe client.pointee.sock >= 0 else { return unsafe rfbClientConnectionGone(client) }
        var first: UInt8 = 0
        let count = unsafe recv(connection, &first, 1, Int32(MSG_PEEK))
        // Its first message after the handshake has one byte; the answer shows that it was accepted.
        if count == 1, !isIntroduced { lock.locked { shared.isIntroduced = true } }
        if count == 1, first == CutText.number, unsafe client.pointee.state == RFB_NORMAL {
            switch unsafe cutText.read(client) {
            case .text(let text): inbox.put(.copied(text))
            case .other: break
            case .bad: unsafe rfbCloseClient(client)
            }
        } else if count >= 0 || errno != EAGAIN && errno != EINTR {
            unsafe rfbProcessClientMessage(client)
        }
        unsafe rfbUpdateClient(client)
        if unsafe client.pointee.sock < 0 { unsafe rfbClientConnectionGone(client) }
    }

    /// Sends pending data to the viewer.
    private func tell() {
        guard isGreeted, let client = unsafe client else { return }
        let (text, cursor, rings) = lock.locked {
            defer { (shared.text, shared.cursor, shared.rings) = (nil, nil, false) }
            return (shared.text, shared.cursor, shared.rings)
        }
        if let text { unsafe cutText.offer(text, client) }
        if let cursor {
            terms.cursor = cursor
            if let before = unsafe memory.cursor { unsafe rfbFreeCursor(before) }
            unsafe memory.cursor = nil
            unsafe client.pointee.cursorWasChanged = 1
        }
        if rings {
            let message: [CChar] = [2]
            if unsafe rfbWriteExact(client, message, 1) < 0 { unsafe rfbCloseClient(client) }
        }
    }

    /// Copies the painted pixels; false when there is no memory.
    private func takePicture() -> Bool {
        let (picture, rects) = lock.locked {
            defer { shared.damage.removeAll() }
            return (shared.picture, shared.damage)
        }
        var fresh = rects
        if shown !== picture {
            guard let memory = unsafe calloc(picture.width * picture.height, 4) else { return false }
            // A viewer with a scaled picture would receive the wrong size.
            if let client = unsafe client, unsafe client.pointee.scaledScreen != screen {
                unsafe free(memory)
                return false
            }
            let before = unsafe self.memory.front
            unsafe self.memory.front = unsafe memory.assumingMemoryBound(to: UInt32.self)
            unsafe rfbNewFramebuffer(
                screen, memory.assumingMemoryBound(to: CChar.self), Int32(picture.width), Int32(picture.height), 8, 3, 4
            )
            unsafe free(before)
            unsafe screen.pointee.serverFormat.redShift = 16
            unsafe screen.pointee.serverFormat.greenShift = 8
            unsafe screen.pointee.serverFormat.blueShift = 0
            if let client = unsafe client { unsafe rfbSetTranslateFunction(client) }
            shown = picture
            fresh = [picture.bounds]
        }
        guard let front = unsafe memory.front, !fresh.isEmpty else { return true }
        unsafe picture.copy(fresh, to: front)
        for rect in fresh { unsafe rfbMarkRectAsModified(screen, rect.x0, rect.y0, rect.x1, rect.y1) }
        return true
    }
}
