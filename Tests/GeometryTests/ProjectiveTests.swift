import Geometry
import TestSupport
import Testing

struct ProjectiveTests {
    /// A plane turned about some axis, seen by an eye that may be near it.
    private func random(_ numbers: inout Dice) -> (Transform3D, Projective) {
        func n(_ r: ClosedRange<Double>) -> Double { Double.random(in: r, using: &numbers) }
        let t = Transform3D.perspective(n(30...300)).concat(.rotation(n(-1...1), n(-1...1), n(-1...1), n(-3...3)))
            .concat(.translation(n(-20...20), n(-20...20), n(-20...20)))
        return (t, Projective(t))
    }

    @Test func partsAreWhatIsSeen() {
        var numbers = Dice(1)
        var seenAtAll = 0
        for _ in 0..<200 {
            let (_, map) = random(&numbers)
            let rect = Rect(-60, -30, 100, 80)
            let window = Rect(-20, -25, 70, 40)
            let part = map.part(of: rect, seenIn: window)
            let box = map.boundingBox(rect)
            for _ in 0..<100 {
                let p = Point(Double.random(in: -60...40), Double.random(in: -30...50))
                let q = map.lift(p)
                let seen = Point(q.x / q.z, q.y / q.z)
                let isSeen = q.z > 1e-3 && window.contains(seen)
                if q.z > 1e-3 { #expect(box.outset(1e-6, 1e-6).contains(seen)) }
                if isSeen { seenAtAll += 1 }
                // Not at the very edge, where rounding decides.
                let slack = isSeen ? window.outset(-1e-3, -1e-3) : window.outset(1e-3, 1e-3)
                if q.z > 1e-3, slack.contains(seen) == isSeen { #expect(Self.holds(part, p) == isSeen, "\(p)") }
            }
        }
        #expect(seenAtAll > 1000)
    }

    private static func holds(_ polygon: [Point], _ p: Point) -> Bool {
        guard polygon.count >= 3 else { return false }
        var (plus, minus) = (false, false)
        for (i, a) in polygon.enumerated() {
            let b = polygon[(i + 1) % polygon.count]
            let side = (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)
            if side > 0 { plus = true } else if side < 0 { minus = true }
        }
        return !(plus && minus)
    }

    @Test func linearIsTheDerivative() {
        var numbers = Dice(2)
        for _ in 0..<200 {
            let (_, map) = random(&numbers)
            let p = Point(Double.random(in: -20...20), Double.random(in: -20...20))
            guard map.lift(p).z > 0.2 else { continue }
            let near = map.linear(at: p)
            let e = 1e-5
            for (dx, dy) in [(0.0, 0.0), (e, 0), (0, e), (-e, e)] {
                let q = Point(p.x + dx, p.y + dy)
                #expect((map.apply(q) - near.apply(q)).length < 1e-7)
            }
        }
    }

    /// Where nothing is mirrored, what is seen from behind runs the other way round.
    @Test func facing() {
        var numbers = Dice(3)
        for _ in 0..<500 {
            let (t, map) = random(&numbers)
            let corners = [Point(0, 0), Point(1e-3, 0), Point(0, 1e-3)]
            guard corners.allSatisfy({ map.lift($0).z > 0 }) else { continue }
            let (a, b, c) = (map.apply(corners[0]), map.apply(corners[1]), map.apply(corners[2]))
            let turn = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
            guard abs(turn) > 1e-12 else { continue }
            #expect(t.isBackFacing == (turn < 0))
        }
        #expect(!Transform3D.scale(-1, 1).isBackFacing && !Transform3D.scale(1, -1).isBackFacing)
        #expect(Transform3D.rotationY(.pi).isBackFacing && Transform3D.rotationX(2).isBackFacing)
    }

    @Test func depthAndAbout() {
        #expect(Transform3D.translation(0, 0, 5).depth(of: .zero) == 5)
        let turned = Transform3D.rotationY(.pi / 2).about(10, 0, 3)
        // The anchor stays; what lies to its right goes away from the viewer.
        #expect(abs(turned.depth(of: Point(12, 7)) - 1) < 1e-12)
        // Nearer is deeper in numbers, in perspective too.
        let eye = Transform3D.perspective(100)
        let depths = [-50.0, 0, 20, 90].map { eye.concat(.translation(0, 0, $0)).depth(of: Point(3, 4)) }
        #expect(depths == depths.sorted())
    }

    /// A perspective too weak to tell is none.
    @Test func affineOrNot() {
        #expect(Projective(1, 0, 1e-13, 0, 1, 0, 5, 6, 1).affine == Affine(1, 0, 0, 1, 5, 6))
        #expect(Projective(1, 0, 1e-11, 0, 1, 0, 5, 6, 1).affine == nil)
        #expect(Projective(1, 0, 0, 0, 1, 0, 5, 6, 0).affine == nil)
    }
}
