import CXcb
import Glibc
import OutputSupport

/// CSS cursors from the server's theme, each loaded at its first use. Names missing in the theme use its arrow.
@safe
final class Cursors {
    private let desktop: Desktop
    private var context: OpaquePointer?
    private var known: [UInt32: xcb_cursor_t] = [:]

    init(_ desktop: Desktop) { self.desktop = desktop }

    deinit {
        for cursor in known.values { unsafe xcb_free_cursor(desktop.connection, cursor) }
        if let context = unsafe context { unsafe xcb_cursor_context_free(context) }
    }

    /// The cursor for a number of `CursorNames.all`; for the default one 0, the cursor of the parent window.
    func cursor(_ number: UInt32) -> xcb_cursor_t {
        if number == CursorNames.usual || number >= CursorNames.all.count { return 0 }
        if let cursor = known[number] { return cursor }
        let cursor = number == CursorNames.none ? empty() : load(CursorNames.all[Int(number)])
        if cursor != 0 { known[number] = cursor }
        return cursor
    }

    private func load(_ name: String) -> xcb_cursor_t {
        if unsafe context == nil {
            guard unsafe xcb_cursor_context_new(desktop.connection, desktop.screen, &context) == 0 else { return 0 }
        }
        guard let context = unsafe context else { return 0 }
        for name in [name] + (CursorNames.formerly[name] ?? []) + ["default", "left_ptr"] {
            let cursor = unsafe xcb_cursor_load_cursor(context, name)
            if cursor != 0 { return cursor }
        }
        return 0
    }

    private func empty() -> xcb_cursor_t {
        let (pixmap, cursor) = unsafe (xcb_generate_id(desktop.connection), xcb_generate_id(desktop.connection))
        unsafe xcb_create_pixmap(desktop.connection, 1, pixmap, desktop.root, 1, 1)
        let context = unsafe xcb_generate_id(desktop.connection)
        unsafe xcb_create_gc(desktop.connection, context, pixmap, XCB_GC_FOREGROUND.rawValue, [UInt32(0)])
        let whole = [xcb_rectangle_t(x: 0, y: 0, width: 1, height: 1)]
        unsafe xcb_poly_fill_rectangle(desktop.connection, pixmap, context, 1, whole)
        unsafe xcb_create_cursor(desktop.connection, cursor, pixmap, pixmap, 0, 0, 0, 0, 0, 0, 0, 0)
        unsafe xcb_free_gc(desktop.connection, context)
        unsafe xcb_free_pixmap(desktop.connection, pixmap)
        return cursor
    }
}
