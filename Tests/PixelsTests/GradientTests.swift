import Geometry
import Glibc
import TestSupport
import Testing

@testable import Pixels

@Suite struct GradientTests {
    let tools = CanvasTools()

    /// The colour at `t`, by the definition: straight channels, then premultiplied.
    func color(_ t: Double, _ stops: [Gradient.Stop]) -> SIMD4<Double> {
        func straight(_ c: Color) -> SIMD4<Double> {
            SIMD4(Double(c.blue), Double(c.green), Double(c.red), Double(c.alpha))
        }
        var c = straight(stops[0].color)
        for (a, b) in zip(stops, stops.dropFirst()) where t >= a.location {
            let f = b.location > a.location ? min((t - a.location) / (b.location - a.location), 1) : 1
            c = straight(a.color) * (1 - f) + straight(b.color) * f
        }
        if let last = stops.last, t >= last.location { c = straight(last.color) }
        let alpha = c.w / 255
        return SIMD4(c.x * alpha, c.y * alpha, c.z * alpha, c.w)
    }

    @Test func areTheirFormulas() throws {
        var dice = Dice(31)
        for round in 0..<90 {
            let stops = (0..<dice.int(1, 6)).map { _ in dice.real(0, 1) }.sorted().map { at in
                Gradient.Stop(
                    round % 2 == 0 ? (at * 4).rounded() / 4 : at,
                    Color(
                        UInt8(dice.int(0, 255)), UInt8(dice.int(0, 255)), UInt8(dice.int(0, 255)),
                        round % 3 == 0 ? 255 : UInt8(dice.int(0, 255))))
            }
            let kind = Gradient.Kind(rawValue: UInt8(round % 3)) ?? .axial
            let (a, b) = (Point(dice.real(0, 40), dice.real(0, 40)), Point(dice.real(0, 40), dice.real(0, 40)))
            var gradient = Gradient(kind, from: a, to: kind == .radial ? a : b, stops: stops)
            gradient.toRadius = dice.real(1, 30)
            gradient.map = Affine.rotation(dice.real(0, 7)).concat(.scale(1.3, 0.8))
            let map = Affine.translation(3, 4)
            let target = try Bitmap(width: 40, height: 40)
            Canvas(target, tools: tools).fillRoundedRect(
                Rect(0, 0, 40, 40), square, with: gradient, map)
            let back = try #require(map.concat(gradient.map).inverse)
            var wrong = 0
            for y in 0..<40 {
                for x in 0..<40 {
                    let p = back.apply(Point(Double(x) + 0.5, Double(y) + 0.5)) - a
                    let d = b - a
                    var t: Double
                    switch kind {
                    case .axial: t = (p.x * d.x + p.y * d.y) / (d.x * d.x + d.y * d.y)
                    case .radial: t = p.length / gradient.toRadius
                    case .conic:
                        t = (atan2(p.y, p.x) - atan2(d.y, d.x)) / (2 * .pi)
                        t -= t.rounded(.down)
                    }
                    // At a hard change, either side.
                    if stops.contains(where: { abs($0.location - t) < 1e-4 }) || min(t, 1 - t) < 1e-4 { continue }
                    let pixel = target[x, y]
                    let got = SIMD4(
                        Double(pixel & 255), Double(pixel >> 8 & 255), Double(pixel >> 16 & 255), Double(pixel >> 24))
                    let off = got - color(t, stops)
                    if max(off.max(), -off.min()) > 1 { wrong += 1 }
                }
            }
            #expect(wrong == 0, "\(kind) \(round)")
        }
    }

    /// Two circles apart: each pixel's `t` is that of a circle it lies on, and none is missed that is painted.
    @Test func conesAreTheirCircles() throws {
        var gradient = Gradient(
            .radial, from: Point(12, 20), to: Point(26, 18), stops: [.init(0, .black), .init(1, .white)])
        (gradient.fromRadius, gradient.toRadius) = (2, 6)
        for extends in [true, false] {
            (gradient.extendsBefore, gradient.extendsAfter) = (extends, extends)
            let target = try Bitmap(width: 40, height: 40)
            Canvas(target, tools: tools).fillRoundedRect(Rect(0, 0, 40, 40), square, with: gradient, .identity)
            var wrong = 0
            for y in 0..<40 {
                for x in 0..<40 {
                    // The largest circle by trying, in steps too fine for a colour to differ by more than 1.
                    var wanted = -1.0
                    var t = extends ? 6.0 : 1.0
                    while t >= (extends ? -0.5 : 0), wanted < 0 {
                        let r = 2 + 4 * t
                        let c = Point(12 + 14 * t, 20 - 2 * t)
                        let off = (Point(Double(x) + 0.5, Double(y) + 0.5) - c).length - r
                        if r >= 0, abs(off) < 0.02 { wanted = min(max(t, 0), 1) }
                        t -= 0.001
                    }
                    let pixel = target[x, y]
                    if wanted >= 0, abs(Double(pixel & 255) - wanted * 255) > 6 || pixel >> 24 < 255 { wrong += 1 }
                }
            }
            // At the cone's sides the steps may find a circle that just misses the pixel.
            #expect(wrong <= 2)
        }
    }

    private func middle(_ gradient: Gradient) throws -> UInt32 {
        let target = try Bitmap(width: 9, height: 9)
        Canvas(target, tools: tools).fillRoundedRect(Rect(0, 0, 9, 9), square, with: gradient, .identity)
        return target[4, 4]
    }

    @Test func edgeCases() throws {
        let (red, blue) = (Color(255, 0, 0), Color(0, 0, 255))
        let at = Point(4, 4)
        func make(_ kind: Gradient.Kind, _ stops: [Gradient.Stop], to: Point = Point(4, 9)) -> Gradient {
            Gradient(kind, from: Point(4, 4), to: to, stops: stops)
        }
        for kind in [Gradient.Kind.axial, .conic] {
            #expect(try middle(make(kind, [])) == 0, "no colours")
            #expect(try middle(make(kind, [.init(0.3, red)])) == 0xFFFF_0000, "one colour")
        }
        #expect(try middle(make(.radial, [.init(0, red), .init(1, blue)], to: at)) == 0, "no extent")
        #expect(try middle(make(.axial, [.init(0, red), .init(1, blue)], to: at)) == 0xFF00_00FF, "no length")
        let half = make(.axial, [.init(0, Color(255, 0, 0, 0)), .init(1, Color(0, 0, 255, 255))], to: Point(4, 5))
        #expect(try middle(half) == 0x8040_0040, "mixed before they are premultiplied")
    }
}
