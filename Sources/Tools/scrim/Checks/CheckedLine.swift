import Expressions
import Geometry

/// A line of a file with its words, and the positions of errors in it.
struct CheckedLine {
    /// A word as written: `key=value`, or only a value.
    struct Word {
        /// Its byte range in the line.
        let range: Range<Int>
        /// Empty for a positional word.
        let key: String
        /// Without quotes.
        let value: String
        let isExpression: Bool
    }

    /// Line number in the file, from 1.
    let number: Int
    let text: String
    let words: [Word]

    init(_ text: String, number: Int) {
        self.text = text
        self.number = number
        words = Self.words(of: text)
    }

    /// An unclosed quote extends to the end.
    private static func words(of text: String) -> [Word] {
        ByteView.with(text) { bytes in
            var words: [Word] = []
            var i = 0
            func isBlank(_ at: Int) -> Bool { bytes[at] == 0x20 || bytes[at] == 0x09 }
            while true {
                while i < bytes.count, isBlank(i) { i += 1 }
                guard i < bytes.count else { return words }
                let start = i
                var (key, value) = ("", [UInt8]())
                var quote: UInt8 = 0
                var isExpression = false
                while i < bytes.count, quote != 0 || !isBlank(i) {
                    let byte = bytes[i]
                    if byte == quote {
                        quote = 0
                    } else if quote == 0x22, byte == UInt8(ascii: "\\"), i + 1 < bytes.count {
                        i += 1
                        value.append(bytes[i] == UInt8(ascii: "n") ? 0x0A : bytes[i])
                    } else if quote == 0, byte == 0x22 || byte == 0x27 {
                        quote = byte
                    } else if quote == 0, byte == UInt8(ascii: "="), key.isEmpty, !value.isEmpty,
                        !value.contains(UInt8(ascii: "["))
                    {
                        isExpression = value.last == UInt8(ascii: ":")
                        key = String(decoding: isExpression ? value.dropLast() : value[...], as: UTF8.self)
                        value = []
                        if isExpression {
                            let end = ExpressionExtent.end(of: bytes, from: i + 1)
                            value = (i + 1..<max(i + 1, end)).map { bytes[$0] }
                            i = max(i + 1, end)
                            break
                        }
                    } else {
                        value.append(byte)
                    }
                    i += 1
                }
                let word = String(decoding: value, as: UTF8.self)
                // A tag only comes back with the reply.
                if words.isEmpty, key.isEmpty, word.hasPrefix("@") { continue }
                words.append(Word(range: start..<i, key: key, value: word, isExpression: isExpression))
            }
        }
    }

    var verb: String { words.first.map { $0.key.isEmpty ? $0.value : "" } ?? "" }

    /// The positional word at an index; the verb is 0.
    func positional(_ number: Int) -> String? {
        let all = words.lazy.filter { $0.key.isEmpty }.map(\.value)
        return all.dropFirst(number).first
    }

    func value(of key: String) -> String? { words.last { $0.key == key }?.value }

    /// The id of the object that it creates; nil: none, or a name chosen by the daemon.
    var made: String? {
        switch verb {
        case "create", "put": positional(1)
        case "copy": value(of: "as")
        case "every", "after", "begin": value(of: "name")
        case "animate": value(of: "id")
        default: nil
        }
    }

    /// Lines that it stores: those of a reaction, a timer or a repetition.
    var kept: String? {
        switch verb {
        case "on", "every", "after", "repeat": words.last { $0.key.isEmpty && $0.range.lowerBound > 0 }?.value
        default: nil
        }
    }

    // MARK: Errors

    /// Quoted words of an error message, in order.
    static func quotations(in message: String) -> [String] {
        message.split(separator: "\"", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 1 }
            .map { String($0.element) }
    }

    /// The word that a message is about.
    func culprit(of message: String) -> Int? {
        let property = message.prefix { $0 != ":" }
        let quoted = Self.quotations(in: message).first
        if let quoted, let named = words.lastIndex(where: { $0.key == quoted || $0.value == quoted }) { return named }
        if let keyed = words.lastIndex(where: { $0.key == property || $0.key.hasPrefix(property + ".") }) {
            return keyed
        }
        guard let quoted, !quoted.isEmpty else { return nil }
        return words.lastIndex { $0.value.contains(quoted) || $0.key.contains(quoted) }
    }

    /// The column of that word, in bytes from 1.
    func column(of message: String) -> Int? { culprit(of: message).map { words[$0].range.lowerBound + 1 } }

    /// The line with the quoted word replaced by the message's suggestion; nil without a suggestion.
    func mended(by message: String) -> CheckedLine? {
        let quoted = Self.quotations(in: message)
        if let start = message.range(of: "did you mean \"")?.upperBound, quoted.count > 1 {
            let meant = String(message[start...].prefix { $0 != "\"" })
            return replacing(quoted[0], by: meant, in: message)
        }
        guard let wrong = quoted.first, let number = Double(wrong),
            let range = message.range(of: "is out of range: ")
        else { return nil }
        let bounds = message[range.upperBound...]
        let isOpen = bounds.hasPrefix("at least ")
        let ends = (isOpen ? bounds.dropFirst(9) : bounds).split(separator: "…").map(String.init)
        guard let low = ends.first, let least = Double(low) else { return nil }
        return replacing(wrong, by: number < least || isOpen ? low : ends.last ?? low, in: message)
    }

    private func replacing(_ wrong: String, by right: String, in message: String) -> CheckedLine? {
        guard !wrong.isEmpty, let culprit = culprit(of: message) else { return nil }
        let bytes = Array(text.utf8)
        let range = words[culprit].range
        // In stored lines, only whole names are replaced.
        let word = String(decoding: bytes[range], as: UTF8.self)
        guard let found = word.range(of: wrong) else { return nil }
        let changed = word[..<found.lowerBound] + right + word[found.upperBound...]
        let line = String(decoding: bytes[..<range.lowerBound], as: UTF8.self) + changed
        return CheckedLine(line + String(decoding: bytes[range.upperBound...], as: UTF8.self), number: number)
    }

    /// The line without a word that has a key.
    func without(_ word: Int) -> CheckedLine? {
        guard words.indices.contains(word), !words[word].key.isEmpty else { return nil }
        let bytes = Array(text.utf8)
        let range = words[word].range
        let kept = bytes[..<range.lowerBound] + bytes[range.upperBound...]
        return CheckedLine(String(decoding: kept, as: UTF8.self), number: number)
    }

    /// False for a line that needs a value and has none.
    var saysSomething: Bool {
        verb != "set" && verb != "animate" && verb != "bind" || words.contains { !$0.key.isEmpty }
    }

    /// The line with a word replaced.
    func with(_ word: String, at index: Int) -> CheckedLine {
        let bytes = Array(text.utf8)
        let range = words[index].range
        let line = String(decoding: bytes[..<range.lowerBound], as: UTF8.self) + word
        return CheckedLine(line + String(decoding: bytes[range.upperBound...], as: UTF8.self), number: number)
    }
}
