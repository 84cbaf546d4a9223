import Geometry
import Scene
import Schema
import TestSupport
import Testing

@testable import Frame

/// Moved, resized and turned layers: where they were and where they are.
@Suite struct MoveDamageTests {
    private func box(_ x: Double, _ y: Double, _ width: Double = 20, _ height: Double = 20) -> [Layer] {
        [Layer("a", Rect(x, y, width, height), .red)]
    }

    @Test func theSameTreeTwiceIsNoDamage() throws {
        #expect(try damage(from: box(10, 10), to: box(10, 10)) == [])
    }

    @Test func anEmptySceneIsPaintedOnce() throws {
        let trees = TwoTrees()
        #expect(try trees.show([]) == [PixelRect(0, 0, 400, 300)])
        #expect(try trees.show([]) == [])
    }

    /// 20 wide at 10, then at 15: 10 to 35. The union adds no pixel that is worth a second rectangle.
    @Test func aShortMoveIsTheUnion() throws {
        #expect(try damage(from: box(10, 10), to: box(15, 10)) == [PixelRect(10, 10, 35, 30)])
    }

    @Test func aLongMoveIsTwoRectangles() throws {
        #expect(
            try damage(from: box(10, 10), to: box(300, 200))
                == [PixelRect(10, 10, 30, 30), PixelRect(300, 200, 320, 220)])
    }

    /// 10.5 to 30.5 touches the pixels 10 to 31.
    @Test func fractionsAreRoundedOutward() throws {
        #expect(try damage(from: box(100, 100), to: box(100.5, 100)) == [PixelRect(100, 100, 121, 120)])
    }

    /// Points times 1.5: 10 to 30 is 15 to 45, 14 to 34 is 21 to 51.
    @Test func damageIsInPixels() throws {
        #expect(try damage(from: box(10, 10), to: box(14, 10), scale: 1.5) == [PixelRect(15, 15, 51, 45)])
    }

    @Test func aLayerThatGrowsIsPaintedWhole() throws {
        #expect(try damage(from: box(10, 10), to: box(10, 10, 40, 20)) == [PixelRect(10, 10, 50, 30)])
    }

    /// The parent paints nothing and is 10 wide; its sublayer hangs out of it, at 5 to 45.
    @Test func aParentMovesAllThatIsBelow() throws {
        func tree(_ x: Double) -> [Layer] {
            [Layer("p", Rect(x, 0, 10, 10), nil, [:], [Layer("a", Rect(5, 5, 40, 40), .red)])]
        }
        #expect(try damage(from: tree(0), to: tree(8)) == [PixelRect(5, 5, 53, 45)])
    }

    /// `bounds.origin` scrolls: the sublayers move by −12, the layer stays.
    @Test func scrollingMovesSublayersOnly() throws {
        func tree(_ y: Double) -> [Layer] {
            [
                Layer(
                    "p", Rect(0, 0, 100, 100), nil, [.bounds: .rect(Rect(0, y, 100, 100))],
                    [Layer("a", Rect(10, 50, 20, 20), .red)])
            ]
        }
        #expect(try damage(from: tree(0), to: tree(12)) == [PixelRect(10, 38, 30, 70)])
    }

    /// Half a turn about the middle of a square is the square; an eighth is √2 times as wide: 100 ± 28.3.
    @Test func aTurnDamagesTheBoxOfTheTurnedBounds() throws {
        func tree(_ angle: Double) -> [Layer] {
            [
                Layer(
                    "a", Rect(80, 80, 40, 40), .red,
                    angle == 0 ? [:] : [.transform: .transform(Transform3D(.rotation(angle)))])
            ]
        }
        #expect(try damage(from: tree(0), to: tree(.pi / 4)) == [PixelRect(71, 71, 129, 129)])
    }

    /// `sublayerTransform` is about the anchor point, the middle of the 100 × 100: 10 to 30 becomes −30 to 10.
    @Test func aSublayerTransformMovesSublayers() throws {
        func tree(_ scale: Double) -> [Layer] {
            [
                Layer(
                    "p", Rect(100, 100, 100, 100), nil,
                    scale == 1 ? [:] : [.sublayerTransform: .transform(Transform3D(.scale(scale, scale)))],
                    [Layer("a", Rect(10, 10, 20, 20), .red)])
            ]
        }
        #expect(
            try damage(from: tree(1), to: tree(2))
                == [PixelRect(70, 70, 110, 110), PixelRect(110, 110, 130, 130)]
                .reduced)
    }

    /// 40 × 20 at 10,10 of a parent 100 high, upside down: from 100 − 30 to 100 − 10.
    @Test func aFlippedParentTurnsPositionsOver() throws {
        func tree(_ isFlipped: Bool) -> [Layer] {
            [
                Layer(
                    "p", Rect(0, 0, 100, 100), nil, [.isGeometryFlipped: .boolean(isFlipped)],
                    [Layer("a", Rect(10, 10, 40, 20), .red)])
            ]
        }
        #expect(
            try damage(from: tree(false), to: tree(true)) == [PixelRect(10, 10, 50, 30), PixelRect(10, 70, 50, 90)])
    }

    @Test func outsideOfTheOutputIsNoDamage() throws {
        #expect(try damage(from: box(-100, 10), to: box(-50, 10)) == [])
        #expect(try damage(from: box(390, 10), to: box(395, 10)) == [PixelRect(390, 10, 400, 30)])
    }

    @Test func anotherSizeOfTheOutputIsAllOfIt() throws {
        let trees = TwoTrees()
        try trees.show(box(10, 10))
        trees.list.configure(width: 200, height: 100, scale: 1)
        #expect(try trees.show(box(10, 10)) == [PixelRect(0, 0, 200, 100)])
    }

    @Test func anotherRootIsAllOfTheOutput() throws {
        let trees = TwoTrees()
        try trees.show(box(10, 10))
        trees.list.root = try #require(trees.scene.find("a"))
        #expect(try trees.show(box(10, 10)) == [PixelRect(0, 0, 400, 300)])
        #expect(trees.list.liveCount == 1)
    }
}

extension [PixelRect] {
    /// The smallest rectangle that holds all of them.
    var box: PixelRect {
        var box = PixelRect.empty
        for rect in self { box = box.union(rect) }
        return box
    }

    /// The rectangles as `Damage` keeps them.
    var reduced: [PixelRect] {
        var damage = Damage()
        for rect in self { damage.add(rect) }
        return damage.rects.sorted { ($0.y0, $0.x0) < ($1.y0, $1.x0) }
    }
}
