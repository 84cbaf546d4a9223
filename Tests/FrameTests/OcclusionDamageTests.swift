import Geometry
import Scene
import Schema
import TestSupport
import Testing

@testable import Frame

/// Opaque layers in front hide damage.
@Suite struct OcclusionDamageTests {
    private func under(_ color: Color, _ covers: [Layer]) -> [Layer] {
        [Layer("a", Rect(100, 100, 40, 40), color)] + covers
    }
    private func change(_ covers: [Layer]) throws -> [PixelRect] {
        try damage(from: under(.red, covers), to: under(.green, covers))
    }
    private let box = PixelRect(100, 100, 140, 140)

    @Test func coveredIsNoDamage() throws {
        #expect(try change([Layer("c", Rect(90, 90, 60, 60), .blue)]) == [])
    }

    @Test func coveredByTwoIsNoDamage() throws {
        #expect(try change([Layer("c", Rect(90, 90, 30, 60), .blue), Layer("d", Rect(120, 90, 30, 60), .red)]) == [])
    }

    /// A cover from 110 on leaves 10 columns.
    @Test func aStripIsLeft() throws {
        #expect(try change([Layer("c", Rect(110, 90, 60, 60), .blue)]) == [PixelRect(100, 100, 110, 140)])
    }

    @Test func aCousinCovers() throws {
        #expect(try change([Layer("p", Rect(0, 0, 10, 10), nil, [:], [Layer("c", Rect(90, 90, 60, 60), .blue)])]) == [])
    }

    @Test func translucentColorsHideNothing() throws {
        #expect(try change([Layer("c", Rect(90, 90, 60, 60), .veil)]) == [box])
    }

    @Test func groupsHideNothing() throws {
        #expect(
            try change([
                Layer("g", Rect(0, 0, 10, 10), nil, [.opacity: .number(0.5)], [Layer("c", Rect(90, 90, 60, 60), .blue)])
            ]) == [box])
    }

    @Test func hiddenLayersHideNothing() throws {
        #expect(try change([Layer("c", Rect(90, 90, 60, 60), .blue, [.isHidden: .boolean(true)])]) == [box])
    }

    /// Turned by an eighth, the cover has no upright core that is known to be opaque.
    @Test func turnedLayersHideNothing() throws {
        #expect(
            try change([
                Layer(
                    "c", Rect(20, 20, 200, 200), .blue, [.transform: .transform(Transform3D(.rotation(.pi / 4)))])
            ]) == [box])
    }

    /// Rounded by 60, a cover that is 10 larger on each side hides all but the corners: of the layer's 280 × 180 from 50,50,
    /// 50 × 50 at each.
    @Test func roundedLayersHideACross() throws {
        func tree(_ color: Color) -> [Layer] {
            [
                Layer("a", Rect(50, 50, 280, 180), color),
                Layer("c", Rect(40, 40, 300, 200), .blue, [.cornerRadius: .number(60)]),
            ]
        }
        let found = try damage(from: tree(.red), to: tree(.green))
        #expect(
            found == [
                PixelRect(50, 50, 100, 100), PixelRect(280, 50, 330, 100), PixelRect(50, 180, 100, 230),
                PixelRect(280, 180, 330, 230),
            ])
    }

    @Test func whatIsBehindHidesNothing() throws {
        let covers = [Layer("c", Rect(90, 90, 60, 60), .blue)]
        #expect(
            try damage(
                from: covers + [Layer("a", Rect(100, 100, 40, 40), .red)],
                to: covers + [Layer("a", Rect(100, 100, 40, 40), .green)]) == [box])
    }

    /// Only later siblings, of the layer and of those above it, are asked; a parent is painted behind its sublayers.
    @Test func aSublayerDoesNotHideItsParent() throws {
        func tree(_ color: Color) -> [Layer] {
            [Layer("a", Rect(100, 100, 40, 40), color, [:], [Layer("b", Rect(0, 0, 40, 40), .blue)])]
        }
        #expect(try damage(from: tree(.red), to: tree(.green)) == [box])
    }

    /// The cover leaves what it covered: its own two places, and nothing of the layer beneath by itself.
    @Test func aCoverThatMovesIsItsOwnDamage() throws {
        func tree(_ x: Double) -> [Layer] { under(.red, [Layer("c", Rect(x, 90, 60, 60), .blue)]) }
        #expect(try damage(from: tree(90), to: tree(94)) == [PixelRect(90, 90, 154, 150)])
    }

    /// A clip cuts the cover to 20 columns.
    @Test func aClippedCoverHidesWhatIsLeftOfIt() throws {
        #expect(
            try change([
                Layer(
                    "p", Rect(90, 90, 20, 60), nil, [.masksToBounds: .boolean(true)],
                    [Layer("c", Rect(0, 0, 60, 60), .blue)])
            ]) == [PixelRect(110, 100, 140, 140)])
    }
}

/// Planes: layers painted in a grid of their own and then placed.
@Suite struct PlaneDamageTests {
    /// One and a half pixels around each rectangle: sampling reads neighbours.
    private let slop: Int32 = 4

    private func rasterized(_ x: Double, _ color: Color) -> [Layer] {
        [
            Layer(
                "p", Rect(x, 100, 100, 100), .green, [.shouldRasterize: .boolean(true)],
                [Layer("a", Rect(10, 10, 20, 20), color)])
        ]
    }

    @Test func aChangeInAPlaneIsWhereItIsPlaced() throws {
        let found = try damage(from: rasterized(100, .red), to: rasterized(100, .blue)).box
        let changed = PixelRect(110, 110, 130, 130)
        #expect(found.contains(changed) && changed.outset(slop).contains(found))
    }

    @Test func aPlaneThatMovesIsWhole() throws {
        let found = try damage(from: rasterized(100, .red), to: rasterized(103, .red)).box
        let moved = PixelRect(100, 100, 203, 200)
        #expect(found.contains(moved) && moved.outset(slop).contains(found))
    }

    @Test func anEqualPlaneIsNoDamage() throws {
        #expect(try damage(from: rasterized(100, .red), to: rasterized(100, .red)) == [])
    }

    /// Seen from 300 points away and turned by half a radian about the vertical axis: the side that comes nearer is higher.
    @Test func perspectiveDamagesTheProjectedBox() throws {
        func tree(_ color: Color) -> [Layer] {
            let turn = Transform3D.perspective(300).concat(.rotationY(0.5))
            return [Layer("a", Rect(100, 100, 100, 100), color, [.transform: .transform(turn)])]
        }
        let found = try damage(from: tree(.red), to: tree(.blue)).box
        // Half the width is 50 · cos 0.5 = 43.9 deep by 50 · sin 0.5 = 24.0 to either side: 43.9 · 300 / 276 = 47.7 to the
        // one, 43.9 · 300 / 324 = 40.6 to the other, and 50 · 300 / 276 = 54.4 up and down at the nearer.
        let (near, far, high) = (47.7, 40.6, 54.4)
        let wide = Rect(150 - near, 150 - high, near + far, 2 * high)
        let mirrored = Rect(150 - far, 150 - high, near + far, 2 * high)
        #expect(
            [wide, mirrored].contains { box in
                found.contains(PixelRect(inside: box.outset(-1, -1)))
                    && PixelRect(covering: box.outset(6, 6)).contains(found)
            })
    }

    @Test func turnedAwayIsNoDamage() throws {
        func tree(_ color: Color) -> [Layer] {
            [
                Layer(
                    "a", Rect(100, 100, 100, 100), color,
                    [.transform: .transform(.rotationY(.pi)), .isDoubleSided: .boolean(false)])
            ]
        }
        #expect(try damage(from: tree(.red), to: tree(.blue)) == [])
    }

    /// A change in the plane's grid makes that part of its bitmap stale, and no more.
    @Test func onlyTheChangedPartOfThePlaneIsStale() throws {
        let trees = TwoTrees()
        try trees.show(rasterized(100, .red))
        var paint = PaintList()
        let reader = LayerReader(trees.scene, trees.list.drawings)
        trees.list.plan(PixelRect(0, 0, 400, 300), reader, into: &paint)
        let plane = try #require(paint.kept.values.first)
        #expect(trees.list.bitmaps.takeStale(plane.slot).map(\.pixels).box == PixelRect(0, 0, 100, 100))
        #expect(trees.list.bitmaps.takeStale(plane.slot) == [])
        try trees.show(rasterized(100, .blue))
        #expect(trees.list.bitmaps.takeStale(plane.slot) == [GridRect(PixelRect(10, 10, 30, 30))])
        try trees.show(rasterized(140, .blue))
        #expect(trees.list.bitmaps.takeStale(plane.slot) == [])
    }
}

/// Background filters read what lies behind.
@Suite struct BackdropDamageTests {
    private let blur = FilterFunction(.blur, name: "blur", arguments: [4])

    private func tree(_ behind: Layer, _ front: [Layer] = []) -> [Layer] {
        [
            behind,
            Layer("glass", Rect(200, 100, 100, 100), nil, [.backgroundFilters: .filters([blur])]),
        ] + front
    }

    private func change(_ frame: Rect) throws -> [PixelRect] {
        try damage(from: tree(Layer("a", frame, .red)), to: tree(Layer("a", frame, .green)))
    }

    @Test func farFromTheGlassNothingIsAdded() throws {
        #expect(try change(Rect(100, 100, 20, 20)) == [PixelRect(100, 100, 120, 120)])
    }

    /// σ = 4 reaches 12 pixels at least and 18 at most: ends 10 before the glass, and the glass's edge changes.
    @Test func justInsideOfTheReachTheGlassIsDamaged() throws {
        let found = try change(Rect(170, 120, 20, 20))
        #expect(found.contains { $0.x1 > 200 })
        let box = found.box
        #expect(box.x1 <= 190 + 18 && box.x0 == 170)
    }

    @Test func justOutsideOfTheReachItIsNot() throws {
        #expect(try change(Rect(161, 120, 20, 20)) == [PixelRect(161, 120, 181, 140)])
    }

    /// Behind the glass: grown by the reach, and cut at the glass.
    @Test func behindTheGlassTheChangeSpreads() throws {
        let box = try change(Rect(205, 140, 20, 20)).box
        let changed = PixelRect(205, 140, 225, 160)
        #expect(box.x0 == 200 && box.contains(PixelRect(200, 129, 236, 171)))
        #expect(changed.outset(18).contains(box))
    }

    /// Painted after the glass, the layer is not in its backdrop.
    @Test func inFrontOfTheGlassNothingSpreads() throws {
        func front(_ color: Color) -> [Layer] {
            tree(Layer("a", Rect(0, 0, 10, 10), .red), [Layer("b", Rect(220, 120, 20, 20), color)])
        }
        #expect(try damage(from: front(.red), to: front(.green)) == [PixelRect(220, 120, 240, 140)])
    }

    /// A removed layer leaves its rectangle, and the glass changes around it.
    @Test func aRemovedLayerSpreadsToo() throws {
        let gone = Layer("a", Rect(240, 140, 20, 20), .red)
        let glass = Array(tree(gone).dropFirst())
        let box = try damage(from: tree(gone), to: glass).box
        #expect(box.contains(PixelRect(229, 129, 271, 171)) && PixelRect(222, 122, 278, 178).contains(box))
    }

    @Test func theGlassItselfIsItsBounds() throws {
        #expect(
            try damage(from: [Layer("a", Rect(0, 0, 400, 300), .red)], to: tree(Layer("a", Rect(0, 0, 400, 300), .red)))
                == [PixelRect(200, 100, 300, 200)])
    }
}
