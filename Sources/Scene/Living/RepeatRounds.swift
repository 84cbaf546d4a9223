package import Geometry

/// The iterations of `repeat in=…`: items separated by commas, or the integers of `a..b`.
package enum RepeatRounds: Equatable, Sendable {
    package static let maxCount = 10_000

    case items([String])
    case range(from: Int, to: Int)

    /// Parses `a,b,c` or `0..9`, which includes both ends and may count down. Throws when there are more than 10,000.
    package init(_ text: ByteView) throws(ValueSyntax) {
        if let range = Self.range(text) {
            self = range
        } else {
            var items: [String] = []
            var splitter = ListSplitter(text)
            while let item = splitter.next(), items.count <= Self.maxCount { items.append(item.string) }
            self = .items(items)
        }
        guard count <= Self.maxCount else {
            throw ValueSyntax("repeat has at most \(Self.maxCount) rounds", at: 0)
        }
    }

    private static func range(_ text: ByteView) -> RepeatRounds? {
        guard text.count >= 4,
            let dots = (1..<text.count - 1).first(where: {
                text[$0] == UInt8(ascii: ".") && text[$0 + 1] == UInt8(ascii: ".")
            }), let from = integer(text[0..<dots]), let to = integer(text[dots + 2..<text.count])
        else { return nil }
        return .range(from: from, to: to)
    }

    private static func integer(_ text: ByteView) -> Int? {
        var i = 0
        let isNegative = text.count > 1 && text[0] == UInt8(ascii: "-")
        if isNegative { i = 1 }
        // Numbers of more than fifteen digits are not exact.
        guard i < text.count, text.count - i <= 15 else { return nil }
        var value = 0
        while i < text.count {
            guard ByteReader.isDigit(text[i]) else { return nil }
            value = value * 10 + Int(text[i] - 0x30)
            i += 1
        }
        return isNegative ? -value : value
    }

    package var count: Int {
        switch self {
        case .items(let items): items.count
        case .range(let from, let to): abs(to - from) + 1
        }
    }

    /// The item with this index, from 0.
    package func item(_ index: Int) -> String {
        switch self {
        case .items(let items): items[index]
        case .range(let from, let to): "\(to < from ? from - index : from + index)"
        }
    }

    /// Copies `word` with `{item}` and `{index}` replaced.
    package static func fill(_ word: ByteView, item: ByteView, index: Int, into out: inout ByteWriter) {
        var i = 0
        while i < word.count {
            if word[i] == UInt8(ascii: "{") {
                if has("{item}", word, i) {
                    out.append(item)
                    i += 6
                    continue
                }
                if has("{index}", word, i) {
                    out.append(index)
                    i += 7
                    continue
                }
            }
            out.append(byte: word[i])
            i += 1
        }
    }

    private static func has(_ part: StaticString, _ word: ByteView, _ at: Int) -> Bool {
        let end = at + part.utf8CodeUnitCount
        return end <= word.count && word[at..<end] == part
    }
}
