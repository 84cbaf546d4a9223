import Compositor
import Frame
import Geometry
import Pixels
import Scene
import SceneTables
import Schema
import TestSupport
import Testing

/// One look of a layer giving way to another: each moment by itself, whatever happens meanwhile.
@Suite struct LookTests {
    /// A layer with a translucent picture of several parts, on nothing.
    private func card(_ stage: Stage) throws -> (card: Slot, part: Slot) {
        let card = try stage.add("card", Rect(20, 10, 80, 60), Color(255, 0, 0, 200))
        let part = try stage.add("part", Rect(10.5, 12, 50, 30), Color(0, 255, 0, 99), in: card)
        try stage.set(card, .opacity, .number(0.8))
        try stage.set(card, .shadowOpacity, .number(0.5))
        try stage.set(part, .cornerRadius, .number(9))
        return (card, part)
    }

    private func changeLook(_ stage: Stage, _ card: Slot, _ part: Slot) throws {
        try stage.set(part, .position, .point(Point(50, 21)))
        try stage.set(card, .backgroundColor, .color(Color(0, 0, 255, 120)))
        try stage.set(card, .opacity, .number(0.5))
        try stage.add("more", Rect(-5, 40, 20, 30), Color(9, 250, 240), in: card)
    }

    private func words(_ bitmap: Bitmap) -> [[Int]] {
        (0..<bitmap.height).map { y in
            (0..<bitmap.width * 4).map { x in
                unsafe bitmap.withRow(y) { row in unsafe Int(row[x]) }
            }
        }
    }

    private func largestDifference(_ a: [[Int]], _ b: [[Int]]) -> Int {
        zip(a, b).flatMap { zip($0, $1) }.map { abs($0 - $1) }.max() ?? 0
    }

    /// A fade is the even mixture of both pictures, of translucent groups too, and whatever is behind.
    @Test(arguments: [nil, Color(20, 90, 30)], [0.0, 12.3]) func fadeIsAMixture(_ behind: Color?, _ turn: Double) throws
    {
        let stage = try Stage(120, 90)
        if let behind { try stage.add("behind", Rect(0, 0, 120, 90), behind) }
        let (card, part) = try card(stage)
        try stage.set(card, .transform, .transform(.rotationZ(turn)))
        stage.frame()
        let before = words(try stage.oracle())
        try stage.begin(card, .fade)
        try changeLook(stage, card, part)
        stage.show(card, 1)
        stage.frame()
        let after = words(try stage.oracle())
        #expect(largestDifference(before, after) > 60)
        for progress in [0, 0.25, 0.5, 0.803, 1] {
            stage.show(card, progress)
            stage.frame()
            let shown = words(try #require(stage.output.picture))
            let mixed = zip(before, after).map {
                zip($0, $1).map { Int((Double($0) * (1 - progress) + Double($1) * progress).rounded()) }
            }
            // Once more where it is put on what is behind.
            #expect(largestDifference(shown, mixed) <= (behind == nil ? 1 : 2), "at \(progress)")
        }
    }

    /// What was hidden comes, what is hidden from now on goes.
    @Test func hidden() throws {
        let stage = try Stage(120, 90)
        let (card, _) = try card(stage)
        stage.frame()
        let seen = words(try stage.oracle())
        for isHidden in [true, false] {
            try stage.begin(card, .fade)
            try stage.set(card, .isHidden, .boolean(isHidden))
            stage.show(card, 0.25)
            stage.frame()
            let part = isHidden ? 0.75 : 0.25
            let wanted = seen.map { $0.map { Int((Double($0) * part).rounded()) } }
            #expect(largestDifference(words(try #require(stage.output.picture)), wanted) <= 1)
            #expect(try stage.oracle().hasSamePixels(as: #require(stage.output.picture)))
            try stage.end()
        }
    }

    /// Which colour is where at a moment: red goes, blue comes. Columns 0…79 are the layer's, from the left.
    @Test(arguments: [
        (TransitionProperty.Style.push, TransitionProperty.Side.fromRight, 0.25, [(0, 60, "red"), (60, 80, "blue")]),
        (.push, .fromLeft, 0.5, [(0, 40, "blue"), (40, 80, "red")]),
        (.push, .fromTop, 1, [(0, 80, "blue")]),
        (.moveIn, .fromRight, 0, [(0, 80, "red")]),
        (.moveIn, .fromRight, 0.5, [(0, 40, "red"), (40, 80, "blue")]),
        (.reveal, .fromLeft, 0.25, [(0, 20, "blue"), (20, 80, "red")]),
        (.flip, .fromLeft, 0, [(0, 80, "red")]),
        (.flip, .fromRight, 1, [(0, 80, "blue")]),
        (.cube, .fromTop, 0, [(0, 80, "red")]),
        (.wipe, .fromLeft, 0, [(0, 80, "red")]),
        (.wipe, .fromLeft, 0.5, [(0, 35, "blue"), (46, 80, "red")]),
        (.wipe, .fromRight, 0.5, [(0, 35, "red"), (46, 80, "blue")]),
        (.curl, .fromRight, 0, [(0, 80, "red")]),
        (.curl, .fromRight, 1, [(0, 80, "blue")]),
    ])
    func moments(
        _ style: TransitionProperty.Style, _ side: TransitionProperty.Side, _ progress: Double,
        _ columns: [(Int, Int, String)]
    ) throws {
        let stage = try Stage(120, 90)
        let layer = try stage.add("l", Rect(20, 20, 80, 60), .red)
        try stage.set(layer, .masksToBounds, .boolean(true))
        stage.frame()
        try stage.begin(layer, style, side)
        try stage.set(layer, .backgroundColor, .color(.blue))
        stage.show(layer, progress)
        stage.frame()
        let row = words(try #require(stage.output.picture))[50]
        for (from, to, name) in columns {
            let wanted = name == "red" ? [0, 0, 255, 255] : [255, 0, 0, 255]
            let isThere = (from..<to).allSatisfy { Array(row[($0 + 20) * 4..<($0 + 21) * 4]) == wanted }
            #expect(isThere, "\(style) \(side) at \(progress): \(name) in \(from)..<\(to)")
        }
        #expect(row[19 * 4 + 3] == 0 && row[100 * 4 + 3] == 0)
    }

    /// A page that curls shows its back, darkens what it uncovers, and stays where it lay.
    @Test func curl() throws {
        let stage = try Stage(120, 90)
        let layer = try stage.add("l", Rect(20, 10, 80, 60), .red)
        stage.frame()
        try stage.begin(layer, .curl, .fromRight)
        try stage.set(layer, .backgroundColor, .color(.blue))
        stage.show(layer, 0.6)
        stage.frame()
        let rows = words(try #require(stage.output.picture))
        let middle = stride(from: 0, to: 480, by: 4).map { Array(rows[40][$0..<$0 + 4]) }
        #expect(middle[21] != middle[99] && middle[98][0] > 200 && middle[98][2] < 9, "blue is uncovered")
        #expect(middle.contains { $0[0] > 100 && $0[1] > 100 && $0[2] > 100 }, "the back is paper")
        #expect(middle.contains { $0[0] < 200 && $0[1] == 0 && $0[2] == 0 && $0[3] == 255 }, "in its shadow")
        #expect(middle[..<20].allSatisfy { $0[3] == 0 } && middle[100...].allSatisfy { $0[3] == 0 })
    }

    /// Nothing casts a shadow, and none falls on nothing.
    @Test func curlOfSomethingTransparent() throws {
        for (old, new) in [(Color.clear, Color.blue), (.red, .clear)] {
            let stage = try Stage(120, 90)
            let layer = try stage.add("l", Rect(20, 10, 80, 60), old)
            // Something to be seen of it, at the very corner.
            try stage.add("dot", Rect(0, 0, 1, 1), .red, in: layer)
            stage.frame()
            try stage.begin(layer, .curl, .fromRight)
            try stage.set(layer, .backgroundColor, .color(new))
            stage.show(layer, 0.6)
            stage.frame()
            let rows = words(try #require(stage.output.picture))
            let middle = stride(from: 0, to: 480, by: 4).map { Array(rows[40][$0..<$0 + 4]) }
            if new == .blue {
                #expect(middle[20..<100].allSatisfy { $0 == [255, 0, 0, 255] }, "no shadow of nothing")
            } else {
                let isLit = middle[20..<100].allSatisfy { $0[3] == 0 || $0[0] + $0[1] + $0[2] > 0 }
                #expect(isLit && middle.contains { $0[3] > 0 }, "no shadow on nothing")
            }
        }
    }

    /// One that begins while another runs goes on from what is seen.
    @Test(arguments: TransitionProperty.Style.allCases) func retargets(_ style: TransitionProperty.Style) throws {
        let stage = try Stage(120, 90)
        let (card, part) = try card(stage)
        try stage.set(card, .masksToBounds, .boolean(true))
        stage.frame()
        try stage.begin(card, style, .fromTop)
        try changeLook(stage, card, part)
        stage.show(card, 0.4)
        stage.frame()
        let before = words(try stage.oracle())
        try stage.begin(card, .fade)
        try stage.set(part, .isHidden, .boolean(true))
        stage.show(card, 0)
        stage.frame()
        #expect(largestDifference(before, words(try #require(stage.output.picture))) <= 1)
        #expect(try stage.oracle().hasSamePixels(as: #require(stage.output.picture)))
    }

    /// A moment that was shown costs nothing again; the end and a removal give all memory back.
    @Test func costs() throws {
        let stage = try Stage(120, 90)
        let looks = stage.compositor.drawings.snapshots
        let (card, part) = try card(stage)
        stage.frame()
        for isRemoved in [false, true] {
            for _ in 0..<50 { try stage.begin(card, .push) }
            #expect(looks.bytes > 0 && looks.bytes < 110 * 80 * 4 && stage.compositor.stats.cacheBytes >= looks.bytes)
            try stage.set(part, .isHidden, .boolean(isRemoved))
            stage.show(card, 0.5)
            #expect(stage.frame().painted && !stage.frame().painted)
            #expect(looks.bytes > 0)
            if isRemoved { try stage.scene.objects.remove(card) } else { try stage.end() }
            stage.frame()
            #expect(looks.bytes == 0 && stage.compositor.stats.planes == 0)
            #expect(try stage.oracle().hasSamePixels(as: #require(stage.output.picture)))
        }
        // Beyond the budget, and of what is not drawn, no look is kept: the new one is there at once.
        let other = try stage.add("other", Rect(0, 0, 50, 50), .red)
        let inside = try stage.add("inside", Rect(0, 0, 20, 20), .blue, in: other)
        try stage.set(other, .isHidden, .boolean(true))
        try stage.begin(inside, .fade)
        #expect(looks.bytes == 0)
        try stage.set(other, .isHidden, .boolean(false))
        stage.compositor.cacheBytes = 64
        try stage.begin(other, .fade)
        try stage.set(other, .backgroundColor, .color(.green))
        stage.show(other, 0)
        stage.frame()
        #expect(words(try #require(stage.output.picture))[30][120..<124] == [0, 255, 0, 255])
    }

    /// Of what is far too large to be kept whole, what is seen is kept.
    @Test func large() throws {
        let stage = try Stage(120, 90)
        let layer = try stage.add("l", Rect(-10_000, -5000, 10_060, 10_000), .red)
        stage.frame()
        try stage.begin(layer, .wipe)
        let bytes = stage.compositor.drawings.snapshots.bytes
        #expect(bytes > 0 && bytes < 140 * 110 * 4)
        try stage.set(layer, .backgroundColor, .color(.blue))
        stage.show(layer, 0)
        stage.frame()
        let row = words(try #require(stage.output.picture))[40]
        #expect(row[40..<44] == [0, 0, 255, 255] && row[61 * 4 + 3] == 0)
    }

    /// Transitions of any layers, in any scene, at any moment, while everything else goes on too.
    @Test(arguments: RandomSceneTests.Style.allCases, [UInt64(11), 12, 13]) func partialEqualsWhole(
        _ style: RandomSceneTests.Style, _ seed: UInt64
    ) throws {
        let stage = try Stage(96, 80, scale: seed == 13 ? 1.5 : 1, buffers: Int(seed - 10))
        if style == .copies { stage.motion.opacity = { 0.3 + 0.5 * $0 } }
        if seed == 13 { stage.compositor.threads = 2 }
        var dice = Dice(seed &* 7919)
        var mutator = Mutator(stage: stage, style: style)
        for _ in 0..<12 { try mutator.create(&dice) }
        for round in 0..<12 {
            stage.compositor.cacheBytes = 64 << 20
            if let layer = mutator.layers.randomElement(using: &dice), dice.chance(0.6) {
                let style = try #require(TransitionProperty.Style.allCases.randomElement(using: &dice))
                let side = try #require(TransitionProperty.Side.allCases.randomElement(using: &dice))
                try stage.begin(layer, style, side)
                stage.show(layer, 0)
            }
            for _ in 0..<Int.random(in: 1...3, using: &dice) { try mutator.change(&dice) }
            if dice.chance(0.1) { try stage.end() }
            for layer in mutator.layers where stage.isChanging(layer) {
                if dice.chance(0.7) { stage.show(layer, dice.chance(0.1) ? 1 : .random(in: -0.1...1.1, using: &dice)) }
            }
            // Without bitmaps that are kept, both looks are painted window by window.
            if seed == 12 { stage.compositor.cacheBytes = 0 }
            stage.frame()
            let same = try stage.oracle().hasSamePixels(as: #require(stage.output.picture))
            #expect(same, "round \(round)")
            if !same { return }
        }
    }
}

extension Stage {
    /// The layer's look is kept, and a transition of it begins: as lines do it.
    func begin(
        _ layer: Slot, _ style: TransitionProperty.Style, _ side: TransitionProperty.Side = .fromLeft
    ) throws {
        compositor.update(scene)
        compositor.keepSnapshot(of: layer, scene)
        let name = "look.\(layer)"
        if let old = scene.find(name) { try scene.objects.remove(old) }
        let slot = try scene.objects.create(name, .transition)
        try scene.set(slot, TransitionProperty.layer.id, .object(scene.id(of: layer)))
        try scene.set(slot, TransitionProperty.type.id, .choice(style.rawValue))
        try scene.set(slot, TransitionProperty.subtype.id, .choice(side.rawValue))
        compositor.drawings.snapshots.claim(layer, for: scene.id(of: slot), scene)
    }

    /// Shows how far the layer's transition has come.
    func show(_ layer: Slot, _ progress: Double) {
        scene.presentation.present(layer, LayerProperty.transitionProgress.id, .number(progress))
    }

    func isChanging(_ layer: Slot) -> Bool { scene.presentation.isCovered(layer, LayerProperty.transitionProgress.id) }

    /// Removes all transitions, and what they show.
    func end() throws {
        var all: [Slot] = []
        scene.tree.forEachChild(Scene.objectRoot) { if scene.rows[Int($0)].kind == .transition { all.append($0) } }
        for slot in all {
            if let layer = scene.value(slot, TransitionProperty.layer.id).object.flatMap(scene.slot) {
                scene.presentation.reveal(layer, LayerProperty.transitionProgress.id)
            }
            try scene.objects.remove(slot)
        }
    }
}
