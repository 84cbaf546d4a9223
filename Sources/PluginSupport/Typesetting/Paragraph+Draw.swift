import CPango
import ScrimPluginABI
package import ScrimPluginKit

extension Paragraph {
    /// The distance of a line from the left edge, in a given width.
    func indent(of line: Line, width: Double) -> Double {
        indent(width - line.width, isRightToLeft: line.isRightToLeft)
    }

    /// The distance of a line that leaves `free` points.
    func indent(_ free: Double, isRightToLeft: Bool) -> Double {
        switch style.alignment {
        case .natural, .justified: isRightToLeft ? free : 0
        case .left: 0
        case .right: free
        case .center: free / 2
        }
    }

    /// Draws the lines: the paragraph's top is at `top`, and each line is aligned between `left` and `left + width`.
    ///
    /// `snaps`: baselines are rounded to whole points, which gives the sharpest upright text.
    package func draw(
        on canvas: Canvas, left: Double, top: Double, width: Double, _ ink: Ink, snaps: Bool
    ) throws(PluginFailure) {
        typesetter.beginDrawing()
        if let plain, try draw(plain, on: canvas, left: left, top: top, width: width, ink, snaps: snaps) { return }
        for line in lines {
            let x = indent(of: line, width: width)
            let y = top + line.baseline
            var scribe = Scribe(canvas, ink, typesetter)
            try scribe.draw(line, x: left + x, baseline: snaps ? y.rounded() : y)
        }
    }
}

/// Draws one line.
private struct Scribe {
    private let canvas: Canvas
    private let ink: Ink
    private let typesetter: Typesetter
    private var pending: [PlacedGlyph] = []
    private var em = 0.0
    private var color = Color.black
    /// Outlines to be stroked.
    private var outlines = Path()
    /// Outlines of faces with synthesized weight.
    private var heavy = Path()
    private var heavyWidth = 0.0
    private static let unit = Double(PANGO_SCALE)

    init(_ canvas: Canvas, _ ink: Ink, _ typesetter: Typesetter) {
        self.canvas = canvas
        self.ink = ink
        self.typesetter = typesetter
    }

    mutating func draw(_ line: Paragraph.Line, x: Double, baseline: Double) throws(PluginFailure) {
        let dy = baseline - line.baseline
        unsafe try Self.forEach(line, x, ink) { (_, looks, x, width) throws(PluginFailure) in
            guard let color = looks.background else { return }
            let rect = Rect(x: x, y: line.top + dy, width: width, height: line.height)
            try canvas.fill(.rect(rect), color: color)
        }
        let text = unsafe line.raw.pointee.layout.flatMap { unsafe pango_layout_get_text($0) }
        unsafe try Self.forEach(line, x, ink) { (run, looks, x, width) throws(PluginFailure) in
            let y = unsafe baseline - Double(run.pointee.y_offset) / Self.unit
            try unsafe glyphs(of: run, text, looks, x, y)
            if looks.hasLines { try unsafe lines(of: run, looks, Rect(x: x, y: y, width: width, height: line.height)) }
        }
        try flush()
        if let color = ink.strokeColor, ink.strokeWidth > 0, !outlines.isEmpty {
            var stroke = Stroke(width: ink.strokeWidth)
            stroke.join = .round
            try canvas.stroke(outlines, stroke, color: color)
        }
    }

    /// Calls `body` with each run of a line from the left, its appearance, its position and its width.
    private static func forEach(
        _ line: Paragraph.Line, _ x: Double, _ ink: Ink,
        _ body: (UnsafeMutablePointer<PangoGlyphItem>, Looks, Double, Double) throws(PluginFailure) -> Void
    ) throws(PluginFailure) {
        var x = x
        var node = unsafe line.raw.pointee.runs
        while let here = unsafe node {
            unsafe node = here.pointee.next
            guard let run = unsafe here.pointee.data?.assumingMemoryBound(to: PangoGlyphItem.self) else { continue }
            x += unsafe Double(run.pointee.start_x_offset) / Self.unit
            let width = unsafe Double(pango_glyph_string_get_width(run.pointee.glyphs)) / Self.unit
            try unsafe body(run, Looks(run, ink), x, width)
            x += width
            x += unsafe Double(run.pointee.end_x_offset) / Self.unit
        }
    }

    private mutating func glyphs(
        of run: UnsafeMutablePointer<PangoGlyphItem>, _ text: UnsafePointer<CChar>?, _ looks: Looks, _ x: Double,
        _ y: Double
    ) throws(PluginFailure) {
        guard let font = unsafe run.pointee.item.pointee.analysis.font,
            let (face, em) = unsafe typesetter.face(of: font)
        else { return }
        let list = unsafe run.pointee.glyphs.pointee
        var x = x
        for index in unsafe 0..<Int(max(0, list.num_glyphs)) {
            let info = unsafe list.glyphs[index]
            let at = Point(
                x: x + Double(info.geometry.x_offset) / Self.unit, y: y + Double(info.geometry.y_offset) / Self.unit)
            let width = Double(info.geometry.width) / Self.unit
            x += width
            // PANGO_GLYPH_EMPTY and PANGO_GLYPH_UNKNOWN_FLAG, which Swift does not import.
            if info.glyph == 0x0FFF_FFFF { continue }
            if info.glyph & 0x1000_0000 != 0 {
                try missing(at, width, em, looks)
                continue
            }
            switch try shape(of: info.glyph, face, { unsafe Self.character(index, of: run, in: text) }) {
            case .nothing: continue
            case .plain(let glyph):
                try add(glyph, at, em, looks.color)
                guard ink.strokeColor != nil || face.weight > 0 else { continue }
                let outline = face.outline(of: info.glyph)
                if ink.strokeColor != nil { outlines.append(outline, scale: em, at: at) }
                if face.weight > 0 {
                    heavy.append(outline, scale: em, at: at)
                    heavyWidth = em * face.weight
                }
            case .layers(let layers):
                for (glyph, color) in layers { try add(glyph, at, em, color ?? looks.color) }
            }
        }
    }

    /// The character represented by the glyph at `index` of a run, or by its ligature; 0 for none or several.
    private static func character(
        _ index: Int, of run: UnsafeMutablePointer<PangoGlyphItem>, in text: UnsafePointer<CChar>?
    ) -> UInt32 {
        let (length, offset) = unsafe (run.pointee.item.pointee.length, run.pointee.item.pointee.offset)
        let list = unsafe run.pointee.glyphs.pointee
        guard let text = unsafe text, let clusters = unsafe list.log_clusters else { return 0 }
        let (start, count) = unsafe (clusters[index], Int(list.num_glyphs))
        // Clusters ascend from left to right, or descend; the next one on either side ends the character.
        var end = length
        var glyphs = 0
        for at in 0..<count {
            let other = unsafe clusters[at]
            if other > start { end = min(end, other) }
            if other == start { glyphs += 1 }
        }
        guard glyphs == 1, start >= 0, end > start, end - start <= 16 else { return 0 }
        let bytes = unsafe UnsafeRawBufferPointer(start: text + Int(offset + start), count: Int(end - start))
        let word = unsafe String(decoding: bytes, as: UTF8.self)
        let scalars = word.unicodeScalars
        if scalars.count == 1, let first = scalars.first { return first.value }
        return ligatures[word] ?? 0
    }

    private static let ligatures: [String: UInt32] = [
        "ff": 0xFB00, "fi": 0xFB01, "fl": 0xFB02, "ffi": 0xFB03, "ffl": 0xFB04,
    ]

    private func shape(of glyph: UInt32, _ face: Face, _ character: () -> UInt32) throws(PluginFailure) -> Face.Shape {
        do throws(PluginFailure) {
            return try face.shape(of: glyph, character: character)
        } catch {
            guard error == .limit else { throw error }
            // The next text will find room again.
            typesetter.noteFull()
            return .nothing
        }
    }

    private mutating func add(_ glyph: UInt64, _ at: Point, _ em: Double, _ color: Color?) throws(PluginFailure) {
        guard let color else { return }
        if color != self.color || em != self.em { try flush() }
        (self.color, self.em) = (color, em)
        pending.append(PlacedGlyph(glyph: glyph, at: at))
    }

    private mutating func flush() throws(PluginFailure) {
        if !pending.isEmpty { try canvas.draw(pending, em: em, color: color) }
        pending.removeAll(keepingCapacity: true)
        if !heavy.isEmpty {
            var stroke = Stroke(width: heavyWidth)
            stroke.join = .round
            try canvas.stroke(heavy, stroke, color: color)
            heavy = Path()
        }
    }

    /// Draws a hollow box for a character that no font has.
    private func missing(_ at: Point, _ width: Double, _ em: Double, _ looks: Looks) throws(PluginFailure) {
        guard let color = looks.color, width > 0 else { return }
        let (line, gap) = (em / 24, width / 10)
        let outer = Rect(x: at.x + gap, y: at.y - em * 0.75, width: width - 2 * gap, height: em * 0.75)
        let inner = Rect(
            x: outer.x + line, y: outer.y + line, width: outer.width - 2 * line, height: outer.height - 2 * line)
        var box = Path.rect(outer)
        if inner.width > 0, inner.height > 0 { box.addRect(inner) }
        try canvas.fill(box, rule: .evenOdd, color: color)
    }

    /// Draws the lines under, over and through a run, whose baseline begins at `box`.
    private mutating func lines(
        of run: UnsafeMutablePointer<PangoGlyphItem>, _ looks: Looks, _ box: Rect
    ) throws(PluginFailure) {
        guard let font = unsafe run.pointee.item.pointee.analysis.font,
            let metrics = unsafe pango_font_get_metrics(font, nil)
        else { return }
        defer { unsafe pango_font_metrics_unref(metrics) }
        func line(_ position: Int32, _ thickness: Int32, _ color: Color?) throws(PluginFailure) {
            guard let color else { return }
            let y = box.y - Double(position) / Self.unit
            try canvas.fill(
                .rect(Rect(x: box.x, y: y, width: box.width, height: Double(thickness) / Self.unit)), color: color)
        }
        try flush()
        let (under, thick) = unsafe (
            pango_font_metrics_get_underline_position(metrics), pango_font_metrics_get_underline_thickness(metrics)
        )
        if looks.underlines > 0 { try line(under, thick, looks.underline) }
        if looks.underlines > 1 { try line(under - 2 * thick, thick, looks.underline) }
        if looks.isOverlined {
            try line(unsafe pango_font_metrics_get_ascent(metrics), thick, looks.overline)
        }
        if looks.isStruck {
            let (through, width) = unsafe (
                pango_font_metrics_get_strikethrough_position(metrics),
                pango_font_metrics_get_strikethrough_thickness(metrics)
            )
            try line(through, width, looks.strike)
        }
    }
}

/// The appearance of a run according to markup.
struct Looks {
    var color: Color?
    var background: Color?
    var underline: Color?
    var overline: Color?
    var strike: Color?
    var underlines = 0
    var isOverlined = false
    var isStruck = false

    var hasLines: Bool { underlines > 0 || isOverlined || isStruck }

    init(_ run: UnsafeMutablePointer<PangoGlyphItem>, _ ink: Ink) {
        color = ink.color
        var (alpha, backgroundAlpha): (UInt32?, UInt32?) = (nil, nil)
        var own: (under: UInt32?, over: UInt32?, strike: UInt32?) = (nil, nil, nil)
        var node = unsafe run.pointee.item.pointee.analysis.extra_attrs
        while let here = unsafe node {
            unsafe node = here.pointee.next
            guard let attribute = unsafe here.pointee.data?.assumingMemoryBound(to: PangoAttribute.self) else {
                continue
            }
            var number: UInt32 { unsafe scrim_attribute_integer(attribute) }
            var rgb: UInt32 { unsafe scrim_attribute_color(attribute) }
            switch unsafe scrim_attribute_type(attribute) {
            case PANGO_ATTR_FOREGROUND: color = Color(rgba: rgb | 0xFF)
            case PANGO_ATTR_FOREGROUND_ALPHA: alpha = number
            case PANGO_ATTR_BACKGROUND: background = Color(rgba: rgb | 0xFF)
            case PANGO_ATTR_BACKGROUND_ALPHA: backgroundAlpha = number
            case PANGO_ATTR_UNDERLINE:
                underlines =
                    number == PANGO_UNDERLINE_NONE.rawValue ? 0 : number == PANGO_UNDERLINE_DOUBLE.rawValue ? 2 : 1
            case PANGO_ATTR_UNDERLINE_COLOR: own.under = rgb | 0xFF
            case PANGO_ATTR_OVERLINE: isOverlined = number != 0
            case PANGO_ATTR_OVERLINE_COLOR: own.over = rgb | 0xFF
            case PANGO_ATTR_STRIKETHROUGH: isStruck = number != 0
            case PANGO_ATTR_STRIKETHROUGH_COLOR: own.strike = rgb | 0xFF
            default: continue
            }
        }
        if let alpha, let rgba = color?.rgba { color = Color(rgba: rgba & ~0xFF | min(alpha >> 8, 255)) }
        if let backgroundAlpha, let rgba = background?.rgba {
            background = Color(rgba: rgba & ~0xFF | min(backgroundAlpha >> 8, 255))
        }
        underline = own.under.map(Color.init(rgba:)) ?? color
        overline = own.over.map(Color.init(rgba:)) ?? color
        strike = own.strike.map(Color.init(rgba:)) ?? color
    }
}

extension Path {
    fileprivate static func rect(_ rect: Rect) -> Path {
        var path = Path()
        path.addRect(rect)
        return path
    }
}
