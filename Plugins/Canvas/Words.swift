import ScrimPluginABI
import ScrimPluginKit
import Typesetting

/// The texts of a drawing, each set once for all drawings in which it stays.
struct Words {
    private struct Key: Hashable {
        var text: String
        var font: String
        var size: Double
        var side: Int
    }

    /// A text, set for one side or another.
    struct Text {
        fileprivate let paragraph: Paragraph

        /// Draws it from a point on the first line's baseline; `part` of its width lies to the left of that.
        func draw(_ at: Point, _ part: Double, _ canvas: Canvas, _ color: Color) throws(PluginFailure) {
            let width = paragraph.size.x
            try paragraph.draw(
                on: canvas, left: at.x - part * width, top: at.y - paragraph.ascent, width: width, Ink(color: color),
                snaps: false)
        }
    }

    private let host: Host
    private var typesetter: Typesetter?
    private var known: [Key: Paragraph] = [:]
    private var used: [Key: Paragraph] = [:]

    init(host: Host) { self.host = host }

    /// Called between two drawings: entries unused by the last one are forgotten.
    mutating func turn() {
        known = used
        used.removeAll(keepingCapacity: true)
    }

    /// A text as it is set; `side`: 0 left, 1 center, 2 right.
    mutating func text(_ text: String, font: String, size: Double, side: Int) -> Text {
        let key = Key(text: text, font: font, size: size, side: side)
        let paragraph = used[key] ?? known[key] ?? make(key)
        used[key] = paragraph
        return Text(paragraph: paragraph)
    }

    private mutating func make(_ key: Key) -> Paragraph {
        let typesetter = typesetter ?? Typesetter.shared(for: host)
        self.typesetter = typesetter
        var style = TextStyle()
        (style.font, style.size) = (key.font, key.size)
        style.alignment = [.left, .center, .right][min(key.side, 2)]
        return typesetter.paragraph(key.text, style)
    }
}
