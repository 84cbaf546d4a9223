import CPango
import ScrimPluginABI
import ScrimPluginKit

/// A text of printable ASCII, split at its line feeds and shaped by HarfBuzz alone. Equal to Pango's result if each
/// line has enough room, or is broken between words. Unchanged once made; a class, so that passing it on copies nothing.
final class PlainText {
    struct Line {
        /// Its glyphs.
        var range: Range<Int>
        /// In Pango's units.
        var width: Int32
    }

    let font: PlainFont
    let glyphs: [PlainFont.Glyph]
    /// Never empty.
    let lines: [Line]
    /// In Pango's units.
    let widest: Int32

    private init(_ glyphs: [PlainFont.Glyph], in lines: [Line], _ font: PlainFont) {
        (self.font, self.glyphs, self.lines) = (font, glyphs, lines)
        widest = lines.reduce(0) { max($0, $1.width) }
    }

    /// Nil for texts with other characters, with an empty line, or longer than `Paragraph.pieceLimit`.
    convenience init?(_ text: String, _ font: PlainFont) {
        var glyphs: [PlainFont.Glyph] = []
        var lines: [Line] = []
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
                lines.append(Line(range: (lines.last?.range.upperBound ?? 0)..<glyphs.count, width: width))
                begin = end + 1
            }
            return true
        }
        guard isPlain else { return nil }
        self.init(glyphs, in: lines, font)
    }

    /// The text with its lines broken at `room`, as Pango breaks them; nil when Pango would do more: break a word, or
    /// shape what stands beside a break in another way.
    func wrapped(_ text: String, at room: Int32) -> PlainText? {
        var broken: [Line] = []
        var text = text
        let isDone = text.withUTF8 { bytes in
            var begin = 0
            for line in lines {
                let end = unsafe bytes[begin...].firstIndex(of: 0x0A) ?? bytes.count
                let part = unsafe UnsafeBufferPointer(rebasing: bytes[begin..<end])
                if line.width <= room {
                    broken.append(line)
                } else if unsafe !breakLine(line, part, at: room, into: &broken) {
                    return false
                }
                begin = end + 1
            }
            return true
        }
        return isDone ? PlainText(glyphs, in: broken, font) : nil
    }

    /// Appends the lines into which one is broken, each as long as it has room. A space at a break has no width.
    private func breakLine(
        _ line: Line, _ text: UnsafeBufferPointer<UInt8>, at room: Int32, into lines: inout [Line]
    ) -> Bool {
        let breaks = unsafe LineBreaks(text, font.language)
        let space = UInt8(ascii: " ")
        var (begin, width) = (line.range.lowerBound, Int32(0))
        // The last place found at which the line has room.
        var last: (next: Int, end: Int, width: Int32, sum: Int32)?
        for at in line.range.lowerBound...line.range.upperBound {
            let isEnd = at == line.range.upperBound
            let offset = isEnd ? text.count : Int(glyphs[at].offset)
            if at > begin, isEnd || breaks.isAllowed(before: offset) {
                let hasSpace = unsafe text[offset - 1] == space
                let least = width - (hasSpace ? glyphs[at - 1].advance : 0)
                if least > room {
                    guard let place = last, !glyphs[place.next].isBound else { return false }
                    lines.append(Line(range: begin..<place.end, width: place.width))
                    (begin, width, last) = (place.next, width - place.sum, nil)
                    // What is left may be too long by itself.
                    guard width - (hasSpace ? glyphs[at - 1].advance : 0) <= room else { return false }
                }
                last = (at, hasSpace ? at - 1 : at, width - (hasSpace ? glyphs[at - 1].advance : 0), width)
            }
            if !isEnd { width += glyphs[at].advance }
        }
        lines.append(Line(range: begin..<line.range.upperBound, width: width))
        return true
    }
}

/// Places where a line of `PlainFont.characters` may be broken.
@safe
private struct LineBreaks {
    private let text: UnsafeBufferPointer<UInt8>
    /// By offset; nil for plain prose, which is broken behind spaces.
    private var allowed: [Bool]?

    /// Pango's answer, except for letters, digits, and signs behind these and in front of spaces: there it is known.
    init(_ text: UnsafeBufferPointer<UInt8>, _ language: OpaquePointer?) {
        unsafe self.text = unsafe text
        if unsafe Self.isProse(text) { return }
        let count = text.count + 1
        var attributes = [PangoLogAttr](repeating: PangoLogAttr(), count: count)
        unsafe text.withMemoryRebound(to: CChar.self) { text in
            unsafe attributes.withUnsafeMutableBufferPointer { attributes in
                unsafe pango_get_log_attrs(
                    text.baseAddress, Int32(text.count), 0, language, attributes.baseAddress, Int32(count))
            }
        }
        allowed = attributes.map { $0.is_line_break != 0 }
    }

    /// `offset`: of a character that is not the first one.
    func isAllowed(before offset: Int) -> Bool {
        if let allowed { return allowed[offset] }
        let space = UInt8(ascii: " ")
        return unsafe text[offset - 1] == space && text[offset] != space
    }

    private static func isProse(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var (before, hasSign) = (UInt8(ascii: " "), true)
        for at in text.indices {
            let byte = unsafe text[at]
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A:
                if hasSign, before != 0x20 { return false }
                hasSign = false
            case 0x20:
                // None in front, so that none is behind an opening sign.
                if hasSign, before == 0x20 { return false }
                hasSign = false
            case UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: ";"), UInt8(ascii: "!"),
                UInt8(ascii: "?"):
                if before == 0x20 { return false }
                hasSign = true
            default: return false
            }
            before = byte
        }
        return true
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
        for (index, line) in plain.lines.enumerated() {
            let free = width - Double(line.width) / unit
            var x = left + indent(free, isRightToLeft: false)
            var y = top + baseline(of: index, plain)
            if snaps { y = y.rounded() }
            for glyph in plain.glyphs[line.range] {
                guard let known = try number(of: glyph.number, face) else { return false }
                if known != 0 {
                    placed.append(
                        PlacedGlyph(
                            glyph: known, at: Point(x: x + Double(glyph.dx) / unit, y: y + Double(glyph.dy) / unit)))
                }
                x += Double(glyph.advance) / unit
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
