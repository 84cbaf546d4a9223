package import Geometry
package import Schema

/// A line split into its verb and words.
///
/// A view of the splitter's buffers; valid until the splitter splits again.
package struct Line {
    package let tag: ByteView?
    package let verb: ByteView
    /// The offset of the verb, in bytes from the beginning of the line.
    package let verbOffset: Int
    @usableFromInline let words: WordList

    /// Splits a line; nil when it is empty or a comment.
    package init?(_ bytes: ByteView, _ splitter: inout WordSplitter) throws(SceneError) {
        do throws(LineSyntax) {
            try splitter.split(bytes)
        } catch {
            throw SceneError(error.code == .limit ? .limit : .syntax, error.message)
        }
        let words = splitter.words
        guard let first = words.first else {
            if splitter.tag == nil { return nil }
            throw SceneError(.syntax, "a verb is expected after the tag")
        }
        guard first.isPositional else {
            throw SceneError(.syntax, "\(ValueSyntax.quote(first.key)) stands where a verb is expected")
        }
        if splitter.hasExpressions, Verb(first.value)?.traits.contains(.takesExpressions) != true {
            throw SceneError(.syntax, "\(first.value.string) takes no key:=expression")
        }
        tag = splitter.tag
        verb = first.value
        verbOffset = first.offset
        self.words = words
    }

    /// Number of words after the verb.
    @inlinable package var count: Int { words.count - 1 }

    @inlinable package subscript(_ at: Int) -> Word { words[at + 1] }

    /// The words after the verb, starting with `first`.
    package func words(from first: Int) -> WordList { words.dropping(first + 1) }

    /// The positional word at `at`; throws if it is missing or has a key.
    func positional(_ at: Int, _ what: StaticString) throws(SceneError) -> ByteView {
        guard at < count else { throw SceneError(.syntax, "\(verb.string): \(what) is expected") }
        guard self[at].isPositional else {
            throw SceneError(
                .syntax, "\(verb.string): \(ValueSyntax.quote(self[at].key)) found where \(what) is expected")
        }
        return self[at].value
    }
}

extension Word {
    /// The word in an error message: its key, or the whole of a positional one.
    package var name: ByteView { isPositional ? value : key }

    package func boolean() throws(SceneError) -> Bool {
        do throws(ValueSyntax) { return try Quantity.boolean(value) } catch {
            throw SceneError(.value, "\(key.string): \(error.message)")
        }
    }

    /// The value of a word that must be one of the choices in the verb's schema. Throws `value` otherwise.
    package func choice(of verb: Verb) throws(SceneError) -> String {
        let text = value.string
        let argument = verb.schema.argument(self)
        guard let argument, argument.choices.contains(text) else {
            throw SceneError(
                .value,
                "\(verb.name): \(argument.map { $0.isKeyed ? "\($0.name)=" : "" } ?? "")\(ValueSyntax.quote(value))"
                    + "\(NearestName.hint(for: value, among: argument?.choices ?? [])): expected "
                    + Self.list(argument?.choices ?? []))
        }
        return text
    }

    /// `all, errors or none`.
    private static func list(_ choices: [String]) -> String {
        guard let last = choices.last, choices.count > 1 else { return choices.first ?? "" }
        return choices.dropLast().joined(separator: ", ") + " or " + last
    }

    package func number() throws(SceneError) -> Double {
        do throws(ValueSyntax) { return try Quantity.number(value) } catch {
            throw SceneError(.value, "\(key.string): \(error.message)")
        }
    }
}
