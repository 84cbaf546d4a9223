package import Geometry
package import Scene

/// Errors for words that name nothing, with the nearest name that would have been right.
package enum UnknownName {
    package static func object(_ word: ByteView, in scene: Scene) -> SceneError {
        var names: [String] = []
        // Bounded: a suggestion is not worth a walk over a million names.
        scene.names.forEach(limit: 20_000) { names.append($0) }
        return SceneError(.unknownObject, "unknown object" + NearestName.suggestion(for: word, among: names))
    }

    package static func kind(_ word: ByteView, in kinds: KindRegistry, _ others: [String] = []) -> SceneError {
        SceneError(.unknownKind, "unknown kind" + NearestName.suggestion(for: word, among: kinds.names + others))
    }

    package static func property(_ word: ByteView, of kind: Kind, _ others: [String] = []) -> SceneError {
        var names = kind.properties.map(\.name) + others
        if kind.family == .layer { names += ["parent", "index", "above", "below"] }
        return SceneError(.unknownProperty, "unknown property" + NearestName.suggestion(for: word, among: names))
    }

    /// For a property of styles.
    package static func styleProperty(_ word: ByteView, in kinds: KindRegistry) -> SceneError {
        SceneError(
            .unknownProperty, "no kind of layers has" + NearestName.suggestion(for: word, among: kinds.styleNames))
    }

    /// For an argument of a verb that is no property.
    package static func argument(_ word: ByteView, of verb: Verb, _ known: [String]) -> SceneError {
        SceneError(.syntax, "\(verb.name): unknown argument" + NearestName.suggestion(for: word, among: known))
    }

    package static func choice(_ word: ByteView, _ what: String, _ known: [String]) -> SceneError {
        let suggestion = NearestName.suggestion(for: word, among: known)
        return SceneError(.value, "no \(what)\(suggestion); choices: \(known.joined(separator: " "))")
    }
}

extension NearestName {
    /// `; did you mean "other"?` when a name is near, else nothing.
    static func hint(for word: ByteView, among names: [String]) -> String {
        find(word, among: names).map { " (did you mean \"\($0)\"?)" } ?? ""
    }

    /// ` "word"`, and `; did you mean "other"?` when a name is near.
    package static func suggestion(for word: ByteView, among names: [String]) -> String {
        let quoted = " " + ValueSyntax.quote(word)
        guard let near = find(word, among: names) else { return quoted }
        return quoted + "; did you mean \"\(near)\"?"
    }
}
