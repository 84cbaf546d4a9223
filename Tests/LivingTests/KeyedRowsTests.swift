import Expressions
import TestSupport
import Testing

@testable import Living

@Suite struct KeyedRowsTests {
    private func rows(_ keys: [String]) throws(KeyedRows.Flaw) -> KeyedRows {
        try KeyedRows(ExpressionList(keys.map { .record(ExpressionRecord([.init("id", .text($0))])) }), key: "id")
    }

    @Test func keysAreFieldsOrIndices() throws {
        #expect(try rows(["a", "b c/ü"]).keys == ["a", "b_c__"])
        #expect(try KeyedRows([.number(1), .none], key: nil).keys == ["0", "1"])
        #expect(try KeyedRows([.record(.init([.init("id", .number(1.5))]))], key: "id").keys == ["1.5"])
        for bad in [["a", "a"], [""], ["a b", "a_b"], [String(repeating: "x", count: 65)]] {
            #expect(throws: KeyedRows.Flaw.self) { try rows(bad) }
        }
        #expect(throws: KeyedRows.Flaw.self) { try KeyedRows([.number(1)], key: "id") }
        #expect(throws: KeyedRows.Flaw.self) { try KeyedRows([.record(.init([.init("id", .none)]))], key: "id") }
    }

    @Test func anEqualListChangesNothing() throws {
        #expect(try rows(["a", "b"]).changes(from: rows(["a", "b"])) == KeyedRows.Changes())
    }

    @Test func oneThatGoesToTheFrontIsTheOneThatMoves() throws {
        let changes = try rows(["c", "a", "b", "x"]).changes(from: rows(["a", "b", "gone", "c"]))
        #expect(changes == KeyedRows.Changes(removed: ["gone"], inserted: ["x"], moved: ["c"]))
    }

    /// Doing what is told makes the new list, and what is not told to move keeps its order.
    @Test func randomListsBecomeEachOther() throws {
        var dice = Dice(8)
        for _ in 0..<500 {
            func list() -> [String] {
                Array((0..<12).map { "k\($0)" }.shuffled(using: &dice).prefix(dice.upTo(13)))
            }
            let (old, new) = (try rows(list()), try rows(list()))
            let changes = new.changes(from: old)
            let away = Set(changes.removed + changes.moved)
            let come = Set(changes.inserted + changes.moved)
            #expect(old.keys.filter { !away.contains($0) } == new.keys.filter { !come.contains($0) })
            #expect(Set(changes.removed) == Set(old.keys).subtracting(new.keys))
            #expect(Set(changes.inserted) == Set(new.keys).subtracting(old.keys))
            #expect(Set(changes.moved).isSubset(of: Set(old.keys).intersection(new.keys)))
        }
    }

    @Test(arguments: [
        (0.0, 40.0, 0.0, 20.0, 8, 0..<2), (5, 45, 0, 20, 8, 0..<3), (100, 140, 20, 20, 8, 4..<8),
        (500, 540, 0, 20, 8, 8..<8),
        (-100, -60, 0, 20, 8, 0..<0), (0, 40, 0, 0, 8, 0..<0), (0, 0, 0, 20, 8, 0..<0), (0, 1e300, 0, 1e-300, 8, 0..<8),
    ])
    func rowsInSight(
        _ from: Double, _ to: Double, _ overscan: Double, _ height: Double, _ length: Int, _ wanted: Range<Int>
    ) {
        #expect(KeyedRows.visible(from: from, to: to, overscan: overscan, rowHeight: height, length: length) == wanted)
    }
}
