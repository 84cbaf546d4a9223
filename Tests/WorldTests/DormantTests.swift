import Geometry
import Scene
import Schema
import TestSupport
import Testing
import World

/// Lines that cannot be carried out when they are loaded, and what becomes of them.
@Suite struct DormantTests {
    /// A scene in which much hangs on an object of the kind `lamp`.
    private static let lines = [
        "create s style opacity=0.5", "create first layer parent=root", "create l lamp parent=root glow=2 style=s",
        "create inside layer parent=l position=1,2", "create deep lamp parent=inside glow=3",
        "create last layer parent=root", "create m lamp parent=none", "create g flock items=l",
        "create fade animation layer=l property=opacity from=0 to=1 duration=9",
        "create tap reaction layer=l event=tap lines=\"set last opacity=0\"", "set last mask=m",
        "bind l zPosition:=1+1",
        "bind last zPosition:=l.glow",
    ]

    private static let lamp = Kind.layer(
        "lamp", [], [Property("glow", .number, .number(0), effect: .content, help: "")])

    private func restored(_ lines: [String], setUp: (Talk) -> Void = { _ in }) throws -> Talk {
        let talk = Talk()
        setUp(talk)
        let text = Array((lines.joined(separator: "\n") + "\n").utf8)
        try talk.world.fileVerbs.restore(.text(text), of: text, from: "state")
        #expect(talk.scene.objects.brokenInvariant() == nil)
        return talk
    }

    /// The dump of a scene with lamps.
    private func dump(_ lines: [String] = lines) throws -> [String] {
        let talk = try restored(lines) { $0.scene.kinds.add(Self.lamp) }
        #expect(talk.send("list kind=dormant") == "ok []")
        return talk.dump()
    }

    @Test func whatHangsOnAKindThatIsGoneIsKeptAndComesBackTogether() throws {
        let lines = try dump()
        let talk = try restored(lines)
        #expect(
            talk.send("list kind=dormant")
                == #"ok ["l","inside","deep","m","fade","tap","dormant-1","dormant-2","l~zPosition","last~zPosition"]"#)
        #expect(talk.send("list parent=root") == #"ok ["first","l","last"]"#)
        #expect(talk.get("l", "line").hasPrefix(#""create l lamp parent=root"#))
        #expect(talk.get("l", "message") == #""unknown kind \"lamp\"""#)
        #expect(talk.get("inside", "message").contains("dormant"))
        #expect(talk.get("l", "isHidden") == "true" && talk.get("last", "mask") == "null")
        #expect(talk.dump() == lines, "a dump has its lines in their places")
        // A file of it, too.
        talk.files.texts["f"] = lines.joined(separator: "\n")
        #expect(talk.send("load path=f replace=true").hasPrefix("error unknown-kind"))
        talk.ok("load path=f replace=true lenient=true")
        #expect(talk.dump() == lines)
        talk.scene.kinds.add(Self.lamp)
        talk.ok("set last user.a=1", "set last user.a=")
        #expect(talk.send("list kind=dormant") == "ok []")
        #expect(talk.dump() == lines)
        #expect(talk.get("last", "zPosition") == "2" && talk.get("last", "mask") == #""m""#)
        let back = talk.world.dormancy.takeRestored()
        #expect(Set(back).isSuperset(of: ["l", "inside", "deep", "m", "fade", "tap", "l~zPosition"]))
        #expect(talk.world.dormancy.takeRestored().isEmpty)
        talk.roundTrips(with: Self.lamp)
    }

    @Test func linesDoNotFindADormantObjectButRemoveDoes() throws {
        let talk = try restored(try dump())
        talk.fails("set l opacity=1", "unknown-object", "dormant")
        talk.fails("create x layer parent=l", "unknown-object", "dormant")
        talk.fails("create l layer", "exists")
        talk.fails("put l layer", "exists")
        talk.fails("animate l opacity=1", "unknown-object", "unknown kind \"lamp\"")
        talk.fails("set first mask=m", "unknown-object", "dormant")
        talk.fails("create d dormant line=x", "unsupported", "lenient")
        talk.ok("set * opacity=0.25")
        #expect(talk.get("l", "opacity") == "1")
        // What stands below it, and lines about it, go with it.
        talk.ok("remove l")
        #expect(!talk.send("list kind=dormant").contains("inside"))
        #expect(!talk.dump().contains { $0.hasPrefix("bind l ") })
        talk.ok("undo")
        #expect(talk.get("l", "kind") == #""dormant""# && talk.get("inside", "parent") == #""l""#)
        talk.ok("clear")
        #expect(talk.dump() == Talk().dump())
    }

    @Test func aLenientLoadIsOneStepAndAStrictOneIsAllOrNothing() throws {
        let talk = Talk()
        talk.files.texts["f"] = "create a layer\ncreate b lamp parent=a\ncreate c layer parent=b\nset a opacity=2x\n"
        talk.fails("load path=f", "unknown-kind", "f:2:")
        talk.ok("load path=f lenient=true")
        #expect(talk.send("list kind=dormant") == #"ok ["b","c","dormant-1"]"#)
        talk.ok("undo")
        #expect(talk.dump() == Talk().dump())
        talk.ok("redo")
        talk.scene.kinds.add(Self.lamp)
        talk.ok("set a user.x=1")
        #expect(talk.send("list kind=dormant") == #"ok ["dormant-1"]"# && talk.get("c", "parent") == #""b""#)
        talk.ok("begin")
        #expect(talk.send("load path=f lenient=true") == "ok")
        #expect(talk.send("commit").contains("transaction"))
        talk.files.texts["g"] = "no scene at all\n"
        talk.fails("load path=g lenient=true", "unknown-verb")
        // A dormant object needs room as any other does.
        talk.ok("clear", "set daemon limit.layers=2")
        talk.fails("load path=f lenient=true", "limit")
    }

    /// The last file that defines a name counts: so a file that could not be run for a while keeps its place.
    @Test func aFileThatComesBackStandsWhereItWas() throws {
        let lines = ["use a.scrim", "use b.scrim", "use c.scrim"]
        func talk(_ lines: [String], _ files: [String]) throws -> Talk {
            let texts = [
                "a.scrim": "define dial size=1\nend\n", "b.scrim": "define knob\nend\n",
                "c.scrim": "define lever\nend\n",
            ]
            return try restored(lines) { talk in
                for file in files { talk.files.texts[file] = texts[file] }
            }
        }
        let without = try talk(lines, ["b.scrim", "c.scrim"]).dump()
        #expect(without == lines)
        let back = try talk(without, ["a.scrim", "b.scrim", "c.scrim"])
        #expect(back.dump() == lines)
        let late = try talk(lines, ["a.scrim", "c.scrim"])
        late.files.texts["b.scrim"] = "define knob\nend\n"
        late.world.dormancy.wake(in: late.world)
        #expect(late.send("list kind=dormant") == "ok []" && late.dump() == lines)
        // A file that is used again counts last.
        late.files.texts["a.scrim"] = "define dial size=2\nend\n"
        late.ok("use a.scrim")
        #expect(late.dump() == ["use b.scrim", "use c.scrim", "use a.scrim"])
        // The line of one that is taken away goes.
        let gone = try talk(lines, ["a.scrim", "c.scrim"])
        gone.ok("remove dormant-1")
        #expect(gone.dump() == ["use a.scrim", "use c.scrim"])
    }

    @Test func definitionsSettingsAndFilesBringLinesBack() throws {
        let lines = [
            "use badges", "put mark style opacity=0.25", "define row title=x", "create .bulb lamp", "end",
            "create a row parent=root title=hi", "create b badge parent=root level=2 style=mark",
            "create c layer parent=root", "bind b zPosition:=level", "bind c zPosition:=1", "set c zPosition=3",
        ].dropLast()
        let badges = "define badge level=1\ncreate .knob layer\nend\ncreate mark style opacity=0.75 cornerRadius=3\n"
        let talk = try restored(Array(lines)) { $0.ok("set daemon limit.bindings=0") }
        #expect(talk.send("list parent=root") == #"ok ["a","b","c"]"#)
        #expect(talk.get("mark", "opacity") == "0.25", "what can be kept is kept")
        let kept = talk.dump()
        #expect(kept.first { $0.hasPrefix("use") } == "use badges" && kept.contains("create .bulb lamp"))
        talk.scene.kinds.add(Self.lamp)
        talk.ok("set daemon limit.bindings=10")
        #expect(talk.get("a.bulb", "kind") == #""lamp""# && talk.get("c~zPosition", "kind") == #""binding""#)
        talk.files.texts["badges"] = badges
        talk.world.dormancy.wake(in: talk.world)
        #expect(talk.send("list kind=dormant") == "ok []")
        #expect(talk.send("list parent=root") == #"ok ["a","b","c"]"#)
        #expect(talk.get("b", "zPosition") == "2" && talk.get("b.knob", "kind") == #""layer""#)
        #expect(talk.get("mark", "opacity") == "0.25", "a style that was changed keeps that")
        #expect(talk.get("mark", "cornerRadius") == "3")
    }

    /// What a line names may come without any other news: under its own name, or as a part of what it is in.
    @Test func aLineIsCarriedOutWhenAnObjectThatItNamesComes() throws {
        let talk = try restored([
            "create a layer parent=root", "create f follow layer=a position={b.c+1,1}", "create g follow layer=gone.x",
        ])
        #expect(talk.send("list kind=dormant") == #"ok ["f","g"]"#)
        talk.ok("create other layer", "create b layer")
        #expect(talk.send("list kind=dormant") == #"ok ["f","g"]"#)
        talk.ok("create b.c layer position=4,5")
        #expect(talk.send("list kind=dormant") == #"ok ["g"]"#)
        #expect(talk.world.dormancy.takeRestored() == ["f"])
        talk.world.advance(to: 1)
        #expect(talk.get("a", "position") == "[5,6]")
        talk.ok("undo")
        #expect(talk.send("list kind=dormant") == #"ok ["g"]"#, "what came back stays, with what is there")
    }

    @Test func aBindingOfAParameterThatGoesIsDormantAtOnce() throws {
        let talk = Talk()
        let whole = ["define badge level=1 tint=#ff0000", "create .bar layer", "bind self tint:=d.w", "end"]
        let less = ["define badge level=1", "create .bar layer", "end"]
        talk.ok("create d data v=3 w=#0000ff")
        talk.ok(
            "define badge level=1 tint=#ff0000", "create .bar layer", "end", "create x badge", "bind x level:=d.v",
            "bind x tint:=d.w")
        for line in less { talk.ok(line) }
        #expect(talk.send("list kind=binding") == #"ok ["x~level"]"#)
        #expect(talk.send("list kind=dormant") == #"ok ["x~tint"]"#)
        talk.ok("undo")
        #expect(talk.send("list kind=binding") == #"ok ["x~level","x~tint"]"#)
        #expect(talk.get("x", "tint") == ##""#0000ffff""##)
        talk.ok("redo")
        #expect(talk.send("list kind=dormant") == #"ok ["x~tint"]"#)
        #expect(try restored(talk.dump()).dump() == talk.dump(), "as behind a restart")
        talk.ok("define badge level=1 tint=#ff0000", "end")
        #expect(talk.send("list kind=dormant") == "ok []" && talk.get("x", "tint") == ##""#0000ffff""##)
        // Those of the definition's own lines go with these.
        talk.ok("remove x~tint")
        for line in whole { talk.ok(line) }
        for line in less { talk.ok(line) }
        #expect(talk.send("list kind=dormant") == "ok []")
    }

    @Test func wordsOfObjectsThatAreAlwaysThereAreKeptOneByOne() throws {
        let talk = try restored(["set main size=500,500 user.x=1", "set root opacity=0.5 shine=3 user.y=2 glow='1 2'"])
        #expect(talk.get("main", "user.x") == #""1""# && talk.get("root", "opacity") == "0.5")
        #expect(talk.get("root", "user.y") == #""2""#)
        #expect(talk.get("dormant-1", "line") == #""set root shine=3 glow='1 2'""#)
        talk.ok("remove dormant-1")
    }

    /// Values that lie outside of the range of what clients may say, and expressions without a value at the moment.
    @Test func whatTheDaemonWroteIsTaken() throws {
        let talk = Talk()
        talk.ok(
            "create a layer opacity=0.2", "animate a opacity=1 additive=true duration=5", "create d data x=1",
            "create b layer", "bind b zPosition:=1/d.x")
        let lines = talk.dump()
        #expect(lines.contains { $0.contains("from=-0.8") })
        let other = try restored(lines.map { $0.replacing("data x=1", with: "data x=0") })
        #expect(other.send("list kind=dormant") == "ok []")
        #expect(other.get("b~zPosition", "isActive") == "false" && other.get("b~zPosition", "message") != #""""#)
        other.ok("set d x=2")
        #expect(other.get("b", "zPosition") == "0.5")
        talk.roundTrips()
        talk.fails("create n animation layer=a property=opacity from=-0.8 to=0", "value", "range")
    }

    /// Thousands of lines that lack the same are found in a few runs, in any order.
    @Test func manyLinesAreKept() throws {
        var lines: [String] = []
        for number in 0..<2000 {
            lines.append("create l\(number) lamp parent=\(number % 2 == 0 ? "root" : "l\(number - 1)") glow=\(number)")
            lines.append("create p\(number) layer parent=root")
        }
        let talk = try restored(lines)
        #expect(talk.scene.dormancy.all.count == 2000)
        #expect(talk.dump() == (try dump(lines)))
        talk.scene.kinds.add(Self.lamp)
        talk.ok("set root user.x=1")
        #expect(talk.scene.dormancy.all.isEmpty)
        #expect(talk.get("l1999", "parent") == #""l1998""#)
    }
}

extension Talk {
    /// The same for a scene with a kind that other scenes do not have.
    fileprivate func roundTrips(with kind: Kind) {
        let lines = dump()
        let other = Talk()
        other.scene.kinds.add(kind)
        for line in lines { other.ok(line) }
        #expect(other.dump() == lines)
    }
}
