import LineProtocol
import Scene
import Schema
import Testing
import World

/// The tables of verbs and events, and what comes out of them.
@Suite struct VerbTableTests {
    @Test func everyVerbHasARow() {
        for verb in Verb.allCases {
            #expect(verb.schema.verb == verb && !verb.schema.help.isEmpty)
            #expect(verb.moment == verb.schema.moment && verb.target == verb.schema.target)
            // A line that is kept for commit changes the scene, and nothing else does.
            #expect((verb.moment == .deferred) == (verb.target == .scene), "\(verb)")
        }
        #expect(Verb.get.schema.usage == "ID [prop…] [from=model|presentation|text]")
        #expect(Verb.set.schema.usage == "ID property=value…")
        #expect(Verb.session.schema.usage.hasPrefix("[replies=all|errors|none] [lifetime=scene|client]"))
    }

    /// Counts, keys and choices come from the rows.
    @Test(arguments: [
        ("clear now", #"error syntax clear: "now" is one word too many"#),
        ("get", "error syntax get: ID is expected: get ID [prop…] [from=model|presentation|text]"),
        ("get root form=model", #"error syntax get: unknown argument "form"; did you mean "from"?"#),
        (
            "get root from=modal",
            #"error value get: from="modal" (did you mean "model"?): expected model, presentation or text"#
        ),
        ("session replies=foo", #"error value session: replies="foo": expected all, errors or none"#),
        ("set root", "error syntax set: property=value is expected"),
        ("load", "error syntax load: path=FILE is expected: load path=FILE [replace=B] [lenient=B]"),
        ("load path=", "error syntax load: path=FILE is expected: load path=FILE [replace=B] [lenient=B]"),
        ("tree root root", #"error syntax tree: "root" is one word too many"#), ("abort now", "error syntax…"),
        ("remove", "error syntax remove: ID is expected: remove ID…"), ("begin name=x at", "error syntax…"),
        ("tick 1 2", "error syntax…"), ("hello you", "error syntax…"), ("quit now=1", "error syntax…"),
        ("create 1x layer", "error syntax…"), ("off", "error syntax…"), ("draw root", "error syntax…"),
    ]) func checked(_ line: String, _ expected: String) {
        let reply = Talk().send(line)
        #expect(
            expected.hasSuffix("…") ? reply.hasPrefix(expected.dropLast()) : reply == expected, "\(line) → \(reply)")
    }

    /// What needs full access is denied before its words are looked at.
    @Test func rightsComeFromTheRows() {
        let talk = Talk()
        _ = talk.send("create p layer")
        _ = talk.send("session access=p", on: 2)
        _ = talk.send("session access=read", on: 3)
        for verb in Verb.allCases {
            for (number, rights) in [(2, VerbSchema.Rights.full), (3, .objects)] {
                let isDenied = verb.schema.rights == .full || (rights == .objects && verb.schema.rights == .objects)
                let reply = talk.send(verb.name, on: number)
                #expect(reply.hasPrefix("error denied") == isDenied, "\(verb) by \(number): \(reply)")
            }
            for number in 2...3 { _ = talk.send("abort", on: number) }
        }
    }

    @Test func described() {
        let talk = Talk()
        func describe(_ topic: String) -> String { talk.send("describe \(topic)") }
        for verb in Verb.allCases { #expect(describe("verbs").contains("\"\(verb.name)\":{\"help\":")) }
        #expect(describe("verbs").contains(#""choices":["model","presentation","text"]"#))
        for event in EventName.allCases { #expect(describe("events").contains("\"\(event.rawValue)\":{\"help\":")) }
        #expect(describe("events").contains(#""count":{"type":"number"}"#))
        for code in ErrorCode.allCases { #expect(describe("errors").contains("\"\(code.rawValue)\":\"")) }
        #expect(describe("filters").contains(#""blur":{"usage":"blur(sigma)"}"#))
        talk.scene.kinds.filters = ["ripple"]
        talk.scene.kinds.decoders = [("png", "image/png, .png")]
        #expect(describe("filters").contains(#""ripple":{"usage":"ripple("#))
        #expect(describe("decoders") == #"ok {"png":{"help":"image/png, .png"}}"#)
        #expect(describe("filter") == #"error unknown-kind unknown kind "filter"; did you mean "filters"?"#)
    }

    @Test func eventsFitTheirSchemas() {
        let line = EventName.restored.line { json in
            json.beginObject()
            json.key("id")
            json.string(text: "card")
            json.endObject()
        }
        #expect(String(decoding: line, as: UTF8.self) == "event restored {\"id\":\"card\"}\n")
        #expect(EventName.allCases.map(\.index) == Array(EventName.allCases.indices))
        #expect(EventName.allCases.filter(\.schema.isOpen) == [.created, .changed])
    }
}
