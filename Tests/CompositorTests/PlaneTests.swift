import Compositor
import Frame
import Geometry
import Pixels
import Scene
import SceneTables
import Schema
import TestSupport
import Testing

/// Bitmaps of layers with a grid of their own: what they hold, when they are painted, how they are shown.
@Suite struct PlaneTests {
    /// A rasterized card at 50,40 with a red square in it.
    @discardableResult
    private func card(_ stage: Stage, scale: Double = 1) throws -> (card: Slot, square: Slot) {
        let card = try stage.add("card", Rect(50, 40, 60, 40), .white)
        let square = try stage.add("square", Rect(10, 10, 20, 20), .red, in: card)
        try stage.set(card, .shouldRasterize, .boolean(true))
        try stage.set(card, .rasterizationScale, .number(scale))
        return (card, square)
    }

    /// What of the bitmap is painted for the next frame.
    @Test func onlyWhatIsStaleIsPainted() throws {
        let stage = try Stage()
        let (card, square) = try card(stage, scale: 2)
        var list = DisplayList(drawings: stage.compositor.drawings)
        list.configure(width: 400, height: 300, scale: 1)
        func stale() -> [PixelRect] {
            list.update(stage.scene)
            var paint = PaintList()
            list.plan(PixelRect(0, 0, 400, 300), LayerReader(stage.scene, stage.compositor.drawings), into: &paint)
            #expect(paint.kept.values.map(\.slot) == [card])
            return list.bitmaps.takeStale(card).map(\.pixels)
        }
        #expect(stale() == [PixelRect(0, 0, 120, 80)])
        // Placing it otherwise paints nothing of it.
        try stage.set(card, .position, .point(Point(110.3, 80)))
        try stage.set(card, .opacity, .number(0.5))
        try stage.set(card, .compositingFilter, .choice(1))
        try stage.set(card, .transform, .transform(.rotationZ(0.3)))
        #expect(stale() == [])
        try stage.set(card, .transform, .transform(Transform3D.perspective(300).concat(.rotationY(0.3))))
        #expect(stale() == [])
        try stage.set(square, .backgroundColor, .color(.blue))
        #expect(stale() == [PixelRect(20, 20, 60, 60)])
        // Nor does what is changed out of sight, until it is shown.
        try stage.set(card, .position, .point(Point(900, 80)))
        list.update(stage.scene)
        try stage.set(square, .position, .point(Point(21, 20)))
        list.update(stage.scene)
        try stage.set(card, .position, .point(Point(100, 80)))
        let all = stale()
        #expect(all.reduce(PixelRect.empty) { $0.union($1) }.contains(PixelRect(20, 20, 62, 60)))
        #expect(list.bitmaps.count == 1)
        try stage.set(card, .isHidden, .boolean(true))
        list.update(stage.scene)
        #expect(list.bitmaps.count == 0 && list.bitmaps.bytes == 0)
    }

    /// At the output's scale, on whole pixels, nothing shows that a layer is rasterized.
    @Test(arguments: [1.0, 2, 3]) func sameScaleSameBytes(_ scale: Double) throws {
        let plain = try Stage(400, 300, scale: scale)
        let (card, _) = try card(plain, scale: scale)
        let kept = plain.frame()
        let picture = try #require(plain.output.picture)
        let copy = try Bitmap(width: 400, height: 300)
        for y in 0..<300 { for x in 0..<400 { copy[x, y] = picture[x, y] } }
        #expect(kept.painted && plain.compositor.stats.planes == 1)
        try plain.set(card, .shouldRasterize, .boolean(false))
        plain.frame()
        #expect(try #require(plain.output.picture).hasSamePixels(as: copy) && plain.compositor.stats.planes == 0)
    }

    /// Half the output's scale: soft inside, sharp at the bounds.
    @Test func lessScaleIsSoft() throws {
        let stage = try Stage(400, 300, scale: 2)
        try card(stage)
        stage.frame()
        let picture = try #require(stage.output.picture)
        #expect(picture[99, 100] == 0 && picture[100, 100] == 0xFFFF_FFFF && picture[219, 100] == 0xFFFF_FFFF)
        #expect(picture[220, 100] == 0 && picture[140, 120] == 0xFFFF_0000)
        // The square's edge at 120 is between two pixels of the bitmap: a quarter and three quarters of each.
        let green = (118...122).map { Int(picture[$0, 120] >> 8 & 255) }
        #expect(green[0] == 255 && abs(green[1] - 191) <= 1 && abs(green[2] - 64) <= 1 && green[3] == 0)
    }

    /// Sampled without bitmaps that are kept, the bytes are the same; and a small change inside damages little.
    @Test func budgetAndDamage() throws {
        let stage = try Stage()
        try stage.set(Scene.root, .sublayerTransform, .transform(.perspective(400)))
        let card = try stage.add("card", Rect(100, 50, 200, 200), .white)
        let square = try stage.add("square", Rect(20, 20, 20, 20), .red, in: card)
        try stage.set(card, .transform, .transform(.rotationY(0.7)))
        stage.frame()
        #expect(stage.compositor.stats.planes == 1)
        let whole = try stage.oracle()
        #expect(whole.hasSamePixels(as: try #require(stage.output.picture)))
        stage.compositor.cacheBytes = 0
        try stage.set(square, .backgroundColor, .color(.blue))
        let frame = stage.frame()
        #expect(stage.compositor.stats.planes == 0 && frame.pixels < 1000 && frame.pixels > 200)
        #expect(try stage.oracle().hasSamePixels(as: #require(stage.output.picture)))
    }

    /// A cube of six faces shows those that are turned to the viewer.
    @Test func cube() throws {
        let stage = try Stage()
        try stage.set(Scene.root, .sublayerTransform, .transform(.perspective(600)))
        let cube = try stage.add("cube", Rect(150, 100, 100, 100), kind: "transformLayer")
        let turns: [Transform3D] = [
            .identity, .rotationY(.pi / 2), .rotationY(.pi), .rotationY(-.pi / 2), .rotationX(.pi / 2),
            .rotationX(-.pi / 2),
        ]
        let colors = [Color.red, .green, .blue, .white, Color(255, 255, 0), Color(0, 255, 255)]
        for (i, turn) in turns.enumerated() {
            let face = try stage.add("face\(i)", Rect(0, 0, 100, 100), colors[i], in: cube)
            try stage.set(face, .transform, .transform(turn.concat(.translation(0, 0, 50))))
        }
        // The face in front after each turn of the whole.
        let shown: [(Transform3D, Color)] = [
            (.identity, .red), (.rotationY(.pi), .blue), (.rotationY(-.pi / 2), .green), (.rotationY(.pi / 2), .white),
            (.rotationX(-.pi / 2), Color(255, 255, 0)), (.rotationX(.pi / 2), Color(0, 255, 255)),
        ]
        for (turn, color) in shown {
            try stage.set(cube, .transform, turn == .identity ? .none : .transform(turn))
            stage.frame()
            let picture = try #require(stage.output.picture)
            #expect(picture[200, 150] == PremultipliedColor(color).pixel)
            // Nearer by 50 of 600: 12/11 as large.
            #expect(picture[147, 150] == PremultipliedColor(color).pixel && picture[144, 150] == 0)
            #expect(try stage.oracle().hasSamePixels(as: picture))
        }
        // Between two, both sides show.
        try stage.set(cube, .transform, .transform(.rotationY(-.pi / 4)))
        stage.frame()
        let picture = try #require(stage.output.picture)
        #expect(picture[180, 150] == 0xFFFF_0000 && picture[220, 150] == 0xFF00_FF00)
    }

    /// Flattened before opacity, whatever `allowsGroupOpacity` says: what is below lets nothing shine through.
    @Test(arguments: [true, false]) func isFlattenedBeforeOpacity(_ isGroup: Bool) throws {
        let stage = try Stage()
        let (card, square) = try card(stage)
        try stage.set(square, .backgroundColor, .color(.white))
        try stage.set(card, .opacity, .number(0.5))
        try stage.set(card, .allowsGroupOpacity, .boolean(isGroup))
        for _ in 0..<2 {
            stage.frame()
            let picture = try #require(stage.output.picture)
            #expect(picture[55, 45] == 0x8080_8080 && picture[65, 55] == 0x8080_8080)
            #expect(try stage.oracle().hasSamePixels(as: picture))
            // In perspective too.
            try stage.set(card, .transform, .transform(Transform3D.perspective(300).concat(.scale(1, 1, 2))))
        }
        try stage.set(card, .transform, .none)
        try stage.set(card, .shouldRasterize, .boolean(false))
        stage.frame()
        #expect(stage.output.picture?[65, 55] == (isGroup ? 0x8080_8080 : 0xC0C0_C0C0))
    }

    /// Narrow bars, some of them between pixels, in a card at `origin`.
    private func bars(
        _ origin: Point, scale: Double = 1, _ more: (Stage, Slot) throws -> Void
    ) throws -> Bitmap {
        let stage = try Stage(Int(200 * scale), Int(120 * scale), scale: scale)
        try stage.set(Scene.root, .backgroundColor, .color(.white))
        let card = try stage.add("card", Rect(origin.x, origin.y, 100, 60))
        for at in 0..<24 {
            let x = Double(at) * 4 + Double(at % 4) * 0.25
            try stage.add("b\(at)", Rect(x, at % 3 == 0 ? 0.5 : 4, 1, 50), .black, in: card)
        }
        try more(stage, card)
        stage.frame()
        let picture = try #require(stage.output.picture)
        #expect(try stage.oracle().hasSamePixels(as: picture))
        return picture
    }

    /// How much neighbors differ: the less, the softer.
    private func contrast(_ picture: Bitmap) -> Double {
        var sum = 0.0
        for y in 0..<picture.height {
            for x in 1..<picture.width {
                let step = Double(picture[x, y] & 255) - Double(picture[x - 1, y] & 255)
                sum += step * step
            }
        }
        return sum
    }

    /// What stands between pixels is painted there, and not blurred by being placed.
    @Test(arguments: [Point(20, 30), Point(20.5, 30), Point(20.25, 30.5), Point(20.7, 29.9)])
    func aPlaneIsAsSharpAsWithout(_ origin: Point) throws {
        let plain = try bars(origin) { _, _ in }
        let kept = try bars(origin) { try $0.set($1, .shouldRasterize, .boolean(true)) }
        for y in 0..<plain.height {
            for x in 0..<plain.width {
                #expect(abs(Int(plain[x, y] & 255) - Int(kept[x, y] & 255)) <= 2)
            }
        }
        for angle in [1e-6, 0.01, .pi - 0.01, .pi - 1e-6] {
            let turned = try bars(origin) {
                try $0.set($1, .transform, .transform(Transform3D.perspective(800).concat(.rotationY(angle))))
            }
            #expect(contrast(turned) > 0.93 * contrast(plain), "\(angle)")
        }
    }

    /// So it is on an output of any scale, where the picture is nearly flat all over.
    @Test(arguments: [1, 1.25, 1.5, 2.2]) func aNearlyFlatPlaneIsAsSharpAsWithout(_ scale: Double) throws {
        let origin = Point(20.3, 30.6)
        let plain = try bars(origin, scale: scale) { _, _ in }
        for angle in [0.002, 0.04] {
            let turned = try bars(origin, scale: scale) {
                try $0.set($1, .transform, .transform(Transform3D.perspective(4000).concat(.rotationY(angle))))
            }
            #expect(contrast(turned) > 0.9 * contrast(plain), "\(angle)")
        }
    }

    /// A rasterized layer that moves by whole pixels keeps its bitmap, also between pixels.
    @Test func movingByPixelsPaintsNothing() throws {
        let stage = try Stage()
        let (card, _) = try card(stage)
        try stage.set(card, .position, .point(Point(80.3, 60.6)))
        var list = DisplayList(drawings: stage.compositor.drawings)
        list.configure(width: 400, height: 300, scale: 1)
        func stale() -> Bool {
            list.update(stage.scene)
            var paint = PaintList()
            list.plan(PixelRect(0, 0, 400, 300), LayerReader(stage.scene, stage.compositor.drawings), into: &paint)
            return !list.bitmaps.takeStale(card).isEmpty
        }
        #expect(stale())
        for at in 1..<40 {
            try stage.set(card, .position, .point(Point(80.3 + Double(at), 60.6 - Double(at % 7))))
            #expect(!stale())
        }
    }

    /// A layer in the slot of a removed one of another kind keeps nothing of it.
    @Test func slotsOfOtherKinds() throws {
        let stage = try Stage(120, 90)
        let tilted = Transform3D.perspective(200).concat(.rotationY(0.7))
        let makers: [(Double) throws -> Void] = [
            { x in try stage.add("plain", Rect(x, 10, 40, 30), .red) },
            { x in
                let solid = try stage.add("solid", Rect(x, 20, 50, 30), kind: "transformLayer")
                try stage.set(solid, .transform, .transform(.rotationY(0.5)))
                let near = try stage.add("near", Rect(0, 0, 30, 20), .green, in: solid)
                try stage.set(near, .zPosition, .number(5))
                try stage.add("far", Rect(10, 10, 30, 20), .blue, in: solid)
            },
            { x in
                let plane = try stage.add("plane", Rect(x, 30, 60, 40), .white)
                try stage.set(plane, .transform, .transform(tilted))
                try stage.set(plane, .masksToBounds, .boolean(true))
                try stage.set(plane, .sublayerTransform, .transform(.rotationZ(0.3)))
                try stage.add("card", Rect(10, 10, 40, 40), .red, in: plane)
            },
            { x in try stage.add("empty", Rect(x, 20, 50, 30), kind: "transformLayer") },
            { x in
                let copier = try stage.add("copier", Rect(x, 5, 30, 30), kind: Stage.copierKind)
                try stage.copy(copier, [LayerCopy(), LayerCopy(.translation(20, 30, 0))])
                try stage.add("copied", Rect(0, 0, 15, 15), .blue, in: copier)
            },
        ]
        for number in 0..<200 {
            // Two of them, in any order.
            let (first, second) = (number % makers.count, number * 7 / makers.count % makers.count)
            try makers[first](Double(number % 3 * 20))
            if second != first { try makers[second](30) }
            stage.frame()
            guard try stage.oracle().hasSamePixels(as: #require(stage.output.picture)) else {
                Issue.record("round \(number): \(first), \(second)")
                return
            }
            stage.scene.objects.clear()
        }
    }

    /// What was taken back is not painted.
    @Test func rollbackPaintsNothing() throws {
        let stage = try Stage()
        let a = try stage.add("a", Rect(10, 10, 60, 60), .red)
        let b = try stage.add("b", Rect(5, 5, 30, 30), .green, in: a)
        let c = try stage.add("c", Rect(100, 10, 60, 60), .blue)
        stage.frame()
        stage.scene.transaction.begin()
        try stage.scene.tree.move(c, to: a, .index(0))
        try stage.set(b, .zPosition, .number(-3))
        try stage.scene.objects.remove(a)
        try stage.add("d", Rect(0, 0, 400, 300), .white)
        stage.scene.transaction.rollback()
        #expect(stage.frame().damage.isEmpty)
        #expect(try stage.oracle().hasSamePixels(as: #require(stage.output.picture)))
        // What had moved before is painted.
        try stage.scene.tree.move(c, to: Scene.root, .index(0))
        try stage.set(c, .position, .point(Point(60, 40)))
        stage.scene.transaction.begin()
        try stage.scene.objects.remove(c)
        stage.scene.transaction.rollback()
        #expect(!stage.frame().damage.isEmpty)
        #expect(try stage.oracle().hasSamePixels(as: #require(stage.output.picture)))
    }
}
