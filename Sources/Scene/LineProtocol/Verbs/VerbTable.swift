import Scene
import Schema

extension Verb {
    /// The verb's row in the table.
    package var schema: VerbSchema { Self.schemas[index] }

    /// By index. The only list of verbs: `describe verbs`, usage, checks of words and rights use it.
    private static let schemas: [VerbSchema] = {
        let rows = Dictionary(uniqueKeysWithValues: table.map { ($0.verb, $0) })
        return all.enumerated().map { index, verb in
            precondition(verb.index == index, "\(verb) has another index")
            guard let row = rows[verb] else { preconditionFailure("\(verb) has no row in the table of verbs") }
            return row
        }
    }()

    package var target: VerbSchema.Target { Self.columns[index].target }
    package var moment: VerbSchema.Moment { Self.columns[index].moment }
    package var rights: VerbSchema.Rights { Self.columns[index].rights }
    package var traits: VerbTraits { Self.columns[index].traits }

    /// Needed for every line: plain values, so that no reference is counted.
    private static let columns = schemas.map {
        (target: $0.target, moment: $0.moment, rights: $0.rights, traits: $0.traits)
    }

    private static let table: [VerbSchema] = objects + readers + transactions + connection + time + pictures + daemon

    private static let objects: [VerbSchema] = [
        VerbSchema(
            .create, CreateCommand.self, .scene, .deferred, .objects,
            [.word("ID", .newID), .word("KIND", .kind), .properties],
            traits: [.mayStandInDefinition, .mayStandInside, .mayBecomeDormant], help: "makes an object"),
        VerbSchema(
            .put, CreateCommand.self, .scene, .deferred, .objects,
            [.word("ID", .newID), .word("KIND", .kind), .properties],
            traits: [.mayStandInDefinition, .mayStandInside, .mayBecomeDormant],
            help: "makes it, or sets the properties when it exists"),
        VerbSchema(
            .set, SetCommand.self, .scene, .deferred, .objects, [.word("ID", .id), .properties(required: true)],
            traits: [.mayStandInDefinition, .mayStandInside, .mayBecomeDormant, .changesOne],
            help: "sets properties; an empty value restores the default"),
        VerbSchema(
            .remove, RemoveCommand.self, .scene, .deferred, .objects, [.word("ID", .id, repeats: true)],
            traits: [.mayStandInside], help: "removes objects, a layer with everything below it"),
        VerbSchema(
            .clear, EmptyCommand.self, .scene, .deferred, .full,
            help: "removes everything but root, the outputs and daemon"),
        VerbSchema(
            .animate, AnimateCommand.self, .scene, .deferred, .objects,
            [
                .word("LAYER", .id), .word("PROPERTY", .text, optional: true), .properties, .key("duration", .time),
                .key("timing", .timing),
                .key("delay", .time), .key("repeat", .number), .key("autoreverses", .boolean),
                .key("spring", .spring), .key("additive", .boolean), .key("id", .id), .key("values", .text),
                .key("keyTimes", .text), .key("timings", .text),
                .key("calculationMode", .choice, ["linear", "discrete", "paced", "cubic", "cubicPaced"]),
            ],
            traits: [.mayStandInDefinition, .mayBecomeDormant, .changesOne],
            help: "sets properties and animates from the presentation value to the new one, or through keyframes"),
        VerbSchema(
            .draw, DrawCommand.self, .scene, .deferred, .objects,
            [
                .word("ID", .id), .word("OP", .rest), .key("insert", .integer), .key("replace", .integer),
                .key("remove", .integer, standsForWord: true),
            ], traits: [.mayStandInDefinition, .mayStandInside, .mayBecomeDormant, .changesOne],
            help: "appends an operation to a canvas, or inserts, replaces or removes one by its number"),
        VerbSchema(
            .scrollTo, ScrollToCommand.self, .scene, .deferred, .objects,
            [
                .word("LAYER", .id), .word("x,y,w,h", .rectangle, optional: true), .key("duration", .time),
                .key("timing", .timing), .key("spring", .spring),
            ],
            help: "scrolls what is around a layer until it is seen, as little as needed"),
        VerbSchema(
            .damage, DamageCommand.self, .scene, .deferred, .objects,
            [.word("BUFFER", .id), .word("x,y,w,h", .rectangle, optional: true, repeats: true)],
            help: "says that shared pixels changed"),
        VerbSchema(
            .on, OnCommand.self, .scene, .deferred, .objects,
            [
                .word("LAYER", .id), .word("EVENT", .event), .word("\"LINES\"", .lines), .key("name", .text),
                .key("when", .expression),
            ],
            traits: [.mayStandInDefinition, .mayBecomeDormant], help: "runs lines when an event fires"),
        VerbSchema(
            .off, OffCommand.self, .scene, .deferred, .objects,
            [.word("LAYER", .id), .word("EVENT|N", .text, optional: true)],
            traits: [.mayStandInDefinition], help: "takes reactions away"),
        VerbSchema(
            .bind, BindCommand.self, .scene, .deferred, .objects,
            [.word("ID", .id), .computed, .key("scope", .id), .key("isActive", .boolean)],
            traits: [.mayStandInDefinition, .mayStandInside, .mayBecomeDormant],
            help: "keeps properties equal to expressions; an empty one takes the binding off"),
        VerbSchema(
            .every, TimerCommand.self, .scene, .deferred, .objects, timer,
            traits: [.mayStandInDefinition, .mayStandInside, .mayBecomeDormant],
            help: "runs lines again and again, in scene time"),
        VerbSchema(
            .after, TimerCommand.self, .scene, .deferred, .objects, timer,
            traits: [.mayStandInDefinition, .mayStandInside, .mayBecomeDormant], help: "runs lines once, in scene time"),
        VerbSchema(
            .focus, FocusCommand.self, .scene, .deferred, .objects, [.word("LAYER", .id), .key("ring", .boolean)],
            help: "says which layer keys go to: an id, next or previous in the order of Tab, or none"),
        VerbSchema(
            .copy, CopyCommand.self, .scene, .deferred, .objects,
            [.word("ID", .id), .key("as", .id, required: true), .key("parent", .id)],
            traits: [.mayBecomeDormant], help: "makes a layer and all below it again; ids ID.x become AS.x"),
        VerbSchema(
            .repeat, RepeatCommand.self, .scene, .deferred, .objects,
            [.key("in", .text, required: true), .word("\"LINES\"", .lines)],
            traits: [.mayStandInDefinition, .mayBecomeDormant], help: "runs lines once for each item of a,b,c or 0..9"),
        VerbSchema(
            .undefine, UndefineCommand.self, .scene, .deferred, .objects, [.word("NAME", .kind)],
            help: "takes a component or a function away that nothing uses"),
        VerbSchema(
            .function, FunctionCommand.self, .scene, .deferred, .objects, [.function], traits: [.mayBecomeDormant],
            help: "makes a function that expressions may call, or replaces it"),
        VerbSchema(
            .use, UseCommand.self, .scene, .deferred, .full, [.word("FILE", .path)],
            traits: [.readsFiles, .mayBecomeDormant],
            help: "runs a file of components, functions, styles, themes and data once"),
        VerbSchema(
            .load, LoadCommand.self, .scene, .deferred, .full,
            [.key("path", .path, required: true), .key("replace", .boolean), .key("lenient", .boolean)],
            traits: [.readsFiles, .mayBecomeDormant],
            help: "runs a file's lines, all or none; lenient: those that lack something become dormant"),
    ]

    private static let timer: [VerbArgument] = [
        .word("SECONDS", .time), .word("\"LINES\"", .lines), .key("name", .id),
        .key("align", .choice, TimerProperty.Align.names), .key("left", .time),
        .key("isPaused", .boolean), .key("scope", .id),
    ]

    private static let readers: [VerbSchema] = [
        VerbSchema(
            .get, GetCommand.self, .reader, .immediate, .any,
            [
                .word("ID", .id), .word("prop", .key, optional: true, repeats: true),
                .key("from", .choice, ["model", "presentation", "text"]),
            ], help: "reads properties"),
        VerbSchema(
            .list, ListCommand.self, .reader, .immediate, .any,
            [
                .word("SELECTOR", .id, optional: true), .key("kind", .kind), .key("parent", .id), .key("style", .id),
            ], help: "ids, in order"),
        VerbSchema(
            .tree, TreeCommand.self, .reader, .immediate, .any,
            [.word("ID", .id, optional: true), .key("depth", .integer)],
            help: "nested ids, kinds and frames"),
        VerbSchema(
            .dump, DumpCommand.self, .reader, .immediate, .any,
            [.word("ID", .id, optional: true), .key("secrets", .boolean, full: .whenTrue)],
            help: "the lines that make this scene again; secrets only with full access"),
        VerbSchema(
            .describe, DescribeCommand.self, .reader, .immediate, .any,
            [.word("KIND|TOPIC", .text, optional: true), .key("format", .choice, ["schema"])],
            help:
                "verbs and kinds, a kind's properties, or verbs, events, errors, filters, decoders; schema: a JSON Schema of a component's parameters"
        ),
        VerbSchema(
            .measure, MeasureCommand.self, .reader, .immediate, .any,
            [
                .word("PATH|ID", .text), .key("contains", .text), .key("rule", .choice, ["nonZero", "evenOdd"]),
                .key("at", .number), .key("tolerance", .number),
            ], help: "bounds and length of a path, whether it holds a point, and the point at a length"),
        VerbSchema(
            .why, WhyCommand.self, .reader, .immediate, .any, [.word("ID.key", .text)],
            help: "a property's value, and why it has it: the chain of causes, the nearest first"),
    ]

    private static let transactions: [VerbSchema] = [
        VerbSchema(
            .begin, BeginCommand.self, .connection, .refused, .any,
            [
                .key("duration", .time), .key("timing", .timing), .key("at", .time),
                .key("wait", .choice, ["content"]), .key("name", .id), .key("animator", .id),
            ], help: "opens a transaction"),
        VerbSchema(
            .commit, EmptyCommand.self, .connection, .immediate, traits: [.carriesOutLines],
            help: "makes the lines since begin happen in one frame, or none of them"),
        VerbSchema(.abort, EmptyCommand.self, .connection, .immediate, help: "forgets the lines since begin or define"),
        VerbSchema(
            .define, DefineCommand.self, .connection, .refused, .objects, [.word("NAME", .newID), .parameters],
            traits: [.mayBecomeDormant], help: "begins a component: its parameters with their defaults"),
        VerbSchema(
            .undo, StepsCommand.self, .connection, .refused, .objects, [.word("N", .integer, optional: true)],
            traits: [.readsHistory, .changesScene], help: "takes back this connection's newest transactions and lines"),
        VerbSchema(
            .redo, StepsCommand.self, .connection, .refused, .objects, [.word("N", .integer, optional: true)],
            traits: [.readsHistory, .changesScene], help: "does again what undo took back"),
        VerbSchema(
            .checkpoint, CheckpointCommand.self, .connection, .immediate, .any, [.word("NAME", .text)],
            help: "keeps the scene as it is, for diff"),
        VerbSchema(
            .diff, CheckpointCommand.self, .connection, .immediate, .any, [.word("NAME", .text)],
            help: "the lines that lead from a checkpoint to the scene as it is"),
        VerbSchema(
            .end, EmptyCommand.self, .connection, .refused, .objects, traits: [.carriesOutLines],
            help: "makes the lines since define a component"),
    ]

    private static let connection: [VerbSchema] = [
        VerbSchema(.hello, EmptyCommand.self, .service, .immediate, help: "identifies the server"),
        VerbSchema(
            .session, SessionCommand.self, .connection, .immediate, .any,
            [
                .key("replies", .choice, ["all", "errors", "none"]), .key("lifetime", .choice, ["scene", "client"]),
                .key("access", .text), .key("name", .text),
                .key("role", .choice, ["replica", "primary"], full: .always),
                .key("of", .text), .key("delay", .time), .key("epoch", .number),
            ],
            help:
                "options of this connection; access is full, read or a layer's id; role=replica makes it what the scene comes from"
        ),
        VerbSchema(
            .subscribe, SubscribeCommand.self, .service, .immediate, .any,
            [
                .word("EVENT", .event, repeats: true), .key("layer", .id), .key("deadline", .time),
                .key("rate", .number), .key("from", .text),
            ],
            help:
                "asks for events; deadline=: how long a frame waits for sync layout; rate=: frames a second at most, of the journal pictures of buffers"
        ),
        VerbSchema(
            .unsubscribe, SubscribeCommand.self, .service, .immediate, .any,
            [.word("EVENT", .event, optional: true, repeats: true)],
            help: "asks for no more of them"),
    ]

    private static let time: [VerbSchema] = [
        VerbSchema(
            .sync, SyncCommand.self, .service, .refused, .any,
            [.word("layout", .choice, ["layout"], optional: true), .key("serial", .integer)],
            help: "replies when everything before it has been presented; layout: a frame that waits need wait no longer"
        ),
        VerbSchema(
            .wait, WaitCommand.self, .service, .refused, .any,
            [.word("SECONDS", .time, optional: true), .key("for", .id)],
            help: "holds this connection's further lines that long"),
        VerbSchema(
            .clock, ClockCommand.self, .service, .refused, .any, [.word("MODE", .choice, ["realtime", "manual"])],
            help: "how scene time goes on"),
        VerbSchema(
            .tick, TickCommand.self, .service, .refused, .full,
            [.word("SECONDS", .time, optional: true), .key("frames", .integer), .key("to", .number)],
            traits: [.changesScene], help: "advances the manual clock and renders"),
    ]

    private static let pictures: [VerbSchema] = [
        VerbSchema(
            .repaint, EmptyCommand.self, .service, .immediate, .full,
            help: "forgets all caches and damages every output in full"),
        VerbSchema(
            .snapshot, SnapshotCommand.self, .service, .refused, .any,
            [
                .key("output", .id), .key("layer", .id), .key("rect", .rectangle), .key("scale", .number),
                .key("format", .choice, ["png", "ppm", "rgba", "pdf", "svg"]), .key("path", .path, full: .always),
                .key("overwrite", .boolean),
            ], help: "a picture; with path=, full access is needed"),
        VerbSchema(
            .record, RecordCommand.self, .service, .refused, .full,
            [
                .word("stop", .choice, ["stop"], optional: true), .key("output", .id), .key("path", .path),
                .key("format", .choice, ["y4m", "rgba", "pdf"]), .key("fps", .number), .key("seconds", .number),
                .key("overwrite", .boolean), .key("comment", .text),
            ], help: "every frame, timed, to a file"),
        VerbSchema(
            .debug, DebugCommand.self, .service, .immediate, .full,
            [.key("damage", .boolean), .key("borders", .boolean), .key("fps", .boolean)], help: "overlays"),
        VerbSchema(
            .explain, ExplainCommand.self, .service, .immediate, .any, [.word("ID", .id)],
            help: "why a layer is or is not seen, and what it costs"),
        VerbSchema(
            .hit, HitCommand.self, .service, .immediate, .any,
            [.word("x,y", .text), .key("output", .id), .key("interactive", .boolean)],
            help: "layers at a point, from the front to the back"),
        VerbSchema(
            .convert, ConvertCommand.self, .service, .immediate, .any,
            [.word("x,y[,w,h]", .text), .key("from", .id), .key("to", .id)],
            help: "a point or a rectangle of one layer in another's coordinates, as they are seen"),
    ]

    private static let daemon: [VerbSchema] = [
        VerbSchema(
            .input, InputCommand.self, .service, .immediate, .full,
            [.word("DEVICE", .choice, ["pointer", "touch", "key", "drop"]), .word("…", .rest, optional: true)],
            traits: [.changesScene], help: "injects input"),
        VerbSchema(
            .plugin, PluginCommand.self, .service, .immediate, .any,
            [
                .word(
                    "WHAT", .choice, ["list", "load", "unload", "reload"], full: .values(["load", "unload", "reload"])),
                .word("NAME", .text, optional: true),
            ], help: "lists plugins; with full access, loads and unloads them"),
        VerbSchema(
            .stats, StatsCommand.self, .service, .immediate, .any, [.key("output", .id)],
            help: "what the daemon did and holds"),
        VerbSchema(
            .save, SaveCommand.self, .service, .immediate, .full,
            [.key("path", .path), .key("overwrite", .boolean), .key("secrets", .boolean)],
            help: "writes the dump to a file"),
        VerbSchema(
            .digest, EmptyCommand.self, .service, .refused, .any,
            help: "the SHA-256 of the scene as other machines share it, of one moment"),
        VerbSchema(
            .replay, ReplayCommand.self, .service, .refused, .full,
            [
                .word("\"LINES\"", .lines, optional: true), .key("epoch", .number, required: true),
                .key("seq", .number, required: true), .key("time", .number, required: true),
                .key("wall", .number, required: true), .key("client", .number),
                .key("clock", .choice, ["realtime", "manual"]), .key("state", .choice, ["record", "scene", "files"]),
                .key("path", .path), .key("digest", .text),
            ], help: "a record of the primary's journal, its whole scene, or where its files stand, for a replica"),
        VerbSchema(.quit, EmptyCommand.self, .service, .refused, .full, help: "ends the daemon in order"),
    ]
}

/// A handler that executes a verb; it takes the verb's words as values.
package protocol VerbHandler: Sendable {
    /// The type of the words.
    var words: any TypedCommand.Type { get }
}

/// The handlers of the verbs of one target, by verb. Checked against the table: a missing or additional handler, or one
/// with other words than the row's, stops the program at its first line.
package struct VerbHandlers<Handler: VerbHandler>: Sendable {
    @usableFromInline let handlers: [Handler]
    /// For each verb, the index of its handler; −1 for verbs of other targets.
    @usableFromInline let indices: [Int]

    package init(_ target: VerbSchema.Target, _ handlers: [Verb: Handler]) {
        for verb in Verb.allCases {
            precondition((verb.target == target) == (handlers[verb] != nil), "\(verb): no handler, or one too many")
            precondition(handlers[verb].map { $0.words == verb.schema.words } ?? true, "\(verb): other words")
        }
        let verbs = Verb.allCases.filter { handlers[$0] != nil }
        var list: [Handler] = []
        for verb in verbs { if let handler = handlers[verb] { list.append(handler) } }
        self.handlers = list
        indices = Verb.allCases.map { verbs.firstIndex(of: $0) ?? -1 }
    }

    /// The handler of a verb of the target.
    @inlinable package subscript(verb: Verb) -> Handler {
        let index = indices[verb.index]
        precondition(index >= 0, "the verb has another target")
        return handlers[index]
    }
}
