import Expressions
package import Geometry
package import Scene
import SceneTables
package import Schema

/// Checks of a reaction's properties.
package enum ReactionWords {
    /// Throws `syntax`, `value` or `limit` for a text that is not a condition.
    package static func checkCondition(_ text: ByteView, in scene: Scene) throws(SceneError) {
        let word = Word(key: ByteView("when"), value: text, offset: 0, isExpression: true)
        guard try ComputedWord.compile(word, scene.functions).mayBe(.boolean) else {
            throw SceneError(.value, "when: a boolean is expected")
        }
    }

    /// Checks all properties of a reaction together. Throws `value`, `limit`, and `syntax` for its lines.
    package static func check(_ slot: Slot, in scene: Scene) throws(SceneError) {
        let isOfComponent = scene.components.lineOwner != nil || scene.components.isPart(slot)
        try ReactionLines.check(
            scene.value(slot, ReactionProperty.lines.id).string, parts: isOfComponent, scene.functions)
        let condition = scene.value(slot, ReactionProperty.when.id).string
        if !condition.isEmpty {
            try ByteView.with(condition) { (text) throws(SceneError) in try checkCondition(text, in: scene) }
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
