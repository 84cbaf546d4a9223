import CPango
import ScrimPluginABI
package import ScrimPluginKit

/// Caret positions and hit testing. Characters are counted as in expressions, in the displayed text.
extension Paragraph {
    private static let unit = Double(PANGO_SCALE)

    /// The caret before a character, or after the last one: a rectangle without width. At a change of direction, it is
    /// where the next character of the line's own direction would appear.
    package func caret(before index: Int, left: Double, top: Double, width: Double) -> Rect {
        guard let (at, line) = line(ofByte: byte(of: index)) else { return Rect(x: left, y: top, width: 0, height: 0) }
        return Rect(
            x: left + indent(of: lines[line], width: width) + x(before: at, lines[line]), y: top + lines[line].top,
            width: 0, height: lines[line].height)
    }

    /// The rectangle around the characters between two carets; `width` wide when it spans several lines.
    package func selection(_ a: Int, _ b: Int, left: Double, top: Double, width: Double) -> Rect {
        let (first, last) = (byte(of: min(a, b)), byte(of: max(a, b)))
        guard let (start, upper) = line(ofByte: first), let (end, lower) = line(ofByte: last) else {
            return Rect(x: left, y: top, width: 0, height: 0)
        }
        let lines = self.lines
        let y = lines[upper].top
        var (from, to) = (0.0, width)
        if upper == lower {
            let indent = indent(of: lines[upper], width: width)
            (from, to) = extent(of: start..<max(start, end), lines[upper])
            (from, to) = (from + indent, to + indent)
        }
        return Rect(
            x: left + from, y: top + y, width: to - from, height: lines[lower].top + lines[lower].height - y)
    }

    /// The rectangles behind the characters between two carets, from the top and from the left: one for each line, or
    /// several where its directions change. As Pango's, they reach to an edge of `width` where the selection goes on
    /// beyond the line.
    package func selections(_ a: Int, _ b: Int, left: Double, top: Double, width: Double) -> [Rect] {
        let (first, last) = (byte(of: min(a, b)), byte(of: max(a, b)))
        guard first < last, let (_, upper) = line(ofByte: first), let (_, lower) = line(ofByte: last) else { return [] }
        var rects: [Rect] = []
        for line in lines[upper...lower] {
            let indent = indent(of: line, width: width)
            let end = line.start + line.range.count
            let (comes, goes) = (first < line.start, last > end)
            var ranges: [(from: Double, to: Double)] = []
            if comes && goes {
                ranges = [(min(0, indent), max(width, indent + line.width))]
            } else {
                let bytes = max(first, line.start) - line.offset..<max(first, line.start, min(last, end)) - line.offset
                ranges = spans(of: bytes, line).map {
                    (min($0.leading, $0.behind) + indent, max($0.leading, $0.behind) + indent)
                }
                let (before, after) = line.isRightToLeft ? (goes, comes) : (comes, goes)
                if before, indent > 0 { ranges.append((0, indent)) }
                if after, indent + line.width < width { ranges.append((indent + line.width, width)) }
            }
            ranges.sort { $0.from < $1.from }
            var known: (from: Double, to: Double)?
            func add() {
                guard let known, known.to > known.from else { return }
                rects.append(
                    Rect(x: left + known.from, y: top + line.top, width: known.to - known.from, height: line.height))
            }
            for range in ranges {
                // Neighbours differ by less than one of Pango's units.
                if let one = known, range.from <= one.to + 1 / Self.unit {
                    known = (one.from, max(one.to, range.to))
                } else {
                    add()
                    known = range
                }
            }
            add()
        }
        return rects
    }

    /// The index of the character after the caret nearest to `point`.
    package func index(at point: Point, left: Double, top: Double, width: Double) -> Int {
        let lines = self.lines
        guard let number = lines.lastIndex(where: { top + $0.top <= point.y }) ?? lines.indices.first else { return 0 }
        let line = lines[number]
        let x = point.x - left - indent(of: line, width: width)
        guard let layout = unsafe layout(of: line), let raw = unsafe raw(of: line, in: layout) else { return 0 }
        var (byte, trailing): (Int32, Int32) = (0, 0)
        unsafe pango_layout_line_x_to_index(raw, Int32(max(-1e9, min(x * Self.unit, 1e9))), &byte, &trailing)
        let hit = shown.index(atByte: line.offset + Int(byte))
        guard hit < shown.endIndex else { return shown.count }
        // For a character of several code points, `hit` may be in its middle.
        let end = shown.index(after: hit)
        let start = shown.index(before: end)
        let before = shown.distance(from: shown.startIndex, to: start)
        // The caret after the last character of a broken line is on the next line.
        if number + 1 < lines.count, lines[number + 1].start <= shown.byte(of: end) { return before }
        if x < 0 || x >= line.width { return before + (trailing > 0 ? 1 : 0) }
        // Pango switches sides in the middle of a character's last code point.
        let spans = spans(of: shown.byte(of: start) - line.offset..<shown.byte(of: end) - line.offset, line)
        guard let first = spans.first, let last = spans.last else { return before }
        return before + (abs(x - last.behind) < abs(x - first.leading) ? 1 : 0)
    }

    // MARK: Moves

    /// The index that is one character to the right, or to the left, of the caret as it is seen.
    package func index(beside index: Int, toRight: Bool) -> Int {
        guard let (at, number) = line(ofByte: byte(of: index)) else { return 0 }
        let line = lines[number]
        guard let layout = unsafe layout(of: line) else { return index }
        var (byte, trailing): (Int32, Int32) = (0, 0)
        unsafe pango_layout_move_cursor_visually(layout, 1, Int32(clamping: at), 0, toRight ? 1 : -1, &byte, &trailing)
        // Beyond an end of the layout's text: on to the next line, or the previous one.
        if byte < 0 { return max(0, index - 1) }
        if byte == .max { return min(index + 1, shown.count) }
        var place = shown.index(atByte: line.offset + Int(byte))
        for _ in 0..<max(0, trailing) where place < shown.endIndex { place = shown.unicodeScalars.index(after: place) }
        return shown.distance(from: shown.startIndex, to: place)
    }

    /// The beginning of the word before a caret, or the end of the word after it.
    package func index(ofWordBeside index: Int, after: Bool) -> Int {
        _ = lines
        var text = shown
        let count = text.unicodeScalars.count + 1
        var attributes = [PangoLogAttr](repeating: PangoLogAttr(), count: count)
        text.withUTF8 { bytes in
            unsafe bytes.withMemoryRebound(to: CChar.self) { bytes in
                unsafe attributes.withUnsafeMutableBufferPointer { attributes in
                    unsafe pango_get_log_attrs(
                        bytes.baseAddress, Int32(clamping: bytes.count), -1, pango_language_get_default(),
                        attributes.baseAddress, Int32(clamping: count))
                }
            }
        }
        var (found, number, scalar) = (after ? shown.count : 0, 0, 0)
        // Words begin and end at characters of several code points, too.
        for character in shown {
            let isBound = after ? attributes[scalar].is_word_end != 0 : attributes[scalar].is_word_start != 0
            if after, isBound, number > index { return number }
            if !after, isBound, number < index { found = number }
            scalar += character.unicodeScalars.count
            number += 1
        }
        return found
    }

    // MARK: Lines

    /// The offset of a character in the text, in bytes.
    private func byte(of index: Int) -> Int {
        // Reading the lines sets the layout's text.
        _ = lines
        let at = shown.index(shown.startIndex, offsetBy: max(0, index), limitedBy: shown.endIndex) ?? shown.endIndex
        return shown.byte(of: at)
    }

    /// The number of the line with the caret at a byte of the text, and the byte in its layout's text.
    private func line(ofByte byte: Int) -> (byte: Int, line: Int)? {
        let lines = self.lines
        guard let number = lines.lastIndex(where: { $0.start <= byte }) ?? lines.indices.first else { return nil }
        return (byte - lines[number].offset, number)
    }

    /// The strong position of the caret before a byte, in points from the line's left edge.
    private func x(before byte: Int, _ line: Line) -> Double {
        if byte <= line.range.lowerBound { return line.isRightToLeft ? line.width : 0 }
        if byte >= line.range.upperBound { return line.isRightToLeft ? 0 : line.width }
        guard let layout = unsafe layout(of: line) else { return 0 }
        var place = PangoRectangle()
        unsafe pango_layout_get_cursor_pos(layout, Int32(clamping: byte), &place, nil)
        return Double(place.x) / Self.unit - line.left
    }

    /// The leftmost and the rightmost edge of a range of bytes, in points from the line's left edge.
    private func extent(of bytes: Range<Int>, _ line: Line) -> (from: Double, to: Double) {
        let edges = spans(of: bytes, line).flatMap { [$0.leading, $0.behind] }
        guard let from = edges.min(), let to = edges.max() else {
            let x = x(before: bytes.lowerBound, line)
            return (x, x)
        }
        return (from, to)
    }

    /// A part of a run, with the positions of its start and end in its own direction, in points from the line's left
    /// edge.
    private typealias Span = (byte: Int, leading: Double, behind: Double)

    /// The parts of runs for a range of bytes, in the order of the text. (Pango's own functions for lines mistake the
    /// end of a character of several glyphs for its beginning.)
    private func spans(of bytes: Range<Int>, _ line: Line) -> [Span] {
        guard let layout = unsafe layout(of: line), let raw = unsafe raw(of: line, in: layout),
            let text = unsafe pango_layout_get_text(layout)
        else { return [] }
        var spans: [Span] = []
        var x = 0.0
        var node = unsafe raw.pointee.runs
        while let here = unsafe node {
            unsafe node = here.pointee.next
            guard let run = unsafe here.pointee.data?.assumingMemoryBound(to: PangoGlyphItem.self) else { continue }
            let item = unsafe run.pointee.item
            guard let item = unsafe item, let glyphs = unsafe run.pointee.glyphs else { continue }
            x += unsafe Double(run.pointee.start_x_offset) / Self.unit
            let (offset, length) = unsafe (Int(item.pointee.offset), Int(item.pointee.length))
            let part = bytes.clamped(to: offset..<offset + max(0, length))
            if !part.isEmpty {
                // The first byte of its last code point.
                var last = part.upperBound - 1
                while last > part.lowerBound, unsafe UInt8(bitPattern: text[last]) & 0xC0 == 0x80 { last -= 1 }
                func edge(_ byte: Int, _ isTrailing: Int32) -> Double {
                    var edge: Int32 = 0
                    unsafe pango_glyph_string_index_to_x(
                        glyphs, text + offset, Int32(clamping: length), &item.pointee.analysis,
                        Int32(clamping: byte - offset), isTrailing, &edge)
                    return x + Double(edge) / Self.unit
                }
                spans.append((part.lowerBound, edge(part.lowerBound, 0), edge(last, 1)))
            }
            x += unsafe Double(pango_glyph_string_get_width(glyphs)) / Self.unit
            x += unsafe Double(run.pointee.end_x_offset) / Self.unit
        }
        return spans.sorted { $0.byte < $1.byte }
    }

    /// The layout's line that begins where `line` does; valid until the layout's text changes.
    private func raw(of line: Line, in layout: OpaquePointer) -> UnsafeMutablePointer<PangoLayoutLine>? {
        var node = unsafe pango_layout_get_lines_readonly(layout)
        while let here = unsafe node {
            unsafe node = here.pointee.next
            guard let raw = unsafe here.pointee.data?.assumingMemoryBound(to: PangoLayoutLine.self) else { continue }
            if unsafe Int(raw.pointee.start_index) == line.range.lowerBound { return unsafe raw }
        }
        return nil
    }
}

extension Paragraph.Line {
    /// Offset of its text in the paragraph's, in bytes.
    fileprivate var start: Int { offset + range.lowerBound }

    /// The range of its text in that of its layout, in bytes.
    fileprivate var range: Range<Int> {
        let start = unsafe Int(raw.pointee.start_index)
        return unsafe start..<start + max(0, Int(raw.pointee.length))
    }
}

extension String {
    /// The index at a byte, or at the end.
    fileprivate func index(atByte byte: Int) -> Index {
        utf8.index(startIndex, offsetBy: byte, limitedBy: endIndex) ?? endIndex
    }

    /// Number of bytes before an index.
    fileprivate func byte(of index: Index) -> Int { utf8.distance(from: startIndex, to: index) }
}
