import Geometry
import TestSupport
import Testing

/// The dumb way: the parts of the dense lines of a path that trims and dashes leave.
private func cut(_ path: Path, _ style: StrokeStyle) -> Lines {
    var result = Lines(Path())
    let lines = Lines(path, count: 2000)
    let total = lines.length
    var offset = 0.0
    for points in lines.subpaths {
        var position = 0.0
        let low = style.start * total - offset
        let from = max(0, low)
        let to = style.end * total - offset
        let sum = style.dash.reduce(0, +)
        func isOn(_ s: Double) -> Bool {
            guard s >= from, s <= to else { return false }
            guard !style.dash.isEmpty else { return true }
            let pattern = style.dash.count % 2 == 0 ? style.dash : style.dash + style.dash
            let period = style.dash.count % 2 == 0 ? sum : 2 * sum
            var rest = (s - from + style.dashPhase).truncatingRemainder(dividingBy: period)
            if rest < 0 { rest += period }
            for (i, length) in pattern.enumerated() {
                if rest < length { return i % 2 == 0 }
                rest -= length
            }
            return false
        }
        for i in points.indices.dropLast() {
            let length = (points[i + 1] - points[i]).length
            // Long lines in short pieces.
            let count = max(1, Int(length / 0.02))
            for k in 0..<count {
                let a = points[i] + (points[i + 1] - points[i]) * (Double(k) / Double(count))
                let b = points[i] + (points[i + 1] - points[i]) * (Double(k + 1) / Double(count))
                if isOn(position + length * (Double(k) + 0.5) / Double(count)) { result.subpaths.append([a, b]) }
            }
            position += length
        }
        offset += position
    }
    return result
}

struct DashTests {
    private let line = makePath {
        $0.move(to: Point(0, 0)); $0.line(to: Point(100, 0))
    }

    /// The dashes of a stroke 2 wide along the x axis, as intervals.
    private func intervals(_ path: Path, _ set: (inout StrokeStyle) -> Void) -> [[Double]] {
        let outline = path.stroked(makeStyle(2, .butt, .miter, set))
        var result: [[Double]] = []
        var x: [Double] = []
        var i = 0
        for command in outline.commands {
            if command == .close {
                result.append([(x.min() ?? 0).rounded(to: 6), (x.max() ?? 0).rounded(to: 6)])
                x = []
            } else {
                x.append(outline.points[i].x)
            }
            i += command.pointCount
        }
        return result.sorted { $0[0] < $1[0] }
    }

    @Test func patterns() {
        let table: [([Double], Double, [[Double]])] = [
            ([30, 20], 0, [[0, 30], [50, 80]]),
            ([30, 20], 10, [[0, 20], [40, 70], [90, 100]]),
            ([30, 20], -10, [[10, 40], [60, 90]]),
            ([30, 20], 500_010, [[0, 20], [40, 70], [90, 100]]),
            ([30, 20], -490, [[0, 20], [40, 70], [90, 100]]),
            ([30, 20], 30, [[20, 50], [70, 100]]),
            ([30], 0, [[0, 30], [60, 90]]),
            ([10, 20, 30], 0, [[0, 10], [30, 60], [70, 90]]),
            ([10, 0, 20, 30], 0, [[0, 30], [60, 90]]),
            ([0, 30, 10, 10], 0, [[30, 40], [80, 90]]),
            ([], 5, [[0, 100]]), ([0, 0], 0, [[0, 100]]), ([0], 0, [[0, 100]]), ([5, -1], 0, [[0, 100]]),
            ([5, 0], 0, [[0, 100]]), ([200, 1], 0, [[0, 100]]), ([5, .infinity], 0, [[0, 100]]),
            ([.nan, 5], 0, [[0, 100]]), ([1e-5, 1e-5], 0, [[0, 100]]), ([50, 50], .nan, [[0, 50]]),
        ]
        for (dash, phase, expected) in table {
            let got = intervals(line) {
                $0.dash = dash; $0.dashPhase = phase
            }
            #expect(got == expected, "\(dash) \(phase)")
        }
    }

    @Test func trims() {
        func trimmed(_ a: Double, _ b: Double) -> [[Double]] {
            intervals(line) {
                $0.start = a; $0.end = b
            }
        }
        #expect(trimmed(0, 0.25) == [[0, 25]])
        #expect(trimmed(0.25, 1) == [[25, 100]])
        #expect(trimmed(-1, 2) == [[0, 100]])
        #expect(
            intervals(line) {
                $0.start = 0.1; $0.end = 0.9; $0.dash = [30, 20]
            } == [[10, 40], [60, 90]])
        // Of the length of all subpaths.
        var two = line
        two.move(to: Point(200, 0))
        two.line(to: Point(300, 0))
        #expect(
            intervals(two) {
                $0.start = 0.25; $0.end = 0.75
            } == [[50, 100], [200, 250]])
        #expect(intervals(two) { $0.end = 0.5 } == [[0, 100]])
        #expect(intervals(two) { $0.dash = [60, 60] } == [[0, 60], [200, 260]])
    }

    /// A trimmed closed subpath is open: no join where it was closed.
    @Test func trimmedSquareIsOpen() {
        let square = Path.rect(Rect(0, 0, 10, 10))
        let outline = square.stroked(makeStyle(2) { $0.end = 0.75 })
        #expect(winding(outline, Point(-0.5, 5)) == 0)
        #expect(winding(outline, Point(-0.5, 9.9)) == 0 && winding(outline, Point(0.5, 9.9)) == 1)
        #expect(outline.bounds == Rect(0, -1, 11, 12))
    }

    /// Where the last dash of a closed subpath meets the first they are joined.
    @Test func dashGoesOverTheStart() {
        let square = Path.rect(Rect(0, 0, 10, 10))
        // On from 35 to 40 and from 0 to 5.
        let over = square.stroked(
            makeStyle(2) {
                $0.dash = [10, 30]; $0.dashPhase = 5
            })
        #expect(winding(over, Point(-0.9, -0.9)) == 1)
        #expect(over.commands.filter { $0 == .close }.count == 1)
        // On from 0 to 5 only: the corner is open.
        let apart = square.stroked(makeStyle(2) { $0.dash = [5, 35] })
        #expect(winding(apart, Point(-0.9, -0.9)) == 0 && winding(apart, Point(0.1, -0.9)) == 1)
        // One dash as long as the way round is the closed square.
        let whole = square.stroked(makeStyle(2) { $0.dash = [40, 1] })
        #expect(whole == square.stroked(makeStyle(2)))
    }

    @Test func dashesOfNoLengthAreDots() {
        let diagonal = makePath {
            $0.move(to: Point(0, 0)); $0.line(to: Point(30, 30))
        }
        func stroked(_ cap: LineCap) -> Path {
            diagonal.stroked(makeStyle(2, cap) { $0.dash = [0, 200.0.squareRoot()] }, tolerance: 0.001)
        }
        #expect(stroked(.butt).isEmpty)
        let round = stroked(.round)
        #expect(round.commands.filter { $0 == .close }.count == 4)
        #expect(winding(round, Point(10, 10.98)) == 1 && winding(round, Point(10, 11.02)) == 0)
        // Squares stand along the path: their corners point along the axes.
        let square = stroked(.square)
        #expect(winding(square, Point(10, 11.4)) == 1 && winding(square, Point(10.9, 10.9)) == 0)
    }

    /// With round caps a dashed stroke is what is near the dashes.
    @Test(arguments: 0..<6) func roundDashesAreWhatIsNear(_ seed: Int) {
        var dice = Dice(UInt64(seed))
        let path = seed < 4 ? randomPath(&dice) : seed == 4 ? .circle(Point(50, 50), radius: 40) : hardPaths[4].path
        let style = makeStyle(dice.real(0.5, 6), .round, .round) {
            $0.dash = (0..<Int.random(in: 1...4, using: &dice)).map { _ in dice.real(4, 30) }
            $0.dashPhase = dice.real(-50, 50)
            $0.start = Bool.random(using: &dice) ? dice.real(0, 0.4) : 0
            $0.end = Bool.random(using: &dice) ? dice.real(0.6, 1) : 1
        }
        let outline = path.stroked(style, tolerance: 0.02)
        let parts = cut(path, style)
        let box = path.controlBounds
        for k in 0..<40 {
            var p = Point(dice.real(box.minX, box.maxX), dice.real(box.minY, box.maxY))
            if k % 4 != 0, let q = outline.points.randomElement(using: &dice) { p = q + dice.point(-0.5, 0.5) }
            let distance = parts.distance(p)
            guard abs(distance - style.width / 2) > 0.06 else { continue }
            #expect((winding(outline, p) != 0) == (distance < style.width / 2), "\(p) \(distance) \(style)")
        }
    }

    @Test func dashesAreBounded() {
        let long = makePath {
            $0.move(to: Point(0, 0)); $0.line(to: Point(1e6, 0))
        }
        let most = long.stroked(makeStyle(1) { $0.dash = [5.001, 5.001] })
        #expect(most.commands.filter { $0 == .close }.count == 99_981)
        let beyond = long.stroked(makeStyle(1) { $0.dash = [4.999, 4.999] })
        #expect(beyond.commands.filter { $0 == .close }.count == 1)
    }
}

extension Double {
    fileprivate func rounded(to digits: Int) -> Double {
        var power = 1.0
        for _ in 0..<digits { power *= 10 }
        return (self * power).rounded() / power
    }
}
