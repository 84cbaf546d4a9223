import Expressions
import Geometry
import LineProtocol
import Scene

/// `animate LAYER PROPERTY values=…`.
extension AnimationVerbs {
    /// True for a word of keyframes. Throws `syntax` when the property's name is missing.
    func readKeyframes(
        _ word: Word, of kind: Kind, on layer: Slot, into options: inout AnimateOptions
    ) throws(SceneError) -> Bool {
        guard options.keyframes != nil else {
            let key = word.key.string
            guard KeyframeWords.names.contains(key), PropertyPath(word.key, of: kind) == nil else { return false }
            throw SceneError(
                .syntax, "\(key): the property's name stands before keyframes: animate LAYER PROPERTY values=…")
        }
        guard word.isExpression else {
            try options.keyframes?.read(word)
            return true
        }
        let value = try world.compute(
            word, of: kind, on: layer, parent: world.scene.rows[Int(layer)].parent, event: world.reactions.event)
        var text = value.shortestText
        if case .list(let items) = value {
            text = items.map(\.shortestText).joined(separator: word.key == "values" ? "|" : ",")
        }
        try options.keyframes?.read(word, computed: text)
        return true
    }

    /// Reads the last keyframe into `words`: the model value. Throws `value` for a property that does not animate.
    func readGoal(of kind: Kind, _ options: AnimateOptions, into words: PropertyWords) throws(SceneError) {
        guard let keyframes = options.keyframes else { return }
        try ByteView.with(keyframes.property) { (key) throws(SceneError) in
            guard kind.path(animated: keyframes.property) != nil else { throw UnknownName.property(key, of: kind) }
            try ByteView.with(try keyframes.last(options, in: world.scene)) { (last) throws(SceneError) in
                try words.read(Word(key: key, value: last, offset: 0), kind: kind, scene: world.scene)
            }
        }
        let paths = words.paths(kind)
        guard paths.count == 1, kind[paths[0].id].animates else {
            throw SceneError(.value, "\(keyframes.property): no property that animates by itself")
        }
    }
}
