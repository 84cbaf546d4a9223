import Expressions
package import Geometry
import Glibc

/// Splits lines into a tag and words, as described in the protocol's section "Lines".
///
/// Words point into the line or, if quotes or escapes were resolved, into the splitter's own storage; both are valid
/// until the next line is split. Once its storage has grown sufficiently, splitting allocates nothing.
@safe package struct WordSplitter: ~Copyable {
    /// The tag to be echoed before the reply; nil when the line has no valid one. Set first, so that it is valid even
    /// when the rest of the line is refused.
    package private(set) var tag: ByteView?
    /// The verb and its words; empty for a blank line or a comment, which gets no reply.
    package var words: WordList { unsafe WordList(storage, count: wordCount) }
    /// True when a word of the line is `key:=expression`.
    package private(set) var hasExpressions = false

    /// Maximum number of words.
    package static let maxWords = 65_536
    package static let maxTagLength = 64

    /// The words of this line, with room for `wordCapacity`. Not an array, because appending to one would take half of
    /// the time of splitting.
    private var storage: UnsafeMutablePointer<Word>
    private var wordCapacity = 64
    private var wordCount = 0
    /// The resolved words of this line, one after another. It is as long as the line, and a resolved word is never
    /// longer than the written one, so it does not grow while words point into it.
    private var scratch: UnsafeMutableBufferPointer<UInt8>
    private var scratchUsed = 0

    package init() {
        unsafe scratch = .init(start: nil, count: 0)
        unsafe storage = .allocate(capacity: wordCapacity)
    }

    deinit {
        unsafe scratch.deallocate()
        unsafe storage.deallocate()
    }

    /// Splits `line`, which has no LF; a CR at its end is ignored. Sets `tag` and `words`.
    ///
    /// Throws when the tag, a key, a quote or an escape is wrong, on NUL and invalid UTF-8, on a tag alone, and when
    /// there are too many words. `words` is empty then.
    package mutating func split(_ line: ByteView) throws(LineSyntax) {
        wordCount = 0
        tag = nil
        hasExpressions = false
        scratchUsed = 0
        var text = line
        if text.count > 0, text[text.count - 1] == 0x0D { text = text[0..<text.count - 1] }
        var start = Self.skipBlanks(text, from: 0)
        if start == text.count || text[start] == UInt8(ascii: "#") { return }
        let isTagged = text[start] == UInt8(ascii: "@")
        if isTagged { tag = Self.tag(of: text) }
        if let wrong = Utf8.firstInvalid(text) {
            throw LineSyntax(text[wrong] == 0 ? "a line holds no NUL" : "the line is not UTF-8", at: wrong)
        }
        if isTagged {
            guard let tag else {
                throw LineSyntax("a tag is 1 to 64 of A-Z a-z 0-9 . _ -", at: start)
            }
            start = Self.skipBlanks(text, from: start + 1 + tag.count)
            if start == text.count { throw LineSyntax("a verb is expected after the tag", at: start) }
        }
        do throws(LineSyntax) {
            try readWords(text, from: start)
        } catch {
            wordCount = 0
            throw error
        }
    }

    /// The valid tag at the beginning of `line`, or nil: for lines that are too long to be split.
    package static func tag(of line: ByteView) -> ByteView? {
        let start = skipBlanks(line, from: 0) + 1
        guard start <= line.count, line[start - 1] == UInt8(ascii: "@") else { return nil }
        var end = start
        while end < line.count, isKeyByte(line[end]) { end += 1 }
        guard end > start, end - start <= maxTagLength else { return nil }
        guard end == line.count || isBlank(line[end]) || (line[end] == 0x0D && end + 1 == line.count) else {
            return nil
        }
        return line[start..<end]
    }

    private mutating func readWords(_ text: ByteView, from first: Int) throws(LineSyntax) {
        let p = unsafe text.base
        let count = text.count
        var i = first
        while i < count {
            if wordCount == wordCapacity { try growWords(at: i) }
            let start = i
            var hasCondition = false
            i = unsafe Self.endOfPlain(p, i, count, stopsAtEquals: true)
            var key = unsafe ByteView(unsafeStart: p, count: 0)
            var valueStart = start
            if i < count, unsafe p[i] == UInt8(ascii: "=") {
                key = unsafe ByteView(unsafeStart: p + start, count: i - start)
                if key.count > 1, key[key.count - 1] == UInt8(ascii: ":"),
                    Self.isKey(key[0..<key.count - 1], orFunction: true)
                {
                    i = readExpression(text, key[0..<key.count - 1], from: i + 1, word: start)
                    continue
                }
                if key.count > 1, key[key.count - 1] == UInt8(ascii: "<"), i + 1 < count,
                    unsafe p[i + 1] == UInt8(ascii: ">"), Self.isKey(key[0..<key.count - 1])
                {
                    let end = unsafe Self.endOfPlain(p, i + 2, count, stopsAtEquals: false)
                    unsafe (storage + wordCount).initialize(
                        to: Word(
                            key: key[0..<key.count - 1], value: text[i + 2..<end], offset: start, isExpression: true,
                            isTwoWay: true))
                    wordCount += 1
                    i = end
                    while i < count, unsafe Self.isBlank(p[i]) { i += 1 }
                    continue
                }
                if Self.isKey(key) {
                    valueStart = i + 1
                } else {
                    guard Self.isOpenCondition(key) else { throw Self.badKey(text, start, i) }
                    key = unsafe ByteView(unsafeStart: p, count: 0)
                    hasCondition = true
                }
                i = unsafe Self.endOfPlain(p, i + 1, count, stopsAtEquals: false)
            }
            var value = unsafe ByteView(unsafeStart: p + valueStart, count: i - valueStart)
            if value.count == 4, isCondition(value, hasKey: valueStart != start) {
                i = readCondition(text, from: i, word: start)
                continue
            }
            let endOfPlain = i
            if i == valueStart, let quoted = Self.plainQuoted(text, from: i) {
                value = text[quoted]
                i = quoted.upperBound + 1
            } else if i < count, unsafe !Self.isBlank(p[i]) {
                value = try resolve(text, start, valueStart, &i, isKeyed: valueStart != start || hasCondition)
            }
            unsafe (storage + wordCount).initialize(
                to: Word(key: key, value: value, offset: start, isEmptyText: value.isEmpty && i > endOfPlain))
            wordCount += 1
            while i < count, unsafe Self.isBlank(p[i]) { i += 1 }
        }
    }

    /// Adds the word `key:=…`, whose expression begins at `from`; returns the earliest beginning of the next word.
    private mutating func readExpression(_ text: ByteView, _ key: ByteView, from: Int, word start: Int) -> Int {
        let end = ExpressionExtent.end(of: text, from: from)
        let value = text[from..<end]
        unsafe (storage + wordCount).initialize(to: Word(key: key, value: value, offset: start, isExpression: true))
        wordCount += 1
        hasExpressions = true
        return Self.skipBlanks(text, from: end)
    }

    /// True for the word `when` of `on LAYER EVENT … when EXPRESSION "LINES"`.
    private func isCondition(_ word: ByteView, hasKey: Bool) -> Bool {
        guard !hasKey, wordCount >= 3, word == "when" else { return false }
        return unsafe storage[0].value == "on"
    }

    /// Adds the text between `when` and the last word as `when:=…`; returns the beginning of the last word.
    private mutating func readCondition(_ text: ByteView, from: Int, word start: Int) -> Int {
        let last = ExpressionExtent.lastWord(of: text, from: from)
        var (first, end) = (from, last)
        while first < end, Self.isBlank(text[first]) { first += 1 }
        while end > first, Self.isBlank(text[end - 1]) { end -= 1 }
        unsafe (storage + wordCount).initialize(
            to: Word(key: text[start..<start + 4], value: text[first..<end], offset: start, isExpression: true))
        wordCount += 1
        hasExpressions = true
        return last
    }

    /// Doubles the capacity, up to the limit.
    private mutating func growWords(at offset: Int) throws(LineSyntax) {
        guard wordCapacity < Self.maxWords else {
            throw LineSyntax("a line has at most \(Self.maxWords) words", at: offset, code: .limit)
        }
        let larger = UnsafeMutablePointer<Word>.allocate(capacity: wordCapacity * 2)
        unsafe larger.moveInitialize(from: storage, count: wordCount)
        unsafe storage.deallocate()
        unsafe storage = larger
        wordCapacity *= 2
    }

    /// The range inside quotes that begin at `open` and end the word, if it contains no escape.
    private static func plainQuoted(_ text: ByteView, from open: Int) -> Range<Int>? {
        guard open < text.count, case let quote = text[open],
            quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
        else { return nil }
        let start = unsafe text.base + open + 1
        guard let found = unsafe memchr(start, Int32(quote), text.count - open - 1) else { return nil }
        let length = unsafe UnsafeRawPointer(found) - UnsafeRawPointer(start)
        let end = open + 1 + length
        guard end + 1 == text.count || isBlank(text[end + 1]) else { return nil }
        if quote == UInt8(ascii: "\""), unsafe memchr(start, Int32(UInt8(ascii: "\\")), length) != nil { return nil }
        return open + 1..<end
    }

    /// Resolves the quoted parts of the word that began at `start`; `i` is at its first quote, and afterwards at the
    /// word's end.
    private mutating func resolve(
        _ text: ByteView, _ start: Int, _ valueStart: Int, _ i: inout Int, isKeyed: Bool
    ) throws(LineSyntax) -> ByteView {
        if unsafe scratch.count < text.count {
            // Only before the first resolved word; after that, it is as long as the line.
            unsafe scratch.deallocate()
            unsafe scratch = .allocate(capacity: max(256, text.count))
        }
        let begin = scratchUsed
        for k in valueStart..<i { put(text[k]) }
        while i < text.count {
            let byte = text[i]
            if Self.isBlank(byte) { break }
            switch byte {
            case UInt8(ascii: "'"):
                let open = i
                i += 1
                while i < text.count, text[i] != UInt8(ascii: "'") {
                    put(text[i])
                    i += 1
                }
                guard i < text.count else { throw LineSyntax("the quote ' has no end", at: open) }
            case UInt8(ascii: "\""):
                let open = i
                i += 1
                while i < text.count, text[i] != UInt8(ascii: "\"") {
                    if text[i] == UInt8(ascii: "\\") {
                        try escape(text, &i)
                    } else {
                        put(text[i])
                        i += 1
                    }
                }
                guard i < text.count else { throw LineSyntax("the quote \" has no end", at: open) }
            case UInt8(ascii: "=") where !isKeyed: throw Self.badKey(text, start, i)
            default: put(byte)
            }
            i += 1
        }
        return unsafe ByteView(UnsafeBufferPointer(rebasing: scratch[begin..<scratchUsed]))
    }

    /// Resolves the escape at `i`, a backslash, and moves past it.
    private mutating func escape(_ text: ByteView, _ i: inout Int) throws(LineSyntax) {
        let start = i
        i += 2
        switch start + 1 < text.count ? text[start + 1] : 0 {
        case UInt8(ascii: "\""): put(UInt8(ascii: "\""))
        case UInt8(ascii: "\\"): put(UInt8(ascii: "\\"))
        case UInt8(ascii: "/"): put(UInt8(ascii: "/"))
        case UInt8(ascii: "n"): put(0x0A)
        case UInt8(ascii: "t"): put(0x09)
        case UInt8(ascii: "r"): put(0x0D)
        case UInt8(ascii: "b"): put(0x08)
        case UInt8(ascii: "f"): put(0x0C)
        case UInt8(ascii: "u"):
            let isBraced = i < text.count && text[i] == UInt8(ascii: "{")
            guard let scalar = isBraced ? Self.braced(text, &i) : Self.utf16(text, &i), scalar.value != 0 else {
                throw Self.badEscape(text, start)
            }
            for byte in UTF8.encode(scalar) ?? .init() { put(byte) }
        default: throw Self.badEscape(text, start)
        }
    }

    /// The character of `{1F600}` at `i`; moves past it.
    private static func braced(_ text: ByteView, _ i: inout Int) -> Unicode.Scalar? {
        i += 1
        guard let value = hexadecimal(text, &i, 1...6), i < text.count, text[i] == UInt8(ascii: "}") else { return nil }
        i += 1
        return Unicode.Scalar(value)
    }

    /// The character of `00e9` or `d83d\ude00` at `i`, as in JSON; moves past it.
    private static func utf16(_ text: ByteView, _ i: inout Int) -> Unicode.Scalar? {
        guard let first = hexadecimal(text, &i, 4...4) else { return nil }
        guard 0xD800..<0xDC00 ~= first else { return Unicode.Scalar(first) }
        guard i + 1 < text.count, text[i] == UInt8(ascii: "\\"), text[i + 1] == UInt8(ascii: "u") else { return nil }
        i += 2
        guard let second = hexadecimal(text, &i, 4...4), 0xDC00..<0xE000 ~= second else { return nil }
        return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    }

    /// The number of `count` hexadecimal digits at `i`; moves past them.
    private static func hexadecimal(_ text: ByteView, _ i: inout Int, _ count: ClosedRange<Int>) -> UInt32? {
        var value: UInt32 = 0
        var digits = 0
        while i < text.count, digits < count.upperBound, let digit = ByteReader.hexDigit(text[i]) {
            value = value << 4 | UInt32(digit)
            digits += 1
            i += 1
        }
        return digits >= count.lowerBound ? value : nil
    }

    private mutating func put(_ byte: UInt8) {
        // Checked: a resolved word must not be longer than the written one.
        unsafe precondition(scratchUsed < scratch.count)
        unsafe scratch[scratchUsed] = byte
        scratchUsed += 1
    }
}

// MARK: - Bytes

extension WordSplitter {
    /// Tab, space, `"`, `'`: bit n stands for byte n.
    private static let stops: UInt64 = 1 << 0x09 | 1 << 0x20 | 1 << 0x22 | 1 << 0x27
    private static let stopsAndEquals: UInt64 = stops | 1 << 0x3D

    /// The first byte from `i` on that ends a plain part of a word.
    @inline(__always)
    private static func endOfPlain(
        _ p: UnsafePointer<UInt8>, _ from: Int, _ count: Int, stopsAtEquals: Bool
    ) -> Int {
        let mask = stopsAtEquals ? stopsAndEquals : stops
        var i = from
        while i < count {
            // Eight at a time: the first byte below 0x28 or equal to `=` shows as the lowest top bit set (a borrow sets
            // false ones only above it); most of these are stops, and the mask tells which.
            if i + 8 <= count {
                let eight = unsafe UnsafeRawPointer(p + i).loadUnaligned(as: UInt64.self).littleEndian
                let low = (eight &- 0x2828_2828_2828_2828) & ~eight
                let other = eight ^ 0x3D3D_3D3D_3D3D_3D3D
                let equal = stopsAtEquals ? (other &- 0x0101_0101_0101_0101) & ~other : 0
                let found = (low | equal) & 0x8080_8080_8080_8080
                if found == 0 {
                    i += 8
                    continue
                }
                i += found.trailingZeroBitCount >> 3
            }
            let byte = unsafe p[i]
            if byte < 64, mask &>> UInt64(byte) & 1 != 0 { break }
            i += 1
        }
        return i
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    private static func skipBlanks(_ text: ByteView, from start: Int) -> Int {
        var i = start
        while i < text.count, isBlank(text[i]) { i += 1 }
        return i
    }

    /// `[A-Za-z0-9._-]`
    private static func isKeyByte(_ byte: UInt8) -> Bool {
        if byte < 64 { return 0x03FF_6000_0000_0000 &>> UInt64(byte) & 1 != 0 }
        return ByteReader.isLetter(byte) || byte == UInt8(ascii: "_")
    }

    /// `orFunction`: parameters in parentheses may follow.
    private static func isKey(_ key: ByteView, orFunction: Bool = false) -> Bool {
        guard key.count > 0, ByteReader.isLetter(key[0]) else { return false }
        for i in 1..<key.count where unsafe !isKeyByte(key.base[i]) { return isLongKey(key, i, orFunction) }
        return true
    }

    /// True for a key that goes on at `end` with parameters or with the place of an item.
    @inline(never)
    private static func isLongKey(_ key: ByteView, _ end: Int, _ orFunction: Bool) -> Bool {
        if orFunction, key[end] == UInt8(ascii: "(") { return key[key.count - 1] == UInt8(ascii: ")") }
        return key[end] == UInt8(ascii: "[") && isIndexed(key[end..<key.count])
    }

    /// True for the end of a key that names an item of a list: `[1].done`.
    private static func isIndexed(_ text: ByteView) -> Bool {
        var i = 0
        while i < text.count {
            if text[i] == UInt8(ascii: "[") {
                let first = i + 1
                i = first
                while i < text.count, ByteReader.isDigit(text[i]) { i += 1 }
                guard i > first, i < text.count, text[i] == UInt8(ascii: "]") else { return false }
            } else if !isKeyByte(text[i]) {
                return false
            }
            i += 1
        }
        return true
    }

    /// True for the beginning, up to `=`, of a selector with an open `[`: `list/*[user.done`.
    private static func isOpenCondition(_ word: ByteView) -> Bool {
        var isOpen = false
        for i in 0..<word.count {
            if word[i] == UInt8(ascii: "[") { isOpen = true } else if word[i] == UInt8(ascii: "]") { isOpen = false }
        }
        return isOpen
    }

    private static func badKey(_ text: ByteView, _ start: Int, _ end: Int) -> LineSyntax {
        LineSyntax(
            "\(ValueSyntax.quote(text[start..<end])) before = is not a key: a letter, then letters, digits, . _ -",
            at: start)
    }

    private static func badEscape(_ text: ByteView, _ start: Int) -> LineSyntax {
        let end = min(text.count, start + 2)
        return LineSyntax(
            "\(ValueSyntax.quote(text[start..<end])) is not an escape: \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u00e9 \\u{1F600} are",
            at: start)
    }
}
