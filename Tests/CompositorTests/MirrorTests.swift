import Compositor
import Frame
import Geometry
import Pixels
import Scene
import SceneTables
import Schema
import TestSupport
import Testing

/// What mirrors show, against layers that are there, and what it costs.
@Suite struct MirrorTests {
    private func mirror(_ stage: Stage, _ name: String, _ frame: Rect, of slot: Slot, in parent: Slot = Scene.root)
        throws -> Slot
    {
        let mirror = try stage.add(name, frame, in: parent, kind: "mirror")
        try stage.scene.set(mirror, MirrorProperty.of.id, .object(stage.scene.id(of: slot)))
        return mirror
    }

    /// Group opacity, corners, a shadow and a mask: as a layer that holds a copy.
    @Test func aMirrorIsALayerThatHoldsACopy() throws {
        let (mirrored, plain) = (try Stage(120, 90), try Stage(120, 90))
        func fill(_ stage: Stage, _ holder: Slot) throws -> Slot {
            let card = try stage.add("card", Rect(0, 0, 40, 30), .red, in: holder)
            try stage.set(card, .cornerRadius, .number(5))
            try stage.set(card, .opacity, .number(0.8))
            let dot = try stage.add("dot", Rect(25, 8, 30, 6), Color(0, 0, 255, 128), in: card)
            try stage.set(dot, .transform, .transform(Transform3D(.rotation(0.4))))
            return card
        }
        func dress(_ stage: Stage, _ slot: Slot) throws {
            try stage.set(slot, .opacity, .number(0.5))
            try stage.set(slot, .cornerRadius, .number(9))
            try stage.set(slot, .masksToBounds, .boolean(true))
            try stage.set(slot, .borderWidth, .number(2))
        }
        let card = try fill(mirrored, Scene.detachedRoot)
        try mirrored.set(card, .position, .point(Point(300, 300)))
        try mirrored.set(card, .isHidden, .boolean(true))
        try dress(mirrored, try mirror(mirrored, "m", Rect(10, 10, 40, 30), of: card))
        let holder = try plain.add("h", Rect(10, 10, 40, 30))
        try dress(plain, holder)
        _ = try fill(plain, holder)
        mirrored.frame()
        plain.frame()
        #expect(try #require(mirrored.output.picture).hasSamePixels(as: #require(plain.output.picture)))
    }

    /// In a mirror the backdrop is not filtered; in its own place the layer has its filters still.
    @Test func aMirroredLayerKeepsItsEffects() throws {
        let stage = try Stage(100, 100)
        try stage.add("behind", Rect(0, 0, 60, 60), .red)
        let glass = try stage.add("glass", Rect(10, 10, 40, 40))
        try stage.set(
            glass, .backgroundFilters, .filters([FilterFunction(.grayscale, name: "grayscale", arguments: [1])]))
        stage.frame()
        let before = stage.output.picture?[20, 20]
        #expect(before != 0xFFFF_0000)
        _ = try mirror(stage, "m", Rect(70, 70, 20, 20), of: glass)
        stage.frame()
        stage.compositor.repaint()
        stage.frame()
        #expect(stage.output.picture?[20, 20] == before)
    }

    @Test func whatChangesIsDamageInEachMirror() throws {
        let stage = try Stage(200, 100)
        let card = try stage.add("card", Rect(0, 0, 20, 10), .red, in: Scene.detachedRoot)
        let dot = try stage.add("dot", Rect(2, 2, 4, 4), .blue, in: card)
        _ = try mirror(stage, "m", Rect(0, 0, 20, 10), of: card)
        let far = try stage.add("far", Rect(0, 80, 10, 10), .red)
        stage.frame()
        #expect(stage.output.picture?[3, 3] == 0xFF00_00FF)
        #expect(!stage.frame().painted)
        try stage.set(far, .backgroundColor, .color(.green))
        #expect(stage.frame().damage == [PixelRect(0, 80, 10, 90)])
        try stage.set(dot, .backgroundColor, .color(.green))
        #expect(stage.frame().damage == [PixelRect(0, 0, 20, 10)])
        #expect(stage.output.picture?[3, 3] == 0xFF00_FF00)
        try stage.scene.objects.remove(card)
        #expect(stage.frame().damage == [PixelRect(0, 0, 20, 10)])
        #expect(stage.output.picture?[3, 3] == 0)
    }

    /// Mirrors of mirrors multiply: the outermost shows so many layers, whatever is seen of them.
    @Test(arguments: [(depth: 3, drawn: 8 * 5), (depth: 13, drawn: 40_960), (depth: 40, drawn: 0)])
    func mirroredLayersAreBounded(_ depth: Int, _ drawn: Int) throws {
        let stage = try Stage(8, 8)
        var original = try stage.add("leaf", Rect(0, 0, 8, 8), in: Scene.detachedRoot)
        for at in 0..<5 { try stage.add("l\(at)", Rect(0, 0, 1, 1), .red, in: original) }
        for level in 0..<depth {
            let holder = try stage.add("h\(level)", Rect(0, 0, 8, 8), in: Scene.detachedRoot)
            for side in ["a", "b"] {
                _ = try mirror(stage, "\(side)\(level)", Rect(0, 0, 8, 8), of: original, in: holder)
            }
            original = holder
        }
        _ = try mirror(stage, "top", Rect(0, 0, 8, 8), of: original)
        var list = PaintList()
        list.walk(
            Scene.root, InheritedState(map: .identity, clip: PixelRect(0, 0, 8, 8)),
            LayerReader(stage.scene, stage.compositor.drawings))
        let count = list.commands.count { $0.kind == .background }
        if drawn > 0 { #expect(count == drawn) } else { #expect(count > 0 && count < 100_000) }
    }

    /// A chain of mirrors is walked without recursion, and climbed over once.
    @Test func aLongChainOfMirrors() throws {
        let stage = try Stage(8, 8)
        let leaf = try stage.add("leaf", Rect(0, 0, 8, 8), .red, in: Scene.detachedRoot)
        var original = leaf
        for at in 0..<2000 {
            original = try mirror(stage, "m\(at)", Rect(0, 0, 8, 8), of: original, in: Scene.detachedRoot)
        }
        try stage.scene.tree.move(original, to: Scene.root, .last)
        stage.frame()
        #expect(stage.output.picture?[4, 4] == 0xFFFF_0000)
        try stage.set(leaf, .backgroundColor, .color(.green))
        stage.frame()
        #expect(stage.output.picture?[4, 4] == 0xFF00_FF00)
        #expect(throws: SceneError.self) { try stage.scene.tree.move(original, to: leaf, .last) }
    }
}
