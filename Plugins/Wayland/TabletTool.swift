import CWayland
import OutputSupport
import ScrimPluginKit

/// A pen, an eraser or another tool over a surface: the pointer, with pressure and tilt.
@safe
final class TabletTool {
    private let proxy: OpaquePointer
    private unowned let connection: Connection
    private let hand: (Act, OpaquePointer?) -> Void
    private let cursor: Cursor
    private var kind = Act.Tool.pen
    /// Where it is; nil while it is elsewhere.
    private var surface: OpaquePointer?
    /// Of its coming there.
    private var serial: UInt32 = 0
    /// Of its last press.
    private(set) var pressSerial: UInt32 = 0
    private var point = (x: 0.0, y: 0.0)
    private var lean = (pressure: 0.0, x: 0.0, y: 0.0)
    /// Of the frame that has not ended.
    private var news = News()
    /// The tool is no more.
    var onRemoval: (() -> Void)?

    private struct News {
        var isMoved = false
        var isGone = false
        /// As `Act.button` counts.
        var presses: [(button: UInt32, isDown: Bool)] = []
    }

    /// Buttons that a frame may have.
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

    /// Takes the look of the connection's cursor.
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

    /// The end of a frame: where it is, what was pressed there, and that it has gone.
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

    /// The buttons on a pen: the lower one is the middle button, the upper one the right one, as elsewhere.
    private static func button(_ code: UInt32) -> UInt32? {
        switch code {
        case 0x14b: 2
        case 0x14c: 1
        case 0x149: 3
        // Those of a mouse on a tablet.
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
