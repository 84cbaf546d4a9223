import Glibc
import KernelScreen
import OutputSupport
public import ScrimPluginABI
import ScrimPluginKit

/// A screen driven directly through KMS, without a compositor.
@safe
private final class Drm: ScreenKind {
    static let name = "drm"
    static let help = "a screen of the kernel's own, without a compositor; its size is the screen's"
    static let schema = Key.schema

    enum Key: Int, SchemaKey {
        case connector, mode, card, pointer

        var property: Property {
            switch self {
            case .connector:
                Property("connector", .text(""), help: "where the screen is, as HDMI-A-1; empty: the first there is")
            case .mode:
                Property(
                    "mode", .text(""), help: "as 1920x1080 or 1920x1080@60; empty: the one that the screen likes best")
            case .card: Property("card", .text(""), help: "as /dev/dri/card0; empty: the first with a screen")
            case .pointer: Property("pointer", .boolean(true), help: "a mouse has an arrow")
            }
        }
    }

    private enum EventSource: UInt64 {
        case kernel, retry, flipTimer
    }

    /// Milliseconds between attempts to get a seat after the seat manager ended.
    private static let pause = 2000

    private let host: Host
    private let object: UInt64
    private let wakeups: PollSet<EventSource>
    /// Nil while there is no seat.
    private var screen: OpaquePointer?
    private var wishes = Wishes()
    private var mode: Mode?
    private var picture = Picture()
    private var report: ScreenReport

    private struct Picture {
        /// Incremented with each mode of the screen.
        var generation: UInt64 = 0
        /// True when it contains the last frame.
        var isWhole = false
        /// The submitted frame that is not visible yet.
        var awaited: UInt64?
    }

    /// True while the timer for a frame that never becomes visible is set; it is left running instead of being set for
    /// each frame.
    private var isFlipTimerSet = false

    private struct Wishes: Equatable {
        var connector = "", card = ""
        var width: UInt32 = 0, height: UInt32 = 0
        var refresh = 0.0
        var hasPointer = true
    }

    init(host: Host, object: UInt64) throws(PluginFailure) {
        guard host.knowsScreens else { throw .unsupported }
        guard let wakeups = PollSet<EventSource>(timers: [.retry, .flipTimer]) else { throw .failed }
        (self.host, self.object, self.wakeups) = (host, object, wakeups)
        report = ScreenReport(host, object)
    }

    deinit { unsafe kernel_screen_close(screen) }

    // MARK: The host's calls

    func configure(_ mode: Mode, _ properties: Properties) throws(PluginFailure) {
        guard let fresh = Self.wishes(properties) else {
            host.log(.error, "the mode \"\(properties.string(Key.mode))\" is not as 1920x1080 or 1920x1080@60")
            throw .failed
        }
        self.mode = mode
        if let screen = unsafe screen {
            if fresh != wishes {
                var wish = Self.wish(fresh)
                unsafe kernel_screen_wish(screen, &wish)
                forgive()
            }
        } else if !report.isTold {
            if let fault = open(fresh) {
                host.log(.error, fault)
                throw .failed
            }
            host.watch(object: object, descriptor: wakeups.descriptor)
        }
        wishes = fresh
        // The screen's own state takes precedence over the settings.
        tell(again: true)
    }

    func acquire() throws(PluginFailure) -> Buffer {
        guard let screen = unsafe screen, let pixels = unsafe kernel_screen_pixels(screen), let shown = current(),
            let mode, (Int(shown.width), Int(shown.height)) == (mode.width, mode.height)
        else { throw .none }
        if shown.generation != picture.generation { picture = Picture(generation: shown.generation) }
        return unsafe Buffer(
            pixels: UnsafeMutableRawPointer(pixels), stride: mode.width * 4, age: picture.isWhole ? 1 : 0,
            id: picture.generation)
    }

    func present(_ frame: Frame, damage: UnsafeBufferPointer<PixelRect>) throws(PluginFailure) {
        guard let screen = unsafe screen, current()?.generation == frame.buffer else {
            // The screen changed while the frame was painted.
            return host.presented(object: object, frame: frame.number, time: 0)
        }
        picture.isWhole = true
        let isAwaited = unsafe damage.withMemoryRebound(to: kernel_rect.self) {
            unsafe kernel_screen_show(screen, $0.baseAddress, $0.count)
        }
        if isAwaited {
            picture.awaited = frame.number
            return setFlipTimer()
        }
        host.presented(object: object, frame: frame.number, time: frame.time)
        if current() == nil { tell(again: false) }
    }

    func shape(_ shape: Shape) {}

    func dispatch() throws(PluginFailure) {
        let ready = wakeups.take()
        if ready.contains(.retry), unsafe screen == nil { reopen() }
        if ready.contains(.flipTimer) { flipTimedOut() }
        guard ready.contains(.kernel), let screen = unsafe screen else { return }
        var count = 0
        repeat {
            let news = unsafe kernel_screen_dispatch(screen)
            if news & UInt32(KERNEL_NEWS_SCREEN) != 0 { tell(again: false) }
            if news & UInt32(KERNEL_NEWS_SEEN) != 0, let frame = picture.awaited {
                picture.awaited = nil
                unsafe host.presented(object: object, frame: frame, time: kernel_screen_seen(screen))
            }
            forgive()
            count = 0
            var input = kernel_input()
            while unsafe kernel_screen_next(screen, &input) {
                host.input(object: object, act(input))
                count += 1
            }
            // The rest waits for the next call.
        } while count > 64
        if unsafe kernel_screen_is_lost(screen) { lose() }
    }

    // MARK: Coming and going

    /// Opens the seat. Returns an error message.
    private func open(_ fresh: Wishes) -> String? {
        var wish = Self.wish(fresh)
        var fault = [CChar](repeating: 0, count: Int(KERNEL_FAULT_LENGTH))
        guard let opened = unsafe kernel_screen_open(&wish, &fault) else { return Self.text(fault) }
        unsafe screen = unsafe opened
        unsafe wakeups.watch(kernel_screen_descriptor(opened), .kernel)
        return nil
    }

    /// Handles the loss of the seat manager, which may be restarted.
    private func lose() {
        host.log(.warning, report.last.message)
        if let screen = unsafe screen { unsafe wakeups.forget(kernel_screen_descriptor(screen)) }
        unsafe kernel_screen_close(screen)
        unsafe screen = nil
        wakeups.setTimer(.retry, after: Self.pause)
    }

    private func reopen() {
        if let fault = open(wishes) {
            report.leave(fault)
            wakeups.setTimer(.retry, after: Self.pause)
        } else {
            tell(again: false)
        }
    }

    private func setFlipTimer() {
        guard !isFlipTimerSet else { return }
        isFlipTimerSet = true
        wakeups.setTimer(.flipTimer, after: Int(KERNEL_LONGEST_FLIP))
    }

    /// Checks for a frame that the card never completed.
    private func flipTimedOut() {
        isFlipTimerSet = false
        guard let screen = unsafe screen, picture.awaited != nil else { return }
        unsafe kernel_screen_give_up(screen)
        forgive()
        if current() == nil { tell(again: false) }
        if picture.awaited != nil { setFlipTimer() }
    }

    /// Gives up a frame whose screen is gone, or has another mode.
    private func forgive() {
        guard let screen = unsafe screen, let frame = picture.awaited, unsafe !kernel_screen_is_awaited(screen) else {
            return
        }
        picture.awaited = nil
        host.presented(object: object, frame: frame, time: 0)
    }

    // MARK: The screen

    private func current(_ reason: inout String) -> kernel_mode? {
        guard let screen = unsafe screen else { return nil }
        var mode = kernel_mode()
        var words = [CChar](repeating: 0, count: Int(KERNEL_FAULT_LENGTH))
        if unsafe kernel_screen_mode(screen, &mode, &words) { return mode }
        reason = Self.text(words)
        return nil
    }

    private func current() -> kernel_mode? {
        var reason = ""
        return current(&reason)
    }

    /// Reports the screen's size and refresh rate to the host, or why there is no screen.
    private func tell(again: Bool) {
        guard unsafe screen != nil else { return report.leave(report.last.message, again: again) }
        var reason = ""
        guard let shown = current(&reason) else {
            picture.awaited = nil
            return report.leave(reason, again: again)
        }
        let scale = mode?.scale ?? 1
        var fresh = Screen()
        fresh.width = max(1, Double(shown.width) / scale)
        fresh.height = max(1, Double(shown.height) / scale)
        fresh.refresh = shown.refresh
        fresh.message = unsafe withUnsafeBytes(of: shown.name) { bytes in
            unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        report.tell(fresh, again: again)
    }

    private static let kinds: [Act.Kind] = [
        .move, .button, .scroll, .touchDown, .touchMove, .touchUp, .touchCancel, .key, .pinch, .swipe,
    ]

    private func act(_ input: kernel_input) -> Act {
        var act = Act(Self.kinds[min(Int(input.kind), Self.kinds.count - 1)], time: input.time)
        let scale = mode?.scale ?? 1
        // The center of the pixel.
        (act.x, act.y) = ((input.x + 0.5) / scale, (input.y + 0.5) / scale)
        (act.dx, act.dy) = (input.dx, input.dy)
        act.press = Act.Press(rawValue: input.press) ?? .up
        act.modifiers = input.modifiers
        switch act.kind {
        // Linux numbers buttons from BTN_LEFT.
        case .button: act.button = input.code >= 0x110 ? input.code - 0x110 : input.code
        case .touchDown, .touchMove, .touchUp, .touchCancel: act.touch = input.code
        case .key:
            act.key = unsafe withUnsafeBytes(of: input.key) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            act.text = unsafe withUnsafeBytes(of: input.text) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
        case .pinch, .swipe:
            (act.scale, act.rotation, act.fingers) = (input.scale, input.rotation, input.fingers)
            act.phase = Act.Phase(rawValue: input.phase) ?? .cancelled
        default: break
        }
        return act
    }

    // MARK: Properties

    private static func text(_ bytes: [CChar]) -> String {
        String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Nil when the mode is invalid.
    private static func wishes(_ properties: Properties) -> Wishes? {
        var wishes = Wishes()
        wishes.connector = properties.string(Key.connector)
        wishes.card = properties.string(Key.card)
        wishes.hasPointer = properties.boolean(Key.pointer)
        let mode = properties.string(Key.mode)
        guard !mode.isEmpty else { return wishes }
        let parts = mode.split(separator: "@", omittingEmptySubsequences: false)
        let size = parts[0].split(separator: "x", omittingEmptySubsequences: false).map { UInt32($0) ?? 0 }
        guard parts.count <= 2, size.count == 2, size.allSatisfy({ (1...16384).contains($0) }) else { return nil }
        (wishes.width, wishes.height) = (size[0], size[1])
        if parts.count == 2 {
            guard let refresh = Double(parts[1]), refresh > 0, refresh <= 1000 else { return nil }
            wishes.refresh = refresh
        }
        return wishes
    }

    private static func wish(_ wishes: Wishes) -> kernel_wish {
        func fill(_ room: UnsafeMutableRawBufferPointer, _ text: String) {
            unsafe room.copyBytes(from: text.utf8.prefix(room.count - 1))
        }
        var wish = kernel_wish()
        unsafe withUnsafeMutableBytes(of: &wish.connector) { unsafe fill($0, wishes.connector) }
        unsafe withUnsafeMutableBytes(of: &wish.card) { unsafe fill($0, wishes.card) }
        (wish.width, wish.height, wish.refresh) = (wishes.width, wishes.height, wishes.refresh)
        wish.hides_arrow = !wishes.hasPointer
        return wish
    }
}

private let plugin = Plugin(id: "Drm", version: "1.0.0", outputs: [Drm.self])

@c(scrim_plugin_entry)
public func entry(_ host: UInt32) -> UnsafePointer<scrim_plugin>? { unsafe plugin.table }
