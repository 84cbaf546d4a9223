import Animation
import Geometry
import LineProtocol
import Scene
import Schema
import Testing
import World

/// Transitions of one layer's look by their lines: what is kept when, how far they have come, what is left.
@Suite struct TransitionSnapshotTests {
    private let talk = Talk()
    private let keeper: Keeper

    /// Notes what the opacity of `a` is when its look is kept, and who goes on from it.
    private final class Keeper: TransitionSnapshotKeeper {
        let scene: Scene
        var kept: [Double] = []
        var claims: [String] = []

        init(_ scene: Scene) { self.scene = scene }

        func keepSnapshot(of slot: Slot) {
            kept.append(scene.shown(slot, LayerProperty.opacity.id).number)
        }

        func claimSnapshot(of slot: Slot, for transition: ObjectID) {
            claims.append(scene.slot(of: transition).map(scene.name) ?? "")
        }
    }

    init() {
        keeper = Keeper(talk.scene)
        talk.world.host.snapshots = keeper
        _ = talk.send("create a layer frame=20,30,100,60")
    }

    private func go(_ time: Double) { talk.world.advance(to: time) }

    private func progress() -> String { talk.send("get a transitionProgress from=presentation") }

    @Test func progressOfOne() {
        let before = talk.dump()
        #expect(talk.send("create t transition layer=a type=wipe duration=1 delay=1 timing=linear") == "ok")
        for (time, shown) in [(0, "0"), (1, "0"), (1.25, "0.25"), (1.5, "0.5")] {
            go(time)
            #expect(progress() == #"ok {"transitionProgress":\#(shown)}"#)
        }
        #expect(talk.send("get a transitionProgress") == #"ok {"transitionProgress":1}"#)
        #expect(talk.send("set a transitionProgress=0.5").hasPrefix("error denied"))
        go(2)
        #expect(talk.dump() == before && talk.world.animator.nextWake == .infinity)
        #expect(progress() == #"ok {"transitionProgress":1}"#)
        let ends = talk.world.animator.takeEndings()
        #expect(ends.map(\.id) == ["t"] && ends.map(\.layer) == ["a"] && ends.map(\.finished) == [true])
    }

    /// What is set in the same transaction, before the line or behind it, is the new look; an animation's value is looked at as
    /// it is at that moment.
    @Test func keptBeforeTheTransaction() {
        for line in ["begin", "set a opacity=0.5", "put t transition layer=a", "create b layer", "commit"] {
            #expect(talk.send(line).hasPrefix("ok"))
        }
        #expect(keeper.kept == [1] && keeper.claims == ["t"])
        _ = talk.send("animate a opacity=0 duration=1 timing=linear")
        go(0.1)
        for line in ["begin at=0.5", "set a opacity=1", "create u transition layer=a duration=2", "commit"] {
            _ = talk.send(line)
        }
        #expect(keeper.kept.count == 1)
        go(1)
        #expect(keeper.kept == [1, 0.25] && keeper.claims == ["t", "u"])
        #expect(progress() == #"ok {"transitionProgress":0.25}"#)
        // None that fails goes on from anything.
        for line in ["begin", "create v transition layer=a", "set nobody x=1", "commit"] { _ = talk.send(line) }
        #expect(talk.send("list kind=transition") == #"ok ["u"]"#)
    }

    /// A second one takes the first one's place, and naming the layer again begins again.
    @Test func again() {
        _ = talk.send("create t transition layer=a duration=1")
        go(0.5)
        _ = talk.send("create u transition layer=a duration=1")
        #expect(talk.send("list kind=transition") == #"ok ["u"]"#)
        go(0.75)
        #expect(progress() == #"ok {"transitionProgress":0.25}"#)
        #expect(talk.send("put u transition layer=a duration=1") == "ok")
        go(0.75)
        #expect(progress() == #"ok {"transitionProgress":0}"#)
        #expect(talk.send("set u subtype=fromTop") == "ok")
        go(1)
        #expect(progress() == #"ok {"transitionProgress":0.25}"#)
        #expect(keeper.claims == ["t", "u", "u"])
        let ends = talk.world.animator.takeEndings()
        #expect(ends.map(\.id) == ["t"] && ends.map(\.finished) == [false])
        _ = talk.send("remove u")
        go(1)
        #expect(progress() == #"ok {"transitionProgress":1}"#)
        _ = talk.send("create w transition layer=a")
        _ = talk.send("remove a")
        go(1.1)
        #expect(talk.send("list kind=transition") == "ok []")
    }

    /// It goes on at its own time; its look is that of the scene that was made again.
    @Test func dumpWhileItRuns() {
        _ = talk.send("create t transition layer=a type=curl duration=2")
        go(0.5)
        let other = Talk()
        for line in talk.dump() { #expect(other.send(line) == "ok", "\(line)") }
        #expect(other.dump() == talk.dump())
        other.world.advance(to: 1)
        #expect(
            other.send("get a transitionProgress from=presentation") == #"ok {"transitionProgress":0.5}"#)
    }

    @Test(arguments: [
        ("layer=main", "value layer: \"main\" is no layer"), ("layer=nobody", "unknown-object"),
        ("layer=a from=b to=a", "value layer: a transition has it, or from and to"),
        ("from=a to=b type=wipe", "value type: wipe is for one layer's look"),
        ("from=a to=b type=curl", "value type: curl is for one layer's look"),
    ])
    func refusals(_ words: String, _ reply: String) {
        _ = talk.send("create b layer")
        let before = talk.dump()
        #expect(talk.send("create t transition \(words)").hasPrefix("error \(reply)"))
        #expect(talk.dump() == before && keeper.claims == [])
    }

    @Test func access() {
        _ = talk.send("create p layer")
        _ = talk.send("session access=p", on: 2)
        #expect(talk.send("create t transition layer=a", on: 2).hasPrefix("error denied"))
        #expect(talk.send("create t transition layer=p", on: 2) == "ok")
    }
}
