import CPango
import ScrimPluginABI
package import ScrimPluginKit

/// Carets in a text: where one stands, and which one is near a point. Characters are counted as expressions count them.
extension Paragraph {
    private static let unit = Double(PANGO_SCALE)

    /// The caret before a character of `text`, which the paragraph shows, or behind the last one: a rectangle without width.
    package func caret(before index: Int, in text: String, left: Double, top: Double, width: Double) -> Rect {
        let at = text.index(text.startIndex, offsetBy: max(0, index), limitedBy: text.endIndex) ?? text.endIndex
        let byte = text.utf8.distance(from: text.startIndex, to: at)
        guard let line = lines.last(where: { $0.start <= byte }) ?? lines.first else {
            return Rect(x: left, y: top, width: 0, height: 0)
        }
        var x: Int32 = 0
        unsafe pango_layout_line_index_to_x(line.raw, Int32(clamping: byte - line.offset), 0, &x)
        return Rect(
            x: left + indent(of: line, width: width) + Double(x) / Self.unit, y: top + line.top, width: 0,
            height: line.height)
    }

    /// The character of `text` before which the caret nearest to `point` stands.
    package func index(at point: Point, in text: String, left: Double, top: Double, width: Double) -> Int {
        guard let line = lines.last(where: { top + $0.top <= point.y }) ?? lines.first else { return 0 }
        var (byte, trailing): (Int32, Int32) = (0, 0)
        let x = (point.x - left - indent(of: line, width: width)) * Self.unit
        unsafe pango_layout_line_x_to_index(line.raw, Int32(max(-1e9, min(x, 1e9))), &byte, &trailing)
        let utf8 = text.utf8
        let at =
            utf8.index(utf8.startIndex, offsetBy: line.offset + Int(byte), limitedBy: utf8.endIndex) ?? utf8.endIndex
        // Within a character that is several code points: before it.
        return text[..<at].count + (trailing > 0 && at < text.endIndex ? 1 : 0)
    }
}

extension Paragraph.Line {
    /// Where its text begins in the paragraph's, in bytes.
    fileprivate var start: Int { unsafe offset + Int(raw.pointee.start_index) }
}
