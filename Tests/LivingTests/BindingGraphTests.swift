import CountedAllocations
import TestSupport
import Testing

@testable import Living

@Suite struct BindingGraphTests {
    private func cell(_ object: UInt64, _ property: Int32 = 0, _ parts: UInt32 = .max) -> BindingCell {
        BindingCell(object: object, property: property, parts: parts)
    }

    private func drained(_ graph: BindingGraph) -> [Int32] {
        var nodes: [Int32] = []
        while let node = graph.next() {
            nodes.append(node)
            graph.changed(graph.cell(of: node))
        }
        return nodes
    }

    @Test func aChainIsComputedOnceInItsOrder() throws {
        let graph = BindingGraph()
        let last = try graph.insert(cell(3), reads: [cell(2), cell(1)])
        let middle = try graph.insert(cell(2), reads: [cell(1)])
        #expect(drained(graph) == [middle, last])
        graph.changed(cell(1))
        #expect(drained(graph) == [middle, last])
        graph.changed(cell(2))
        #expect(drained(graph) == [last])
        graph.changed(cell(9))
        #expect(!graph.hasMarked)
    }

    @Test func partsAreApart() throws {
        let graph = BindingGraph()
        let x = try graph.insert(cell(1, 0, 1), reads: [cell(1, 0, 2)])
        _ = drained(graph)
        graph.changed(cell(1, 0, 1))
        #expect(!graph.hasMarked)
        graph.changed(cell(1, 0, 2))
        #expect(drained(graph) == [x])
        #expect(graph.node(setting: cell(1)) == x)
        #expect(graph.node(setting: cell(1, 0, 2)) == nil)
    }

    @Test func circlesAreRefusedWithTheWayRound() throws {
        let graph = BindingGraph()
        let b = try graph.insert(cell(2), reads: [cell(1)])
        let c = try graph.insert(cell(3), reads: [cell(2)])
        #expect(throws: BindingGraph.Cycle(nodes: [b, c])) { try graph.insert(cell(1), reads: [cell(3)]) }
        #expect(throws: BindingGraph.Cycle(nodes: [])) { try graph.insert(cell(4), reads: [cell(4)]) }
        #expect(throws: BindingGraph.Cycle(nodes: [])) { try graph.insert(cell(4, 0, 1), reads: [cell(4)]) }
        #expect(graph.count == 2 && graph.firstFlaw() == nil)
        graph.remove(c)
        _ = try graph.insert(cell(1), reads: [cell(3)])
        #expect(graph.firstFlaw() == nil)
    }

    @Test func timedOnesAreMarkedInEachFrame() throws {
        let graph = BindingGraph()
        let a = try graph.insert(cell(1), reads: [], isTimed: true)
        let b = try graph.insert(cell(2), reads: [], isTimed: true)
        let c = try graph.insert(cell(3), reads: [cell(1)])
        _ = drained(graph)
        graph.frameBegan()
        #expect(drained(graph) == [a, b, c])
        graph.remove(a)
        graph.frameBegan()
        #expect(drained(graph) == [b])
        graph.remove(b)
        #expect(!graph.isTimed)
    }

    /// Random graphs against a search of everything: circles are found when there are some, and each reader comes behind
    /// what it reads, however bindings come and go.
    @Test func randomGraphsKeepTheirOrder() throws {
        var dice = Dice(21)
        var refused = 0
        for _ in 0..<300 {
            let graph = BindingGraph()
            var edges: [Int32: (output: UInt64, reads: [UInt64])] = [:]
            for _ in 0..<40 {
                if dice.upTo(4) == 0, let node = edges.keys.sorted().randomElement(using: &dice) {
                    graph.remove(node)
                    edges[node] = nil
                } else {
                    let output = UInt64(dice.upTo(14))
                    guard graph.node(setting: cell(output)) == nil else { continue }
                    let reads = (0..<dice.upTo(3)).map { _ in UInt64(dice.upTo(14)) }
                    let closes = reaches(from: output, to: Set(reads), edges)
                    do throws(BindingGraph.Cycle) {
                        let node = try graph.insert(
                            cell(output), reads: reads.map { cell($0) }, isTimed: dice.upTo(5) == 0)
                        edges[node] = (output, reads)
                        #expect(!closes)
                    } catch {
                        refused += 1
                        #expect(closes)
                    }
                }
                #expect(graph.firstFlaw() == nil && graph.count == edges.count)
                if dice.upTo(3) == 0 {
                    let start = UInt64(dice.upTo(14))
                    _ = drained(graph)
                    graph.changed(cell(start))
                    let order = drained(graph)
                    #expect(Set(order).count == order.count, "each is computed once")
                    #expect(Set(order) == dependents(of: start, edges))
                }
            }
        }
        #expect(refused > 100)
    }

    private func dependents(of cell: UInt64, _ edges: [Int32: (output: UInt64, reads: [UInt64])]) -> Set<Int32> {
        var found: Set<Int32> = []
        var cells = [cell]
        while let cell = cells.popLast() {
            for (node, edge) in edges where edge.reads.contains(cell) && found.insert(node).inserted {
                cells.append(edge.output)
            }
        }
        return found
    }

    private func reaches(
        from: UInt64, to: Set<UInt64>, _ edges: [Int32: (output: UInt64, reads: [UInt64])]
    ) -> Bool {
        to.contains(from) || dependents(of: from, edges).contains { to.contains(edges[$0]?.output ?? .max) }
    }

    @Test func markingAllocatesNothingAndRemovingIsQuick() throws {
        let graph = BindingGraph()
        var nodes: [Int32] = []
        for object in 1...10_000 { nodes.append(try graph.insert(cell(UInt64(object)), reads: [cell(0)])) }
        #expect(drained(graph).count == 10_000)
        // What is marked at once waits elsewhere than what is marked one by one: both have grown now.
        graph.changed(cell(0))
        _ = drained(graph)
        let before = counted_allocations()
        for _ in 0..<3 {
            graph.changed(cell(0))
            while let node = graph.next() { graph.changed(graph.cell(of: node)) }
        }
        // Without optimization the standard dictionary allocates at each look-up.
        #if DEBUG
            let lookups = 30_003
        #else
            let lookups = 0
        #endif
        #expect(counted_allocations() - before <= lookups)
        // From either end and the middle: a walk through the readers for each would be fifty million steps.
        for node in nodes { graph.remove(node) }
        #expect(graph.count == 0 && graph.firstFlaw() == nil)
    }
}
