import Geometry
import Pixels
import Schema
import ScrimPluginABI

/// The canvas for plugins: checks each operation and records it.
final class Recorder {
    /// Maximum number of points in a drawing: enough for a map of a country.
    static let pointLimit = 1_000_000
    static let commandLimit = 1_000_000
    /// Maximum number of operations in a drawing: enough for a full list of a canvas, of which an operation may become
    /// several, such as runs of glyphs.
    static let operationLimit = 250_000
    static let depthLimit = 256
    /// Maximum nesting of layers in a drawing.
    static let layerLimit = 16
    static let dashLimit = 1024
    static let stopLimit = 65_536
    static let glyphLimit = 1_000_000
    static let spriteLimit = 100_000

    private(set) var drawing = Drawing()
    /// The first rule that was broken.
    private(set) var fault: String?
    private var isOpen = false
    private var depth = 0
    /// The nesting depth at the beginning of each open layer.
    private var layers: [Int] = []
    private var points = 0
    private var commands = 0
    private var stops = 0
    private var glyphs = 0
    private var sprites = 0
    /// The slot of an object that has or may have a picture.
    private let pictured: (UInt64) -> Slot?
    /// The lent path to which a memory belongs.
    private let lent: (PathView) -> Path?
    private let known: GlyphStore

    init(
        _ glyphs: GlyphStore, pictured: @escaping (UInt64) -> Slot?,
        lent: @escaping (PathView) -> Path? = { _ in nil }
    ) {
        known = glyphs
        (self.pictured, self.lent) = (pictured, lent)
    }

    func begin() {
        (fault, isOpen, depth, points, commands, stops, glyphs, sprites) = (nil, true, 0, 0, 0, 0, 0, 0)
        if !layers.isEmpty { layers = [] }
        known.beginDrawing()
    }

    /// Ends the drawing; nil when a rule was broken (see `fault`).
    func end() -> Drawing? {
        isOpen = false
        if depth > 0 { fault = fault ?? "\(depth) save without restore" }
        var done = Drawing()
        swap(&done, &drawing)
        return fault == nil ? done : nil
    }

    /// Invalidates the drawing for another reason.
    func fail(_ reason: String) { fault = fault ?? reason }

    private func refuse(_ reason: String, _ status: Status) -> Status {
        fault = fault ?? reason
        return status
    }

    private func record(_ operation: Drawing.Operation) -> Status {
        guard drawing.operations.count < Self.operationLimit else {
            return refuse("more than \(Self.operationLimit) operations", .limit)
        }
        drawing.operations.append(operation)
        return .ok
    }

    func save() -> Status {
        guard isOpen else { return .state }
        guard depth < Self.depthLimit else { return refuse("more than \(Self.depthLimit) saves deep", .limit) }
        depth += 1
        return record(.save)
    }

    func saveLayer() -> Status {
        guard isOpen else { return .state }
        guard depth < Self.depthLimit else { return refuse("more than \(Self.depthLimit) saves deep", .limit) }
        guard layers.count < Self.layerLimit else {
            return refuse("more than \(Self.layerLimit) layers deep", .limit)
        }
        layers.append(depth)
        depth += 1
        return record(.saveLayer)
    }

    func restore() -> Status {
        guard isOpen else { return .state }
        guard depth > 0 else { return refuse("a restore without save", .invalid) }
        depth -= 1
        if layers.last == depth { layers.removeLast() }
        return record(.restore)
    }

    func concat(_ map: scrim_affine) -> Status {
        guard isOpen else { return .state }
        let (a, b, c, d, tx, ty) = (map.a, map.b, map.c, map.d, map.tx, map.ty)
        guard a.isFinite, b.isFinite, c.isFinite, d.isFinite, tx.isFinite, ty.isFinite else {
            return refuse("a map that is not finite", .invalid)
        }
        return record(.concat(Affine(a, b, c, d, tx, ty)))
    }

    func clip(_ path: scrim_path, _ rule: UInt32) -> Status {
        guard isOpen else { return .state }
        guard let rule = UInt8(exactly: rule).flatMap(FillRule.init(rawValue:)) else {
            return refuse("an unknown fill rule", .invalid)
        }
        let (index, status) = unsafe keep(path)
        return status == .ok ? record(.clip(path: index, rule: rule)) : status
    }

    func fill(_ path: scrim_path, _ rule: UInt32, _ color: UInt32) -> Status {
        guard isOpen else { return .state }
        guard let rule = UInt8(exactly: rule).flatMap(FillRule.init(rawValue:)) else {
            return refuse("an unknown fill rule", .invalid)
        }
        let (index, status) = unsafe keep(path)
        return status == .ok ? record(.fill(path: index, rule: rule, color: Color(rgba: color))) : status
    }

    func stroke(_ path: scrim_path, _ stroke: UnsafePointer<scrim_stroke>, _ color: UInt32) -> Status {
        guard isOpen else { return .state }
        guard let raw = try? unsafe readSized(stroke, scrim_stroke(), least: MemoryLayout<scrim_stroke>.size) else {
            return refuse("a stroke whose size is wrong", .invalid)
        }
        guard let style = unsafe style(raw) else {
            return refuse("a stroke that breaks the rules of scrim_stroke", .invalid)
        }
        let (index, status) = unsafe keep(path)
        guard status == .ok else { return status }
        if drawing.styles.last != style { drawing.styles.append(style) }
        return record(.stroke(path: index, style: drawing.styles.count - 1, color: Color(rgba: color)))
    }

    private func style(_ raw: scrim_stroke) -> StrokeStyle? {
        guard let cap = unsafe UInt8(exactly: raw.cap).flatMap(LineCap.init(rawValue:)),
            let join = unsafe UInt8(exactly: raw.join).flatMap(LineJoin.init(rawValue:))
        else { return nil }
        var style = StrokeStyle()
        unsafe (style.width, style.cap, style.join, style.miterLimit) = (raw.width, cap, join, raw.miter_limit)
        unsafe (style.dashPhase, style.start, style.end) = (raw.dash_phase, raw.start, raw.end)
        let count = unsafe Int(raw.dash_count)
        if count > 0 {
            guard count <= Self.dashLimit, let dash = unsafe raw.dash else { return nil }
            style.dash = unsafe Array(UnsafeBufferPointer(start: dash, count: count))
        }
        return style.isDrawable ? style : nil
    }

    func fill(_ path: scrim_path?, _ rule: UInt32, _ gradient: UnsafePointer<scrim_gradient>) -> Status {
        guard isOpen else { return .state }
        guard let rule = UInt8(exactly: rule).flatMap(FillRule.init(rawValue:)) else {
            return refuse("an unknown fill rule", .invalid)
        }
        let (kept, status) = unsafe keep(gradient)
        guard status == .ok else { return status }
        var index: Int?
        if let path = unsafe path {
            let (at, status) = unsafe keep(path)
            guard status == .ok else { return status }
            index = at
        }
        return record(.gradient(path: index, rule: rule, gradient: kept))
    }

    /// The index of a gradient in the drawing; the same one twice in a row is stored once.
    private func keep(_ gradient: UnsafePointer<scrim_gradient>) -> (index: Int, status: Status) {
        guard let raw = try? unsafe readSized(gradient, scrim_gradient(), least: MemoryLayout<scrim_gradient>.size)
        else { return (0, refuse("a gradient whose size is wrong", .invalid)) }
        guard let gradient = unsafe Gradient(raw) else {
            return (0, refuse("a gradient that breaks the rules of scrim_gradient", .invalid))
        }
        stops += gradient.stops.count
        guard stops <= Self.stopLimit else { return (0, refuse("more than \(Self.stopLimit) stops", .limit)) }
        if drawing.gradients.last != gradient { drawing.gradients.append(gradient) }
        return (drawing.gradients.count - 1, .ok)
    }

    func alpha(_ alpha: Double) -> Status {
        guard isOpen else { return .state }
        guard (0...1).contains(alpha) else { return refuse("an alpha beyond 0…1", .invalid) }
        return record(.alpha(alpha))
    }

    func blend(_ mode: UInt32) -> Status {
        guard isOpen else { return .state }
        guard let mode = UInt8(exactly: mode).flatMap(BlendMode.init(rawValue:)) else {
            return refuse("an unknown blend mode", .invalid)
        }
        return record(.blend(mode.rawValue))
    }

    func shadow(_ offset: scrim_point, _ radius: Double, _ color: UInt32) -> Status {
        guard isOpen else { return .state }
        guard offset.x.isFinite, offset.y.isFinite, radius.isFinite, radius >= 0 else {
            return refuse("a shadow that is not finite or whose radius is below 0", .invalid)
        }
        return record(.shadow(offset: Point(offset.x, offset.y), radius: radius, color: Color(rgba: color)))
    }

    func flood(_ gradient: UnsafePointer<scrim_gradient>) -> Status {
        guard isOpen else { return .state }
        let (index, status) = unsafe keep(gradient)
        return status == .ok ? record(.flood(gradient: index)) : status
    }

    func drawSublayers(_ copy: UnsafePointer<scrim_copy>) -> Status {
        guard isOpen else { return .state }
        guard drawing.copies.count < LayerCopy.limit else {
            return refuse("more than \(LayerCopy.limit) copies", .limit)
        }
        guard let raw = try? unsafe readSized(copy, scrim_copy(), least: MemoryLayout<scrim_copy>.size) else {
            return refuse("a copy whose size is wrong", .invalid)
        }
        guard let copy = LayerCopy(raw) else { return refuse("a copy that breaks the rules of scrim_copy", .invalid) }
        drawing.copies.append(copy)
        return .ok
    }

    func drawGlyphs(_ run: UnsafePointer<scrim_glyph_run>) -> Status {
        guard isOpen else { return .state }
        guard let raw = try? unsafe readSized(run, scrim_glyph_run(), least: MemoryLayout<scrim_glyph_run>.size) else {
            return refuse("a run of glyphs whose size is wrong", .invalid)
        }
        let (em, color, count) = unsafe (raw.em, raw.rgba, raw.count)
        guard em >= 0, em <= 1e6 else { return refuse("glyphs whose size is none", .invalid) }
        guard count <= UInt64(Self.glyphLimit - glyphs) else {
            return refuse("more than \(Self.glyphLimit) glyphs", .limit)
        }
        guard count > 0 else { return .ok }
        guard let list = unsafe raw.glyphs else { return refuse("glyphs without memory", .invalid) }
        glyphs += Int(count)
        var kept: [PlacedGlyph] = []
        kept.reserveCapacity(Int(count))
        var box = Rect.zero
        for number in 0..<Int(count) {
            let placed = unsafe list[number]
            guard placed.at.x.isFinite, placed.at.y.isFinite else {
                return refuse("a glyph that is nowhere", .invalid)
            }
            guard let glyph = known.use(of: placed.glyph, in: &drawing.glyphs) else {
                return refuse("an unknown glyph", .unknown)
            }
            // A space paints nothing.
            if glyph.box.isEmpty { continue }
            let at = Point(placed.at.x, placed.at.y)
            kept.append(PlacedGlyph(number: UInt32(truncatingIfNeeded: placed.glyph), glyph: glyph.index, at: at))
            box = box.union(
                Rect(
                    at.x + glyph.box.x * em, at.y + glyph.box.y * em, glyph.box.width * em, glyph.box.height * em))
        }
        guard !kept.isEmpty else { return .ok }
        drawing.runs.append(GlyphRun(em: em, glyphs: kept, box: box))
        return record(.glyphs(run: drawing.runs.count - 1, color: Color(rgba: color)))
    }

    func drawSprites(_ sprites: UnsafePointer<scrim_sprites>) -> Status {
        guard isOpen else { return .state }
        guard let raw = try? unsafe readSized(sprites, scrim_sprites(), least: MemoryLayout<scrim_sprites>.size) else {
            return refuse("sprites whose size is wrong", .invalid)
        }
        let (object, flags, source) = unsafe (raw.object, raw.flags, raw.source)
        guard unsafe raw.count <= UInt64(Self.spriteLimit - self.sprites) else {
            return refuse("more than \(Self.spriteLimit) sprites", .limit)
        }
        let count = unsafe Int(raw.count)
        let isFinite = source.x.isFinite && source.y.isFinite && source.width.isFinite && source.height.isFinite
        guard flags <= 15, flags & 12 != 12, isFinite, unsafe count == 0 || raw.sprites != nil else {
            return refuse("sprites that break the rules of scrim_sprites", .invalid)
        }
        var look = flags & 2 != 0 ? SpriteBatch.Look.disc : .square
        if object != 0 {
            guard let slot = pictured(object) else { return refuse("sprites of what has no picture", .stale) }
            look = .picture(of: slot.index)
        }
        self.sprites += count
        var batch = SpriteBatch(
            look, source: Rect(source.x, source.y, source.width, source.height), isAdditive: flags & 1 != 0)
        batch.sampling = flags & 4 != 0 ? .nearest : flags & 8 != 0 ? .linear : .smooth
        batch.sprites.reserveCapacity(count)
        let list = unsafe UnsafeBufferPointer(start: raw.sprites, count: count)
        for at in 0..<count {
            let (m, color) = unsafe (list[at].map, list[at].rgba)
            guard m.a.isFinite, m.b.isFinite, m.c.isFinite, m.d.isFinite, m.tx.isFinite, m.ty.isFinite else {
                return refuse("a sprite that is not finite", .invalid)
            }
            batch.sprites.append(Sprite(Affine(m.a, m.b, m.c, m.d, m.tx, m.ty), Color(rgba: color)))
        }
        if count == 0 { return .ok }
        drawing.sprites.append(batch)
        return record(.sprites(drawing.sprites.count - 1))
    }

    func hold(_ until: Double) -> Status {
        guard isOpen else { return .state }
        guard !until.isNaN else { return refuse("a time that is no number", .invalid) }
        drawing.holdsUntil = until
        return .ok
    }

    // MARK: Paths

    /// The index of a path in the drawing; the same path twice in a row (fill and stroke) is stored once.
    private func keep(_ raw: scrim_path) -> (index: Int, status: Status) {
        guard let path = unsafe PathView(raw, pointLimit: Self.pointLimit) else {
            return (0, refuse("a path that is too large or has no memory", .limit))
        }
        if let last = drawing.paths.last, path.isStorage(of: last) || same(last, path) {
            return (drawing.paths.count - 1, .ok)
        }
        guard path.isNormal else {
            return (0, refuse("a path that is not normal", .invalid))
        }
        guard unsafe path.points.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else {
            return (0, refuse("a point that is not finite", .invalid))
        }
        points += unsafe path.points.count
        commands += unsafe path.commands.count
        guard points <= Self.pointLimit, commands <= Self.commandLimit else {
            return (0, refuse("more than \(Self.pointLimit) points", .limit))
        }
        drawing.paths.append(lent(path) ?? path.path)
        return (drawing.paths.count - 1, .ok)
    }

    private func same(_ path: Path, _ view: PathView) -> Bool {
        guard unsafe path.commands.count == view.commands.count, unsafe path.points.count == view.points.count else {
            return false
        }
        for index in path.commands.indices where unsafe path.commands[index].rawValue != view.commands[index] {
            return false
        }
        for index in path.points.indices where unsafe path.points[index] != view.points[index] { return false }
        return true
    }
}

extension Gradient {
    /// Nil when a rule of `scrim_gradient` is broken.
    fileprivate init?(_ raw: scrim_gradient) {
        let count = unsafe Int(raw.stop_count)
        guard let kind = unsafe UInt8(exactly: raw.kind).flatMap(Kind.init(rawValue:)),
            count <= Recorder.stopLimit, unsafe raw.extend <= 3, unsafe count == 0 || raw.stops != nil
        else { return nil }
        let (from, to, map) = unsafe (raw.from, raw.to, raw.map)
        let (r0, r1) = unsafe (raw.from_radius, raw.to_radius)
        let numbers = [from.x, from.y, to.x, to.y, r0, r1, map.a, map.b, map.c, map.d, map.tx, map.ty]
        guard numbers.allSatisfy(\.isFinite), r0 >= 0, r1 >= 0 else { return nil }
        var stops: [Stop] = []
        stops.reserveCapacity(count)
        let list = unsafe UnsafeBufferPointer(start: raw.stops, count: count)
        for number in 0..<count {
            let stop = unsafe list[number]
            guard stop.location.isFinite, stop.location >= stops.last?.location ?? -.infinity else { return nil }
            stops.append(Stop(stop.location, Color(rgba: stop.rgba)))
        }
        self.init(kind, from: Point(from.x, from.y), to: Point(to.x, to.y), stops: stops)
        (fromRadius, toRadius) = (r0, r1)
        self.map = Affine(map.a, map.b, map.c, map.d, map.tx, map.ty)
        extendsBefore = unsafe raw.extend & 1 != 0
        extendsAfter = unsafe raw.extend & 2 != 0
    }
}

extension LayerCopy {
    /// Nil when a rule of `scrim_copy` is broken.
    fileprivate init?(_ raw: scrim_copy) {
        let (m, c) = (raw.transform, raw.color)
        let numbers = [
            m.0, m.1, m.2, m.3, m.4, m.5, m.6, m.7, m.8, m.9, m.10, m.11, m.12, m.13, m.14, m.15, raw.delay,
        ]
        let color = SIMD4(c.0, c.1, c.2, c.3)
        guard numbers.allSatisfy(\.isFinite), all(color .>= 0 .& color .<= 1) else { return nil }
        self.init(
            Transform3D(
                m.0, m.1, m.2, m.3, m.4, m.5, m.6, m.7, m.8, m.9, m.10, m.11, m.12, m.13, m.14, m.15),
            color: SIMD4<Float>(color), delay: raw.delay)
    }
}

/// `scrim_status`.
enum Status: UInt32 {
    case ok = 0
    case failed, stale, unknown, type, none, invalid, state, limit, noMemory, unsupported

    /// The name of a status, for messages.
    static func name(_ raw: UInt32) -> String { Status(rawValue: raw).map { "\($0)" } ?? "status \(raw)" }
}
