import Expressions
import Geometry
import Scene

/// A word `key:=expression`: how it is compiled, and how its result becomes the property's literal.
enum ComputedWord {
    /// The compiled expression. Throws `syntax`, `value` or `limit` with the column in it.
    static func compile(_ word: Word) throws(SceneError) -> Expression {
        do throws(ExpressionError) { return try Expression(word.value) } catch {
            throw SceneError(error, key: word.key)
        }
    }

    /// The literal of `value` for what `path` names. Throws `value` when the types do not fit.
    static func text(
        of value: ExpressionValue, for path: KeyPath, _ key: ByteView, of kind: Kind
    ) throws(SceneError) -> String {
        let type: PropertyType
        switch path {
        case .property(let id): type = kind[id].type
        case .part(_, let part): type = part.property.type
        case .user: type = .string
        case .index: type = .integer
        case .parent, .above, .below: type = .object
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

    /// True when a property of `type` can be given `value`; a text may still be no literal of it.
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
    /// An expression's error, as the reply to its line tells it.
    init(_ error: ExpressionError, key: ByteView) {
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
    /// What the scene has to say about a name.
    init(_ error: SceneError) {
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

extension Interpreter {
    /// Reads one word of a line about `slot`; nil is an object that the line makes.
    func readProperty(
        _ word: Word, of kind: Kind, on slot: Slot?, in line: Line, into words: inout PropertyWords
    ) throws(SceneError) {
        guard word.isExpression else { return try words.read(word, kind: kind, scene: scene) }
        // Before the value: a name that is wrong is wrong whatever it comes to.
        _ = try KeyPath(word.key, of: kind)
        let value = try compute(word, of: kind, on: slot, parent: parent(of: slot, in: line))
        try words.read(word, computed: value, kind: kind, scene: scene)
    }

    /// What the expression of a word comes to.
    func compute(
        _ word: Word, of kind: Kind, on slot: Slot?, parent: Slot?
    ) throws(SceneError) -> ExpressionValue {
        let expression = try ComputedWord.compile(word)
        scene.layOut()
        let parent = parent.flatMap { $0 > Scene.shelf ? $0 : nil }
        var environment = SceneEnvironment(self, slot, kind, word.key, parent: parent)
        do throws(ExpressionError) { return try expression.value(in: &environment) } catch {
            throw SceneError(error, key: word.key)
        }
    }

    /// The parent of a layer, or the one that the line names for a new one.
    private func parent(of slot: Slot?, in line: Line) -> Slot? {
        if let slot { return scene.rows[Int(slot)].parent }
        for at in 0..<line.count where line[at].key == "parent" && !line[at].isExpression {
            return scene.find(line[at].value)
        }
        return Scene.root
    }
}
