import Geometry
import TestSupport
import Testing

@testable import Pixels

/// The stroker's outlines overlap themselves: their coverage, held to the union's.
@Suite struct StrokeCoverageTests {
    let tools = CanvasTools()

    func style(_ width: Double, _ join: LineJoin, _ cap: LineCap = .butt) -> StrokeStyle {
        var style = StrokeStyle()
        style.width = width
        style.join = join
        style.cap = cap
        return style
    }

    /// The mean difference from supersampling over the pixels that are partly covered, and the largest.
    func error(_ path: Path, _ style: StrokeStyle) throws -> (mean: Double, signed: Double, most: Int) {
        let n = 64
        let outline = path.stroked(style)
        let m = try tools.mask(of: outline, .identity, rule: .nonZero, in: PixelRect(0, 0, Int32(n), Int32(n)))
        let fine = try tools.mask(
            of: path.stroked(style, tolerance: 0.05 / 8), .scale(8, 8), rule: .nonZero,
            in: PixelRect(0, 0, Int32(8 * n), Int32(8 * n)))
        var (sum, signed, most, edge) = (0, 0, 0, 0)
        for y in 0..<n {
            for x in 0..<n {
                var exact = 0
                for i in 0..<64 { exact += Int(fine[8 * x + i % 8, 8 * y + i / 8]) }
                exact = (exact + 32) / 64
                guard exact > 0, exact < 255 else { continue }
                let off = Int(m[x, y]) - exact
                sum += abs(off)
                signed += off
                most = max(most, abs(off))
                edge += 1
            }
        }
        return (Double(sum) / Double(max(edge, 1)), Double(signed) / Double(max(edge, 1)), most)
    }

    func curve(_ dice: inout Dice) -> Path {
        var path = Path()
        func p(_ d: inout Dice) -> Point { Point(d.real(8, 56), d.real(8, 56)) }
        path.move(to: p(&dice))
        path.cubic(p(&dice), p(&dice), to: p(&dice))
        return path
    }

    func zigzag(_ dice: inout Dice) -> Path {
        polygon((0..<5).map { _ in (dice.real(8, 56), dice.real(8, 56)) })
    }

    func circle(_ dice: inout Dice) -> Path {
        var path = Path()
        path.addEllipse(Point(dice.real(30, 34), dice.real(30, 34)), rx: dice.real(12, 20), ry: dice.real(12, 20))
        return path
    }

    /// The chords of curves are as much outside as inside; overlaps of partly covered pixels are few.
    @Test func edgesAreTheUnionsOnAverage() throws {
        for (name, make) in [("curve", curve), ("zigzag", zigzag), ("circle", circle)] {
            for (width, join) in [(1.0, LineJoin.round), (4, .round), (10, .miter)] {
                var dice = Dice(77)
                var (mean, signed) = (0.0, 0.0)
                for _ in 0..<5 {
                    let e = try error(make(&dice), style(width, join, join == .round ? .round : .butt))
                    mean += e.mean / 5
                    signed += e.signed / 5
                    if name == "circle" { #expect(e.most <= 10, "\(width): \(e)") }
                }
                #expect(mean <= 2 && abs(signed) <= 1.2, "\(name) \(width) \(join): \(mean), \(signed)")
            }
        }
    }

    @Test func hairlinesHaveTheirArea() throws {
        for k in 0..<90 {
            let turn = Affine.rotation(Double(k) * .pi / 45 + 0.003)
            for (width, length) in [(1.0, 40.0), (0.25, 50)] {
                var line = Path()
                line.move(to: turn.apply(Point(-length / 2, 0)) + Point(32.3, 31.6))
                line.line(to: turn.apply(Point(length / 2, 0)) + Point(32.3, 31.6))
                let m = try tools.mask(
                    of: line.stroked(style(width, .miter)), .identity, rule: .nonZero, in: PixelRect(0, 0, 64, 64))
                var sum = 0
                for y in 0..<64 { for x in 0..<64 { sum += Int(m[x, y]) } }
                #expect(abs(Double(sum) / 255 / (width * length) - 1) < 0.01, "\(k) \(width)")
            }
        }
    }
}
