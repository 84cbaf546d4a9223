import Geometry
import Glibc
import TestSupport
import Testing

@testable import Pixels

@Suite struct ShadowPlanTests {
    private let tools = CanvasTools()
    private let black = PremultipliedColor(pixel: 0xFF00_0000)
    private let bounds = Rect(-15, -10, 30, 20)
    private let corners = CornerShape(topLeft: 8, topRight: 2, bottomRight: 0, bottomLeft: 5)
    private let window = PixelRect(0, 0, 90, 80)

    /// The coverage under `map` with the Gaussian that the map makes of a round one, by sums in two dimensions.
    private func oracle(_ map: Affine, _ offset: Point, _ sigma: Double) throws -> Plane {
        let moved = Affine.translation(map.a * offset.x + map.c * offset.y, map.b * offset.x + map.d * offset.y).concat(
            map)
        let mask = try tools.mask(of: .roundedRect(bounds, corners), moved, rule: .nonZero, in: window)
        let cover = Plane(mask)
        let inverse = try #require(map.inverse)
        let reach = Int32(3.6 * sigma * map.maxScale) + 1
        var weights: [(Int32, Int32, Double)] = []
        for v in -reach...reach {
            for u in -reach...reach {
                let (x, y) = (
                    inverse.a * Double(u) + inverse.c * Double(v), inverse.b * Double(u) + inverse.d * Double(v)
                )
                let r = (x * x + y * y) / (2 * sigma * sigma)
                if r < 7 { weights.append((u, v, exp(-r))) }
            }
        }
        let sum = weights.reduce(0) { $0 + $1.2 }
        // Every third pixel is enough.
        var plane = Plane(window) { _, _ in -1 }
        for y in stride(from: window.y0, to: window.y1, by: 3) {
            for x in stride(from: window.x0, to: window.x1, by: 3) {
                let value = weights.reduce(0) { $0 + $1.2 * cover[x + $1.0, y + $1.1] } / sum
                plane.values[Int(y * window.width + x)] = value
            }
        }
        return plane
    }

    private func distance(_ plane: Plane, _ bitmap: Bitmap) -> Double {
        var most = 0.0
        for y in window.y0..<window.y1 {
            for x in window.x0..<window.x1 where plane[x, y] >= 0 {
                most = max(most, abs(plane[x, y] - Double(bitmap[Int(x), Int(y)] >> 24)))
            }
        }
        return most
    }

    private func draw(_ plan: ShadowPlan, _ clip: PixelRect, picture: Bitmap? = nil) throws -> Bitmap {
        let bitmap = try window.bitmap()
        try plan.draw(
            on: Canvas(bitmap, clip: Region(clip), tools: tools), black, picture: picture.map { ($0, .zero) })
        return bitmap
    }

    static let maps: [(Affine, Double, Double)] = [
        (.identity, 3, 2), (Affine(0, 1.5, -1.5, 0, 0, 0), 2.5, 2), (Affine(-1, 0, 0, 1, 0, 0), 5, 2),
        (Affine(1.5, 0, 0, 0.7, 0, 0), 3, 2), (.rotation(0.5), 3, 2), (.rotation(2).concat(.scale(1.3, -1.3)), 4, 2),
        (.rotation(0.4).concat(.scale(1.6, 0.8)), 4, 2.5), (Affine(1, 0.3, 0.8, 1, 0, 0), 3, 2.5),
        (Affine(1, 0.3, 0.8, 1, 0, 0), 1.2, 3),
    ]

    @Test(arguments: maps.indices) func isTheGaussianUnderTheMap(_ number: Int) throws {
        var dice = Dice(UInt64(number))
        let (linear, sigma, bound) = Self.maps[number]
        let map = Affine.translation(45.3, 40.8).concat(linear)
        let offset = Point(1.5, -2.25)
        let wanted = try oracle(map, offset, sigma)
        let plan = ShadowPlan(.bounds(bounds, corners), map: map, offset: offset, sigma: sigma)
        #expect(plan.isClosedForm == (number < 3))
        let closed = try draw(plan, window)
        #expect(distance(wanted, closed) <= bound)
        let path = ShadowPlan(.path(.roundedRect(bounds, corners)), map: map, offset: offset, sigma: sigma)
        // A picture does not concern it.
        #expect(distance(wanted, try draw(path, window, picture: noise(20, 20, &dice))) <= bound)
        // The same from a picture.
        let picture = try window.bitmap()
        Canvas(picture, tools: tools).fill(.roundedRect(bounds, corners), map, black)
        let cast = ShadowPlan(.picture, map: map, offset: offset, sigma: sigma)
        let drawn = try draw(cast, window, picture: picture)
        #expect(distance(wanted, drawn) <= bound + 0.5)

        for (plan, whole) in [(plan, closed), (cast, drawn)] {
            for _ in 0..<4 {
                let part = dice.rect(0, 79)
                // What is transparent may be left out.
                let shape = PixelRect(covering: map.boundingBox(bounds))
                let needed = plan.input(for: part).intersection(dice.int(0, 1) == 0 ? window : shape)
                let piece = needed.isEmpty ? nil : try needed.bitmap()
                if let piece { picture.copy(at: .zero, into: piece, at: needed.corner) }
                let result = try window.bitmap()
                try plan.draw(
                    on: Canvas(result, clip: Region(part), tools: tools), black,
                    picture: piece.map { ($0, needed.corner) })
                let wanted = try window.bitmap()
                let cut = try part.bitmap()
                whole.copy(at: .zero, into: cut, at: part.corner)
                cut.copy(at: part.corner, into: wanted, at: .zero)
                #expect(result.hasSamePixels(as: wanted))
            }
            let reached = plan.pixels(picture: window)
            #expect(reached.contains(plan.pixels(picture: PixelRect(30, 30, 31, 31)).intersection(window)))
        }
    }

    @Test func nonsenseDrawsNothing() throws {
        let clear = try window.bitmap()
        let maps = [
            Affine(0, 0, 0, 0, 5, 5), Affine(1, 1, 1, 1, 5, 5), Affine(.nan, 0, 0, 1, 0, 0),
            Affine(1, 0, 0, 1, .nan, 0),
            Affine(1e300, 1, 3, 1e300, 0, 0), Affine(.infinity, 0, 0, 1, 0, 0),
        ]
        for map in maps {
            for sigma in [0, 3, .nan, .infinity] as [Double] {
                for caster in [
                    ShadowPlan.Caster.bounds(bounds, corners), .path(.roundedRect(bounds, corners)), .picture,
                ] {
                    let plan = ShadowPlan(caster, map: map, offset: Point(1, .infinity), sigma: sigma)
                    _ = try? draw(plan, window, picture: clear)
                    _ = plan.input(for: window)
                }
            }
        }
    }
}
