import Geometry
import Scene
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

    @Test func namesKeepToTheirForm() {
        let good = ["a", "_", "_a.b:c-d9", String(repeating: "x", count: 128)]
        let bad = ["", "1a", "-a", "a b", "a/b", "é", String(repeating: "x", count: 129)]
        for name in good { #expect(ByteView.with(name) { NameTable.isValid($0) }, "\(name)") }
        for name in bad { #expect(!ByteView.with(name) { NameTable.isValid($0) }, "\(name)") }
    }

    @Test func namesAreFoundAmongManyAfterManyChanges() {
        var table = NameTable()
        var chance = Dice(7)
        var dumb: [String: Slot] = [:]
        var free = (0..<600).map { Slot($0) }
        for _ in 0..<20_000 {
            let name = "name.\(Int.random(in: 0..<900, using: &chance))"
            #expect(table.find(name) == dumb[name])
            if let slot = dumb.removeValue(forKey: name) {
                table.remove(slot)
                free.append(slot)
            } else if let slot = free.popLast() {
                ByteView.with(name) { table.insert($0, slot) }
                dumb[name] = slot
                #expect(table.name(slot) == name)
            }
            #expect(table.count == dumb.count)
        }
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
}
