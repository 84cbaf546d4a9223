import Geometry
import TestSupport
import Testing

@testable import Expressions

/// Searches are held to the dumb ones, and are linear.
@Suite struct TextSearchTests {
    private static func dumb(_ part: [UInt8], in text: [UInt8], from start: Int) -> Int? {
        var at = start
        while at + part.count <= text.count {
            if text[at..<at + part.count].elementsEqual(part) { return at }
            at += 1
        }
        return nil
    }

    /// Texts of few letters, with periods, parts of themselves and one byte changed.
    private static func text(_ count: Int, _ dice: inout Dice) -> [UInt8] {
        let letters = UInt8.random(in: 1...3, using: &dice)
        let period = Int.random(in: 1...max(1, count), using: &dice)
        var text: [UInt8] = []
        for at in 0..<count {
            let isOther = Int.random(in: 0..<30, using: &dice) == 0
            text.append(at >= period && !isOther ? text[at - period] : 97 + UInt8.random(in: 0..<letters, using: &dice))
        }
        return text
    }

    @Test func partsAreFoundAsByTryingEveryPlace() {
        var dice = Dice(31)
        var found = 0
        for _ in 0..<20_000 {
            let text = Self.text(Int.random(in: 0...60, using: &dice), &dice)
            var part = Self.text(Int.random(in: 0...12, using: &dice), &dice)
            if Bool.random(using: &dice), !text.isEmpty {
                let start = Int.random(in: 0..<text.count, using: &dice)
                part = Array(text[start..<min(text.count, start + part.count)])
            }
            let start = Int.random(in: 0...text.count, using: &dice)
            let mine = ByteView.with(String(decoding: text, as: UTF8.self)) { text in
                ByteView.with(String(decoding: part, as: UTF8.self)) { PartSearch($0).first(in: text, from: start) }
            }
            if mine != nil { found += 1 }
            #expect(mine == Self.dumb(part, in: text, from: start))
            if mine != Self.dumb(part, in: text, from: start) { return }
        }
        #expect(found > 5000 && found < 19_000)
    }

    /// As of arrays of characters, but that the characters' bytes have to be equal.
    @Test func findCountsWholeCharacters() throws {
        var dice = Dice(7)
        let pieces = ["a", "b", "é", "e\u{301}", "\r\n", "\r", "\n", "👩‍👧", "👩", "\u{301}", "x"]
        for _ in 0..<3000 {
            func text(_ most: Int) -> String {
                (0..<Int.random(in: 0...most, using: &dice)).map { _ in pieces.randomElement(using: &dice) ?? "" }
                    .joined()
            }
            let (whole, part) = (text(8), text(2))
            let (characters, wanted) = (Array(whole), Array(part))
            var expected = wanted.isEmpty ? 0 : -1
            if !wanted.isEmpty, characters.count >= wanted.count {
                let isAt: (Int) -> Bool = { at in
                    zip(characters[at...], wanted).allSatisfy { "\($0)".utf8.elementsEqual("\($1)".utf8) }
                }
                expected = (0...characters.count - wanted.count).first(where: isAt) ?? -1
            }
            let value = try computed("find(t, u)", ["t": .text(whole), "u": .text(part)])
            #expect(value == .number(Double(expected)), "\(whole.debugDescription) \(part.debugDescription)")
        }
    }

    /// Bytes that are compared are bounded by the texts' lengths: a search that goes back would not come to its end.
    @Test(arguments: ["find(t, u)", "contains(t, u)", "length(replace(t, u, 'x'))", "split(t, u, 3)"])
    func noTextTakesTheSquareOfItsLength(_ expression: String) throws {
        let text = String(repeating: "a", count: 1 << 20)
        for part in [
            String(repeating: "a", count: 1 << 19) + "b", "b" + String(repeating: "a", count: 1 << 19),
            String(repeating: "a", count: 1 << 18) + "b" + String(repeating: "a", count: 1 << 18),
        ] {
            for whole in [text, text + "é"] {
                // Refused is fine; without an end is not.
                _ = failure(expression, ["t": .text(whole), "u": .text(part)])
            }
        }
        let marks = "e" + String(repeating: "\u{301}", count: 200_000)
        _ = failure(expression, ["t": .text(marks), "u": .text("\u{301}")])
    }
}
