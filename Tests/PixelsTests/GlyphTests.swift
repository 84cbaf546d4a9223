import Geometry
import TestSupport
import Testing

@testable import Pixels

/// Glyphs from masks against their outlines, filled.
@Suite struct GlyphTests {
    /// Outlines within an em, and a picture.
    private func glyphs(_ dice: inout Dice) -> [Glyph] {
        (1...12).map { number in
            guard number > 1 else {
                let words = (0..<64).map { _ in dice.pixel() | 0xFF00_0000 }
                let pixels = Glyph.Pixels(width: 8, height: 8, words: words)
                return Glyph(number: 1, outline: Path(), pixels: pixels, box: Rect(0, -0.8, 1, 1))
            }
            let outline = dice.path(-0.3, 1.1)
            return Glyph(number: UInt32(number), outline: outline, box: outline.hull)
        }
    }

    private func run(_ glyphs: [Glyph], _ dice: inout Dice, em: Double) -> GlyphRun {
        var box = Rect.zero
        let placed = (0..<Int(dice.int(1, 9))).map { _ in
            let place = Int(dice.int(0, Int32(glyphs.count - 1)))
            let at = Point(dice.real(-8, 50), dice.real(-8, 50))
            let own = glyphs[place].box
            box = box.union(Rect(at.x + own.x * em, at.y + own.y * em, own.width * em, own.height * em))
            return PlacedGlyph(number: glyphs[place].number, glyph: UInt32(place), at: at)
        }
        return GlyphRun(em: em, glyphs: placed, box: box)
    }

    private func paint(_ run: GlyphRun, _ glyphs: [Glyph], _ map: Affine, _ tools: CanvasTools) throws -> Bitmap {
        let bitmap = try Bitmap(width: 64, height: 60, format: .argb)
        Canvas(bitmap, tools: tools).draw(run, glyphs, map, PremultipliedColor(Color(200, 40, 90)))
        return bitmap
    }

    /// What the masks stand for: each outline, filled where it comes to be by quarters of a pixel.
    private func plain(_ run: GlyphRun, _ glyphs: [Glyph], _ map: Affine) throws -> Bitmap {
        let bitmap = try Bitmap(width: 64, height: 60, format: .argb)
        let canvas = Canvas(bitmap, tools: CanvasTools())
        for placed in run.glyphs {
            func quarter(_ v: Double) -> Double { (v * 4 + 0.5).rounded(.down) / 4 }
            let at = Point(quarter(map.a * placed.at.x + map.tx), quarter(map.d * placed.at.y + map.ty))
            canvas.fill(
                glyphs[Int(placed.glyph)].outline, Affine(map.a * run.em, 0, 0, map.d * run.em, at.x, at.y),
                PremultipliedColor(Color(200, 40, 90)))
        }
        return bitmap
    }

    @Test func masksAreOutlines() throws {
        var dice = Dice(1)
        let glyphs = Array(glyphs(&dice).dropFirst())
        let tools = CanvasTools()
        for _ in 0..<300 {
            let run = run(glyphs, &dice, em: dice.real(0.5, 20))
            let map = Affine(dice.real(0.3, 3), 0, 0, dice.real(0.3, 3), dice.real(-9, 9), dice.real(-9, 9))
            try expectSame(paint(run, glyphs, map, tools), plain(run, glyphs, map))
        }
        #expect(tools.glyphs.hits > 0 && tools.glyphs.misses > 100)
    }

    @Test func whatIsKeptAndTheClipAreNotSeen() throws {
        var dice = Dice(2)
        let glyphs = glyphs(&dice)
        let (kept, forgetful) = (CanvasTools(), CanvasTools())
        forgetful.glyphBudget = 1500
        for round in 0..<300 {
            // The last ones turned, mirrored, and larger than masks.
            let em = round % 5 == 4 ? 300 : dice.real(1, 30)
            let run = run(glyphs, &dice, em: em)
            var map = Affine(dice.real(0.5, 2), 0, 0, dice.real(0.5, 2), dice.real(-9, 9), dice.real(-9, 9))
            if round % 5 == 1 { map = map.concat(Affine(0.8, 0.6, -0.6, 0.8, 0, 0)) }
            if round % 5 == 2 { map.a *= -1 }
            let whole = try paint(run, glyphs, map, kept)
            try expectSame(whole, paint(run, glyphs, map, forgetful))
            let rects = (0..<Int(dice.int(1, 4))).map { _ in dice.rect(-3, 60) }
            let part = try Bitmap(width: 64, height: 60, format: .argb)
            Canvas(part, clip: Region(rects), tools: kept).draw(
                run, glyphs, map, PremultipliedColor(Color(200, 40, 90)))
            let shown = PixelRect(0, 0, 64, 60)
            for rect in Region(rects).rects.map({ $0.intersection(shown) }) where !rect.isEmpty {
                for y in rect.y0..<rect.y1 {
                    for x in rect.x0..<rect.x1 where part[Int(x), Int(y)] != whole[Int(x), Int(y)] {
                        Issue.record("\(x),\(y) of round \(round)")
                        return
                    }
                }
            }
        }
        #expect(forgetful.glyphs.misses > kept.glyphs.misses && forgetful.glyphs.bytes < kept.glyphs.bytes)
    }

    /// A quarter of a pixel is seen, an eighth and a bit is brought to it, a whole one moves the bytes.
    @Test func places() throws {
        let outline = Path.rect(Rect(0.1, -0.7, 0.5, 0.6))
        let glyph = Glyph(number: 7, outline: outline, box: outline.hull)
        let tools = CanvasTools()
        func paint(_ x: Double, _ y: Double) throws -> Bitmap {
            let placed = PlacedGlyph(number: 7, glyph: 0, at: Point(x, y))
            let run = GlyphRun(em: 16, glyphs: [placed], box: Rect(x, y - 12, 12, 12))
            return try self.paint(run, [glyph], .identity, tools)
        }
        let still = try paint(20, 30)
        try expectSame(still, paint(20.12, 29.88))
        for (x, y) in [(20.13, 30.0), (20.25, 30), (20, 30.25), (19.75, 30)] {
            #expect(try bytes(paint(x, y)) != bytes(still))
        }
        let moved = try paint(23, 28)
        for y in 2..<60 { for x in 0..<61 where still[x, y] != moved[x + 3, y - 2] { Issue.record("\(x),\(y)") } }
        try expectSame(paint(1e9, 5), Bitmap(width: 64, height: 60, format: .argb))
    }

    /// Runs that were drawn before, moved by whole pixels, in any clip, are what they were the first time.
    @Test func runsThatAreKept() throws {
        var dice = Dice(3)
        let glyphs = glyphs(&dice)
        let (kept, fresh) = (CanvasTools(), CanvasTools())
        fresh.glyphBudget = 0
        for round in 0..<200 {
            let run = run(glyphs, &dice, em: dice.real(1, 30))
            let color = PremultipliedColor(Color(200, 40, 90, UInt8(dice.int(1, 255))))
            let map = Affine(dice.real(0.5, 2), 0, 0, dice.real(0.5, 2), dice.real(-9, 9), dice.real(-9, 9))
            for _ in 0..<4 {
                var moved = map
                moved.tx += Double(dice.int(-20, 20))
                moved.ty += Double(dice.int(-20, 20))
                let clip = (0..<Int(dice.int(1, 4))).map { _ in dice.rect(-3, 60) }
                let (a, b) = try (
                    Bitmap(width: 64, height: 60, format: .argb), Bitmap(width: 64, height: 60, format: .argb)
                )
                let key = ShapeKey(version: UInt32(round + 1), operation: round % 7)
                Canvas(a, clip: Region(clip), tools: kept).draw(run, glyphs, moved, color, key: key)
                Canvas(b, clip: Region(clip), tools: fresh).draw(run, glyphs, moved, color)
                try expectSame(a, b)
            }
        }
        #expect(kept.strips.bytes > 0 && fresh.strips.bytes == 0)
        kept.glyphBudget = 0
        #expect(kept.strips.bytes == 0)
    }

    private func bytes(_ bitmap: Bitmap) -> [UInt32] {
        (0..<60).flatMap { y in (0..<64).map { bitmap[$0, y] } }
    }

    private func expectSame(_ a: Bitmap, _ b: Bitmap) throws {
        try #require(bytes(a) == bytes(b))
    }
}
