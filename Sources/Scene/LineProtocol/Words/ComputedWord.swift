package import Expressions
package import Geometry
package import Schema

/// Compiles words `key:=expression`, and converts results to literals of properties.
package enum ComputedWord {
    /// The compiled expression, which may call `functions`. Throws `syntax`, `value` or `limit` with the column in it.
    package static func compile(_ word: Word, _ functions: UserFunctions) throws(SceneError) -> Expression {
        do throws(ExpressionError) { return try Expression(word.value, functions) } catch {
            throw SceneError(error, key: word.key)
        }
    }

    /// The literal of `value` for the property at `path`. Throws `value` when the types do not match.
    package static func text(
        of value: ExpressionValue, for path: KeyPath, _ key: ByteView, of kind: Kind
    ) throws(SceneError) -> String {
        let type: PropertyType
        switch path {
        case .property(let id): type = kind[id].type
        case .part(_, let part): type = part.property.type
        case .user, .key: type = .string
        case .index: type = .integer
        case .parent, .above, .below: type = .object
        }
        if case .property(let id) = path, kind[id].holdsJSON, value.type == .list || value.type == .record {
            return value.shortestText
        }
        guard takes(type, value) else {
            throw SceneError(.value, "\(key.string): \(name(type)) is expected, not \(value.type.name)")
        }
        switch value {
        case .none: return "none"
        case .list(let items): return items.map(\.shortestText).joined(separator: ",")
        default: return value.shortestText
        }
    }

    /// True when a property of `type` may accept `value`; its text may still be invalid.
    private static func takes(_ type: PropertyType, _ value: ExpressionValue) -> Bool {
        switch (type, value) {
        case (.number, .number), (.time, .number), (.angle, .number), (.integer, .number), (.count, .number): true
        case (.number, _), (.time, _), (.angle, _), (.integer, _), (.count, _): false
        case (.boolean, .boolean), (.point, .point), (.size, .size), (.rect, .rect): true
        case (.boolean, _), (.point, _), (.size, _), (.rect, _): false
        case (.string, .text), (.string, .number), (.string, .boolean): true
        case (.string, _): false
        case (.color, .color), (_, .text), (_, .none): true
        case (.colors, .list), (.numbers, .list), (.objects, .list), (.circle, .list): true
        case (.animated, _), (.keyframes, _): true
        default: false
        }
    }

    private static func name(_ type: PropertyType) -> String {
        switch type {
        case .string: "a text, a number or a boolean"
        case .color: "a colour"
        case .number, .time, .angle, .integer, .count: "a number"
        case .boolean, .point, .size: "a \(type.name)"
        case .rect: "a rectangle"
        default: "a text"
        }
    }
}

extension SceneError {
    /// Converts an expression's error to the error of its line.
    package init(_ error: ExpressionError, key: ByteView) {
        let code: ErrorCode =
            switch error.code {
            case .syntax: .syntax
            case .value: .value
            case .limit: .limit
            case .unknownObject: .unknownObject
            case .unknownProperty: .unknownProperty
            case .unknownVariable: .unknownVariable
            }
        self.init(code, "\(key.string): \(error.description)")
    }
}

extension ExpressionError {
    /// Converts the scene's error about a name.
    package init(_ error: SceneError) {
        let code: Code =
            switch error.code {
            case .unknownObject: .unknownObject
            case .unknownProperty: .unknownProperty
            case .limit: .limit
            default: .value
            }
        self.init(code, error.message)
    }
}
