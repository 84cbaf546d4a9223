import CWayland
import Glibc
import OutputSupport

/// The cursor over the output: one of CSS's, drawn by the compositor if it supports that, otherwise from the cursor
/// theme. The numbers of `CursorNames` equal those of wp_cursor_shape_device_v1, which has none for `none`. Names
/// missing in the theme use its arrow; without a theme, the pointer keeps its previous cursor.
@safe
final class Cursor {
    private unowned let connection: Connection
    /// The pointer, or a tablet tool.
    private let pointer: OpaquePointer
    private let isTool: Bool
    private var device: OpaquePointer?
    private var theme: OpaquePointer?
    /// The scale for which the theme was loaded.
    private var scale: Int32 = 0
    private var surface: OpaquePointer?

    init(_ connection: Connection, _ pointer: OpaquePointer, isTool: Bool = false) {
        self.connection = connection
        unsafe self.pointer = unsafe pointer
        self.isTool = isTool
        unsafe device = unsafe connection.globals.shapes.flatMap {
            unsafe isTool
                ? wp_cursor_shape_manager_v1_get_tablet_tool_v2($0, pointer)
                : wp_cursor_shape_manager_v1_get_pointer($0, pointer)
        }
    }

    private func set(_ serial: UInt32, _ surface: OpaquePointer?, _ x: Int32, _ y: Int32) {
        if isTool {
            unsafe zwp_tablet_tool_v2_set_cursor(pointer, serial, surface, x, y)
        } else {
            unsafe wl_pointer_set_cursor(pointer, serial, surface, x, y)
        }
    }

    /// Call before its pointer is destroyed.
    func destroy() {
        if let device = unsafe device { unsafe wp_cursor_shape_device_v1_destroy(device) }
        if let surface = unsafe surface { unsafe wl_surface_destroy(surface) }
        if let theme = unsafe theme { unsafe wl_cursor_theme_destroy(theme) }
    }

    /// Shows a cursor, given by its number, over a surface with `scale` pixels per point. `serial` is that of the
    /// pointer's enter event.
    func show(_ number: UInt32, _ serial: UInt32, scale: Double) {
        guard number > 0 else { return unsafe set(serial, nil, 0, 0) }
        if let device = unsafe device { return unsafe wp_cursor_shape_device_v1_set_shape(device, serial, number) }
        guard let image = unsafe image(CursorNames.all[Int(number)], Int32(max(1, min(16, scale.rounded(.up))))),
            let buffer = unsafe wl_cursor_image_get_buffer(image), let compositor = unsafe connection.globals.compositor
        else { return }
        if unsafe surface == nil { unsafe surface = unsafe wl_compositor_create_surface(compositor) }
        guard let surface = unsafe surface else { return }
        unsafe set(
            serial, surface, Int32(image.pointee.hotspot_x) / self.scale, Int32(image.pointee.hotspot_y) / self.scale)
        unsafe wl_surface_set_buffer_scale(surface, self.scale)
        unsafe wl_surface_attach(surface, buffer, 0, 0)
        unsafe wl_surface_damage_buffer(surface, 0, 0, Int32.max, Int32.max)
        unsafe wl_surface_commit(surface)
    }

    /// The first image of a cursor in the theme.
    private func image(_ name: String, _ scale: Int32) -> UnsafeMutablePointer<wl_cursor_image>? {
        guard let memory = unsafe connection.globals.memory else { return nil }
        if scale != self.scale {
            if let theme = unsafe theme { unsafe wl_cursor_theme_destroy(theme) }
            let size = unsafe getenv("XCURSOR_SIZE").flatMap { unsafe Int32(String(cString: $0)) } ?? 24
            unsafe theme = unsafe wl_cursor_theme_load(
                getenv("XCURSOR_THEME"), max(1, min(256, size)) * scale, memory)
            self.scale = scale
        }
        guard let theme = unsafe theme else { return nil }
        for name in [name] + (CursorNames.formerly[name] ?? []) + ["default", "left_ptr"] {
            if let cursor = unsafe wl_cursor_theme_get_cursor(theme, name), unsafe cursor.pointee.image_count > 0 {
                return unsafe cursor.pointee.images[0]
            }
        }
        return nil
    }
}
