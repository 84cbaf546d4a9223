import TestSupport
import Testing

@testable import Geometry

@Suite struct ContentsLayoutTests {
    private let bounds = Rect(10, 20, 100, 60)

    @Test func gravities() {
        // 40×20 pixels at 2 pixels a point: 20×10 points.
        let expected: [ContentsGravity: Rect] = [
            .center: Rect(50, 45, 20, 10), .top: Rect(50, 20, 20, 10), .bottom: Rect(50, 70, 20, 10),
            .left: Rect(10, 45, 20, 10), .right: Rect(90, 45, 20, 10), .topLeft: Rect(10, 20, 20, 10),
            .topRight: Rect(90, 20, 20, 10), .bottomLeft: Rect(10, 70, 20, 10), .bottomRight: Rect(90, 70, 20, 10),
            .resize: bounds, .resizeAspect: Rect(10, 25, 100, 50), .resizeAspectFill: Rect(0, 20, 120, 60),
        ]
        for gravity in ContentsGravity.allCases {
            // Of a sheet twice as wide; only resize gravities know a center.
            let layout = ContentsLayout(
                size: Size(80, 20), rect: Rect(0.5, 0, 0.5, 1), center: Rect(0.25, 0, 0.5, 1), gravity: gravity,
                scale: 2, bounds: bounds)
            #expect(layout.destination == expected[gravity], "\(gravity)")
            #expect(layout.pieces.count == (gravity.resizes ? 3 : 1), "\(gravity)")
            #expect(layout.pieces.first?.source.x == 40, "\(gravity)")
        }
    }

    @Test func ninePieces() {
        let layout = ContentsLayout(
            size: Size(30, 30), center: Rect(1 / 3.0, 1 / 3.0, 1 / 3.0, 1 / 3.0), scale: 2, bounds: bounds)
        #expect(layout.pieces.count == 9)
        #expect(layout.pieces[0] == ContentsPiece(source: Rect(0, 0, 10, 10), destination: Rect(10, 20, 5, 5)))
        #expect(layout.pieces[4].destination == Rect(15, 25, 90, 50))
        #expect(layout.pieces[8].destination == Rect(105, 75, 5, 5))
        #expect(layout.pieces[8].source == Rect(20, 20, 10, 10))
    }

    @Test func aCenterWithoutSidesIsThePixelThere() {
        let layout = ContentsLayout(size: Size(11, 11), center: Rect(0.5, 0.5, 0, 0), bounds: bounds)
        #expect(layout.pieces.count == 9 && layout.pieces[4].source == Rect(5, 5, 1, 1))
        // At the far end there is still one pixel, and then nothing beyond it.
        let end = ContentsLayout(size: Size(11, 11), center: Rect(1, 1, 0, 0), bounds: bounds)
        #expect(end.pieces.count == 4 && end.pieces[3].source == Rect(10, 10, 1, 1))
    }

    /// Pieces tile the destination, whatever the numbers.
    @Test func piecesAbut() {
        var rng = Dice(1)
        for _ in 0..<500 {
            func r(_ a: Double, _ b: Double) -> Double { Double.random(in: a...b, using: &rng) }
            let layout = ContentsLayout(
                size: Size(r(1, 50), r(1, 50)), rect: Rect(r(-1, 1), r(-1, 1), r(0.1, 2), r(0.1, 2)),
                center: Rect(r(-0.5, 1), r(-0.5, 1), r(0, 1), r(0, 1)), gravity: .resizeAspect, scale: r(0.1, 3),
                bounds: Rect(0, 0, r(1, 99), r(1, 99)))
            let area = layout.pieces.reduce(0) { $0 + $1.destination.width * $1.destination.height }
            #expect(abs(area - layout.destination.width * layout.destination.height) < 1e-6)
            let box = layout.pieces.reduce(Rect.zero) { $0.union($1.destination) }
            #expect(abs(box.maxX - layout.destination.maxX) < 1e-9 && abs(box.maxY - layout.destination.maxY) < 1e-9)
        }
    }

    @Test func nothingToShow() {
        #expect(ContentsLayout(size: .zero, bounds: bounds).pieces.isEmpty)
        #expect(ContentsLayout(size: Size(9, 9), rect: Rect(0, 0, 0, 1), bounds: bounds).pieces.isEmpty)
        #expect(ContentsLayout(size: Size(9, 9), bounds: .zero).pieces.isEmpty)
        #expect(ContentsLayout(size: Size(.infinity, 9), bounds: bounds).pieces.isEmpty)
    }

    @Test func perspectiveAndBack() throws {
        let map = Projective(1.5, 0.2, 0.003, -0.1, 0.9, 0.001, 20, 30, 1)
        let back = try #require(map.inverse)
        let p = Point(17, -4)
        let q = back.apply(map.apply(p))
        #expect(abs(q.x - p.x) < 1e-9 && abs(q.y - p.y) < 1e-9)
        #expect(back.lift(map.apply(p)).z > 0)
        // Half of a square lies behind the eye.
        let folded = Projective(1, 0, 0.1, 0, 1, 0, 0, 0, 0)
        let seen = folded.visible([Point(-10, 0), Point(10, 0), Point(10, 10), Point(-10, 10)])
        #expect(seen.count == 4 && seen.contains(Point(10, 0)) && seen.contains(Point(10, 10)))
        #expect(folded.visible([Point(-10, 0), Point(-5, 0), Point(-5, 10)]).isEmpty)
    }
}
