import Expressions
import Geometry
import LineProtocol
import Scene

/// Values of the words `key:=expression` of a line.
extension World {
    /// Reads one word of a line about `slot`; nil is an object that the line makes.
    func readProperty(
        _ word: Word, of kind: Kind, on slot: Slot?, in line: Line, into words: inout PropertyWords
    ) throws(SceneError) {
        guard word.isExpression else { return try words.read(word, kind: kind, scene: scene) }
        // Before the value: a name that is wrong is wrong whatever it comes to.
        _ = try KeyPath(word.key, of: kind)
        let theme = slot == nil && kind.family == .layer ? theme(in: line) : nil
        let value = try compute(
            word, of: kind, on: slot, parent: parent(of: slot, in: line), theme: theme, event: reactions.event)
        try words.read(word, computed: value, kind: kind, scene: scene)
    }

    /// The value of a word's expression.
    func compute(
        _ word: Word, of kind: Kind, on slot: Slot?, parent: Slot?, theme: Slot? = nil, event: ReactionEvent?
    ) throws(SceneError) -> ExpressionValue {
        let expression = try ComputedWord.compile(word)
        bindingVerbs.updateBindings()
        let parent = parent.flatMap { $0 > Scene.shelf ? $0 : nil }
        var environment = SceneEnvironment(self, slot, kind, word.key, parent: parent, event: event)
        environment.theme = theme
        do throws(ExpressionError) { return try expression.value(in: &environment) } catch {
            throw SceneError(error, key: word.key)
        }
    }

    /// The theme that the line names for a new layer.
    private func theme(in line: Line) -> Slot? {
        for at in 0..<line.count where line[at].key == "theme" && !line[at].isExpression {
            return scene.find(line[at].value)
        }
        return nil
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
