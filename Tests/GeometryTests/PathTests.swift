import Geometry
import TestSupport
import Testing

private func near(_ a: Point, _ b: Point, _ slack: Double = 1e-9) -> Bool { (a - b).length <= slack }

/// The angle-by-angle truth of an arc: every point of the curves lies on the circle to the stated precision.
private func check(onCircle path: Path, _ center: Point, _ radius: Double) {
    for points in Lines(path, count: 64).subpaths {
        for p in points { #expect(abs((p - center).length - radius) <= 2.74e-4 * radius) }
    }
}

struct PathTests {
    @Test func shapesBeginWhereSVGBeginsThem() {
        let rect = Path.rect(Rect(1, 2, 10, 20))
        #expect(rect.commands == [.move, .line, .line, .line, .close])
        #expect(rect.points == [Point(1, 2), Point(11, 2), Point(11, 22), Point(1, 22)])
        let ellipse = Path.ellipse(Point(5, 5), rx: 3, ry: 2)
        #expect(ellipse.commands == [.move, .cubic, .cubic, .cubic, .cubic, .close])
        #expect(ellipse.points[0] == Point(8, 5) && ellipse.points[3] == Point(5, 7))
        check(onCircle: .circle(Point(3, 4), radius: 10), Point(3, 4), 10)
        #expect(Path.polygon([]).isEmpty)
    }

    @Test func roundedRectClampsItsRadii() {
        let path = makePath { $0.addRoundedRect(Rect(0, 0, 10, 20), rx: 99, ry: 4) }
        #expect(path.points[0] == Point(5, 0))
        #expect(path.bounds == Rect(0, 0, 10, 20))
        #expect(makePath { $0.addRoundedRect(Rect(0, 0, 10, 20), rx: 0, ry: 4) } == .rect(Rect(0, 0, 10, 20)))
        // A negative size is the same shape begun at another corner.
        let mirrored = makePath { $0.addRoundedRect(Rect(10, 20, -10, -20), rx: 2, ry: 4) }
        #expect(mirrored.bounds == Rect(0, 0, 10, 20))
        #expect(mirrored.points[0] == Point(8, 20))
    }

    @Test func arcs() {
        let quarter = Double.pi / 2
        // start, end, clockwise → end point, cubics
        let table: [(Double, Double, Bool, Point, Int)] = [
            (0, quarter, true, Point(0, 10), 1), (0, quarter, false, Point(0, 10), 3),
            (quarter, 0, true, Point(10, 0), 3), (quarter, 0, false, Point(10, 0), 1),
            (0, 2 * .pi, true, Point(10, 0), 4), (0, -2 * .pi, false, Point(10, 0), 4),
            (0, 50, true, Point(10, 0), 4), (0, -50, false, Point(10, 0), 4),
            (0, -quarter, true, Point(0, -10), 3), (0, -quarter - 8 * .pi, true, Point(0, -10), 3),
            (0, 5 * .pi, false, Point(-10, 0), 2), (0, -2 * .pi, true, Point(10, 0), 0), (1, 1, true, .zero, 0),
        ]
        for (start, end, clockwise, last, count) in table {
            let path = makePath { $0.addArc(.zero, radius: 10, start: start, end: end, clockwise: clockwise) }
            #expect(path.commands.filter { $0 == .cubic }.count == count, "\(start) \(end) \(clockwise)")
            if count > 0 { #expect(near(path.points.last ?? .zero, last), "\(start) \(end) \(clockwise)") }
            check(onCircle: path, .zero, 10)
        }
        // Clockwise as seen: from the right downward first.
        let path = makePath { $0.addArc(.zero, radius: 10, start: 0, end: 1, clockwise: true) }
        #expect((path.points.last?.y ?? 0) > 0)
        // Joined by a line, unless it begins where the path is.
        let joined = makePath {
            $0.move(to: .zero)
            $0.addArc(.zero, radius: 10, start: 0, end: 1, clockwise: true)
        }
        #expect(joined.commands == [.move, .line, .cubic])
        let from = makePath {
            $0.move(to: Point(10, 0))
            $0.addArc(.zero, radius: 10, start: 0, end: 1, clockwise: true)
        }
        #expect(from.commands == [.move, .cubic])
        #expect(makePath { $0.addArc(.zero, radius: 1, start: 0, end: .infinity, clockwise: true) }.isEmpty)
    }

    /// Every combination of the flags: on the ellipse, ending at the end, on the side the flags say.
    @Test func svgArcs() {
        var dice = Dice(11)
        for k in 0..<200 {
            let (large, sweep) = (k & 1 != 0, k & 2 != 0)
            let (rx, ry, turn) = (dice.real(1, 60), dice.real(1, 60), dice.real(-7, 7))
            let (a, b) = (dice.point(-30, 30), dice.point(-30, 30))
            let path = makePath {
                $0.move(to: a)
                $0.addSVGArc(rx: rx, ry: ry, rotation: turn, largeArc: large, sweep: sweep, to: b)
            }
            #expect(path.points.last == b)
            // In the ellipse's axes and units the curve is a circle's arc of radius 1 or, scaled up, half a larger one.
            let unit = Affine.scale(1 / rx, 1 / ry).concat(.rotation(-turn))
            let points = Lines(path.transformed(by: unit), count: 40).subpaths[0]
            let chord = points[points.count - 1] - points[0]
            let radius = max(1, chord.length / 2)
            let height = (max(0, radius * radius - chord.length * chord.length / 4)).squareRoot()
            let side = (large == sweep ? -1 : 1) / chord.length
            let middle = (points[0] + points[points.count - 1]) * 0.5
            let center = middle + Point(-chord.y, chord.x) * (height * side)
            for p in points { #expect(abs((p - center).length - radius) < 3e-4 * radius) }
            let swept = points.indices.dropLast().reduce(0.0) { sum, i in
                let (u, v) = (points[i] - center, points[i + 1] - center)
                return sum + u.x * v.y - u.y * v.x
            }
            #expect((swept > 0) == sweep)
            if radius == 1 { #expect((abs(swept) > .pi) == large) }
        }
        let start = makePath { $0.move(to: Point(1, 2)) }
        func arc(_ rx: Double, _ to: Point) -> Path {
            var path = start
            path.addSVGArc(rx: rx, ry: 5, rotation: 0, largeArc: true, sweep: true, to: to)
            return path
        }
        #expect(arc(5, Point(1, 2)) == start)
        #expect(arc(0, Point(9, 2)).commands == [.move, .line])
        #expect(arc(-5, Point(9, 2)) == arc(5, Point(9, 2)))
    }

    @Test func boundsHoldTheCurvesAndNoMore() {
        var dice = Dice(2)
        for (name, path) in hardPaths + (0..<100).map({ ("random \($0)", randomPath(&dice)) }) {
            let all = Lines(path, count: 500).subpaths.filter { $0.count > 1 }.flatMap { $0 }
            let box = path.bounds
            let low = Point(all.map(\.x).min() ?? 0, all.map(\.y).min() ?? 0)
            let high = Point(all.map(\.x).max() ?? 0, all.map(\.y).max() ?? 0)
            #expect(near(low, box.origin, 2e-3) && near(high, Point(box.maxX, box.maxY), 2e-3), "\(name)")
            #expect(low.x >= box.minX - 1e-9 && high.y <= box.maxY + 1e-9, "\(name)")
            let outer = path.controlBounds.outset(1e-9, 1e-9)
            #expect(outer.minX <= box.minX && outer.maxX >= box.maxX && outer.maxY >= box.maxY, "\(name)")
        }
        #expect(makePath { $0.move(to: Point(3, 4)) }.bounds == Rect(3, 4, 0, 0))
        #expect(
            makePath {
                $0.move(to: .zero); $0.line(to: Point(1, 1)); $0.move(to: Point(9, 9))
            }.bounds == Rect(0, 0, 1, 1))
        #expect(Path().bounds == .zero && Path().controlBounds == .zero)
    }

    @Test func flatteningStaysWithinTheTolerance() {
        var dice = Dice(4)
        var polyline = Polyline()
        for k in 0..<60 {
            let path = k < hardPaths.count ? hardPaths[k].path : randomPath(&dice)
            let map = Affine.rotation(dice.real(0, 6)).concat(.scale(dice.real(0.1, 9), dice.real(0.1, 9)))
            let tolerance = [0.01, 0.1, 1][k % 3]
            polyline.removeAll()
            path.flatten(by: map, tolerance: tolerance, into: &polyline)
            var lines = Lines(Path())
            for i in polyline.ends.indices {
                var points = Array(polyline.points[polyline.range(of: i)])
                if polyline.isClosed[i] { points.append(points[0]) }
                lines.subpaths.append(points)
            }
            for p in Lines(path.transformed(by: map), count: 50).subpaths.joined() {
                #expect(lines.distance(p) <= tolerance)
            }
        }
        #expect(polyline.isClosed.count == polyline.ends.count)
    }

    /// Storage that is warm is used again, and a curve gets no more lines than it needs.
    @Test func flatteningIsThrifty() {
        var polyline = Polyline()
        let circle = Path.circle(.zero, radius: 100)
        circle.flatten(by: .identity, tolerance: 0.1, into: &polyline)
        let count = polyline.points.count
        #expect(count > 48 && count < 100)
        #expect(polyline.ends == [count] && polyline.isClosed == [true])
        let capacity = polyline.points.capacity
        polyline.removeAll()
        circle.flatten(by: .identity, tolerance: 0.1, into: &polyline)
        #expect(polyline.points.count == count && polyline.points.capacity == capacity)
    }

    @Test func lengths() {
        #expect(Path.rect(Rect(0, 0, 30, 10)).length == 80)
        #expect(abs(Path.circle(.zero, radius: 10).length - 20 * .pi) < 0.01)
        var dice = Dice(8)
        for (name, path) in hardPaths + (0..<40).map({ ("random \($0)", randomPath(&dice)) }) {
            let truth = Lines(path, count: 4000).length
            #expect(abs(path.length - truth) <= 1e-4 * truth, "\(name)")
        }
    }

    @Test func appendGoesOnFromTheOther() {
        var path = Path.rect(Rect(0, 0, 1, 1))
        path.append(.rect(Rect(5, 5, 1, 1)))
        path.line(to: Point(9, 9))
        #expect(path.commands.count == 12)
        #expect(path.points[8] == Point(5, 5))
        path.transform(by: .translation(1, 0))
        path.close()
        #expect(path.currentPoint == Point(6, 5))
    }
}
