import CXcb
import Glibc
import ScrimPluginABI
import ScrimPluginKit

/// The window that shows the output.
@safe
final class Window {
    private let desktop: Desktop
    let id: xcb_window_t
    private let context: xcb_gcontext_t
    private(set) var wishes: Wishes
    /// Pixels per point.
    private var scale: Double
    /// In pixels, as last reported by the server.
    private(set) var box: PixelBox
    /// The size last requested, in pixels.
    private var asked: (width: Int, height: Int)
    private var cursor: xcb_cursor_t = 0
    /// True when the server shows it.
    var isMapped = false

    /// `size` is the requested one, in pixels.
    init(_ desktop: Desktop, _ wishes: Wishes, size: (width: Int, height: Int), scale: Double) {
        self.desktop = desktop
        self.wishes = wishes
        self.scale = scale
        asked = size
        let isOverlay = wishes.role == .overlay
        box =
            isOverlay
            ? wishes.rect(size, on: desktop.size, scale: scale) : PixelBox(width: size.width, height: size.height)
        id = unsafe xcb_generate_id(desktop.connection)
        context = unsafe xcb_generate_id(desktop.connection)
        let events = [
            XCB_EVENT_MASK_KEY_PRESS, XCB_EVENT_MASK_KEY_RELEASE, XCB_EVENT_MASK_BUTTON_PRESS,
            XCB_EVENT_MASK_BUTTON_RELEASE, XCB_EVENT_MASK_POINTER_MOTION, XCB_EVENT_MASK_ENTER_WINDOW,
            XCB_EVENT_MASK_LEAVE_WINDOW, XCB_EVENT_MASK_EXPOSURE, XCB_EVENT_MASK_STRUCTURE_NOTIFY,
            XCB_EVENT_MASK_FOCUS_CHANGE,
        ].reduce(UInt32(0)) { $0 | $1.rawValue }
        // In the order of the mask's bits; the border is required if the depth differs from the parent's.
        let values: [UInt32] = [
            0, XCB_GRAVITY_NORTH_WEST.rawValue, isOverlay && !wishes.isManaged ? 1 : 0, events, desktop.colormap,
        ]
        let mask =
            XCB_CW_BORDER_PIXEL.rawValue | XCB_CW_BIT_GRAVITY.rawValue | XCB_CW_OVERRIDE_REDIRECT.rawValue
            | XCB_CW_EVENT_MASK.rawValue | XCB_CW_COLORMAP.rawValue
        unsafe xcb_create_window(
            desktop.connection, desktop.depth, id, desktop.root, Int16(clamping: box.x), Int16(clamping: box.y),
            UInt16(clamping: box.width), UInt16(clamping: box.height), 0,
            UInt16(XCB_WINDOW_CLASS_INPUT_OUTPUT.rawValue), desktop.visual, mask, values)
        unsafe xcb_create_gc(desktop.connection, context, id, 0, nil)
        describe()
        unsafe xcb_map_window(desktop.connection, id)
        if isOverlay, wishes.layer <= 1 { order(XCB_STACK_MODE_BELOW.rawValue) }
    }

    deinit {
        unsafe xcb_free_gc(desktop.connection, context)
        unsafe xcb_destroy_window(desktop.connection, id)
    }

    private func order(_ mode: UInt32) {
        let values = [mode]
        unsafe xcb_configure_window(desktop.connection, id, UInt16(XCB_CONFIG_WINDOW_STACK_MODE.rawValue), values)
    }

    // MARK: Wishes

    /// Applies changed requests that need no new window, and requests a size in pixels, unless it was requested before.
    func apply(_ wishes: Wishes, size: (width: Int, height: Int), scale: Double) {
        let before = self.wishes
        let isResized = size != asked
        guard wishes != before || isResized || scale != self.scale else { return }
        (self.wishes, self.scale, asked) = (wishes, scale, size)
        if wishes.role == .overlay {
            place()
        } else if isResized, (box.width, box.height) != size {
            let values = [UInt32(size.width), UInt32(size.height)]
            unsafe xcb_configure_window(
                desktop.connection, id,
                UInt16(XCB_CONFIG_WINDOW_WIDTH.rawValue | XCB_CONFIG_WINDOW_HEIGHT.rawValue), values)
        }
        guard wishes != before else { return }
        describe()
        if wishes.isFullscreen != before.isFullscreen {
            // 1: add, 0: remove; the message comes from a normal application.
            let state = desktop.atom("_NET_WM_STATE_FULLSCREEN")
            desktop.tellManager("_NET_WM_STATE", about: id, [wishes.isFullscreen ? 1 : 0, state, 0, 1])
        }
    }

    /// Moves an overlay to its position.
    func place() {
        guard wishes.role == .overlay else { return }
        let wanted = wishes.rect(asked, on: desktop.size, scale: scale)
        let values = [
            UInt32(bitPattern: Int32(clamping: wanted.x)), UInt32(bitPattern: Int32(clamping: wanted.y)),
            UInt32(wanted.width), UInt32(wanted.height),
        ]
        let mask =
            XCB_CONFIG_WINDOW_X.rawValue | XCB_CONFIG_WINDOW_Y.rawValue | XCB_CONFIG_WINDOW_WIDTH.rawValue
            | XCB_CONFIG_WINDOW_HEIGHT.rawValue
        unsafe xcb_configure_window(desktop.connection, id, UInt16(mask), values)
        describe()
    }

    /// Records the actual size, which is not requested again.
    func accept(_ box: PixelBox) {
        self.box = box
        if wishes.role == .toplevel { asked = (box.width, box.height) }
    }

    /// Sets names, type and states by ICCCM and EWMH.
    private func describe() {
        desktop.set(desktop.atom("_NET_WM_NAME"), of: id, desktop.atom("UTF8_STRING"), wishes.title)
        desktop.set(XCB_ATOM_WM_NAME.rawValue, of: id, XCB_ATOM_STRING.rawValue, wishes.title)
        desktop.set(
            XCB_ATOM_WM_CLASS.rawValue, of: id, XCB_ATOM_STRING.rawValue, "\(wishes.appID)\0\(wishes.appID)\0")
        let atom = XCB_ATOM_ATOM.rawValue
        desktop.set(
            "WM_PROTOCOLS", of: id, atom, [desktop.atom("WM_DELETE_WINDOW"), desktop.atom("_NET_WM_PING")])
        desktop.set("_NET_WM_PID", of: id, XCB_ATOM_CARDINAL.rawValue, [UInt32(getpid())])
        var kind = "_NET_WM_WINDOW_TYPE_NORMAL"
        var states: [UInt32] = []
        if wishes.role == .overlay {
            kind = wishes.layer == 0 ? "_NET_WM_WINDOW_TYPE_DESKTOP" : "_NET_WM_WINDOW_TYPE_DOCK"
            states.append(desktop.atom(wishes.layer <= 1 ? "_NET_WM_STATE_BELOW" : "_NET_WM_STATE_ABOVE"))
            let strut = wishes.strut(wishes.rect(asked, on: desktop.size, scale: scale), scale: scale)
            desktop.set("_NET_WM_STRUT_PARTIAL", of: id, XCB_ATOM_CARDINAL.rawValue, strut)
            desktop.set("_NET_WM_STRUT", of: id, XCB_ATOM_CARDINAL.rawValue, Array(strut.prefix(4)))
        }
        if wishes.isFullscreen { states.append(desktop.atom("_NET_WM_STATE_FULLSCREEN")) }
        desktop.set("_NET_WM_WINDOW_TYPE", of: id, atom, [desktop.atom(kind)])
        // The states of a mapped window belong to the window manager.
        if !isMapped { desktop.set("_NET_WM_STATE", of: id, atom, states) }
    }

    /// Changes the cursor over the window.
    func point(_ cursor: xcb_cursor_t) {
        guard cursor != self.cursor else { return }
        self.cursor = cursor
        unsafe xcb_change_window_attributes(desktop.connection, id, XCB_CW_CURSOR.rawValue, [cursor])
    }

    // MARK: Pictures

    /// Puts rectangles of a buffer into the window. `tells`: the server reports when it has read the last one.
    func show(_ rects: [PixelBox], of buffer: SharedBuffer, tells: Bool) {
        for (at, rect) in rects.enumerated() {
            buffer.put(rect, into: id, context, tells: tells && at == rects.count - 1)
        }
    }

    /// Limits input to the rectangles, in pixels; nil accepts it everywhere.
    func takeInput(_ rects: [PixelBox]?) {
        let kind = xcb_shape_kind_t(XCB_SHAPE_SK_INPUT.rawValue)
        guard let rects else {
            unsafe xcb_shape_mask(desktop.connection, xcb_shape_op_t(XCB_SHAPE_SO_SET.rawValue), kind, id, 0, 0, 0)
            return
        }
        let raw = rects.map {
            xcb_rectangle_t(
                x: Int16(clamping: $0.x), y: Int16(clamping: $0.y), width: UInt16(clamping: $0.width),
                height: UInt16(clamping: $0.height))
        }
        unsafe xcb_shape_rectangles(
            desktop.connection, xcb_shape_op_t(XCB_SHAPE_SO_SET.rawValue), kind, 0, id, 0, 0, UInt32(raw.count), raw)
    }
}

extension PixelBox {
    /// A rectangle of the picture.
    init(_ rect: PixelRect) {
        self.init(x: Int(rect.x0), y: Int(rect.y0), width: Int(rect.x1 - rect.x0), height: Int(rect.y1 - rect.y0))
    }

    /// The part of it inside a picture.
    func clipped(width: Int, height: Int) -> PixelBox? {
        let (x1, y1) = (min(x + self.width, width), min(y + self.height, height))
        return x < x1 && y < y1 ? PixelBox(x: x, y: y, width: x1 - x, height: y1 - y) : nil
    }
}
