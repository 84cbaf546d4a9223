import Geometry
import Scene
import SceneTables
import Schema
import TestSupport
import Testing

/// When layouts are done, what they go by, and what they leave.
@Suite struct LayoutTests {
    let scene = makeScene()

    private func make(_ name: String, _ kind: String = "layer", in parent: String, width: Double = 0) throws -> Slot {
        let kind = try #require(scene.kinds.loaded(kind))
        let slot = try scene.objects.create(
            name, kind, parent: parent == "root" ? Scene.root : #require(scene.find(parent)))
        try scene.set(slot, LayerProperty.bounds.id, .rect(Rect(0, 0, width, 10)))
        return slot
    }

    private func set(_ slot: Slot, _ property: LayerProperty, _ value: Value) throws {
        try scene.set(slot, property.id, value)
    }

    /// Holds a change to the number of layouts that it makes necessary.
    private func expectLayouts(
        _ count: Int, at line: Int = #line, _ change: () throws -> Void
    ) throws {
        let before = scene.layout.layoutCount
        try change()
        scene.layout.layOut()
        #expect(scene.layout.layoutCount - before == count, "line \(line)")
    }

    @Test func onlyWhatIsStaleIsDone() throws {
        // outer(inner(a b) other(c)), and a row elsewhere.
        let outer = try make("outer", "row", in: "root", width: 100)
        let inner = try make("inner", "row", in: "outer")
        let a = try make("a", in: "inner", width: 30)
        let b = try make("b", in: "inner", width: 20)
        _ = try make("other", "row", in: "outer")
        let c = try make("c", in: "other", width: 5)
        _ = try make("elsewhere", "row", in: "root")
        try expectLayouts(4) {}
        try expectLayouts(0) {}
        #expect(
            scene.geometry.frame(of: inner) == Rect(0, 0, 51, 10) && scene.geometry.frame(of: b) == Rect(31, 0, 20, 10))
        try expectLayouts(0) { try set(a, .backgroundColor, .color(.black)) }
        try expectLayouts(0) { try set(a, .zPosition, .number(1)) }
        try expectLayouts(0) { try set(outer, .opacity, .number(0.5)) }
        // The inner one becomes longer: the outer one is concerned, its other child is only moved.
        try expectLayouts(2) { try set(a, .layoutBasis, .number(40)) }
        #expect(scene.geometry.frame(of: c) == Rect(0, 0, 5, 10) && scene.geometry.frame(of: inner).width == 61)
        // It comes out as long as it was: nobody else is concerned.
        try expectLayouts(1) {
            try set(a, .layoutBasis, .number(30)); try set(b, .layoutBasis, .number(30))
        }
        // Another order, and back: done once, as a result of both.
        try expectLayouts(1) {
            try scene.tree.move(a, to: inner, .last)
            try scene.tree.move(a, to: inner, .index(0))
        }
        // From above: a new height goes down, and comes to those alone that have another size.
        try expectLayouts(3) { try set(outer, .bounds, .rect(Rect(0, 0, 100, 12))) }
        #expect(scene.geometry.frame(of: a).height == 12 && scene.geometry.frame(of: c).height == 12)
        // Scrolling moves nobody.
        try set(outer, .bounds, .rect(Rect(7, 0, 100, 12)))
        scene.layout.layOut()
        #expect(scene.geometry.frame(of: inner).x == 0)
    }

    @Test func whatWasGivenWaits() throws {
        let row = try make("row", "row", in: "root", width: 100)
        let a = try make("a", in: "row", width: 30)
        try set(a, .layoutGrow, .number(1))
        scene.layout.layOut()
        #expect(scene.geometry.frame(of: a) == Rect(0, 0, 100, 10))
        #expect(scene.layout.given(a, LayerProperty.bounds.id) == .rect(Rect(0, 0, 30, 10)))
        // Another given size is another length, and nothing jumps until then.
        try set(a, .bounds, .rect(Rect(3, 0, 50, 10)))
        #expect(scene.geometry.frame(of: a).width == 100)
        try set(a, .layoutGrow, .number(0))
        scene.layout.layOut()
        #expect(scene.geometry.frame(of: a) == Rect(0, 0, 50, 10) && scene.rows[Int(a)].bounds.x == 3)
        // A layout's word is the last one.
        try set(a, .position, .point(Point(500, 500)))
        try set(a, .anchorPoint, .point(Point(1, 0)))
        scene.layout.layOut()
        #expect(scene.geometry.frame(of: a) == Rect(0, 0, 50, 10))
        // Hidden it has no part, and is where it would be; outside it stays there for good.
        try set(a, .layoutGrow, .number(1))
        scene.layout.layOut()
        try set(a, .isHidden, .boolean(true))
        try set(row, .bounds, .rect(Rect(0, 0, 70, 10)))
        scene.layout.layOut()
        #expect(scene.geometry.frame(of: a).width == 70 && scene.objects.brokenInvariant() == nil)
        try scene.tree.move(a, to: Scene.root, .last)
        #expect(scene.layout.given(a, LayerProperty.bounds.id).rect.width == 70)
        try scene.objects.remove(row)
        scene.layout.layOut()
        #expect(scene.objects.brokenInvariant() == nil)
    }

    /// A chain as deep as a client likes is no recursion, and a change at its end goes up once.
    @Test func depth() throws {
        var name = "root"
        for level in 0..<3_000 {
            _ = try make("r\(level)", "row", in: name)
            name = "r\(level)"
        }
        let leaf = try make("leaf", in: name, width: 5)
        try expectLayouts(3_000) {}
        try #expect(#require(scene.find("r1")).frameWidth(scene) == 5)
        try expectLayouts(3_000) { try set(leaf, .bounds, .rect(Rect(0, 0, 6, 10))) }
        try #expect(#require(scene.find("r1")).frameWidth(scene) == 6)
    }

    /// Doing everything again from what was given alone changes nothing.
    @Test(arguments: 1...40)
    func layoutsGoByWhatWasGiven(seed: UInt64) {
        var chance = Dice(seed)
        for _ in 0..<80 { RollbackTests.step(scene, &chance) }
        scene.layout.layOut()
        let before = fingerprint(scene)
        scene.tree.forEachObject { slot in
            guard scene.kind(of: slot).arrangesSublayers, let gap = scene.kind(of: slot).property(named: "gap") else {
                return
            }
            let old = scene.value(slot, gap)
            try? scene.set(slot, gap, .number(77))
            try? scene.set(slot, gap, old)
        }
        scene.layout.layOut()
        #expect(fingerprint(scene) == before)
        #expect(scene.objects.brokenInvariant() == nil)
    }
}

extension Slot {
    fileprivate func frameWidth(_ scene: Scene) -> Double { scene.geometry.frame(of: self).width }
}
