import Geometry
import PluginHost
import Scene
import Schema
import Testing

/// Tab stops, kerning, variations and hyphens.
extension PluginTests {
    private func caret(_ index: Int, _ text: (Workshop, Slot)) throws -> Double {
        try text.0.set(text.1, "caretIndex", .number(Double(index)))
        return try text.0.get(text.1, "caretRect").rect.x
    }

    private func width(_ text: (Workshop, Slot)) throws -> Double {
        try text.0.get(text.1, "preferredSize").size.width
    }

    @Test func tabsLeadToTheirStops() throws {
        let text = try textShop()
        try text.0.set(text.1, "string", .string("a\tb\tc\td\n\tx"))
        let usual = try caret(2, text)
        try text.0.set(text.1, "tabStops", .numbers([50, 90]))
        #expect(try caret(2, text) == 50 && caret(4, text) == 90)
        // The last distance goes on.
        #expect(try caret(6, text) == 130)
        #expect(try caret(9, text) == 50)
        #expect(abs(try width(text) - 130) < 20)
        // A stop that letters have passed is none.
        try text.0.set(text.1, "tabStops", .numbers([5, 60, 100]))
        #expect(try caret(2, text) == 60)
        try text.0.set(text.1, "tabStops", .numbers([]))
        #expect(try caret(2, text) == usual)
    }

    @Test func pairsOfLettersAreKerned() throws {
        let text = try textShop()
        try text.0.set(text.1, "string", .string("AVAVAVAVAV"))
        let kerned = try width(text)
        try text.0.set(text.1, "kerning", .boolean(false))
        let plain = try width(text)
        #expect(plain > kerned)
        // What features say goes before.
        try text.0.set(text.1, "features", .string("kern=1"))
        #expect(try width(text) == kerned)
        try text.0.set(text.1, "features", .string("tnum"))
        #expect(try width(text) == plain)
    }

    /// In the fixture letters are half an em wide; 0.6 at weight 900, 0.44 at 100, 0.9 at width 200.
    @Test func axesOfVariableFonts() throws {
        let text = try textShop()
        try text.0.set(text.1, "font", .string("file:\(Workshop.root)/Tests/Fixtures/fonts/Variable.ttf"))
        try text.0.set(text.1, "fontSize", .number(100))
        try text.0.set(text.1, "string", .string("abab"))
        func width(_ variations: String) throws -> Double {
            try text.0.set(text.1, "variations", .string(variations))
            return try self.width(text)
        }
        #expect(try width("") == 200)
        #expect(try width("wght=900") == 240 && width("wght=100") == 176 && width("wght=650") == 220)
        #expect(try width("wght=400, wdth=200") == 360 && width("wdth=200,wght=900") == 400)
        #expect(try width("xxxx=3") == 200)
        // The glyphs follow, in one face for each.
        func box(_ variations: String) throws -> Rect? {
            _ = try width(variations)
            let drawing = try #require(text.0.host.drawings.drawing(of: text.1, in: text.0.scene))
            return drawing.runs.first?.box
        }
        #expect(try box("wght=900") != box("wght=100"))
    }

    /// Soft hyphens are seen where a word is broken at one.
    @Test func softHyphens() throws {
        let text = try textShop()
        try text.0.set(text.1, "string", .string("inter\u{AD}nation\u{AD}al"))
        let whole = try width(text)
        try text.0.set(text.1, "isWrapped", .boolean(true))
        try text.0.set(text.1, "bounds", .rect(Rect(0, 0, whole - 10, 200)))
        func lines(_ hyphenation: UInt8) throws -> Double {
            try text.0.set(text.1, "hyphenation", .choice(hyphenation))
            return try text.0.get(text.1, "lines").number
        }
        func glyphs() throws -> Int {
            try #require(text.0.host.drawings.drawing(of: text.1, in: text.0.scene)).runs.reduce(0) {
                $0 + $1.glyphs.count
            }
        }
        #expect(try lines(0) == 2)
        let hyphened = try glyphs()
        // Not at a soft hyphen, but where there is no more room, and without a hyphen; the whole word has none either.
        #expect(try lines(1) == 2 && glyphs() == hyphened - 1)
        #expect(try lines(2) == 2 && glyphs() == hyphened)
        try text.0.set(text.1, "string", .string("internationalization"))
        try text.0.set(text.1, "bounds", .rect(Rect(0, 0, 60, 200)))
        let count = try lines(0)
        let bare = try glyphs()
        #expect(bare == 20)
        #expect(try lines(2) >= count && glyphs() == bare + Int(lines(2)) - 1)
        // A break in front of a space, or between words, has none.
        try text.0.set(text.1, "string", .string("some words in a row"))
        #expect(try lines(0) == lines(1) && lines(0) == lines(2) && glyphs() == 15)
    }
}
