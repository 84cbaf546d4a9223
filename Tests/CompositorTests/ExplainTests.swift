import Compositor
import Frame
import Geometry
import Pixels
import Scene
import Schema
import TestSupport
import Testing

@Suite struct ExplainTests {
    @Test func reasons() throws {
        let stage = try Stage()
        let grand = try stage.add("grand", Rect(0, 0, 100, 100))
        try stage.set(grand, .isHidden, .boolean(true))
        let below = try stage.add(
            "below", Rect(0, 0, 9, 9), .red, in: try stage.add("p", Rect(0, 0, 50, 50), in: grand))
        let outside = try stage.add("outside", Rect(-100, -100, 20, 20), .red)
        let nothing = try stage.add("nothing", Rect(10, 10, 20, 20))
        let clear = try stage.add("clear", Rect(10, 10, 20, 20), .red)
        try stage.set(clear, .opacity, .number(0))
        let clip = try stage.add("clip", Rect(0, 0, 10, 10))
        try stage.set(clip, .masksToBounds, .boolean(true))
        let clipped = try stage.add("clipped", Rect(50, 50, 10, 10), .red, in: clip)
        let mask = try stage.add("m", in: Scene.detachedRoot)
        let masked = try stage.add("masked", Rect(10, 10, 20, 20), .red)
        try stage.set(masked, .mask, .object(stage.scene.id(of: mask)))
        let seen = try stage.add("seen", Rect(200, 200, 20, 20), .red)
        let back = try stage.add("back", Rect(300, 10, 20, 20), .red)
        let cover = try stage.add("cover", Rect(290, 0, 50, 50), .blue)
        let turned = try stage.add("turned", Rect(100, 100, 20, 20), .red)
        try stage.set(turned, .isDoubleSided, .boolean(false))
        let half = Transform3D(-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1)
        try stage.set(turned, .transform, .transform(half))
        let blur = FilterFunction(.blur, name: "blur", arguments: [3])
        let frosted = try stage.add("frosted", Rect(10, 200, 20, 20))
        try stage.set(frosted, .backgroundFilters, .filters([blur]))
        let shade = try stage.add("shade", Rect(60, 200, 20, 20))
        try stage.set(shade, .shadowOpacity, .number(0.5))
        try stage.set(shade, .shadowPath, .path(.rect(Rect(0, 0, 20, 20))))
        stage.frame()
        let table: [(Slot, ExplainReport.Reason)] = [
            (below, .hidden(by: grand)), (outside, .outside), (nothing, .empty), (clear, .transparent(by: clear)),
            (clipped, .clipped(by: clip)), (masked, .maskEmpty(masked)), (seen, .visible),
            (back, .covered(by: [cover])), (turned, .turnedAway(turned)), (frosted, .visible),
            (shade, .visible), (mask, .detached(mask)),
        ]
        for (slot, reason) in table {
            #expect(stage.compositor.explain(slot, stage.scene).reason == reason, "\(stage.scene.name(of: slot))")
        }
        #expect(stage.compositor.explain(seen, stage.scene).visiblePixels == 400)
    }

    @Test func bitmapsOfRasterizedLayers() throws {
        let stage = try Stage()
        let card = try stage.add("card", Rect(10, 10, 80, 80), .red)
        _ = try stage.add("label", Rect(5, 5, 20, 20), .blue, in: card)
        stage.frame()
        #expect(stage.compositor.explain(card, stage.scene).isCached == false)
        try stage.set(card, .shouldRasterize, .boolean(true))
        stage.frame()
        #expect(stage.compositor.explain(card, stage.scene).isCached)
        try stage.set(card, .shouldRasterize, .boolean(false))
        stage.frame()
        #expect(stage.compositor.explain(card, stage.scene).isCached == false)
    }

    @Test func theCostliestLayerOfAFrame() throws {
        let stage = try Stage()
        #expect(stage.compositor.costliestLayer(of: stage.frame()) == nil)
        try stage.add("large", Rect(0, 0, 400, 300), .red)
        let small = try stage.add("small", Rect(10, 10, 40, 40), .blue)
        var frame = stage.frame()
        #expect(stage.compositor.costliestLayer(of: frame).map(stage.scene.name) == "large")
        // A filter's buffers weigh more than the plain pixels of a layer nine times as large.
        try stage.set(small, .filters, .filters([FilterFunction(.blur, name: "blur", arguments: [20])]))
        frame = stage.frame()
        #expect(stage.compositor.costliestLayer(of: frame).map(stage.scene.name) == "small")
        // Outside the damage nothing was painted.
        let far = try stage.add("far", Rect(350, 250, 10, 10), .red)
        frame = stage.frame()
        #expect(stage.compositor.costliestLayer(of: frame).map(stage.scene.name) != "small")
        #expect(far >= 0)
    }

    @Test func snapshots() throws {
        let stage = try Stage(100, 80)
        let a = try stage.add("a", Rect(10, 10, 20, 20), .red)
        try stage.set(a, .transform, .transform(Transform3D(.rotation(1))))
        try stage.add("b", Rect(50, 40, 10, 10), .blue)
        stage.frame()
        let whole = try stage.compositor.snapshot(stage.scene)
        #expect(whole.hasSamePixels(as: try #require(stage.output.picture)))
        let twice = try stage.compositor.snapshot(stage.scene, rect: Rect(45, 35, 20, 20), scale: 2)
        #expect(twice.width == 40 && twice[10, 10] == 0xFF00_00FF && twice[9, 9] == 0)
        // A layer's own picture is upright.
        let own = try stage.compositor.snapshot(stage.scene, layer: a)
        #expect(own.width == 20 && own[0, 0] == 0xFFFF_0000 && own[19, 19] == 0xFFFF_0000)
    }
}
