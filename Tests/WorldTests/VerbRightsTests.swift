import Foundation
import Geometry
import LineProtocol
import Scene
import Schema
import TestSupport
import Testing
import World

/// All verbs against all rights, wherever a line may stand.
///
/// What is expected comes from the table of verbs, and from the table of docs/protocol.md, which says the same in words of its own.
@Suite struct VerbRightsTests {
    /// Lines of a verb: about what is below `box`, and about something else.
    private struct Sample {
        var own: String?
        var other: String?
        /// A form that needs full access, whatever the verb needs.
        var full: String?
        init(_ own: String? = nil, other: String? = nil, full: String? = nil) {
            (self.own, self.other, self.full) = (own, other, full)
        }
    }

    /// One for each verb: a verb without one does not pass.
    private static let samples: [Verb: Sample] = [
        .create: Sample("create n layer parent=box", other: "create n layer parent=other"),
        .put: Sample("put dot layer opacity=0.5", other: "put other layer opacity=0.5"),
        .set: Sample("set dot opacity=0.25", other: "set other opacity=0.25"),
        .remove: Sample("remove dot", other: "remove other"),
        .clear: Sample(other: "clear"),
        .animate: Sample("animate dot opacity=0 duration=1", other: "animate other opacity=0 duration=1"),
        .draw: Sample("draw pen scale 2", other: "draw brush scale 2"),
        .scrollTo: Sample("scrollTo item", other: "scrollTo thing"),
        .damage: Sample(other: "damage pixels"),
        .on: Sample("on dot tap 'set dot opacity=1'", other: "on other tap 'set dot opacity=1'"),
        .off: Sample("off dot", other: "off other"),
        .bind: Sample("bind dot opacity:=0.5", other: "bind other opacity:=0.5"),
        .every: Sample("every 9 'set dot opacity=1'"), .after: Sample("after 9 'set dot opacity=1'"),
        .focus: Sample("focus dot", other: "focus other", full: "focus next"),
        .copy: Sample("copy dot as=twin", other: "copy dot as=twin parent=other"),
        .repeat: Sample("repeat in=1 'set dot opacity=0.5'", other: "repeat in=1 'set other opacity=0.5'"),
        .undefine: Sample(full: "undefine card"),
        .function: Sample("function fresh(x):=x", full: "function double(x):=x"), .use: Sample(other: "use parts"),
        .load: Sample(other: "load path=parts"),
        .get: Sample("get other"), .list: Sample("list"), .tree: Sample("tree"),
        .dump: Sample("dump secrets=no", full: "dump secrets=yes"), .describe: Sample("describe layer"),
        .measure: Sample("measure rect(0,0,1,1)"), .why: Sample("why other.opacity"),
        .begin: Sample("begin"), .commit: Sample("commit"), .abort: Sample("abort"),
        .define: Sample("define fresh"), .end: Sample("end"), .undo: Sample("undo"), .redo: Sample("redo"),
        .checkpoint: Sample("checkpoint a"), .diff: Sample("diff a"),
        .session: Sample("session name=me", full: "session role=primary"),
        .hello: Sample("hello"), .subscribe: Sample("subscribe frame"), .unsubscribe: Sample("unsubscribe"),
        .sync: Sample("sync"), .wait: Sample("wait 1"), .clock: Sample("clock manual"), .tick: Sample(other: "tick"),
        .repaint: Sample(other: "repaint"), .snapshot: Sample("snapshot", full: "snapshot path=a.png"),
        .record: Sample(other: "record seconds=1"), .debug: Sample(other: "debug fps=true"),
        .explain: Sample("explain other"), .hit: Sample("hit 1,1"), .convert: Sample("convert 1,1 from=dot"),
        .input: Sample(other: "input pointer x=1 y=1"),
        .plugin: Sample("plugin list", full: "plugin unload png"), .stats: Sample("stats"),
        .save: Sample(other: "save path=a"), .quit: Sample(other: "quit"),
        .digest: Sample("digest"), .replay: Sample(other: "replay epoch=1 seq=1 time=0 wall=0"),
    ]

    /// Connections by their rights: 1 has full access, 2 `access=box`, 3 `access=dot`, 4 `access=read`, 5 a layer that is gone.
    private func talk() -> Talk {
        let talk = Talk()
        let scale = OperationForm(
            "scale", [Property("by", .number, .number(1), traits: [.isRequired, .isPositional], help: "")], help: "")
        let drawing = Property("drawing", .operations, .operations(OperationList()), operations: [scale], help: "")
        talk.scene.kinds.add(.layer("board", [], [drawing]))
        talk.world.host.onDescriptor = { _ throws(SceneError) in }
        talk.files.texts["parts"] = "create s style opacity=1"
        for line in [
            "create box layer", "create dot layer parent=box", "create other layer", "create gone layer",
            "create pane scroll parent=dot bounds=0,0,10,10", "create item layer parent=pane frame=0,50,9,9",
            "create port scroll bounds=0,0,10,10", "create thing layer parent=port frame=0,50,9,9",
            "create pen board parent=dot", "create brush board",
            "create pixels buffer size=1x1 format=argb8888 stride=4", "function double(x):=x", "define card",
            "create .a layer", "end",
        ] {
            let reply = talk.send(line)
            #expect(reply.hasPrefix("ok"), "\(line): \(reply)")
        }
        for (number, access) in [(2, "box"), (3, "dot"), (4, "read"), (5, "gone")] {
            #expect(talk.send("session access=\(access)", on: number) == "ok")
            #expect(talk.send("checkpoint a", on: number) == "ok")
        }
        #expect(talk.send("checkpoint a") == "ok" && talk.send("remove gone") == "ok")
        return talk
    }

    private func isDenied(_ reply: String) -> Bool { reply.contains(" denied ") }

    /// What a line must come to. `rights`: of the table.
    private func mayRun(_ verb: Verb, _ rights: VerbSchema.Rights? = nil, on number: Int, isOwn: Bool) -> Bool {
        // These concern what the connection did itself: its layer need not be there.
        let isOfConnection = [.define, .end, .undo, .redo].contains(verb)
        return switch (rights ?? verb.rights, number) {
        case (_, 1), (.any, _): true
        case (.objects, 5): isOfConnection
        case (.full, _): false
        case (.objects, 2), (.objects, 3): isOwn
        case (.objects, _): false
        }
    }

    @Test func everyVerbHasALine() {
        for verb in Verb.allCases {
            guard let sample = Self.samples[verb] else {
                Issue.record("\(verb) has no line here")
                continue
            }
            #expect((sample.own == nil) == (verb.rights == .full || sample.own == nil && verb.rights == .objects))
            #expect(sample.own != nil || sample.other != nil || sample.full != nil)
            // What needs no rights in itself says which of its words need them, or has none that do.
            let guarded = verb.traits.contains(.hasGuardedWords)
            #expect(!guarded || sample.full != nil, "\(verb)")
        }
    }

    /// A line alone.
    @Test func aLineAlone() {
        for (verb, sample) in Self.samples {
            for number in 1...5 {
                let lines = [(sample.own, true), (sample.other, false)]
                for case (let line?, let isOwn) in lines {
                    let talk = talk()
                    let isTop = number == 3 && (line.hasPrefix("create") || line.hasPrefix("remove") || verb == .copy)
                    let reply = talk.send(line, on: number)
                    // Connection 3 has `dot` alone, and may not make anything beside it.
                    if isTop, isOwn, verb != .remove { continue }
                    let expected = mayRun(verb, on: number, isOwn: isOwn)
                    #expect(isDenied(reply) != expected, "\(line) by \(number): \(reply)")
                    #expect(talk.scene.objects.brokenInvariant() == nil)
                }
                guard let line = sample.full else { continue }
                let reply = talk().send(line, on: number)
                #expect(isDenied(reply) == (number > 1), "\(line) by \(number): \(reply)")
            }
        }
    }

    /// A denied line has changed nothing.
    @Test func whatIsDeniedChangesNothing() {
        for (_, sample) in Self.samples {
            for case let line? in [sample.own, sample.other, sample.full] {
                for number in 2...5 {
                    let talk = talk()
                    let before = talk.dump()
                    if isDenied(talk.send(line, on: number)) { #expect(talk.dump() == before, "\(line) by \(number)") }
                }
            }
        }
    }

    /// Lines that are kept are run with the rights of whoever said them: by `commit`, later, by a reaction, by a timer.
    @Test(arguments: ["commit", "later", "reaction", "timer"]) func aLineThatIsKept(_ way: String) {
        for (verb, sample) in Self.samples where verb.moment == .deferred {
            let lines = [(sample.own, true), (sample.other, false), (sample.full, false)]
            for case (let line?, let isOwn) in lines {
                for number in [1, 2] {
                    let talk = talk()
                    talk.world.reactions.begin(in: talk.world)
                    var outcome = ""
                    switch way {
                    case "commit":
                        for line in ["begin", line] { #expect(talk.send(line, on: number) == "ok") }
                        outcome = talk.send("commit", on: number)
                    case "later":
                        for line in ["begin at=1", line, "commit"] {
                            #expect(talk.send(line, on: number).hasPrefix("ok"))
                        }
                        talk.world.advance(to: 2)
                        outcome = talk.world.pending.takeOutcomes().compactMap { $0.error.map { "\($0.message)" } }
                            .joined()
                    case "reaction":
                        #expect(talk.send("on dot down \"\(line)\"", on: number) == "ok")
                        if let dot = talk.scene.find("dot") {
                            _ = talk.world.reactions.fire(
                                .down, on: talk.scene.id(of: dot), ReactionValues(), in: talk.world)
                        }
                        outcome = talk.world.reactions.takeFailures().compactMap { $0.error?.message }.joined()
                    default:
                        #expect(talk.send("after 1 \"\(line)\"", on: number) == "ok")
                        talk.world.advance(to: 2)
                        outcome = talk.world.timers.takeFailures().map(\.error.message).joined()
                    }
                    let expected = mayRun(
                        verb, sample.full == line ? .full : nil, on: number, isOwn: isOwn)
                    #expect(isDenied(" \(outcome)") != expected, "\(line) by \(number), \(way): \(outcome)")
                }
            }
        }
    }

    /// Lines of a component are run with the rights of whoever makes the instance.
    @Test func aLineOfAComponent() {
        for (verb, sample) in Self.samples where verb.traits.contains(.mayStandInDefinition) {
            guard let line = sample.other, ![.create, .put].contains(verb) else { continue }
            for number in [1, 2] {
                let talk = talk()
                for line in ["define c", line, "end"] { #expect(talk.send(line) == "ok", "\(line)") }
                let reply = talk.send("create i c parent=box", on: number)
                #expect(isDenied(reply) == (number == 2), "\(line) by \(number): \(reply)")
            }
        }
        // Others cannot stand there at all.
        for (verb, sample) in Self.samples where !verb.traits.contains(.mayStandInDefinition) {
            guard let line = sample.own ?? sample.other ?? sample.full, verb.moment == .deferred else { continue }
            let talk = talk()
            #expect(talk.send("define c") == "ok")
            #expect(talk.send(line).hasPrefix("error syntax \(verb) cannot stand"), "\(line)")
        }
    }

    /// Files are for full access; their lines are then run with it.
    @Test func aLineOfAFile() {
        for (verb, sample) in Self.samples {
            guard let line = sample.other ?? sample.own else { continue }
            let talk = talk()
            talk.files.texts["f"] = line
            for number in 2...5 { #expect(isDenied(talk.send("load path=f", on: number)), "\(line)") }
            let reply = talk.send("load path=f")
            let mayStand = verb.target == .scene || [.begin, .commit, .define].contains(verb)
            if !mayStand { #expect(reply.hasPrefix("error "), "\(line): \(reply)") }
            #expect(!isDenied(reply), "\(line): \(reply)")
        }
    }

    // MARK: The documents

    /// Verbs by the access that docs/protocol.md says they need.
    private static func documented() throws -> [String: Set<String>] {
        let text = try String(contentsOfFile: Places.checkout + "/docs/protocol.md", encoding: .utf8)
        var found: [String: Set<String>] = [:]
        let section = text.components(separatedBy: "### Access\n").last ?? ""
        let table = section.split(separator: "\n").prefix { $0.hasPrefix("|") }
        #expect(table.count == 6)
        for line in table {
            let columns = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            let words = columns[1].components(separatedBy: "`")
            let access = columns[0].trimmingCharacters(in: ["`"])
            found[access] = Set(words.indices.filter { $0 % 2 == 1 }.map { words[$0] })
        }
        return found
    }

    @Test func theDocumentsSayTheSame() throws {
        let documented = try Self.documented()
        for rights in [VerbSchema.Rights.any, .objects, .full] {
            let verbs = Set(Verb.allCases.filter { $0.rights == rights }.map(\.name))
            #expect(documented[rights.rawValue] == verbs, "\(rights)")
        }
        // And the words that need more.
        let guarded = Verb.allCases.flatMap { verb in
            verb.schema.arguments.filter { $0.full != nil }.map { _ in verb.name }
        }
        #expect(
            documented["words"] == [
                "snapshot path=", "plugin load", "plugin unload", "plugin reload", "dump secrets=true",
                "session role=",
            ])
        #expect(Set(guarded) == Set(documented["words", default: []].map { String($0.prefix { $0 != " " }) }))
    }
}
