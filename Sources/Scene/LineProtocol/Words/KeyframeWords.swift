package import Geometry
package import Scene
package import Schema

/// The words of `animate LAYER PROPERTY values=…`: the keyframes of one property, as in CAKeyframeAnimation.
package struct KeyframeWords {
    package let property: String
    /// Texts of properties of `animation`; the values can be parsed once the animation exists.
    private var texts: [(property: AnimationProperty, text: String)] = []

    /// `property` is the positional word.
    package init(_ property: ByteView) { self.property = property.string }

    private static let properties: [AnimationProperty] = [.values, .keyTimes, .timings, .calculationMode]

    /// Names of the words.
    package static let names = properties.map { "\($0)" }

    /// Reads one word; `computed` is the result of its expression. Throws `value` for a word that cannot be combined
    /// with keyframes.
    package mutating func read(_ word: Word, computed: String? = nil) throws(SceneError) {
        let key = word.key.string
        if key == "from" || key == "to" || key == "by" {
            throw SceneError(
                .value,
                "\(key): values stand instead of from, to and by; without keyframes it is animate LAYER \(property)=VALUE"
            )
        }
        guard let property = Self.properties.first(where: { "\($0)" == key }) else {
            throw SceneError(
                .value,
                "\(key): beside \(self.property), whose keyframes the line says; property=value goes on a line of its own"
            )
        }
        texts.removeAll { $0.property == property }
        texts.append((property, computed ?? word.value.string))
    }

    private func text(_ property: AnimationProperty) -> String {
        texts.first { $0.property == property }?.text ?? ""
    }

    /// The text of the last value. Throws `value` for missing values, for `options` that exclude keyframes, and for
    /// invalid times.
    package func last(_ options: AnimateOptions, in scene: Scene) throws(SceneError) -> String {
        if options.spring != nil { throw SceneError(.value, "spring: a spring goes to one value, without keyframes") }
        let items = try ByteView.with(text(.values)) { (text) throws(SceneError) in try AnimationWords.items(text) }
        guard let last = items.last, !text(.values).isEmpty else {
            let given = texts.first { !$0.text.isEmpty }.map { "\($0.property) without values: " } ?? ""
            throw SceneError(.value, "\(given)animate LAYER \(property) values=… is expected")
        }
        let times = text(.keyTimes).isEmpty ? nil : try value(.keyTimes, in: scene).numbers.count
        let isDiscrete = text(.calculationMode) == "discrete"
        let count = items.count + (isDiscrete ? 1 : 0)
        if let times, times != count {
            let reason = isDiscrete ? ", one more in discrete mode, for the last one's end" : ""
            throw SceneError(
                .value, "keyTimes: \(times) of them for \(items.count) values; \(count) are expected\(reason)")
        }
        return last
    }

    /// Sets them on the animation at `slot`, whose layer and property are set already.
    package func apply(to slot: Slot, _ scene: Scene) throws(SceneError) {
        let kind = scene.kind(of: slot)
        for (one, text) in texts where !text.isEmpty {
            let value =
                one == .values
                ? try AnimationWords.read(text, kind[one.id], of: slot, in: scene) : try value(one, in: scene)
            try scene.set(slot, one.id, value)
        }
    }

    private func value(_ property: AnimationProperty, in scene: Scene) throws(SceneError) -> Value {
        try ByteView.with(text(property)) { (text) throws(SceneError) in
            try ValueText.read(text, as: AnimationProperty.kind[property.id], in: scene)
        }
    }
}
