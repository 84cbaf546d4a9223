/// The types of data that a layer takes from other programs: words as `text/uri-list`, `image/*` or `*/*`, the best ones first.
package struct DropTypes {
    private let wanted: [Substring]

    /// `words`: as in `user.drop`.
    package init(_ words: String) {
        wanted = words.split { $0 == " " || $0 == "," || $0.isNewline }
    }

    /// The offered type that is taken; nil for none. A word fits types with parameters too, of which UTF-8 goes first.
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
