import CWayland

/// The scale of a surface, in pixels per point: the preferred one, and the one last sent.
@safe
final class SurfaceScale {
    private let surface: OpaquePointer
    private var viewport: OpaquePointer?
    private var fractional: OpaquePointer?
    /// The scale preferred by the compositor; nil when unknown.
    private(set) var preferred: Double?
    /// As sent to the compositor; a viewport of -1 is unset.
    private var told = (buffer: 1, viewport: (width: -1, height: -1))
    /// Called when `preferred` changed.
    var onChange: (() -> Void)?

    init(_ connection: Connection, _ surface: OpaquePointer) {
        unsafe self.surface = unsafe surface
        unsafe viewport = unsafe connection.globals.viewporter.flatMap {
            unsafe wp_viewporter_get_viewport($0, surface)
        }
        guard unsafe viewport != nil, let scales = unsafe connection.globals.scales else { return }
        unsafe fractional = unsafe wp_fractional_scale_manager_v1_get_fractional_scale(scales, surface)
        guard let fractional = unsafe fractional else { return }
        _ = unsafe wp_fractional_scale_v1_add_listener(
            fractional, Self.listener, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Call before the surface is destroyed.
    func destroy() {
        if let fractional = unsafe fractional { unsafe wp_fractional_scale_v1_destroy(fractional) }
        if let viewport = unsafe viewport { unsafe wp_viewport_destroy(viewport) }
        unsafe (fractional, viewport) = (nil, nil)
    }

    /// Sets the scale of the next buffer: as an integer, or for fractions by its size in points.
    func set(_ scale: Double, _ points: (width: Int, height: Int)) {
        let isFraction = unsafe viewport != nil && (preferred != nil || scale != scale.rounded())
        let wanted = (buffer: isFraction ? 1 : Int(scale), viewport: isFraction ? points : (width: -1, height: -1))
        if wanted.buffer != told.buffer { unsafe wl_surface_set_buffer_scale(surface, Int32(wanted.buffer)) }
        if wanted.viewport != told.viewport {
            unsafe wp_viewport_set_destination(viewport, Int32(wanted.viewport.width), Int32(wanted.viewport.height))
        }
        told = wanted
    }

    nonisolated(unsafe) private static let listener = unsafe forever(
        wp_fractional_scale_v1_listener(preferred_scale: { data, _, scale in
            let own = unsafe this(data, SurfaceScale.self)
            own.preferred = Double(max(12, scale)) / 120
            own.onChange?()
        }))
}
