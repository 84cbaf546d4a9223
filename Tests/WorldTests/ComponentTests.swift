import Geometry
import Scene
import Testing
import World

/// Components, beyond what the transcripts of the scene language hold.
@Suite struct ComponentTests {
    private let talk = Talk()

    private func ok(_ lines: String...) {
        for line in lines {
            let reply = talk.send(line)
            #expect(reply.hasPrefix("ok"), "\(line): \(reply)")
        }
    }

    private func fails(_ line: String, _ code: String, _ word: String = "", on number: Int = 1) {
        let reply = talk.send(line, on: number)
        #expect(reply.hasPrefix("error \(code)") && reply.contains(word), "\(line): \(reply)")
    }

    private func get(_ id: String, _ property: String) -> String {
        String(talk.send("get \(id) \(property)").dropFirst("ok {\"\(property)\":".count).dropLast())
    }

    /// The dump makes the scene again, in place and in an empty one.
    private func expectRoundTrip() {
        let lines = talk.dump()
        talk.files.texts["kept"] = lines.joined(separator: "\n")
        ok("load path=kept replace=true")
        #expect(talk.dump() == lines)
        ok("clear")
        for line in lines {
            let reply = talk.send(line)
            #expect(reply.hasPrefix("ok"), "\(line): \(reply)")
        }
        #expect(talk.dump() == lines)
    }

    @Test func aPartOnItsWayIsDumpedOnItsWay() {
        ok("create card style", "create card.off style of=card state=disabled shadowOpacity=0.5 duration=0.2")
        ok("define badge", "create .bar layer style=card", "end", "create b badge isEnabled=false")
        talk.world.advance(to: 1)
        ok("set b isEnabled=true")
        #expect(talk.send("list kind=animation").contains("b.bar.shadowOpacity"))
        fails("create x animation layer=b.bar property=opacity to=0", "denied", "part")
        expectRoundTrip()
    }

    /// The new lines take the style off, and that animates.
    @Test func soIsAPartOnItsWayByNewLines() {
        ok("create card style", "create card.off style of=card state=disabled opacity=0.6 duration=0.2")
        ok("define badge", "create .bar layer style=card", "end", "create b badge isEnabled=false")
        ok("define badge", "create .bar layer", "end")
        #expect(talk.dump().contains { $0.hasPrefix("create b.bar.opacity animation ") })
        expectRoundTrip()
    }

    @Test func aPartThatIsMadeAnewHasNothingOfTheOldLines() {
        ok("create default theme ink=#ff0000", "create card style backgroundColor=#0000ff opacity=0.5")
        ok("define badge", "create .bar layer backgroundColor=$ink opacity=1", "end", "create b badge")
        ok("define badge", "create .bar layer style=card", "end")
        #expect(get("b.bar", "backgroundColor") == "\"#0000ffff\"" && get("b.bar", "opacity") == "0.5")
        expectRoundTrip()
    }

    @Test func partsAreTheInstances() {
        ok(
            "define k n=1", "create .x layer frame=0,0,10,10", "create .y layer parent=.x slot=true",
            "on .x tap \"set self n:=n+1; animate .x opacity=0\"", "end", "create a k", "create b layer parent=a",
            "create c layer parent=a index=0")
        #expect(get("a", "sublayers") == #"["a.x"]"# && get("a.y", "sublayers") == #"["c","b"]"#)
        for line in [
            "set a.x opacity=0", "remove a.x", "animate a.x opacity=0", "create d layer parent=a.y", "set b parent=a.x",
            "set a.x.tap lines=''", "remove a.x.tap", "create m animation layer=a.x property=opacity to=0",
            "create f follow layer=a.x", "set a.x,b opacity=0", "create d layer above=a.x", "remove a.x,b",
        ] {
            let reply = talk.send(line)
            #expect(
                reply.hasPrefix("error denied"), "\(line): \(reply)")
        }
        #expect(talk.send("list *") == #"ok ["a","c","b"]"# && talk.send("list a.x,a/**") == #"ok ["a.x","c","b"]"#)
        fails("create .z layer", "syntax")
        fails("on b tap \"create .z layer\"", "syntax")
        // Reactions of others do not replace the component's.
        ok("on a.x tap \"set b opacity=0.5\"", "off a.x tap")
        #expect(get("a.x.tap", "kind") == "\"reaction\"")
        expectRoundTrip()
        ok("remove a")
        #expect(talk.send("list") == #"ok ["root","main","daemon"]"#)
    }

    @Test func definitionsGoSixteenDeep() {
        ok("define k1 n=1", "create .x layer", "end")
        for level in 2...16 { ok("define k\(level) n=1", "create .x k\(level - 1)", "end") }
        ok("define k17 n=1", "create .x k16")
        fails("end", "limit")
        ok("create a k16")
        #expect(get("a" + String(repeating: ".x", count: 16), "kind") == "\"layer\"")
        // The one below all cannot become deeper either.
        ok("define k0 n=1", "create .x layer", "end", "define k1 n=1", "create .x k0")
        fails("end", "limit")
        #expect(get("a" + String(repeating: ".x", count: 16), "kind") == "\"layer\"")
        expectRoundTrip()
    }

    @Test func circlesAreFoundInRepeatsToo() {
        ok("define one n=1", "create .x layer", "end", "define two n=1", "create .x one", "end")
        ok("define one n=1", "repeat in=1..2 \"create .x{item} two\"")
        fails("end", "cycle", "one > two > one")
        ok("define one n=1", "repeat in=1..2 \"create .x{item} layer zPosition:=item*n\"", "end", "create a two")
        #expect(get("a.x.x2", "zPosition") == "2")
    }

    @Test func whatADefinitionTakes() {
        ok("define k n=1 help='for tests'")
        for (line, code) in [
            ("create x layer", "syntax"), ("remove root", "syntax"), ("clear", "syntax"), ("load path=x", "syntax"),
            ("define j n=1", "busy"), ("begin", "busy"), ("commit", "busy"), ("create .x layer opacity:=1+", "syntax"),
            ("create .1 image path=x", "ok"), ("undefine k", "syntax"), ("use x", "syntax"),
        ] {
            let reply = talk.send(line)
            #expect(reply.hasPrefix(code == "ok" ? "ok" : "error \(code)"), "\(line): \(reply)")
        }
        fails("end", "value", "image")
        fails("end", "syntax")
        for (words, code) in [
            ("k opacity=1", "exists"), ("k n=1 n=2", "exists"), ("shape n=1", "exists"), ("9 n=1", "syntax"),
            ("k a.b=1", "syntax"), ("k parent=1", "exists"), ("k n", "syntax"), ("", "syntax"),
        ] { fails("define \(words)", code) }
        #expect(talk.send("describe k").hasPrefix("error unknown-kind"))
        ok("define k n=1 help='for tests'", "end")
        #expect(talk.send("describe k").contains("for tests"))
        ok("session access=read")
        fails("define j n=1", "denied")
        fails("create .x layer", "denied")
        fails("end", "denied")
        fails("end", "denied")
    }

    @Test func setToTheDefaultIsSet() {
        ok("define k n=1 c=#f00 l=1,2,3", "create .x layer", "end", "create a k n=1", "create b k")
        #expect(talk.dump().contains("create a k parent=root n=1") && talk.dump().contains("create b k parent=root"))
        ok("define k n=5 m=2 l=1,2,3", "create .x layer", "end")
        #expect(get("a", "n") == "1" && get("b", "n") == "5" && get("b", "l") == "[1,2,3]")
        fails("get a c", "unknown-property")
        ok("set a n=")
        #expect(get("a", "n") == "5")
        ok("define k c=#0f0 m=2", "create .x layer", "end", "set a c=blue")
        #expect(get("a", "c") == "\"#0000ffff\"" && !talk.send("describe k").contains("\" \""))
        expectRoundTrip()
    }

    @Test func boundsAreThoseOfTheParts() {
        ok(
            "define k w=10", "create .x layer frame=0,0,10,10", "on .x tap \"set .x bounds.size.width:=w\"", "end",
            "create a k", "create b layer parent=a frame=0,0,500,500")
        #expect(get("a", "bounds") == "[0,0,10,10]")
        ok("define k w=10", "create .x layer frame=0,0,30,20", "create .y layer frame=30,0,10,10", "end")
        #expect(get("a", "bounds") == "[0,0,40,20]")
        ok("set a bounds=0,0,5,5")
        #expect(get("a", "bounds") == "[0,0,5,5]")
        ok("set a bounds=")
        #expect(get("a", "bounds") == "[0,0,40,20]" && !talk.dump().contains { $0.contains("bounds=0,0,40") })
    }

    @Test func aFailingRedefinitionLeavesAllAsItWas() {
        ok(
            "define k n=1", "create .x layer user.a=1", "create .y layer parent=.x slot=true", "end", "create a k n=2",
            "create b k n=0", "create c layer parent=a")
        let before = talk.dump()
        ok("define k m=1", "create .x shape", "create .z layer zPosition:=1/b.zPosition")
        fails("end", "aborted", "\"a\", line 2")
        #expect(talk.dump() == before && get("a.x", "kind") == "\"layer\"" && get("c", "parent") == "\"a.y\"")
        #expect(get("a", "n") == "2")
        ok("define k n=1", "create .x shape", "end")
        #expect(get("a.x", "kind") == "\"shape\"" && get("c", "parent") == "\"a\"")
        expectRoundTrip()
    }

    @Test func rightsAreThoseOfTheMaker() {
        ok(
            "create p layer", "define k n=1", "create .x layer isInteractive=true", "on .x tap \"set p opacity=0\"",
            "end")
        #expect(talk.send("session access=p", on: 2) == "ok")
        #expect(talk.send("create a k parent=p", on: 2) == "ok")
        #expect(get("a", "scope") == "\"p\"" && get("a.x.tap", "scope") == "\"p\"")
        ok("set a n=2")
        #expect(get("a", "scope") == "\"p\"")
        #expect(talk.send("set a scope=", on: 2) == "ok" && get("a", "scope") == "\"p\"")
        ok("define k n=1", "create .y layer isInteractive=true", "on .y tap \"set p opacity=0\"", "end")
        #expect(get("a.y.tap", "scope") == "\"p\"")
        #expect(talk.send("define k n=1", on: 2) == "ok")
        fails("end", "denied", on: 2)
        expectRoundTrip()
    }

    @Test func filesAreUsedOnce() {
        talk.files.texts["kit"] = "define badge n=1\ncreate .x layer\nend\n"
        ok("use kit", "create a badge", "use kit")
        #expect(talk.dump().contains("use kit") && !talk.dump().contains { $0.hasPrefix("define") })
        expectRoundTrip()
        talk.files.texts["kit"] = "define badge n=1\ncreate .y layer\nend\n"
        ok("use kit")
        #expect(get("a.y", "kind") == "\"layer\"")
        let before = talk.dump()
        for (text, code) in [
            ("create x layer", "unsupported"), ("define j n=1\ncreate .x layer", "syntax"),
            ("set root opacity=1", "unsupported"),
            ("define j n=1\ncreate .x layer\nend\nfrob", "unknown-verb"), ("use kit2", "cycle"),
        ] {
            talk.files.texts["kit2"] = text
            fails("use kit2", code)
        }
        #expect(talk.dump() == before && talk.send("describe j").hasPrefix("error unknown-kind"))
        fails("use none", "io")
    }

    /// What a file brought is dumped as the line `use`, and what was changed of it behind that.
    @Test func whatFilesBroughtIsDumpedWhereItWasChanged() {
        talk.files.texts["kit"] =
            "create tt theme a=1 b=2\ncreate st style opacity=0.5\ncreate su style of=st state=hover\n"
        ok("use kit", "create l layer style=st")
        #expect(talk.dump().filter { $0.contains("tt") || $0.contains(" st ") || $0.contains("su") }.isEmpty)
        expectRoundTrip()
        ok("set tt a=5", "set st opacity=0.7")
        #expect(talk.dump().contains("put tt theme a=5 b=2"))
        expectRoundTrip()
        #expect(get("tt", "a") == "5" && get("l", "opacity") == "0.7")
        // Another version of the file counts for what nobody changed.
        talk.files.texts["kit"] =
            "create tt theme a=1 b=2\ncreate st style opacity=0.5\ncreate su style of=st state=pressed\n"
        ok("use kit")
        #expect(get("su", "state") == #"["pressed"]"# || get("su", "state").contains("pressed"))
        expectRoundTrip()
    }

    @Test func themesComeBack() {
        ok(
            "create t theme a=#ff0000", "create l layer theme=t backgroundColor=$a|#000000", "set l theme=", "remove t",
            "undo")
        #expect(get("t", "a").contains("ff0000"))
        ok("undo")
        #expect(get("l", "backgroundColor").contains("ff0000"))
    }

    /// A parameter that was never set has its default, and animates from there.
    @Test func parametersAnimateFromTheirDefaults() {
        ok("define k level=0.5 tint=#ff0000", "create .x layer", "bind .x zPosition:=presentation(self.level)", "end")
        ok("create a k", "begin duration=1", "set a level=1 tint=#00ff00", "commit")
        #expect(get("a", "level") == "1")
        #expect(String(talk.send("get a level tint from=presentation")) == ##"ok {"level":0.5,"tint":"#ff0000ff"}"##)
        #expect(get("a.x", "zPosition") == "0.5")
        ok("set a level=")
        #expect(get("a", "level") == "0.5")
    }

    /// What a day of work does to components: instances removed, another definition under an animation, a theme that goes, undo.
    @Test func aDayOfChanges() {
        ok(
            "create night theme ink=#ffffff", "define k n=1",
            "create .x layer frame=0,0,10,10 backgroundColor=$ink|#000000", "end", "create a k theme=night",
            "create b k",
            "animate a position.x=50 duration=2",
            "define k n=1 m=2", "create .x layer frame=0,0,20,20 backgroundColor=$ink|#000000", "create .y layer", "end"
        )
        #expect(get("a.x", "backgroundColor") == ##""#ffffffff""## && get("a", "m") == "2")
        #expect(talk.send("list kind=animation").contains("a."))
        ok("remove b", "undo")
        #expect(get("b.y", "kind") == #""layer""#)
        ok("set a theme=", "remove night")
        #expect(get("a.x", "backgroundColor") == ##""#000000ff""##)
        fails("undefine k", "denied")
        ok("undo", "undo")
        #expect(get("a.x", "backgroundColor") == ##""#ffffffff""##)
        ok("redo", "redo", "remove a,b", "undo")
        #expect(get("a.y", "kind") == #""layer""#)
        expectRoundTrip()
    }

    @Test func aSceneThatIsReplacedKeepsItsParts() {
        ok(
            "define k n=1", "create .x layer", "create .y layer slot=true", "end", "create a k",
            "create b layer parent=a")
        let lines = talk.dump()
        let slot = talk.scene.find("a.x")
        talk.files.texts["new"] =
            "define k n=1 m=2\ncreate .x layer cornerRadius=3\ncreate .z layer slot=true\nend\n"
            + "create a k n=7\ncreate b layer parent=a\n"
        ok("load path=new replace=true")
        #expect(talk.scene.find("a.x") == slot && get("a.x", "cornerRadius") == "3" && get("b", "parent") == "\"a.z\"")
        #expect(get("a", "m") == "2" && get("a", "n") == "7")
        fails("set a.z opacity=0", "denied")
        talk.files.texts["bad"] = "define k q=1\ncreate .x layer\nend\ncreate a k\nfrob\n"
        let before = talk.dump()
        fails("load path=bad replace=true", "unknown-verb")
        #expect(talk.dump() == before && get("a", "m") == "2")
        talk.files.texts["none"] = "create q layer\n"
        ok("load path=none replace=true")
        fails("create c k", "unknown-kind")
        talk.files.texts["old"] = lines.joined(separator: "\n")
        ok("load path=old replace=true")
        #expect(talk.dump() == lines)
    }
}

/// `$parameter` in the lines of a component.
@Suite struct ParameterReferenceTests {
    private let talk = Talk()

    private func ok(_ lines: String...) {
        for line in lines {
            let reply = talk.send(line)
            #expect(reply.hasPrefix("ok"), "\(line): \(reply)")
        }
    }

    @Test func goesBeforeAThemesAndFollows() {
        ok(
            "create default theme tint=#00ff00", "define k tint=#ff0000 radius=4",
            "create .x layer backgroundColor=$tint cornerRadius=$radius", "end", "create a k radius=6")
        let both = "get a.x backgroundColor cornerRadius"
        #expect(talk.send(both) == ##"ok {"backgroundColor":"#ff0000ff","cornerRadius":6}"##)
        ok("set a tint=#0000ff radius=8")
        #expect(talk.send(both) == ##"ok {"backgroundColor":"#0000ffff","cornerRadius":8}"##)
        #expect(talk.send("set a radius=-1").hasPrefix("error value"))
        #expect(talk.send(both) == ##"ok {"backgroundColor":"#0000ffff","cornerRadius":8}"##)
        ok("undo", "undo")
        #expect(talk.send("get a").hasPrefix("error unknown-object"))
        ok("redo 2")
        #expect(talk.send(both) == ##"ok {"backgroundColor":"#0000ffff","cornerRadius":8}"##)
    }
}
