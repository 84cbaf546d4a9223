import Expressions
package import Geometry
package import Scene

/// The words of `on`.
package struct ReactionWords {
    package let layer: ByteView
    package let trigger: ByteView
    package let lines: ByteView
    package private(set) var name: ByteView?
    /// The expression behind `when`.
    package private(set) var condition: ByteView?

    /// Reads a line that fits the schema of `on`. Throws the errors in the condition.
    package init(_ line: Line) throws(SceneError) {
        var positional: [ByteView] = []
        for at in 0..<line.count {
            if line[at].isExpression, line[at].key == "when" {
                try Self.checkCondition(line[at])
                condition = line[at].value
            } else if line[at].isPositional {
                positional.append(line[at].value)
            } else {
                name = line[at].value
            }
        }
        (layer, trigger, lines) = (positional[0], positional[1], positional[2])
    }

    /// Throws `syntax`, `value` or `limit` for a text that is no condition.
    private static func checkCondition(_ word: Word) throws(SceneError) {
        guard try ComputedWord.compile(word).mayBe(.boolean) else {
            throw SceneError(.value, "when: a boolean is expected")
        }
    }

    /// Checks the meaning of all properties together, of a reaction that was set. Throws `value`, `limit`, and `syntax` for its lines.
    package static func check(_ slot: Slot, in scene: Scene) throws(SceneError) {
        let isOfComponent = scene.components.lineOwner != nil || scene.components.isPart(slot)
        try ReactionLines.check(scene.value(slot, ReactionProperty.lines.id).string, parts: isOfComponent)
        let condition = scene.value(slot, ReactionProperty.when.id).string
        if !condition.isEmpty {
            try ByteView.with(condition) { (text) throws(SceneError) in
                try checkCondition(Word(key: ByteView("when"), value: text, offset: 0, isExpression: true))
            }
        }
        for property in [ReactionProperty.layer, .scope] {
            guard let object = scene.value(slot, property.id).object, let layer = scene.slot(of: object) else {
                continue
            }
            let isChange = scene.value(slot, ReactionProperty.event.id) == .choice(ReactionTrigger.changed.rawValue)
            guard scene.isLayer(layer) || property == .layer && isChange && scene.rows[Int(layer)].kind == .data else {
                throw SceneError(.value, "\(property): \"\(scene.name(of: layer))\" is no layer")
            }
            if property == .layer, scene.relations.reactions(of: layer).count > ReactionProperty.most {
                throw SceneError(
                    .limit, "\"\(scene.name(of: layer))\" would have more than \(ReactionProperty.most) reactions")
            }
        }
    }
}
