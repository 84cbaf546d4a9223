package import Geometry
package import Schema

/// The value of a word.
package protocol WireValue {
    /// Throws `value` for an invalid word.
    static func read(_ word: Word, of command: Command) throws(SceneError) -> Self
    /// The text of the word, before quoting.
    var text: String { get }
}

extension ByteView: WireValue {
    package static func read(_ word: Word, of command: Command) -> ByteView { word.value }
    package var text: String { string }
}

extension Bool: WireValue {
    package static func read(_ word: Word, of command: Command) throws(SceneError) -> Bool {
        try word.boolean()
    }
    package var text: String { self ? "true" : "false" }
}

extension Double: WireValue {
    package static func read(_ word: Word, of command: Command) throws(SceneError) -> Double {
        try word.number()
    }
    package var text: String {
        var out = ByteWriter()
        out.append(self)
        return out.string
    }
}

/// A word that is one of the choices in its verb's row of the table.
package protocol WireChoice: WireValue, RawRepresentable, CaseIterable where RawValue == String {}

extension WireChoice {
    package static func read(_ word: Word, of command: Command) throws(SceneError) -> Self {
        let text = try word.choice(of: command.verb)
        guard let choice = Self(rawValue: text) else { preconditionFailure("\(text) is a choice of the table alone") }
        return choice
    }
    package var text: String { rawValue }
}

extension Point: WireValue {
    package static func read(_ word: Word, of command: Command) throws(SceneError) -> Point {
        do throws(ValueSyntax) { return try Quantity.point(word.value) } catch {
            throw SceneError(.value, "\(word.key.string): \(error.message)")
        }
    }
    package var text: String { "\(x.text),\(y.text)" }
}

extension TimingFunction: WireValue {
    package static func read(_ word: Word, of command: Command) throws(SceneError) -> TimingFunction {
        do throws(ValueSyntax) { return try ValueText.timing(word.value) } catch {
            throw SceneError(.value, "\(word.key.string): \(error.message)")
        }
    }
    package var text: String {
        var out = ByteWriter()
        print(to: &out)
        return out.string
    }
}

/// A duration ≥ 0.
package struct Seconds: WireValue {
    package let value: Double

    package static func read(_ word: Word, of command: Command) throws(SceneError) -> Seconds {
        do throws(ValueSyntax) { return Seconds(value: try AnimateOptions.time(word.value)) } catch {
            throw SceneError(.value, "\(word.isPositional ? command.verb.name : word.key.string): \(error.message)")
        }
    }
    package var text: String { value.text }
}
