/// The daemon's settings: the properties of the object `daemon`.
public enum SettingsProperty: UInt16, CaseIterable, Sendable {
    case limitLine, limitClients, limitLayers, limitClientLayers, limitClientBytes, limitReplies, limitImagePixels
    case limitImageBytes, cacheBytes, threads, logLevel, pluginPath, state, socketMode, limitOutputPixels, stateSync
    case limitAllReplies, limitFrameBytes, limitBindings, limitTimers, limitSelection, limitUndo
    case sourcePaths, limitRows, limitShare, problems, overwrite, seed, limitJournalBytes, reducedMotion, limitDataBytes

    @inlinable public var id: PropertyID { PropertyID(rawValue) }

    public static let logLevels = ["error", "warning", "notice", "info", "debug"]

    private static let mebi = 1_048_576.0

    public static let schema: [Property] = [
        count("limit.line", 1 * mebi, 256, 64 * mebi, "bytes", "the longest line that is read"),
        count("limit.clients", 1024, 1, 65_536, "clients", "connections at a time"),
        count("limit.layers", 1_000_000, 1, 16_000_000, "objects", "objects in the scene"),
        count("limit.clientLayers", 1_000_000, 1, 16_000_000, "objects", "objects that one connection may have made"),
        count(
            "limit.clientBytes", 64 * mebi, 65_536, 4096 * mebi, "bytes",
            "text that one connection's open transaction may hold; 64 times as much is what its lines may have given to objects"
        ),
        count("limit.replies", 64 * mebi, 65_536, 4096 * mebi, "bytes", "unread replies before a client is dropped"),
        count("limit.imagePixels", 256 * mebi, 1, 4096 * mebi, "pixels", "of one picture"),
        count("limit.imageBytes", 256 * mebi, 1024, 4096 * mebi, "bytes", "of one picture file"),
        count(
            "cache.bytes", 256 * mebi, 0, 65_536 * mebi, "bytes", "for corners, masks and pictures kept between frames"),
        count("threads", 0, 0, 64, "threads", "that paint; 0: one for each core"),
        Property(
            "logLevel", .choice, .choice(2), choices: logLevels, effect: .none, help: "what is written to the log"),
        Property(
            "pluginPath", .string, .string(""), effect: .none,
            help: "folders with plugins, colon-separated, searched first; read at start"),
        Property(
            "state", .string, .string(""), effect: .none, help: "file that keeps the scene for the next start"),
        Property(
            "socketMode", .choice, .choice(0), choices: ["0600", "0660", "0666"], effect: .none,
            help: "permissions of the socket's file"),
        count("limit.outputPixels", 512 * mebi, 1, 4096 * mebi, "pixels", "of all outputs together"),
        Property(
            "stateSync", .choice, .choice(0), choices: ["everysec", "always"], effect: .none,
            help: "when the disk has changes of a scene with a state file: within a second, or before their replies"),
        count(
            "limit.allReplies", 512 * mebi, 65_536, 65_536 * mebi, "bytes",
            "unread replies and events of all clients before those who leave most are dropped"),
        count(
            "limit.frameBytes", 256 * mebi, mebi, 65_536 * mebi, "bytes",
            "of buffers for one frame of an output; layers beyond are painted without group opacity, blend modes, masks, "
                + "filters, perspective"),
        count("limit.bindings", 100_000, 0, 16_000_000, "bindings", "in the scene"),
        count("limit.timers", 10_000, 0, 1_000_000, "timers", "in the scene"),
        count("limit.selection", 100_000, 1, 16_000_000, "objects", "objects that one selector may match"),
        count("limit.undo", 100, 0, 10_000, "steps", "changes that one connection can take back"),
        Property(
            "sourcePaths", .string, .string("/proc/*:/sys/class/*:$XDG_RUNTIME_DIR/scrim/*"), effect: .none,
            help: "paths that data may read, colon-separated, * for anything; set by the configuration only"),
        count("limit.rows", 1_000_000, 1, 16_000_000, "records", "of one list with rowHeight or rowWidth"),
        Property(
            "limit.share", .number, .number(0.25), minimum: 0.001, maximum: 1, effect: .none,
            help:
                "part of limit.layers, bindings, timers and of the transactions that wait for clients with one layer to change"
        ),
        Property(
            "problems", .string, .string(""), effect: .none, isDerived: true, isReadOnly: true,
            help:
                "what does not work now, a line each: skipped lines of the configuration, the state file, dormant objects and their reasons"
        ),
        Property(
            "overwrite", .boolean, .boolean(false), effect: .none, isDerived: true,
            help: "state= may name a file that is there, in the same line; false again behind it"),
        Property(
            "seed", .number, .number(0), effect: .none, help: "what random() begins with; set, it begins again"),
        count(
            "limit.journalBytes", 64 * mebi, 65_536, 4096 * mebi, "bytes",
            "of records that a reader of subscribe journal may be behind, before it begins again"),
        Property(
            "reducedMotion", .boolean, .boolean(false), effect: .none,
            help: "the user wants fades instead of slides and springs: controls obey it, and scenes can read it"),
        count("limit.dataBytes", 16 * mebi, 1024, 1024 * mebi, "bytes", "of JSON that a list or record of data may be"),
    ]

    private static func count(
        _ name: String, _ initial: Double, _ minimum: Double, _ maximum: Double, _ unit: String, _ help: String
    ) -> Property {
        Property(
            name, .integer, .number(initial), minimum: minimum, maximum: maximum, unit: unit, effect: .none, help: help)
    }
}
