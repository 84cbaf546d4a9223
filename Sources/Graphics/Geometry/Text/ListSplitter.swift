/// Splits a list into its items, without the spaces around them.
///
/// Separators inside parentheses do not count: `cubic-bezier(.42,0,.58,1),linear` has two items. A blank text has none;
/// `a,` has two, the second empty.
@safe public struct ListSplitter {
    private let text: ByteView
    private let separator: UInt8
    private var position = 0
    private var isDone: Bool

    /// Splits `text` at `separator`, a comma or another ASCII byte.
    public init(_ text: ByteView, separator: UInt8 = UInt8(ascii: ",")) {
        self.text = text
        self.separator = separator
        isDone = true
        for i in 0..<text.count where !ByteReader.isSpace(text[i]) {
            isDone = false
            break
        }
    }

    /// The next item, nil after the last.
    public mutating func next() -> ByteView? {
        if isDone { return nil }
        var depth = 0
        let start = position
        while position < text.count {
            let byte = text[position]
            if byte == UInt8(ascii: "(") {
                depth += 1
            } else if byte == UInt8(ascii: ")") {
                depth = max(0, depth - 1)
            } else if byte == separator, depth == 0 {
                break
            }
            position += 1
        }
        let item = trimmed(start..<position)
        if position < text.count { position += 1 } else { isDone = true }
        return item
    }

    private func trimmed(_ range: Range<Int>) -> ByteView {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, ByteReader.isSpace(text[start]) { start += 1 }
        while start < end, ByteReader.isSpace(text[end - 1]) { end -= 1 }
        return text[start..<end]
    }
}
