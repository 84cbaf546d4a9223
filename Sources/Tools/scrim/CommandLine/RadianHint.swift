/// A hint for `rotate(45)` meant in degrees: numbers without unit are radians.
enum RadianHint {
    /// Functions and key paths with angles.
    private static let functions = [
        "rotate(", "rotateX(", "rotateY(", "rotateZ(", "skew(", "skewX(", "skewY(", "hue-rotate(",
    ]
    private static let keys = [
        "transform.rotation.x=", "transform.rotation.y=", "transform.rotation.z=", "filters.hue-rotate=",
    ]
    /// Just over a full turn: smaller values are probably meant as radians.
    private static let least = 7.0

    /// The hint for the first such angle in a line's words; nil for none.
    static func hint(for words: [String]) -> String? {
        for word in words where word.contains("rotat") || word.contains("skew") {
            for key in keys where word.hasPrefix(key) {
                if let number = plainNumber(word.dropFirst(key.count)) { return text(String(number), word) }
            }
            for function in functions {
                guard let range = range(of: function, in: word) else { continue }
                if let number = plainNumber(word[range.upperBound...]) {
                    return text(String(number), function + number + ")")
                }
            }
        }
        return nil
    }

    private static func text(_ number: String, _ written: String) -> String {
        "\(written) is in radians, which are many turns; write \(number)deg for degrees"
    }

    /// The number at the start of the text, if it is large and has no unit.
    private static func plainNumber(_ text: Substring) -> Substring? {
        let number = text.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == "-" || $0 == "+") }
        guard let value = Double(number), abs(value) >= least else { return nil }
        let next = text[number.endIndex...].first
        return next == nil || next == ")" || next == "," || next == " " ? number : nil
    }

    private static func range(of part: String, in word: String) -> Range<String.Index>? {
        var start = word.startIndex
        while start < word.endIndex {
            if word[start...].hasPrefix(part) {
                let isName =
                    start > word.startIndex
                    && (word[word.index(before: start)].isLetter || word[word.index(before: start)] == "-")
                if !isName { return start..<word.index(start, offsetBy: part.count) }
            }
            start = word.index(after: start)
        }
        return nil
    }
}
