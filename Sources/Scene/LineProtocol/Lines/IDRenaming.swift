import Expressions
package import Geometry
package import Schema

/// Replaces ids in words, expressions and lines: those of a copy instead of the original's.
package struct IDRenaming {
    /// New ids by old ones.
    package let names: [String: String]
    /// The common prefix of all ids: `old` and `old.x` become `new` and `new.x`.
    private let old: String
    private let new: String
    private let kinds: KindRegistry

    package init(_ names: [String: String], from old: String, to new: String, kinds: KindRegistry) {
        self.names = names
        self.old = old
        self.new = new
        self.kinds = kinds
    }

    /// The id in the copy for an object called `name`, when `old` is copied as `new`.
    package static func copied(_ name: String, from old: String, to new: String) -> String {
        if name == old { return new }
        let isBelow = name.hasPrefix(old) && [".", "~"].contains(name.dropFirst(old.count).first)
        return isBelow ? new + name.dropFirst(old.count) : "\(new).\(name)"
    }

    // MARK: Lines

    /// The lines with the ids of the copy, in words and expressions.
    package func lines(_ text: String) throws(SceneError) -> String {
        var rewriting = LineRewriting { word, argument in self.word(word, argument) }
        rewriting.expression = { expression($0.value) }
        let lines = try rewriting.lines(of: text)
        return lines.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
    }

    private func word(_ word: Word, _ argument: VerbArgument?) -> String? {
        switch argument?.type {
        case .lines?: try? lines(word.value.string)
        // An event, a kind or a property may have the same name as an object.
        case .id?, .newID?, .rest?: word.isPositional || namesObjects(word.key) ? selector(word.value) : nil
        default: !word.isPositional && namesObjects(word.key) ? selector(word.value) : nil
        }
    }

    /// True for the key of a property that names objects, or a position in the tree.
    private func namesObjects(_ key: ByteView) -> Bool {
        if key == "parent" || key == "above" || key == "below" || key == "as" { return true }
        let types: [PropertyType] = [.object, .objects, .contents]
        return kinds.kinds.contains { kind in kind.property(named: key).map { types.contains(kind[$0].type) } ?? false }
    }

    /// An id or selector with the ids of the copy: `a`, `a/**.row`, `a,b`, `a.*`.
    package func selector(_ word: ByteView) -> String {
        var out = ""
        var start = 0
        var depth = 0
        for at in 0...word.count {
            let byte = at < word.count ? word[at] : UInt8(ascii: ",")
            if byte == UInt8(ascii: "[") { depth += 1 }
            if byte == UInt8(ascii: "]") { depth -= 1 }
            guard byte == UInt8(ascii: ","), depth <= 0 || at == word.count else { continue }
            if !out.isEmpty { out += "," }
            out += alternative(word[start..<at])
            start = at + 1
        }
        return out
    }

    private func alternative(_ word: ByteView) -> String {
        var end = 0
        while end < word.count, word[end] != UInt8(ascii: "/"), word[end] != UInt8(ascii: "[") { end += 1 }
        let (id, rest) = (word[0..<end].string, word[end..<word.count].string)
        if let name = names[id] { return name + rest }
        if id.hasPrefix(old + "."), id.contains("*") { return new + id.dropFirst(old.count) + rest }
        return id + rest
    }

    // MARK: Expressions

    /// An expression with the ids of the copy.
    package func expression(_ text: ByteView) -> String {
        ExpressionRewriting(
            name: { renamed($0, isObject: $1) },
            quoted: { text, place in
                ByteView.with(text) { text in
                    switch place {
                    case .whole: selector(text)
                    case .beginning: beginning(of: text)
                    }
                }
            }
        ).rewritten(text)
    }

    /// Renames a name with dots, by the longest id at its beginning. The whole name is an id only if it is an object.
    private func renamed(_ name: String, isObject: Bool) -> String? {
        if isObject, let whole = names[name] { return whole }
        // A layer's own property takes precedence over an object with that name.
        if ByteView.with(name, { PropertyPath($0, of: kinds[.layer]) }) != nil { return nil }
        var end = name.lastIndex(of: ".")
        while let dot = end {
            if let id = names[String(name[..<dot])] { return id + name[dot...] }
            end = name[..<dot].lastIndex(of: ".")
        }
        return nil
    }

    /// The beginning of an id or selector that an expression completes: `a.`, or `row` for `row1` and `row2`.
    private func beginning(of text: ByteView) -> String {
        let renamed = selector(text)
        let word = text.string
        guard renamed == word, !word.isEmpty, !word.contains(where: { ",/[".contains($0) }) else { return renamed }
        if word.hasPrefix(old + ".") || word.hasPrefix(old + "~") { return new + word.dropFirst(old.count) }
        return names.keys.contains { $0.hasPrefix(word) && !$0.hasPrefix(old) } ? "\(new).\(word)" : word
    }
}
