package import Geometry

/// A word that selects several objects: `p/*`, `card.*`, `.row[user.done=true]`, `a,b`.
package struct Selector: Equatable, Sendable {
    /// The first part of an alternative.
    package enum Scope: Equatable, Sendable {
        /// Unspecified: every object.
        case objects
        /// `*`: every layer except root.
        case layers
        /// An id; that of a part begins with its dot.
        case id(String)
        /// An id that contains `*`.
        case pattern(String)
        /// `ID/*`
        case sublayers(of: String)
        /// `ID/**`
        case descendants(of: String)

        /// The id that is named; nil for a scope without one.
        var id: String? {
            switch self {
            case .id(let id), .sublayers(let id), .descendants(let id): id
            case .objects, .layers, .pattern: nil
            }
        }
    }

    /// `[key=value]`
    package struct Condition: Equatable, Sendable {
        package var key: String
        package var value: String
    }

    /// One of the alternatives separated by commas; all of its conditions must hold.
    package struct Alternative: Equatable, Sendable {
        package var scope = Scope.objects
        package var styles: [String] = []
        package var conditions: [Condition] = []
    }

    /// The word as written.
    package let text: String
    /// Never empty.
    package let alternatives: [Alternative]
    /// True when an alternative has a condition.
    package var hasConditions: Bool { alternatives.contains { !$0.conditions.isEmpty } }
    /// True when an alternative refers to `self`.
    package var namesSelf: Bool { alternatives.contains { $0.scope.id == "self" } }

    /// True when `word` is a selector instead of an id: it contains `*`, `/`, `,` or `[`, or begins with a dot.
    package static func isSelector(_ word: ByteView) -> Bool {
        for i in 0..<word.count {
            switch word[i] {
            case UInt8(ascii: "*"), UInt8(ascii: "/"), UInt8(ascii: ","), UInt8(ascii: "["): return true
            case UInt8(ascii: "."): if i == 0 { return true }
            default: break
            }
        }
        return false
    }

    /// Maximum number of patterns, styles and conditions in a selector, each of which may test every layer; plain ids
    /// do not count.
    package static let mostTerms = 64

    /// Parses a selector. With `partsAllowed`, in the lines of a component, `.name` at the start is a part instead of a
    /// style.
    package init(_ word: ByteView, partsAllowed: Bool = false) throws(SelectorSyntax) {
        var parser = SelectorParser(word, partsAllowed: partsAllowed)
        alternatives = try parser.selector()
        text = word.string
    }

    package init(_ text: String, partsAllowed: Bool = false) throws(SelectorSyntax) {
        self = try ByteView.with(text) { (view) throws(SelectorSyntax) in
            try Selector(view, partsAllowed: partsAllowed)
        }
    }

    /// True when `name` matches `pattern`, in which each `*` stands for any number of bytes.
    package static func matches(_ name: ByteView, _ pattern: ByteView) -> Bool {
        // Greedy with one backtracking point: the last star takes one more byte each time the rest does not match.
        var (n, p) = (0, 0)
        var star: (pattern: Int, name: Int)?
        while n < name.count {
            if p < pattern.count, pattern[p] == UInt8(ascii: "*") {
                star = (p + 1, n)
                p += 1
            } else if p < pattern.count, pattern[p] == name[n] {
                p += 1
                n += 1
            } else if let last = star {
                star = (last.pattern, last.name + 1)
                (p, n) = (last.pattern, last.name + 1)
            } else {
                return false
            }
        }
        while p < pattern.count, pattern[p] == UInt8(ascii: "*") { p += 1 }
        return p == pattern.count
    }
}

/// The error in a selector, and its location.
package struct SelectorSyntax: Error, Equatable, Sendable {
    package var message: String
    /// In bytes from the beginning of the selector.
    package var offset: Int
    /// True when the syntax is valid but there are too many terms.
    package var isBeyondLimit = false
}

/// The parser of selectors.
@safe private struct SelectorParser {
    private let text: ByteView
    private let partsAllowed: Bool
    private var position = 0
    /// Number of patterns, styles and conditions so far.
    private var terms = 0

    init(_ text: ByteView, partsAllowed: Bool) {
        self.text = text
        self.partsAllowed = partsAllowed
    }

    private var next: UInt8 { position < text.count ? text[position] : 0 }

    mutating func selector() throws(SelectorSyntax) -> [Selector.Alternative] {
        var alternatives = [try alternative()]
        while next == UInt8(ascii: ",") {
            position += 1
            alternatives.append(try alternative())
        }
        guard position == text.count else { throw wrong("has no meaning here") }
        return alternatives
    }

    private mutating func alternative() throws(SelectorSyntax) -> Selector.Alternative {
        var result = Selector.Alternative()
        let start = position
        if Self.isIDByte(next) || next == UInt8(ascii: "*") || (partsAllowed && next == UInt8(ascii: ".")) {
            result.scope = try scope()
        }
        while true {
            if next == UInt8(ascii: ".") {
                position += 1
                result.styles.append(try styleName())
            } else if next == UInt8(ascii: "[") {
                result.conditions.append(try condition())
            } else {
                break
            }
        }
        if position == start { throw wrong("found where an id, *, .STYLE or [key=value] is expected") }
        var isID = false
        if case .id = result.scope { isID = true }
        terms += result.styles.count + result.conditions.count + (isID ? 0 : 1)
        guard terms <= Selector.mostTerms else {
            throw SelectorSyntax(
                message: "a selector has at most \(Selector.mostTerms) patterns, styles and conditions", offset: start,
                isBeyondLimit: true)
        }
        return result
    }

    private mutating func scope() throws(SelectorSyntax) -> Selector.Scope {
        let start = position
        var hasStar = false
        if partsAllowed, next == UInt8(ascii: ".") { position += 1 }
        while Self.isIDByte(next) || next == UInt8(ascii: ".") || next == UInt8(ascii: "*") {
            if next == UInt8(ascii: "*") { hasStar = true }
            position += 1
        }
        // Adjacent stars are merged, because each would be tried for each name.
        let star = UInt8(ascii: "*")
        var bytes: [UInt8] = []
        for at in start..<position where text[at] != star || bytes.last != star { bytes.append(text[at]) }
        let id = String(decoding: bytes, as: UTF8.self)
        guard next == UInt8(ascii: "/") else {
            guard hasStar else { return .id(id) }
            return id == "*" ? .layers : .pattern(id)
        }
        guard !hasStar else { throw wrong("follows a pattern; an id stands before it") }
        position += 1
        guard next == UInt8(ascii: "*") else { throw wrong("found where * or ** is expected") }
        position += 1
        guard next == UInt8(ascii: "*") else { return .sublayers(of: id) }
        position += 1
        return .descendants(of: id)
    }

    /// Reads a style's id up to the next dot: dots separate styles that must all apply.
    private mutating func styleName() throws(SelectorSyntax) -> String {
        let start = position
        while Self.isIDByte(next) { position += 1 }
        guard position > start else { throw wrong("found where a style's name is expected") }
        return text[start..<position].string
    }

    private mutating func condition() throws(SelectorSyntax) -> Selector.Condition {
        let open = position
        position += 1
        let keyStart = position
        while position < text.count, next != UInt8(ascii: "="), next != UInt8(ascii: "]") { position += 1 }
        let key = text[keyStart..<position]
        guard next == UInt8(ascii: "="), Self.isKey(key) else {
            position = open
            throw wrong("is no condition [key=value]")
        }
        position += 1
        let valueStart = position
        while position < text.count, next != UInt8(ascii: "]") { position += 1 }
        guard next == UInt8(ascii: "]") else {
            position = open
            throw wrong("has no end: ] is expected")
        }
        let value = text[valueStart..<position].string
        position += 1
        return Selector.Condition(key: key.string, value: value)
    }

    private static func isKey(_ key: ByteView) -> Bool {
        guard key.count > 0, ByteReader.isLetter(key[0]) else { return false }
        for i in 1..<key.count where !isIDByte(key[i]) && key[i] != UInt8(ascii: ".") { return false }
        return true
    }

    /// True for a byte of an id, except the dot; `~` occurs only in generated ids.
    private static func isIDByte(_ byte: UInt8) -> Bool {
        ByteReader.isLetter(byte) || ByteReader.isDigit(byte) || byte == UInt8(ascii: "_")
            || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ":") || byte == UInt8(ascii: "~")
    }

    private func wrong(_ complaint: String) -> SelectorSyntax {
        let rest = text[position..<text.count]
        let found = rest.isEmpty ? "the end" : ValueSyntax.quote(rest)
        return SelectorSyntax(
            message: "\(ValueSyntax.quote(text)) is no selector: \(found) \(complaint)", offset: position)
    }
}
