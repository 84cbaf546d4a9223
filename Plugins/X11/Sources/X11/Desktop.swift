import CXcb
import Glibc
import ScrimPluginKit

/// The connection to an X server: its screen, the visual for windows, atoms.
@safe
final class Desktop {
    let connection: OpaquePointer
    /// In the connection's memory.
    let screen: UnsafeMutablePointer<xcb_screen_t>
    let root: xcb_window_t
    let rootVisual: xcb_visualid_t
    /// The depth of windows: 32 with an alpha channel, otherwise that of the screen.
    let depth: UInt8
    let visual: xcb_visualid_t
    let colormap: xcb_colormap_t
    /// True when memory can be shared with the server.
    let sharesMemory: Bool
    /// The number of the event that reports that a shared picture was read.
    let completionEvent: UInt8
    /// In pixels.
    var size: (width: Int, height: Int)
    private(set) var atoms: [String: xcb_atom_t] = [:]

    /// The reason why the connection failed, as one line.
    struct Failure: Error { var message: String }

    static let atomNames = [
        "ATOM_PAIR", "CLIPBOARD", "INCR", "MULTIPLE", "STRING", "TARGETS", "TEXT", "TIMESTAMP",
        "text/plain;charset=utf-8",
        "_SCRIM_SELECTION_0", "_SCRIM_SELECTION_1", "_SCRIM_SELECTION_2", "_SCRIM_SELECTION_3", "_SCRIM_TIME",
        "UTF8_STRING", "WM_DELETE_WINDOW", "WM_PROTOCOLS", "_NET_WM_NAME", "_NET_WM_PID", "_NET_WM_PING",
        "_NET_WM_STATE",
        "_NET_WM_STATE_ABOVE", "_NET_WM_STATE_BELOW", "_NET_WM_STATE_FULLSCREEN", "_NET_WM_STRUT",
        "_NET_WM_STRUT_PARTIAL",
        "_NET_WM_WINDOW_TYPE", "_NET_WM_WINDOW_TYPE_DESKTOP", "_NET_WM_WINDOW_TYPE_DOCK", "_NET_WM_WINDOW_TYPE_NORMAL",
    ]

    /// Connects to the server named by `display`; if empty, `$DISPLAY`.
    init(_ display: String) throws(Failure) {
        let name = display.isEmpty ? unsafe getenv("DISPLAY").map { unsafe String(cString: $0) } ?? "" : display
        var number: Int32 = 0
        let opened = unsafe xcb_connect(name, &number)
        guard let connection = unsafe opened, unsafe xcb_connection_has_error(connection) == 0 else {
            unsafe xcb_disconnect(opened)
            throw Failure(
                message: name.isEmpty ? "$DISPLAY is not set" : "no X server lets us in at \(name)")
        }
        var screens = unsafe xcb_setup_roots_iterator(xcb_get_setup(connection))
        while unsafe screens.rem > 1, number > 0 {
            unsafe xcb_screen_next(&screens)
            number -= 1
        }
        guard let screen = unsafe screens.data else {
            unsafe xcb_disconnect(connection)
            throw Failure(message: "the X server at \(name) has no screen")
        }
        guard let (depth, visual) = unsafe Self.visual(of: screen) else {
            unsafe xcb_disconnect(connection)
            throw Failure(message: "the X server at \(name) has no pictures of 8 bits a channel")
        }
        unsafe self.connection = unsafe connection
        unsafe self.screen = unsafe screen
        (self.depth, self.visual) = (depth, visual)
        (root, rootVisual) = unsafe (screen.pointee.root, screen.pointee.root_visual)
        size = unsafe (Int(screen.pointee.width_in_pixels), Int(screen.pointee.height_in_pixels))
        colormap = unsafe xcb_generate_id(connection)
        unsafe xcb_create_colormap(connection, UInt8(XCB_COLORMAP_ALLOC_NONE.rawValue), colormap, root, visual)
        // Descriptors can only be passed on this machine.
        let isLocal = name.hasPrefix(":") || name.hasPrefix("unix:") || name.hasPrefix("/")
        (sharesMemory, completionEvent) = unsafe Self.sharedMemory(connection, isLocal)
        var events = UInt32(XCB_EVENT_MASK_STRUCTURE_NOTIFY.rawValue)
        unsafe xcb_change_window_attributes(connection, root, UInt32(XCB_CW_EVENT_MASK.rawValue), &events)
        learnAtoms()
    }

    deinit { unsafe xcb_disconnect(connection) }

    func atom(_ name: String) -> xcb_atom_t { atoms[name] ?? 0 }

    var descriptor: Int32 { unsafe xcb_get_file_descriptor(connection) }

    /// True when the server is gone, or has closed the connection.
    var isLost: Bool { unsafe xcb_connection_has_error(connection) != 0 }

    func flush() { unsafe xcb_flush(connection) }

    /// A visual of 32 bits with alpha, otherwise the screen's own if it has words 0xRRGGBB.
    private static func visual(
        of screen: UnsafeMutablePointer<xcb_screen_t>
    ) -> (depth: UInt8, visual: xcb_visualid_t)? {
        var own: (depth: UInt8, visual: xcb_visualid_t)?
        var depths = unsafe xcb_screen_allowed_depths_iterator(screen)
        while unsafe depths.rem > 0, let depth = unsafe depths.data {
            var visuals = unsafe xcb_depth_visuals_iterator(depth)
            while unsafe visuals.rem > 0, let visual = unsafe visuals.data?.pointee {
                let isFit =
                    UInt32(visual._class) == XCB_VISUAL_CLASS_TRUE_COLOR.rawValue && visual.red_mask == 0xFF0000
                    && visual.green_mask == 0xFF00 && visual.blue_mask == 0xFF
                if isFit, unsafe depth.pointee.depth == 32 { return (32, visual.visual_id) }
                if isFit, unsafe visual.visual_id == screen.pointee.root_visual {
                    own = unsafe (depth.pointee.depth, visual.visual_id)
                }
                unsafe xcb_visualtype_next(&visuals)
            }
            unsafe xcb_depth_next(&depths)
        }
        return own
    }

    private static func sharedMemory(_ connection: OpaquePointer, _ isLocal: Bool) -> (Bool, UInt8) {
        let name = "MIT-SHM"
        let query = unsafe xcb_query_extension_reply(
            connection, xcb_query_extension(connection, UInt16(name.utf8.count), name), nil)
        guard let query = unsafe query else { return (false, 0) }
        defer { unsafe free(query) }
        guard unsafe query.pointee.present != 0, isLocal,
            let version = unsafe xcb_shm_query_version_reply(connection, xcb_shm_query_version(connection), nil)
        else { return (false, 0) }
        defer { unsafe free(version) }
        // Memory files are supported since 1.2.
        let isNew = unsafe (version.pointee.major_version, version.pointee.minor_version) >= (1, 2)
        return unsafe (isNew, query.pointee.first_event)
    }

    private func learnAtoms() {
        let asked = Self.atomNames.map { unsafe xcb_intern_atom(connection, 0, UInt16($0.utf8.count), $0) }
        for (name, cookie) in zip(Self.atomNames, asked) {
            guard let reply = unsafe xcb_intern_atom_reply(connection, cookie, nil) else { continue }
            atoms[name] = unsafe reply.pointee.atom
            unsafe free(reply)
        }
    }

    // MARK: Properties of windows

    func set(_ property: xcb_atom_t, of window: xcb_window_t, _ type: xcb_atom_t, _ text: String) {
        let bytes = Array(text.utf8)
        unsafe xcb_change_property(
            connection, UInt8(XCB_PROP_MODE_REPLACE.rawValue), window, property, type, 8, UInt32(bytes.count), bytes)
    }

    func set(_ property: String, of window: xcb_window_t, _ type: UInt32, _ values: [UInt32]) {
        unsafe xcb_change_property(
            connection, UInt8(XCB_PROP_MODE_REPLACE.rawValue), window, atom(property), type, 32, UInt32(values.count),
            values)
    }

    /// Sends a message of 32-bit words to the window manager.
    func tellManager(_ type: String, about window: xcb_window_t, _ words: [UInt32]) {
        send([UInt32(XCB_CLIENT_MESSAGE) | 32 << 8, window, atom(type)] + words)
    }

    /// Sends an event to the window manager; words in memory order.
    func send(_ event: [UInt32]) {
        send(
            event, to: root,
            XCB_EVENT_MASK_SUBSTRUCTURE_NOTIFY.rawValue | XCB_EVENT_MASK_SUBSTRUCTURE_REDIRECT.rawValue)
    }

    private func send(_ event: [UInt32], to window: xcb_window_t, _ mask: UInt32) {
        let words = (event + [UInt32](repeating: 0, count: 8)).prefix(8)
        unsafe words.withUnsafeBytes { bytes in
            _ = unsafe xcb_send_event(
                connection, 0, window, mask, bytes.baseAddress?.assumingMemoryBound(to: CChar.self))
        }
    }

    /// Reports to the requestor of a selection that it is in a property; 0 when there is nothing.
    func answer(_ request: xcb_selection_request_event_t, property: xcb_atom_t) {
        send(
            [
                UInt32(XCB_SELECTION_NOTIFY), request.time, request.requestor, request.selection, request.target,
                property,
            ], to: request.requestor, 0)
    }
}
