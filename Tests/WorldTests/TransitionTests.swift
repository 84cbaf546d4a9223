import Animation
import Geometry
import LineProtocol
import Scene
import Schema
import Testing
import World

/// Transitions by their lines: what is shown of both layers at scene times, and what is left.
@Suite struct TransitionTests {
    private let talk = Talk()

    /// Two layers, 100 by 60, one upon the other: `b` in front.
    init() {
        _ = talk.send("create p layer frame=0,0,400,300")
        for name in ["a", "b"] { _ = talk.send("create \(name) layer parent=p frame=20,30,100,60") }
    }

    private func go(_ time: Double) { talk.world.advance(to: time) }

    private func shown(_ name: String, _ property: LayerProperty) throws -> Value {
        talk.scene.shown(try #require(talk.scene.find(name)), property.id)
    }

    /// How the four corners of a layer lie in its parent, without what is hidden; nil for a hidden layer.
    private func corners(_ name: String) throws -> [Point]? {
        let slot = try #require(talk.scene.find(name))
        if try shown(name, .isHidden).boolean { return nil }
        let map = Projective(talk.scene.geometry.inParent(slot))
        return [Point(0, 0), Point(100, 0), Point(100, 60), Point(0, 60)].map { corner in
            let p = map.apply(corner)
            return Point(rounded(p.x), rounded(p.y))
        }
    }

    private func rounded(_ x: Double) -> Double { (x * 1e6).rounded() / 1e6 }

    private func edges(_ name: String) throws -> (left: Double, right: Double)? {
        guard let x = try corners(name)?.map(\.x), let left = x.min(), let right = x.max() else { return nil }
        return (left, right)
    }

    @Test func fade() throws {
        #expect(talk.send("create t transition from=a to=b duration=1 showHide=true") == "ok")
        for (time, a, b) in [(0, 1, 0), (0.25, 1 - 1.0 / 64, 0.25), (0.5, 0.875, 0.5)] {
            go(time)
            #expect(try shown("a", .opacity).number == a && shown("b", .opacity).number == b, "at \(time)")
            #expect(try corners("a") != nil && corners("b") != nil)
        }
        go(1)
        #expect(try corners("a") == nil && shown("a", .opacity) == .number(1) && shown("b", .opacity) == .number(1))
        // The one in front fades evenly, whichever it is.
        _ = talk.send("set a index=1 isHidden=false opacity=0.5")
        _ = talk.send("create t transition from=a to=b duration=1")
        go(1.5)
        #expect(try shown("a", .opacity) == .number(0.25) && shown("b", .opacity) == .number(0.875))
    }

    /// Where each layer is off its place, in shares of the way: from the left the way is a layer's width to the right.
    @Test(arguments: [
        ("push", [0, 0.25, 0.5], [-1, -0.75, -0.5]), ("moveIn", [0, 0, 0], [-1, -0.75, -0.5]),
        ("reveal", [0, 0.25, 0.5], [0, 0, 0]),
    ])
    func slides(_ type: String, _ a: [Double], _ b: [Double]) throws {
        let sides = [
            ("fromLeft", Point(100, 0)), ("fromRight", Point(-100, 0)), ("fromTop", Point(0, 60)),
            ("fromBottom", Point(0, -60)),
        ]
        var time = 0.0
        for (side, way) in sides {
            _ = talk.send("set a isHidden=false")
            _ = talk.send("create t transition from=a to=b type=\(type) subtype=\(side) duration=1 showHide=true")
            for at in 0..<3 {
                go(time + 0.25 * Double(at))
                #expect(try shown("a", .position) == .point(Point(70, 60) + way * a[at]), "\(side)")
                #expect(try shown("b", .position) == .point(Point(70, 60) + way * b[at]), "\(side)")
                // What comes goes over what is there, what leaves uncovers it.
                let isRaised = try shown("a", .zPosition).number > shown("b", .zPosition).number
                #expect(isRaised == (type == "reveal"))
            }
            time += 1
            go(time)
            #expect(try shown("a", .position) == .point(Point(70, 60)) && corners("a") == nil)
            #expect(try shown("b", .position) == .point(Point(70, 60)) && shown("a", .zPosition) == .number(0))
        }
        // The other way round in depth.
        _ = talk.send("set a isHidden=false zPosition=3")
        _ = talk.send("create t transition from=a to=b type=\(type)")
        go(time + 0.1)
        #expect(try (shown("b", .zPosition).number > 3) == (type == "moveIn"))
    }

    /// Both of different sizes and places go edge to edge.
    @Test(arguments: ["fromLeft", "fromRight"]) func unequal(_ side: String) throws {
        _ = talk.send("set b frame=50,40,40,40")
        _ = talk.send("create t transition from=a to=b type=push subtype=\(side) duration=1")
        for time in [0, 0.25, 0.5] {
            go(time)
            let a = try shown("a", .position).point.x
            let b = try shown("b", .position).point.x
            #expect(side == "fromLeft" ? b + 20 == a - 50 : b - 20 == a + 50)
        }
    }

    /// The faces swap at a quarter turn, where neither has a width.
    @Test(arguments: ["fromLeft", "fromRight", "fromTop", "fromBottom"]) func flip(_ side: String) throws {
        let rest = try #require(try corners("a"))
        _ = talk.send("create t transition from=a to=b type=flip subtype=\(side) duration=1 showHide=true")
        go(0)
        #expect(try corners("a") == rest && corners("b") == nil)
        // The side that it comes from turns toward the eye, and is larger.
        func edge(_ at: [Point], _ i: Int, _ j: Int) -> Double { (at[j] - at[i]).length }
        go(0.25)
        let first = try #require(try corners("a"))
        let pairs = [(3, 0), (1, 2), (0, 1), (2, 3)]
        let near = try #require(["fromLeft", "fromRight", "fromTop", "fromBottom"].firstIndex(of: side))
        let far = near ^ 1
        #expect(
            edge(first, pairs[near].0, pairs[near].1) > edge(rest, pairs[near].0, pairs[near].1)
                && edge(first, pairs[far].0, pairs[far].1) < edge(rest, pairs[far].0, pairs[far].1))
        go(0.499)
        #expect(try corners("a") != nil && corners("b") == nil)
        go(0.5)
        #expect(try corners("a") == nil)
        let edgeOn = try #require(try corners("b"))
        let isAcross = near < 2
        #expect(Set(edgeOn.map { isAcross ? $0.x : $0.y }).count == 1, "\(edgeOn)")
        // Half way back it is as the other was half way there, mirrored.
        go(0.75)
        let second = try #require(try corners("b"))
        let mirrored = second.map { isAcross ? Point(rounded(140 - $0.x), $0.y) : Point($0.x, rounded(120 - $0.y)) }
        #expect(Set(mirrored) == Set(first))
        go(1)
        #expect(try corners("b") == rest && corners("a") == nil)
    }

    /// Two faces that meet in an edge, neither over the other; the one that comes is first seen when the eye sees its outside.
    @Test func cube() throws {
        let rest = try #require(try corners("a"))
        _ = talk.send("create t transition from=a to=b type=cube subtype=fromRight duration=1 showHide=true")
        go(0)
        #expect(try corners("a") == rest && corners("b") == nil)
        for time in [0.1, 0.25, 0.5, 0.75, 0.9] {
            go(time)
            let (a, b) = (try #require(try edges("a")), try #require(try edges("b")))
            #expect(abs(a.right - b.left) < 1e-5 && a.left < a.right && b.left < b.right, "at \(time)")
            #expect(a.right > 20 && a.right < 120)
        }
        go(0.95)
        #expect(try corners("a") == nil)
        go(1)
        #expect(try corners("b") == rest)
    }

    /// The parent's perspective changes nothing: what turns is flat in its parent.
    @Test func perspectiveIsItsOwn() throws {
        _ = talk.send("set p sublayerTransform=perspective(200)")
        _ = talk.send("create t transition from=a to=b type=flip duration=1")
        go(0.3)
        let slot = try #require(talk.scene.find("a"))
        let map = talk.scene.geometry.inParent(slot)
        #expect(map.m13 == 0 && map.m23 == 0 && map.m43 == 0)
    }

    @Test func endsAndLeavesTheModel() throws {
        let before = talk.dump()
        _ = talk.send("create t transition from=a to=b type=cube duration=1")
        go(0.5)
        #expect(talk.send("get a transform position isHidden") == talk.send("get b transform position isHidden"))
        #expect(talk.send("get a isHidden") == #"ok {"isHidden":false}"#)
        go(1)
        #expect(talk.dump() == before)
        let ends = talk.world.animator.takeEndings()
        #expect(ends.map(\.id) == ["t"] && ends.map(\.layer) == ["b"] && ends.map(\.finished) == [true])
        #expect(talk.world.animator.nextWake == .infinity)
        // With either layer it goes, and nothing of it is left on the other.
        _ = talk.send("create t transition from=a to=b type=push duration=1")
        go(1.5)
        _ = talk.send("remove a")
        go(1.5)
        #expect(talk.send("list kind=transition") == "ok []")
        #expect(try shown("b", .position) == .point(Point(70, 60)))
    }

    /// Until it begins, what goes is there and what comes is not; in the model both are at once as they will be.
    @Test func waits() throws {
        _ = talk.send("set b isHidden=true")
        _ = talk.send("create t transition from=a to=b duration=1 delay=1 showHide=true")
        #expect(talk.send("get a isHidden") == #"ok {"isHidden":true}"#)
        #expect(talk.send("get b isHidden") == #"ok {"isHidden":false}"#)
        go(0.5)
        #expect(try !shown("a", .isHidden).boolean && shown("b", .opacity) == .number(0))
        go(2)
        #expect(try shown("a", .isHidden).boolean && shown("b", .opacity) == .number(1))
    }

    /// In an animated transaction what it shows and hides is its own.
    @Test func inAnimatedTransaction() throws {
        for line in ["begin duration=1", "create t transition from=a to=b duration=1 showHide=true", "commit"] {
            _ = talk.send(line)
        }
        #expect(talk.send("list kind=animation") == "ok []")
        go(0.5)
        #expect(try !shown("a", .isHidden).boolean)
    }

    @Test func dumpWhileItRuns() throws {
        _ = talk.send("create t transition from=a to=b type=push duration=2 showHide=true timing=easeIn")
        go(0.5)
        let other = Talk()
        for line in talk.dump() { #expect(other.send(line).hasPrefix("ok"), "\(line)") }
        #expect(other.dump() == talk.dump())
        other.world.advance(to: 1)
        go(1)
        let slot = try #require(other.scene.find("b"))
        #expect(other.scene.shown(slot, LayerProperty.position.id) == (try shown("b", .position)))
        // Of one layer alone it is no part.
        var lines: [String] = []
        var dump = SceneDump(talk.scene, at: talk.world.time)
        dump.write(talk.scene.find("a")) { lines.append($0.string) }
        #expect(lines.allSatisfy { !$0.contains("transition") })
    }

    /// In a group it has the group's time; without both layers it does nothing.
    @Test func inGroup() throws {
        _ = talk.send("begin")
        _ = talk.send("create t transition from=a to=b type=push delay=1")
        _ = talk.send("create g group animations=t duration=3")
        _ = talk.send("commit")
        go(1)
        #expect(try shown("a", .position) == .point(Point(70, 60)))
        go(2)
        #expect(try shown("a", .position).point.x > 100)
        #expect(talk.send("create half transition from=a") == "ok")
        go(4)
        #expect(try shown("a", .position) == .point(Point(70, 60)))
    }

    @Test(arguments: [
        ("from=a to=a", "value from, to: \"a\" cannot give way to itself"),
        ("from=a to=main", "value transition: \"main\" is no layer"), ("from=a to=nobody", "unknown-object"),
        ("from=a to=b type=curl", "value"),
    ])
    func refusals(_ words: String, _ reply: String) {
        let before = talk.dump()
        #expect(talk.send("create t transition \(words)").hasPrefix("error \(reply)"))
        #expect(talk.dump() == before)
    }

    /// Who may change one subtree lets nothing else come or go.
    @Test func access() {
        _ = talk.send("create c layer")
        _ = talk.send("session access=p", on: 2)
        #expect(talk.send("create t transition from=a to=c showHide=true", on: 2).hasPrefix("error denied"))
        #expect(talk.send("get c isHidden") == #"ok {"isHidden":false}"#)
        #expect(talk.send("create t transition from=a to=b showHide=true", on: 2) == "ok")
    }

    /// What is seen of both layers, but for the last digits.
    private func seen() throws -> [Double] {
        try ["a", "b"].flatMap { name -> [Double] in
            let (corners, opacity) = (try corners(name), try shown(name, .opacity).number)
            guard let corners, opacity > 1e-9 else { return Array(repeating: 0, count: 10) }
            let z = try shown(name, .zPosition).number > 0 ? 1.0 : 0
            return [rounded(opacity), z] + corners.flatMap { [$0.x, $0.y] }
        }
    }

    /// Interrupted by its reverse, or by itself, at any moment: nothing jumps, and it ends as it should.
    @Test(arguments: ["fade", "moveIn", "push", "reveal", "flip", "cube"]) func takesOver(_ type: String) throws {
        let lines = [
            "create u transition from=b to=a type=\(type) subtype=fromLeft",
            "create u transition from=b to=a type=push subtype=fromTop",
            "put t transition from=b to=a", "set t from=b to=a",
            "create u transition from=a to=b type=\(type) subtype=fromRight",
        ]
        for line in lines {
            for moment in [0, 0.1, 0.3, 0.5, 0.501, 0.7, 0.93, 0.999] {
                let test = Self()
                let talk = test.talk
                _ = talk.send("create t transition from=a to=b type=\(type) subtype=fromRight duration=1 showHide=true")
                test.go(moment)
                let before = try test.seen()
                #expect(talk.send("\(line) duration=0.5 showHide=true") == "ok")
                test.go(moment)
                #expect(try test.seen() == before, "\(line) at \(moment)")
                // A hundredth later little is another.
                test.go(moment + 0.001)
                for (now, old) in zip(try test.seen(), before) where old != 0 && now != 0 {
                    #expect(abs(now - old) < 2, "\(line) at \(moment)")
                }
                #expect(talk.send("list kind=transition").contains(line.contains(" u ") ? #"["u"]"# : #"["t"]"#))
                // Back again.
                test.go(moment + 0.2)
                let back = try test.seen()
                let isBack = line.contains("from=b")
                _ = talk.send("create v transition from=\(isBack ? "a to=b" : "b to=a") duration=1 showHide=true")
                test.go(moment + 0.2)
                #expect(try test.seen() == back, "\(line) at \(moment), back")
                test.go(moment + 1.3)
                let (hidden, whole) = isBack ? ("a", "b") : ("b", "a")
                #expect(try test.corners(hidden) == nil && test.shown(whole, .opacity) == .number(1))
                #expect(try test.shown(whole, .position) == .point(Point(70, 60)) && test.corners(whole) != nil)
                #expect(talk.send("list kind=transition") == "ok []")
            }
        }
    }
}
