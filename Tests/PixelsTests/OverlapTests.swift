import Geometry
import RowLoops
import TestSupport
import Testing

@testable import Pixels

/// Paths that overlap themselves, held to the union of what they cover.
@Suite struct OverlapTests {
    private let tools = CanvasTools()
    private let size = 48

    /// Coverage 0…255 of a path of straight lines: 64 rows in each pixel, with exact spans between the lines' crossings.
    private func oracle(_ path: Path, _ rule: FillRule) -> [Double] {
        var edges: [(a: Point, b: Point)] = []
        var (start, here, at) = (Point.zero, Point.zero, 0)
        for command in path.commands {
            switch command {
            case .move:
                if at > 0 { edges.append((here, start)) }
                start = path.points[at]
                here = start
            case .line:
                edges.append((here, path.points[at]))
                here = path.points[at]
            case .close:
                edges.append((here, start))
                here = start
            default: Issue.record("straight lines only")
            }
            at += command.pointCount
        }
        edges.append((here, start))
        var sums = [Double](repeating: 0, count: size * size)
        for row in 0..<(size * 64) {
            let y = (Double(row) + 0.5) / 64
            var crossings: [(x: Double, direction: Int)] = []
            for (a, b) in edges where (a.y <= y) != (b.y <= y) {
                crossings.append((a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y), a.y < b.y ? 1 : -1))
            }
            crossings.sort { $0.x < $1.x }
            var winding = 0
            for (i, crossing) in crossings.enumerated() {
                winding += crossing.direction
                guard i + 1 < crossings.count, rule == .nonZero ? winding != 0 : winding & 1 != 0 else { continue }
                var x = max(0, crossing.x)
                let end = min(Double(size), crossings[i + 1].x)
                while x < end {
                    let next = min(end, x.rounded(.down) + 1)
                    sums[row / 64 * size + Int(x)] += (next - x) * 255 / 64
                    x = next
                }
            }
        }
        return sums
    }

    private func error(_ path: Path, _ rule: FillRule = .nonZero) throws -> Double {
        let mask = try tools.mask(
            of: path, .identity, rule: rule, in: PixelRect(0, 0, Int32(size), Int32(size)))
        let wanted = oracle(path, rule)
        var most = 0.0
        for y in 0..<size {
            for x in 0..<size { most = max(most, abs(Double(mask[x, y]) - wanted[y * size + x])) }
        }
        return most
    }

    private func joined(_ paths: Path...) -> Path {
        var all = Path()
        for path in paths {
            all.commands += path.commands
            all.points += path.points
        }
        return all
    }

    private func box(_ x: Double, _ y: Double, _ w: Double, _ h: Double, isTurned: Bool = false) -> Path {
        let corners = [(x, y), (x + w, y), (x + w, y + h), (x, y + h)]
        return polygon(isTurned ? corners.reversed() : corners)
    }

    @Test(arguments: [FillRule.nonZero, .evenOdd]) func boxesOnEachOther(_ rule: FillRule) throws {
        // The same edge twice, by halves of pixels, across, within, and the other way round.
        #expect(try error(joined(box(4.5, 4.5, 20, 20), box(4.5, 4.5, 20, 20)), rule) <= 3)
        #expect(try error(joined(box(4.5, 4.5, 20, 20), box(4.7, 4.2, 20, 20)), rule) <= 3)
        #expect(try error(joined(box(4.5, 20.3, 30, 1), box(20.3, 4.5, 1, 30)), rule) <= 3)
        #expect(try error(joined(box(4.5, 4.5, 30, 30), box(4.8, 4.8, 10, 10)), rule) <= 3)
        #expect(try error(joined(box(4.5, 4.5, 20, 20), box(14.5, 4.5, 20, 20, isTurned: true)), rule) <= 3)
        #expect(try error(joined(box(4.5, 4.5, 10.2, 20), box(14.7, 4.5, 10, 20)), rule) <= 3)
    }

    @Test(arguments: [FillRule.nonZero, .evenOdd]) func polygonsThatCrossThemselves(_ rule: FillRule) throws {
        var dice = Dice(31)
        for round in 0..<60 {
            let count = 4 + round % 6
            let points = (0..<count).map { _ in (dice.real(2, 46), dice.real(2, 46)) }
            let most = try error(polygon(points), rule)
            #expect(most <= 5, "round \(round): \(most)")
        }
    }

    /// Narrow ones, whose edges share pixels all along.
    @Test func thinLinesOnEachOther() throws {
        var dice = Dice(32)
        for round in 0..<30 {
            var path = Path()
            path.move(to: Point(dice.real(4, 44), dice.real(4, 44)))
            for _ in 0..<5 { path.line(to: Point(dice.real(4, 44), dice.real(4, 44))) }
            var style = StrokeStyle()
            style.width = [0.6, 1, 1.7, 6][round % 4]
            style.join = [.miter, .round, .bevel][round % 3]
            style.cap = round % 2 == 0 ? .butt : .round
            let most = try error(path.stroked(style))
            #expect(most <= 6, "round \(round): \(most)")
        }
    }

    /// A path with very many crossings is drawn as it is, in the time that it takes.
    @Test func scribblesEnd() throws {
        var dice = Dice(33)
        let points = (0..<20_000).map { _ in (dice.real(0, 48), dice.real(0, 48)) }
        let mask = try tools.mask(of: polygon(points), .identity, rule: .nonZero, in: PixelRect(0, 0, 48, 48))
        #expect(mask[24, 24] == 255)
    }

    /// Shapes that are seen as a whole from within go without a sweep, others without a change.
    @Test func simplePathsKeepTheirLines() throws {
        var dice = Dice(34)
        for _ in 0..<20 {
            let n = dice.upTo(12) + 3
            let star = (0..<n).map { k in
                let (angle, r) = (Double(k) / Double(n) * 2 * .pi, dice.real(4, 20))
                let p = Affine.rotation(angle).apply(Point(r, 0)) + Point(24.3, 23.8)
                return (p.x, p.y)
            }
            #expect(try error(polygon(star)) <= 3)
        }
        // A spiral: simple, and not seen as a whole from anywhere.
        var outer: [(Double, Double)] = []
        var inner: [(Double, Double)] = []
        for k in 0..<60 {
            let p = Affine.rotation(Double(k) * 0.25).apply(Point(3 + Double(k) * 0.3, 0))
            let q = Affine.rotation(Double(k) * 0.25).apply(Point(5 + Double(k) * 0.3, 0))
            outer.append((q.x + 24, q.y + 24))
            inner.append((p.x + 24, p.y + 24))
        }
        #expect(try error(polygon(outer + inner.reversed())) <= 3)
        #expect(try error(polygon(outer + inner.reversed()), .evenOdd) <= 3)
    }

    private func isSimple(_ path: Path) -> Bool {
        var places = [scrim_place](repeating: scrim_place(), count: path.points.count)
        return unsafe places.withUnsafeMutableBufferPointer { places in
            guard let first = places.baseAddress else { return true }
            return unsafe PathOutline.place(path, .identity, at: first) != nil && PathBoundary.isSimple(path, first)
        }
    }

    /// The polygon of points about the middle at these distances.
    private func around(_ radii: [Double], isTurned: Bool = false) -> Path {
        let points = radii.enumerated().map { k, r in
            let p = Affine.rotation(Double(k) / Double(radii.count) * 2 * .pi).apply(Point(r, 0)) + Point(24.2, 23.9)
            return (p.x, p.y)
        }
        return polygon(isTurned ? points.reversed() : points)
    }

    /// A contour within another one that winds the other way is simple; not when it winds the same way, or they cross.
    @Test func ringsGoWithoutASweep() throws {
        var dice = Dice(35)
        for round in 0..<60 {
            let outer = (0..<(5 + round % 30)).map { _ in dice.real(12, 20) }
            let inner = outer.map { $0 - [0.4, 1.5, 6][round % 3] }
            let ring = joined(around(outer), around(inner, isTurned: true))
            #expect(isSimple(ring) && isSimple(joined(around(inner, isTurned: true), around(outer))))
            #expect(try error(ring) <= 3)
            let turned = joined(around(outer, isTurned: true), around(inner))
            #expect(isSimple(turned))
            #expect(try error(turned, .evenOdd) <= 3)

            let twice = joined(around(outer), around(inner))
            #expect(!isSimple(twice))
            #expect(try error(twice) <= 3)

            var other = inner
            other[round % inner.count] += 8
            let crossing = joined(around(outer), around(other, isTurned: true))
            #expect(!isSimple(crossing))
            #expect(try error(crossing) <= 5)
        }
    }
}
