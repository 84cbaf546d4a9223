import CPango
import ScrimPluginABI
package import ScrimPluginKit

extension Paragraph {
    /// A glyph of a text as a shape.
    package struct OutlinedGlyph {
        /// In ems, relative to the glyph's origin.
        package var outline: Path
        /// The origin on the baseline, in points.
        package var at: Point
        /// Points per em.
        package var em: Double
        /// Advance in points; 0 for a mark, which is placed on the previous glyph.
        package var width: Double
        /// The ink's colour, or that of markup; nil for none.
        package var color: Color?
    }

    /// The glyphs of all lines; the paragraph's top is at `top`, and each line is aligned between `left` and `left +
    /// width`. Pictures, coloured glyphs and missing glyphs are left out.
    package func outlines(
        left: Double, top: Double, width: Double, _ ink: Ink = Ink(color: .black)
    ) -> [OutlinedGlyph] {
        let unit = Double(PANGO_SCALE)
        var found: [OutlinedGlyph] = []
        for line in lines {
            let free = width - line.width
            var x =
                switch style.alignment {
                case .natural, .justified: left + (line.isRightToLeft ? free : 0)
                case .left: left
                case .right: left + free
                case .center: left + free / 2
                }
            var node = unsafe line.raw.pointee.runs
            while let here = unsafe node {
                unsafe node = here.pointee.next
                guard let run = unsafe here.pointee.data?.assumingMemoryBound(to: PangoGlyphItem.self) else { continue }
                x += unsafe Double(run.pointee.start_x_offset) / unit
                let y = unsafe top + line.baseline - Double(run.pointee.y_offset) / unit
                x += unsafe addOutlines(of: run, x, y, Looks(run, ink).color, to: &found)
                x += unsafe Double(run.pointee.end_x_offset) / unit
            }
        }
        return found
    }

    /// Adds the glyphs of a run that begins at `x`; returns its width.
    private func addOutlines(
        of run: UnsafeMutablePointer<PangoGlyphItem>, _ x: Double, _ y: Double, _ color: Color?,
        to found: inout [OutlinedGlyph]
    ) -> Double {
        let unit = Double(PANGO_SCALE)
        let list = unsafe run.pointee.glyphs.pointee
        guard let font = unsafe run.pointee.item.pointee.analysis.font,
            let (face, em) = unsafe typesetter.face(of: font)
        else { return unsafe Double(pango_glyph_string_get_width(run.pointee.glyphs)) / unit }
        var sum = 0.0
        for place in unsafe 0..<Int(max(0, list.num_glyphs)) {
            let info = unsafe list.glyphs[place]
            let width = Double(info.geometry.width) / unit
            defer { sum += width }
            // PANGO_GLYPH_EMPTY and PANGO_GLYPH_UNKNOWN_FLAG, which Swift does not import.
            if info.glyph == 0x0FFF_FFFF || info.glyph & 0x1000_0000 != 0 { continue }
            let at = Point(
                x: x + sum + Double(info.geometry.x_offset) / unit, y: y + Double(info.geometry.y_offset) / unit)
            found.append(
                OutlinedGlyph(outline: face.outline(of: info.glyph), at: at, em: em, width: width, color: color))
        }
        return sum
    }
}
