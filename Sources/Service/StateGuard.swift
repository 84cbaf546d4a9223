import Geometry
import LineProtocol
import Scene
import World

/// Lines that change the scene, which `stateSync=always` refuses while the disk takes none.
enum StateGuard {
    /// Why a line may not be carried out now; nil for one that may, or that changes nothing.
    static func refusal(of line: ByteView, _ client: ClientSession, _ state: StateStore) -> SceneError? {
        guard let verb = LineVerb(of: line), changes(verb.verb, client), !verb.namesState(line) else { return nil }
        return state.refusal(of: line.count)
    }

    /// True for a verb that changes the scene; within a transaction or a definition only its end does.
    private static func changes(_ verb: Verb, _ client: ClientSession) -> Bool {
        let isKept = verb.moment == .deferred && client.session.isInTransaction
        if verb.traits.contains(.carriesOutLines) { return client.session.isInTransaction }
        return verb.traits.contains(.changesScene) && !isKept
    }
}

/// The verb of a line that nobody has read yet.
struct LineVerb {
    let verb: Verb
    /// Where it ends.
    private let end: Int

    /// Nil for a line without one.
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

    /// The verb that the first word says: as it stands there, or in quotes or with an escape, as the daemon reads it.
    private static func verb(_ word: ByteView, of line: ByteView) -> Verb? {
        for at in 0..<word.count where !(UInt8(ascii: "a")...UInt8(ascii: "z")).contains(word[at] | 0x20) {
            var splitter = WordSplitter()
            guard let parsed = try? Line(line, &splitter) else { return nil }
            return Verb(parsed.verb)
        }
        return Verb(word)
    }

    /// True for `set daemon` with another file, or another way of syncing: that is the way out.
    func namesState(_ line: ByteView) -> Bool {
        let rest = line[end..<line.count]
        return verb == .set && rest.contains(" daemon ") && (rest.contains(" state=") || rest.contains(" stateSync="))
    }
}
