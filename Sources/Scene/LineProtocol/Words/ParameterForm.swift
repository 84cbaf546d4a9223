import Geometry
import Schema

/// A word `key=default` of `define`: the default, optionally followed by choices or a range, as in
/// `size=small(small|large)` and `level=5(0..10)`.
struct ParameterForm {
    /// The text of the default.
    let initial: ByteView
    /// The allowed texts; empty for any.
    private(set) var choices: [String] = []
    /// The allowed numbers, inclusive; nil for any.
    private(set) var range: ClosedRange<Double>?

    /// A choice is stored in a byte.
    private static let mostChoices = 255

    /// Throws `value` for an inverted range, `syntax` for empty or repeated choices.
    init(_ text: ByteView, of name: String) throws(SceneError) {
        guard text.count > 2, text[text.count - 1] == UInt8(ascii: ")"),
            let open = (0..<text.count).first(where: { text[$0] == UInt8(ascii: "(") })
        else {
            initial = text
            return
        }
        let inner = text[open + 1..<text.count - 1].string
        if inner.contains("|") {
            initial = text[0..<open]
            choices = inner.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
            guard choices.allSatisfy({ !$0.isEmpty }), Set(choices).count == choices.count else {
                throw SceneError(.syntax, "define: \(name) has a choice that is empty or there twice: \(inner)")
            }
            guard choices.count <= Self.mostChoices else {
                throw SceneError(.limit, "define: \(name) has more than \(Self.mostChoices) choices")
            }
            return
        }
        guard let range = try Self.range(text[open + 1..<text.count - 1], of: name),
            (try? Quantity.number(text[0..<open])) != nil
        else {
            initial = text
            return
        }
        initial = text[0..<open]
        self.range = range
    }

    /// The numbers of `LOW..HIGH`; nil for other texts.
    private static func range(_ text: ByteView, of name: String) throws(SceneError) -> ClosedRange<Double>? {
        let dot = UInt8(ascii: ".")
        for at in 0..<max(text.count - 1, 0) where text[at] == dot && text[at + 1] == dot {
            guard let low = try? Quantity.number(text[0..<at]),
                let high = try? Quantity.number(text[at + 2..<text.count])
            else { continue }
            guard low <= high else {
                throw SceneError(.value, "define: the range of \(name) ends before it begins: \(text.string)")
            }
            return low...high
        }
        return nil
    }

    /// The index of the default among the choices. Throws `value` if it is not one of them.
    func choice(of name: String) throws(SceneError) -> (PropertyType, Value) {
        guard let index = choices.firstIndex(of: initial.string) else {
            throw SceneError(
                .value,
                "define: the default of \(name), \(ValueSyntax.quote(initial)), is none of its choices: "
                    + choices.joined(separator: " "))
        }
        return (.choice, .choice(UInt8(index)))
    }

    /// Throws `value` for a default outside of the range.
    func check(_ value: Value, of name: String) throws(SceneError) {
        guard let range, case .number(let number) = value, !range.contains(number) else { return }
        throw SceneError(
            .value,
            "define: the default of \(name), \(initial.string), is not from \(range.lowerBound) to \(range.upperBound)")
    }
}
