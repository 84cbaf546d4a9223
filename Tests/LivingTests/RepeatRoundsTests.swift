import Geometry
import TestSupport
import Testing

@testable import Living

@Suite struct RepeatRoundsTests {
    private func read(_ text: String) throws(ValueSyntax) -> RepeatRounds {
        try ByteView.with(text) { (view) throws(ValueSyntax) in try RepeatRounds(view) }
    }

    @Test(arguments: [
        ("a,b,c", ["a", "b", "c"]), ("0..3", ["0", "1", "2", "3"]), ("3..1", ["3", "2", "1"]),
        ("-1..1", ["-1", "0", "1"]),
        ("", []), ("a", ["a"]), ("1.5", ["1.5"]), ("a..b", ["a..b"]), ("1...3", ["1...3"]), ("5..5", ["5"]),
        ("..", [".."]),
        ("a b, c", ["a b", "c"]),
    ])
    func readsItemsAndRanges(_ text: String, _ items: [String]) throws {
        let rounds = try read(text)
        #expect((0..<rounds.count).map(rounds.item) == items)
    }

    @Test func tenThousandRounds() throws {
        #expect(try read("1..10000").count == 10_000)
        #expect(throws: ValueSyntax.self) { try read("0..10000") }
        #expect(throws: ValueSyntax.self) { try read(String(repeating: "a,", count: 10_000) + "a") }
        #expect(throws: ValueSyntax.self) { try read("-999999999999999..999999999999999") }
    }

    @Test(arguments: [
        ("x{item}.{index}", "xab.7"), ("{item", "{item"), ("{{item}}", "{ab}"), ("{other}{}", "{other}{}"), ("", ""),
        ("{index}{index}", "77"),
    ])
    func fillsItsOwnNamesOnly(_ word: String, _ wanted: String) {
        var out = ByteWriter()
        ByteView.with(word) { word in ByteView.with("ab") { RepeatRounds.fill(word, item: $0, index: 7, into: &out) } }
        #expect(out.string == wanted)
    }
}
