import Expressions

/// Cached descriptions of verbs, kinds and properties from the daemon, requested piece by piece.
struct Catalog: ~Copyable {
    private var connection: Connection
    /// A private daemon when no other one responds; ends with this process.
    private let daemon: PrivateDaemon?
    private var replies: [String: JSONValue] = [:]

    /// - Throws: `unavailable` when a named daemon does not respond, or there is no scrimd to start.
    init(_ target: Target) throws(Failure) {
        do throws(Failure) {
            connection = try target.connect()
            daemon = nil
        } catch .unavailable(let message) {
            if target.isNamed { throw .unavailable(message) }
            var own = try PrivateDaemon(PrivateDaemon.Options())
            connection = try own.connect()
            daemon = consume own
        }
    }

    /// True when a running daemon responds, not the private one.
    var isLive: Bool { daemon == nil }

    /// The unparsed payload of a reply.
    mutating func payload(_ line: String) throws(Failure) -> String { try connection.ask(line) }

    /// The result of a line; nil when it fails.
    mutating func ask(_ line: String) throws(Failure) -> JSONValue? {
        do throws(Failure) { return JSONValue(try connection.ask(line)) } catch .failed { return nil }
    }

    /// Like `ask`, cached, for lines with a constant reply.
    mutating func remembered(_ line: String) throws(Failure) -> JSONValue? {
        if let reply = replies[line] { return reply }
        let reply = try ask(line)
        replies[line] = reply
        return reply
    }

    /// Names of verbs, with their descriptions.
    mutating func verbs() throws(Failure) -> [(key: String, value: JSONValue)] {
        try remembered("describe verbs")?.members ?? []
    }

    mutating func verb(_ name: String) throws(Failure) -> JSONValue? { try remembered("describe verbs")?[name] }

    mutating func kinds() throws(Failure) -> [String] {
        try remembered("describe")?["kinds"]?.elements.compactMap(\.string) ?? []
    }

    /// Names of a kind's properties, with their descriptions.
    mutating func properties(of kind: String) throws(Failure) -> [(key: String, value: JSONValue)] {
        try remembered(WordQuoting.line(["describe", kind]))?["properties"]?.members ?? []
    }

    /// The kind of an object; nil when there is no such object.
    mutating func kind(of id: String) throws(Failure) -> String? {
        try ask(WordQuoting.line(["get", id, "kind"]))?["kind"]?.string
    }

    /// The daemon's hint for a word that is no layer property.
    mutating func hint(for word: String) throws(Failure) -> String? {
        do throws(Failure) {
            _ = try connection.ask(WordQuoting.line(["get", "root", word]))
        } catch .failed(let message) {
            return message.range(of: "; ").map { String(message[$0.upperBound...]) }
        }
        return nil
    }

    /// Ids of all objects.
    mutating func ids() throws(Failure) -> [String] { try ask("list")?.elements.compactMap(\.string) ?? [] }
}
