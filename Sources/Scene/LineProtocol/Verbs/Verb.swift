package import Geometry
package import Schema

/// The verbs of protocol 1. `VerbTable` describes them.
package enum Verb: String, CaseIterable, Sendable {
    case hello, create, put, set, get, remove, clear, list, tree, dump, describe, explain, hit, convert, measure, why
    case begin, commit, abort
    case animate, draw, scrollTo, copy, `repeat`, define, end, undefine, use, function, undo, redo, checkpoint, diff,
        subscribe,
        unsubscribe, sync, wait, clock, tick, repaint, snapshot, damage, input, on, off
    case bind, every, after, focus
    case session, plugin, stats, debug, save, load, record, quit, digest, replay

    /// The word on the line.
    package var name: String { rawValue }

    /// The position in `all`. (An enum without payloads is a byte, and counts its cases; `VerbTable` makes sure of it.)
    package var index: Int { Int(unsafe unsafeBitCast(self, to: UInt8.self)) }

    /// All verbs, by index.
    package static let all = allCases

    private static let table: ByteTable = {
        var table = ByteTable()
        for (index, verb) in all.enumerated() { table.insert(verb.name, index) }
        return table
    }()

    package init?(_ word: ByteView) {
        // The most frequent verb.
        if word == "set" {
            self = .set
            return
        }
        guard let index = Verb.table.find(word) else { return nil }
        self = Verb.all[index]
    }

    /// The error for an unknown verb, with the nearest valid one.
    package static func unknown(_ word: ByteView) -> SceneError {
        SceneError(.unknownVerb, "unknown verb" + NearestName.suggestion(for: word, among: allCases.map(\.name)))
    }
}
