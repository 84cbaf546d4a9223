/// The data types that a layer accepts from other programs: words such as `text/uri-list`, `image/*` or `*/*`, the
/// preferred ones first.
package struct DropTypes {
    private let wanted: [Substring]

    /// `words` as in `user.drop`.
    package init(_ words: String) {
        wanted = words.split { $0 == " " || $0 == "," || $0.isNewline }
    }

    /// The offered type to use; nil for none. A word also matches types with parameters, of which UTF-8 is preferred.
    package func best(of offered: [String]) -> String? {
        for word in wanted {
            let fitting = offered.filter { Self.fits(word, $0) }
            if let type = fitting.first(where: { $0.lowercased().hasSuffix("charset=utf-8") }) ?? fitting.first {
                return type
            }
        }
        return nil
    }

    private static func fits(_ word: Substring, _ type: String) -> Bool {
        let (word, type) = (word.lowercased(), type.lowercased())
        if word == type { return true }
        let plain = type.prefix { $0 != ";" && $0 != " " }
        if word.hasSuffix("/*") { return word == "*/*" || plain.hasPrefix(word.dropLast()) }
        return plain == word
    }
}
