public import ScrimPluginABI

/// A recording canvas for a layer kind's drawing. Coordinates are the layer's own, in points. Valid during `draw`.
///
/// A call throws when the host rejects it (a point that is not finite, too many points, an unmatched restore); the
/// whole drawing is then rejected.
@safe
public struct Canvas {
    private let raw: UnsafePointer<scrim_canvas>

    /// The layer's local time, in seconds, for kinds that use time.
    public let time: Double

    init(_ raw: UnsafePointer<scrim_canvas>, time: Double) {
        unsafe self.raw = unsafe raw
        self.time = time
    }

    /// Sets the layer's time until which the drawing stays the same; then it is requested again. The current or an
    /// earlier time means in the next frame; infinity, the default, means never. For kinds that use time; ignored by a
    /// host of contract 1.0.
    public func hold(until time: Double) throws(PluginFailure) {
        guard unsafe raw.pointee.size > 128 else { return }
        try PluginFailure.check(unsafe raw.pointee.hold(raw, time))
    }

    /// Saves the state (map, clip, alpha, blend mode, shadow) until the matching `restore`.
    public func save() throws(PluginFailure) { try PluginFailure.check(unsafe raw.pointee.save(raw)) }

    /// Saves the state, and paints the operations up to the matching `restore` as one picture, with the current alpha,
    /// blend mode and shadow; inside, these are reset and the backdrop is transparent. At most 16 levels.
    ///
    /// Throws `.unsupported` in a host that lacks it.
    public func saveLayer() throws(PluginFailure) {
        guard unsafe raw.pointee.size > 136 else { throw .unsupported }
        try PluginFailure.check(unsafe raw.pointee.save_layer(raw))
    }

    /// Restores the state of the matching `save`.
    public func restore() throws(PluginFailure) { try PluginFailure.check(unsafe raw.pointee.restore(raw)) }

    /// Concatenates a map for the following operations: applied before the current map.
    public func concat(_ map: Affine) throws(PluginFailure) {
        var map = map
        try PluginFailure.check(unsafe raw.pointee.concat(raw, &map))
    }

    /// Intersects the clip with a path's inside.
    public func clip(_ path: Path, rule: FillRule = .nonZero) throws(PluginFailure) {
        try PluginFailure.check(unsafe path.withRaw { unsafe raw.pointee.clip_path(raw, $0, rule.rawValue) })
    }

    /// Fills a path's inside.
    public func fill(_ path: Path, rule: FillRule = .nonZero, color: Color) throws(PluginFailure) {
        try PluginFailure.check(
            unsafe path.withRaw { unsafe raw.pointee.fill_path(raw, $0, rule.rawValue, color.rgba) })
    }

    /// Strokes a path.
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
        let status = unsafe gradient.withRaw { form in
            guard let path else { return unsafe fill(raw, nil, rule.rawValue, form) }
            return unsafe path.withRaw { unsafe fill(raw, $0, rule.rawValue, form) }
        }
        try PluginFailure.check(status)
    }

    /// Paints a gradient, under the current map, everywhere inside the clip; without a clip, in the layer's bounds.
    ///
    /// Throws `.unsupported`, like the following functions, in a host that lacks it.
    public func paint(_ gradient: Gradient) throws(PluginFailure) {
        guard unsafe raw.pointee.size > Self.sizeWithoutState else { throw .unsupported }
        try PluginFailure.check(unsafe gradient.withRaw { unsafe raw.pointee.paint_gradient(raw, $0) })
    }

    /// Sets the alpha of the following operations, 0…1.
    public func setAlpha(_ alpha: Double) throws(PluginFailure) {
        guard unsafe raw.pointee.size > Self.sizeWithoutState else { throw .unsupported }
        try PluginFailure.check(unsafe raw.pointee.set_alpha(raw, alpha))
    }

    /// Sets the blend mode of the following operations.
    public func setBlend(_ mode: BlendMode) throws(PluginFailure) {
        guard unsafe raw.pointee.size > Self.sizeWithoutState else { throw .unsupported }
        try PluginFailure.check(unsafe raw.pointee.set_blend(raw, mode.rawValue))
    }

    /// Gives each following operation a shadow: `offset` and the standard deviation `radius`, at least 0, are in points
    /// of the layer, independent of the current map. Nil removes it.
    public func setShadow(offset: Point, radius: Double, color: Color?) throws(PluginFailure) {
        guard unsafe raw.pointee.size > Self.sizeWithoutState else { throw .unsupported }
        try PluginFailure.check(unsafe raw.pointee.set_shadow(raw, offset, radius, color?.rgba ?? 0))
    }

    /// Size of the table without alpha, blend modes, shadows and painted gradients, in bytes.
    private static let sizeWithoutState: UInt32 = 80

    /// Draws the layer's sublayers, over the layer's own drawing and earlier copies, at most 10,000 times. For kinds
    /// that place their sublayers.
    ///
    /// `transform` maps the sublayers' coordinates to the layer's. `color` contains factors for red, green, blue and
    /// alpha, 0…1. `delay` is the delay of the copy's animations, in seconds of the layer's time. Throws `.unsupported`
    /// in a host of contract 1.0.
    public func drawSublayers(
        _ transform: Transform3D, color: SIMD4<Double> = SIMD4(repeating: 1), delay: Double = 0
    ) throws(PluginFailure) {
        guard unsafe raw.pointee.size > 72 else { throw .unsupported }
        let m = transform.numbers
        var copy = scrim_copy(
            size: UInt32(MemoryLayout<scrim_copy>.size), reserved: 0,
            transform: (
                m[0], m[1], m[2], m[3], m[4], m[5], m[6], m[7], m[8], m[9], m[10], m[11], m[12], m[13], m[14], m[15]
            ), color: (color.x, color.y, color.z, color.w), delay: delay)
        try PluginFailure.check(unsafe raw.pointee.draw_sublayers(raw, &copy))
    }

    /// Draws glyphs defined by `Host.defineGlyph` as one shape; `em` is the size of one em in points. For glyphs that
    /// are pictures only the colour's alpha is used.
    ///
    /// Throws `.unsupported` in a host of contract 1.0.
    public func draw(_ glyphs: [PlacedGlyph], em: Double, color: Color) throws(PluginFailure) {
        guard unsafe raw.pointee.size > 112 else { throw .unsupported }
        let status = unsafe glyphs.withUnsafeBufferPointer { list in
            var run = unsafe scrim_glyph_run(
                size: UInt32(MemoryLayout<scrim_glyph_run>.size), rgba: color.rgba, em: em, glyphs: list.baseAddress,
                count: UInt64(list.count))
            return unsafe raw.pointee.draw_glyphs(raw, &run)
        }
        try PluginFailure.check(status)
    }

    /// Draws many small pictures, or plain shapes, in order; at most 100,000 in a drawing.
    ///
    /// `source` is the shown part of the picture, in units of it. `isAdditive`: colours are added to the backdrop.
    /// Throws `.unsupported` in a host of contract 1.0.
    public func draw(
        _ sprites: [Sprite], _ look: SpriteLook, source: Rect = Rect(x: 0, y: 0, width: 1, height: 1),
        isAdditive: Bool = false, sampling: SpriteSampling = .smooth
    ) throws(PluginFailure) {
        guard unsafe raw.pointee.size > 120 else { throw .unsupported }
        var (object, flags): (UInt64, UInt32) = (0, (isAdditive ? 1 : 0) | sampling.rawValue)
        switch look {
        case .square: break
        case .disc: flags |= 2
        case .picture(of: let id): object = id
        }
        let status = unsafe sprites.withUnsafeBufferPointer { list in
            var form = unsafe scrim_sprites(
                size: UInt32(MemoryLayout<scrim_sprites>.size), flags: flags, object: object, source: source,
                count: UInt64(list.count), sprites: list.baseAddress)
            return unsafe raw.pointee.draw_sprites(raw, &form)
        }
        try PluginFailure.check(status)
    }
}

/// How the picture of sprites is sampled.
public enum SpriteSampling: UInt32, Sendable {
    /// Bilinear when enlarged, with mipmaps when reduced.
    case smooth = 0
    /// Nearest neighbour.
    case nearest = 4
    /// Bilinear.
    case linear = 8
}

extension Gradient {
    fileprivate func withRaw(_ body: (UnsafePointer<scrim_gradient>) -> scrim_status) -> scrim_status {
        unsafe stops.withUnsafeBufferPointer { stops in
            var form = unsafe scrim_gradient(
                size: UInt32(MemoryLayout<scrim_gradient>.size), kind: kind.rawValue,
                extend: (extendsBefore ? 1 : 0) | (extendsAfter ? 2 : 0), stop_count: UInt32(clamping: stops.count),
                from: from, to: to, from_radius: fromRadius, to_radius: toRadius, map: map, stops: stops.baseAddress)
            return unsafe body(&form)
        }
    }
}
