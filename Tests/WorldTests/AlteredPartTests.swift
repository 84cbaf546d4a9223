import LineProtocol
import Scene
import Schema
import TestSupport
import Testing
import World

/// What the lines of an instance made of its parts, in dumps, copies, redefinitions and replacements.
@Suite struct AlteredPartTests {
    private static let lamp = [
        "define lamp level=1", "create .bulb layer frame=0,0,20,20 backgroundColor=black",
        "create .in layer parent=.bulb",
        "animate .in opacity=0.2 duration=10",
        """
        on .bulb tap "set .bulb backgroundColor=red user.n='a b' cornerRadius=; set self level:=level+1; remove .in; \
        create .new layer parent=.bulb index=0; animate .bulb position=5,5 duration=8; on .new tap 'set .new opacity=0'; \
        bind .new zPosition:=self.level"
        """, "end",
    ]

    private func tap(_ layer: String, _ talk: Talk) throws {
        let slot = try #require(talk.scene.find(layer))
        talk.world.reactions.begin(in: talk.world)
        #expect(talk.world.reactions.fire(.tap, on: talk.scene.id(of: slot), .init(), in: talk.world))
        #expect(talk.scene.objects.brokenInvariant() == nil)
    }

    private func lit() throws -> Talk {
        let talk = Talk()
        for line in Self.lamp { talk.ok(line) }
        talk.ok("create i lamp level=3", "create other lamp")
        try tap("i.bulb", talk)
        #expect(talk.get("i.bulb", "backgroundColor") == ##""#ff0000ff""## && talk.get("i", "level") == "4")
        #expect(talk.get("i", "sublayers") == #"["i.bulb"]"# && talk.get("i.bulb", "sublayers") == #"["i.new"]"#)
        return talk
    }

    private func expectLit(_ talk: Talk, _ id: String = "i") throws {
        #expect(talk.get("\(id).bulb", "backgroundColor") == ##""#ff0000ff""##)
        #expect(talk.get("\(id).bulb", "user.n") == #""a b""# && talk.get("\(id).bulb", "position") == "[5,5]")
        #expect(talk.get("\(id).bulb", "sublayers") == "[\"\(id).new\"]" && talk.get("\(id).new", "zPosition") == "4")
        #expect(talk.send("get \(id).bulb.position kind").contains("animation"))
        try tap("\(id).new", talk)
        #expect(talk.get("\(id).new", "opacity") == "0")
    }

    @Test func filesHaveIt() throws {
        let talk = try lit()
        let lines = talk.dump()
        #expect(lines.contains { $0.hasPrefix("inside i set .bulb ") } && lines.contains("inside i remove .in"))
        #expect(!lines.contains { $0.hasPrefix("inside other") && !$0.contains("animation") })
        talk.files.texts["f"] = lines.joined(separator: "\n")
        for prepare in [["clear"], ["clear", "create stranger layer"]] {
            let other = Talk()
            other.files.texts["f"] = talk.files.texts["f"]
            for line in prepare { other.ok(line) }
            other.ok("load path=f replace=true")
            #expect(other.dump() == lines)
            try expectLit(other)
        }
        talk.ok("load path=f replace=true")
        #expect(talk.dump() == lines)
        // Nobody says it over a connection, and a file says no more than that.
        talk.fails("inside i set .bulb opacity=0", "unknown-verb")
        talk.fails("set i.bulb opacity=0", "denied")
        for (line, code) in [
            ("inside i clear", "unsupported"), ("inside i set other.bulb opacity=0", "denied"),
            ("inside nobody set .a b=c", "unknown-object"),
            ("inside i", "syntax"), ("inside root set self opacity=0", "value"),
        ] {
            talk.files.texts["g"] = line
            talk.fails("load path=g", code)
        }
        try expectLit(talk)
    }

    @Test func copiesHaveIt() throws {
        let talk = try lit()
        talk.ok("copy i as=j")
        try expectLit(talk, "j")
        talk.files.texts["f"] = talk.dump().joined(separator: "\n")
        let lines = talk.dump()
        talk.ok("clear", "load path=f")
        #expect(talk.dump() == lines)
    }

    @Test func definitionsKeepIt() throws {
        let talk = try lit()
        for line in Self.lamp { talk.ok(line.replacing("20,20", with: "30,30")) }
        #expect(
            talk.get("other.bulb", "bounds") == "[0,0,30,30]"
                && talk.get("other.bulb", "backgroundColor") == ##""#000000ff""##)
        #expect(talk.get("i", "sublayers") == #"["i.bulb"]"#)
        try expectLit(talk)
        talk.ok("remove i", "remove other", "undefine lamp")
        #expect(talk.dump() == Talk().dump())
    }

    @Test func rowsHaveIt() throws {
        let talk = Talk()
        for line in Self.lamp { talk.ok(line) }
        talk.ok(
            "create d data rows='[{\"level\":1},{\"level\":5}]'", "create l each of=lamp in=d.rows",
            "set l.1 opacity=0.5")
        try tap("l.1.bulb", talk)
        let lines = talk.dump()
        talk.files.texts["f"] = lines.joined(separator: "\n")
        talk.ok("load path=f replace=true")
        #expect(talk.dump() == lines)
        let other = Talk()
        other.files.texts["f"] = talk.files.texts["f"]
        other.ok("load path=f")
        #expect(other.dump() == lines)
        #expect(other.get("l.1", "opacity") == "0.5" && other.get("l.1", "level") == "6")
        #expect(other.get("l.1.bulb", "backgroundColor") == ##""#ff0000ff""##)
        #expect(other.get("l.0.bulb", "backgroundColor") == ##""#000000ff""##)
    }
}
