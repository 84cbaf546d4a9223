import Geometry
import Scene
import SceneTables
import Schema
import TestSupport
import Testing

@Suite struct SceneTests {
    @Test func removedIdsNeverFindTheNextTenant() throws {
        let scene = makeScene()
        let first = scene.id(of: try scene.objects.create("a"))
        try scene.objects.remove(#require(scene.find("a")))
        let second = scene.id(of: try scene.objects.create("b"))
        #expect(first.index == second.index)
        #expect(scene.slot(of: first) == nil)
        #expect(scene.slot(of: second) != nil)
    }

    @Test func theLayerLimitHoldsAtItAndOneBeyond() throws {
        let scene = makeScene()
        try scene.set(Scene.daemon, SettingsProperty.limitLayers.id, .number(3))
        for name in ["a", "b", "c"] { try scene.objects.create(name) }
        #expect(throws: SceneError(.limit, "the scene holds 3 objects; set daemon limit.layers=N for more")) {
            try scene.objects.create("d")
        }
        try scene.objects.remove(#require(scene.find("b")))
        try scene.objects.create("d")
        #expect(scene.objects.brokenInvariant() == nil)
    }

    @Test func anEqualValueIsNoChange() throws {
        let scene = makeScene()
        let slot = try scene.objects.create("a")
        try scene.set(slot, LayerProperty.opacity.id, .number(0.5))
        let (marks, events) = (LayerCursor(scene), EventCursor(scene))
        marks.take { _, _ in }
        try scene.set(slot, LayerProperty.opacity.id, .number(0.5))
        try scene.tree.move(slot, to: Scene.root, .last)
        #expect(!marks.hasNews)
        #expect(!events.hasNews)
    }

    @Test func masksMakeNoCycles() throws {
        let scene = makeScene()
        let a = try scene.objects.create("a")
        let mask = try scene.objects.create("m", parent: Scene.detachedRoot)
        let below = try scene.objects.create("below", parent: mask)
        try scene.set(a, LayerProperty.mask.id, .object(scene.id(of: mask)))
        // What the mask holds cannot be masked by it, nor come to hold the layer that it masks.
        for (holder, held) in [(mask, mask), (below, mask)] {
            #expect(throws: SceneError.self) {
                try scene.set(holder, LayerProperty.mask.id, .object(scene.id(of: held)))
            }
        }
        #expect(throws: SceneError.self) { try scene.tree.move(a, to: below, .last) }
        #expect(throws: SceneError.self) { try scene.tree.move(mask, to: Scene.root, .last) }
        try scene.objects.remove(mask)
        #expect(scene.geometry.mask(a) == nil)
        #expect(scene.objects.brokenInvariant() == nil)
    }

    @Test func aSlotStaysSmall() {
        // A million layers: at most 200 bytes each.
        #expect(MemoryLayout<LayerRow>.stride <= 168)
    }

    @Test func schemasMatchTheirCases() {
        for property in LayerProperty.allCases {
            let flat = LayerProperty.schema[Int(property.rawValue)].name.replacing(".", with: "").lowercased()
            #expect(flat == "\(property)".lowercased())
        }
        for property in OutputProperty.allCases {
            #expect(OutputProperty.schema[Int(property.rawValue)].name == "\(property)")
        }
        for property in SettingsProperty.allCases {
            let flat = SettingsProperty.schema[Int(property.rawValue)].name.replacing(".", with: "").lowercased()
            #expect(flat == "\(property)".lowercased())
        }
    }

    @Test func theGridOfATiledLayerIsOfItsProperties() throws {
        let scene = makeScene()
        let slot = try scene.objects.create("t", .tiled)
        try scene.set(slot, TiledProperty.tileSize.id, .size(Size(64, 32)))
        try scene.set(slot, TiledProperty.levelsOfDetail.id, .number(3))
        try scene.set(slot, TiledProperty.levelsOfDetailBias.id, .number(1))
        try scene.set(slot, LayerProperty.contentsScale.id, .number(2))
        let seen = Rect(0, 0, 100, 100)
        for scale in [4.0, 2, 1, 0.1] {
            #expect(
                TileGrid(slot, visible: seen, scale: scale, in: scene)
                    == TileGrid(tile: Size(64, 32), levels: 3, finest: 4, visible: seen, scale: scale))
        }
    }
}
