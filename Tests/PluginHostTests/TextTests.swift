import Geometry
import PluginHost
import Scene
import SceneTables
import Schema
import TestSupport
import Testing

extension PluginTests {
    /// A text in the project's own font, alone in its scene.
    func textShop() throws -> (Workshop, Slot) {
        let shop = Workshop()
        shop.host.discover(in: ["\(Workshop.root)/Plugins"], libraries: [Workshop.products])
        let id = try #require(try shop.registry.find("text"))
        shop.scene.services.measurer = shop.host.drawings
        let slot = try shop.scene.objects.create("t", id)
        try shop.set(slot, "font", .string("file:\(Workshop.root)/examples/fonts/ScrimSans.ttf"))
        try shop.set(slot, "fontSize", .number(20))
        return (shop, slot)
    }

    private func size(_ shop: Workshop, _ slot: Slot) throws -> Size { try shop.get(slot, "preferredSize").size }

    private func drawing(_ shop: Workshop, _ slot: Slot) throws -> Drawing {
        try #require(shop.host.drawings.drawing(of: slot, in: shop.scene))
    }

    @Test func textHasASize() throws {
        let (shop, slot) = try textShop()
        #expect(try size(shop, slot).width == 0)
        try shop.set(slot, "string", .string("word word word"))
        let one = try size(shop, slot)
        #expect(one.width > 100 && one.width < 200 && (20...30).contains(one.height))
        #expect(try shop.get(slot, "bounds") == .rect(Rect(0, 0, one.width, one.height)))
        // For another width, lines are broken only where they are wanted to be.
        #expect(shop.scene.layout.naturalSize(of: slot, width: one.width / 2) == one)
        try shop.set(slot, "isWrapped", .boolean(true))
        let two = try #require(shop.scene.layout.naturalSize(of: slot, width: one.width - 10))
        #expect(two.height == one.height * 2 || two.height == one.height * 2 - 1)
        try shop.set(slot, "preferredMaxLayoutWidth", .number(60))
        #expect(try shop.get(slot, "lines") == .number(3))
        try shop.set(slot, "preferredMaxLayoutWidth", .number(0))
        try shop.set(slot, "bounds", .rect(Rect(0, 0, one.width - 10, 10)))
        #expect(try shop.get(slot, "lines") == .number(2) && size(shop, slot).height == two.height)
        try shop.set(slot, "string", .string("a\nb\n\nc"))
        #expect(try shop.get(slot, "lines") == .number(4))
        // Twice the size is twice the text.
        try shop.set(slot, "string", .string("word"))
        try shop.set(slot, "isWrapped", .boolean(false))
        let small = try size(shop, slot)
        try shop.set(slot, "fontSize", .number(200))
        let large = try size(shop, slot)
        #expect(abs(large.width - 10 * small.width) <= 10 && abs(large.height - 10 * small.height) <= 10)
        #expect(shop.events(.strike).isEmpty)
    }

    /// Long markup is set line by line: with the same lines, glyphs and carets as the whole that short markup is, and to its end.
    @Test func longMarkupIsSetToItsEnd() throws {
        let (shop, slot) = try textShop()
        try shop.set(slot, "bounds", .rect(Rect(0, 0, 380, 300)))
        let head =
            "<b>One <i>two</i></b>\n<span size='20000'>three\n\nfour <u>five\nsix</u></span>\n\n<tt>se\u{AD}ven</tt> "
            + "<span letter_spacing='2000'>eight\nnine</span> <span rise='4000'>ten</span>\n"
            + "<span line_height='2'>eleven\ntwelve</span>\n"
        func carets() throws -> [Value] {
            try (0..<60).map { index in
                try shop.set(slot, "caretIndex", .number(Double(index)))
                return try shop.get(slot, "caretRect")
            }
        }
        try shop.set(slot, "markup", .string(head))
        let (short, lines) = (try carets(), try shop.get(slot, "lines").number)
        try shop.set(slot, "markup", .string(head + String(repeating: "<b>x</b>\n", count: 4999) + "x"))
        #expect(try shop.get(slot, "lines").number == lines + 4999)
        #expect(try carets() == short)
        // A line of more than 4,000 characters goes on as another one, with the attributes of its characters.
        try shop.set(slot, "isWrapped", .boolean(false))
        let (light, bold) = (String(repeating: "i", count: 3999), String(repeating: "m", count: 5000))
        try shop.set(slot, "markup", .string("\(light)<b>\(bold)</b>"))
        let width = try size(shop, slot).width
        #expect(try shop.get(slot, "lines").number == 3)
        try shop.set(slot, "markup", .string("<b>\(String(bold.prefix(4000)))</b>"))
        #expect(try size(shop, slot).width == width)
        // As much as of any text, and no more.
        try shop.set(slot, "markup", .string("<b>" + String(repeating: "a\n", count: 10_500) + "</b>"))
        let most = try shop.get(slot, "lines")
        try shop.set(slot, "markup", .string(""))
        try shop.set(slot, "string", .string(String(repeating: "a\n", count: 10_500)))
        #expect(try shop.get(slot, "lines") == most)
    }

    /// Lines that are set one by one are those of the whole, which short markup always is.
    @Test(arguments: 1...30) func linesAreThoseOfTheWhole(_ seed: UInt64) throws {
        let (shop, slot) = try textShop()
        var dice = Dice(seed)
        let words = [
            "one", "two and", "", " ", "Ω ж", "—“quoted”…", "\tx", "אבג", "12 אב", "\r", "\u{2029}", "\u{202E}ab", "日本",
        ]
        let plain = words.prefix(seed % 3 == 0 ? words.count : 7)
        var text = ""
        for _ in 0..<Int.random(in: 0...12, using: &dice) {
            text += plain.randomElement(using: &dice) ?? ""
            if Int.random(in: 0..<2, using: &dice) == 0 { text += "\n" }
        }
        try shop.set(slot, "isWrapped", .boolean(Bool.random(using: &dice)))
        try shop.set(slot, "alignmentMode", .choice(UInt8.random(in: 0..<4, using: &dice)))
        try shop.set(slot, "lineSpacing", .number(Double(Int.random(in: 0...3, using: &dice))))
        for width in [60.0, 200] {
            try shop.set(slot, "bounds", .rect(Rect(0, 0, width, 300)))
            try shop.set(slot, "markup", .string(""))
            try shop.set(slot, "string", .string(text))
            let (one, lines) = (try size(shop, slot), try shop.get(slot, "lines"))
            let drawn = try drawing(shop, slot)
            try shop.set(slot, "markup", .string("<span>\(text)</span>"))
            #expect(try size(shop, slot) == one)
            #expect(try shop.get(slot, "lines") == lines)
            #expect(try drawing(shop, slot) == drawn, "\(text.debugDescription)")
        }
    }

    /// Lines of printable ASCII, which HarfBuzz shapes alone, are what Pango makes of them: markup always goes its way.
    @Test(arguments: [
        "file:\(Workshop.root)/examples/fonts/ScrimSans.ttf", "DejaVu Sans", "DejaVu Serif Bold Italic", "monospace",
        "",
    ])
    func plainLinesAreThoseOfPango(_ font: String) throws {
        let (shop, slot) = try textShop()
        let other = try shop.scene.objects.create("other", shop.scene.rows[Int(slot)].kind)
        var dice = Dice(4)
        for text in [slot, other] {
            try shop.set(text, "font", .string(font))
            // As often as it takes until the font is looked at.
            for number in 0..<8 {
                try shop.set(text, "string", .string("\(number)"))
                _ = try size(shop, text)
            }
        }
        let pieces = ["office", "AVATAR", "fi fl ffi", "(x) [y]", "To: We.", "12:34", " ", "  ", "<&>\"'", "~`!@#$%^*"]
        for round in 0..<200 {
            var text = ""
            for _ in 0..<Int(dice.int(1, 12)) {
                if dice.int(0, 9) == 0 {
                    text += "\n"
                } else if dice.int(0, 1) == 0 {
                    text += pieces[Int(dice.int(0, Int32(pieces.count - 1)))]
                } else {
                    text += String(Character(Unicode.Scalar(UInt8(dice.int(0x20, 0x7E)))))
                }
            }
            let markup = text.reduce(into: "") {
                $0 += $1 == "<" ? "&lt;" : $1 == "&" ? "&amp;" : $1 == ">" ? "&gt;" : String($1)
            }
            try shop.set(slot, "string", .string(text))
            try shop.set(other, "markup", .string("<span>\(markup)</span>"))
            let (alignment, spacing) = (UInt8(dice.int(0, 4)), Double(dice.int(-3, 3)))
            let (isWrapped, truncation) = (dice.int(0, 2) == 0, UInt8(max(0, dice.int(-6, 3))))
            // Several lines that are broken are set one by one anyway.
            let width = isWrapped && text.contains("\n") ? 4000 : dice.real(20, 400)
            let bounds = Rect(dice.real(-3, 3), dice.real(-3, 3), width, dice.real(10, 90))
            for layer in [slot, other] {
                try shop.set(layer, "fontSize", .number(round % 2 == 0 ? 20 : 13.5))
                try shop.set(layer, "alignmentMode", .choice(alignment))
                try shop.set(layer, "lineSpacing", .number(spacing))
                try shop.set(layer, "isWrapped", .boolean(isWrapped))
                try shop.set(layer, "truncationMode", .choice(truncation))
                try shop.set(layer, "bounds", .rect(bounds))
            }
            for name in ["preferredSize", "lines", "firstBaseline", "lastBaseline"] {
                #expect(try shop.get(slot, name) == shop.get(other, name), "\(name) of \(text.debugDescription)")
            }
            #expect(try drawing(shop, slot) == drawing(shop, other), "\(text.debugDescription) in \(bounds)")
        }
        #expect(shop.events(.strike).isEmpty)
    }

    /// So are wrapped ones, at any width: of a word, of words, exactly as wide as some.
    @Test(arguments: [
        "file:\(Workshop.root)/examples/fonts/ScrimSans.ttf", "DejaVu Sans", "DejaVu Serif Bold Italic", "monospace",
    ])
    func wrappedLinesAreThoseOfPango(_ font: String) throws {
        let (shop, slot) = try textShop()
        let other = try shop.scene.objects.create("other", shop.scene.rows[Int(slot)].kind)
        var dice = Dice(7)
        for text in [slot, other] {
            try shop.set(text, "font", .string(font))
            try shop.set(text, "isWrapped", .boolean(true))
            for number in 0..<8 {
                try shop.set(text, "string", .string("\(number)"))
                _ = try size(shop, text)
            }
        }
        let words = [
            "a", "the", "AVATAR", "office,", "fluffier", "T.", "well-known", "--", "and/or", "3.14", "what?!", "(so",
            "they", "say)", "it's", "\"quoted\"", "100%", "$5", "[1]", "e.g.", "x=y", "", "", "Water", "To", "no:",
            "extraordinarily",
        ]
        let prose = ["the", "cat", "was", "seen,", "on", "AVATAR", "roofs.", "Why?", "To", ""]
        for round in 0..<300 {
            // Prose, and all that may stand in lines.
            let some = round % 2 == 0 ? prose : words
            let text = (0..<Int(dice.int(2, 30))).map { _ in some[Int(dice.int(0, Int32(some.count - 1)))] }
                .joined(separator: " ")
            try shop.set(slot, "string", .string(text))
            try shop.set(other, "markup", .string("<span>\(text)</span>"))
            var width = dice.real(20, 400)
            if round % 3 == 0 {
                // As wide as what stands before a character, to the last digit.
                try shop.set(other, "bounds", .rect(Rect(0, 0, 100_000, 100)))
                try shop.set(other, "caretIndex", .number(Double(dice.int(3, Int32(text.count)))))
                if case .rect(let caret) = try shop.get(other, "caretRect"), caret.x > 0 { width = caret.x }
            }
            let (alignment, most) = (UInt8(dice.int(0, 4)), Double(max(0, dice.int(-4, 3))))
            for layer in [slot, other] {
                try shop.set(layer, "fontSize", .number(round % 4 == 0 ? 20 : 13.5))
                try shop.set(layer, "alignmentMode", .choice(alignment))
                try shop.set(layer, "maximumLines", .number(most))
                try shop.set(layer, "bounds", .rect(Rect(0, 0, width, 300)))
            }
            for name in ["preferredSize", "lines", "firstBaseline", "lastBaseline"] {
                #expect(try shop.get(slot, name) == shop.get(other, name), "\(name) of \(text) in \(width)")
            }
            #expect(try drawing(shop, slot) == drawing(shop, other), "\(text) in \(width)")
        }
        #expect(shop.events(.strike).isEmpty)
    }

    @Test func textIsRunsOfGlyphs() throws {
        let (shop, slot) = try textShop()
        try shop.set(slot, "string", .string("abba\n ab"))
        let drawing = try drawing(shop, slot)
        try #require(drawing.runs.map(\.glyphs.count) == [4, 2], "\(drawing.operations)")
        #expect(drawing.glyphs.count == 2, "a space paints nothing")
        #expect(drawing.runs.allSatisfy { $0.em == 20 && $0.glyphs.allSatisfy { $0.at.y == $0.at.y.rounded() } })
        #expect(drawing.runs[0].glyphs[0].number == drawing.runs[0].glyphs[3].number)
        // What is the same again is the same drawing, and another colour is not.
        #expect(try self.drawing(shop, slot) == drawing)
        try shop.set(slot, "foregroundColor", .color(.black))
        #expect(try self.drawing(shop, slot) != drawing)
        try shop.set(slot, "strokeColor", .color(.black))
        try shop.set(slot, "strokeWidth", .number(2))
        let stroked = try self.drawing(shop, slot)
        #expect(stroked.operations.count == 4 && stroked.paths.count == 2)
        try shop.set(slot, "markup", .string("a<span foreground='#ff0000'>b</span><u>a</u>"))
        let rich = try self.drawing(shop, slot)
        #expect(rich.runs.map(\.glyphs.count) == [1, 1, 1])
        #expect(rich.operations.contains(.glyphs(run: 1, color: Color(255, 0, 0))))
    }

    /// Where lines begin.
    @Test(arguments: [
        ("natural", "abc", 0.0), ("natural", "אבג", 1), ("left", "אבג", 0), ("right", "abc", 1), ("center", "abc", 0.5),
    ])
    func alignment(_ mode: String, _ text: String, _ part: Double) throws {
        let (shop, slot) = try textShop()
        try shop.set(slot, "string", .string(text))
        let width = try size(shop, slot).width
        try shop.set(slot, "bounds", .rect(Rect(0, 0, 200, 100)))
        let modes = ["natural", "left", "right", "center"]
        try shop.set(slot, "alignmentMode", .choice(UInt8(modes.firstIndex(of: mode) ?? 0)))
        for (vertical, y) in [0.0, 0.5, 1].enumerated() {
            try shop.set(slot, "verticalAlignment", .choice(UInt8(vertical)))
            let box = try drawing(shop, slot).runs[0].box
            #expect(abs(box.x + box.width / 2 - (width / 2 + part * (200 - width))) < 2)
            #expect(abs(box.y + box.height / 2 - (12 + y * 76)) < 5)
        }
    }

    @Test func whatHasNoRoom() throws {
        let (shop, slot) = try textShop()
        try shop.set(slot, "string", .string("abcdefghijklmnop"))
        try shop.set(slot, "bounds", .rect(Rect(0, 0, 80, 24)))
        #expect(try drawing(shop, slot).extent > 100)
        for mode in 1...3 as ClosedRange<UInt8> {
            try shop.set(slot, "truncationMode", .choice(mode))
            let drawing = try drawing(shop, slot)
            #expect(drawing.extent <= 81 && drawing.runs[0].glyphs.count < 10)
        }
        try shop.set(slot, "string", .string("ab cd ef gh ij kl mn op"))
        try shop.set(slot, "isWrapped", .boolean(true))
        try shop.set(slot, "bounds", .rect(Rect(0, 0, 80, 50)))
        #expect(try Set(drawing(shop, slot).runs.flatMap(\.glyphs).map(\.at.y)).count == 2)
    }

    /// Words that are broken for want of room get no hyphen, but where the text has a soft one or its markup asks for them.
    @Test func hyphensAreThoseOfTheText() throws {
        let (shop, slot) = try textShop()
        let word = "incomprehensibilities"
        try shop.set(slot, "isWrapped", .boolean(true))
        try shop.set(slot, "bounds", .rect(Rect(0, 0, 70, 300)))
        func glyphs(_ key: String, _ text: String) throws -> Int {
            try shop.set(slot, key, .string(text))
            return try drawing(shop, slot).runs.reduce(0) { $0 + $1.glyphs.count }
        }
        for text in [word, "\(word)\n\(word)", "https://example.org/\(word)/\(word)"] {
            #expect(try glyphs("string", text) == text.filter { $0 != "\n" }.count, "\(text)")
        }
        #expect(try shop.get(slot, "lines").number > 5)
        for text in ["incom\u{AD}pre", "incom\u{AD}pre\nincom\u{AD}pre\n", "é incom\u{AD}pre"] {
            let softs = text.count { $0 == "\u{AD}" }
            let letters = text.count { $0.isLetter }
            #expect(try glyphs("string", text) == letters + softs, "\(text.debugDescription)")
        }
        #expect(try glyphs("markup", word) == word.count)
        #expect(try glyphs("markup", "<i>\(word)</i> incom\u{AD}pre") == word.count + 9)
        #expect(try glyphs("markup", "<span insert_hyphens='true'>\(word)</span>") > word.count)
    }

    /// How a text fits depends on its room, not on the rooms that it had before.
    @Test(arguments: 1...30) func fitsAreThoseOfTheRoom(_ seed: UInt64) throws {
        let (shop, slot) = try textShop()
        var dice = Dice(seed)
        let text = [
            "one two three four\nfive six seven eight", "one two three four five six", "a\nb\nc", "אבג\nab cd ef",
        ]
        .randomElement(using: &dice)
        try shop.set(slot, "string", .string(text ?? ""))
        try shop.set(slot, "truncationMode", .choice(UInt8(dice.int(0, 3))))
        try shop.set(slot, "isWrapped", .boolean(dice.int(0, 3) > 0))
        try shop.set(slot, "maximumLines", .number(Double(max(0, dice.int(-3, 4)))))
        try shop.set(slot, "font", .string(dice.int(0, 1) == 0 ? "DejaVu Sans" : "DejaVu Serif"))
        let modes = try ["truncationMode", "isWrapped", "maximumLines", "font"].map { try shop.get(slot, $0) }
        for _ in 0..<12 {
            let bounds = Rect(0, 0, dice.real(10, 300), dice.real(10, 150))
            try shop.set(slot, "bounds", .rect(bounds))
            if dice.int(0, 1) == 0 { _ = try size(shop, slot) }
            let other = try shop.scene.objects.create("fresh", shop.scene.rows[Int(slot)].kind)
            defer { try? shop.scene.objects.remove(other) }
            for name in ["string", "truncationMode", "isWrapped", "maximumLines", "font", "fontSize", "bounds"] {
                try shop.set(other, name, try shop.get(slot, name))
            }
            #expect(try drawing(shop, slot) == drawing(shop, other), "\(text ?? "") in \(bounds), \(modes)")
            for name in ["lines", "lastBaseline", "preferredSize"] {
                #expect(try shop.get(slot, name) == shop.get(other, name), "\(name) in \(bounds), \(modes)")
            }
        }
    }

    @Test func fontsThatAreNone() throws {
        let (shop, slot) = try textShop()
        let kind = shop.scene.kind(of: slot)
        let font = try #require(kind.property(named: "font"))
        let markup = try #require(kind.property(named: "markup"))
        let files = TemporaryFolder()
        let bytes = Places.bytes("examples/fonts/ScrimSans.ttf")
        files.write("half.ttf", bytes.prefix(bytes.count / 2))
        files.write("none.ttf", "no font".utf8)
        for bad in ["/nonexistent.ttf", files.path, "/dev/zero", "", "\(files.path)/none.ttf"] {
            #expect(throws: SceneError.self) {
                try shop.scene.layout.check(.string("file:" + bad), for: font, of: kind)
            }
        }
        for fine in ["", "No Such Family", "Sans Bold 12", "file:\(Workshop.root)/examples/fonts/ScrimSans.ttf"] {
            try shop.scene.layout.check(.string(fine), for: font, of: kind)
        }
        #expect(throws: SceneError.self) { try shop.scene.layout.check(.string("<b>x"), for: markup, of: kind) }
        try shop.scene.layout.check(.string("<b>x</b> &amp;"), for: markup, of: kind)
        // What was restored is shown with what there is.
        try shop.set(slot, "string", .string("Hamburg"))
        for odd in ["file:/nonexistent.ttf", "file:\(files.path)/half.ttf", "No Such Family"] {
            try shop.set(slot, "font", .string(odd))
            _ = try size(shop, slot)
            _ = try drawing(shop, slot)
        }
        #expect(shop.events(.strike).isEmpty && !shop.events(.log).isEmpty)
    }

    /// Damaged fonts, and texts of any characters: something is drawn, and nothing breaks.
    @Test func anything() throws {
        let (shop, slot) = try textShop()
        let files = TemporaryFolder()
        let font = Places.bytes("examples/fonts/ScrimSans.ttf")
        var dice = Dice(9)
        for round in 0..<60 {
            var bytes = font
            for _ in 0..<[1, 20, 300][round % 3] {
                bytes[Int(dice.int(0, Int32(round % 2 == 0 ? bytes.count - 1 : 1500)))] = UInt8(dice.int(0, 255))
            }
            files.write("\(round).ttf", bytes)
            try shop.set(slot, "font", .string("file:\(files.path)/\(round).ttf"))
            let text = String(
                String.UnicodeScalarView(
                    (0..<Int(dice.int(0, 60))).compactMap { _ in
                        Unicode.Scalar(UInt32(dice.int(1, [127, 0x7FF, 0x3000, 0x2FFFF][Int(dice.int(0, 3))])))
                    }))
            try shop.set(slot, "string", .string("Hamburgefonstiv مرحبا " + text))
            try shop.set(slot, "isWrapped", .boolean(dice.int(0, 1) == 1))
            try shop.set(slot, "truncationMode", .choice(UInt8(dice.int(0, 3))))
            try shop.set(slot, "bounds", .rect(Rect(0, 0, dice.real(-5, 300), dice.real(0, 60))))
            _ = try drawing(shop, slot)
            _ = try size(shop, slot)
        }
        #expect(shop.events(.strike).isEmpty)
    }
}

extension Drawing {
    /// Where its glyphs end on the right.
    fileprivate var extent: Double { runs.map { $0.box.x + $0.box.width }.max() ?? 0 }
}
