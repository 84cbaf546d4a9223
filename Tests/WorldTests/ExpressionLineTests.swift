import Geometry
import LineProtocol
import Scene
import Schema
import TestSupport
import Testing
import World

/// `key:=expression` in lines: what names mean there, and what is refused.
@Suite struct ExpressionLineTests {
    private let talk = Talk()

    private func ok(_ lines: String...) {
        for line in lines {
            let reply = talk.send(line)
            #expect(reply.hasPrefix("ok"), "\(line): \(reply)")
        }
    }

    private func fails(_ line: String, _ code: String, _ word: String = "") {
        let reply = talk.send(line)
        #expect(reply.hasPrefix("error \(code) ") && reply.contains(word), "\(line): \(reply)")
    }

    private func get(_ id: String, _ property: String) -> String {
        String(talk.send("get \(id) \(property)").dropFirst("ok {\"\(property)\":".count).dropLast())
    }

    @Test(arguments: [
        ("zPosition:=1+2*3", "zPosition", "7"), ("opacity:=50%", "opacity", "0.5"),
        ("zPosition:=250ms", "zPosition", "0.25"),
        ("user.t:='it\\'s \\\\ here'", "user.t", "\"it's \\\\ here\""), ("user.t:=''", "user.t", "\"\""),
        ("user.t:=1.50", "user.t", "\"1.5\""), ("name:=1==1", "name", "\"true\""),
        ("backgroundColor:=#f008", "backgroundColor", "\"#ff000088\""),
        ("backgroundColor:=none", "backgroundColor", "null"), ("isHidden:=not isHidden", "isHidden", "true"),
        ("position:=point(10,20)*2", "position", "[20,40]"), ("position.x:=3", "position", "[3,0]"),
        ("shadowOffset:=size(4,6)/2", "shadowOffset", "[2,3]"), ("bounds:=rect(1,2,3,4)", "bounds", "[1,2,3,4]"),
        ("contentsGravity:='top'+'Left'", "contentsGravity", "\"topLeft\""),
        ("transform:='scale('+text(2)+')'", "transform", "[2,0,0,2,0,0]"),
        ("transform.rotation.z:=90deg*0", "transform.rotation.z", "0"),
        ("zPosition:=max( 1, 2 ) + 3  opacity=0.5", "opacity", "0.5"),
        ("user.a:=user.none==none", "user.a", "\"true\""),
        ("zPosition:=self.bounds.size.width+root.opacity", "zPosition", "1"),
        ("zPosition:=count('*')", "zPosition", "1"),
        ("zPosition:=old+1", "zPosition", "1"), ("zPosition:=index(self)+index(a)", "zPosition", "0"),
    ])
    func setsProperties(_ words: String, _ property: String, _ value: String) {
        ok("create a layer", "set a \(words)")
        #expect(get("a", property) == value)
    }

    @Test func allOfALineSeeTheSceneBefore() {
        ok("create a layer user.a=left user.b=right zPosition=1", "set a user.a:=user.b user.b:=user.a")
        #expect(get("a", "user.a") == "\"right\"" && get("a", "user.b") == "\"left\"")
        ok("set a zPosition=10 cornerRadius:=zPosition")
        #expect(get("a", "cornerRadius") == "1")
    }

    @Test func idsPropertiesAndParents() {
        ok(
            "create p layer frame=0,0,200,100", "create a layer parent=p zPosition=1",
            "create a.position layer zPosition=2")
        ok(
            "create x layer zPosition:=a.position.zPosition+a.zPosition",
            "create c layer parent=p position.x:=parent.bounds.size.width")
        #expect(get("x", "zPosition") == "3" && get("c", "position.x") == "200")
        ok("put c layer position.x:=old/2 opacity:=exists(ghost) ? ghost.opacity : 0.5")
        #expect(get("c", "position.x") == "100" && get("c", "opacity") == "0.5")
        ok("set a user.r:=[x]".replacing("[x]", with: "count('p/*')+count('[kind=layer]')+count('a.*,p/**')"))
        #expect(get("a", "user.r") == "\"10\"")
    }

    @Test func inATransactionAtCommit() {
        ok("create a layer", "begin", "create later layer zPosition=4", "set a zPosition:=later.zPosition", "commit")
        #expect(get("a", "zPosition") == "4")
        ok("begin")
        fails("set a zPosition:=1+", "syntax", "column 3")
        fails("set a zPosition:='a'+1", "value")
        ok("set a zPosition=9", "set a zPosition:=nobody.zPosition")
        fails("commit", "aborted", "nobody")
        #expect(get("a", "zPosition") == "4")
    }

    @Test func animatesToWhatItComesTo() {
        ok("create a layer position=10,0", "animate a position.x:=position.x+100 duration=1 timing=linear")
        #expect(get("a", "position.x") == "110")
        talk.world.start(at: 0.5)
        ok("create b layer zPosition:=a.position.x cornerRadius:=presentation(a.position.x) user.t:=time")
        #expect(get("b", "zPosition") == "110" && get("b", "cornerRadius") == "60" && get("b", "user.t") == "\"0.5\"")
    }

    @Test func optionsOfAnAnimationAreComputed() {
        ok("create a layer zPosition=2", "animate a opacity=0 duration:=zPosition*250ms autoreverses:=true id=fade")
        #expect(get("fade", "duration") == "0.5" && get("fade", "autoreverses") == "true")
        fails("animate a opacity=0 duration:=0-1", "value", "duration")
        fails("animate a opacity=0 id:='x'", "unknown-property", "id")
    }

    @Test(arguments: [
        ("zPosition:=", "syntax", "column 1"), ("zPosition:=1 2", "syntax", "column 3"),
        ("zPosition:=(1", "syntax", ""),
        ("opacity=0.5 zPosition:=1+ cornerRadius=3", "syntax", ""), ("zPosition:=frobnicate(1)", "value", "frobnicate"),
        ("zPosition:='5'", "value", "zPosition"), ("isHidden:=1", "value", ""), ("position:=size(1,2)", "value", ""),
        ("backgroundColor:=1", "value", ""), ("user.t:=point(1,2)", "value", ""), ("zPosition:=none", "value", ""),
        ("opacity:=0.5+0.6", "value", "range"), ("cornerRadius:=0-1", "value", ""),
        ("contentsGravity:='side'", "value", ""),
        ("zPosition:=nobody.zPosition", "unknown-object", "nobody"), ("zPosition:=nobody", "unknown-object", "nobody"),
        ("zPosition:=a.colour", "unknown-property", "colour"),
        ("zPosition:=presentation(nobody.z)", "unknown-object", "nobody"),
        ("zPosition:=$Nothing", "unknown-variable", "Nothing"),
        ("zPosition:=root.parent.zPosition", "unknown-object", "parent"),
        ("zPosition:=a", "value", "\"a\""), ("zPosition:=self", "value", ""),
        ("nothing:=1", "unknown-property", "nothing"),
        ("zPosition:=count('p/*')", "unknown-object", "p"), ("zPosition:=velocity.x", "unknown-object", "velocity"),
        ("backgroundColor:=''", "value", ""), ("zPosition:=position.z", "unknown-object", "position"),
    ])
    func refusesAndChangesNothing(_ words: String, _ code: String, _ word: String) {
        ok("create a layer zPosition=1")
        let before = talk.dump()
        fails("set a \(words)", code, word)
        fails("create b layer \(words.replacing("zPosition:=a", with: "zPosition:=a"))", code, word)
        #expect(talk.dump() == before)
    }

    @Test func otherVerbsTakeNone() {
        ok("create a layer")
        for line in ["get a from:=1", "list kind:='layer'", "session name:='x'", "begin duration:=1", "remove a x:=1"] {
            fails(line, "syntax", ":=")
        }
        ok("set a name=a:=b user.t=1+2")
        #expect(get("a", "name") == "\"a:=b\"")
    }

    @Test func reactionsKnowTheEventAndTheirLayer() throws {
        ok("create a layer zPosition=3 isInteractive=true", "create b layer zPosition=5")
        ok(
            "on a tap \"set b cornerRadius:=self.zPosition user.at:=format('{};{}',x,text(count)) opacity:=zPosition/10; set a user.x:=x user.l={x}\""
        )
        fails("on a tap \"set a zPosition:=1+\"", "syntax", "column")
        fails("on a tap \"set a zPosition:=abs(1,2)\"", "value", "abs")
        var values = ReactionValues()
        values.x = 7
        values.count = 2
        let layer = talk.scene.id(of: try #require(talk.scene.find("a")))
        #expect(talk.world.reactions.fire(.tap, on: layer, values, in: talk.world))
        #expect(talk.world.reactions.takeFailures().isEmpty)
        #expect(get("b", "cornerRadius") == "3" && get("b", "user.at") == "\"7;2\"" && get("b", "opacity") == "0.5")
        #expect(get("a", "user.x") == "\"7\"" && get("a", "user.l") == "\"7\"")
        ok("on a tap \"set a opacity=0.5; set a zPosition:=velocity.x\"")
        _ = talk.world.reactions.fire(.tap, on: layer, values, in: talk.world)
        #expect(talk.world.reactions.takeFailures().count == 1 && get("a", "opacity") == "1")
        // The fields are gone with the event.
        fails("set a zPosition:=count", "unknown-object", "count")
    }

    @Test func aManualClockIsTheWallsToo() {
        talk.world.reach(2.5)
        talk.world.wall.clock = { 86_400 }
        ok("create a layer user.w:=wall user.t:=timeText('%S')")
        #expect(get("a", "user.w") == "\"86400\"" && get("a", "user.t") == "\"00\"")
        talk.world.wall.isManual = { true }
        ok("set a user.w:=wall user.t:=timeText('%S')")
        #expect(get("a", "user.w") == "\"2.5\"" && get("a", "user.t") == "\"02\"")
    }

    @Test func selfIsTheLayerThatReacts() throws {
        ok("create a layer zPosition=3", "create b layer")
        ok("on a tap \"set b cornerRadius:=self.zPosition; set self zPosition=8\"")
        try react(.tap) { _ in }
        #expect(get("b", "cornerRadius") == "3" && get("a", "zPosition") == "8")
        fails("set self opacity=0.5", "unknown-object", "self")
    }

    @Test func anEventsTextIsNeverAnExpression() throws {
        ok("create a layer isInteractive=true", "on a key \"set a user.t:=key\"")
        var values = ReactionValues()
        values.key = "'; set a opacity=0"
        let layer = talk.scene.id(of: try #require(talk.scene.find("a")))
        #expect(talk.world.reactions.fire(.key, on: layer, values, in: talk.world))
        #expect(get("a", "user.t") == "\"'; set a opacity=0\"" && get("a", "opacity") == "1")
    }

    @Test func filesNameTheColumn() {
        talk.files.texts["f"] = "create a layer\nset a opacity=1 zPosition:=nobody.z\n"
        fails("load path=f", "unknown-object", "f:2:17:")
    }

    private func react(_ trigger: ReactionTrigger, _ body: (inout ReactionValues) -> Void) throws {
        var values = ReactionValues()
        body(&values)
        let layer = talk.scene.id(of: try #require(talk.scene.find("a")))
        _ = talk.world.reactions.fire(trigger, on: layer, values, in: talk.world)
    }

    @Test func whenSaysWhetherTheLinesRun() throws {
        ok(
            "create a layer isInteractive=true",
            "on a tap name=r when count==2 and x < 25 \"set a zPosition:=zPosition+1\"")
        for (count, x) in [(1, 20.0), (2, 40), (2, 20)] { try react(.tap) { ($0.count, $0.x) = (count, x) } }
        #expect(get("a", "zPosition") == "1")
        #expect(get("a.r", "when") == "\"count==2 and x < 25\"")
        // The dump makes the reaction with its condition again; the same line without one takes it away.
        let dump = talk.dump()
        ok("clear")
        for line in dump { ok(line) }
        #expect(talk.dump() == dump)
        ok("on a tap name=r \"set a zPosition=7\"")
        #expect(get("a.r", "when") == "\"\"")
    }

    @Test func whenWithTextsAndOtherQuotes() throws {
        ok(
            "create a layer", "on a key name=up when key=='U p' 'set a zPosition:=zPosition+1'",
            "on a key when key=='D' clear")
        try react(.key) { $0.key = "U p" }
        #expect(get("a", "zPosition") == "1")
        ok("on a down \"on a tap when button=='left' \\\"set a opacity=0.5\\\"\"")
        try react(.down) { $0.key = "left" }
        #expect(get("a.tap", "when") == "\"button=='left'\"")
    }

    @Test(arguments: [
        ("count== \"set a opacity=0.5\"", "syntax"), ("\"set a opacity=0.5\"", "syntax"), ("", "syntax"),
        ("x", "syntax"),
        ("abs() \"set a opacity=0.5\"", "value"), ("1+1 \"set a opacity=0.5\"", "value"),
    ])
    func whatIsNoCondition(_ rest: String, _ code: String) {
        ok("create a layer")
        fails("on a tap when \(rest)", code)
        fails("create r reaction layer=a when=1+ lines=\"set a opacity=0.5\"", "syntax")
        #expect(talk.send("list kind=reaction") == "ok []")
    }

    @Test func aConditionThatFailsIsAFailureOfTheReaction() throws {
        ok(
            "create a layer", "on a tap when nobody.on \"set a opacity=0.5\"",
            "on a tap name=n when x \"set a opacity=0.5\"")
        try react(.tap) { $0.x = 1 }
        #expect(talk.world.reactions.takeFailures().map { $0.error?.code } == [.unknownObject, .value])
        #expect(get("a", "opacity") == "1")
    }

    @Test func aPansStepsSumUpToItsTranslation() throws {
        ok("create a layer", "on a pan \"set a user.d:=text(user.d)+' '+dx user.t:=translation.x user.l={dx}\"")
        for (state, x) in [("began", 50.0), ("changed", 80), ("changed", 70), ("ended", 70), ("began", 5)] {
            try react(.pan) { ($0.state, $0.dx) = (state, x) }
        }
        #expect(get("a", "user.d") == "null")
        ok("on a pan \"set a user.d:=format('{} {}',user.d,dx) user.t:=translation.x user.l={dx}\"")
        for (state, x) in [("began", 50.0), ("changed", 80), ("changed", 70), ("ended", 70), ("began", 5)] {
            try react(.pan) { ($0.state, $0.dx) = (state, x) }
        }
        #expect(get("a", "user.d") == "\" 50 30 -10 0 5\"")
        #expect(get("a", "user.t") == "\"5\"" && get("a", "user.l") == "\"5\"")
    }

    @Test(arguments: [
        (ReactionTrigger.key, "key+text+state+modifiers", "\"ktsm\""), (.down, "button+state", "\"ks\""),
        (.animation, "id", "\"k\""), (.collision, "a+b", "\"ak\""), (.pinch, "scale", "\"2\""),
        (.rotate, "angle", "\"3\""),
        (.scroll, "dx*10+dy", "\"45\""), (.longPress, "x+y", "\"13\""), (.move, "x", "\"6\""),
    ])
    func eachEventHasItsFields(_ trigger: ReactionTrigger, _ expression: String, _ value: String) throws {
        ok("create a layer", "on a \(trigger) \"set a user.v:=\(expression); set a user.w:=exists(a) ? 1 : velocity\"")
        try react(trigger) {
            ($0.key, $0.text, $0.state, $0.modifiers) = ("k", "t", "s", "m")
            ($0.scale, $0.angle, $0.dx, $0.dy, $0.x, $0.y) = (2, 3, 4, 5, 6, 7)
        }
        #expect(talk.world.reactions.takeFailures().isEmpty && get("a", "user.v") == value)
        ok("on a \(trigger) \"set a user.v:=\(trigger == .tap ? "dx" : "count")\"")
        try react(trigger) { $0.count = 3 }
        #expect(talk.world.reactions.takeFailures().count == 1)
    }
}
