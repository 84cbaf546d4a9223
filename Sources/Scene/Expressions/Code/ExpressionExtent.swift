package import Geometry

/// Finds the end of an expression in a line, before it is parsed.
package enum ExpressionExtent {
    /// The end of the expression that begins at `start`, after `:=`, without the spaces before the next word.
    ///
    /// It extends to the next word outside quotes and parentheses that begins with `KEY=` (not `KEY==`) or `KEY:=`, or
    /// else to the end of the line.
    package static func end(of line: ByteView, from start: Int) -> Int {
        var depth = 0
        var isAtWord = true
        var i = start
        var end = start
        while i < line.count {
            let byte = line[i]
            if isBlank(byte) {
                isAtWord = true
                i += 1
                continue
            }
            // A word directly after `:=` belongs to the expression in any case.
            if isAtWord, i > start, depth == 0, beginsKey(line, i) { return end }
            isAtWord = false
            switch byte {
            case UInt8(ascii: "'"), UInt8(ascii: "\""): i = endOfQuote(line, i)
            case UInt8(ascii: "("):
                depth += 1
                i += 1
            case UInt8(ascii: ")"):
                depth = max(0, depth - 1)
                i += 1
            default: i += 1
            }
            end = i
        }
        return end
    }

    /// The start of the line's last word, for an expression that takes everything before it: `when EXPRESSION "LINES"`.
    ///
    /// Words are separated by blanks outside quotes. `line.count` when only blanks follow `start`.
    package static func lastWord(of line: ByteView, from start: Int) -> Int {
        var last = line.count
        var isAtWord = true
        var i = start
        while i < line.count {
            let byte = line[i]
            if isBlank(byte) {
                isAtWord = true
                i += 1
                continue
            }
            if isAtWord { last = i }
            isAtWord = false
            i = byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") ? endOfQuote(line, i) : i + 1
        }
        return last
    }

    /// The index after the quoted text that begins at `open`; the end of the line when it is not closed.
    private static func endOfQuote(_ line: ByteView, _ open: Int) -> Int {
        var i = open + 1
        while i < line.count {
            if line[i] == line[open] { return i + 1 }
            i += line[i] == UInt8(ascii: "\\") ? 2 : 1
        }
        return line.count
    }

    /// True when `KEY=` but not `KEY==`, or `KEY:=`, begins at `start`.
    private static func beginsKey(_ line: ByteView, _ start: Int) -> Bool {
        guard ByteReader.isLetter(line[start]) else { return false }
        var i = start + 1
        while i < line.count, isKeyByte(line[i]) { i += 1 }
        func at(_ index: Int) -> UInt8 { index < line.count ? line[index] : 0 }
        // The index of an item: `items[1].done`.
        while at(i) == UInt8(ascii: "["), ByteReader.isDigit(at(i + 1)) {
            i += 1
            while ByteReader.isDigit(at(i)) { i += 1 }
            guard at(i) == UInt8(ascii: "]") else { return false }
            i += 1
            while i < line.count, isKeyByte(line[i]) { i += 1 }
        }
        if at(i) == UInt8(ascii: ":") { return at(i + 1) == UInt8(ascii: "=") }
        return at(i) == UInt8(ascii: "=") && at(i + 1) != UInt8(ascii: "=")
    }

    private static func isKeyByte(_ byte: UInt8) -> Bool {
        ByteReader.isLetter(byte) || ByteReader.isDigit(byte) || byte == UInt8(ascii: ".")
            || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
