import CSystem
import CXcb
import Glibc
import OutputSupport
public import ScrimPluginABI
import ScrimPluginKit

/// A window, or a dock, of an X desktop.
private final class X11: ScreenKind {
    static let name = "x11"
    static let help = "a window or a dock of an X desktop; a window's size is the window manager's"
    static let schema = Key.schema

    /// The sources of events.
    enum EventSource: UInt64 {
        case server, expiry
    }

    /// Interval of timeout checks, in milliseconds.
    private static let pause = 5000

    private let host: Host
    private let object: UInt64
    private let wakeups: PollSet<EventSource>
    private let pool = BufferPool()
    private var desktop: Desktop?
    private var display = ""
    private var keyboard: Keyboard?
    private var selections: Selections?
    private var cursors: Cursors?
    private var bell = BellCounter()
    private var window: Window?
    private var wishes = Wishes()
    private var mode: Mode?
    private var state = State()

    /// The traffic between the host and the server.
    private struct State {
        /// The frame that the server has not read yet.
        var awaited: UInt64?
        /// True when there was no buffer for a frame.
        var isStarved = false
        /// The area in which layers accept input.
        var input: [PixelBox] = []
        /// The state last reported to the host.
        var screen = Screen()
        /// True when the user closed the window.
        var isClosed = false
        /// True when a text field receives the keys.
        var takesText = false
        /// True while the timer runs.
        var isWaiting = false
    }

    init(host: Host, object: UInt64) throws(PluginFailure) {
        guard host.knowsScreens else { throw .unsupported }
        guard let wakeups = PollSet<EventSource>(timers: [.expiry]) else { throw .failed }
        (self.host, self.object, self.wakeups) = (host, object, wakeups)
    }

    deinit {
        // Objects of the connection are released before it.
        (window, keyboard, selections, cursors) = (nil, nil, nil, nil)
        pool.removeAll()
        desktop?.flush()
    }

    // MARK: The host's calls

    func configure(_ mode: Mode, _ properties: Properties) throws(PluginFailure) {
        let fresh = Self.wishes(properties)
        let named = properties.string(Key.display)
        if desktop == nil || named != display { try connect(named) }
        if fresh != wishes { state.isClosed = false }
        (wishes, self.mode) = (fresh, mode)
        guard let desktop else { return }
        defer {
            desktop.flush()
            drain()
        }
        selections?.offer(properties.string(Key.clipboard), isPrimary: false)
        selections?.offer(properties.string(Key.primarySelection), isPrimary: true)
        if bell.rings(properties.number(Key.bell)) { unsafe xcb_bell(desktop.connection, 0) }
        guard !state.isClosed else { return }
        let size = (width: mode.width, height: mode.height)
        if let window, !window.wishes.needsOther(than: fresh) {
            window.apply(fresh, size: size, scale: mode.scale)
        } else {
            open(desktop, size, mode.scale)
        }
        if let cursors { window?.point(cursors.cursor(properties.choice(Key.cursor))) }
        // The desktop determines the size at once.
        if let window, window.wishes.role == .overlay { tell(window.box) }
    }

    func acquire() throws(PluginFailure) -> Buffer {
        guard let mode, let desktop, window != nil else { throw .none }
        guard let (buffer, age) = pool.acquire(desktop, width: mode.width, height: mode.height) else {
            state.isStarved = true
            throw .none
        }
        return unsafe Buffer(pixels: buffer.pixels, stride: buffer.width * 4, age: age, id: UInt64(buffer.segment))
    }

    func present(_ frame: Frame, damage: UnsafeBufferPointer<PixelRect>) throws(PluginFailure) {
        guard let buffer = pool.take() else { throw .failed }
        guard let window, let desktop else { return host.presented(object: object, frame: frame.number, time: 0) }
        let rects = unsafe damage.map { PixelBox($0) }
        window.show(rects, of: buffer, tells: true)
        desktop.flush()
        if buffer.pending == 0 {
            host.presented(object: object, frame: frame.number, time: frame.time)
        } else {
            state.awaited = frame.number
        }
    }

    func shape(_ shape: Shape) {
        state.input = unsafe shape.input.map { PixelBox($0) }
        applyShape()
        desktop?.flush()
    }

    func textInput(_ input: TextInput?) { state.takesText = input != nil }

    func dispatch() throws(PluginFailure) {
        if wakeups.take().contains(.expiry) { selections?.expire() }
        drain()
    }

    // MARK: Coming and going

    private func connect(_ name: String) throws(PluginFailure) {
        do throws(Desktop.Failure) {
            let fresh = try Desktop(name)
            if let desktop { wakeups.forget(desktop.descriptor) }
            (window, keyboard, selections, cursors) = (nil, nil, nil, nil)
            pool.removeAll()
            let isFirst = desktop == nil
            (desktop, display) = (fresh, name)
            let before = state
            state = State()
            (state.screen, state.takesText) = (before.screen, before.takesText)
            (keyboard, cursors) = (Keyboard(fresh), Cursors(fresh))
            selections = select(fresh)
            wakeups.watch(fresh.descriptor, .server)
            if isFirst { host.watch(object: object, descriptor: wakeups.descriptor) }
        } catch {
            host.log(.error, error.message)
            throw .failed
        }
    }

    private func open(_ desktop: Desktop, _ size: (width: Int, height: Int), _ scale: Double) {
        window = nil
        window = Window(desktop, wishes, size: size, scale: scale)
        applyShape()
        if state.screen.isAbsent {
            state.screen.isAbsent = false
            host.screen(object: object, state.screen)
        }
    }

    private func leave(_ reason: String) {
        (window, state.awaited) = (nil, nil)
        pool.removeAll()
        for act in keyboard?.release() ?? [] { host.input(object: object, act) }
        state.screen = Screen()
        state.screen.isAbsent = true
        state.screen.message = reason
        host.screen(object: object, state.screen)
    }

    private func lose() {
        host.watch(object: object, descriptor: nil)
        if let desktop { wakeups.forget(desktop.descriptor) }
        leave("the X server is gone")
        (keyboard, selections, cursors) = (nil, nil, nil)
        wait(false)
        desktop = nil
    }

    private func select(_ desktop: Desktop) -> Selections {
        Selections(
            desktop,
            Selections.Handlers(
                type: { [weak self] acts in
                    // If the focus was lost meanwhile, the text is dropped.
                    guard let self, state.takesText else { return }
                    for act in acts { host.input(object: object, act) }
                },
                lost: { [weak self] isPrimary in
                    guard let self else { return }
                    host.setText(object: object, isPrimary ? Key.primarySelection : Key.clipboard, "")
                }, wait: { [weak self] in self?.wait($0) }))
    }

    private func wait(_ isWaiting: Bool) {
        guard isWaiting != state.isWaiting else { return }
        state.isWaiting = isWaiting
        wakeups.setTimer(.expiry, after: isWaiting ? Self.pause : nil, again: Self.pause)
    }

    /// Windows accept all input, so that unhandled events do not go to windows behind.
    private func applyShape() {
        guard let window else { return }
        window.takeInput(wishes.role == .overlay ? state.input : nil)
    }

    /// Reports a changed size.
    private func tell(_ box: PixelBox) {
        guard let mode, (box.width, box.height) != (mode.width, mode.height) else { return }
        state.screen = Screen()
        state.screen.width = max(1, min(16384, Double(box.width) / mode.scale))
        state.screen.height = max(1, min(16384, Double(box.height) / mode.scale))
        host.screen(object: object, state.screen)
    }

    // MARK: Events

    private func drain() {
        guard let desktop else { return }
        // Answers precede the events that follow them; reading either may deliver the other.
        repeat {
            selections?.settle()
            while let event = unsafe xcb_poll_for_event(desktop.connection) {
                unsafe handle(event, desktop)
                unsafe free(event)
                selections?.settle()
            }
        } while selections?.settle() == true
        if desktop.isLost { return lose() }
        desktop.flush()
    }

    private func handle(_ event: UnsafeMutablePointer<xcb_generic_event_t>, _ desktop: Desktop) {
        let raw = UnsafeRawPointer(event)
        let type = unsafe event.pointee.response_type & 0x7F
        if type == desktop.completionEvent, desktop.sharesMemory {
            return unsafe completed(raw.load(as: xcb_shm_completion_event_t.self))
        }
        if let keyboard, keyboard.event != 0, type == keyboard.event { return keyboard.learn() }
        if unsafe selections?.handle(raw, Int32(type)) == true { return }
        switch Int32(type) {
        case XCB_KEY_PRESS, XCB_KEY_RELEASE:
            let key = unsafe raw.load(as: xcb_key_press_event_t.self)
            guard let keyboard else { return }
            let act = keyboard.key(key.detail, isDown: Int32(type) == XCB_KEY_PRESS, key.state)
            if state.takesText, Pasting.isWanted(by: act) {
                selections?.paste(isPrimary: false, time: key.time, otherwise: act)
            } else {
                host.input(object: object, act)
            }
        case XCB_BUTTON_PRESS, XCB_BUTTON_RELEASE:
            unsafe press(raw.load(as: xcb_button_press_event_t.self), isDown: Int32(type) == XCB_BUTTON_PRESS)
        case XCB_MOTION_NOTIFY:
            let motion = unsafe raw.load(as: xcb_motion_notify_event_t.self)
            host.input(object: object, act(.move, motion.event_x, motion.event_y, motion.state))
        case XCB_ENTER_NOTIFY, XCB_LEAVE_NOTIFY:
            let crossing = unsafe raw.load(as: xcb_enter_notify_event_t.self)
            let kind: Act.Kind = Int32(type) == XCB_ENTER_NOTIFY ? .move : .leave
            // Ignores events of grabs, such as while a button is held.
            guard UInt32(crossing.mode) == XCB_NOTIFY_MODE_NORMAL.rawValue else { return }
            host.input(object: object, act(kind, crossing.event_x, crossing.event_y, crossing.state))
        case XCB_FOCUS_OUT: for act in keyboard?.release() ?? [] { host.input(object: object, act) }
        case XCB_EXPOSE: unsafe expose(raw.load(as: xcb_expose_event_t.self))
        case XCB_CONFIGURE_NOTIFY: unsafe configured(raw.load(as: xcb_configure_notify_event_t.self), desktop)
        case XCB_MAP_NOTIFY: unsafe mapped(raw.load(as: xcb_map_notify_event_t.self).window, true)
        case XCB_UNMAP_NOTIFY: unsafe mapped(raw.load(as: xcb_unmap_notify_event_t.self).window, false)
        case XCB_CLIENT_MESSAGE:
            told((0..<8).map { unsafe raw.load(fromByteOffset: $0 * 4, as: UInt32.self) }, desktop)
        default: break
        }
    }

    private func act(_ kind: Act.Kind, _ x: Int16, _ y: Int16, _ mask: UInt16) -> Act {
        var act = Act(kind, time: nanoseconds())
        let scale = mode?.scale ?? 1
        // The center of the pixel.
        (act.x, act.y) = ((Double(x) + 0.5) / scale, (Double(y) + 0.5) / scale)
        act.modifiers = Keyboard.modifiers(mask)
        return act
    }

    /// Points scrolled by one step of a wheel.
    private static let step = 15.0

    private func press(_ event: xcb_button_press_event_t, isDown: Bool) {
        switch event.detail {
        case 4...7:
            guard isDown else { return }
            var scroll = act(.scroll, event.event_x, event.event_y, event.state)
            let delta = event.detail % 2 == 0 ? -Self.step : Self.step
            if event.detail < 6 { scroll.dy = delta } else { scroll.dx = delta }
            host.input(object: object, scroll)
        case 1...9:
            var press = act(.button, event.event_x, event.event_y, event.state)
            press.button = [0, 2, 1, 0, 0, 0, 0, 3, 4][Int(event.detail) - 1]
            press.press = isDown ? .down : .up
            host.input(object: object, press)
            if event.detail == 2, isDown, state.takesText { selections?.paste(isPrimary: true, time: event.time) }
        default: break
        }
    }

    /// The server has read a picture, so another frame may follow.
    private func completed(_ event: xcb_shm_completion_event_t) {
        pool.completed(event.shmseg)
        if state.isStarved, pool.hasFree {
            state.isStarved = false
            host.presented(object: object, frame: 0, time: 0)
        }
        guard let frame = state.awaited, pool.latest?.pending == 0 else { return }
        state.awaited = nil
        host.presented(object: object, frame: frame, time: nanoseconds())
    }

    /// Repaints an exposed part of the window.
    private func expose(_ event: xcb_expose_event_t) {
        guard let window, event.window == window.id, let latest = pool.latest else { return }
        let rect = PixelBox(
            x: Int(event.x), y: Int(event.y), width: Int(event.width), height: Int(event.height))
        guard let part = rect.clipped(width: latest.width, height: latest.height) else { return }
        window.show([part], of: latest, tells: true)
    }

    private func configured(_ event: xcb_configure_notify_event_t, _ desktop: Desktop) {
        if event.window == desktop.root {
            desktop.size = (Int(event.width), Int(event.height))
            window?.place()
            return
        }
        guard let window, event.window == window.id else { return }
        window.accept(
            PixelBox(x: Int(event.x), y: Int(event.y), width: Int(event.width), height: Int(event.height)))
        tell(window.box)
    }

    private func mapped(_ id: xcb_window_t, _ isMapped: Bool) {
        guard let window, id == window.id, window.isMapped != isMapped else { return }
        window.isMapped = isMapped
        // Initially it counts as active.
        guard state.screen.isAbsent == isMapped else { return }
        state.screen.isAbsent = !isMapped
        state.screen.message = isMapped ? "" : "the window is iconified"
        if !isMapped, state.awaited != nil { state.awaited = nil }
        host.screen(object: object, state.screen)
    }

    /// Handles a message of the window manager: header, window, type, five words.
    private func told(_ words: [UInt32], _ desktop: Desktop) {
        guard words[2] == desktop.atom("WM_PROTOCOLS"), window != nil else { return }
        if words[3] == desktop.atom("_NET_WM_PING") {
            // Answers the ping.
            desktop.send([words[0], desktop.root] + words.dropFirst(2))
        } else if words[3] == desktop.atom("WM_DELETE_WINDOW") {
            state.isClosed = true
            leave("the window was closed")
        }
    }

    // MARK: Properties

    private static func wishes(_ properties: Properties) -> Wishes {
        var wishes = Wishes()
        wishes.role = Wishes.Role(rawValue: properties.choice(Key.role)) ?? .toplevel
        wishes.layer = properties.choice(Key.layer)
        wishes.anchor = properties.choice(Key.anchor)
        let margin = properties.numbers(Key.margin)
        if let top = margin.first {
            let right = margin.count > 1 ? margin[1] : top
            let bottom = margin.count > 2 ? margin[2] : top
            wishes.margin = [top, right, bottom, margin.count > 3 ? margin[3] : right]
        }
        wishes.exclusiveZone = properties.number(Key.exclusiveZone)
        wishes.title = String(properties.string(Key.title).prefix(1000))
        wishes.appID = String(properties.string(Key.appId).prefix(1000))
        wishes.isFullscreen = properties.boolean(Key.fullscreen)
        return wishes
    }
}

private let plugin = Plugin(id: "X11", version: "1.0.0", outputs: [X11.self])

@c(scrim_plugin_entry)
public func entry(_ host: UInt32) -> UnsafePointer<scrim_plugin>? { unsafe plugin.table }
