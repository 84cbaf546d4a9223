package import Geometry
package import Scene

/// The verbs of protocol 1. `VerbTable` describes them.
package enum Verb: UInt8, CaseIterable, Sendable {
    case hello, create, put, set, get, remove, clear, list, tree, dump, describe, explain, hit, convert, measure, why
    case begin, commit, abort
    case animate, draw, scrollTo, copy, `repeat`, define, end, undefine, use, function, undo, redo, checkpoint, diff,
        subscribe,
        unsubscribe, sync, wait, clock, tick, repaint, snapshot, damage, input, on, off
    case bind, every, after, focus
    case session, plugin, stats, debug, save, load, record, quit, digest, replay

    /// The word on the line.
    package var name: String { "\(self)" }

    private static let table: ByteTable = {
        var table = ByteTable()
        for verb in allCases { table.insert(verb.name, Int(verb.rawValue)) }
        return table
    }()

    package init?(_ word: ByteView) {
        // The most frequent verb.
        if word == "set" {
            self = .set
            return
        }
        guard let raw = Verb.table.find(word), let verb = Verb(rawValue: UInt8(raw)) else { return nil }
        self = verb
    }

    /// The error for an unknown verb, with the nearest valid one.
    package static func unknown(_ word: ByteView) -> SceneError {
        SceneError(.unknownVerb, "unknown verb" + NearestName.suggestion(for: word, among: allCases.map(\.name)))
    }
}
