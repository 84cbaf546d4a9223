/// Parses options in a command's words: `--name VALUE`, `--name=VALUE` or `-o VALUE`.
struct OptionReader {
    private var rest: ArraySlice<String>

    init(_ words: some Collection<String>) { rest = ArraySlice(Array(words)) }

    enum Item: Equatable {
        /// An option's name with its dashes, and the value after `=`.
        case option(String, joined: String?)
        case word(String)
    }

    /// The next item. After `--` everything is a word; a single `-` is a word too.
    mutating func next() -> Item? {
        guard let first = rest.popFirst() else { return nil }
        guard !endsOptions, first.utf8.count > 1, first.utf8.first == UInt8(ascii: "-") else { return .word(first) }
        if first == "--" {
            endsOptions = true
            return next()
        }
        guard first.hasPrefix("--"), let equals = first.utf8.firstIndex(of: UInt8(ascii: "=")) else {
            return .option(first, joined: nil)
        }
        return .option(String(first[..<equals]), joined: String(first[first.utf8.index(after: equals)...]))
    }

    private var endsOptions = false

    /// Unread words.
    var remaining: [String] { Array(rest) }

    /// The value of the option that `next` returned.
    mutating func value(of name: String, joined: String?) throws(Failure) -> String {
        if let joined { return joined }
        guard let value = rest.popFirst() else { throw .usage("\(name) needs a value") }
        return value
    }

    static func unknown(_ name: String) -> Failure { .usage("there is no option \(name)") }
}
