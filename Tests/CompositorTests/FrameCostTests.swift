import Compositor
import Geometry
import Pixels
import Scene
import Schema
import TestSupport
import Testing

/// What a frame damages: nothing for what cannot be seen, little for what is little.
@Suite struct FrameCostTests {
    @Test func nothingChangedNothingPainted() throws {
        let stage = try Stage()
        try stage.add("a", Rect(0, 0, 20, 20), .red)
        #expect(stage.frame().pixels == 120_000)
        let still = stage.frame()
        #expect(still.damage == [] && still.pixels == 0 && !still.painted)
    }

    @Test func changeDamagesWhatItPaints() throws {
        let stage = try Stage()
        let a = try stage.add("a", Rect(0, 0, 20, 20), .red)
        stage.frame()
        try stage.set(a, .backgroundColor, .color(.green))
        let frame = stage.frame()
        #expect(frame.damage == [PixelRect(0, 0, 20, 20)] && frame.pixels == 400)
        #expect(stage.output.picture?[5, 5] == 0xFF00_FF00)
    }

    @Test func setThereAndBackIsNoChange() throws {
        let stage = try Stage()
        let a = try stage.add("a", Rect(0, 0, 20, 20), .red)
        stage.frame()
        try stage.set(a, .backgroundColor, .color(.green))
        try stage.set(a, .backgroundColor, .color(.red))
        try stage.set(a, .position, .point(Point(100, 100)))
        try stage.set(a, .position, .point(Point(10, 10)))
        #expect(stage.frame().pixels == 0)
    }

    /// So many lie over each other that what hides them is asked for some of them only: what is painted is right all the same.
    @Test func manyOverEachOtherArePaintedRight() throws {
        let stage = try Stage()
        var layers: [Slot] = []
        for n in 0..<1000 {
            let x = Double(n * 7919 % 300)
            layers.append(try stage.add("l\(n)", Rect(x, Double(n % 150), 60, 60), n % 2 == 0 ? .red : .blue))
            try stage.set(layers[n], .cornerRadius, .number(9))
            try stage.set(layers[n], .isHidden, .boolean(true))
        }
        stage.frame()
        for layer in layers { try stage.set(layer, .isHidden, .boolean(false)) }
        stage.frame()
        #expect(try stage.oracle().hasSamePixels(as: #require(stage.output.picture)))
        for layer in layers { try stage.set(layer, .backgroundColor, .color(.green)) }
        stage.frame()
        #expect(try stage.oracle().hasSamePixels(as: #require(stage.output.picture)))
    }

    enum Unseen: String, CaseIterable {
        case hidden, transparent, outside, covered, clipped, coveredByCousin, removedMask
    }

    @Test(arguments: Unseen.allCases) func unseenChangesAreFree(_ unseen: Unseen) throws {
        let stage = try Stage()
        var parent = Scene.root
        var frame = Rect(10, 10, 20, 20)
        if unseen == .clipped {
            parent = try stage.add("p", Rect(0, 0, 20, 20))
            try stage.set(parent, .masksToBounds, .boolean(true))
            frame = Rect(50, 50, 20, 20)
        }
        if unseen == .coveredByCousin { parent = try stage.add("p", Rect(0, 0, 50, 50), .green) }
        if unseen == .outside { frame = Rect(-100, -100, 20, 20) }
        let a = try stage.add("a", frame, .red, in: parent)
        switch unseen {
        case .hidden: try stage.set(a, .isHidden, .boolean(true))
        case .transparent: try stage.set(a, .opacity, .number(0))
        case .covered: try stage.add("b", Rect(0, 0, 100, 100), .blue)
        case .coveredByCousin:
            let q = try stage.add("q", Rect(0, 0, 10, 10))
            try stage.add("b", Rect(0, 0, 100, 100), .blue, in: q)
        case .removedMask, .outside, .clipped: break
        }
        if unseen == .removedMask {
            let mask = try stage.add("m", .zero, nil, in: Scene.detachedRoot)
            try stage.set(a, .mask, .object(stage.scene.id(of: mask)))
            try stage.set(a, .isHidden, .boolean(true))
            stage.frame()
            try stage.scene.objects.remove(mask)
        }
        stage.frame()
        try stage.set(a, .backgroundColor, .color(.green))
        try stage.set(a, .cornerRadius, .number(3))
        let result = stage.frame()
        #expect(result.damage == [] && result.pixels == 0)
    }

    @Test func repaintCompositesAll() throws {
        let stage = try Stage()
        stage.frame()
        stage.compositor.repaint()
        let frame = stage.frame()
        #expect(frame.pixels == 120_000 && frame.damage == [PixelRect(0, 0, 400, 300)])
    }

    @Test func aMoverAmongManyIsSmall() throws {
        let stage = try Stage()
        for i in 0..<300 {
            try stage.add("n\(i)", Rect(Double(i % 20) * 20, Double(i / 20) * 20, 18, 18), .blue)
        }
        let a = try stage.add("mover", Rect(0, 0, 30, 30), .red)
        stage.frame()
        try stage.set(a, .position, .point(Point(25, 25)))
        #expect(stage.frame().pixels == 40 * 40)
        #expect(try stage.oracle().hasSamePixels(as: #require(stage.output.picture)))
    }

    /// What is not damaged is not touched: lies told there survive.
    @Test func nothingIsPaintedBesideTheDamage() throws {
        let stage = try Stage(100, 80)
        let group = try stage.add("g", Rect(10, 10, 60, 60), .green)
        try stage.set(group, .opacity, .number(0.5))
        try stage.set(group, .cornerRadius, .number(20))
        let a = try stage.add("a", Rect(5, 5, 10, 10), .red, in: group)
        stage.frame()
        let picture = try #require(stage.output.picture)
        for y in 0..<80 { for x in 0..<100 { picture[x, y] = 0xFF12_3456 } }
        try stage.set(a, .position, .point(Point(30, 33)))
        let damage = stage.frame().damage
        #expect(!damage.isEmpty && damage.reduce(0) { $0 + $1.area } < 2000)
        let truth = try stage.oracle()
        for y in 0..<80 as Range<Int32> {
            for x in 0..<100 as Range<Int32> {
                let isInside = damage.contains { $0.contains(PixelRect(x, y, x + 1, y + 1)) }
                let wanted = isInside ? truth[Int(x), Int(y)] : 0xFF12_3456
                #expect(picture[Int(x), Int(y)] == wanted)
            }
        }
    }

    @Test func drawingsAreAskedForOnce() throws {
        let stage = try Stage()
        let a = try stage.add("a", Rect(0, 0, 50, 50), kind: Stage.shapeKind)
        var drawing = Drawing()
        drawing.paths.append(.rect(Rect(0, 0, 10, 10)))
        drawing.operations.append(.fill(path: 0, rule: .nonZero, color: .red))
        stage.drawings.drawings[a] = drawing
        stage.frame()
        #expect(stage.drawings.calls == 1 && stage.output.picture?[5, 5] == 0xFFFF_0000)
        try stage.set(a, .position, .point(Point(50, 50)))
        stage.frame()
        #expect(stage.drawings.calls == 1 && stage.output.picture?[30, 30] == 0xFFFF_0000)
        let tag = try #require(stage.scene.kind(of: a).property(named: "tag"))
        try stage.scene.set(a, tag, .number(1))
        #expect(stage.frame().pixels == 0)
        #expect(stage.drawings.calls == 2)
    }
}
