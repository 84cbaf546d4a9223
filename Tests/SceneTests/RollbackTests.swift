import Geometry
import Scene
import SceneTables
import Schema
import TestSupport
import Testing

/// Random changes, with the invariants held to after each, and rollback compared with never having begun.
@Suite struct RollbackTests {
    /// One random change; errors are part of the game.
    static func step(_ scene: Scene, _ chance: inout Dice) {
        let names = (0..<12).map { "n\($0)" }
        func anyone() -> Slot? { names.randomElement(using: &chance).flatMap { scene.find($0) } }
        func layer() -> Slot? { anyone().flatMap { scene.isLayer($0) ? $0 : nil } }
        switch Int.random(in: 0..<23, using: &chance) {
        case 20:
            guard let slot = layer() else { return }
            let bits = UInt32.random(in: 0..<64, using: &chance)
            try? scene.set(slot, LayerProperty.autoresizingMask.id, .choices(bits))
        case 21:
            guard let slot = layer(), scene.rows[Int(slot)].kind == .mirror else { return }
            try? scene.set(slot, MirrorProperty.of.id, layer().map { .object(scene.id(of: $0)) } ?? .none)
        case 22:
            guard let slot = layer(), Bool.random(using: &chance) else { return }
            let size = Size(Double(Int.random(in: 1...9, using: &chance)), 4)
            try? scene.set(slot, LayerProperty.autoresizingSize.id, .size(size))
        case 0...3:
            guard let name = names.randomElement(using: &chance) else { return }
            let parent =
                [Scene.root, Scene.detachedRoot, layer() ?? Scene.root].randomElement(using: &chance) ?? Scene.root
            let kind =
                scene.kinds.loaded(
                    ["layer", "blob", "row", "layer", "blob", "row", "memory", "mirror"].randomElement(using: &chance)
                        ?? "layer")
                ?? .layer
            let placement: Placement =
                Bool.random(using: &chance) ? .last : .index(Int.random(in: 0..<4, using: &chance))
            _ = try? scene.objects.create(name, kind, parent: parent, placement)
        case 4: if let slot = anyone() { try? scene.objects.remove(slot) }
        case 5, 6:
            guard let slot = layer() else { return }
            let parent =
                [Scene.root, Scene.detachedRoot, layer() ?? Scene.root].randomElement(using: &chance) ?? Scene.root
            var placement = Placement.last
            if let sibling = layer(), Bool.random(using: &chance) {
                placement = Bool.random(using: &chance) ? .above(sibling) : .below(sibling)
            }
            try? scene.tree.move(slot, to: parent, placement)
        case 7, 8:
            guard let slot = layer() else { return }
            let mask: Value = layer().map { .object(scene.id(of: $0)) } ?? .none
            try? scene.set(slot, LayerProperty.mask.id, Bool.random(using: &chance) ? mask : .none)
        case 9:
            guard let slot = layer() else { return }
            let z = Double(Int.random(in: -1...1, using: &chance))
            try? scene.set(slot, LayerProperty.zPosition.id, .number(z))
        case 10: if let slot = anyone() { scene.objects.setUser(slot, "note", Bool.random(using: &chance) ? "x" : nil) }
        case 11:
            guard let slot = layer(), let friend = scene.kind(of: slot).property(named: "friend") else { return }
            try? scene.set(slot, friend, anyone().map { .object(scene.id(of: $0)) } ?? .none)
        case 12:
            guard let slot = layer() else { return }
            let frame = Rect(Double.random(in: 0...9, using: &chance), 1, Double.random(in: 0...9, using: &chance), 2)
            try? scene.set(slot, LayerProperty.frame.id, .rect(frame))
        case 13: scene.layout.layOut()
        case 14:
            guard let slot = layer() else { return }
            let value: Value =
                Bool.random(using: &chance) ? .number(Double(Int.random(in: 0...4, using: &chance))) : .none
            let basis = Bool.random(using: &chance)
            if !basis, value == .none { return }
            try? scene.set(slot, (basis ? LayerProperty.layoutBasis : .layoutGrow).id, value)
        case 15:
            if let slot = layer() {
                try? scene.set(slot, LayerProperty.isHidden.id, .boolean(Bool.random(using: &chance)))
            }
        case 16:
            guard let slot = layer(), let gap = scene.kind(of: slot).property(named: "gap") else { return }
            try? scene.set(slot, gap, .number(Double(Int.random(in: 0...2, using: &chance))))
        case 17:
            guard let output = scene.outputs.all.randomElement(using: &chance) else { return }
            let root: Value = layer().map { .object(scene.id(of: $0)) } ?? .none
            try? scene.set(output, OutputProperty.root.id, root)
        case 18:
            guard let output = scene.outputs.all.randomElement(using: &chance) else { return }
            let size = Size(Double(Int.random(in: 1...9, using: &chance)), 5)
            try? scene.set(output, OutputProperty.size.id, .size(size))
        default:
            if Int.random(in: 0..<8, using: &chance) == 0 { scene.objects.clear() }
        }
    }

    @Test(arguments: 1...40)
    func invariantsHoldAfterEveryStep(seed: UInt64) {
        var chance = Dice(seed)
        let scene = makeScene()
        let marks = LayerCursor(scene)
        for _ in 0..<120 {
            RollbackTests.step(scene, &chance)
            #expect(scene.objects.brokenInvariant() == nil)
            if Int.random(in: 0..<10, using: &chance) == 0 { marks.take { _, _ in } }
        }
        // Nothing that differs from its default is passed over.
        scene.tree.forEachObject { slot in
            var told: [PropertyID] = []
            scene.tree.forEachSet(slot, .given) { id, _, _ in told.append(id) }
            let all = scene.kind(of: slot).properties.indices.filter { at in
                let property = scene.kind(of: slot).properties[at]
                return !property.isDerived && !property.isReadOnly && scene.styles.isSet(slot, PropertyID(UInt16(at)))
            }
            #expect(told == all.map { PropertyID(UInt16($0)) })
        }
    }

    @Test(arguments: 1...60)
    func rollbackLeavesNothingBehind(seed: UInt64) {
        var chance = Dice(seed)
        let scene = makeScene()
        let events = EventCursor(scene)
        for _ in 0..<30 { RollbackTests.step(scene, &chance) }
        for _ in 0..<6 {
            scene.layout.layOut()
            let before = fingerprint(scene)
            let ids = (0..<12).map { n in scene.find("n\(n)").map { scene.id(of: $0) } }
            _ = events.take()
            scene.transaction.begin()
            for _ in 0..<Int.random(in: 1...15, using: &chance) { RollbackTests.step(scene, &chance) }
            scene.transaction.rollback()
            #expect(fingerprint(scene) == before)
            scene.layout.layOut()
            #expect(fingerprint(scene) == before, "what was rolled back lays out as it did")
            #expect((0..<12).map { n in scene.find("n\(n)").map { scene.id(of: $0) } } == ids)
            #expect(scene.objects.brokenInvariant() == nil)
            #expect(events.take().isEmpty)

            scene.transaction.begin()
            for _ in 0..<5 { RollbackTests.step(scene, &chance) }
            scene.transaction.commit()
            #expect(scene.objects.brokenInvariant() == nil)
        }
    }

    @Test(arguments: 1...60)
    func becomeMakesTheSameScene(seed: UInt64) throws {
        var chance = Dice(seed)
        let (here, there) = (makeScene(), makeScene())
        for _ in 0..<40 { RollbackTests.step(here, &chance) }
        for _ in 0..<40 { RollbackTests.step(there, &chance) }
        let survivors = (0..<12).compactMap { n -> (String, ObjectID)? in
            guard let slot = here.find("n\(n)"), let twin = there.find("n\(n)"),
                here.kind(of: slot).name == there.kind(of: twin).name
            else { return nil }
            return ("n\(n)", here.id(of: slot))
        }
        // Outputs of which a file does not speak stay.
        for output in here.outputs.all where output != Scene.main && there.find(here.name(of: output)) == nil {
            try here.objects.remove(output)
        }
        here.transaction.begin()
        try here.objects.become(there)
        here.transaction.commit()
        // Where a layout puts what it holds is the layout's.
        here.layout.layOut()
        there.layout.layOut()
        // In which order outputs were made is no part of a file.
        func lines(_ scene: Scene) -> [Substring] {
            let all = fingerprint(scene).split(separator: "\n")
            return all.filter { !$0.contains(" memory below") } + all.filter { $0.contains(" memory below") }.sorted()
        }
        #expect(lines(here) == lines(there))
        #expect(here.objects.brokenInvariant() == nil)
        for (name, id) in survivors { #expect(here.find(name).map { here.id(of: $0) } == id) }
        // Nothing is left to do, so nothing is marked.
        LayerCursor(here).take { _, _ in }
        here.transaction.begin()
        try here.objects.become(there)
        here.transaction.commit()
        #expect(here.changes.layers.unread.isEmpty)
    }
}
