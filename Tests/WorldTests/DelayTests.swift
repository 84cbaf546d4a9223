import Animation
import Geometry
import LineProtocol
import Scene
import Schema
import Testing
import World

/// Layers that are seen at other times than now as well.
@Suite struct DelayTests {
    private func slot(_ name: String, _ talk: Talk) throws -> Slot { try #require(talk.scene.find(name)) }

    /// Opacities shown, by name, while everything below `tops` is late.
    private func shown(_ delays: [(String, Double)], _ talk: Talk) throws -> [String: Double] {
        let list = try delays.map { (slot: try slot($0.0, talk), seconds: $0.1) }
        var found: [String: Double] = [:]
        for one in talk.world.animator.shown(list) {
            found[talk.scene.name(of: one.key.slot)] = one.value.number
        }
        return found
    }

    @Test func lateLayersShowWhatWas() throws {
        let talk = Talk()
        for line in [
            "create top layer", "create mid layer parent=top speed=2", "create low layer parent=mid opacity=0.5",
            "create other layer", "create fade animation layer=low property=opacity from=0 to=1 duration=4",
        ] { #expect(talk.send(line).hasPrefix("ok"), "\(line)") }
        let animator = talk.world.animator
        let (top, mid) = (try slot("top", talk), try slot("mid", talk))
        talk.world.advance(to: 1)
        #expect(try shown([("top", 0.5)], talk).isEmpty, "nobody follows")
        animator.follow(top, 0...0.5)
        animator.follow(mid, -0.25...0)
        // A second is two of low's; half a second of top's is one of low's, a quarter of mid's is a quarter of low's.
        #expect(try shown([("top", 0.5)], talk) == ["low": 0.25])
        #expect(try shown([("mid", -1)], talk) == ["low": 0.75])
        #expect(try shown([("top", 0.5), ("mid", -0.5)], talk) == ["low": 0.375])
        #expect(try shown([("other", 0.5)], talk).isEmpty)
        animator.follow(top, 0...0)
        animator.follow(mid, 0...0)
        #expect(try shown([("top", 0.5)], talk).isEmpty)
    }

    /// Frames are asked for, and layers marked, until the last copy has shown the end; then no more.
    @Test func motionEndsWithTheLastCopy() throws {
        let talk = Talk()
        for line in [
            "create top layer", "create a layer parent=top opacity=0.5",
            "create fade animation layer=a property=opacity from=0 duration=1",
        ] {
            #expect(talk.send(line).hasPrefix("ok"), "\(line)")
        }
        let (animator, scene) = (talk.world.animator, talk.scene)
        animator.follow(try slot("top", talk), 0...0.75)
        let marks = LayerCursor(scene)
        func isMarked(at time: Double) throws -> Bool {
            marks.take { _, _ in }
            talk.world.advance(to: time)
            var found = false
            let a = try slot("a", talk)
            marks.take { slot, _ in found = found || slot == a }
            return found
        }
        #expect(try isMarked(at: 0.5) && animator.isDue(at: 0.6))
        #expect(try isMarked(at: 1.2) && animator.isDue(at: 1.3))
        #expect(animator.takeEndings().isEmpty)
        #expect(try shown([("top", 0.7)], talk) == ["a": 0.25])
        #expect(try shown([("top", 0)], talk) == ["a": 0.5])
        #expect(try isMarked(at: 1.75))
        #expect(animator.takeEndings().map(\.finished) == [true])
        #expect(try !isMarked(at: 1.8))
        #expect(animator.nextWake == .infinity)
    }
}
