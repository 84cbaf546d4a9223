import Geometry
import LineProtocol
import Scene
import TestSupport
import Testing
import World

/// `bind`: dependence, refusals, failures and their end, rights, dumps.
@Suite struct BindingTests {
    private let talk = Talk(arranger: Columns.shared)

    private func ok(_ lines: String..., on number: Int = 1) {
        for line in lines {
            let reply = talk.send(line, on: number)
            #expect(reply.hasPrefix("ok"), "\(line): \(reply)")
        }
    }

    private func fails(_ line: String, _ code: String, _ word: String = "", on number: Int = 1) {
        let reply = talk.send(line, on: number)
        #expect(reply.hasPrefix("error \(code) ") && reply.contains(word), "\(line): \(reply)")
    }

    private func get(_ id: String, _ property: String) -> String {
        String(talk.send("get \(id) \(property)").dropFirst("ok {\"\(property)\":".count).dropLast())
    }

    @Test func followsAChainWithoutAFrame() {
        ok("create a layer", "create b layer", "create c layer")
        ok("bind c position.x:=b.position.x+1", "bind b position.x:=a.position.x*2", "set a position.x=10")
        #expect(get("c", "position") == "[21,0]")
        ok("set a position=20,5")
        #expect(get("c", "position") == "[41,0]" && get("b", "position") == "[40,0]")
    }

    /// Many that mention one key or variable see it as it is, whatever was remembered for another.
    @Test func keysAndVariablesAreThoseOfNow() {
        ok(
            "create d data x=1 t=a", "create default theme v=1", "create other theme v=10",
            "create box layer theme=other")
        for at in 0..<6 { ok("create l\(at) layer", "create m\(at) layer parent=box") }
        for at in 0..<6 {
            ok("bind l\(at) zPosition:=d.x*10+$v user.t:=d.t+text(d.x)", "bind m\(at) zPosition:=$v+d.x")
        }
        #expect(get("l5", "zPosition") == "11" && get("m5", "zPosition") == "11" && get("l3", "user.t") == #""a1""#)
        ok("set d x=2 t=b", "set other v=20")
        #expect(get("l5", "zPosition") == "21" && get("m0", "zPosition") == "22" && get("l3", "user.t") == #""b2""#)
        ok("set box theme=", "set m3 theme=other")
        #expect(get("m0", "zPosition") == "3" && get("m3", "zPosition") == "22" && get("m5", "zPosition") == "3")
        ok("remove d", "create d data x=5 t=c")
        #expect(get("l0", "zPosition") == "51" && get("m1", "zPosition") == "6")
        // A theme that a binding chooses counts at once for what is behind it.
        ok("bind box theme:=d.x > 5 ? 'other' : 'default'", "set d x=6")
        #expect(get("m1", "zPosition") == "26" && get("l1", "zPosition") == "61")
    }

    @Test func aLineReadsWhatTheOneBeforeHasChanged() {
        ok("create a layer zPosition=1", "create b layer", "create c layer", "bind b zPosition:=a.zPosition*10")
        ok("set a zPosition=2", "set c zPosition:=b.zPosition")
        #expect(get("c", "zPosition") == "20")
    }

    @Test(arguments: [
        ("position.x", "position=1,1"), ("position", "position.y=1"), ("position.x", "frame=0,0,1,1"),
        ("bounds.size", "bounds.size.width=1"), ("bounds.size.width", "frame=0,0,1,1"), ("frame", "position.x=1"),
        ("transform.scale", "transform.scale.x=2"), ("transform.rotation.z", "transform=none"),
        ("user.n", "user.n=1"), ("opacity", "opacity="),
    ])
    func refusesPartsAndWholes(bound: String, word: String) {
        let value = ["position": "point(1,2)", "bounds.size": "size(1,2)", "frame": "rect(1,2,3,4)"][bound] ?? "1"
        ok("create a layer", "bind a \(bound):=\(value)")
        fails("set a \(word)", "denied", "a~\(bound)")
        ok("bind a \(bound):=", "set a \(word)")
    }

    @Test(arguments: [
        ("position.x", "position.y=1"), ("bounds.size.width", "bounds.origin=1,1"),
        ("transform.rotation.z", "transform.scale=2"), ("user.n", "user.m=1"),
    ])
    func leavesOtherPartsAlone(bound: String, word: String) {
        ok("create a layer", "bind a \(bound):=1", "set a \(word)")
    }

    @Test func twoBindingsOfOneValueAreRefused() {
        ok("create a layer", "bind a position.x:=1")
        fails("bind a position:=point(1,2)", "denied", "a~position.x")
        fails("bind a frame:=rect(1,2,3,4)", "denied", "a~position.x")
        #expect(talk.send("list kind=binding") == "ok [\"a~position.x\"]")
    }

    @Test func aCircleNamesItsWay() {
        ok("create a layer", "create b layer", "create c layer")
        ok("bind b zPosition:=a.zPosition", "bind c zPosition:=b.zPosition")
        fails("bind a zPosition:=c.zPosition", "cycle", "a~zPosition → b~zPosition → c~zPosition → a~zPosition")
        fails("bind a bounds.size.width:=frame.size.height", "cycle")
        // The part that is read is another one.
        ok("bind a bounds.size.width:=bounds.size.height")
    }

    @Test func refusedBindingsLeaveNothing() {
        ok("create a layer", "create b layer opacity=0.5")
        let before = talk.dump()
        fails("bind a opacity:=b.opacity zPosition:=ghost.zPosition", "unknown-object", "ghost")
        fails("bind a opacity:=b.zPosition+2", "value")
        fails("bind a parent:='b'", "value", "cannot be bound")
        fails("bind a opacity=0.5", "syntax")
        fails("bind a", "syntax")
        fails("create a~opacity binding", "syntax")
        fails("create x binding", "unsupported")
        #expect(talk.dump() == before)
    }

    @Test func rollbackBringsTheBindingsBack() {
        ok("create a layer zPosition=5", "create b layer", "bind b zPosition:=a.zPosition")
        ok("begin", "bind b zPosition:=a.zPosition*2", "remove a", "remove ghost")
        fails("commit", "aborted", "line 3")
        #expect(get("b", "zPosition") == "5")
        ok("set a zPosition=7")
        #expect(get("b", "zPosition") == "7")
        ok("begin", "remove b~zPosition", "set b zPosition=1", "remove ghost")
        fails("commit", "aborted", "line 3")
        ok("set a zPosition=8")
        #expect(get("b", "zPosition") == "8")
    }

    @Test func waitsForAnObjectAndSaysSoOnce() {
        ok("create a layer opacity=0.5", "create b layer", "bind b opacity:=a.opacity", "remove a")
        #expect(get("b", "opacity") == "0.5" && get("b~opacity", "isActive") == "false")
        #expect(talk.world.bindings.takeFailures().map(\.id) == ["b~opacity"])
        ok("create c layer")
        #expect(get("b", "opacity") == "0.5")
        #expect(talk.world.bindings.takeFailures().isEmpty)
        ok("create a layer opacity=0.25")
        #expect(get("b", "opacity") == "0.25" && get("b~opacity", "isActive") == "true")
    }

    @Test func aLongerIdTakesTheNameOver() {
        ok("create a layer zPosition=1", "create b layer", "bind b zPosition:=a.zPosition+0")
        ok("create a.zPosition layer")
        // An id counts only with a property of it behind.
        #expect(get("b", "zPosition") == "1")
        ok("create b2 layer", "bind b2 zPosition:=exists(c) ? 1 : 0", "create c layer")
        #expect(get("b2", "zPosition") == "1")
        ok("remove c")
        #expect(get("b2", "zPosition") == "0")
    }

    @Test func followsTheTree() {
        ok("create p layer zPosition=1", "create q layer zPosition=2")
        ok("create a layer parent=p", "create b layer parent=p")
        ok("bind a zPosition:=parent.zPosition cornerRadius:=index(self)")
        ok("bind b zPosition:=count('p/*')")
        #expect(get("a", "zPosition") == "1" && get("b", "zPosition") == "2")
        ok("set a parent=q")
        #expect(get("a", "zPosition") == "2" && get("b", "zPosition") == "1")
        ok("set q zPosition=3", "create first layer parent=q index=0")
        #expect(get("a", "zPosition") == "3" && get("a", "cornerRadius") == "1")
    }

    @Test func followsLayouts() {
        ok("create s columns frame=0,0,100,20", "create a layer parent=s bounds=0,0,10,10", "create b layer")
        ok("create c layer parent=s bounds=0,0,10,10", "bind b position.x:=c.position.x")
        #expect(get("c", "position") == "[75,10]" && get("b", "position") == "[75,0]")
        ok("set s bounds.size.width=200")
        #expect(get("c", "position") == "[150,10]" && get("b", "position") == "[150,0]")
    }

    @Test func presentationMovesInEachFrame() {
        ok("create a layer", "create b layer", "bind b opacity:=presentation(a.opacity)")
        ok("animate a opacity=0 duration=1 timing=linear")
        for (time, value) in [(0.25, "0.75"), (0.5, "0.5"), (1.5, "0")] {
            talk.world.advance(to: time)
            #expect(get("b", "opacity") == value)
        }
        #expect(!talk.world.bindings.isMoving)
        ok("bind b zPosition:=time")
        #expect(talk.world.bindings.isMoving)
        talk.world.advance(to: 3)
        #expect(get("b", "zPosition") == "3")
    }

    @Test func presentationIsThatOfAnAnimationWithoutAFrame() {
        ok("create a layer opacity=0", "create b layer", "bind b opacity:=presentation(a.opacity)")
        ok("animate a opacity=0.5 duration=1 timing=linear", "set a opacity=0.8", "animate a opacity=1 duration=1")
        #expect(get("b", "opacity") == "0")
    }

    @Test func rights() {
        ok("create p layer", "create a layer parent=p", "create b layer opacity=0.5")
        ok("session access=p", on: 2)
        ok("bind a opacity:=b.opacity", on: 2)
        fails("bind b zPosition:=1", "denied", on: 2)
        #expect(talk.dump().contains("bind a scope=p opacity:=b.opacity"))
        ok("set a parent=root", "set b opacity=0.25")
        #expect(get("a", "opacity") == "0.5" && get("a~opacity", "isActive") == "false")
        ok("set a parent=p")
        #expect(get("a", "opacity") == "0.25")
    }

    @Test func replaysItsDump() {
        ok("create b layer", "create a layer zPosition=3", "bind b zPosition:=a.zPosition user.t:='a b'")
        ok("create g layer", "bind b cornerRadius:=g.zPosition", "remove g")
        let dump = talk.dump()
        #expect(dump.contains("bind b isActive=false cornerRadius:=g.zPosition"))
        let other = Talk()
        other.files.texts["scene"] = dump.joined(separator: "\n")
        #expect(other.send("load path=scene replace=true") == "ok")
        #expect(other.dump() == dump)
        #expect(other.send("set a zPosition=4") == "ok" && other.send("get b zPosition") == "ok {\"zPosition\":4}")
        #expect(other.send("create g layer zPosition=9") == "ok")
        #expect(other.send("get b cornerRadius") == "ok {\"cornerRadius\":9}")
    }

    @Test func dumpsWhatItSetsToTheDefaultAlikeWheneverThatWas() {
        ok("create default theme level=1", "create a layer", "bind a zPosition:=$level", "set default level=0")
        ok("create b layer", "bind b zPosition:=$level")
        let dump = talk.dump()
        #expect(dump.contains("create a layer parent=root") && dump.contains("create b layer parent=root"))
        talk.roundTrips()
    }

    /// States of styles follow a bound property within the update, as they follow a line.
    @Test func stylesFollowBoundStates() {
        talk.ok(
            "create tabs data current=one enabled=1", "create tab style opacity=0.5 cornerRadius=1",
            "create tab.on style of=tab state=selected opacity=1",
            "create tab.off style of=tab state=disabled cornerRadius=9", "create a layer style=tab user.tab=one",
            "create b layer parent=a style=tab", "create c layer",
            "bind a isSelected:=tabs.current==user.tab isEnabled:=tabs.enabled>0", "bind c opacity:=a.opacity")
        #expect(talk.get("a", "opacity") == "1" && talk.get("c", "opacity") == "1")
        talk.ok("set tabs current=two")
        #expect(talk.get("a", "opacity") == "0.5" && talk.get("a", "isSelected") == "false")
        #expect(talk.get("c", "opacity") == "0.5")
        talk.ok("set tabs current=one enabled=0")
        talk.world.advance(to: 1)
        #expect(talk.get("a", "opacity", from: "presentation") == "1")
        #expect(talk.get("b", "cornerRadius", from: "presentation") == "9", "disabled above")
        #expect(!talk.scene.styles.needsRestyling)
    }

    @Test func aCountThatChangesItselfEnds() {
        ok("create a layer zPosition=1", "bind a zPosition:=count('[zPosition=0]')+0")
        let value = get("a", "zPosition")
        #expect(value == "0" || value == "1", "it goes on in the next frame")
    }

    @Test func staysRefusedWhenAVariableIsGone() {
        ok("create default theme accent=0.5", "create a layer", "bind a opacity:=$accent")
        ok("set a cornerRadius=$accent", "set a cornerRadius=1")
        fails("set a opacity=1", "denied", "a~opacity")
        ok("set default accent=0.25")
        #expect(get("a", "opacity") == "0.25")
    }

    @Test func countsOnceWhatFollows() {
        ok("create a layer", "create b layer", "bind b opacity:=a.opacity")
        _ = get("b", "opacity")
        ok("set a opacity=0.5")
        let revision = talk.scene.news.objectRevision
        #expect(get("b", "opacity") == "0.5")
        #expect(talk.scene.news.objectRevision == revision, "values of bindings are no changes of their own")
    }

    /// All of it before anybody looked: the change is of an object with more properties than the one that has its place.
    @Test func placesAreTakenByOthers() {
        ok("set daemon limit.undo=0", "create a layer", "create t tiled", "bind a opacity:=t.opacity")
        #expect(get("a", "opacity") == "1")
        ok("set t tileSize=300,300", "remove t", "create p layer opacity=0.5", "create t layer opacity=0.25")
        #expect(get("a", "opacity") == "0.25")
        ok("remove p t", "create t tiled opacity=0.75 tileSize=20,20")
        #expect(get("a", "opacity") == "0.75")
    }
}
