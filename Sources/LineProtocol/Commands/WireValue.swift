package import Geometry
package import Scene

/// The value of a word.
package protocol WireValue {
    /// Throws `value` for a word that is none.
    static func read(_ word: Word, of command: Command) throws(SceneError) -> Self
    /// The text of the word, before it is quoted.
    var text: String { get }
}

extension ByteView: WireValue {
    package static func read(_ word: Word, of command: Command) -> ByteView { word.value }
    package var text: String { string }
}

extension Bool: WireValue {
    package static func read(_ word: Word, of command: Command) throws(SceneError) -> Bool {
        try command.line.boolean(word)
    }
    package var text: String { self ? "true" : "false" }
}

extension Double: WireValue {
    package static func read(_ word: Word, of command: Command) throws(SceneError) -> Double {
        try command.line.number(word)
    }
    package var text: String {
        var out = ByteWriter()
        out.append(self)
        return out.string
    }
}

/// A word that is one of the choices of its verb's row in the table.
package protocol WireChoice: WireValue, RawRepresentable, CaseIterable where RawValue == String {}

extension WireChoice {
    package static func read(_ word: Word, of command: Command) throws(SceneError) -> Self {
        let text = try command.line.choice(word, of: command.verb)
        guard let choice = Self(rawValue: text) else { preconditionFailure("\(text) is a choice of the table alone") }
        return choice
    }
    package var text: String { rawValue }
}
