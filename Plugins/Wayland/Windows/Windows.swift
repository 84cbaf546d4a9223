import OutputSupport
import ScrimPluginABI
import ScrimPluginKit

/// The windows that show one picture: a single one, or one on each monitor with its part.
///
/// Each window follows the pace of its compositor: one that was not asked for a frame skips frames, and shows the
/// latest when it is asked. The output continues as soon as any of them is ready.
final class Windows {
    private unowned let connection: Connection
    private let wakeups: Wakeups
    private var all: [Window] = []
    private(set) var wishes = Wishes()
    /// The area of the desktop shown by the picture, if each monitor has a window.
    private var desktop: Area?
    /// The window whose times are reported.
    private var leader: ObjectIdentifier?
    /// The frame shown last, and whether the next one waits for it.
    private var latest: UInt64 = 0
    private var isAwaited = false
    /// The frame for which the timer was set; nil when it is off.
    private var watched: UInt64?
    /// Milliseconds until another window becomes the leader, if this one has not asked for a frame: less than a frame
    /// may take.
    private static let timeout = 100
    private var outline: Outline
    /// The session lock, while it is requested or held.
    private var lock: SessionLock?
    /// True when something changed that the host should know.
    var isNews = false
    /// See `Pace`.
    var onPresented: ((_ frame: UInt64, _ time: UInt64) -> Void)?

    init(_ connection: Connection, _ outline: Outline, _ wakeups: Wakeups) {
        self.connection = connection
        self.outline = outline
        self.wakeups = wakeups
    }

    // MARK: Coming and going

    var isEmpty: Bool { all.isEmpty }

    var count: Int { all.count }

    /// True when the user closed a window; a layer of the desktop is closed with its monitor.
    var isClosedByUser: Bool { all.contains { $0.isClosed && !$0.isLayer } }

    /// Opens the missing windows of `wishes`, and closes the others. Returns the reason why there is none, or nil.
    /// `size` is the requested one, in points.
    func arrange(_ wishes: Wishes, size: (width: Int, height: Int)) -> String? {
        if wishes.needsOther(than: self.wishes) { close() }
        self.wishes = wishes
        if let reason = arrangeLock() { return reason }
        close { $0.isClosed }
        let homes = self.homes
        close { window in !homes.contains { $0 === window.home } }
        let area = homes.compactMap { $0?.rect }.reduce(nil as Area?) { $0?.union($1) ?? $1 }
        if area != desktop { isNews = true }
        desktop = area
        if all.isEmpty, connection.monitors.isEmpty || homes.isEmpty { return "the compositor has no monitor" }
        for home in homes where !all.contains(where: { $0.home === home }) {
            if home == nil, wishes.monitor != "focused", wishes.monitor != "all", named == nil {
                return "there is no monitor \"\(wishes.monitor)\""
            }
            let window = Window(
                connection, home == nil ? wishes : wishes.covering, on: home ?? named, home: home,
                size: home?.rect.map { ($0.width, $0.height) } ?? size, lock: lock)
            guard let window else { return "the compositor offers no windows" }
            window.onPresented { [unowned self, unowned window] in presented(window, $0, $1) }
            all.append(window)
        }
        return nil
    }

    /// Locks or unlocks the session. Returns the reason why there can be no windows, or nil.
    private func arrangeLock() -> String? {
        guard wishes.role == .lock, wishes.isLocked else {
            if let lock, lock.unlock() {
                close()
                self.lock = nil
            }
            return wishes.role == .lock || lock != nil ? "the session is not locked" : nil
        }
        if lock == nil {
            lock = SessionLock(connection)
            lock?.onChange = { [unowned self] in isNews = true }
        }
        guard let lock else { return "the compositor does not lock sessions" }
        guard lock.state != .refused else {
            close()
            return "the compositor refused to lock the session"
        }
        return nil
    }

    /// For each wanted window the monitor that it covers; nil when it covers none. Monitors without a known position
    /// get none yet.
    private var homes: [Monitor?] {
        let coversAll =
            wishes.monitor == "all" && (wishes.isFullscreen || wishes.role == .overlay && connection.hasLayers)
        guard coversAll || wishes.role == .lock else { return [nil] }
        return connection.monitors.sorted { $0.key < $1.key }.map(\.value).filter { $0.rect != nil }
    }

    /// The monitor requested by name.
    private var named: Monitor? { connection.monitors.values.first { $0.name == wishes.monitor } }

    /// Closes the windows for which `isMeant` is true; all by default.
    func close(_ isMeant: (Window) -> Bool = { _ in true }) {
        for window in all where isMeant(window) {
            isNews = true
            onClose?(window)
        }
        all.removeAll(where: isMeant)
        goOn()
    }

    /// Called when a window is closed.
    var onClose: ((Window) -> Void)?

    /// Applies changed requests that need no new windows.
    func apply(_ wishes: Wishes, size: (width: Int, height: Int)) {
        for window in all {
            if wishes.hints.opacity != window.wishes.hints.opacity { setOutline(of: window) }
            window.apply(window.home == nil ? wishes : wishes.covering, on: window.home ?? named)
            if window.home == nil { window.ask(size.width, size.height) }
        }
    }

    /// The window of a surface.
    func window(of surface: OpaquePointer?) -> Window? {
        all.first { unsafe $0.surface == surface }
    }

    // MARK: What they are like

    /// The screen's state for the host; nil while there is no window with a size.
    var screen: Screen? {
        guard let size else { return nil }
        var screen = Screen()
        screen.width = Double(min(16384, size.width))
        screen.height = Double(min(16384, size.height))
        screen.scale = all.map(\.pixelScale).max() ?? 1
        screen.refresh = all.map(\.refresh).max() ?? 0
        screen.message = obstacles.joined(separator: "; ")
        return screen
    }

    /// Differences from the request, for users.
    private var obstacles: [String] {
        var all: [String] = []
        if self.all.contains(where: \.isFallback) {
            all.append("the compositor has no layer shell: a window instead of an overlay")
        }
        if let words = PointerHold.obstacle(to: connection.wishes.pointer, connection) { all.append(words) }
        if wishes.hints.opacity < 1, unsafe connection.globals.managers.alphaModifiers == nil {
            all.append("the compositor does not fade surfaces")
        }
        return all
    }

    private var size: (width: Int, height: Int)? {
        guard let known = all.first(where: { $0.size != nil }) else { return nil }
        return desktop.map { ($0.width, $0.height) } ?? known.size
    }

    /// True when something changed since the last call.
    func takeNews() -> Bool {
        let news = isNews || all.contains(where: \.isNews)
        isNews = false
        for window in all { window.isNews = false }
        return news
    }

    /// The position of a window in the picture, in points.
    func corner(of window: Window) -> (x: Int, y: Int) {
        guard let desktop, let rect = window.home?.rect else { return (0, 0) }
        return (rect.x - desktop.x, rect.y - desktop.y)
    }

    // MARK: Frames

    /// True when a picture of this mode has the size and the scale that the windows need.
    private func isWanted(_ mode: Mode) -> Bool { screen.map { Self.isWanted(mode, by: $0) } ?? false }

    /// True when the mode has the size and scale of a screen, as the host computes them.
    static func isWanted(_ mode: Mode, by screen: Screen) -> Bool {
        func pixels(_ points: Double) -> Int { max(1, min(32_000, Int((points * screen.scale).rounded()))) }
        return (mode.scale, mode.width, mode.height) == (screen.scale, pixels(screen.width), pixels(screen.height))
    }

    /// Assigns each window its part of a picture.
    private func layOut(_ mode: Mode) {
        func pixels(_ points: Int) -> Int32 { Int32((Double(points) * mode.scale).rounded()) }
        let picture = PixelRect(x0: 0, y0: 0, x1: Int32(mode.width), y1: Int32(mode.height))
        for window in all {
            guard let size = window.size else { continue }
            let corner = corner(of: window)
            let (x, y) = (pixels(corner.x), pixels(corner.y))
            let part = PixelRect(x0: x, y0: y, x1: x + pixels(size.width), y1: y + pixels(size.height))
            if window.look(at: part.intersection(picture)) { setOutline(of: window) }
        }
    }

    /// Shows the changed parts of a frame.
    func show(_ buffer: SharedBuffer, frame: UInt64, damage: UnsafeBufferPointer<PixelRect>, mode: Mode) {
        (latest, isAwaited) = (frame, true)
        guard isWanted(mode) else {
            // Painted before the compositor changed the size. The next frame shows everything.
            for window in all { window.missAll() }
            return goOn()
        }
        layOut(mode)
        for window in all { unsafe window.miss(damage) }
        let ready = all.filter(\.isReady)
        if !ready.contains(where: { ObjectIdentifier($0) == leader }) {
            leader = ready.first.map { ObjectIdentifier($0) }
        }
        if !showMissed(buffer, mode) {
            // Nothing changed in any window; one of them still requests the next frame.
            ready.first { ObjectIdentifier($0) == leader }?.idle(frame)
        }
        commitOutlines()
        watch()
    }

    /// Sets a timer, because a window that shows the frame may be covered, and never report it, while others are
    /// visible.
    private func watch() {
        guard watched == nil, isAwaited, all.contains(where: \.isReady) else { return }
        watched = latest
        wakeups.setTimer(.stall, after: Self.timeout)
    }

    /// Handles the timer: if it is still the same frame, the next visible window becomes the leader.
    func stall() {
        guard let before = watched else { return }
        watched = nil
        guard isAwaited, before == latest else { return watch() }
        for window in all where window.isReady { window.idle(latest) }
    }

    /// Shows the latest frame in windows that have not shown it and may now.
    func catchUp(_ buffer: SharedBuffer, _ mode: Mode) {
        guard isWanted(mode), buffer.width == mode.width, buffer.height == mode.height else {
            return goOn()
        }
        layOut(mode)
        _ = showMissed(buffer, mode)
        commitOutlines()
    }

    private func showMissed(_ buffer: SharedBuffer, _ mode: Mode) -> Bool {
        var isShown = false
        for window in all where window.show(buffer, frame: latest, scale: mode.scale) { isShown = true }
        return isShown
    }

    private func presented(_ window: Window, _ frame: UInt64, _ time: UInt64) {
        if leader == nil { leader = ObjectIdentifier(window) }
        // A window that shows the current picture counts as showing the latest frame, even if nothing changed there.
        tell(window.isUpToDate ? latest : frame, leader == ObjectIdentifier(window) ? time : 0)
    }

    /// Lets the next frame start if no report is pending.
    private func goOn() {
        if !all.contains(where: \.isBehind) { tell(latest, 0) }
    }

    private func tell(_ frame: UInt64, _ time: UInt64) {
        if time == 0, !isAwaited { return }
        if frame >= latest { isAwaited = false }
        onPresented?(frame, time)
    }

    // MARK: Outline

    /// Sets the outline. `commits`: no frame follows that would include it.
    func setOutline(_ outline: Outline, commits: Bool) {
        self.outline = outline
        for window in all { setOutline(of: window) }
        if commits { commitOutlines() }
    }

    private func setOutline(of window: Window) {
        let isTranslucent = unsafe wishes.hints.opacity < 1 && connection.globals.managers.alphaModifiers != nil
        window.setOutline(outline, takesAll: wishes.role != .overlay, isTranslucent: isTranslucent)
    }

    private func commitOutlines() {
        for window in all { window.commitOutline() }
    }
}
