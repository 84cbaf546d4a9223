package import Expressions
package import Geometry
import Glibc
package import Living
package import Scene
package import Schema

/// Literals that refer to variables: `$accent`, `$radius|7`, and `$a,#fff` where the property takes several items.
package enum VariableLiteral {
    /// Maximum size in bytes.
    package static let mostBytes = 4096

    /// Fast test: false for a text that cannot be one.
    package static func isPossible(_ text: ByteView) -> Bool {
        unsafe memchr(text.base, Int32(UInt8(ascii: "$")), text.count) != nil
    }

    /// The parsed literal; nil if it refers to no variable. Free texts, and names of objects, refer to none.
    package static func read(_ text: ByteView, _ property: Property) -> VariableText? {
        switch property.type {
        case .string where ["string", "markup", "name"].contains(property.name): nil
        case .object, .objects, .operations, .animated, .keyframes: nil
        case .numbers, .colors, .choices, .timings: VariableText(text, isList: true)
        case .point, .size, .rect, .circle:
            VariableText(text, isList: false) ?? VariableText(text, isList: true)
        default: VariableText(text, isList: false)
        }
    }

    /// The value of a literal for the layer at `slot`. Throws `unknown-variable`, and the errors of `ValueText.read`.
    package static func value(
        of text: String, as property: Property, for slot: Slot?, in scene: Scene
    ) throws(SceneError) -> Value {
        let literal = ByteView.with(text) { read($0, property) }
        guard let literal else { throw SceneError(.value, "\(property.name): \"\(text)\" refers to no variable") }
        if literal.pieces.count == 1, case .variable(let name, _) = literal.pieces[0],
            let value = scene.variables.variable(name, for: slot)
        {
            switch (property.type, value) {
            case (.color, .color): return value
            case (.number, .number(let n)) where n >= property.minimum && n <= property.maximum: return value
            default: break
            }
        }
        let filled: String
        do throws(VariableText.Unknown) {
            filled = try literal.filled { name in
                scene.variables.variable(name, for: slot).map { value in
                    var out = ByteWriter()
                    ValueText.write(key: value, to: &out)
                    return out.string
                }
            }
        } catch {
            throw SceneError(.unknownVariable, "\(property.name): unknown variable \"\(error.name)\"")
        }
        return try ByteView.with(filled) { (filled) throws(SceneError) in
            try ValueText.read(filled, as: property, in: scene)
        }
    }
}

extension Value {
    /// The value of a free key; nil for `none`, which is not stored.
    package init?(key value: ExpressionValue) {
        switch value {
        case .none: return nil
        case .boolean(let b): self = .boolean(b)
        case .number(let n): self = .number(n)
        case .text(let t): self = .string(t)
        case .color(let c): self = .color(c)
        case .point, .size, .rect: self = .string(value.shortestText)
        case .list, .record:
            // Deeper than JSON is read, it is a text from here on.
            self = Document(value).map { .document($0) } ?? .string(value.shortestText)
        }
    }
}
