import Geometry
import SceneTables
import Schema
import TestSupport
import Testing

/// Names and their slots, without objects.
@Suite struct NameTableTests {
    @Test func namesKeepToTheirForm() {
        let good = ["a", "_", "_a.b:c-d9", String(repeating: "x", count: 128)]
        let bad = ["", "1a", "-a", "a b", "a/b", "é", String(repeating: "x", count: 129)]
        for name in good { #expect(ByteView.with(name) { NameTable.isValid($0) }, "\(name)") }
        for name in bad { #expect(!ByteView.with(name) { NameTable.isValid($0) }, "\(name)") }
    }

    @Test func namesAreFoundAmongManyAfterManyChanges() {
        var table = NameTable()
        var chance = Dice(7)
        var dumb: [String: Slot] = [:]
        var free = (0..<600).map { Slot($0) }
        for _ in 0..<20_000 {
            let name = "name.\(Int.random(in: 0..<900, using: &chance))"
            #expect(table.find(name) == dumb[name])
            if let slot = dumb.removeValue(forKey: name) {
                table.remove(slot)
                free.append(slot)
            } else if let slot = free.popLast() {
                ByteView.with(name) { table.insert($0, slot) }
                dumb[name] = slot
                #expect(table.name(slot) == name)
            }
            #expect(table.count == dumb.count)
        }
    }

    @Test func aCopyKeepsItsNames() {
        var table = NameTable()
        for slot in (0..<200).map({ Slot($0) }) {
            ByteView.with("a.name.of.more.than.thirty.bytes.\(slot)") { table.insert($0, slot) }
        }
        let copy = table.copy()
        // More than half of the bytes: the table is compacted, the copy is not.
        for slot in (0..<150).map({ Slot($0) }) { table.remove(slot) }
        ByteView.with("other") { table.insert($0, 3) }
        #expect(copy.count == 200 && table.count == 51)
        for slot in (0..<200).map({ Slot($0) }) {
            #expect(
                copy.find("a.name.of.more.than.thirty.bytes.\(slot)") == slot
                    && copy.name(slot) == "a.name.of.more.than.thirty.bytes.\(slot)")
            #expect(table.find("a.name.of.more.than.thirty.bytes.\(slot)") == (slot < 150 ? nil : slot))
        }
        #expect(table.find("other") == 3 && copy.find("other") == nil)
        // The same name in another table.
        #expect(table.find(copy, 160) == 160 && table.find(copy, 10) == nil)
    }

    @Test func theMemoryOfManyNamesThatComeAndGoIsBounded() {
        var table = NameTable()
        table.reserve(100)
        for round in 0..<2000 {
            for slot in (0..<10).map({ Slot($0) }) { ByteView.with("name.\(round).\(slot)") { table.insert($0, slot) } }
            for slot in (0..<10).map({ Slot($0) }) { table.remove(slot) }
        }
        #expect(table.count == 0 && table.memory < 32_768)
    }
}
