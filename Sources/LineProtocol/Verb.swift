package import Geometry
import Scene

/// The verbs of protocol 1.
package enum Verb: UInt8, CaseIterable, Sendable {
    case hello, create, put, set, get, remove, clear, list, tree, dump, describe, explain
    case begin, commit, abort
    case animate, draw, subscribe, unsubscribe, sync, wait, clock, tick, repaint, snapshot, damage, input, on, off
    case session, plugin, stats, debug, save, load, record, quit

    /// When a verb acts if its line stands between `begin` and `commit`.
    package enum Moment: Sendable {
        /// At `commit`, with the others.
        case deferred
        /// At once: it only reads, or concerns the connection alone.
        case immediate
        /// Not at all: it would wait for, or end, what is under way.
        case refused
    }

    package var moment: Moment {
        switch self {
        case .create, .put, .set, .remove, .clear, .animate, .draw, .on, .off, .load, .damage: .deferred
        case .tick, .sync, .snapshot, .quit, .wait, .clock, .record, .begin: .refused
        default: .immediate
        }
    }

    /// The word on the line.
    package var name: String { "\(self)" }

    /// How the verb is written, and one line on what it does: for `describe`.
    package var help: String {
        switch self {
        case .hello: "identifies the server"
        case .create: "ID KIND [prop=value…]: makes an object"
        case .put: "ID KIND [prop=value…]: makes it, or sets the properties when it exists"
        case .set: "ID prop=value…: sets properties; an empty value restores the default"
        case .get: "ID [prop…] [from=model|presentation]: reads properties"
        case .remove: "ID…: removes objects, a layer with everything below it"
        case .clear: "removes everything but root, the outputs and daemon"
        case .list: "[kind=K] [parent=ID]: ids, in order"
        case .tree: "[ID] [depth=N]: nested ids, kinds and frames"
        case .dump: "[ID]: the lines that make this scene again"
        case .describe: "[KIND]: verbs and kinds, or a kind's properties"
        case .explain: "ID: why a layer is or is not seen, and what it costs"
        case .begin: "[duration=S] [timing=T] [at=TIME] [wait=content] [name=…]: opens a transaction"
        case .commit: "makes the lines since begin happen in one frame, or none of them"
        case .abort: "forgets the lines since begin"
        case .animate:
            "LAYER prop=value… [duration=S] [timing=T] [delay=S] [repeat=N|inf] [autoreverses=B] [spring=…] [id=ID]: moves it there"
        case .draw: "ID OP…: appends an operation to a canvas"
        case .subscribe: "EVENT… [layer=ID]: asks for events"
        case .unsubscribe: "[EVENT…]: asks for no more of them"
        case .sync: "replies when everything before it has been presented"
        case .wait: "SECONDS: holds this connection's further lines that long"
        case .clock: "realtime|manual: how scene time goes on"
        case .tick: "[SECONDS|frames=N]: advances the manual clock and renders"
        case .repaint: "forgets all caches and damages every output in full"
        case .snapshot: "[layer=ID] [rect=x,y,w,h] [scale=S] [format=png|ppm|rgba] [path=FILE]: a picture"
        case .damage: "BUFFER [x,y,w,h…]: says that shared pixels changed"
        case .input: "pointer|key|touch …: injects input"
        case .on: "LAYER EVENT [name=N] \"LINES\": runs lines when an event fires"
        case .off: "LAYER [EVENT|N]: takes reactions away"
        case .session: "[replies=all|errors|none] [lifetime=scene|client] [access=full|read|ID] [name=…]: habits"
        case .plugin: "list|load PATH|unload NAME|reload NAME"
        case .stats: "what the daemon did and holds"
        case .debug: "[damage=B] [borders=B] [fps=B]: overlays"
        case .save: "[path=FILE]: writes the dump to a file"
        case .load: "path=FILE [replace=B]: runs a file's lines, all or none"
        case .record: "[path=FILE] [format=y4m|rgba] [fps=N] [seconds=N], or stop: every frame, timed, to a file"
        case .quit: "ends the daemon in order"
        }
    }

    private static let table: ByteTable = {
        var table = ByteTable()
        for verb in allCases { table.insert(verb.name, Int(verb.rawValue)) }
        return table
    }()

    package init?(_ word: ByteView) {
        guard let raw = Verb.table.find(word), let verb = Verb(rawValue: UInt8(raw)) else { return nil }
        self = verb
    }

    /// The error for a word that is no verb, with the nearest one that is.
    static func unknown(_ word: ByteView) -> SceneError {
        SceneError(.unknownVerb, "unknown verb" + NearestName.suggestion(for: word, among: allCases.map(\.name)))
    }
}
