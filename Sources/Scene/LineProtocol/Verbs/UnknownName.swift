package import Geometry
package import Scene
import SceneTables
package import Schema

/// Errors for unknown names, with the nearest valid name.
package enum UnknownName {
    package static func object(_ word: ByteView, in scene: Scene) -> SceneError {
        if let slot = scene.dormancy.find(word) {
            return SceneError(
                .unknownObject, "\(ValueSyntax.quote(word)) is dormant: \(scene.dormancy.message(of: slot))")
        }
        var names: [String] = []
        // Limited: a suggestion does not justify visiting a million names.
        scene.names.forEach(limit: 20_000) { names.append($0) }
        return SceneError(.unknownObject, "unknown object" + NearestName.suggestion(forID: word, among: names))
    }

    package static func kind(_ word: ByteView, in kinds: KindRegistry, _ others: [String] = []) -> SceneError {
        SceneError(.unknownKind, "unknown kind" + NearestName.suggestion(for: word, among: kinds.names + others))
    }

    package static func property(_ word: ByteView, of kind: Kind, _ others: [String] = []) -> SceneError {
        var names = kind.properties.map(\.name) + others
        if kind.family == .layer { names += ["parent", "index", "above", "below"] }
        func isPath(_ path: String) -> Bool { ByteView.with(path) { PropertyPath($0, of: kind) != nil } }
        // For a key path with a wrong beginning, corrects the beginning.
        if let dot = (0..<word.count).first(where: { word[$0] == UInt8(ascii: ".") }), NameAlias.find(word) == nil,
            let (name, _) = NearestName.meant(by: word[0..<dot], among: names),
            isPath(name + word[dot..<word.count].string)
        {
            let path = name + word[dot..<word.count].string
            return SceneError(
                .unknownProperty, "unknown property \(ValueSyntax.quote(word)); did you mean \"\(path)\"?")
        }
        let suggestion = NearestName.suggestion(for: word, among: names, orKnown: isPath)
        return SceneError(.unknownProperty, "unknown property" + suggestion)
    }

    /// The error for a property of styles.
    package static func styleProperty(_ word: ByteView, in kinds: KindRegistry) -> SceneError {
        SceneError(
            .unknownProperty, "no kind of layers has" + NearestName.suggestion(for: word, among: kinds.styleNames))
    }

    /// The error for an argument of a verb that is not a property.
    package static func argument(_ word: ByteView, of verb: Verb, _ known: [String]) -> SceneError {
        SceneError(.syntax, "\(verb.name): unknown argument" + NearestName.suggestion(for: word, among: known))
    }

    package static func choice(_ word: ByteView, _ what: String, _ known: [String]) -> SceneError {
        let suggestion = NearestName.suggestion(for: word, among: known)
        return SceneError(.value, "no \(what)\(suggestion); choices: \(known.joined(separator: " "))")
    }
}

extension NearestName {
    /// The name that corresponds to a word from elsewhere, or the nearest name, with a remark if necessary.
    ///
    /// - Parameter isKnown: true for a valid name that is not in `names`, such as a key path.
    package static func meant(
        by word: ByteView, among names: [String], orKnown isKnown: (String) -> Bool = { _ in false }
    ) -> (name: String, note: String)? {
        guard !word.isEmpty, word.count <= 64 else { return nil }
        let plain = NameAlias.plain(word.string)
        if let same = names.first(where: { NameAlias.plain($0) == plain }) { return (same, "") }
        if let alias = NameAlias.find(word) {
            if let name = alias.names.first(where: { names.contains($0) || isKnown($0) }) {
                return (name, name == alias.names[0] ? alias.note : "")
            }
            if !alias.elsewhere.isEmpty { return ("", alias.elsewhere) }
        }
        return find(word, among: names).map { ($0, "") }
    }

    /// ` (did you mean "other"?)` for a word in a list of choices, or nothing.
    static func hint(for word: ByteView, among names: [String]) -> String {
        guard let meant = meant(by: word, among: names), !meant.name.isEmpty else { return "" }
        return " (did you mean \"\(meant.name)\"?)"
    }

    /// ` "word"`, followed by `; did you mean "other"?` if there is a suggestion.
    package static func suggestion(
        for word: ByteView, among names: [String], orKnown isKnown: (String) -> Bool = { _ in false }
    ) -> String {
        let quoted = " " + ValueSyntax.quote(word)
        guard let (name, note) = meant(by: word, among: names, orKnown: isKnown) else { return quoted }
        if name.isEmpty { return "\(quoted); \(note)" }
        return "\(quoted); did you mean \"\(name)\"?" + (note.isEmpty ? "" : " (\(note))")
    }

    /// The same for ids, which are chosen by clients.
    static func suggestion(forID word: ByteView, among names: [String]) -> String {
        let quoted = " " + ValueSyntax.quote(word)
        return find(word, among: names).map { "\(quoted); did you mean \"\($0)\"?" } ?? quoted
    }
}
