import Geometry
import Pixels
import Testing
import Vectors

@Suite struct VectorFileTests {
    private func page(_ size: Size = Size(40, 30)) -> VectorPage { VectorPage(size: size, scale: 2) }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    private func image(_ side: Int = 4) throws -> VectorImage {
        let bitmap = try Bitmap(width: side, height: side)
        for y in 0..<side { for x in 0..<side { bitmap[x, y] = 0xFF00_0000 | UInt32(x * 40) << 8 } }
        return VectorImage(bitmap)
    }

    private func all() throws -> VectorPage {
        var page = page()
        var dashed = StrokeStyle()
        dashed.dash = [3, 1]
        let stops = [Gradient.Stop(-0.5, .black), Gradient.Stop(1.5, .white)]
        page.operations = [
            .save, .clip(.circle(Point(20, 20), radius: 15), .identity, .nonZero),
            .fill(.rect(Rect(0, 0, 40, 40)), .identity, .nonZero, .color(.black, opacity: 0.5)),
            .stroke(.circle(Point(20, 20), radius: 9), .scale(1, 2), dashed, .color(.white, opacity: 1)), .restore,
            .beginGroup,
            .fill(
                .rect(Rect(0, 0, 9, 9)), .identity, .evenOdd,
                .gradient(Gradient(.axial, from: .zero, to: Point(9, 0), stops: stops), .identity, opacity: 1)),
            .image(try image(), .identity, opacity: 0.5, isSmooth: false), .beginMask,
            .fill(.circle(Point(5, 5), radius: 5), .identity, .nonZero, .color(.black, opacity: 1)),
            .endGroup(opacity: 0.5, mode: .normal, isMasked: true),
        ]
        return page
    }

    @Test func aPageIsADocument() throws {
        let pdf = text(try VectorFile.encode([all()], as: .pdf, most: 1 << 20))
        #expect(pdf.hasPrefix("%PDF-1."))
        #expect(pdf.contains("MediaBox [ 0 0 40 30 ]"))
        let svg = text(try VectorFile.encode([all()], as: .svg, most: 1 << 20))
        #expect(svg.contains("<svg"))
        #expect(svg.contains("</svg>"))
        #expect(svg.contains("<mask"))
        #expect(svg.contains("stroke-dasharray"))
    }

    @Test(arguments: [VectorFormat.pdf, .svg])
    func theSamePageHasTheSameBytes(format: VectorFormat) throws {
        let first = try VectorFile.encode([all()], as: format, most: 1 << 20)
        #expect(try VectorFile.encode([all()], as: format, most: 1 << 20) == first)
    }

    @Test(arguments: [VectorFormat.pdf, .svg])
    func aPageOfNothingIsOne(format: VectorFormat) throws {
        #expect(try !VectorFile.encode([page()], as: format, most: 1 << 20).isEmpty)
    }

    @Test func pagesFollowEachOther() throws {
        let pdf = text(try VectorFile.encode([all(), page(Size(80, 20))], as: .pdf, most: 1 << 20))
        #expect(pdf.contains("MediaBox [ 0 0 40 30 ]"))
        #expect(pdf.contains("MediaBox [ 0 0 80 20 ]"))
    }

    @Test(arguments: [VectorFormat.pdf, .svg])
    func aFileHasNoMoreBytesThanAllowed(format: VectorFormat) throws {
        let bytes = try VectorFile.encode([all()], as: format, most: 1 << 20).count
        #expect(throws: VectorError.tooLarge) { try VectorFile.encode([all()], as: format, most: bytes / 2) }
        #expect(try VectorFile.encode([all()], as: format, most: 1 << 20).count == bytes)
    }

    @Test func whatCairoRefusesIsLeftOut() throws {
        var page = page()
        var zero = StrokeStyle()
        zero.dash = [0, 0]
        let far = Path.polygon([Point(-1e30, 0), Point(.nan, 1e300), Point(5, 5)])
        page.operations = [
            .fill(far, .identity, .nonZero, .color(.black, opacity: .nan)),
            .stroke(.circle(.zero, radius: 5), .identity, zero, .color(.black, opacity: 1)),
            .stroke(.circle(.zero, radius: 5), .scale(0, 0), StrokeStyle(), .color(.black, opacity: 1)),
            .image(try image(), .scale(0, 1), opacity: 1, isSmooth: true),
            .fill(.rect(Rect(1, 1, 5, 5)), .identity, .nonZero, .color(Color(255, 0, 0), opacity: 1)),
        ]
        let svg = text(try VectorFile.encode([page], as: .svg, most: 1 << 20))
        #expect(svg.contains("rgb(100%,0%,0%)"))
    }

    @Test func onePictureIsEmbeddedOnce() throws {
        var page = page()
        let image = try image(64)
        let once = try VectorFile.encode(
            [filled(page, [.image(image, .identity, opacity: 1, isSmooth: true)])], as: .svg, most: 1 << 20)
        page.operations = (0..<20).map { .image(image, .translation(Double($0), 0), opacity: 1, isSmooth: true) }
        let often = try VectorFile.encode([page], as: .svg, most: 1 << 20)
        #expect(text(often).split(separator: "<image").count == text(once).split(separator: "<image").count)
    }

    private func filled(_ page: VectorPage, _ operations: [VectorOperation]) -> VectorPage {
        var page = page
        page.operations = operations
        return page
    }

    @Test func glyphsAreOutlinesInSVGAndAFontInPDF() throws {
        var page = page()
        let glyph = Glyph(
            number: 7, outline: .rect(Rect(0.1, -0.7, 0.4, 0.7)), box: Rect(0.1, -0.7, 0.4, 0.7), character: "H")
        let run = GlyphRun(
            em: 12,
            glyphs: [
                PlacedGlyph(number: 7, glyph: 0, at: Point(5, 15)), PlacedGlyph(number: 7, glyph: 0, at: Point(15, 15)),
            ],
            box: Rect(0, 0, 40, 30))
        page.operations = [.glyphs(run, [glyph], .identity, .color(.black, opacity: 1))]
        let pdf = text(try VectorFile.encode([page], as: .pdf, most: 1 << 20))
        #expect(pdf.contains("/Type3"))
        #expect(pdf.contains("/ToUnicode"))
        #expect(text(try VectorFile.encode([page], as: .svg, most: 1 << 20)).contains("<path"))
    }
}
