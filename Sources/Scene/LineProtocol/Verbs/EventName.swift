import Geometry

/// The events of protocol 1. `EventSchema` has the fields of each.
package enum EventName: String, CaseIterable, Sendable {
    case frame, animation, pointer, tap, singleTap, pan, swipe, longPress, pinch, rotate, scroll, key, output,
        content
    case created, changed, removed, collision, plugin, transaction, reaction, binding, timer, film, layout
    case drag, drop, tile, problem, restored, failed, template, journal, replica

    /// True for events about the scene's objects, whose subscription starts with the whole state.
    package var isOfScene: Bool { self == .created || self == .changed || self == .removed }

    /// Position among all cases.
    ///
    /// A case without a payload is its number: a table by name would hash a string for each look-up.
    package var index: Int { Int(unsafe unsafeBitCast(self, to: UInt8.self)) }

    /// An event as a line with its LF: `event tap {…}`. In debug builds, traps when the members are not those of the schema.
    package func line(_ body: (inout JSONWriter) -> Void) -> [UInt8] {
        var json = JSONWriter()
        body(&json)
        var line = ByteWriter()
        line.append("event ")
        line.append(text: rawValue)
        line.append(" ")
        line.append(json: json)
        line.append("\n")
        assert(schema.fault(in: line.bytes) == nil, "\(schema.fault(in: line.bytes) ?? ""): \(line.string)")
        return line.array
    }
}

/// The members of an event's JSON object, and its help.
package struct EventSchema: Sendable {
    package enum MemberType: String, Sendable {
        case string, number, boolean, point, size, rectangle, strings, rectangles, choice
        /// An object whose members are not listed.
        case object
        /// Objects with the same members as the containing one.
        case nested
    }

    package struct Member: Sendable {
        package let name: String
        package let type: MemberType
        /// True when it may be omitted or null.
        package let isOptional: Bool
        package let choices: [String]
    }

    package let members: [Member]
    /// True when properties of the object follow.
    package let isOpen: Bool
    package let help: String

    private init(_ members: [Member], isOpen: Bool = false, help: String) {
        self.members = members
        self.isOpen = isOpen
        self.help = help
    }

    /// A member of an event's line that the schema does not have, or one that the line lacks; nil for a valid line.
    func fault(in line: ByteView) -> String? {
        let sent = ChangedMerger.members(of: line).map { line[$0.key].string }
        let known = members.map { "\"\($0.name)\"" }
        if !isOpen, let unknown = sent.first(where: { !known.contains($0) }) { return "not in its schema: \(unknown)" }
        for (member, name) in zip(members, known) where !member.isOptional && !sent.contains(name) {
            return "not sent: \(name)"
        }
        return nil
    }

    private static func member(
        _ name: String, _ type: MemberType = .string, optional: Bool = false, _ choices: [String] = []
    ) -> Member {
        Member(name: name, type: type, isOptional: optional, choices: choices)
    }

    private static let layer = member("layer", optional: true)
    private static let point = [member("x", .number), member("y", .number)]
    /// For several fingers.
    private static let touches = member("touches", .number, optional: true)
    private static let gesture = member("state", .choice, ["began", "changed", "ended", "cancelled"])

    /// The only list of the fields of events, used by `describe events` and the checks.
    fileprivate static func of(_ event: EventName) -> EventSchema {
        switch event {
        case .frame:
            EventSchema(
                [
                    member("output"), member("frame", .number), member("time", .number), member("target", .number),
                    member("interval", .number),
                ], help: "before each frame; frames keep coming while it is subscribed to")
        case .animation:
            EventSchema(
                [member("id"), layer, member("finished", .boolean)],
                help: "the end of an animation; not finished: it was removed before")
        case .pointer:
            EventSchema(
                [
                    member("output"), layer,
                    member("phase", .choice, ["enter", "leave", "move", "down", "up", "scroll", "cancel"]),
                    member("button", optional: true), member("touch", .number, optional: true),
                    member("dx", .number, optional: true), member("dy", .number, optional: true),
                    member("tool", optional: true), member("pressure", .number, optional: true),
                    member("tiltX", .number, optional: true), member("tiltY", .number, optional: true),
                ] + point, help: "pointers, fingers and tools of tablets on a layer, in its coordinates")
        case .tap:
            EventSchema(
                [layer, member("count", .number), touches] + point, help: "down and up within 10 points")
        case .singleTap:
            EventSchema([layer] + point, help: "a tap that no second one followed within 0.3 s: told then")
        case .swipe:
            EventSchema(
                [layer, member("direction", .choice, ["left", "right", "up", "down"]), member("velocity", .point)]
                    + point,
                help:
                    "a drag of 30 points along one axis that ended with 300 points a second, in the parent's coordinates"
            )
        case .longPress: EventSchema([layer] + point, help: "0.5 s down within 10 points")
        case .pan:
            EventSchema(
                [layer, gesture, member("translation", .point), member("velocity", .point), touches] + point,
                help: "a drag, in the parent's coordinates; velocity in points a second")
        case .pinch: EventSchema([layer, gesture, member("scale", .number)] + point, help: "two fingers' distance")
        case .rotate:
            EventSchema([layer, gesture, member("angle", .number)] + point, help: "two fingers' angle, in radians")
        case .scroll:
            EventSchema([layer, member("dx", .number), member("dy", .number)] + point, help: "a wheel or touchpad")
        case .key:
            EventSchema(
                [
                    layer, member("key"), member("state", .choice, ["down", "up", "compose"]), member("text"),
                    member("modifiers", .strings),
                ], help: "a key, for the layer that was pressed last; compose: the text that an input method composes")
        case .output:
            EventSchema(
                [
                    member("output"), member("size", .size), member("scale", .number), member("refresh", .number),
                    member("state", .choice, ["active", "hidden", "absent", "removed"]),
                    member("message", optional: true),
                ], help: "an output came, went or changed; each one on subscribing")
        case .content:
            EventSchema(
                [
                    member("id"), member("state", .choice, ["ready", "failed", "ended"]),
                    member("message", optional: true),
                ],
                help: "a picture was read, or could not be; a video has come to its end")
        case .created: EventSchema([member("id")], isOpen: true, help: "a new object, with its properties")
        case .changed: EventSchema([member("id")], isOpen: true, help: "properties of an object that changed")
        case .removed: EventSchema([member("id")], help: "an object that was removed")
        case .collision:
            EventSchema(
                [
                    member("behavior"), member("items", .strings), member("point", .point),
                    member("state", .choice, ["began", "ended"]),
                ], help: "items of a behavior touch, or part")
        case .plugin:
            EventSchema(
                [member("plugin"), member("state"), member("message", optional: true)],
                help: "a plugin was loaded, unloaded, suspended or failed")
        case .transaction:
            EventSchema(
                [
                    member("name"), member("state", .choice, ["done", "failed", "completed"]),
                    member("message", optional: true),
                ],
                help: "a pending transaction took effect, or was dropped; all animations that a named one made are over"
            )
        case .reaction:
            EventSchema(
                [
                    member("id", optional: true), layer, member("event"),
                    member("state", .choice, ["failed", "stopped"]), member("message"),
                ], help: "a reaction failed, or reactions that set each other off were stopped")
        case .binding:
            EventSchema(
                [member("id"), member("state", .choice, ["failed"]), member("message")],
                help: "a binding has no value any more and keeps the last; told once, until it works again")
        case .timer:
            EventSchema(
                [member("id"), member("state", .choice, ["failed"]), member("message")],
                help: "the lines of a timer failed, and took no effect")
        case .failed:
            EventSchema(
                [
                    member("id"), member("line", .number, optional: true), member("file", optional: true),
                    member("column", .number, optional: true), member("message"),
                ],
                help:
                    "a reaction, a timer or a binding failed; file and line are those of its definition, as load or use named them"
            )
        case .restored:
            EventSchema(
                [member("id")], help: "a dormant object was carried out: what its line lacked is there")
        case .template:
            EventSchema(
                [member("id"), member("step", .number), member("state", .choice, ["entered", "left"])],
                help:
                    "a step of an instance whose component has the parameter `step`: all animations that began with it have ended"
            )
        case .film:
            EventSchema(
                [
                    member("output"), member("state", .choice, ["waiting", "recording", "ended"]),
                    member("frames", .number), member("message", optional: true),
                ],
                help: "a film waits for its pipe's reader, takes frames, or has ended; the message says what ended it")
        case .drag:
            EventSchema(
                [
                    layer, gesture, member("translation", .point), member("velocity", .point),
                    member("over", optional: true),
                ] + point,
                help:
                    "a layer is carried to others, in its parent's coordinates; over: the one on which it would be dropped"
            )
        case .drop:
            EventSchema(
                [
                    layer, member("state", .choice, ["enter", "move", "leave", "drop"]), member("item"),
                    member("type", optional: true), member("text", optional: true),
                ] + point,
                help:
                    "another layer is carried over this one, and dropped on it, in this one's coordinates; or what another program drags, without an item"
            )
        case .tile:
            EventSchema(
                [
                    member("id"), member("tile"), member("state", .choice, ["needed", "released"]),
                    member("level", .number), member("x", .number), member("y", .number),
                    member("frame", .rectangle), member("scale", .number),
                ],
                help:
                    "a tile of a tiled layer without files is seen, and there is no layer of its id yet; or is needed no more"
            )
        case .problem:
            EventSchema(
                [member("state", .choice, ["began", "ended"]), member("message")],
                help: "something is wrong that would go unseen, as a disk without room for the state; or is over")
        case .journal:
            EventSchema(
                [
                    member("epoch", .number, optional: true), member("seq", .number, optional: true),
                    member("time", .number, optional: true), member("wall", .number, optional: true),
                    member("client", .number, optional: true), member("lines", .strings, optional: true),
                    member("clock", .choice, optional: true, ["manual"]),
                    member("state", .choice, optional: true, ["scene", "dropped"]),
                    member("more", .boolean, optional: true), member("digest", optional: true),
                ],
                help:
                    "a record of the journal, or a part of the whole scene, behind which more follow or not; dropped: the reader fell behind, and the scene comes again"
            )
        case .replica:
            EventSchema(
                [
                    member("of", optional: true), member("epoch", .number, optional: true),
                    member("seq", .number, optional: true),
                    member("state", .choice, ["moment", "late", "differs", "failed", "promoted"]),
                    member("digest", optional: true), member("message", optional: true), member("skipped", .number),
                ],
                help:
                    "a replica has come to a moment of which its primary told the whole scene: its digest then; a record came too late for its own time, and the scene may differ until the next moment; it differed from the primary's; a scene could not be used; it is none any more; skipped: lines that this version does not know"
            )
        case .layout:
            EventSchema(
                [
                    member("id", optional: true), member("bounds", .rectangle, optional: true),
                    member("serial", .number, optional: true), member("state", .choice, optional: true, ["dropped"]),
                ],
                help:
                    "bounds that have changed, before the frame that shows them, which waits for sync layout; dropped: it waits no more"
            )
        }
    }

    private static let all = Dictionary(uniqueKeysWithValues: EventName.allCases.map { ($0, of($0)) })

    fileprivate static subscript(event: EventName) -> EventSchema { all[event] ?? of(event) }
}

extension EventName {
    package var schema: EventSchema { EventSchema[self] }
}
