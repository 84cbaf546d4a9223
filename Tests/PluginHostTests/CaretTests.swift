import Geometry
import PluginHost
import Schema
import TestSupport
import Testing

/// Carets, selections and hits in texts of both directions.
extension PluginTests {
    /// A text on one line, in a font that has Hebrew and Arabic.
    private func line(_ text: String) throws -> (Workshop, Slot, width: Double) {
        let (shop, slot) = try textShop()
        try shop.set(slot, "font", .string("DejaVu Sans"))
        try shop.set(slot, "string", .string(text))
        return (shop, slot, try shop.get(slot, "preferredSize").size.width)
    }

    private func caret(_ index: Int, _ shop: Workshop, _ slot: Slot) throws -> Double {
        try shop.set(slot, "caretIndex", .number(Double(index)))
        return try shop.get(slot, "caretRect").rect.x
    }

    private func selection(_ range: Range<Int>, _ shop: Workshop, _ slot: Slot) throws -> Rect {
        try shop.set(slot, "caretIndex", .number(Double(range.upperBound)))
        try shop.set(slot, "anchorIndex", .number(Double(range.lowerBound)))
        return try shop.get(slot, "selectionRect").rect
    }

    private func width(of text: String) throws -> Double { try line(text).width }

    /// The caret stands where the next character of the text's own direction would appear.
    @Test(arguments: ["שלום", "مرحبا", "אבג."]) func caretsOfTextsThatRunToTheLeft(_ text: String) throws {
        let (shop, slot, width) = try line(text)
        #expect(abs(try caret(0, shop, slot) - width) < 1)
        #expect(abs(try caret(text.count, shop, slot)) < 1.01)
        let places = try (0...text.count).map { try caret($0, shop, slot) }
        #expect(places == places.sorted(by: >))
        let all = try selection(0..<text.count, shop, slot)
        #expect(all.x < 1.01 && abs(all.width - width) < 1.01, "\(all)")
    }

    @Test func caretsWhereDirectionsChange() throws {
        let (shop, slot, width) = try line("abc שלום")
        #expect(abs(try caret(8, shop, slot) - width) < 1)
        #expect(abs(try caret(4, shop, slot) - self.width(of: "abc ")) < 1.01)
        #expect(abs(try caret(5, shop, slot) - (width - self.width(of: "ש"))) < 1.01)
        let all = try selection(0..<8, shop, slot)
        #expect(all.x == 0 && abs(all.width - width) < 1, "\(all)")
        // From within the Latin letters to within the Hebrew ones, which begin on the right.
        let some = try selection(2..<6, shop, slot)
        let left = try self.width(of: "ab")
        #expect(abs(some.x - left) < 1.01 && abs(some.x + some.width - width) < 1.01, "\(some)")

        let (other, mixed, _) = try line("שלום abc")
        #expect(abs(try caret(8, other, mixed)) < 1.01)
        #expect(abs(try caret(5, other, mixed) - self.width(of: "abc")) < 1.01)
    }

    /// Each line of a text has its own carets, also where its lines are set one by one.
    @Test func caretsOfSeveralLines() throws {
        for first in ["abc", "אבג"] {
            let (shop, slot, _) = try line("\(first)\nde\n\nfg")
            let height = try shop.get(slot, "caretRect").rect.height
            for (index, (row, x)) in [3: (0, first), 4: (1, ""), 6: (1, "de"), 7: (2, ""), 8: (3, ""), 10: (3, "fg")] {
                try shop.set(slot, "caretIndex", .number(Double(index)))
                let rect = try shop.get(slot, "caretRect").rect
                #expect(abs(rect.y - Double(row) * height) < 1, "\(index) of \(first)")
                if first == "abc" { #expect(abs(rect.x - (try width(of: x))) < 1.01, "\(index) of \(first)") }
                try shop.set(slot, "probePoint", .point(Point(rect.x, rect.y + height / 2)))
                #expect(try shop.get(slot, "probeIndex") == .number(Double(index)))
            }
        }
    }

    /// A caret behind the lines that are shown stands at their end.
    @Test func caretsBehindTheLastLine() throws {
        let (shop, slot, _) = try line("abc\nde\nfgh")
        try shop.set(slot, "maximumLines", .number(2))
        #expect(abs(try caret(9, shop, slot) - width(of: "de")) < 1.01)
        #expect(abs(try caret(1000, shop, slot) - width(of: "de")) < 1.01)
    }

    /// A hit belongs to the nearer end of what is one character, however many code points that is.
    @Test(arguments: ["abc", "e\u{301}xo\u{308}\u{304}", "🇩🇪🇫🇷", "👩‍👩‍👧a", "שָׁלוֹם", "กำn\u{303}", "नमस्ते"])
    func hitsTurnOverInTheMiddle(_ text: String) throws {
        let (shop, slot, _) = try line(text)
        let places = try (0...text.count).map { try caret($0, shop, slot) }
        for index in 0..<text.count {
            for (part, hit) in [(0.05, index), (0.45, index), (0.55, index + 1), (0.95, index + 1)] {
                let x = places[index] + part * (places[index + 1] - places[index])
                try shop.set(slot, "probePoint", .point(Point(x, 10)))
                #expect(try shop.get(slot, "probeIndex") == .number(Double(hit)), "\(index) + \(part)")
            }
        }
        for (x, hit) in [(-5.0, places[0] == 0 ? 0 : text.count), (1e6, places[0] == 0 ? text.count : 0)] {
            try shop.set(slot, "probePoint", .point(Point(x, 10)))
            #expect(try shop.get(slot, "probeIndex") == .number(Double(hit)))
        }
    }

    /// Offsets in markup are those of the text that it shows.
    @Test func caretsOfMarkup() throws {
        let (shop, slot, _) = try line("")
        try shop.set(slot, "markup", .string("<b>ab</b> &amp; c"))
        try shop.set(slot, "markup", .string("ab<span> </span>&amp; c"))
        #expect(abs(try caret(3, shop, slot) - width(of: "ab ")) < 1.01)
        #expect(abs(try caret(6, shop, slot) - width(of: "ab & c")) < 1.01)
        try shop.set(slot, "probePoint", .point(Point(1e4, 5)))
        #expect(try shop.get(slot, "probeIndex") == .number(6))
    }
}
