package import Geometry
package import Scene

/// Writes the lines of a reaction, a timer or a `repeat` anew, with other words.
package struct LineRewriting {
    /// The new value of a word; nil leaves it as it is.
    package var word: (Word, Verb) -> String?
    /// The new text of an expression; nil leaves it as it is.
    package var expression: (Word) -> String? = { _ in nil }

    package init(word: @escaping (Word, Verb) -> String?) { self.word = word }

    /// The lines of `text`, each written anew, without those that are empty. Throws `syntax` and `unknown-verb`.
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
            let one = line[at]
            out.append(" ")
            if one.isExpression {
                out.append(one.key)
                if command.verb == .on { out.append(" ") } else { out.append(":=") }
                if let text = expression(one) { out.append(text: text) } else { out.append(one.value) }
                continue
            }
            if !one.isPositional {
                out.append(one.key)
                out.append("=")
            }
            if let text = word(one, command.verb) {
                ByteView.with(text) { WordQuoting.append($0, isPositional: one.isPositional, to: &out) }
            } else {
                WordQuoting.append(one.value, isPositional: one.isPositional, to: &out)
            }
        }
        return out.array
    }
}

extension WordQuoting {
    /// Appends a word so that a positional one stays one.
    package static func append(_ value: ByteView, isPositional: Bool, to line: inout ByteWriter) {
        var looksOtherwise = value.isEmpty
        if isPositional { for i in 0..<value.count where value[i] == UInt8(ascii: "=") { looksOtherwise = true } }
        guard isPositional, looksOtherwise else { return append(value, to: &line) }
        var quoted = ByteWriter()
        // A blank has it quoted.
        append(value.string + " ", to: &quoted)
        line.append(text: String(quoted.string.dropLast(2)) + "\"")
    }
}
