import CWayland
import Glibc
import OutputSupport
public import ScrimPluginABI
import ScrimPluginKit

/// A window, or a layer, of a Wayland desktop.
///
///                 somebody answers           offers are known, the monitor is there          first size
///     ┌────────┐ ─────────────────▶ ┌──────────┐ ─────────────────────────▶ ┌──────────┐ ─────────────▶ ┌───────┐
///     │ absent │                    │ greeting │                            │ unplaced │                │ shown │
///     └────────┘                    └──────────┘         ┌────────────────▶ └──────────┘                └───────┘
///         ▲                              │               │ its monitor comes      │                         │
///         └───────── hangs up, refuses ──┴───────────────┼────────────────────────┴─────────────────────────┤
///                                                  ┌──────────┐                                              │
///                                                  │ homeless │ ◀──────────── its monitor goes, it is closed ┘
///                                                  └──────────┘
private final class Wayland: ScreenKind {
    static let name = "wayland"
    static let help = "a window or a layer of a Wayland desktop, whose size and scale are the compositor's"
    static let schema = Key.schema
    static let keepsPicture = true

    typealias Key = OutputKey

    private let host: Host
    private let object: UInt64
    private let wakeups: Wakeups
    private let socketWatcher: SocketWatcher<EventSource>
    private var connection: Connection?
    private var windows: Windows?
    /// True when the compositor has accepted a frame.
    private var hasShown = false
    private let pool = BufferPool()
    private var wishes = Wishes()
    private var seatWishes = SeatWishes()
    /// Opaque and input regions of the picture; `isNews`: not sent to the windows yet.
    private var outline = (now: Outline(), isNews: false)
    private var mode: Mode?
    private var report: ScreenReport
    /// True when there was no buffer for a frame, or no room for its messages.
    private var isStarved = false
    /// True when the user closed the window.
    private var isClosedByUser = false

    init(host: Host, object: UInt64) throws(PluginFailure) {
        guard host.knowsScreens else { throw .unsupported }
        guard let wakeups = Wakeups(timers: EventSource.timers) else { throw .failed }
        self.host = host
        self.object = object
        self.wakeups = wakeups
        socketWatcher = SocketWatcher(wakeups, folder: .folder, retry: .retry)
        report = ScreenReport(host, object)
    }

    deinit {
        // Objects of the connection are released before it.
        windows = nil
        pool.removeAll()
    }

    // MARK: The host's calls

    func configure(_ mode: Mode, _ properties: Properties) throws(PluginFailure) {
        let isFirst = self.mode == nil
        let before = wishes
        self.mode = mode
        wishes = Self.wishes(properties)
        seatWishes.cursor = properties.choice(Key.cursor)
        seatWishes.pointer = PointerHold.Wish(rawValue: properties.choice(Key.pointer)) ?? .normal
        seatWishes.clipboard = properties.string(Key.clipboard)
        seatWishes.primarySelection = properties.string(Key.primarySelection)
        connection?.wishes = seatWishes
        if isFirst {
            host.watch(object: object, descriptor: wakeups.descriptor)
            report.leave("")
            connect()
            return
        }
        if wishes != before { isClosedByUser = false }
        say(commits: true)
        // The compositor's own state takes precedence over the settings.
        tell(again: true)
        connection?.flush()
    }

    func acquire() throws(PluginFailure) -> Buffer {
        guard let mode, let windows, windows.screen != nil, let memory = unsafe connection?.globals.memory else {
            throw .none
        }
        guard connection?.hasRoom == true,
            let (buffer, age) = unsafe pool.acquire(
                memory, width: mode.width, height: mode.height, windows: windows.count)
        else {
            isStarved = true
            throw .none
        }
        return unsafe Buffer(
            pixels: buffer.pixels, stride: buffer.stride, age: age,
            id: buffer.id)
    }

    func present(_ frame: Frame, damage: UnsafeBufferPointer<PixelRect>) throws(PluginFailure) {
        guard let buffer = pool.take(), let windows, let mode else { throw .failed }
        unsafe windows.show(buffer, frame: frame.number, damage: damage, mode: mode)
        connection?.flush()
    }

    func shape(_ shape: Shape) throws(PluginFailure) {
        outline = unsafe (
            Outline(opaque: Array(shape.opaque), input: Array(shape.input), scale: mode?.scale ?? 1), isNews: true
        )
        say(commits: !shape.presents)
        if !shape.presents { connection?.flush() }
    }

    func textInput(_ input: TextInput?) {
        seatWishes.textInput = input
        connection?.wishes = seatWishes
        connection?.flush()
    }

    func dispatch() throws(PluginFailure) {
        let ready = wakeups.take()
        if !ready.isDisjoint(with: [.paste, .copy]) { connection?.seats.values.forEach { $0.pump() } }
        if !ready.isDisjoint(with: [.drop, .dropTime]) { pumpDrops() }
        if ready.contains(.folder) { socketWatcher.folderChanged() }
        if ready.contains(.keyRepeat) { connection?.seats.values.forEach { $0.keyboard?.repeatKey() } }
        if ready.contains(.retry), connection == nil { connect() }
        if ready.contains(.stall) {
            windows?.stall()
            connection?.flush()
        }
        if let connection, !ready.isDisjoint(with: [.compositor, .retry]) {
            guard connection.dispatch() else { return lose(connection.reason) }
            connection.seats.values.forEach { $0.settle() }
            settle(connection)
            // Sends the answers.
            if !connection.flush() { lose(connection.reason) }
        }
    }

    private func pumpDrops() {
        guard let connection else { return }
        // Every seat must be called.
        let isReading = connection.seats.values.map { $0.pumpDrops() }.contains(true)
        if !isReading { wakeups.setTimer(.dropTime, after: nil) }
        connection.flush()
    }

    // MARK: Coming and going

    private func connect() {
        guard let display = unsafe CompositorSocket.open(), let connection = unsafe Connection(display, wakeups) else {
            if socketWatcher.isWaiting {
                socketWatcher.retryLater()
            } else {
                socketWatcher.wait(in: CompositorSocket.folder)
            }
            return report.leave(CompositorSocket.description)
        }
        socketWatcher.stop()
        unsafe connection.handlers.input = { [weak self] act, surface in unsafe self?.hand(act, surface) }
        unsafe connection.handlers.scale = { [weak self] surface in
            unsafe self?.windows?.window(of: surface)?.pixelScale ?? 1
        }
        unsafe connection.handlers.corner = { [weak self] surface in
            guard let windows = self?.windows, let window = unsafe windows.window(of: surface) else { return (0, 0) }
            return windows.corner(of: window)
        }
        connection.handlers.dropType = { [weak self] drag in
            guard let self else { return nil }
            return host.dropType(object: object, drag: drag)
        }
        connection.handlers.drag = { [weak self] in
            guard let self else { return nil }
            return host.drag(object: object)
        }
        unsafe connection.handlers.isOutside = { [weak self] surface, x, y in
            guard let window = unsafe self?.windows?.window(of: surface), window.home == nil, let size = window.size
            else { return false }
            return x < 0 || y < 0 || x >= Double(size.width) || y >= Double(size.height)
        }
        connection.handlers.selectionLost = { [weak self] isPrimary in
            guard let self else { return }
            host.setText(object: object, isPrimary ? Key.primarySelection : Key.clipboard, "")
        }
        connection.wishes = seatWishes
        self.connection = connection
        hasShown = false
        let windows = Windows(connection, outline.now, wakeups)
        windows.onPresented = { [weak self] frame, time in
            guard let self else { return }
            if time > 0 { hasShown = true }
            host.presented(object: object, frame: frame, time: time)
        }
        windows.onClose = { [weak self] window in
            unsafe self?.pool.forget(window.surface)
            self?.connection?.seats.values.forEach { unsafe $0.forget(window.surface) }
        }
        self.windows = windows
    }

    private func lose(_ reason: String) {
        host.log(.warning, reason)
        connection?.seats.values.forEach { $0.leave() }
        windows?.close()
        windows = nil
        pool.removeAll()
        connection = nil
        isClosedByUser = false
        // The offer was lost.
        if !seatWishes.clipboard.isEmpty { host.setText(object: object, Key.clipboard, "") }
        if !seatWishes.primarySelection.isEmpty { host.setText(object: object, Key.primarySelection, "") }
        socketWatcher.wait(in: CompositorSocket.folder, hasFailed: !hasShown)
        report.leave(reason)
    }

    /// Handles the events recorded by listeners.
    private func settle(_ connection: Connection) {
        guard connection.isGreeted else { return }
        if let windows, windows.isClosedByUser {
            windows.close()
            isClosedByUser = true
        }
        if connection.monitorsChanged { windows?.isNews = true }
        connection.monitorsChanged = false
        say(commits: true)
        tell(again: false)
        guard connection.hasRoom else { return }
        if let mode, let latest = pool.latest { windows?.catchUp(latest, mode) }
        if isStarved, pool.hasFree {
            isStarved = false
            host.presented(object: object, frame: 0, time: 0)
        }
    }

    /// Sends changed settings, now or when the socket has room. `commits`: no frame follows that would include the
    /// outline.
    private func say(commits: Bool) {
        guard let connection, connection.hasRoom else { return }
        place()
        windows?.apply(wishes, size: points)
        guard outline.isNews else { return }
        outline.isNews = false
        windows?.setOutline(outline.now, commits: commits)
    }

    // MARK: The windows

    /// The size of the mode, in points.
    private var points: (width: Int, height: Int) {
        guard let mode else { return (1, 1) }
        // With a fractional scale it cannot be computed from the pixels.
        if Windows.isWanted(mode, by: report.last) { return (Int(report.last.width), Int(report.last.height)) }
        func points(_ pixels: Int) -> Int { max(1, Int((Double(pixels) / mode.scale).rounded())) }
        return (points(mode.width), points(mode.height))
    }

    /// Creates missing windows if possible.
    private func place() {
        guard let connection, connection.isGreeted, let windows else { return }
        if isClosedByUser { return report.leave("the window was closed") }
        if let reason = windows.arrange(wishes, size: points), windows.isEmpty { report.leave(reason) }
    }

    /// Reports the windows' state to the host.
    private func tell(again: Bool) {
        guard let windows, let fresh = windows.screen else {
            // Values reported for a previous window do not apply to the next one.
            var screen = report.last
            (screen.width, screen.height, screen.scale, screen.refresh) = (0, 0, 0, 0)
            if again { report.tell(screen, again: true) }
            return
        }
        guard windows.takeNews() || again else { return }
        report.tell(fresh, again: true)
    }

    /// Passes input at a surface to the host, in points of the output.
    private func hand(_ act: Act, _ surface: OpaquePointer?) {
        var act = act
        if let windows, let window = unsafe windows.window(of: surface) {
            let corner = windows.corner(of: window)
            act.x += Double(corner.x)
            act.y += Double(corner.y)
        }
        host.input(object: object, act)
    }

    // MARK: Properties

    /// Maximum size of a text for the compositor in bytes; a message is limited to 4096.
    private static let longestText = 1024

    private static func wishes(_ properties: Properties) -> Wishes {
        func text(_ key: Key) -> String {
            let text = properties.string(key)
            // Does not cut a character in half.
            return (0..<4).lazy.compactMap { String(text.utf8.prefix(longestText - $0)) }.first ?? ""
        }
        var wishes = Wishes()
        wishes.role = Wishes.Role(rawValue: properties.choice(Key.role)) ?? .toplevel
        wishes.layer = properties.choice(Key.layer)
        wishes.anchor = properties.choice(Key.anchor)
        let margin = properties.numbers(Key.margin).map { Int32($0) }
        if let top = margin.first {
            let right = margin.count > 1 ? margin[1] : top
            let bottom = margin.count > 2 ? margin[2] : top
            wishes.margin = [top, right, bottom, margin.count > 3 ? margin[3] : right]
        }
        wishes.exclusiveZone = Int32(properties.number(Key.exclusiveZone))
        wishes.keyboard = properties.choice(Key.keyboard)
        wishes.monitor = properties.string(Key.monitor)
        wishes.title = text(.title)
        wishes.appID = text(.appId)
        wishes.isFullscreen = properties.boolean(Key.fullscreen)
        wishes.namespace = text(.namespace)
        wishes.icon = text(.icon)
        wishes.isLocked = properties.boolean(Key.locked)
        wishes.hints.inhibitsIdle = properties.boolean(Key.idleInhibit)
        wishes.hints.contentType = properties.choice(Key.contentType)
        wishes.hints.mayTear = properties.boolean(Key.tearing)
        wishes.hints.demandsAttention = properties.boolean(Key.demandsAttention)
        wishes.hints.opacity = properties.number(Key.opacity)
        return wishes
    }
}

private let plugin = Plugin(id: "Wayland", version: "1.0.0", outputs: [Wayland.self])

@c(scrim_plugin_entry)
public func entry(_ host: UInt32) -> UnsafePointer<scrim_plugin>? { unsafe plugin.table }
