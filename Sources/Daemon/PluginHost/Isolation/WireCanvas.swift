import ScrimPluginABI

/// The operations of a drawing in a message.
enum WireOperation: UInt64 {
    case save = 1
    case restore, concat, clip, fill, stroke, gradient, sublayers, alpha, blend, shadow, flood, glyphs, sprites, hold
    case saveLayer
}

/// Writes operations of a canvas, which were accepted, into a message.
extension WireWriter {
    func operation(_ operation: WireOperation) { word(operation.rawValue) }

    func path(_ path: scrim_path) {
        unsafe list(UnsafeBufferPointer(start: path.commands, count: Int(path.command_count)))
        unsafe list(UnsafeBufferPointer(start: path.points, count: Int(path.point_count)))
    }

    func stroke(_ stroke: scrim_stroke) {
        unsafe word(stroke.cap)
        unsafe word(stroke.join)
        for number in unsafe [stroke.width, stroke.miter_limit, stroke.dash_phase, stroke.start, stroke.end] {
            self.number(number)
        }
        unsafe list(UnsafeBufferPointer(start: stroke.dash, count: Int(stroke.dash_count)))
    }

    func gradient(_ gradient: scrim_gradient) {
        unsafe word(gradient.kind)
        unsafe word(gradient.extend)
        unsafe plain(gradient.from)
        unsafe plain(gradient.to)
        unsafe number(gradient.from_radius)
        unsafe number(gradient.to_radius)
        unsafe plain(gradient.map)
        unsafe list(UnsafeBufferPointer(start: gradient.stops, count: Int(gradient.stop_count)))
    }

    func glyph(_ glyph: scrim_glyph) {
        unsafe path(glyph.outline)
        unsafe word(glyph.width)
        unsafe word(glyph.height)
        unsafe plain(glyph.place)
        let count = unsafe glyph.argb == nil ? 0 : Int(glyph.width) * Int(glyph.height)
        unsafe list(UnsafeBufferPointer(start: glyph.argb, count: count))
    }
}

extension WireReader {
    mutating func path() -> scrim_path {
        let commands = unsafe list(UInt8.self)
        let points = unsafe list(scrim_point.self)
        return unsafe scrim_path(
            commands: commands.baseAddress, command_count: UInt64(commands.count), points: points.baseAddress,
            point_count: UInt64(points.count))
    }

    mutating func stroke() -> scrim_stroke {
        var stroke = unsafe scrim_stroke()
        unsafe stroke.size = UInt32(MemoryLayout<scrim_stroke>.size)
        unsafe (stroke.cap, stroke.join) = (word32(), word32())
        unsafe (stroke.width, stroke.miter_limit, stroke.dash_phase) = (number(), number(), number())
        unsafe (stroke.start, stroke.end) = (number(), number())
        let dash = unsafe list(Double.self)
        unsafe (stroke.dash, stroke.dash_count) = (dash.baseAddress, UInt32(clamping: dash.count))
        return unsafe stroke
    }

    mutating func gradient() -> scrim_gradient {
        var gradient = unsafe scrim_gradient()
        unsafe gradient.size = UInt32(MemoryLayout<scrim_gradient>.size)
        unsafe (gradient.kind, gradient.extend) = (word32(), word32())
        unsafe (gradient.from, gradient.to) = (plain(scrim_point()), plain(scrim_point()))
        unsafe (gradient.from_radius, gradient.to_radius) = (number(), number())
        unsafe gradient.map = plain(scrim_affine())
        let stops = unsafe list(scrim_stop.self)
        unsafe (gradient.stops, gradient.stop_count) = (stops.baseAddress, UInt32(clamping: stops.count))
        return unsafe gradient
    }

    /// Nil if the number of pixels does not match the picture's size.
    mutating func glyph() -> scrim_glyph? {
        var glyph = unsafe scrim_glyph()
        unsafe glyph.size = UInt32(MemoryLayout<scrim_glyph>.size)
        unsafe glyph.outline = unsafe path()
        unsafe (glyph.width, glyph.height) = (word32(), word32())
        unsafe glyph.place = plain(scrim_rect())
        let pixels = unsafe list(UInt32.self)
        unsafe glyph.argb = pixels.baseAddress
        let fits = unsafe pixels.isEmpty || UInt64(glyph.width) * UInt64(glyph.height) == UInt64(pixels.count)
        return unsafe fits && !isBroken ? glyph : nil
    }

    /// Executes the operations of the message, up to its end, on a canvas, which checks them like those of a plugin in
    /// this process. `glyphs` maps the process's numbers to the host's. False for a malformed message.
    mutating func replay(onto canvas: UnsafePointer<scrim_canvas>, _ glyphs: [UInt64: UInt64]) -> Bool {
        let table = unsafe canvas.pointee
        for _ in 0..<count() {
            guard !isBroken, let operation = WireOperation(rawValue: word()) else { return false }
            switch operation {
            case .save: _ = unsafe table.save(canvas)
            case .restore: _ = unsafe table.restore(canvas)
            case .concat:
                var map = plain(scrim_affine())
                _ = unsafe table.concat(canvas, &map)
            case .clip:
                var path = unsafe self.path()
                _ = unsafe table.clip_path(canvas, &path, word32())
            case .fill:
                var path = unsafe self.path()
                let (rule, color) = (word32(), word32())
                _ = unsafe table.fill_path(canvas, &path, rule, color)
            case .stroke:
                var path = unsafe self.path()
                var stroke = unsafe self.stroke()
                _ = unsafe table.stroke_path(canvas, &path, &stroke, word32())
            case .gradient:
                let (hasPath, rule) = (word32() != 0, word32())
                var path = unsafe hasPath ? self.path() : scrim_path()
                var gradient = unsafe self.gradient()
                _ = unsafe withUnsafePointer(to: &path) {
                    unsafe table.fill_gradient(canvas, hasPath ? $0 : nil, rule, &gradient)
                }
            case .sublayers:
                var copy = plain(scrim_copy())
                copy.size = UInt32(MemoryLayout<scrim_copy>.size)
                _ = unsafe table.draw_sublayers(canvas, &copy)
            case .alpha: _ = unsafe table.set_alpha(canvas, number())
            case .blend: _ = unsafe table.set_blend(canvas, word32())
            case .shadow:
                let (offset, radius, color) = (plain(scrim_point()), number(), word32())
                _ = unsafe table.set_shadow(canvas, offset, radius, color)
            case .flood:
                var gradient = unsafe self.gradient()
                _ = unsafe table.paint_gradient(canvas, &gradient)
            case .glyphs: unsafe replayGlyphs(canvas, glyphs)
            case .sprites: unsafe replaySprites(canvas)
            case .saveLayer: _ = unsafe table.save_layer(canvas)
            case .hold: _ = unsafe table.hold(canvas, number())
            }
        }
        return !isBroken
    }

    private mutating func replayGlyphs(_ canvas: UnsafePointer<scrim_canvas>, _ glyphs: [UInt64: UInt64]) {
        let (em, color) = (number(), word32())
        // The process's numbers are mapped; 0 is never defined.
        let placed = unsafe list(scrim_placed_glyph.self).map {
            scrim_placed_glyph(glyph: glyphs[$0.glyph] ?? 0, at: $0.at)
        }
        unsafe placed.withUnsafeBufferPointer {
            var run = unsafe scrim_glyph_run(
                size: UInt32(MemoryLayout<scrim_glyph_run>.size), rgba: color, em: em, glyphs: $0.baseAddress,
                count: UInt64($0.count))
            _ = unsafe canvas.pointee.draw_glyphs(canvas, &run)
        }
    }

    private mutating func replaySprites(_ canvas: UnsafePointer<scrim_canvas>) {
        let (flags, object, source) = (word32(), word(), plain(scrim_rect()))
        let list = unsafe self.list(scrim_sprite.self)
        var sprites = unsafe scrim_sprites(
            size: UInt32(MemoryLayout<scrim_sprites>.size), flags: flags, object: object, source: source,
            count: UInt64(list.count), sprites: list.baseAddress)
        _ = unsafe canvas.pointee.draw_sprites(canvas, &sprites)
    }
}
