import Geometry
import LineProtocol
import Schema
import World

/// Rejects lines that change the scene while the disk fails and `stateSync=always`.
enum StateGuard {
    /// The reason why a line may not be carried out now; nil when it may, or changes nothing.
    static func refusal(of line: ByteView, _ client: ClientSession, _ state: StateStore) -> SceneError? {
        guard let verb = LineVerb(of: line), changes(verb.verb, client), !verb.namesState(line) else { return nil }
        return state.refusal(of: line.count)
    }

    /// True for a verb that changes the scene; in a transaction or definition, only its end does.
    private static func changes(_ verb: Verb, _ client: ClientSession) -> Bool {
        let isKept = verb.moment == .deferred && client.session.isInTransaction
        if verb.traits.contains(.carriesOutLines) { return client.session.isInTransaction }
        return verb.traits.contains(.changesScene) && !isKept
    }
}

/// The verb of an unparsed line.
struct LineVerb {
    let verb: Verb
    /// End of the verb in the line.
    private let end: Int

    /// Nil for a line without a verb.
    init?(of line: ByteView) {
        func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
        var at = 0
        while at < line.count, isBlank(line[at]) { at += 1 }
        if at < line.count, line[at] == UInt8(ascii: "@") {
            while at < line.count, !isBlank(line[at]) { at += 1 }
            while at < line.count, isBlank(line[at]) { at += 1 }
        }
        var end = at
        while end < line.count, !isBlank(line[end]) { end += 1 }
        guard let verb = Self.verb(line[at..<end], of: line) else { return nil }
        self.verb = verb
        self.end = end
    }

    /// The verb that the first word names: plain, quoted or with an escape, as the daemon parses it.
    private static func verb(_ word: ByteView, of line: ByteView) -> Verb? {
        for at in 0..<word.count where !(UInt8(ascii: "a")...UInt8(ascii: "z")).contains(word[at] | 0x20) {
            var splitter = WordSplitter()
            guard let parsed = try? Line(line, &splitter) else { return nil }
            return Verb(parsed.verb)
        }
        return Verb(word)
    }

    /// True for `set daemon` with another state file or sync mode: it is allowed, as it may solve the problem.
    func namesState(_ line: ByteView) -> Bool {
        let rest = line[end..<line.count]
        return verb == .set && rest.contains(" daemon ") && (rest.contains(" state=") || rest.contains(" stateSync="))
    }
}
