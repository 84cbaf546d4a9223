import Geometry
import TestSupport
import Testing

@testable import Pixels

@Suite struct CoverageTests {
    let tools = CanvasTools()

    func mask(_ path: Path, _ rect: PixelRect) throws -> Bitmap { try mask(path, .nonZero, rect) }

    func mask(_ path: Path, _ rule: FillRule, _ rect: PixelRect) throws -> Bitmap {
        try tools.mask(of: path, .identity, rule: rule, in: rect)
    }

    /// Exact area of a convex polygon within a pixel: Sutherland-Hodgman and the shoelace formula.
    func area(_ points: [(Double, Double)], _ x: Double, _ y: Double) -> Double {
        var p = points
        func cut(_ inside: ((Double, Double)) -> Double) {
            var out: [(Double, Double)] = []
            for i in p.indices {
                let (a, b) = (p[i], p[(i + 1) % p.count])
                let (u, v) = (inside(a), inside(b))
                if u >= 0 { out.append(a) }
                if (u >= 0) != (v >= 0) {
                    let t = u / (u - v)
                    out.append((a.0 + (b.0 - a.0) * t, a.1 + (b.1 - a.1) * t))
                }
            }
            p = out
        }
        cut { $0.0 - x }
        cut { x + 1 - $0.0 }
        cut { $0.1 - y }
        cut { y + 1 - $0.1 }
        var sum = 0.0
        for i in p.indices {
            let (a, b) = (p[i], p[(i + 1) % p.count])
            sum += a.0 * b.1 - b.0 * a.1
        }
        return abs(sum) / 2
    }

    @Test func straightEdgesAreWithinOneOf255() throws {
        var dice = Dice(1)
        var worst = 0.0
        for _ in 0..<300 {
            let t = (0..<3).map { _ in (dice.real(-4, 24), dice.real(-4, 24)) }
            let m = try mask(polygon(t), PixelRect(0, 0, 20, 20))
            for y in 0..<20 {
                for x in 0..<20 {
                    worst = max(worst, abs(Double(m[x, y]) - 255 * area(t, Double(x), Double(y))))
                }
            }
        }
        #expect(worst <= 1)
    }

    @Test(arguments: [FillRule.nonZero, .evenOdd]) func curvesAreLikeSupersampling(_ rule: FillRule) throws {
        var dice = Dice(2)
        for _ in 0..<8 {
            // Smooth shapes apart from each other.
            let (x, y) = (dice.real(5, 7), dice.real(5, 7))
            func egg(_ r: Double) -> Path {
                var path = Path()
                path.move(to: Point(x - r, y))
                path.cubic(Point(x - r, y - 1.4 * r), Point(x + 0.8 * r, y - r), to: Point(x + r, y))
                path.quad(Point(x + 0.7 * r, y + r), to: Point(x, y + r))
                path.quad(Point(x - r, y + r), to: Point(x - r, y))
                return path
            }
            var path = egg(dice.real(4.5, 6))
            let hole = egg(dice.real(1, 2))
            path.commands += hole.commands
            path.points += hole.points
            let m = try mask(path, rule, PixelRect(0, 0, 12, 12))
            let fine = try tools.mask(of: path, .scale(16, 16), rule: rule, in: PixelRect(0, 0, 192, 192))
            var ink = 0
            for v in 0..<12 {
                for u in 0..<12 {
                    var sum = 0
                    for i in 0..<256 { sum += Int(fine[16 * u + i % 16, 16 * v + i / 16]) }
                    // 1/32 pixel of a curve's stray over an edge of up to 1.4 pixels.
                    #expect(abs(Int(m[u, v]) - sum / 256) <= 9)
                    ink += sum
                }
            }
            #expect(ink > 0)
        }
    }

    @Test func whatAPixelGetsDoesNotDependOnTheWindow() throws {
        var dice = Dice(3)
        for round in 0..<60 {
            let reach = [40.0, 400, 70_000, 1e7, 1e12][round % 5]
            let path = dice.path(-reach, reach + 32)
            let rule: FillRule = round % 2 == 0 ? .nonZero : .evenOdd
            let whole = try mask(path, rule, PixelRect(-8, -8, 56, 40))
            for _ in 0..<12 {
                let r = dice.rect(-8, 39)
                let part = try mask(path, rule, r)
                var same = true
                for y in 0..<part.height {
                    for x in 0..<part.width where part[x, y] != whole[x + Int(r.x0) + 8, y + Int(r.y0) + 8] {
                        same = false
                    }
                }
                #expect(same, "\(r) of \(path)")
            }
        }
    }

    @Test func windowsBeyondTheBudgetAreTheSame() throws {
        var dice = Dice(4)
        let path = dice.path(-100, 3000, count: 12)
        let whole = try mask(path, .nonZero, PixelRect(0, 0, 2900, 400))
        for x in stride(from: Int32(0), to: 2900, by: 290) {
            let part = try mask(path, .nonZero, PixelRect(x, 0, x + 290, 400))
            var same = true
            for v in stride(from: 0, to: 400, by: 3) {
                for u in 0..<290 where part[u, v] != whole[u + Int(x), v] { same = false }
            }
            #expect(same)
        }
    }

    @Test func edgesAtFractionsAreExact() throws {
        let m = try mask(polygon([(0.25, 0.5), (2.5, 0.5), (2.5, 2), (0.25, 2)]), PixelRect(0, 0, 4, 3))
        #expect((0..<4).map { m[$0, 0] } == [96, 128, 64, 0])
        #expect((0..<4).map { m[$0, 1] } == [191, 255, 128, 0])
        #expect((0..<4).map { m[$0, 2] } == [0, 0, 0, 0])
    }

    @Test func rulesDiffer() throws {
        var path = polygon([(0, 0), (6, 0), (6, 6), (0, 6)])
        for p in [(1.0, 1.0), (5, 1), (5, 5), (1, 5)] {
            if p == (1, 1) { path.move(to: Point(1, 1)) } else { path.line(to: Point(p.0, p.1)) }
        }
        let rect = PixelRect(0, 0, 6, 6)
        #expect(try mask(path, .nonZero, rect)[3, 3] == 255)
        #expect(try mask(path, .evenOdd, rect)[3, 3] == 0)
        #expect(try mask(path, .evenOdd, rect)[0, 3] == 255)
    }

    @Test func hostileCoordinatesDrawWhatIsLeft() throws {
        let rect = PixelRect(0, 0, 8, 8)
        let huge = polygon([(-1e300, -1e300), (1e300, -1e300), (1e300, 1e300), (-1e300, 1e300)])
        // 1e300 · 1024 is finite: the square covers all.
        #expect(try mask(huge, rect)[3, 3] == 255)
        for bad in [Double.nan, .infinity, -.infinity, 1.7e308] {
            var path = polygon([(0, 0), (4, 0), (4, 4), (0, 4)])
            path.move(to: Point(bad, 1))
            path.line(to: Point(2, bad))
            path.cubic(Point(bad, bad), Point(1, 1), to: Point(6, 6))
            let m = try mask(path, rect)
            #expect(m[1, 1] == 255)
            #expect(try tools.mask(of: huge, Affine(bad, 0, 0, bad, 0, 0), rule: .evenOdd, in: rect)[7, 7] <= 255)
        }
        let half = polygon([(-1e9, 4), (1e9, 4), (1e9, 1e9), (-1e9, 1e9)])
        #expect(try mask(half, rect)[3, 3] == 0)
        #expect(try mask(half, rect)[3, 4] == 255)
        var turns = Path()
        for _ in 0..<3000 { turns.addRect(Rect(1, 1, 5, 5)) }
        #expect(try mask(turns, rect)[0, 0] == 0)
        #expect(try mask(Path(), rect)[0, 0] == 0)
    }
}
