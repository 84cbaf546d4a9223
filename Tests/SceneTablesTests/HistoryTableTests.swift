import Geometry
import SceneTables
import Schema
import Testing

/// The journal of a transaction, and the values that the short way of `set` changes.
@Suite struct HistoryTableTests {
    /// The created ranges of slots in the entries, in order.
    private func created(_ entries: [Undo]) -> [ClosedRange<Int>] {
        entries.compactMap {
            if case .created(let first, let count) = $0 { Int(first)...Int(first) + count - 1 } else { nil }
        }
    }

    @Test func objectsInConsecutiveSlotsShareAnEntry() {
        var journal = RollbackJournal()
        journal.appendCreated(5)
        #expect(journal.count == 0, "nothing is noted without a transaction")
        journal.open(firstNew: 10, isLaidOut: true)
        // One in a slot that was free before, three behind the last.
        for slot in [4, 10, 11, 12] as [Slot] { journal.appendCreated(slot) }
        #expect(created(journal.entries) == [4...4, 10...12])
        #expect(journal.isNew(4) && journal.isNew(11) && !journal.isNew(5))
        // Entries before a mark stay as they are.
        #expect(journal.mark() == 2)
        journal.appendCreated(13)
        #expect(created(journal.entries) == [4...4, 10...12, 13...13])
        // Values of new objects are reverted with them.
        journal.append(of: 13, .value(13, PropertyID(1), .none))
        #expect(journal.count == 3)
        journal.append(of: 5, .value(5, PropertyID(1), .none))
        let entries = journal.close()
        #expect(entries.count == 4 && !journal.isOpen && journal.count == 0)
        journal.open(firstNew: 20, isLaidOut: true)
        let isStillNew = journal.isNew(4)
        #expect(!isStillNew, "another transaction")
    }

    @Test func dependentEntriesAreRanges() {
        var journal = RollbackJournal()
        journal.open(firstNew: 10, isLaidOut: false)
        func note(_ count: Int) { for _ in 0..<count { journal.append(.relinked(3)) } }
        note(2)
        let outer = journal.mark()
        note(1)
        let inner = journal.mark()
        note(2)
        journal.noteDerived(since: inner)
        #expect(journal.derived == [3..<5])
        note(1)
        journal.noteDerived(since: outer)
        journal.noteDerived(since: journal.mark())
        #expect(journal.derived == [2..<6], "a range within another is one with it")
        #expect(journal.close().count == 6 && journal.derived.isEmpty && !journal.beganLaidOut)
    }

    @Test func differencesOfPlainValues() {
        var row = LayerRow()
        row.flags = LayerFlags.initial.union(.isLayer)
        let old = PlainState(row)
        _ = row.set(PlainValue(.opacity, SIMD4(0.5, 0, 0, 0)))
        _ = row.set(PlainValue(.backgroundColor, SIMD4(Double(0xFF00_00FF as UInt32), 0, 0, 0)))
        let new = PlainState(row)
        var changes: [LayerProperty: [Value]] = [:]
        old.forEachChange(to: new) { changes[$0] = [$1, $2] }
        #expect(
            changes == [
                .opacity: [.number(1), .number(0.5)], .backgroundColor: [.none, .color(Color(255, 0, 0, 255))],
            ])
        #expect(PlainState(new.row(below: 7)) == new && new.row(below: 7).parent == 7 && old != new)
    }
}
