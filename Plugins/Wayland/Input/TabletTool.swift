import CWayland
import OutputSupport
import ScrimPluginKit

/// A pen, an eraser or another tool over a surface, used as the pointer with pressure and tilt.
@safe
final class TabletTool {
    private let proxy: OpaquePointer
    private unowned let connection: Connection
    private let hand: (Act, OpaquePointer?) -> Void
    private let cursor: Cursor
    private var kind = Act.Tool.pen
    /// The surface under it; nil when there is none.
    private var surface: OpaquePointer?
    /// The serial of its proximity event.
    private var serial: UInt32 = 0
    /// The serial of its last press.
    private(set) var pressSerial: UInt32 = 0
    private var point = (x: 0.0, y: 0.0)
    private var lean = (pressure: 0.0, x: 0.0, y: 0.0)
    /// The events of the current frame.
    private var news = News()
    /// Called when the tool was removed.
    var onRemoval: (() -> Void)?

    private struct News {
        var isMoved = false
        var isGone = false
        /// Buttons numbered as in `Act.button`.
        var presses: [(button: UInt32, isDown: Bool)] = []
    }

    /// Maximum number of buttons per frame.
    private static let mostPresses = 32

    init(_ proxy: OpaquePointer, _ connection: Connection, _ hand: @escaping (Act, OpaquePointer?) -> Void) {
        unsafe self.proxy = unsafe proxy
        self.connection = connection
        unsafe self.hand = unsafe hand
        cursor = unsafe Cursor(connection, proxy, isTool: true)
        let me = unsafe Unmanaged.passUnretained(self).toOpaque()
        _ = unsafe zwp_tablet_tool_v2_add_listener(proxy, Self.listener, me)
    }

    deinit {
        if let surface = unsafe surface { unsafe hand(Act(.leave, time: nanoseconds()), surface) }
        cursor.destroy()
        unsafe zwp_tablet_tool_v2_destroy(proxy)
    }

    /// Shows the connection's cursor.
    func showCursor() {
        guard let surface = unsafe surface else { return }
        cursor.show(connection.wishes.cursor, serial, scale: unsafe connection.handlers.scale?(surface) ?? 1)
    }

    private func tell(_ kind: Act.Kind, _ fill: (inout Act) -> Void = { _ in }) {
        var act = Act(kind, time: nanoseconds())
        (act.x, act.y) = point
        (act.tool, act.pressure, act.tiltX, act.tiltY) = (self.kind, lean.pressure, lean.x, lean.y)
        fill(&act)
        unsafe hand(act, surface)
    }

    private func press(_ button: UInt32, _ isDown: Bool) {
        if news.presses.count < Self.mostPresses { news.presses.append((button, isDown)) }
    }

    /// Handles the end of a frame: position, presses and leaving.
    private func flush() {
        let news = news
        self.news = News()
        guard unsafe surface != nil else { return }
        if news.isMoved { tell(.move) }
        for press in news.presses {
            tell(.button) { ($0.button, $0.press) = (press.button, press.isDown ? .down : .up) }
        }
        guard news.isGone else { return }
        tell(.leave)
        unsafe surface = nil
        lean = (0, 0, 0)
    }

    /// The buttons of a pen: the lower one is the middle button, the upper one the right one, as in other programs.
    private static func button(_ code: UInt32) -> UInt32? {
        switch code {
        case 0x14b: 2
        case 0x14c: 1
        case 0x149: 3
        // The buttons of a mouse on a tablet.
        case 0x110...0x117: code - 0x110
        default: nil
        }
    }

    private static func kind(_ type: UInt32) -> Act.Tool {
        switch type {
        case ZWP_TABLET_TOOL_V2_TYPE_ERASER.rawValue: .eraser
        case ZWP_TABLET_TOOL_V2_TYPE_BRUSH.rawValue: .brush
        case ZWP_TABLET_TOOL_V2_TYPE_PENCIL.rawValue: .pencil
        case ZWP_TABLET_TOOL_V2_TYPE_AIRBRUSH.rawValue: .airbrush
        case ZWP_TABLET_TOOL_V2_TYPE_MOUSE.rawValue: .mouse
        case ZWP_TABLET_TOOL_V2_TYPE_LENS.rawValue: .lens
        default: .pen
        }
    }

    nonisolated(unsafe) private static let listener = unsafe forever(
        zwp_tablet_tool_v2_listener(
            type: { data, _, type in
                let tool = unsafe this(data, TabletTool.self)
                tool.kind = TabletTool.kind(type)
            },
            hardware_serial: { _, _, _, _ in }, hardware_id_wacom: { _, _, _, _ in }, capability: { _, _, _ in },
            done: { _, _ in },
            removed: { data, _ in
                let tool = unsafe this(data, TabletTool.self)
                withExtendedLifetime(tool) { tool.onRemoval?() }
            },
            proximity_in: { data, _, serial, _, surface in
                let tool = unsafe this(data, TabletTool.self)
                unsafe tool.surface = unsafe surface
                (tool.serial, tool.news) = (serial, News())
                tool.showCursor()
            },
            proximity_out: { data, _ in unsafe this(data, TabletTool.self).news.isGone = true },
            down: { data, _, serial in
                let tool = unsafe this(data, TabletTool.self)
                tool.pressSerial = serial
                tool.press(0, true)
            },
            up: { data, _ in unsafe this(data, TabletTool.self).press(0, false) },
            motion: { data, _, x, y in
                let tool = unsafe this(data, TabletTool.self)
                tool.point = (Double(x) / 256, Double(y) / 256)
                tool.news.isMoved = true
            },
            pressure: { data, _, pressure in
                let tool = unsafe this(data, TabletTool.self)
                tool.lean.pressure = Double(min(pressure, 65_535)) / 65_535
                tool.news.isMoved = true
            },
            distance: { _, _, _ in },
            tilt: { data, _, x, y in
                let tool = unsafe this(data, TabletTool.self)
                (tool.lean.x, tool.lean.y) = (Double(x) / 256, Double(y) / 256)
                tool.news.isMoved = true
            },
            rotation: { _, _, _ in }, slider: { _, _, _ in }, wheel: { _, _, _, _ in },
            button: { data, _, serial, code, state in
                let tool = unsafe this(data, TabletTool.self)
                if state != 0 { tool.pressSerial = serial }
                if let button = TabletTool.button(code) { tool.press(button, state != 0) }
            },
            frame: { data, _, _ in unsafe this(data, TabletTool.self).flush() }))
}
