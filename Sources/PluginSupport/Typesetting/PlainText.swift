import CPango
import ScrimPluginABI
import ScrimPluginKit

/// A text of printable ASCII, split at its line feeds and shaped by HarfBuzz alone. Equal to Pango's result if each
/// line has enough room.
struct PlainText {
    struct Line {
        /// Index after its last glyph.
        var end: Int
        /// In Pango's units.
        var width: Int32
    }

    let font: PlainFont
    private(set) var glyphs: [PlainFont.Glyph] = []
    /// Never empty.
    private(set) var lines: [Line] = []
    /// In Pango's units.
    private(set) var widest: Int32 = 0

    /// Nil for texts with other characters, with an empty line, or longer than `Paragraph.pieceLimit`.
    init?(_ text: String, _ font: PlainFont) {
        self.font = font
        var text = text
        let isPlain = text.withUTF8 { bytes in
            guard bytes.count <= Paragraph.pieceLimit,
                unsafe bytes.allSatisfy({ PlainFont.characters.contains($0) || $0 == 0x0A })
            else { return false }
            var begin = 0
            while begin <= bytes.count {
                let end = unsafe bytes[begin...].firstIndex(of: 0x0A) ?? bytes.count
                guard begin < end,
                    let width = unsafe font.shape(UnsafeBufferPointer(rebasing: bytes[begin..<end]), into: &glyphs)
                else { return false }
                lines.append(Line(end: glyphs.count, width: width))
                widest = max(widest, width)
                begin = end + 1
            }
            return true
        }
        guard isPlain else { return nil }
    }
}

extension Paragraph {
    /// Draws lines as `draw` does; false, with nothing drawn, when one of the glyphs is more than a shape.
    func draw(
        _ plain: PlainText, on canvas: Canvas, left: Double, top: Double, width: Double, _ ink: Ink, snaps: Bool
    ) throws(PluginFailure) -> Bool {
        guard ink.strokeColor == nil, let (face, em) = plain.font.face(typesetter), face.weight == 0 else {
            return false
        }
        guard let color = ink.color else { return true }
        let unit = Double(PANGO_SCALE)
        var placed: [PlacedGlyph] = []
        placed.reserveCapacity(plain.glyphs.count)
        var ends: [Int] = []
        ends.reserveCapacity(plain.lines.count)
        var at = 0
        for (index, line) in plain.lines.enumerated() {
            let free = width - Double(line.width) / unit
            var x = left + indent(free, isRightToLeft: false)
            var y = top + baseline(of: index, plain)
            if snaps { y = y.rounded() }
            while at < line.end {
                let glyph = plain.glyphs[at]
                guard let known = try number(of: glyph.number, face) else { return false }
                if known != 0 {
                    placed.append(
                        PlacedGlyph(
                            glyph: known, at: Point(x: x + Double(glyph.dx) / unit, y: y + Double(glyph.dy) / unit)))
                }
                x += Double(glyph.advance) / unit
                at += 1
            }
            ends.append(placed.count)
        }
        var begin = 0
        for end in ends {
            let isAll = end - begin == placed.count
            if begin < end { try canvas.draw(isAll ? placed : Array(placed[begin..<end]), em: em, color: color) }
            begin = end
        }
        return true
    }

    /// Distance from the top to the baseline of a line, in points.
    func baseline(of line: Int, _ plain: PlainText) -> Double {
        (top(of: line, plain) + Double(plain.font.baseline)) / Double(PANGO_SCALE)
    }

    /// The height of all lines, in points.
    func height(of plain: PlainText) -> Double {
        let last = top(of: plain.lines.count - 1, plain) + Double(plain.font.height)
        return max(0, last) / Double(PANGO_SCALE)
    }

    /// Distance from the top to a line, in Pango's units, which add up exactly.
    private func top(of line: Int, _ plain: PlainText) -> Double {
        Double(line) * (Double(plain.font.height) + Double(Self.units(style.lineSpacing)))
    }

    /// The host's number of a glyph; 0 when it draws nothing, nil when it is more than a shape.
    private func number(of glyph: UInt32, _ face: Face) throws(PluginFailure) -> UInt64? {
        do throws(PluginFailure) {
            return try face.number(of: glyph)
        } catch {
            guard error == .limit else { throw error }
            // The next text will find room again.
            typesetter.noteFull()
            return 0
        }
    }
}
