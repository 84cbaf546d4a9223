import Scene
import Testing
import World

/// Themes and the literals that refer to their variables.
@Suite struct ThemeTests {
    private let talk = Talk()

    @Test func aLiteralRefersToTheNearestVariable() {
        talk.ok(
            "create outer theme fill=#111111 size=20,10", "create inner theme fill=#333333",
            "create p layer theme=outer", "create q layer parent=p theme=inner",
            "create a layer parent=q backgroundColor=$fill bounds=0,0,$width|7,3 shadowOffset=$size")
        #expect(talk.get("a", "backgroundColor") == "\"#333333ff\"")
        #expect(talk.get("a", "bounds") == "[0,0,7,3]" && talk.get("a", "shadowOffset") == "[20,10]")
        #expect(talk.get("a", "bounds", from: "text") == "\"0,0,$width|7,3\"")
        talk.ok("set a parent=p", "set outer width=9")
        #expect(talk.get("a", "backgroundColor") == "\"#111111ff\"" && talk.get("a", "bounds") == "[0,0,9,3]")
        talk.roundTrips()
    }

    @Test func whatCannotBeIsRefusedWhole() {
        talk.ok("create default theme fade=0.5 fill=#111111", "create a layer opacity=$fade cornerRadius=3")
        talk.fails("set a cornerRadius=$radius zPosition=1", "unknown-variable", "radius")
        talk.fails("set a backgroundColor=$fade", "value")
        talk.fails("set a cornerRadius=$x|abc", "value", "abc")
        talk.fails("set a cornerRadius=$", "value")
        talk.fails("set a theme=$t", "unknown-object")
        talk.fails("create b layer backgroundColor=$ghost", "unknown-variable", "ghost")
        talk.fails("set default fade=2", "value")
        talk.fails("set default fade=", "denied", "fade")
        talk.fails("remove default", "denied", "fade")
        talk.fails("animate a cornerRadius=$radius duration=1", "unknown-variable", "radius")
        talk.ok("set default fill=", "create other theme fade=0.25", "set a theme=other", "remove default")
        talk.fails("set a theme=", "unknown-variable", "fade")
        #expect(talk.get("a", "opacity") == "0.25")
    }

    @Test func aLiteralHasItsBound() {
        talk.ok("create a layer")
        let name = String(repeating: "n", count: 4090)
        talk.ok("set a cornerRadius=$\(name)|1")
        #expect(talk.get("a", "cornerRadius", from: "text").utf8.count == 4095)
        talk.fails("set a cornerRadius=$\(name)|1111111", "limit")
    }

    @Test func whatIsSetLaterOnALineCounts() {
        talk.ok("create default theme r=5 x=7", "create a layer cornerRadius=$r cornerRadius=4")
        #expect(talk.get("a", "cornerRadius", from: "text") == "\"4\"")
        talk.ok("set a cornerRadius=4 cornerRadius=$r position=1,2 position.x=$x")
        #expect(talk.get("a", "cornerRadius") == "5" && talk.get("a", "position") == "[7,2]")
        #expect(talk.get("a", "position.x", from: "text") == "\"$x\"")
        talk.ok("set default x=8", "set a position.y=3")
        #expect(talk.get("a", "position") == "[8,3]")
        talk.roundTrips()
        talk.ok("set a position.x=1", "set default x=9")
        #expect(talk.get("a", "position") == "[1,3]")
        talk.ok("set a cornerRadius=", "set default r=6")
        #expect(talk.get("a", "cornerRadius") == "0")
    }

    @Test func aVariableThatGoesWithClearLeavesTheValue() {
        talk.ok(
            "create default theme fill=#111111", "set root backgroundColor=$fill", "create a layer opacity=$o|0.5",
            "clear")
        #expect(talk.get("root", "backgroundColor", from: "text") == "\"#111111ff\"")
        talk.roundTrips()
    }

    @Test func aTransactionThatFailsTakesAllBack() {
        talk.ok(
            "create default theme r=5", "create a layer cornerRadius=$r", "begin", "set default r=6 s=1", "remove a")
        talk.ok("set root name=x", "create a layer zPosition=$s", "abort")
        talk.ok("begin", "set default r=6 s=1", "set a cornerRadius=1", "set nobody opacity=1")
        talk.fails("commit", "aborted", "3")
        #expect(talk.get("a", "cornerRadius", from: "text") == "\"$r\"" && talk.get("a", "cornerRadius") == "5")
    }

    @Test func usersAnimateInAnAnimatedTransaction() {
        talk.ok("create default theme x=10", "create a layer position.x=$x")
        talk.ok("begin duration=1 timing=linear", "set default x=30", "commit")
        talk.world.advance(to: 0.5)
        #expect(talk.get("a", "position.x", from: "presentation") == "20" && talk.get("a", "position.x") == "30")
    }

    @Test func animateTakesAVariable() {
        talk.ok("create default theme r=10", "create a layer", "animate a cornerRadius=$r duration=1 timing=linear")
        talk.world.advance(to: 0.5)
        #expect(talk.get("a", "cornerRadius", from: "presentation") == "5")
        #expect(talk.get("a", "cornerRadius", from: "text") == "\"$r\"")
    }

    @Test func otherKindsTakeADollarAsItIs() {
        talk.ok("create default theme s=1", "create a layer name=$s user.x=$s")
        #expect(talk.get("a", "name") == "\"$s\"" && talk.get("a", "user.x") == "\"$s\"")
        talk.fails("create m animation layer=a property=opacity from=0 duration=$s", "value")
    }

    @Test func manyUsersFollowOneVariable() {
        talk.ok("create default theme r=1")
        for number in 0..<500 { talk.ok("create n\(number) layer cornerRadius=$r") }
        talk.ok("set default r=2")
        for number in 0..<500 { #expect(talk.get("n\(number)", "cornerRadius") == "2") }
    }
}
