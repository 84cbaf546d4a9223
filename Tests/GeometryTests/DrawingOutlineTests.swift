import Geometry
import Testing

/// What a drawing paints, as a path.
@Suite struct DrawingOutlineTests {
    private let square = Path.rect(Rect(0, 0, 1, 1))

    @Test func piecesLieWhereTheyArePainted() throws {
        var drawing = Drawing()
        drawing.paths = [square]
        drawing.styles = [StrokeStyle()]
        drawing.glyphs = [Glyph(number: 1, outline: square, box: Rect(0, 0, 1, 1))]
        drawing.runs = [
            GlyphRun(
                em: 10, glyphs: [PlacedGlyph(number: 1, glyph: 0, at: Point(40, 50))], box: Rect(40, 50, 10, 10))
        ]
        drawing.operations = [
            .save, .concat(.translation(5, 6)), .fill(path: 0, rule: .evenOdd, color: .black), .restore,
            .glyphs(run: 0, color: .black), .clip(path: 0, rule: .nonZero), .alpha(0),
        ]
        #expect(
            drawing.outline?.points == [
                Point(5, 6), Point(6, 6), Point(6, 7), Point(5, 7), Point(40, 50), Point(50, 50), Point(50, 60),
                Point(40, 60),
            ])
        drawing.operations = [.concat(.scale(2, 2)), .stroke(path: 0, style: 0, color: .black)]
        #expect(try #require(drawing.outline).bounds == Rect(-1, -1, 4, 4))
        #expect(Drawing().outline?.isEmpty == true)
    }

    @Test func itHasAnEnd() {
        var drawing = Drawing()
        drawing.paths = [.polygon((0..<1000).map { Point(Double($0), 0) })]
        drawing.operations = Array(repeating: .fill(path: 0, rule: .nonZero, color: .black), count: 100)
        #expect(drawing.outline?.points.count == Drawing.mostOutlinePoints)
        drawing.operations.append(.fill(path: 0, rule: .nonZero, color: .black))
        #expect(drawing.outline == nil)
        drawing.paths = [.polygon((0...10_000).map { Point(Double($0), 0) })]
        drawing.styles = [StrokeStyle()]
        drawing.operations = [.stroke(path: 0, style: 0, color: .black)]
        #expect(drawing.outline == nil)
    }
}
