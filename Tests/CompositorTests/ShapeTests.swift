import Compositor
import Frame
import Geometry
import Glibc
import Scene
import Schema
import TestSupport
import Testing

/// What an output is told of its picture: where it takes input, where it is opaque.
@Suite struct ShapeTests {
    /// Where rectangles are, pixel by pixel.
    private func pixels(_ rects: [PixelRect]) -> Set<Point> {
        var found: Set<Point> = []
        for rect in rects {
            for y in rect.y0..<rect.y1 {
                for x in rect.x0..<rect.x1 { found.insert(Point(Double(x) + 0.5, Double(y) + 0.5)) }
            }
        }
        return found
    }

    /// The pixels whose middles are hit, of layers whose rounded bounds are turned any way and cut by those around them.
    @Test(arguments: 0..<16) func inputIsWhereLayersAreHit(_ round: Int) throws {
        var dice = Dice(UInt64(round) + 11)
        let scale = dice.pick([1, 1, 1.5, 2])
        let stage = try Stage(120, 90, scale: scale)
        var layers = [Scene.root]
        for number in 0..<9 {
            let frame = Rect(dice.real(-10, 60), dice.real(-10, 50), dice.real(5, 60), dice.real(5, 50))
            let layer = try stage.add("l\(number)", frame, in: dice.pick(layers))
            layers.append(layer)
            try stage.set(layer, .isInteractive, .boolean(dice.chance(0.7)))
            try stage.set(layer, .masksToBounds, .boolean(dice.chance(0.5)))
            try stage.set(layer, .cornerRadius, .number(dice.chance(0.6) ? dice.real(0, 20) : 0))
            try stage.set(layer, .maskedCorners, .choices(UInt32(dice.upTo(16))))
            try stage.set(layer, .cornerCurve, .choice(dice.chance(0.5) ? 1 : 0))
            let map = Affine.rotation(dice.chance(0.3) ? dice.real(-3, 3) : 0).concat(
                .scale(dice.real(0.5, 2), dice.real(-2, 2)))
            if dice.chance(0.4) { try stage.set(layer, .transform, .transform(Transform3D(map))) }
            if dice.chance(0.2) { try stage.set(layer, .sublayerTransform, .transform(Transform3D(map))) }
        }
        stage.compositor.update(stage.scene)
        let taken = pixels(stage.compositor.shape(stage.scene).input)
        func isHit(_ x: Double, _ y: Double) -> Bool {
            stage.compositor.hit(Point(x / scale, y / scale), stage.scene) != nil
        }
        for point in pixels([PixelRect(0, 0, 120, 90)]) where taken.contains(point) != isHit(point.x, point.y) {
            // Curves are lines for the one: a middle on the edge may be on either side of it, and at the tip of a corner.
            let around = (0..<16).map { step in
                let (turn, reach) = (Double(step) * .pi / 4, step < 8 ? 0.03 : 0.1)
                return isHit(point.x + reach * cos(turn), point.y + reach * sin(turn))
            }
            #expect(Set(around).count == 2, "\(point)")
        }
    }

    /// Beyond so many clips in each other the inner ones are boxes, and nothing that is hit is left out.
    @Test(arguments: [32, 33]) func clipsInEachOther(_ count: Int) throws {
        let stage = try Stage(100, 100)
        var parent = Scene.root
        for number in 0..<count {
            parent = try stage.add("c\(number)", Rect(0, 0, 100, 100), in: parent)
            try stage.set(parent, .masksToBounds, .boolean(true))
            try stage.set(parent, .cornerRadius, .number(number == count - 1 ? 50 : 10))
        }
        let button = try stage.add("button", Rect(0, 0, 100, 100), in: parent)
        try stage.set(button, .isInteractive, .boolean(true))
        stage.compositor.update(stage.scene)
        let taken = pixels(stage.compositor.shape(stage.scene).input)
        #expect(taken.contains(Point(50.5, 2.5)) && !taken.contains(Point(1.5, 1.5)))
        #expect(taken.contains(Point(8.5, 8.5)) == (count > 32))
    }

    /// What erases takes its own place from what is opaque.
    @Test func nothingIsOpaqueWhereSomethingErases() throws {
        let stage = try Stage(100, 100)
        let back = try stage.add("back", Rect(10, 10, 80, 80), .white)
        let whole = [PixelRect(10, 10, 90, 90)]
        stage.frame()
        #expect(stage.compositor.shape(stage.scene).opaque == whole)
        let hole = try stage.add("hole", Rect(30, 50, 10, 10), .white)
        let rest = [PixelRect(10, 10, 90, 50), PixelRect(40, 50, 90, 60), PixelRect(10, 60, 90, 90)]
        for (mode, isHole) in [
            ("normal", false), ("clear", true), ("sourceAtop", false), ("destinationOut", true), ("xor", true),
        ] {
            let choices = LayerProperty.schema[Int(LayerProperty.compositingFilter.id.raw)].choices
            try stage.set(hole, .compositingFilter, .choice(UInt8(#require(choices.firstIndex(of: mode)))))
            stage.frame()
            // What is narrow is left out.
            let expected = isHole ? rest.filter { $0.height >= 32 } : whole
            #expect(stage.compositor.shape(stage.scene).opaque == expected, "\(mode)")
        }
        try stage.scene.objects.remove(hole)
        stage.frame()
        #expect(stage.compositor.shape(stage.scene).opaque == whole)
        // In copies anything may be.
        let copier = try stage.add("r", Rect(0, 0, 100, 10), kind: Stage.copierKind)
        try stage.add("dot", Rect(0, 0, 20, 20), .red, in: copier)
        try stage.copy(copier, [LayerCopy(), LayerCopy(.translation(50, 0))])
        stage.frame()
        #expect(stage.compositor.shape(stage.scene).opaque == [PixelRect(10, 20, 90, 90)])
        try stage.scene.objects.remove(copier)
        try stage.set(back, .opacity, .number(0.5))
        try stage.scene.set(Scene.main, OutputProperty.backgroundColor.id, .color(.white))
        stage.frame()
        #expect(stage.compositor.shape(stage.scene).opaque == [PixelRect(0, 0, 100, 100)])
    }
}
