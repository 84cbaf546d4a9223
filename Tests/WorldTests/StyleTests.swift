import Scene
import Schema
import Testing
import World

/// Styles: which of several values counts, what a dump holds, states.
@Suite struct StyleTests {
    private let talk = Talk()

    @Test func setIsStrongerThanStatesThanStylesThanDefaults() {
        talk.ok(
            "create one style cornerRadius=1 opacity=0.5", "create two style cornerRadius=2 path=M0,0L1,1",
            "create one.on style of=one state=selected cornerRadius=11", "create a layer style=one,two")
        #expect(talk.get("a", "cornerRadius") == "2" && talk.get("a", "opacity") == "0.5")
        talk.ok("set a isSelected=true")
        #expect(talk.get("a", "cornerRadius") == "11")
        talk.ok("set a cornerRadius=3")
        #expect(talk.get("a", "cornerRadius") == "3")
        talk.ok("set a cornerRadius= isSelected=")
        #expect(talk.get("a", "cornerRadius") == "2")
        talk.ok("create s shape style=two")
        #expect(talk.get("s", "path") != "null")
        talk.roundTrips()
        talk.ok("remove two")
        #expect(talk.get("a", "cornerRadius") == "1" && talk.get("s", "path") == "null")
        talk.ok("set a style=")
        #expect(talk.get("a", "cornerRadius") == "0" && talk.get("a", "opacity") == "1")
    }

    @Test func aDefaultThatIsSetIsDumped() {
        talk.ok("create card style opacity=0.5 zPosition=4", "create a layer style=card opacity=1 zPosition=0")
        #expect(talk.send("dump a") == "ok [\"create a layer parent=root zPosition=0 opacity=1 style=card\"]")
        #expect(talk.get("a", "zPosition") == "0")
        talk.roundTrips()
        talk.ok("set card opacity=0.25", "set a zPosition=")
        #expect(talk.get("a", "opacity") == "1" && talk.get("a", "zPosition") == "4")
        talk.ok("set a opacity=")
        #expect(talk.send("dump a") == "ok [\"create a layer parent=root style=card\"]")
    }

    @Test func partsOfValues() {
        talk.ok(
            "create wide style bounds.size.width=100", "create tall style bounds.size.height=50",
            "create box style bounds=0,0,10,10", "create a layer style=box,wide,tall")
        #expect(talk.get("a", "bounds") == "[0,0,100,50]")
        talk.ok("set a style=wide,box,tall")
        #expect(talk.get("a", "bounds") == "[0,0,10,50]")
        talk.ok("set a bounds.size.width=7", "set box bounds=0,0,3,3")
        #expect(talk.get("a", "bounds") == "[0,0,7,50]")
        talk.roundTrips()
    }

    @Test func whatCannotBeIsRefusedWhole() {
        talk.ok("create card style cornerRadius=1", "create card.on style of=card state=selected", "create a layer")
        talk.fails("create s style cornerRadious=3", "unknown-property", "cornerRadius")
        talk.fails("create s style frame=0,0,1,1", "unknown-property")
        talk.fails("create s style parent=a", "unknown-property")
        talk.fails("create s style style=card", "unknown-property")
        talk.fails("create s style opacity=2", "value")
        talk.fails("create s style of=a", "value")
        talk.fails("create s style of=card.on", "value")
        talk.fails("create s style of=card state=hovering", "value", "hovering")
        talk.fails("create s style of=nobody state=hover", "unknown-object", "nobody")
        talk.fails("set a style=nobody", "unknown-object", "nobody")
        talk.fails("set a style=a", "value")
        talk.fails("set a style=card,card.on,a", "value")
        talk.fails("list style=a", "value")
    }

    @Test func variablesInStylesAreThoseOfTheLayer() {
        talk.ok(
            "create dark theme panel=#111111", "create light theme panel=#eeeeee",
            "create card style backgroundColor=$panel", "create p layer theme=dark", "create q layer theme=light",
            "create a layer parent=p style=card")
        #expect(talk.get("a", "backgroundColor") == "\"#111111ff\"")
        talk.ok("set a parent=q", "set light panel=#dddddd")
        #expect(talk.get("a", "backgroundColor") == "\"#ddddddff\"")
        talk.fails("set a parent=root", "unknown-variable", "panel")
        talk.fails("remove light", "denied", "panel")
        #expect(talk.get("card", "backgroundColor", from: "text") == "\"$panel\"")
        talk.roundTrips()
    }

    @Test func aThemeInAStyle() {
        talk.ok("create dark theme c=#111111", "create s style theme=dark backgroundColor=$c", "create a layer style=s")
        talk.ok("create b layer parent=a borderColor=$c")
        #expect(talk.get("a", "backgroundColor") == "\"#111111ff\"" && talk.get("b", "borderColor") == "\"#111111ff\"")
        talk.fails("set a style=", "unknown-variable", "c")
        talk.roundTrips()
    }

    @Test func disabledIsInherited() {
        talk.ok(
            "create card style opacity=1", "create card.off style of=card state=disabled opacity=0.5",
            "create p layer", "create q layer parent=p", "create a layer parent=q style=card", "set p isEnabled=false")
        #expect(talk.get("a", "opacity") == "0.5" && talk.get("a", "isEnabled") == "true")
        talk.ok("set a parent=root")
        #expect(talk.get("a", "opacity") == "1")
        talk.ok("set a parent=q", "begin", "set p isEnabled=true", "set nobody opacity=1")
        talk.fails("commit", "aborted")
        #expect(talk.get("a", "opacity") == "0.5")
        talk.roundTrips()
    }

    @Test func inputStates() throws {
        talk.ok(
            "create card style cornerRadius=1", "create card.hover style of=card state=hover cornerRadius=2",
            "create card.down style of=card state=pressed,hover cornerRadius=3", "create a layer style=card",
            "create b layer parent=a", "create f style", "create f.on style of=f state=focused zPosition=5",
            "create c layer style=f")
        func id(_ name: String) throws -> ObjectID { talk.scene.id(of: try #require(talk.scene.find(name))) }
        #expect(talk.scene.styles.hasInputStyles)
        talk.world.setInput(hovered: [try id("b")], pressed: [], focused: [try id("c")])
        #expect(talk.get("a", "cornerRadius") == "2" && talk.get("c", "zPosition") == "5")
        talk.world.setInput(hovered: [try id("b")], pressed: [try id("a")], focused: [])
        #expect(talk.get("a", "cornerRadius") == "3" && talk.get("c", "zPosition") == "0")
        talk.roundTrips()
        talk.ok("remove b")
        talk.world.setInput(hovered: [], pressed: [], focused: [])
        #expect(talk.get("a", "cornerRadius") == "1" && talk.scene.objects.brokenInvariant() == nil)
    }

    /// A layer that was focused by a press is not `focusVisible` after its dump was loaded.
    @Test func theDumpTellsHowALayerWasFocused() throws {
        talk.ok(
            "create f style", "create f.ring style of=f state=focusVisible borderWidth=2", "create a layer style=f")
        let a = talk.scene.id(of: try #require(talk.scene.find("a")))
        func lastLine() -> String { talk.dump().last ?? "" }
        talk.world.setInput(hovered: [], pressed: [], focused: [a], isFocusVisible: true)
        #expect(talk.get("a", "borderWidth") == "2" && lastLine() == "focus a")
        talk.world.setInput(hovered: [], pressed: [], focused: [a], isFocusVisible: false)
        #expect(talk.get("a", "borderWidth") == "0" && lastLine() == "focus a ring=false")
    }

    @Test func whatWasTakenBackIsNotRemembered() {
        talk.ok("create card style cornerRadius=12", "create a layer style=card")
        talk.ok("begin", "set card cornerRadius=14", "set nobody opacity=1")
        talk.fails("commit", "aborted", "2")
        talk.ok("create b layer style=card", "set a isSelected=true")
        #expect(talk.get("a", "cornerRadius") == "12" && talk.get("b", "cornerRadius") == "12")
    }

    @Test func comingAndGoingAnimate() {
        talk.ok(
            "create card style cornerRadius=0",
            "create card.on style of=card state=selected cornerRadius=20 duration=1 timing=linear",
            "create a layer style=card", "create b layer style=card isSelected=true")
        #expect(talk.get("b", "cornerRadius", from: "presentation") == "20")
        talk.ok("set a isSelected=true")
        talk.world.advance(to: 0.5)
        #expect(talk.get("a", "cornerRadius", from: "presentation") == "10")
        talk.ok("set a isSelected=false")
        talk.world.advance(to: 1)
        #expect(talk.get("a", "cornerRadius", from: "presentation") == "5")
        talk.world.advance(to: 2)
        #expect(talk.get("a", "cornerRadius", from: "presentation") == "0")
    }

    @Test func changingAStyleAnimatesInATransactionOnly() {
        talk.ok("create card style cornerRadius=20 duration=1", "create a layer style=card", "set card cornerRadius=30")
        talk.world.advance(to: 0.25)
        #expect(talk.get("a", "cornerRadius", from: "presentation") == "30")
        talk.ok("begin duration=1 timing=linear", "set card cornerRadius=40", "commit")
        talk.world.advance(to: 0.75)
        #expect(talk.get("a", "cornerRadius", from: "presentation") == "35")
    }

    @Test func stylesThatUndoThemselvesAreRefused() {
        talk.ok("create card style opacity=1", "create card.on style of=card state=selected isSelected=false")
        talk.ok("create b style", "create b.off style of=b state=disabled isSelected=true")
        talk.ok("create a layer style=b")
        talk.ok("set a isEnabled=false")
        #expect(talk.get("a", "isSelected") == "true")
        talk.ok("create loop style isSelected=true", "create loop.on style of=loop state=selected isSelected=false")
        talk.fails("create c layer style=loop", "cycle")
    }

    @Test func usersInTheOrderOfTheTree() {
        talk.ok(
            "create s style", "create b layer style=s", "create a layer style=s index=0",
            "create c layer parent=none style=s")
        #expect(talk.send("list style=s") == "ok [\"a\",\"b\",\"c\"]")
        #expect(talk.send("list style=s parent=root") == "ok [\"a\",\"b\"]")
    }

    @Test func expressionsAskForStyles() {
        talk.ok(
            "create s style", "create s.on style of=s state=selected", "create a layer style=s isSelected=true",
            "create b layer opacity:=has(a,'s.on') and has(a,'s') ? 0.5 : 1")
        #expect(talk.get("b", "opacity") == "0.5")
        #expect(talk.send("set b opacity:=has(a,'nobody') ? 1 : 0").hasPrefix("error unknown-object"))
    }

    /// A style without values that comes into force is a change of no property.
    @Test func bindingsFollowStylesWithoutValues() {
        talk.ok(
            "create s style", "create s.off style of=s state=disabled", "create box layer",
            "create a layer parent=box style=s", "create b layer", "bind b opacity:=has(a,'s.off') ? 0.5 : 1",
            "set box isEnabled=false")
        #expect(talk.get("b", "opacity") == "0.5")
        talk.ok("set box isEnabled=true")
        #expect(talk.get("b", "opacity") == "1")
    }
}
