import SceneTables
import Schema
import TestSupport
import Testing

/// Who names whom, where values come from, and which part belongs to which instance.
@Suite struct ReferenceTests {
    @Test func referrersOfAnObject() {
        var references = References()
        let (mask, layer) = (PropertyID(3), PropertyID(4))
        references.insert(10, 20, mask)
        references.insert(10, 20, layer)
        references.insert(10, 21, mask)
        references.insert(10, 21, mask)
        #expect(references.users(of: 10).count == 3 && references.contains(10, 21, mask) && references.isNamed(10))
        #expect(!references.contains(10, 21, layer) && references.users(of: 20).isEmpty)
        for (slot, id) in [(20, mask), (20, layer), (21, mask)] as [(Slot, PropertyID)] {
            references.remove(10, slot, id)
        }
        #expect(!references.isNamed(10))
        references.insertReaction(30, of: 10)
        references.insertReaction(31, of: 10)
        references.removeReaction(30, of: 10)
        #expect(references.reactionsByLayer == [10: [31]])
        references.removeReaction(31, of: 10)
        #expect(references.reactionsByLayer.isEmpty)
    }

    @Test(arguments: 0..<4 as Range<UInt64>) func variablesKnowWhoUsesThem(_ seed: UInt64) {
        struct Key: Hashable {
            var slot: Slot
            var id: UInt16
        }
        var (dice, table, all) = (Dice(seed), OriginTable(), [Key: PropertyOrigin]())
        for _ in 0..<2000 {
            let key = Key(slot: Slot(dice.upTo(6)), id: UInt16(dice.upTo(4)))
            if dice.upTo(20) == 0 {
                table.forget(key.slot)
                all = all.filter { $0.key.slot != key.slot }
            } else {
                let origin: PropertyOrigin? = dice.pick([
                    nil, PropertyOrigin(.given), PropertyOrigin(.given, text: "$a $b", variables: ["a", "b"]),
                    PropertyOrigin(.style(ObjectID(index: 9, generation: 1)), text: "$b", variables: ["b"]),
                ])
                #expect(table.set(key.slot, PropertyPath(PropertyID(key.id)), origin) == all[key])
                all[key] = origin
            }
            for name in ["a", "b", "c"] {
                let users = Set(all.filter { $0.value.variables.contains(name) }.keys.map(\.slot)).sorted()
                #expect(table.users(of: name) == users)
            }
            #expect(table.isEmpty == all.isEmpty && table.hasDependents == all.values.contains { $0.isDependent })
            #expect(table.find(key.slot, PropertyPath(PropertyID(key.id))) == all[key])
        }
    }

    @Test func ownersStandInPages() {
        var (owners, all) = (OwnerTable(), [Slot: Slot]())
        var dice = Dice(1)
        #expect(owners[100_000] == nil)
        for _ in 0..<2000 {
            let part = Slot(dice.pick([dice.upTo(40), 250 + dice.upTo(12), 70_000 + dice.upTo(40)]))
            let owner = dice.upTo(3) == 0 ? nil : Slot(dice.upTo(1000))
            owners[part] = owner
            all[part] = owner
            let other = Slot(dice.upTo(300))
            #expect(owners[part] == owner && owners[other] == all[other])
        }
    }
}
