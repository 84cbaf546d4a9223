import Geometry
import TestSupport
import Testing

struct StrokeBoundsTests {
    private func styles(_ dice: inout Dice) -> StrokeStyle {
        makeStyle(dice.real(0.1, 50), dice.pick([.butt, .round, .square]), dice.pick([.miter, .round, .bevel])) {
            $0.miterLimit = dice.pick([1, 1.5, 4, 10, 1000])
            if dice.upTo(3) == 0 { $0.dash = [dice.real(0, 30), dice.real(1, 30)] }
            if dice.upTo(3) == 0 { $0.start = dice.real(0, 0.5) }
            if dice.upTo(3) == 0 { $0.end = dice.real(0.5, 1) }
        }
    }

    private func holds(_ outer: Rect, _ inner: Rect) -> Bool {
        outer.minX <= inner.minX && outer.minY <= inner.minY && outer.maxX >= inner.maxX && outer.maxY >= inner.maxY
    }

    /// The outline never leaves the box by more than its tolerance, whatever is dashed, trimmed, turned or folded.
    @Test func theOutlineIsInTheBox() {
        var dice = Dice(31)
        let paths = hardPaths.map(\.path) + (0..<150).map { _ in randomPath(&dice) }
        for path in paths {
            for _ in 0..<12 {
                let style = styles(&dice)
                let outline = path.stroked(style, tolerance: 0.05)
                guard !outline.isEmpty else { continue }
                let box = path.strokeBounds(style).outset(0.05, 0.05)
                #expect(holds(box, outline.controlBounds), "\(style): \(outline.controlBounds) in \(box)")
            }
        }
    }

    /// With round joins and caps nothing is in excess.
    @Test func theBoxIsTight() {
        var dice = Dice(32)
        let paths = hardPaths.map(\.path) + (0..<150).map { _ in randomPath(&dice) }
        for path in paths {
            let style = makeStyle(dice.real(0.1, 50), .round, .round)
            let box = path.strokeBounds(style)
            let bound = path.stroked(style, tolerance: 0.01).controlBounds.outset(0.05, 0.05)
            #expect(holds(bound, box), "\(style): \(box) in \(bound)")
        }
    }

    /// A ring of radius 88 and width 24: its miter joins are on a curve, and have no tips.
    @Test func aRingHasNoMiters() {
        var ring = Path()
        ring.addEllipse(Point(100, 100), rx: 88, ry: 88)
        let box = ring.strokeBounds(makeStyle(24))
        #expect(abs(box.minX) < 1e-6 && abs(box.minY) < 1e-6)
        #expect(abs(box.width - 200) < 1e-6 && abs(box.height - 200) < 1e-6)
    }

    @Test func emptyAndAbsurdStrokes() {
        let line = makePath {
            $0.move(to: Point(0, 0)); $0.line(to: Point(10, 0))
        }
        #expect(Path().strokeBounds(makeStyle(5)) == .zero)
        #expect(line.strokeBounds(makeStyle(0)) == .zero)
        #expect(line.strokeBounds(makeStyle(.nan)) == .zero)
        #expect(makePath { $0.move(to: Point(3, 3)) }.strokeBounds(makeStyle(2)) == .zero)
        #expect(line.strokeBounds(makeStyle(4, .square)) == Rect(-2, -2, 14, 4))
        let absurd = makePath {
            $0.move(to: Point(.nan, .infinity)); $0.cubic(Point(1e300, 0), Point(.nan, 1), to: Point(-1e300, 5))
        }
        let box = absurd.strokeBounds(makeStyle(.infinity))
        #expect(box.width.isFinite && box.height.isFinite && box.width > 0)
    }
}
