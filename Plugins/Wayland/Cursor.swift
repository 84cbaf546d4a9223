import CWayland
import Glibc

/// The pointer's picture over the surface: the desktop's usual arrow. Without one a pointer keeps whatever it had elsewhere.
@safe
final class Cursor {
    private unowned let connection: Connection
    private var theme: OpaquePointer?
    private var surface: OpaquePointer?
    private var hotspot: (x: Int32, y: Int32) = (0, 0)

    init(_ connection: Connection) { self.connection = connection }

    deinit {
        if let surface = unsafe surface { unsafe wl_surface_destroy(surface) }
        if let theme = unsafe theme { unsafe wl_cursor_theme_destroy(theme) }
    }

    func show(on pointer: OpaquePointer?, _ serial: UInt32) {
        if unsafe surface == nil { load() }
        guard let surface = unsafe surface else { return }
        unsafe wl_pointer_set_cursor(pointer, serial, surface, hotspot.x, hotspot.y)
    }

    private func load() {
        guard let compositor = unsafe connection.compositor, let memory = unsafe connection.memory else { return }
        let size = unsafe getenv("XCURSOR_SIZE").flatMap { unsafe Int32(String(cString: $0)) } ?? 24
        let scale = Int32(connection.monitors.values.map(\.scale).max() ?? 1)
        unsafe theme = unsafe wl_cursor_theme_load(getenv("XCURSOR_THEME"), max(1, min(512, size * scale)), memory)
        guard let theme = unsafe theme,
            let cursor = unsafe wl_cursor_theme_get_cursor(theme, "left_ptr"), unsafe cursor.pointee.image_count > 0,
            let image = unsafe cursor.pointee.images[0], let buffer = unsafe wl_cursor_image_get_buffer(image)
        else { return }
        unsafe surface = unsafe wl_compositor_create_surface(compositor)
        hotspot = unsafe (Int32(image.pointee.hotspot_x) / scale, Int32(image.pointee.hotspot_y) / scale)
        unsafe wl_surface_set_buffer_scale(surface, scale)
        unsafe wl_surface_attach(surface, buffer, 0, 0)
        unsafe wl_surface_damage_buffer(surface, 0, 0, Int32.max, Int32.max)
        unsafe wl_surface_commit(surface)
    }
}
