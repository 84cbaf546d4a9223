/// Verbs that affect only their connection, and so have no effect as its only line.
enum ConnectionVerb {
    /// The reason why a verb has no effect from a shell, and its replacement; nil for others.
    static func advice(for verb: String) -> String? {
        switch verb {
        case "begin", "commit", "abort": "`begin` … `commit` are lines of one connection: \(file)"
        case "define", "end": "`define` … `end` are lines of one connection: \(file)"
        case "session": "`session` sets options of its own connection: \(file)"
        case "subscribe", "unsubscribe":
            "`\(verb)` is about events of its own connection: `scrim watch EVENT…` prints them, `scrim repl` too"
        case "undo", "redo": "`\(verb)` is about what its own connection did: \(file)"
        case "checkpoint": "a connection has checkpoints of its own: \(file)"
        default: nil
        }
    }

    private static let file =
        "put the lines in a file for `scrim run FILE` (or pipe them to `scrim run`), or say them in `scrim repl`"
}
