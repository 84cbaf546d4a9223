import ScrimPluginABI
import ScrimPluginKit
import Typesetting

/// The texts of a drawing, each set once and reused in later drawings.
struct Words {
    private struct Key: Hashable {
        var text: String
        var font: String
        var size: Double
        var side: Int
        var isMarkup = false
    }

    /// The parameters of a text in a box.
    struct Box {
        var text: String
        var font: String
        var size: Double
        /// 0 left, 1 center, 2 right, 3 justified.
        var side: Int
        /// The share of the remaining height above the text: 0 top, 1 center, 2 bottom.
        var vertical: Int
    }

    /// A text, set for one alignment.
    struct Text {
        fileprivate let paragraph: Paragraph

        /// Draws it from a point on the first line's baseline; `part` is the fraction of its width to the left of that.
        func draw(_ at: Point, _ part: Double, _ canvas: Canvas, _ color: Color) throws(PluginFailure) {
            let width = paragraph.size.x
            try paragraph.draw(
                on: canvas, left: at.x - part * width, top: at.y - paragraph.ascent, width: width, Ink(color: color),
                snaps: false)
        }

        /// The outlines of its glyphs, as `draw` would position them.
        func outline(_ at: Point, _ part: Double) -> Path {
            let width = paragraph.size.x
            var path = Path()
            for glyph in paragraph.outlines(left: at.x - part * width, top: at.y - paragraph.ascent, width: width) {
                path.append(glyph.outline, scale: glyph.em, at: glyph.at)
            }
            return path
        }

        /// Outlines of one colour; nil means that they are not filled.
        struct Outlines {
            var color: Color?
            var path = Path()
        }

        /// The outlines of its glyphs with the center of each on `line`, starting at `offset` points; `part` is the
        /// fraction of the text's width before that. Glyphs beyond the line's ends are left out; marks rotate with
        /// their base glyph. `color` is the default where markup sets none.
        func outlines(along line: MeasuredLine, from offset: Double, _ part: Double, _ color: Color?) -> [Outlines] {
            let width = paragraph.size.x
            var found: [Outlines] = []
            var last: (middle: Double, half: Double)?
            for glyph in paragraph.outlines(left: 0, top: -paragraph.ascent, width: width, Ink(color: color)) {
                var here = (middle: glyph.at.x + glyph.width / 2, half: glyph.width / 2)
                if glyph.width == 0, let last { here = (last.middle, last.middle - glyph.at.x) }
                if glyph.width > 0 { last = here }
                guard let (point, direction) = line.place(at: offset - part * width + here.middle) else { continue }
                let (c, s) = (direction.x, direction.y)
                // Maps ems around the glyph's origin to the line, with its center on the point.
                let dx = -here.half
                if found.isEmpty || found[found.count - 1].color != glyph.color {
                    found.append(Outlines(color: glyph.color))
                }
                found[found.count - 1].path.append(
                    glyph.outline,
                    Affine(
                        a: c * glyph.em, b: s * glyph.em, c: -s * glyph.em, d: c * glyph.em,
                        tx: point.x + c * dx - s * glyph.at.y, ty: point.y + s * dx + c * glyph.at.y))
            }
            return found
        }
    }

    private let host: Host
    private var typesetter: Typesetter?
    private var known: [Key: Paragraph] = [:]
    private var used: [Key: Paragraph] = [:]

    init(host: Host) { self.host = host }

    /// Call between two drawings: removes entries not used by the last one.
    mutating func turn() {
        known = used
        used.removeAll(keepingCapacity: true)
    }

    /// The set text; `side`: 0 left, 1 center, 2 right.
    mutating func text(_ text: String, font: String, size: Double, side: Int, isMarkup: Bool = false) -> Text {
        let key = Key(text: text, font: font, size: size, side: side, isMarkup: isMarkup)
        let paragraph = used[key] ?? known[key] ?? make(key)
        used[key] = paragraph
        return Text(paragraph: paragraph)
    }

    /// Draws a text in a rectangle: wrapped at its width, with an ellipsis if it is too long.
    mutating func draw(_ box: Box, in rect: Rect, _ canvas: Canvas, _ color: Color) throws(PluginFailure) {
        // Values of `side` from 3 on are for boxes.
        let key = Key(text: box.text, font: box.font, size: box.size, side: 3 + box.side)
        let paragraph = used[key] ?? known[key] ?? make(key)
        used[key] = paragraph
        paragraph.fit(width: rect.width, height: rect.height)
        let free = rect.height - paragraph.size.y
        try paragraph.draw(
            on: canvas, left: rect.x, top: rect.y + free * [0, 0.5, 1][min(box.vertical, 2)], width: rect.width,
            Ink(color: color), snaps: false)
    }

    private mutating func make(_ key: Key) -> Paragraph {
        let typesetter = typesetter ?? Typesetter.shared(for: host)
        self.typesetter = typesetter
        var style = TextStyle()
        (style.font, style.size, style.isMarkup) = (key.font, key.size, key.isMarkup)
        style.alignment = [.left, .center, .right, .left, .center, .right, .justified][min(key.side, 6)]
        if key.side >= 3 {
            style.isWrapped = true
            style.truncation = .end
        }
        return typesetter.paragraph(key.text, style)
    }
}
