import Geometry
import Schema
import Testing

/// Arrows and words as texts have them, and letters and lines that are set apart.
extension PluginTests {
    private func moving(_ string: String) throws -> (Workshop, Slot) {
        let (shop, slot) = try textShop()
        try shop.set(slot, "string", .string(string))
        return (shop, slot)
    }

    private func indices(_ text: (Workshop, Slot), _ name: String, _ count: Int) throws -> [Int] {
        try (0...count).map { index in
            try text.0.set(text.1, "caretIndex", .number(Double(index)))
            return Int(try text.0.get(text.1, name).number)
        }
    }

    /// The arrow to the right follows the text from left to right, through characters of several code points, and over lines.
    @Test func arrowsGoAsItIsSeen() throws {
        let latin = try moving("ae\u{301}o")
        #expect(try indices(latin, "rightIndex", 3) == [1, 2, 3, 3])
        #expect(try indices(latin, "leftIndex", 3) == [0, 0, 1, 2])
        let hebrew = try moving("אבג")
        #expect(try indices(hebrew, "leftIndex", 3) == [1, 2, 3, 3])
        #expect(try indices(hebrew, "rightIndex", 3) == [0, 0, 1, 2])
        let lines = try moving("ab\ncd")
        #expect(try indices(lines, "rightIndex", 5) == [1, 2, 3, 4, 5, 5])
        #expect(try indices(lines, "leftIndex", 5) == [0, 0, 1, 2, 3, 4])
    }

    /// From one end to the other by the arrow alone each character is passed once, in both directions of writing.
    @Test(arguments: ["abc אבג def", "אבג abc", "שלום (3)", "नमस्ते", "日本語", "ไทย", "a😀b"])
    func arrowsPassEachCharacterOnce(_ string: String) throws {
        let text = try moving(string)
        for (name, other) in [("rightIndex", "leftIndex"), ("leftIndex", "rightIndex")] {
            // To the end from which the arrow leads everywhere.
            var at = 0
            for _ in 0...string.count { at = try indices(text, other, string.count)[at] }
            var passed: Set<Int> = [at]
            for _ in 0..<string.count {
                at = try indices(text, name, string.count)[at]
                passed.insert(at)
            }
            #expect(passed.count >= string.count, "\(name) in \(string): \(passed.sorted())")
        }
    }

    @Test func wordsAreThoseOfTheScript() throws {
        let text = try moving("one.two, it's")
        #expect(try indices(text, "wordEndIndex", 13) == [3, 3, 3, 7, 7, 7, 7, 11, 11, 11, 11, 13, 13, 13])
        #expect(try indices(text, "wordStartIndex", 13) == [0, 0, 0, 0, 0, 4, 4, 4, 4, 4, 9, 9, 9, 12])
    }

    @Test func lettersAndLinesAreSetApart() throws {
        let (shop, slot) = try moving("abcd\nabcd")
        let size = try shop.get(slot, "preferredSize").size
        try shop.set(slot, "letterSpacing", .number(5))
        let wide = try shop.get(slot, "preferredSize").size
        #expect(abs(wide.width - size.width - 20) <= 5 && wide.height == size.height)
        try shop.set(slot, "letterSpacing", .number(0))
        try shop.set(slot, "lineHeight", .number(2))
        let high = try shop.get(slot, "preferredSize").size
        #expect(high.width == size.width && abs(high.height - 2 * size.height) <= 2)
        try shop.set(slot, "lineHeight", .number(0))
        #expect(try shop.get(slot, "preferredSize").size == size)
        try shop.set(slot, "string", .string("AVAVAVAVAV"))
        let kerned = try shop.get(slot, "preferredSize").size.width
        try shop.set(slot, "features", .string("kern=0"))
        #expect(try shop.get(slot, "preferredSize").size.width > kerned)
    }
}
