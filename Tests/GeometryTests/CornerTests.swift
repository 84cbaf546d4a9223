import Geometry
import Testing

struct CornerTests {
    private func corners(_ r: Double, continuous: Bool) -> CornerShape {
        CornerShape(topLeft: r, topRight: r, bottomRight: r, bottomLeft: r, isContinuous: continuous)
    }

    @Test func radiusIsClampedToHalfTheShorterSide() {
        let shape = CornerShape(radius: 99, masked: [.topLeft, .bottomRight], size: Size(40, 30))
        #expect(shape == CornerShape(topLeft: 15, topRight: 0, bottomRight: 15, bottomLeft: 0))
        #expect(CornerShape(radius: -3, size: Size(10, 10)).isSquare)
        #expect(CornerShape(radius: 3, size: Size(10, 0)).isSquare)
        let inner = shape.inset(by: 10)
        #expect(inner == CornerShape(topLeft: 5, topRight: 0, bottomRight: 5, bottomLeft: 0))
        #expect(shape.inset(by: 20) == .square)
    }

    @Test func circularCorners() {
        let rect = Rect(10, 20, 100, 50)
        let path = Path.roundedRect(rect, corners(10, continuous: false))
        #expect(path == makePath { $0.addRoundedRect(rect, rx: 10, ry: 10) })
        #expect(Path.roundedRect(rect, .square) == .rect(rect))
        // A stadium's sides of no length are no lines.
        let stadium = Path.roundedRect(rect, corners(25, continuous: false))
        #expect(stadium.commands == [.move, .line, .cubic, .cubic, .line, .cubic, .cubic, .close])
        // Radii that do not fit are scaled together.
        let odd = CornerShape(topLeft: 80, topRight: 40, bottomRight: 0, bottomLeft: 0)
        #expect(Path.roundedRect(Rect(0, 0, 60, 100), odd).points[0] == Point(40, 0))
    }

    @Test func continuousCornersReachFurther() {
        let path = Path.roundedRect(Rect(0, 0, 200, 200), corners(20, continuous: true))
        #expect(path.commands.filter { $0 == .cubic }.count == 12)
        #expect(path.points[0] == Point(20 * 1.528_665, 0))
        #expect(path.bounds == Rect(0, 0, 200, 200))
        // UIKit's points of the top right corner.
        #expect((path.points[4] - Point(200 - 20 * 0.631_493_79, 20 * 0.074_911_39)).length < 1e-9)
        // On the diagonal it lies close to the circle's own point.
        let middle = Cubic(path.points[4], path.points[5], path.points[6], path.points[7]).point(at: 0.5)
        #expect(abs(middle.x - (200 - 20 * (1 - 0.5.squareRoot()))) < 0.2)
        #expect(abs((200 - middle.x) - middle.y) < 1e-9)
    }

    /// Where the sides leave no room the corners become circular, without a jump.
    @Test func continuousCornersEase() {
        func outline(_ r: Double, _ w: Double, _ h: Double) -> Lines {
            Lines(.roundedRect(Rect(0, 0, w, h), corners(r, continuous: true)), count: 60)
        }
        for p in outline(50, 100, 100).subpaths[0] { #expect(abs((p - Point(50, 50)).length - 50) < 0.002) }
        // Of two pairs of sides one can ease while the other does not.
        let path = Path.roundedRect(Rect(0, 0, 400, 100), corners(50, continuous: true))
        #expect(path.points[0] == Point(50 * 1.528_665, 0))
        #expect(path.points.contains(Point(400, 50)))
        // Whole while the sides have room; from then on the two corners of a side meet in its middle.
        #expect(outline(32, 100, 100).subpaths[0][0] == Point(32 * 1.528_665, 0))
        for r in [33.0, 40, 49] { #expect(abs(outline(r, 100, 100).subpaths[0][0].x - 50) < 1e-9) }
        for r in stride(from: 20.0, through: 49.9, by: 1.3) {
            let (a, b) = (outline(r, 100, 100), outline(r + 0.1, 100, 100))
            for p in b.subpaths[0] { #expect(a.distance(p) < 0.06, "\(r)") }
        }
    }

    /// Nowhere does the outline turn back: each step of the way round turns clockwise or goes straight.
    @Test func outlinesAreConvex() {
        for r in stride(from: 1.0, through: 50, by: 3.5) {
            for (w, h) in [(100.0, 100.0), (300, 100), (100, 140), (160, 110)] {
                let path = Path.roundedRect(Rect(0, 0, w, h), corners(r, continuous: true))
                var points: [Point] = []
                for p in Lines(path, count: 12).subpaths[0] where p != points.last { points.append(p) }
                for i in 2..<points.count {
                    let (u, v) = (points[i - 1] - points[i - 2], points[i] - points[i - 1])
                    // UIKit's own constants leave a kink of a degree or so between the pieces, always outward.
                    #expect(
                        u.x * v.y - u.y * v.x > -1e-6 * u.length * v.length - 1e-9, "\(r) \(w)×\(h) at \(points[i - 1])"
                    )
                }
            }
        }
    }
}
