import Geometry
import Schema
import Testing

/// The rectangles of selections: one for each line, several where directions change.
extension PluginTests {
    private func text(_ string: String, width: Double? = nil) throws -> (Workshop, Slot) {
        let (shop, slot) = try textShop()
        try shop.set(slot, "font", .string("DejaVu Sans"))
        try shop.set(slot, "string", .string(string))
        if let width {
            try shop.set(slot, "isWrapped", .boolean(true))
            try shop.set(slot, "bounds", .rect(Rect(0, 0, width, 500)))
        }
        return (shop, slot)
    }

    private func rects(_ text: (Workshop, Slot), _ range: Range<Int>) throws -> [Rect] {
        try text.0.set(text.1, "caretIndex", .number(Double(range.upperBound)))
        try text.0.set(text.1, "anchorIndex", .number(Double(range.lowerBound)))
        return try text.0.get(text.1, "selectionRects").list.map(\.rect)
    }

    private func width(of string: String) throws -> Double {
        let one = try text(string)
        return try rects(one, 0..<string.count).first?.width ?? 0
    }

    @Test func selectionsInOneLine() throws {
        let one = try text("one two")
        #expect(try rects(one, 3..<3) == [])
        let all = try rects(one, 0..<7)
        let size = try one.0.get(one.1, "preferredSize").size
        #expect(all.count == 1 && all[0].x == 0 && abs(all[0].width - size.width) < 1)
        let some = try rects(one, 4..<6)
        #expect(try some.count == 1 && abs(some[0].x - width(of: "one ")) < 0.1)
        // Either end may be the caret.
        try one.0.set(one.1, "caretIndex", .number(4))
        try one.0.set(one.1, "anchorIndex", .number(6))
        #expect(try one.0.get(one.1, "selectionRects").list.map(\.rect) == some)
        // Indices beyond the text are its end.
        #expect(try rects(one, 4..<1000) == rects(one, 4..<7))
    }

    /// The parts of both directions that are chosen, as they are seen.
    @Test func selectionsOfTwoDirections() throws {
        let mixed = try text("abc אבגד def")
        // c, the space, and the first two Hebrew letters, which stand on the right of the others.
        let some = try rects(mixed, 2..<6)
        try #require(some.count == 2)
        #expect(try abs(some[0].x - width(of: "ab")) < 0.1 && abs(some[0].width - width(of: "c ")) < 0.1)
        let right = try width(of: "abc ") + width(of: "אבגד")
        #expect(try abs(some[1].x + some[1].width - right) < 0.1 && abs(some[1].width - width(of: "אב")) < 0.1)
        #expect(try rects(mixed, 0..<12).count == 1)
        // The rectangle around them is the one of before.
        let around = try mixed.0.get(mixed.1, "selectionRect").rect
        #expect(try abs(around.width - rects(mixed, 0..<12)[0].width) < 0.1)
    }

    @Test func selectionsOverLines() throws {
        let lines = try text("one\n\nthree\nfour", width: 200)
        let height = try lines.0.get(lines.1, "caretRect").rect.height
        let some = try rects(lines, 1..<12)
        #expect(some.map { ($0.y / height).rounded() } == [0, 1, 2, 3])
        // Lines from which the selection goes on reach to the edge.
        #expect(try abs(some[0].x - (width(of: "o"))) < 0.1 && some[0].x + some[0].width == 200)
        #expect(some[1].x == 0 && some[1].width == 200 && some[2].x == 0 && some[2].width == 200)
        #expect(try some[3].x == 0 && abs(some[3].width - (width(of: "f"))) < 0.1)
        let right = try text("אחת\nשתיים", width: 200)
        let both = try rects(right, 1..<6)
        #expect(try both.count == 2 && both[0].x == 0 && abs(200 - both[0].width - (width(of: "א"))) < 0.1)
        #expect(both[1].x + both[1].width == 200)
    }

    /// What two selections side by side cover is what one over both does, in any alignment, in lines set one by one too.
    @Test(arguments: ["left", "center", "right", "justified"]) func selectionsAddUp(_ alignment: String) throws {
        let string = "one two three אבג דהו four\nfive six seven אחת שתיים שלוש\n\nlast e\u{301} line"
        for isEasy in [false, true] {
            let one = try text(isEasy ? string.filter { $0.isASCII } : string, width: 130)
            let choice = ["natural", "left", "right", "center", "justified"].firstIndex(of: alignment) ?? 0
            try one.0.set(one.1, "alignmentMode", .choice(UInt8(choice)))
            func area(_ range: Range<Int>) throws -> Double {
                try rects(one, range).reduce(0) { $0 + $1.width * $1.height }
            }
            let count = isEasy ? string.filter { $0.isASCII }.count : string.count
            for split in stride(from: 0, through: count, by: 3) {
                let (before, after, all) = (try area(0..<split), try area(split..<count), try area(0..<count))
                // At a break the end of the line is nobody's.
                let parts = before + after
                #expect(parts <= all + 1 && parts > all - 140 * 30, "\(split): \(before) and \(after) of \(all)")
            }
        }
    }
}
