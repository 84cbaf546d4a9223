public import ScrimPluginABI

/// What a layer kind draws into: the host records it. Coordinates are the layer's own. Valid during `draw`.
///
/// A call throws when the host refuses it (a point that is not finite, too many points, a restore too many): the whole
/// drawing is refused then.
@safe
public struct Canvas {
    private let raw: UnsafePointer<scrim_canvas>

    init(_ raw: UnsafePointer<scrim_canvas>) { unsafe self.raw = unsafe raw }

    /// Keeps the map and the clip until the matching `restore`.
    public func save() throws(PluginFailure) { try PluginFailure.check(unsafe raw.pointee.save(raw)) }

    /// Returns to the map and the clip of the matching `save`.
    public func restore() throws(PluginFailure) { try PluginFailure.check(unsafe raw.pointee.restore(raw)) }

    /// Maps what follows: applied before the map that is in force.
    public func concat(_ map: Affine) throws(PluginFailure) {
        var map = map
        try PluginFailure.check(unsafe raw.pointee.concat(raw, &map))
    }

    /// Narrows the clip to a path's inside.
    public func clip(_ path: Path, rule: FillRule = .nonZero) throws(PluginFailure) {
        try PluginFailure.check(unsafe path.withRaw { unsafe raw.pointee.clip_path(raw, $0, rule.rawValue) })
    }

    /// Fills a path's inside.
    public func fill(_ path: Path, rule: FillRule = .nonZero, color: Color) throws(PluginFailure) {
        try PluginFailure.check(
            unsafe path.withRaw { unsafe raw.pointee.fill_path(raw, $0, rule.rawValue, color.rgba) })
    }

    /// Draws along a path.
    public func stroke(_ path: Path, _ stroke: Stroke, color: Color) throws(PluginFailure) {
        let status = unsafe stroke.dash.withUnsafeBufferPointer { dash in
            var style = unsafe scrim_stroke(
                size: UInt32(MemoryLayout<scrim_stroke>.size), cap: stroke.cap.rawValue, join: stroke.join.rawValue,
                dash_count: UInt32(clamping: dash.count), width: stroke.width, miter_limit: stroke.miterLimit,
                dash_phase: stroke.dashPhase, start: stroke.start, end: stroke.end, dash: dash.baseAddress)
            return unsafe path.withRaw { unsafe raw.pointee.stroke_path(raw, $0, &style, color.rgba) }
        }
        try PluginFailure.check(status)
    }

    /// Fills a path's inside with a gradient; without a path, the layer's bounds with their rounded corners.
    ///
    /// Throws `.unsupported` in a host of contract 1.0.
    public func fill(_ path: Path?, rule: FillRule = .nonZero, _ gradient: Gradient) throws(PluginFailure) {
        // The table of contract 1.0 ends at byte 64.
        guard unsafe raw.pointee.size > 64 else { throw .unsupported }
        let fill = unsafe raw.pointee.fill_gradient
        let status = unsafe gradient.stops.withUnsafeBufferPointer { stops in
            var form = unsafe scrim_gradient(
                size: UInt32(MemoryLayout<scrim_gradient>.size), kind: gradient.kind.rawValue,
                extend: (gradient.extendsBefore ? 1 : 0) | (gradient.extendsAfter ? 2 : 0),
                stop_count: UInt32(clamping: stops.count), from: gradient.from, to: gradient.to,
                from_radius: gradient.fromRadius, to_radius: gradient.toRadius, map: gradient.map,
                stops: stops.baseAddress)
            guard let path else { return unsafe fill(raw, nil, rule.rawValue, &form) }
            return unsafe path.withRaw { unsafe fill(raw, $0, rule.rawValue, &form) }
        }
        try PluginFailure.check(status)
    }
}
