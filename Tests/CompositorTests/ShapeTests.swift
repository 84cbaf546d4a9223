import Compositor
import Frame
import Geometry
import Scene
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

    /// The pixels whose middles are hit, of layers whose rounded bounds are turned any way.
    @Test func inputIsWhereLayersAreHit() throws {
        var dice = Dice(11)
        for round in 0..<6 {
            let stage = try Stage(120, 90)
            for number in 0..<4 {
                let layer = try stage.add(
                    "l\(number)", Rect(dice.real(-10, 80), dice.real(-10, 60), dice.real(5, 50), dice.real(5, 40)))
                try stage.set(layer, .isInteractive, .boolean(dice.chance(0.8)))
                try stage.set(layer, .cornerRadius, .number(dice.chance(0.5) ? dice.real(0, 20) : 0))
                if dice.chance(0.5) {
                    try stage.set(layer, .transform, .transform(Transform3D(.rotation(dice.real(-3, 3)))))
                }
            }
            stage.compositor.update(stage.scene)
            let taken = pixels(stage.compositor.shape(stage.scene).input)
            var hit: Set<Point> = []
            for point in pixels([PixelRect(0, 0, 120, 90)])
            where stage.compositor.hit(point, stage.scene) != nil { hit.insert(point) }
            // Curves are lines for the one: a middle on the edge may be on either side of it.
            #expect(taken.symmetricDifference(hit).count <= 4, "round \(round)")
        }
    }

    @Test func whatErasesLeavesNothingOpaque() throws {
        let stage = try Stage(100, 100)
        let back = try stage.add("back", Rect(10, 10, 80, 80), .white)
        stage.frame()
        #expect(stage.compositor.shape(stage.scene).opaque == [PixelRect(10, 10, 90, 90)])
        let hole = try stage.add("hole", Rect(30, 30, 10, 10), .white)
        for (mode, expected) in [("normal", 1), ("clear", 0), ("sourceAtop", 1), ("destinationOut", 0), ("xor", 0)] {
            let choices = LayerProperty.schema[Int(LayerProperty.compositingFilter.id.raw)].choices
            try stage.set(hole, .compositingFilter, .choice(UInt8(#require(choices.firstIndex(of: mode)))))
            stage.frame()
            #expect(stage.compositor.shape(stage.scene).opaque.count == expected, "\(mode)")
        }
        try stage.scene.remove(hole)
        stage.frame()
        #expect(stage.compositor.shape(stage.scene).opaque == [PixelRect(10, 10, 90, 90)])
        try stage.set(back, .opacity, .number(0.5))
        try stage.scene.set(Scene.main, OutputProperty.backgroundColor.id, .color(.white))
        stage.frame()
        #expect(stage.compositor.shape(stage.scene).opaque == [PixelRect(0, 0, 100, 100)])
    }
}
