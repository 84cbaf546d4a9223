import Geometry
import Scene
import Schema

/// `describe`: verbs, kinds, a kind's properties, and the tables of the protocol.
extension SceneReader {
    /// Tables of `describe` besides kinds.
    private enum Topic: String, CaseIterable {
        case verbs, events, errors, filters, decoders
    }

    func describe(_ command: DescribeCommand, to out: inout JSONWriter) throws(SceneError) {
        if command.format == .schema { return try describeSchema(of: command.topic, to: &out) }
        guard let name = command.topic else { return describeAll(to: &out) }
        if let topic = Topic(rawValue: name.string) {
            out.beginObject()
            switch topic {
            case .verbs: for verb in Verb.allCases { describe(verb.schema, to: &out) }
            case .events: for event in EventName.allCases { describe(event, to: &out) }
            case .errors:
                for code in ErrorCode.allCases {
                    out.key(text: code.rawValue)
                    out.string(text: code.help)
                }
            case .filters: describeFilters(to: &out)
            case .decoders:
                for decoder in scene.kinds.decoders {
                    out.key(text: decoder.name)
                    out.beginObject()
                    out.key("help")
                    out.string(text: decoder.help)
                    out.endObject()
                }
            }
            out.endObject()
            return
        }
        guard let id = try scene.kinds.find(name.string) else {
            throw UnknownName.kind(name, in: scene.kinds, Topic.allCases.map(\.rawValue))
        }
        let kind = scene.kinds[id]
        out.beginObject()
        out.key("kind")
        out.string(text: kind.name)
        out.key("help")
        out.string(text: kind.help)
        if !kind.plugin.isEmpty {
            out.key("plugin")
            out.string(text: kind.plugin)
        }
        if kind.hasFreeKeys {
            out.key("keys")
            out.string("free")
        }
        out.key("properties")
        out.beginObject()
        for property in kind.properties where property.name != " " { describe(property, to: &out) }
        out.endObject()
        out.endObject()
    }

    private func describeAll(to out: inout JSONWriter) {
        out.beginObject()
        out.key("verbs")
        out.beginObject()
        for verb in Verb.allCases {
            out.key(text: verb.name)
            let usage = verb.schema.usage
            out.string(text: usage.isEmpty ? verb.schema.help : "\(usage): \(verb.schema.help)")
        }
        out.endObject()
        out.key("kinds")
        out.beginArray()
        for name in scene.kinds.names { out.string(text: name) }
        out.endArray()
        out.endObject()
    }

    private func describe(_ schema: VerbSchema, to out: inout JSONWriter) {
        out.key(text: schema.verb.name)
        out.beginObject()
        out.key("help")
        out.string(text: schema.help)
        out.key("usage")
        out.string(text: schema.usage.isEmpty ? schema.verb.name : "\(schema.verb.name) \(schema.usage)")
        out.key("inTransaction")
        out.string(text: schema.moment.rawValue)
        out.key("access")
        out.string(text: schema.rights.rawValue)
        out.key("arguments")
        out.beginArray()
        for argument in schema.arguments {
            out.beginObject()
            out.key("name")
            out.string(text: argument.name)
            out.key("type")
            out.string(text: argument.type.rawValue)
            out.key("positional")
            out.bool(!argument.isKeyed)
            out.key("required")
            out.bool(argument.isRequired)
            if argument.repeats {
                out.key("repeats")
                out.bool(true)
            }
            write(argument.choices, to: &out)
            out.endObject()
        }
        out.endArray()
        out.key("reply")
        if let reply = schema.verb.reply { describe(reply, to: &out) } else { out.null() }
        out.endObject()
    }

    private func describe(_ reply: ReplySchema, to out: inout JSONWriter) {
        out.beginObject()
        out.key("type")
        out.string(text: reply.form.rawValue)
        if reply.isOptional {
            out.key("optional")
            out.bool(true)
        }
        if reply.form == .object { describe(reply.members, to: &out) }
        if reply.isOpen {
            out.key("properties")
            out.bool(true)
        }
        out.endObject()
    }

    private func describe(_ members: [EventSchema.Member], to out: inout JSONWriter) {
        out.key("members")
        out.beginObject()
        for member in members {
            out.key(text: member.name)
            out.beginObject()
            out.key("type")
            out.string(text: member.type.rawValue)
            if member.isOptional {
                out.key("optional")
                out.bool(true)
            }
            write(member.choices, to: &out)
            out.endObject()
        }
        out.endObject()
    }

    private func describe(_ event: EventName, to out: inout JSONWriter) {
        out.key(text: event.rawValue)
        out.beginObject()
        out.key("help")
        out.string(text: event.schema.help)
        describe(event.schema.members, to: &out)
        if event.schema.isOpen {
            out.key("properties")
            out.bool(true)
        }
        out.endObject()
    }

    private func describeFilters(to out: inout JSONWriter) {
        for filter in FilterFunction.Kind.allCases where filter != .plugin {
            out.key(text: filter.cssName)
            out.beginObject()
            out.key("usage")
            out.string(text: filter.usage)
            out.endObject()
        }
        for name in scene.kinds.filters {
            out.key(text: name)
            out.beginObject()
            out.key("usage")
            out.string(text: "\(name)([number…][, colour])")
            out.key("plugin")
            out.bool(true)
            out.endObject()
        }
    }

    private func write(_ choices: [String], to out: inout JSONWriter) {
        if choices.isEmpty { return }
        out.key("choices")
        out.beginArray()
        for choice in choices { out.string(text: choice) }
        out.endArray()
    }

    private func describe(_ property: Property, to out: inout JSONWriter) {
        out.key(text: property.name)
        out.beginObject()
        out.key("type")
        out.string(text: property.type.name)
        if property.isSecret {
            out.key("secret")
            out.bool(true)
        } else if !property.isDerived {
            out.key("default")
            ValueText.writeJSON(property.initial, property, in: scene, to: &out)
        }
        if property.minimum > -.infinity {
            out.key("minimum")
            out.number(property.minimum)
        }
        if property.maximum < .infinity {
            out.key("maximum")
            out.number(property.maximum)
        }
        write(property.choices, to: &out)
        if !property.unit.isEmpty {
            out.key("unit")
            out.string(text: property.unit)
        }
        out.key("animates")
        out.bool(property.animates)
        if property.isRequired {
            out.key("required")
            out.bool(true)
        }
        if property.isPositional {
            out.key("positional")
            out.bool(true)
        }
        if !property.operations.isEmpty {
            out.key("operations")
            out.beginObject()
            for form in property.operations { describe(form, to: &out) }
            out.endObject()
        }
        if property.isReadOnly {
            out.key("readOnly")
            out.bool(true)
        }
        out.key("help")
        out.string(text: property.help)
        out.endObject()
    }

    private func describe(_ form: OperationForm, to out: inout JSONWriter) {
        out.key(text: form.name)
        out.beginObject()
        out.key("parameters")
        out.beginObject()
        for parameter in form.parameters { describe(parameter, to: &out) }
        out.endObject()
        out.key("help")
        out.string(text: form.help)
        out.endObject()
    }
}

extension ErrorCode {
    /// The errors with this code, in one line.
    fileprivate var help: String {
        switch self {
        case .syntax: "quotes, escapes, keys, ids, missing words, NUL, UTF-8"
        case .unknownVerb: "a verb that does not exist"
        case .unknownKind: "a kind that does not exist"
        case .unknownObject: "an object that does not exist"
        case .unknownVariable: "a variable that does not exist"
        case .unknownProperty: "a property that the object's kind does not have"
        case .value: "a value of the wrong form, or outside of its range"
        case .exists: "the id is taken, or, for put, taken by another kind"
        case .cycle: "an object inside itself"
        case .limit: "a bound of the settings"
        case .denied: "not allowed for this connection, or for any"
        case .io: "a file cannot be read or written"
        case .decode: "a picture cannot be decoded"
        case .plugin: "a plugin hangs, crashes or takes too much while it is loaded"
        case .unsupported: "this build or output cannot do it"
        case .aborted: "a transaction failed: its line, counted from 1 after begin, and why"
        case .busy: "not now: inside of a transaction, or too many clients"
        case .replica: "the scene comes from a primary, which alone changes what is shared"
        case .sequence: "a record of another primary, or not the next one"
        case .internal: "a fault of the daemon; please report it"
        }
    }
}

extension FilterFunction.Kind {
    /// The syntax of the function.
    fileprivate var usage: String {
        switch self {
        case .blur: "blur(sigma)"
        case .dropShadow: "drop-shadow(dx,dy[,sigma][,colour])"
        case .hueRotate: "hue-rotate(angle)"
        case .brightness, .contrast, .saturate, .invert, .grayscale, .sepia, .opacity: "\(cssName)(amount)"
        case .plugin: ""
        }
    }
}
