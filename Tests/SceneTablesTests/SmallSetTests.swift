import Testing

@testable import SceneTables

/// `SmallSet` against `Set`, over the number of elements from which it hashes.
@Suite struct SmallSetTests {
    @Test func `it holds what a set holds`() {
        var (small, all) = (SmallSet<Int>(), Set<Int>())
        for number in 0..<200 {
            // Each twice in a row.
            let element = number / 2 * 7 % 31
            #expect(small.insert(element) == all.insert(element).inserted)
            for one in 0..<31 { #expect(small.contains(one) == all.contains(one)) }
        }
    }
}
