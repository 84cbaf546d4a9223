import SceneTables
import Schema
import TestSupport
import Testing

/// The order of many siblings, in rows that a test links by itself.
@Suite struct SiblingOrderTests {
    /// A parent in row 0, whose children are linked as the tree links them.
    private struct Family {
        var rows = [LayerRow()]
        var order = TreeOrder()
        /// The children in order, as a plain list.
        var children: [Slot] = []
        private var free: [Slot] = []

        mutating func insert(at index: Int) {
            let slot = free.popLast() ?? Slot(rows.count)
            if Int(slot) == rows.count { rows.append(LayerRow()) }
            rows[Int(slot)] = LayerRow()
            rows[Int(slot)].parent = 0
            let (previous, next) = (index > 0 ? children[index - 1] : -1, index < children.count ? children[index] : -1)
            link(previous, slot)
            link(slot, next)
            rows[0].childCount += 1
            children.insert(slot, at: index)
            order.insert(slot, into: 0, rows)
        }

        mutating func remove(at index: Int) {
            let slot = children.remove(at: index)
            link(rows[Int(slot)].previous, rows[Int(slot)].next)
            rows[0].childCount -= 1
            order.remove(slot, from: 0, rows)
            free.append(slot)
        }

        private mutating func link(_ a: Slot, _ b: Slot) {
            if a >= 0 { rows[Int(a)].next = b } else { rows[0].firstChild = b }
            if b >= 0 { rows[Int(b)].previous = a } else { rows[0].lastChild = a }
        }
    }

    @Test(arguments: 0..<4 as Range<UInt64>) func indicesAreThoseOfTheLists(_ seed: UInt64) {
        var (dice, family) = (Dice(seed), Family())
        for _ in 0..<5000 { family.insert(at: family.children.count) }
        #expect(!family.order.siblings.isIndexed(0), "nobody has asked")
        for round in 0..<1500 {
            if dice.upTo(2) == 0 {
                family.insert(at: dice.upTo(family.children.count + 1))
            } else {
                family.remove(at: dice.upTo(family.children.count))
            }
            let index = dice.upTo(family.children.count)
            let child = family.order.siblings.child(of: 0, at: index, family.rows)
            #expect(child == family.children[index])
            #expect(family.order.siblings.index(of: child, family.rows) == index)
            if round % 100 == 0 { #expect(family.order.siblings.brokenInvariant(family.rows) == nil) }
        }
        #expect(family.order.siblings.isIndexed(0))
        // The index costs a little of what walking to the middle does.
        let steps = family.order.siblings.steps
        _ = family.order.siblings.child(of: 0, at: family.children.count / 2, family.rows)
        #expect(family.order.siblings.steps - steps < 64)
        while family.children.count > 100 { family.remove(at: family.children.count / 2) }
        #expect(!family.order.siblings.isIndexed(0), "few are walked again")
        #expect(family.order.siblings.index(of: family.children[50], family.rows) == 50)
    }

    @Test func aSubtreeThatIsKnownIsNotWalkedAgain() {
        // A chain: each row is in the one before.
        var rows = (0..<1000).map { _ in LayerRow() }
        for at in 1..<1000 {
            rows[at].parent = Slot(at - 1)
            rows[at - 1].firstChild = Slot(at)
        }
        var known = TreeOrder().known
        func isKnown(_ layer: Slot) -> Bool { known.holds(layer, below: 10, rows) }
        #expect(isKnown(999))
        let steps = known.steps
        #expect(isKnown(998) && isKnown(999))
        #expect(known.steps - steps < 4)
        #expect(!isKnown(5))
        // A layer with children leaves: nothing is known any more.
        known.forget(500, rows)
        rows[500].parent = 3
        #expect(!isKnown(999))
    }
}
