import CWayland
import Glibc
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
    static let schema: [Property] = [
        Property(
            "role", .choice(["toplevel", "overlay"], 0),
            help: "a window, or a layer of the desktop; a window too where the compositor has no layers"),
        Property("layer", .choice(["background", "bottom", "top", "overlay"], 3), help: "of an overlay"),
        Property(
            "anchor", .choices(["top", "bottom", "left", "right"], 0),
            help: "edges an overlay keeps to; at two opposite ones it is as long as they are apart"),
        Property(
            "margin", .numbers, range: -16384...16384, unit: "points",
            help: "from the edges: one number, or as in CSS two to four"),
        Property(
            "exclusiveZone", .integer(0), range: -1...16384, unit: "points",
            help: "what windows leave free for an overlay; -1: it leaves nothing free for others"),
        Property(
            "keyboard", .choice(["none", "onDemand", "exclusive"], 0), help: "when an overlay is given the keyboard"),
        Property("monitor", .text("focused"), help: "the monitor's name; focused: as the compositor likes"),
        Property("title", .text("Scrim"), help: "of a window"),
        Property("appId", .text("scrim"), help: "of a window"),
        Property("fullscreen", .boolean(false), help: "a window that fills its monitor"),
        Property("namespace", .text("scrim"), help: "of an overlay, for the compositor's rules"),
    ]

    enum Key: Int {
        case role, layer, anchor, margin, exclusiveZone, keyboard, monitor, title, appId, fullscreen, namespace
    }

    private let host: Host
    private let object: UInt64
    private let wakeups: Wakeups
    private let door: Door
    private var connection: Connection?
    private var window: Window?
    private let pool = BufferPool()
    private var wishes = Wishes()
    private var mode: Mode?
    private var screen = Screen()
    private var opaque: [PixelRect] = []
    private var input: [PixelRect] = []
    /// Why there is no window although there is a compositor.
    private var isClosedByUser = false

    init(host: Host, object: UInt64) throws(PluginFailure) {
        guard host.knowsScreens else { throw .unsupported }
        guard let wakeups = Wakeups() else { throw .failed }
        self.host = host
        self.object = object
        self.wakeups = wakeups
        door = Door(wakeups)
    }

    deinit {
        // What belongs to the connection goes before it.
        window = nil
        pool.removeAll()
    }

    // MARK: The host's calls

    func configure(_ mode: Mode, _ properties: Properties) throws(PluginFailure) {
        let isFirst = self.mode == nil
        let before = wishes
        self.mode = mode
        wishes = Self.wishes(properties)
        if isFirst {
            host.watch(object: object, descriptor: wakeups.descriptor)
            leave("")
            connect()
            return
        }
        if wishes != before { isClosedByUser = false }
        if wishes.needsOther(than: before) {
            drop()
            place()
        } else if let window {
            window.apply(wishes, on: monitor)
            window.ask(points.width, points.height)
        } else {
            place()
        }
        // What is the compositor's stays as it is, whatever was set.
        tell(again: true)
        connection?.flush()
    }

    func acquire() throws(PluginFailure) -> Buffer {
        guard let mode, window?.size != nil, let memory = unsafe connection?.memory,
            let (buffer, age) = unsafe pool.acquire(memory, width: mode.width, height: mode.height)
        else { throw .none }
        return unsafe Buffer(
            pixels: buffer.pixels, stride: buffer.stride, age: age,
            id: buffer.id)
    }

    func present(_ frame: Frame, damage: UnsafeBufferPointer<PixelRect>) throws(PluginFailure) {
        guard let buffer = pool.take(), let window, let mode else { throw .failed }
        unsafe window.show(buffer, frame: frame.number, damage: damage, scale: mode.scale)
        connection?.flush()
    }

    func shape(_ shape: Shape) throws(PluginFailure) {
        (opaque, input) = unsafe (Array(shape.opaque), Array(shape.input))
        applyShape(commits: !shape.presents)
        if !shape.presents { connection?.flush() }
    }

    func dispatch() throws(PluginFailure) {
        let ready = wakeups.take()
        if ready.contains(.door) { door.knock() }
        if ready.contains(.keyRepeat) { connection?.seats.values.forEach { $0.keyboard?.repeatKey() } }
        if ready.contains(.alarm), connection == nil { connect() }
        if let connection, ready.contains(.compositor) {
            guard connection.dispatch() else { return lose(connection.reason) }
            settle(connection)
            // What was answered just now.
            if !connection.flush() { lose(connection.reason) }
        }
    }

    // MARK: Coming and going

    private func connect() {
        guard let display = unsafe door.open(), let connection = unsafe Connection(display, wakeups) else {
            if door.isWaiting { door.tryLater() } else { door.wait() }
            return leave(Door.description)
        }
        door.shut()
        connection.onInput = { [weak self] act in self?.hand(act) }
        self.connection = connection
    }

    private func lose(_ reason: String) {
        host.log(.warning, reason)
        connection?.seats.values.forEach { $0.leave() }
        drop()
        pool.removeAll()
        connection = nil
        isClosedByUser = false
        door.wait()
        leave(reason)
    }

    private func leave(_ reason: String) {
        guard !screen.isAbsent || screen.message != reason else { return }
        screen = Screen()
        screen.isAbsent = true
        screen.message = reason
        host.screen(object: object, screen)
    }

    /// Acts on what listeners have noted.
    private func settle(_ connection: Connection) {
        guard connection.isGreeted else { return }
        if let window, window.isClosed {
            drop()
            isClosedByUser = window.wishes.role == .toplevel
        }
        if connection.monitorsChanged {
            connection.monitorsChanged = false
            window?.isNews = true
        }
        place()
        tell(again: false)
    }

    // MARK: The window

    private func drop() {
        window?.abandon()
        window = nil
    }

    private var points: (width: Int, height: Int) {
        guard let mode else { return (1, 1) }
        func points(_ pixels: Int) -> Int { max(1, Int((Double(pixels) / mode.scale).rounded())) }
        return (points(mode.width), points(mode.height))
    }

    /// The monitor that is asked for by name.
    private var monitor: Monitor? {
        connection?.monitors.values.first { $0.name == wishes.monitor }
    }

    /// Makes the window, when there is none and can be one.
    private func place() {
        guard let connection, connection.isGreeted, window == nil else { return }
        if isClosedByUser { return leave("the window was closed") }
        if connection.monitors.isEmpty { return leave("the compositor has no monitor") }
        if wishes.monitor != "focused", monitor == nil {
            return leave("there is no monitor \"\(wishes.monitor)\"")
        }
        guard let window = Window(connection, wishes, on: monitor, size: points) else {
            return leave("the compositor offers no windows")
        }
        window.onPresented = { [weak self] frame, time in
            guard let self else { return }
            host.presented(object: object, frame: frame, time: time)
        }
        self.window = window
        applyShape(commits: false)
    }

    /// Tells the host what the window has become.
    private func tell(again: Bool) {
        guard let window, let size = window.size else {
            // What was said of another window does not hold for the next one.
            if again {
                (screen.width, screen.height, screen.scale, screen.refresh) = (0, 0, 0, 0)
                host.screen(object: object, screen)
            }
            return
        }
        guard window.isNews || again else { return }
        window.isNews = false
        var fresh = Screen()
        fresh.width = Double(min(16384, size.width))
        fresh.height = Double(min(16384, size.height))
        fresh.scale = window.pixelScale
        fresh.refresh = window.refresh
        if window.isFallback { fresh.message = "the compositor has no layer shell: a window instead of an overlay" }
        screen = fresh
        host.screen(object: object, fresh)
    }

    private func applyShape(commits: Bool) {
        guard let window, let mode else { return }
        window.setShape(
            opaque: opaque, input: wishes.role == .overlay ? input : nil, scale: mode.scale, commits: commits)
    }

    private func hand(_ act: Act) {
        host.input(object: object, act)
    }

    // MARK: Properties

    private static func wishes(_ properties: Properties) -> Wishes {
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
        wishes.title = properties.string(Key.title)
        wishes.appID = properties.string(Key.appId)
        wishes.isFullscreen = properties.boolean(Key.fullscreen)
        wishes.namespace = properties.string(Key.namespace)
        return wishes
    }
}

private let plugin = Plugin(id: "Wayland", version: "1.0.0", outputs: [Wayland.self])

@c(scrim_plugin_entry)
public func entry(_ host: UInt32) -> UnsafePointer<scrim_plugin>? { unsafe plugin.table }
