import Geometry
import PluginHost
import Scene
import TestSupport
import Testing

extension PluginTests {
    private func shop() throws -> (Workshop, Int32) {
        let shop = Workshop()
        shop.host.discover(in: ["\(Workshop.root)/Plugins"], libraries: [Workshop.products])
        let id = try #require(try shop.registry.find("text"))
        shop.scene.measurer = shop.host.drawings
        let place = try shop.scene.create("t", id)
        try shop.set(place, "font", .string("file:\(Workshop.root)/examples/fonts/ScrimSans.ttf"))
        try shop.set(place, "fontSize", .number(20))
        return (shop, place)
    }

    private func size(_ shop: Workshop, _ place: Int32) throws -> Size { try shop.get(place, "preferredSize").size }

    private func drawing(_ shop: Workshop, _ place: Int32) throws -> Drawing {
        try #require(shop.host.drawings.drawing(of: place, in: shop.scene))
    }

    @Test func textHasASize() throws {
        let (shop, place) = try shop()
        #expect(try size(shop, place).width == 0)
        try shop.set(place, "string", .string("word word word"))
        let one = try size(shop, place)
        #expect(one.width > 100 && one.width < 200 && (20...30).contains(one.height))
        #expect(try shop.get(place, "bounds") == .rect(Rect(0, 0, one.width, one.height)))
        // For another width, lines are broken only where they are wanted to be.
        #expect(shop.scene.naturalSize(of: place, width: one.width / 2) == one)
        try shop.set(place, "isWrapped", .boolean(true))
        let two = try #require(shop.scene.naturalSize(of: place, width: one.width - 10))
        #expect(two.height == one.height * 2 || two.height == one.height * 2 - 1)
        try shop.set(place, "preferredMaxLayoutWidth", .number(60))
        #expect(try shop.get(place, "lines") == .number(3))
        try shop.set(place, "preferredMaxLayoutWidth", .number(0))
        try shop.set(place, "bounds", .rect(Rect(0, 0, one.width - 10, 10)))
        #expect(try shop.get(place, "lines") == .number(2) && size(shop, place).height == two.height)
        try shop.set(place, "string", .string("a\nb\n\nc"))
        #expect(try shop.get(place, "lines") == .number(4))
        // Twice the size is twice the text.
        try shop.set(place, "string", .string("word"))
        try shop.set(place, "isWrapped", .boolean(false))
        let small = try size(shop, place)
        try shop.set(place, "fontSize", .number(200))
        let large = try size(shop, place)
        #expect(abs(large.width - 10 * small.width) <= 10 && abs(large.height - 10 * small.height) <= 10)
        #expect(shop.events(.strike).isEmpty)
    }

    /// Lines that are set one by one are those of the whole, which markup always is.
    @Test(arguments: 1...30) func linesAreThoseOfTheWhole(_ seed: UInt64) throws {
        let (shop, place) = try shop()
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
        try shop.set(place, "isWrapped", .boolean(Bool.random(using: &dice)))
        try shop.set(place, "alignmentMode", .choice(UInt8.random(in: 0..<4, using: &dice)))
        try shop.set(place, "lineSpacing", .number(Double(Int.random(in: 0...3, using: &dice))))
        for width in [60.0, 200] {
            try shop.set(place, "bounds", .rect(Rect(0, 0, width, 300)))
            try shop.set(place, "markup", .string(""))
            try shop.set(place, "string", .string(text))
            let (one, lines) = (try size(shop, place), try shop.get(place, "lines"))
            let drawn = try drawing(shop, place)
            try shop.set(place, "markup", .string("<span>\(text)</span>"))
            #expect(try size(shop, place) == one)
            #expect(try shop.get(place, "lines") == lines)
            #expect(try drawing(shop, place) == drawn, "\(text.debugDescription)")
        }
    }

    @Test func textIsRunsOfGlyphs() throws {
        let (shop, place) = try shop()
        try shop.set(place, "string", .string("abba\n ab"))
        let drawing = try drawing(shop, place)
        try #require(drawing.runs.map(\.glyphs.count) == [4, 2], "\(drawing.operations)")
        #expect(drawing.glyphs.count == 2, "a space paints nothing")
        #expect(drawing.runs.allSatisfy { $0.em == 20 && $0.glyphs.allSatisfy { $0.at.y == $0.at.y.rounded() } })
        #expect(drawing.runs[0].glyphs[0].number == drawing.runs[0].glyphs[3].number)
        // What is the same again is the same drawing, and another colour is not.
        #expect(try self.drawing(shop, place) == drawing)
        try shop.set(place, "foregroundColor", .color(.black))
        #expect(try self.drawing(shop, place) != drawing)
        try shop.set(place, "strokeColor", .color(.black))
        try shop.set(place, "strokeWidth", .number(2))
        let stroked = try self.drawing(shop, place)
        #expect(stroked.operations.count == 4 && stroked.paths.count == 2)
        try shop.set(place, "markup", .string("a<span foreground='#ff0000'>b</span><u>a</u>"))
        let rich = try self.drawing(shop, place)
        #expect(rich.runs.map(\.glyphs.count) == [1, 1, 1])
        #expect(rich.operations.contains(.glyphs(run: 1, color: Color(255, 0, 0))))
    }

    /// Where lines begin.
    @Test(arguments: [
        ("natural", "abc", 0.0), ("natural", "אבג", 1), ("left", "אבג", 0), ("right", "abc", 1), ("center", "abc", 0.5),
    ])
    func alignment(_ mode: String, _ text: String, _ part: Double) throws {
        let (shop, place) = try shop()
        try shop.set(place, "string", .string(text))
        let width = try size(shop, place).width
        try shop.set(place, "bounds", .rect(Rect(0, 0, 200, 100)))
        let modes = ["natural", "left", "right", "center"]
        try shop.set(place, "alignmentMode", .choice(UInt8(modes.firstIndex(of: mode) ?? 0)))
        for (vertical, y) in [0.0, 0.5, 1].enumerated() {
            try shop.set(place, "verticalAlignment", .choice(UInt8(vertical)))
            let box = try drawing(shop, place).runs[0].box
            #expect(abs(box.x + box.width / 2 - (width / 2 + part * (200 - width))) < 2)
            #expect(abs(box.y + box.height / 2 - (12 + y * 76)) < 5)
        }
    }

    @Test func whatHasNoRoom() throws {
        let (shop, place) = try shop()
        try shop.set(place, "string", .string("abcdefghijklmnop"))
        try shop.set(place, "bounds", .rect(Rect(0, 0, 80, 24)))
        #expect(try drawing(shop, place).extent > 100)
        for mode in 1...3 as ClosedRange<UInt8> {
            try shop.set(place, "truncationMode", .choice(mode))
            let drawing = try drawing(shop, place)
            #expect(drawing.extent <= 81 && drawing.runs[0].glyphs.count < 10)
        }
        try shop.set(place, "string", .string("ab cd ef gh ij kl mn op"))
        try shop.set(place, "isWrapped", .boolean(true))
        try shop.set(place, "bounds", .rect(Rect(0, 0, 80, 50)))
        #expect(try Set(drawing(shop, place).runs.flatMap(\.glyphs).map(\.at.y)).count == 2)
    }

    @Test func fontsThatAreNone() throws {
        let (shop, place) = try shop()
        let kind = shop.scene.kind(of: place)
        let font = try #require(kind.property(named: "font"))
        let markup = try #require(kind.property(named: "markup"))
        let files = TemporaryFolder()
        let bytes = Places.bytes("examples/fonts/ScrimSans.ttf")
        files.write("half.ttf", bytes.prefix(bytes.count / 2))
        files.write("none.ttf", "no font".utf8)
        for bad in ["/nonexistent.ttf", files.path, "/dev/zero", "", "\(files.path)/none.ttf"] {
            #expect(throws: SceneError.self) { try shop.scene.check(.string("file:" + bad), for: font, of: kind) }
        }
        for fine in ["", "No Such Family", "Sans Bold 12", "file:\(Workshop.root)/examples/fonts/ScrimSans.ttf"] {
            try shop.scene.check(.string(fine), for: font, of: kind)
        }
        #expect(throws: SceneError.self) { try shop.scene.check(.string("<b>x"), for: markup, of: kind) }
        try shop.scene.check(.string("<b>x</b> &amp;"), for: markup, of: kind)
        // What was restored is shown with what there is.
        try shop.set(place, "string", .string("Hamburg"))
        for odd in ["file:/nonexistent.ttf", "file:\(files.path)/half.ttf", "No Such Family"] {
            try shop.set(place, "font", .string(odd))
            _ = try size(shop, place)
            _ = try drawing(shop, place)
        }
        #expect(shop.events(.strike).isEmpty && !shop.events(.log).isEmpty)
    }

    /// Damaged fonts, and texts of any characters: something is drawn, and nothing breaks.
    @Test func anything() throws {
        let (shop, place) = try shop()
        let files = TemporaryFolder()
        let font = Places.bytes("examples/fonts/ScrimSans.ttf")
        var dice = Dice(9)
        for round in 0..<60 {
            var bytes = font
            for _ in 0..<[1, 20, 300][round % 3] {
                bytes[Int(dice.int(0, Int32(round % 2 == 0 ? bytes.count - 1 : 1500)))] = UInt8(dice.int(0, 255))
            }
            files.write("\(round).ttf", bytes)
            try shop.set(place, "font", .string("file:\(files.path)/\(round).ttf"))
            let text = String(
                String.UnicodeScalarView(
                    (0..<Int(dice.int(0, 60))).compactMap { _ in
                        Unicode.Scalar(UInt32(dice.int(1, [127, 0x7FF, 0x3000, 0x2FFFF][Int(dice.int(0, 3))])))
                    }))
            try shop.set(place, "string", .string("Hamburgefonstiv مرحبا " + text))
            try shop.set(place, "isWrapped", .boolean(dice.int(0, 1) == 1))
            try shop.set(place, "truncationMode", .choice(UInt8(dice.int(0, 3))))
            try shop.set(place, "bounds", .rect(Rect(0, 0, dice.real(-5, 300), dice.real(0, 60))))
            _ = try drawing(shop, place)
            _ = try size(shop, place)
        }
        #expect(shop.events(.strike).isEmpty)
    }
}

extension Drawing {
    /// Where its glyphs end on the right.
    fileprivate var extent: Double { runs.map { $0.box.x + $0.box.width }.max() ?? 0 }
}
