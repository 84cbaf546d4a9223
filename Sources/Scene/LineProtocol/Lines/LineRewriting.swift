package import Geometry
package import Schema

/// Rewrites the lines of a reaction, a timer or a `repeat` with other words.
package struct LineRewriting {
    /// The new value of a word, given with its argument or nil for a property; nil keeps the word.
    package var word: (Word, VerbArgument?) -> String?
    /// The new text of an expression; nil keeps it.
    package var expression: (Word) -> String? = { _ in nil }

    package init(word: @escaping (Word, VerbArgument?) -> String?) { self.word = word }

    /// The rewritten lines of `text`, without empty ones. Throws `syntax` and `unknown-verb`.
    package func lines(of text: String) throws(SceneError) -> [[UInt8]] {
        var splitter = WordSplitter()
        var written: [[UInt8]] = []
        for line in ReactionLines.split(text) {
            try line.withView(0..<line.count) { (bytes) throws(SceneError) in
                guard let line = try Line(bytes, &splitter) else { return }
                written.append(write(try Command(line)))
            }
        }
        return written
    }

    /// A line without its tag.
    package func write(_ command: Command) -> [UInt8] {
        let line = command.line
        var out = ByteWriter()
        out.append(line.verb)
        for at in 0..<line.count {
            out.append(" ")
            out.append(
                line[at], of: command.verb,
                as: line[at].isExpression
                    ? expression(line[at]) : word(line[at], command.verb.schema.argument(at: at, of: line)))
        }
        return out.array
    }
}

extension ByteWriter {
    /// Appends a word so that it is read back unchanged: quoted if necessary. `text` replaces its value or expression.
    mutating func append(_ word: Word, of verb: Verb?, as text: String? = nil) {
        if word.isExpression {
            append(word.key)
            if verb?.schema.argument(word)?.type == .expression {
                append(" ")
            } else {
                append(word.isTwoWay ? "<=>" : ":=" as StaticString)
            }
            if let text { append(text: text) } else { append(word.value) }
            return
        }
        if !word.isPositional {
            append(word.key)
            append("=")
        }
        if word.isEmptyText, text?.isEmpty ?? true {
            append("''" as StaticString)
        } else if let text {
            ByteView.with(text) { WordQuoting.append($0, isPositional: word.isPositional, to: &self) }
        } else {
            WordQuoting.append(word.value, isPositional: word.isPositional, to: &self)
        }
    }
}

extension WordQuoting {
    /// Appends a word so that a positional one stays positional.
    package static func append(_ value: ByteView, isPositional: Bool, to line: inout ByteWriter) {
        var looksOtherwise = value.isEmpty
        if isPositional { for i in 0..<value.count where value[i] == UInt8(ascii: "=") { looksOtherwise = true } }
        guard isPositional, looksOtherwise else { return append(value, to: &line) }
        var quoted = ByteWriter()
        // A blank forces quotes.
        append(value.string + " ", to: &quoted)
        line.append(text: String(quoted.string.dropLast(2)) + "\"")
    }
}
