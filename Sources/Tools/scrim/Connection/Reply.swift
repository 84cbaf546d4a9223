/// A line from the daemon, without its tag.
enum Reply: Equatable {
    /// `ok`, with its JSON or empty.
    case ok(String)
    /// `error CODE MESSAGE`, as `CODE: MESSAGE`.
    case error(String)
    /// `event NAME JSON`, without the first word.
    case event(String)

    init(line: ArraySlice<UInt8>) {
        var rest = Substring(String(decoding: line, as: UTF8.self))
        if rest.first == "@" { _ = Self.takeWord(&rest) }
        let whole = rest
        switch Self.takeWord(&rest) {
        case "ok": self = .ok(String(rest))
        case "event": self = .event(String(rest))
        case "error":
            let code = Self.takeWord(&rest)
            self = .error(rest.isEmpty ? String(code) : "\(code): \(rest)")
        default: self = .error("internal: not a reply: \(whole)")
        }
    }

    private static func takeWord(_ text: inout Substring) -> Substring {
        let utf8 = text.utf8
        guard let end = utf8.firstIndex(of: UInt8(ascii: " ")) else {
            defer { text = "" }
            return text
        }
        defer { text = text[utf8.index(after: end)...] }
        return text[..<end]
    }
}
