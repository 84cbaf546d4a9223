import Geometry
import TestSupport
import Testing

struct StrokeTests {
    /// With round caps and joins the stroke is what is within half a width of the path.
    @Test(arguments: hardPaths.indices) func roundStrokeIsWhatIsNear(_ index: Int) {
        check(hardPaths[index].path, hardPaths[index].name)
    }

    @Test func roundStrokeOfRandomPathsIsWhatIsNear() {
        var dice = Dice(7)
        for k in 0..<150 { check(randomPath(&dice), "random \(k)", widths: [dice.real(0.5, 60)], count: 100) }
    }

    private func check(_ path: Path, _ name: String, widths: [Double] = [0.7, 6, 25, 90], count: Int = 120) {
        var dice = Dice(1)
        let lines = Lines(path)
        for width in widths {
            let outline = path.stroked(makeStyle(width, .round, .round), tolerance: 0.05)
            let box = path.controlBounds.outset(width / 2 + 2, width / 2 + 2)
            for k in 0..<count {
                var p = Point(dice.real(box.minX, box.maxX), dice.real(box.minY, box.maxY))
                // Every other point lies near the outline, where it counts.
                if k % 2 == 0, let q = outline.points.randomElement(using: &dice) { p = q + dice.point(-0.3, 0.3) }
                let distance = lines.distance(p)
                guard abs(distance - width / 2) > 0.052 else { continue }
                let count = winding(outline, p)
                #expect((count != 0) == (distance < width / 2), "\(name) \(width) at \(p): \(distance), \(count)")
                #expect(count >= 0, "\(name) \(width) at \(p)")
            }
        }
    }

    /// The outline's pieces all wind one way, whatever the caps and joins.
    @Test func nothingWindsBackwards() {
        var dice = Dice(3)
        for (name, path) in hardPaths {
            for cap in [LineCap.butt, .round, .square] {
                for join in [LineJoin.miter, .round, .bevel] {
                    let width = dice.real(1, 50)
                    let outline = path.stroked(makeStyle(width, cap, join), tolerance: 0.05)
                    let box = outline.controlBounds
                    for _ in 0..<40 {
                        let p = Point(dice.real(box.minX, box.maxX), dice.real(box.minY, box.maxY))
                        #expect(winding(outline, p) >= 0, "\(name) \(cap) \(join) \(width) at \(p)")
                    }
                }
            }
        }
    }

    private func contains(_ path: Path, _ style: StrokeStyle, _ x: Double, _ y: Double) -> Bool {
        winding(path.stroked(style, tolerance: 0.01), Point(x, y)) != 0
    }

    @Test func caps() {
        let line = makePath {
            $0.move(to: Point(0, 0)); $0.line(to: Point(10, 0))
        }
        for (cap, reach) in [(LineCap.butt, 0.0), (.square, 2), (.round, 2)] {
            #expect(contains(line, makeStyle(4, cap), 10 + reach - 0.02, 0.01))
            #expect(!contains(line, makeStyle(4, cap), 10 + reach + 0.02, 0.01))
            #expect(contains(line, makeStyle(4, cap), -reach + 0.02, 0.01))
            #expect(!contains(line, makeStyle(4, cap), -reach - 0.02, 0.01))
            #expect(contains(line, makeStyle(4, cap), 5, 1.99))
            #expect(!contains(line, makeStyle(4, cap), 5, 2.01))
        }
        #expect(contains(line, makeStyle(4, .square), 11.98, 1.98))
        #expect(!contains(line, makeStyle(4, .round), 11.5, 1.5))
    }

    /// A butt cap stands across the curve's true end, however wide the stroke.
    @Test func capsOfCurvesAreExact() {
        let quarter = makePath { $0.addArc(.zero, radius: 100, start: 0, end: .pi / 2, clockwise: true) }
        let outline = quarter.stroked(makeStyle(100), tolerance: 0.05)
        let box = outline.bounds
        #expect(abs(box.minX) < 0.01 && abs(box.minY) < 0.01)
        #expect(abs(box.maxX - 150) < 0.1 && abs(box.maxY - 150) < 0.1)
        #expect(winding(outline, Point(51, 0.02)) != 0)
        #expect(winding(outline, Point(149, 0.02)) != 0)
    }

    @Test func miterLimitIsOfLengthToWidth() {
        // Lines at 60°: the miter is 1/sin 30° = 2 widths long, half of it beyond the vertex.
        let (s, c) = sineCosine(.pi / 3)
        let corner = makePath {
            $0.move(to: Point(100 * c, 100 * s)); $0.line(to: .zero); $0.line(to: Point(100, 0))
        }
        let (ts, tc) = sineCosine(.pi / 6)
        func reaches(_ join: LineJoin, _ limit: Double, _ distance: Double) -> Bool {
            contains(corner, makeStyle(10, .butt, join) { $0.miterLimit = limit }, -tc * distance, -ts * distance)
        }
        #expect(reaches(.miter, 2.001, 9.98))
        #expect(!reaches(.miter, 2.001, 10.02))
        #expect(!reaches(.miter, 1.999, 2.52))
        #expect(reaches(.bevel, 10, 2.48))
        #expect(!reaches(.bevel, 10, 2.52))
        #expect(reaches(.round, 10, 4.98))
        #expect(!reaches(.round, 10, 5.02))
    }

    /// The tip of a miter, beside the sides of the curves that meet there: nothing is left out between them.
    @Test func miterJoinsOfCurvesAreWhole() {
        var dice = Dice(5)
        for round in 0..<200 {
            let (corner, half) = (Point(0, 0), 5.0)
            let (before, after) = (dice.real(-2, 2), dice.real(-2, 2))
            // Comes along the x axis, goes on at an angle; curves that bend either way.
            let turn = Affine.rotation(dice.real(0.3, 2) * (round % 2 == 0 ? 1 : -1))
            var path = Path()
            path.move(to: Point(-30, before * 15))
            if round % 4 < 3 {
                path.cubic(Point(-20, before * 4), Point(-8, 0), to: corner)
            } else {
                path = Path()
                path.move(to: Point(-30, 0))
                path.line(to: corner)
            }
            if round % 4 > 0 {
                path.cubic(
                    turn.apply(Point(8, 0)), turn.apply(Point(20, after * 4)), to: turn.apply(Point(30, after * 15)))
            } else {
                path.line(to: turn.apply(Point(30, 0)))
            }
            let stroke = path.stroked(makeStyle(2 * half) { $0.miterLimit = 10 }, tolerance: 0.01)
            // The outer normals at the corner, and the tip.
            let side = round % 2 == 0 ? -half : half
            let (a, b) = (Point(0, side), turn.apply(Point(0, side)))
            let tip = (a + b) * (1 / (1 + (a.x * b.x + a.y * b.y) / (half * half)))
            for _ in 0..<40 {
                let (u, v) = (dice.real(0.02, 0.98), dice.real(0.02, 0.98))
                // Within the kite of vertex, normals and tip.
                let p = (a * (1 - u) + tip * u) * v
                let q = (b * (1 - u) + tip * u) * v
                #expect(winding(stroke, p) > 0 && winding(stroke, q) > 0, "round \(round): \(p) \(q)")
            }
        }
    }

    @Test func rectangleIsTwoRectangles() {
        let outline = Path.rect(Rect(0, 0, 20, 10)).stroked(makeStyle(2))
        #expect(outline.bounds == Rect(-1, -1, 22, 12))
        #expect(outline.commands.count == 10)
        #expect(winding(outline, Point(10, 5)) == 0)
        #expect(winding(outline, Point(0.5, 0.5)) == 1)
    }

    @Test func subpathsWithoutLength() {
        let at = Point(5, 5)
        let dots: [(String, Path)] = [
            (
                "M L",
                makePath {
                    $0.move(to: at); $0.line(to: at)
                }
            ),
            (
                "M Z",
                makePath {
                    $0.move(to: at); $0.close()
                }
            ),
            (
                "M L Z",
                makePath {
                    $0.move(to: at); $0.line(to: at); $0.close()
                }
            ),
            (
                "M C",
                makePath {
                    $0.move(to: at); $0.cubic(at, at, to: at)
                }
            ),
        ]
        for (name, path) in dots {
            for dash in [[], [3.0, 1]] {
                func stroked(_ cap: LineCap) -> Path { path.stroked(makeStyle(4, cap) { $0.dash = dash }) }
                #expect(stroked(.butt).isEmpty, "\(name)")
                #expect(stroked(.square).bounds == Rect(3, 3, 4, 4), "\(name)")
                #expect(winding(stroked(.round), Point(6.4, 6.3)) == 1, "\(name)")
                #expect(winding(stroked(.round), Point(6.6, 6.6)) == 0, "\(name)")
            }
        }
        let lone = makePath { $0.move(to: at) }
        #expect(lone.stroked(makeStyle(4, .round)).isEmpty)
        #expect(lone.stroked(makeStyle(4, .round) { $0.dash = [1] }).isEmpty)
    }

    @Test func nothingIsDrawnWithoutWidthOrPart() {
        let line = makePath {
            $0.move(to: Point(0, 0)); $0.line(to: Point(10, 0))
        }
        for width in [0, -1, .nan, 1e-12] { #expect(line.stroked(makeStyle(width)).isEmpty) }
        #expect(
            line.stroked(
                makeStyle(1) {
                    $0.start = 0.5; $0.end = 0.5
                }
            ).isEmpty)
        #expect(
            line.stroked(
                makeStyle(1) {
                    $0.start = 0.6; $0.end = 0.4
                }
            ).isEmpty)
        #expect(Path().stroked(makeStyle(1)).isEmpty)
    }

    @Test func absurdNumbersEnd() {
        let numbers: [Double] = [.nan, .infinity, -.infinity, 1e300, -1e300, 1e-300, 0, 1, 1e9]
        var dice = Dice(5)
        for _ in 0..<60 {
            func n() -> Double { numbers.randomElement(using: &dice) ?? 0 }
            func p() -> Point { Point(n(), n()) }
            let path = makePath { path in
                path.move(to: p())
                path.cubic(p(), p(), to: p())
                path.quad(p(), to: p())
                path.line(to: p())
                if Bool.random(using: &dice) { path.close() }
            }
            let style = makeStyle(n(), .round, .round) {
                $0.miterLimit = n()
                $0.dash = Bool.random(using: &dice) ? [n(), 1] : []
                $0.dashPhase = n()
                $0.start = Bool.random(using: &dice) ? 0 : n()
            }
            let outline = path.stroked(style, tolerance: 1e4)
            #expect(outline.points.count < 500_000)
            #expect(outline.points.allSatisfy { $0.x.isFinite && $0.y.isFinite })
            var polyline = Polyline()
            path.flatten(by: .identity, tolerance: 0.1, into: &polyline)
            #expect(polyline.points.count <= 4100)
            #expect(polyline.points.allSatisfy { abs($0.x) <= 1e9 && abs($0.y) <= 1e9 })
            _ = path.bounds
            _ = path.length
        }
    }
}
