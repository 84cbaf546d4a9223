import Geometry

/// Text search on bytes: in UTF-8 a character never begins inside another.
enum TextSearch {
    /// `text` without spaces and line feeds at its ends.
    static func trimmed(_ text: String, _ work: ComputeBudget) throws(ExpressionError) -> String {
        try ByteView.with(text) { (view) throws(ExpressionError) in
            try work.read(view.count)
            var (start, end) = (0, view.count)
            while start < end, ByteReader.isSpace(view[start]) { start += 1 }
            while start < end, ByteReader.isSpace(view[end - 1]) { end -= 1 }
            try work.make(end - start)
            return view[start..<end].string
        }
    }

    static func contains(_ text: String, _ part: String, _ work: ComputeBudget) throws(ExpressionError) -> Bool {
        try views(text, part, work) { (text, part) in PartSearch(part).first(in: text, from: 0) != nil }
    }

    /// Replaces every `old` in `text`, from the beginning; an empty `old` does not occur.
    static func replacing(
        _ old: String, by new: String, in text: String, _ work: ComputeBudget
    ) throws(ExpressionError) -> String {
        if old.isEmpty { return text }
        return try views(text, old, work) { (text, old) throws(ExpressionError) in
            let search = PartSearch(old)
            var found = 0
            var start = 0
            while let at = search.first(in: text, from: start) {
                found += 1
                start = at + old.count
            }
            let (added, isTooMuch) = found.multipliedReportingOverflow(by: new.utf8.count)
            try work.make(isTooMuch ? Int.max : (text.count - found * old.count).addingClamped(added))
            var out = ByteWriter()
            start = 0
            while let at = search.first(in: text, from: start) {
                out.append(text[start..<at])
                out.append(text: new)
                start = at + old.count
            }
            out.append(text[start..<text.count])
            return out.string
        }
    }

    /// The piece with this index, from 0, of the text split at `separator`; empty when out of range. With an empty
    /// separator, a character.
    static func piece(
        _ index: Int, of text: String, between separator: String, _ work: ComputeBudget
    ) throws(ExpressionError) -> String {
        guard index >= 0 else { return "" }
        if separator.isEmpty {
            try readCharacters(text, work)
            guard let at = text.index(text.startIndex, offsetBy: index, limitedBy: text.endIndex), at < text.endIndex
            else { return "" }
            return String(text[at])
        }
        return try views(text, separator, work) { (text, separator) throws(ExpressionError) in
            let search = PartSearch(separator)
            var start = 0
            var left = index
            while left > 0 {
                guard let found = search.first(in: text, from: start) else { return "" }
                start = found + separator.count
                left -= 1
            }
            let end = search.first(in: text, from: start) ?? text.count
            try work.make(end - start)
            return text[start..<end].string
        }
    }

    /// The index of the first character at which `part` occurs, aligned to characters at both ends; −1 when there is
    /// none.
    static func index(of part: String, in text: String, _ work: ComputeBudget) throws(ExpressionError) -> Int {
        if part.isEmpty { return 0 }
        if try isPlain(text, work) {
            return try views(text, part, work) { PartSearch($1).first(in: $0, from: 0) } ?? -1
        }
        try readCharacters(text, work)
        return try views(text, part, work) { (view, part) in
            let search = PartSearch(part)
            // Both ends only move forward, so each character is visited twice, however often the part is found.
            var (begin, end) = (CharacterWalk(text), CharacterWalk(text))
            var start = 0
            while let found = search.first(in: view, from: start) {
                begin.advance(to: found)
                end.advance(to: found + part.count)
                if begin.offset == found, end.offset == found + part.count { return begin.index }
                start = found + 1
            }
            return -1
        }
    }

    /// True for a text in which each character is one byte.
    static func isPlain(_ text: String, _ work: ComputeBudget) throws(ExpressionError) -> Bool {
        try work.read(text.utf8.count)
        return text.utf8.allSatisfy { $0 < 0x80 && $0 != 0x0D }
    }

    /// Takes the operations for finding a text's characters.
    static func readCharacters(_ text: String, _ work: ComputeBudget) throws(ExpressionError) {
        try work.spend(text.utf8.count / 4)
    }

    private static func views<R>(
        _ text: String, _ part: String, _ work: ComputeBudget,
        _ body: (ByteView, ByteView) throws(ExpressionError) -> R
    ) throws(ExpressionError) -> R {
        try work.read(text.utf8.count + part.utf8.count)
        return try ByteView.with(text) { (text) throws(ExpressionError) in
            try ByteView.with(part) { (part) throws(ExpressionError) in try body(text, part) }
        }
    }
}

/// Iterates over the characters of a text.
private struct CharacterWalk {
    private let text: String
    private var at: String.Index
    /// The number of the current character, and its byte offset.
    private(set) var index = 0
    private(set) var offset = 0

    init(_ text: String) {
        self.text = text
        at = text.startIndex
    }

    /// Advances to the first character that begins at byte `target` or later.
    mutating func advance(to target: Int) {
        while offset < target, at < text.endIndex {
            let next = text.index(after: at)
            offset += text.utf8.distance(from: at, to: next)
            at = next
            index += 1
        }
    }
}

extension Int {
    fileprivate func addingClamped(_ other: Int) -> Int {
        let (sum, isTooMuch) = addingReportingOverflow(other)
        return isTooMuch ? Int.max : sum
    }
}
