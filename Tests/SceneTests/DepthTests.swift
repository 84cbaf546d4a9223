import Geometry
import Scene
import SceneTables
import Schema
import TestSupport
import Testing

/// Work that depends on what a line changes, not on how deep or wide the tree is.
@Suite struct DepthTests {
    /// A chain of layers from below the root down; the last one.
    private func chain(_ scene: Scene, _ depth: Int) throws -> Slot {
        var last = Scene.root
        for number in 0..<depth { last = try scene.objects.create("n\(number)", parent: last) }
        return last
    }

    @Test func `a new layer is searched for cycles in one step at any depth`() throws {
        let scene = makeScene()
        let deep = try chain(scene, 2000)
        let new = try scene.objects.create("new", parent: Scene.detachedRoot)
        let search = AncestrySearch.run(from: new, to: deep, scene)
        #expect(!search.holds)
        #expect(search.steps == 1)
    }

    @Test func `a small tree goes below a deep layer in steps of its own size`() throws {
        let scene = makeScene()
        let deep = try chain(scene, 2000)
        let top = try scene.objects.create("top", parent: Scene.detachedRoot)
        for number in 0..<10 { try scene.objects.create("t\(number)", parent: top) }
        let search = AncestrySearch.run(from: top, to: deep, scene)
        #expect(!search.holds)
        #expect(search.steps < 50)
    }

    @Test func `a large tree goes below a shallow layer in steps of the depth`() throws {
        let scene = makeScene()
        _ = try chain(scene, 2000)
        let top = try #require(scene.find("n1"))
        let goal = try scene.objects.create("goal")
        let search = AncestrySearch.run(from: top, to: goal, scene)
        #expect(!search.holds)
        #expect(search.steps < 10)
    }

    /// True by definition: everything below, masks of it, and what is below those.
    private func holds(_ top: Slot, _ goal: Slot, _ scene: Scene) -> Bool {
        var seen: Set<Slot> = [top]
        var open = [top]
        while let at = open.popLast() {
            scene.tree.forEachChild(at) { if seen.insert($0).inserted { open.append($0) } }
            if let mask = scene.geometry.mask(at), seen.insert(mask).inserted { open.append(mask) }
        }
        return seen.contains(goal)
    }

    @Test(arguments: 0..<6) func `the search agrees with the definition, masks and all`(_ seed: UInt64) throws {
        var chance = Dice(seed)
        let scene = makeScene()
        let layers = try (0..<24).map { try scene.objects.create("n\($0)", parent: Scene.detachedRoot) }
        for _ in 0..<400 {
            guard let a = layers.randomElement(using: &chance), let b = layers.randomElement(using: &chance) else {
                return
            }
            #expect(AncestrySearch.run(from: a, to: b, scene).holds == holds(a, b, scene))
            switch Int.random(in: 0..<4, using: &chance) {
            case 0: try? scene.tree.move(a, to: b, .last)
            case 1: try? scene.tree.move(a, to: Scene.detachedRoot, .last)
            case 2: try? scene.set(a, LayerProperty.mask.id, .object(scene.id(of: b)))
            default: break
            }
            #expect(scene.objects.brokenInvariant() == nil)
        }
    }

    @Test func `a client of one subtree builds a chain in it without walking to its top each time`() throws {
        let scene = makeScene()
        let top = try scene.objects.create("top")
        var last = top
        for number in 0..<1000 {
            #expect(scene.tree.isInside(last, top))
            last = try scene.objects.create("n\(number)", parent: last)
        }
        #expect(scene.order.known.steps <= 1000)
        // What leaves is not inside any more, with all that it holds.
        try scene.tree.move(try #require(scene.find("n500")), to: Scene.root, .last)
        #expect(!scene.tree.isInside(last, top))
        #expect(scene.tree.isInside(try #require(scene.find("n499")), top))
    }

    @Test(arguments: 0..<4) func `positions among many siblings agree with the list`(_ seed: UInt64) throws {
        var chance = Dice(seed)
        let scene = makeScene()
        let parent = try scene.objects.create("parent")
        var list: [Slot] = []
        for number in 0..<1500 { list.append(try scene.objects.create("n\(number)", parent: parent)) }
        for step in 0..<600 {
            let from = Int.random(in: list.indices, using: &chance)
            switch Int.random(in: 0..<6, using: &chance) {
            case 0, 1, 2:
                let to = Int.random(in: 0..<list.count + 10, using: &chance)
                let layer = list.remove(at: from)
                list.insert(layer, at: min(to, list.count))
                try scene.tree.move(layer, to: parent, .index(to))
            case 3: try scene.objects.remove(list.remove(at: from))
            case 4:
                let to = Int.random(in: 0...list.count, using: &chance)
                list.insert(try scene.objects.create("m\(step)", parent: parent, .index(to)), at: to)
            default:
                scene.transaction.begin()
                try scene.tree.move(list[from], to: parent, .index(Int.random(in: list.indices, using: &chance)))
                try scene.objects.remove(list[(from + 7) % list.count])
                scene.transaction.rollback()
            }
            #expect(scene.tree.index(of: list[step % list.count]) == step % list.count)
        }
        var children: [Slot] = []
        scene.tree.forEachChild(parent) { children.append($0) }
        #expect(children == list)
        #expect(scene.objects.brokenInvariant() == nil)
        #expect(scene.order.siblings.isIndexed(parent))
        // A parent that is no longer wide has no index.
        for layer in list.dropFirst(100) { try scene.objects.remove(layer) }
        #expect(!scene.order.siblings.isIndexed(parent))
    }

    @Test func `reordering one of many siblings visits blocks, not siblings`() throws {
        let scene = makeScene()
        let parent = try scene.objects.create("parent")
        let list = try (0..<20_000).map { try scene.objects.create("n\($0)", parent: parent) }
        #expect(!scene.order.siblings.isIndexed(parent))
        try scene.tree.move(list[10_000], to: parent, .index(5000))
        let before = scene.order.siblings.steps
        try scene.tree.move(list[15_000], to: parent, .index(9000))
        #expect(scene.order.siblings.steps - before < 200)
        #expect(scene.tree.index(of: list[15_000]) == 9000)
    }

    @Test func `implicit animations of a layer are known without looking at the others`() throws {
        let scene = makeScene()
        let layer = try scene.objects.create("layer")
        func animation(_ name: String, implicit: Bool) throws -> Slot {
            let slot = try scene.objects.create(name, .animation)
            try scene.set(slot, AnimationProperty.isImplicit.id, .boolean(implicit))
            try scene.set(slot, AnimationProperty.layer.id, .object(scene.id(of: layer)))
            return slot
        }
        for number in 0..<50 { _ = try animation("a\(number)", implicit: false) }
        let one = try animation("one", implicit: true)
        #expect(scene.relations.implicitAnimations(of: layer) == [one])
        scene.transaction.begin()
        try scene.objects.remove(one)
        #expect(scene.relations.implicitAnimations(of: layer) == [])
        scene.transaction.rollback()
        #expect(scene.relations.implicitAnimations(of: layer) == [one])
        #expect(scene.objects.brokenInvariant() == nil)
        try scene.set(one, AnimationProperty.isImplicit.id, .boolean(false))
        #expect(scene.relations.implicitAnimations(of: layer) == [])
    }
}
