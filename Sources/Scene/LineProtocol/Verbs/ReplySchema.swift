/// The JSON after a verb's `ok`, used by `describe verbs` and the generated clients.
package struct ReplySchema: Sendable {
    package enum Form: String, Sendable {
        /// One object with `members`.
        case object
        /// An array of texts.
        case strings
        /// An object or an array, depending on the words of the line.
        case any
    }

    package let form: Form
    package let members: [EventSchema.Member]
    /// True when members with names from the scene follow: properties, kinds, plugins.
    package let isOpen: Bool
    /// True when `ok` may be without JSON.
    package let isOptional: Bool

    private init(_ form: Form, _ members: [EventSchema.Member] = [], isOpen: Bool = false, isOptional: Bool = false) {
        self.form = form
        self.members = members
        self.isOpen = isOpen
        self.isOptional = isOptional
    }

    private static func member(
        _ name: String, _ type: EventSchema.MemberType = .number, optional: Bool = false, _ choices: [String] = []
    ) -> EventSchema.Member {
        EventSchema.Member(name: name, type: type, isOptional: optional, choices: choices)
    }

    /// The number of objects matched by a selector; without a selector there is no JSON.
    private static let matched = ReplySchema(.object, [member("count")], isOptional: true)
    private static let steps = ReplySchema(.object, [member("count")])
    private static let frame = [member("frame"), member("time")]

    /// The only list of the fields of replies; nil for verbs without JSON.
    fileprivate static func of(_ verb: Verb) -> ReplySchema? {
        switch verb {
        case .hello:
            ReplySchema(
                .object,
                [
                    member("server", .string), member("version", .string), member("protocol"),
                    member("kinds", .strings), member("plugins", .strings),
                    member("dormant", optional: true), member("problems", .strings, optional: true),
                ])
        case .set, .remove: matched
        case .load: ReplySchema(.object, [member("unset", .strings)], isOptional: true)
        case .animate:
            ReplySchema(.object, [member("animations", .strings), member("count", optional: true)])
        case .get: ReplySchema(.object, isOpen: true)
        case .list, .dump, .diff, .hit: ReplySchema(.strings)
        case .tree:
            ReplySchema(
                .object,
                [
                    member("id", .string), member("kind", .string), member("frame", .rectangle),
                    member("role", .string, optional: true), member("label", .string, optional: true),
                    member("value", .string, optional: true), member("sublayers", .nested),
                ])
        case .describe: ReplySchema(.object, isOpen: true)
        case .explain:
            ReplySchema(
                .object,
                [
                    member("id", .string), member("visible", .boolean), member("reason", .string),
                    member("by", .strings, optional: true), member("message", .string, optional: true),
                    member("extent", .rectangle), member("visiblePixels"), member("cost", .object),
                    member("constraints", .strings, optional: true),
                    member("unsatisfied", .strings, optional: true),
                ])
        case .convert:
            ReplySchema(.object, [member("point", .point, optional: true), member("rect", .rectangle, optional: true)])
        case .why: ReplySchema(.object, isOpen: true)
        case .measure:
            ReplySchema(
                .object,
                [
                    member("bounds", .rectangle), member("length"), member("isClosed", .boolean),
                    member("contains", .boolean, optional: true), member("point", .point, optional: true),
                    member("angle", optional: true), member("path", .string),
                ])
        case .commit: ReplySchema(.object, [member("commands"), member("frame", optional: true)])
        case .undo, .redo: steps
        case .sync: ReplySchema(.object, frame)
        case .clock: ReplySchema(.object, [member("time")])
        case .tick: ReplySchema(.object, frame + [member("damage", .rectangles), member("pixels")])
        case .snapshot:
            ReplySchema(
                .object,
                [
                    member("width"), member("height"), member("format", .choice, ["png", "ppm", "rgba", "pdf", "svg"]),
                    member("path", .string, optional: true), member("data", .string, optional: true),
                ])
        case .plugin: ReplySchema(.any, isOptional: true)
        case .stats: ReplySchema(.object, statistics, isOpen: true)
        case .record: ReplySchema(.object, [member("frames")])
        case .digest:
            ReplySchema(.object, [member("epoch"), member("seq"), member("time"), member("sha256", .string)])
        case .create, .put, .clear, .begin, .abort, .draw, .scrollTo, .copy, .repeat, .define, .end, .undefine,
            .function, .use,
            .checkpoint,
            .subscribe, .unsubscribe, .wait, .repaint, .damage, .input, .on, .off, .bind, .every, .after, .focus,
            .session,
            .debug, .save, .replay, .quit:
            nil
        }
    }

    private static let statistics: [EventSchema.Member] =
        ["frames", "missedDeadlines", "missedFrames"].map { member($0) }
        + [member("presented", .object, optional: true)]
        + [member("slowFrame", .object, optional: true), member("frameTime", .object), member("lateness", .object)]
        + [
            "damagedPixels", "compositedPixels", "layers", "objects", "groupBuffers", "cacheBytes", "images",
            "imageBytes", "keptPlanes", "simulationSkipped", "reducedLayers", "clients", "lines", "bytesIn",
            "bytesOut", "eventsDropped",
        ].map { member($0) } + [member("plugins", .object), member("state", .object, optional: true)]
}

extension Verb {
    /// The JSON after `ok`; nil when there is none.
    package var reply: ReplySchema? { ReplySchema.of(self) }
}
