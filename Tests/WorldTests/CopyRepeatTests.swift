import Testing

/// `copy` and `repeat`, beyond what the transcripts of the scene language hold.
@Suite struct CopyRepeatTests {
    private let talk = Talk()

    private func ok(_ lines: String...) {
        for line in lines {
            let reply = talk.send(line)
            #expect(reply.hasPrefix("ok"), "\(line): \(reply)")
        }
    }

    private func get(_ id: String, _ property: String) -> String {
        String(talk.send("get \(id) \(property)").dropFirst("ok {\"\(property)\":".count).dropLast())
    }

    /// At the bound, and one beyond.
    @Test func aCopyIsBounded() {
        ok("set daemon limit.selection=2", "create a layer", "create a.x layer parent=a", "copy a as=b")
        ok("create a.y layer parent=a.x")
        let before = talk.dump()
        #expect(talk.send("copy a as=c").hasPrefix("error limit copy: more than 2 objects are copied"))
        #expect(talk.dump() == before)
    }

    /// Instances in it are made by lines, before which the theme has to be there.
    @Test func aCopyHasItsTheme() {
        ok("create t theme ground=#ff0000", "define b", "create .x layer shadowRadius=2", "end")
        ok("create page layer theme=t backgroundColor=$ground", "create i b parent=page", "copy page as=night")
        #expect(get("night", "backgroundColor") == "\"#ff0000ff\"")
        #expect(talk.dump().contains("create night layer parent=root backgroundColor=$ground theme=t"))
    }

    @Test func idsInLinesFollow() {
        ok(
            "create a layer isInteractive=true", "create a.x layer parent=a", "create y layer parent=a",
            "create out layer",
            "on a tap name=t when a.x.opacity>0.5 \"set a.x,y,out opacity:=exists(a.x)?a.opacity:0 user.a=a; remove a/*\"",
            "copy a as=b")
        #expect(
            get("b.t", "lines")
                == #""set b.x,b.y,out opacity:=exists(b.x)?b.opacity:0 user.a=a\nremove b/*""#)
        #expect(get("b.t", "when") == #""b.x.opacity>0.5""#)
        #expect(get("a.t", "when") == #""a.x.opacity>0.5""#)
    }

    @Test func whatIsSetIsCopiedAsItWasSet() {
        ok("create default theme accent=#ff0000", "create card style opacity=0.5")
        ok("create a layer backgroundColor=$accent style=card opacity=1", "create b layer parent=a borderWidth=$w|3")
        ok("copy a as=c", "set default accent=#00ff00")
        #expect(get("c", "backgroundColor") == "\"#00ff00ff\"" && get("c", "opacity") == "1")
        let lines = talk.dump()
        #expect(lines.contains("create c layer parent=root opacity=1 backgroundColor=$accent style=card"))
        #expect(lines.contains("create c.b layer parent=c borderWidth=$w|3"))
    }

    @Test func referencesInsideFollow() {
        ok(
            "create a layer", "create a.x layer parent=a", "create m layer parent=none", "set a.x mask=m",
            "create f flock items=a.x", "copy a as=b")
        #expect(get("b.x", "mask") == "\"m\"" && get("f", "items") == #"["a.x"]"#)
    }

    @Test func theRightsOfReactionsStay() {
        ok("create p layer", "create a layer parent=p isInteractive=true", "session access=p")
        let talk = talk
        #expect(talk.send("session access=p", on: 2) == "ok")
        #expect(talk.send("on a tap \"set a opacity=0\"", on: 2) == "ok")
        #expect(talk.send("copy a as=b", on: 2) == "ok")
        #expect(talk.send("get b.tap scope") == #"ok {"scope":"p"}"#)
        // Lines of who may do less are no stronger in a copy by who may do all.
        #expect(talk.send("copy a as=c parent=root", on: 3) == "ok")
        #expect(talk.send("get c.tap scope") == #"ok {"scope":"p"}"#)
    }

    @Test func aCopyThatCannotBeLeavesNothing() {
        ok("create a layer", "create x layer parent=a", "create b.x layer")
        let before = talk.dump()
        #expect(talk.send("copy a as=b").hasPrefix("error exists \"b.x\""))
        #expect(talk.send("copy root as=b").hasPrefix("error denied"))
        #expect(talk.send("copy a as=1").hasPrefix("error syntax"))
        #expect(talk.send("copy a as=c parent=none x=1").hasPrefix("error syntax"))
        ok("create n layer", "create a.y layer parent=n", "create y layer parent=n")
        #expect(talk.send("copy n as=a.n") == "ok")
        ok("remove n a.n")
        #expect(talk.dump() == before)
    }

    @Test func roundsAreBounded() {
        ok("create p layer", "repeat in=1..10000 \"set p user.n={item}\"")
        #expect(get("p", "user.n") == "\"10000\"")
        #expect(talk.send("repeat in=0..10000 \"set p user.n={item}\"").hasPrefix("error limit"))
        #expect(talk.send("repeat in=1..2 \"repeat in=1..2 'set p zPosition=1'\"").contains("error"))
        #expect(get("p", "zPosition") == "0")
    }

    @Test func aFailingRoundIsNamed() {
        ok("create a layer")
        let before = talk.dump()
        let reply = talk.send("repeat in=1,2,x \"create n{index} layer; set a zPosition:=item+1\"")
        #expect(reply.hasPrefix("error aborted round 3, line 2: value"), "\(reply)")
        #expect(talk.dump() == before)
        for (line, code) in [
            ("repeat in=1..x \"set a zPosition=1\"", "value"), ("repeat in=a \"get a\"", "syntax"),
            ("repeat in=a \"frob\"", "unknown-verb"), ("repeat \"set a zPosition=1\"", "syntax"),
        ] { #expect(talk.send(line).hasPrefix("error \(code)"), "\(line): \(talk.send(line))") }
    }

    @Test func countsDownAndNamesItsRound() {
        ok("create a layer", "repeat in=3..1 \"set a user.i{item}:=text(index)+'/'+text(count)\"")
        #expect(get("a", "user.i3") == "\"0/3\"" && get("a", "user.i1") == "\"2/3\"")
    }
}
