import Geometry
import Scene
import Schema
import TestSupport
import Testing

@testable import Frame

/// Layers that come, go, and change their order.
@Suite struct TreeDamageTests {
    private let a = Layer("a", Rect(0, 0, 60, 60), .red)
    private let b = Layer("b", Rect(100, 0, 60, 60), .green)
    private let c = Layer("c", Rect(200, 0, 60, 60), .blue)
    private let boxB = PixelRect(100, 0, 160, 60)

    @Test func insertionAtTheStart() throws {
        #expect(try damage(from: [a, c], to: [b, a, c]) == [boxB])
    }

    @Test func insertionInTheMiddle() throws {
        #expect(try damage(from: [a, c], to: [a, b, c]) == [boxB])
    }

    @Test func insertionAtTheEnd() throws {
        #expect(try damage(from: [a, c], to: [a, c, b]) == [boxB])
    }

    @Test func removal() throws {
        #expect(try damage(from: [a, b, c], to: [a, c]) == [boxB])
    }

    @Test func removalOfATree() throws {
        var parent = Layer("p", Rect(0, 0, 10, 10), .red)
        parent.sublayers = [Layer("q", Rect(20, 20, 10, 10), .green, [:], [Layer("r", Rect(30, 30, 10, 10), .blue)])]
        // 20 + 30 + 10 = 60: nothing is between the three, and the box is what one rectangle costs.
        let found = try damage(from: [parent], to: [])
        #expect(found.box == PixelRect(0, 0, 60, 60))
    }

    @Test func replacement() throws {
        #expect(try damage(from: [a], to: [Layer("z", Rect(10, 10, 20, 20), .blue)]) == [PixelRect(0, 0, 60, 60)])
    }

    /// When more layers come and go than stay, all are read anew, and the whole output is painted.
    @Test func manyThatComeAndGoAreReadAnew() throws {
        let trees = TwoTrees()
        trees.list.mostComing = 1
        try trees.show([a])
        #expect(try trees.show([b, c]) == [trees.list.output])
        #expect(["b", "c"].allSatisfy { trees.scene.find($0).map { trees.list.isDrawn($0) } == true })
        #expect(try trees.show([b, c, a]) == [PixelRect(0, 0, 60, 60)])
    }

    @Test func anEmptyLayerComesAndGoesForFree() throws {
        let empty = Layer("e", Rect(0, 0, 50, 50))
        #expect(try damage(from: [a], to: [a, empty]) == [])
        #expect(try damage(from: [a, empty], to: [a]) == [])
    }

    /// A layer that takes its place below another parent, at the same pixels, was there and is there.
    @Test func anotherParentAtTheSamePixels() throws {
        let p = Layer("p", Rect(0, 0, 10, 10))
        var filled = p
        filled.sublayers = [b]
        #expect(try damage(from: [p, b], to: [filled]) == [boxB])
    }

    /// Raised above two others, of which it meets one: its whole box, though half of it looks as before.
    @Test func raisedIsTheRaisedLayer() throws {
        let low = Layer("l", Rect(30, 30, 60, 60), .green)
        #expect(try damage(from: [low, a, c], to: [a, c, low]) == [PixelRect(30, 30, 90, 90)])
    }

    @Test func zPositionIsTheLayer() throws {
        let over = Layer("o", Rect(30, 30, 60, 60), .green)
        var raised = a
        raised.values[.zPosition] = .number(1)
        #expect(try damage(from: [a, over], to: [raised, over]) == [PixelRect(0, 0, 60, 60)])
    }

    /// Both have the same zPosition in another unit: the order of the list decides, and nothing changes.
    @Test func theSameOrderByZIsNoDamage() throws {
        func tree(_ z: Double) -> [Layer] {
            var over = Layer("o", Rect(30, 30, 60, 60), .green)
            over.values[.zPosition] = .number(z)
            return [a, over]
        }
        // Whoever sorts anew damages the layer at most.
        #expect(try damage(from: tree(1), to: tree(1)) == [])
        let found = try damage(from: tree(1), to: tree(2)).box
        #expect(PixelRect(30, 30, 90, 90).contains(found))
    }

    /// Beyond 64 sublayers the parent has a spatial index; damage is the same.
    @Test func manySiblings() throws {
        func tree(_ x: Double, _ count: Int) -> [Layer] {
            (0..<count).map { number in
                let (column, row) = (Double(number % 20), Double(number / 20))
                return Layer("n\(number)", Rect(number == 40 ? x : column * 20, row * 20 + 20, 10, 10), .red)
            }
        }
        for count in [60, 70, 200] {
            #expect(try damage(from: tree(0, count), to: tree(4, count)) == [PixelRect(0, 60, 14, 70)])
        }
    }

    @Test func narrowedAgain() throws {
        func tree(_ count: Int) -> [Layer] {
            (0..<count).map { Layer("n\($0)", Rect(Double($0) * 5, 20, 4, 4), .red) }
        }
        let trees = TwoTrees()
        try trees.show(tree(70))
        // 20 to 70, at 5 points each: 100 to 349.
        #expect(try trees.show(tree(20)).box == PixelRect(100, 20, 349, 24))
        #expect(try trees.show(tree(21)) == [PixelRect(100, 20, 104, 24)])
    }
}

/// Bounds and masks that cut.
@Suite struct ClipDamageTests {
    private func clip(_ x: Double, _ values: [LayerProperty: Value] = [:], clips: Bool = true) -> [Layer] {
        [
            Layer(
                "p", Rect(100, 100, 100, 100), nil, values.merging([.masksToBounds: .boolean(clips)]) { $1 },
                [Layer("a", Rect(x, 10, 20, 20), .red)])
        ]
    }

    @Test func whatIsCutOffIsNoDamage() throws {
        #expect(try damage(from: clip(150), to: clip(170)) == [])
    }

    /// 90 to 110 of 100 becomes 96 to 116: on the output 190 to 200 is left of both.
    @Test func theRestIsWithinTheClip() throws {
        #expect(try damage(from: clip(90), to: clip(96)) == [PixelRect(190, 110, 200, 130)])
    }

    /// 90 to 110 is drawn in full without the clip, up to 100 with it.
    @Test func clippingItselfIsTheExtent() throws {
        #expect(try damage(from: clip(90, clips: false), to: clip(90)) == [PixelRect(190, 110, 210, 130)])
    }

    /// The clip narrows from 200 to 150: what it cuts off now.
    @Test func aClipThatNarrows() throws {
        func tree(_ width: Double) -> [Layer] {
            [
                Layer(
                    "p", Rect(100, 100, width, 100), nil, [.masksToBounds: .boolean(true)],
                    [Layer("a", Rect(0, 0, 100, 100), .red), Layer("b", Rect(10, 10, 5, 5), .blue)])
            ]
        }
        let found = try damage(from: tree(100), to: tree(50)).box
        #expect(found.contains(PixelRect(150, 100, 200, 200)) && PixelRect(100, 100, 200, 200).contains(found))
    }

    @Test func theInnermostClipCounts() throws {
        func tree(_ y: Double) -> [Layer] {
            [
                Layer(
                    "p", Rect(0, 0, 100, 100), nil, [.masksToBounds: .boolean(true)],
                    [
                        Layer(
                            "q", Rect(50, 50, 100, 20), nil, [.masksToBounds: .boolean(true)],
                            [Layer("a", Rect(0, y, 100, 10), .red)])
                    ])
            ]
        }
        // 100 wide from 50 on, cut at 100; 10 high at 50 + 5, and at 50 + 15, cut at 70.
        #expect(try damage(from: tree(5), to: tree(15)) == [PixelRect(50, 55, 100, 70)])
    }

    /// A sublayer in the corner of rounded bounds is damaged as far as the box goes.
    @Test func roundedBoundsCutByTheirBox() throws {
        #expect(
            try damage(from: clip(-10, [.cornerRadius: .number(20)]), to: clip(-6, [.cornerRadius: .number(20)]))
                == [PixelRect(100, 110, 114, 130)])
    }

    private func masked(_ mask: Layer?, _ values: [LayerProperty: Value] = [:]) -> [Layer] {
        [Layer("a", Rect(100, 100, 80, 80), .red, values, mask: mask)]
    }
    private let box = PixelRect(100, 100, 180, 180)

    @Test func aMaskIsTheMaskedExtent() throws {
        let mask = Layer("m", Rect(0, 0, 40, 40), .blue)
        #expect(try damage(from: masked(nil), to: masked(mask)) == [box])
        #expect(try damage(from: masked(mask), to: masked(nil)) == [box])
    }

    @Test func aMaskThatMovesIsTheMaskedExtent() throws {
        #expect(
            try damage(
                from: masked(Layer("m", Rect(0, 0, 40, 40), .blue)), to: masked(Layer("m", Rect(5, 0, 40, 40), .blue)))
                == [box])
    }

    @Test func whatChangesInAMaskIsTheMaskedExtent() throws {
        func mask(_ color: Color) -> Layer {
            Layer("m", Rect(0, 0, 40, 40), nil, [:], [Layer("n", Rect(0, 0, 5, 5), color)])
        }
        #expect(try damage(from: masked(mask(.blue)), to: masked(mask(.veil))) == [box])
    }

    @Test func theMaskOfAHiddenLayerIsNoDamage() throws {
        let hidden: [LayerProperty: Value] = [.isHidden: .boolean(true)]
        #expect(
            try damage(
                from: masked(Layer("m", Rect(0, 0, 40, 40), .blue), hidden),
                to: masked(Layer("m", Rect(5, 0, 40, 40), .blue), hidden)) == [])
    }
}
