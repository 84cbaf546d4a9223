import Expressions
import Geometry
import LineProtocol
import Scene
import SceneTables
import Schema

/// Values of the words `key:=expression` of a line.
extension World {
    /// Reads one word of a line about `slot`; nil for an object that the line creates. `compiled`: expressions of a
    /// line about many objects.
    func readProperty(
        _ word: Word, of kind: Kind, on slot: Slot?, in line: WordList, into words: PropertyWords,
        _ compiled: CompiledWords? = nil
    ) throws(SceneError) {
        guard word.isExpression else { return try words.read(word, kind: kind, scene: scene) }
        if words.keepsSecret(word, of: kind) { return }
        // Checked first, so that a wrong name is reported whatever the value is.
        _ = try KeyPath(word.key, of: kind)
        let theme = slot == nil && kind.family == .layer ? line.theme(in: scene) : nil
        let value = try compute(
            word, of: kind, on: slot, parent: line.parent(of: slot, in: scene), theme: theme, event: reactions.event,
            compiled)
        try words.read(word, computed: value, kind: kind, scene: scene)
    }

    /// The value of a word's expression.
    func compute(
        _ word: Word, of kind: Kind, on slot: Slot?, parent: Slot?, theme: Slot? = nil, event: ReactionEvent?,
        _ compiled: CompiledWords? = nil, isReading: Bool = false
    ) throws(SceneError) -> ExpressionValue {
        let expression: Expression
        if let compiled {
            expression = try compiled.expression(of: word, scene.functions)
        } else {
            expression = try ComputedWord.compile(word, scene.functions)
        }
        if !isReading { updateBindings() }
        let parent = parent.flatMap { $0 > Scene.objectRoot ? $0 : nil }
        var environment = SceneEnvironment(self, slot, kind, word.key, parent: parent, event: event)
        environment.theme = theme
        do throws(ExpressionError) { return try expression.value(in: &environment) } catch {
            throw SceneError(error, key: word.key)
        }
    }
}

extension WordList {
    /// The theme that the line names for a new layer.
    fileprivate func theme(in scene: Scene) -> Slot? { named("theme").flatMap { scene.find($0) } }

    /// The parent of a layer, or the one that the line names for a new layer.
    fileprivate func parent(of slot: Slot?, in scene: Scene) -> Slot? {
        if let slot { return scene.rows[Int(slot)].parent }
        guard let name = named("parent") else { return Scene.root }
        return scene.find(name)
    }

    /// The value of a word `key=value`.
    private func named(_ key: StaticString) -> ByteView? {
        for word in self where word.key == key && !word.isExpression { return word.value }
        return nil
    }
}

/// The expressions of one line, each compiled once.
final class CompiledWords {
    private var known: [(offset: Int, expression: Expression)] = []

    /// Throws compile errors.
    func expression(of word: Word, _ functions: UserFunctions) throws(SceneError) -> Expression {
        for one in known where one.offset == word.offset { return one.expression }
        let new = try ComputedWord.compile(word, functions)
        known.append((word.offset, new))
        return new
    }
}
