import Compositor
import Frame
import Geometry
import Pixels
import Scene
import Schema
import TestSupport
import Testing

/// Borders on backgrounds.
@Suite struct BorderTests {
    /// A white card with an opaque black border on black: white is seen inside of the border, and nowhere else.
    @Test(arguments: [0.3, 1, 1.5, 2, 3, 5, 9], [0, 7, 30.0])
    func theBackgroundEndsBeneathAnOpaqueBorder(_ width: Double, _ radius: Double) throws {
        for (at, turn) in [
            Affine.identity, .rotation(0.3), Affine(1, 0.2, 0.4, 1, 0, 0), .scale(1.5, 1.5), .scale(1, 2),
        ].enumerated() {
            for origin in [Point(20, 20), Point(20.25, 20.5), Point(20.6, 20.75)] {
                let stage = try Stage(120, 120)
                try stage.set(Scene.root, .backgroundColor, .color(.black))
                let bounds = Rect(0, 0, 50, 40)
                let card = try stage.add("card", Rect(origin.x, origin.y, 50, 40), .white)
                try stage.set(card, .cornerRadius, .number(radius))
                try stage.set(card, .borderWidth, .number(width))
                try stage.set(card, .transform, .transform(Transform3D(turn)))
                stage.frame()
                let picture = try #require(stage.output.picture)
                #expect(try stage.oracle().hasSamePixels(as: picture))
                let map = Affine.translation(origin.x + 25, origin.y + 20).concat(turn).concat(.translation(-25, -20))
                let r = min(radius, 20)
                let inner = try CanvasTools().mask(
                    of: .roundedRect(
                        bounds.outset(-width, -width),
                        CornerShape(topLeft: r, topRight: r, bottomRight: r, bottomLeft: r).inset(by: width)), map,
                    rule: .nonZero, in: PixelRect(0, 0, 120, 120))
                var most = 0
                for y in 0..<120 {
                    for x in 0..<120 { most = max(most, abs(Int(picture[x, y] & 255) - Int(inner[x, y]))) }
                }
                #expect(most <= 3, "map \(at) at \(origin): \(most)")
            }
        }
    }

    /// Through a translucent one it is seen, up to the edge.
    @Test func theBackgroundIsSeenThroughATranslucentBorder() throws {
        let stage = try Stage(60, 60)
        let card = try stage.add("card", Rect(10, 10, 40, 40), .white)
        try stage.set(card, .borderWidth, .number(4))
        try stage.set(card, .borderColor, .color(Color(0, 0, 0, 128)))
        stage.frame()
        #expect(stage.output.picture?[12, 30] == 0xFF7F_7F7F && stage.output.picture?[30, 30] == 0xFFFF_FFFF)
    }
}
