import Geometry
import Schema
import Testing

@testable import Frame

/// A table returns what was stored, however a node is kept.
@Suite struct NodeTableTests {
    /// A plain layer at `x`, as it is read.
    private func plain(_ x: Double = 10.3, opacity: Double = 1, parent: Slot = 1) -> Node {
        var node = Node()
        node.flags = [.isLive, .hasBackground]
        (node.outline.world, node.outline.bounds) = (.translation(x, 20), Rect(0, 0, 64, 48.5))
        node.appearance.background = Color(200, 100, 50)
        node.appearance.opacity = opacity
        node.clip = PixelRect(0, 0, 300, 200)
        (node.parent, node.depth, node.key, node.source.stamp) = (parent, 3, 1024, 7)
        let items = node.placedItems
        (node.box, node.appearance.own, node.solid) = (items.box, items.own, items.solid)
        node.extent = node.own
        return node
    }

    private func expectEqual(_ a: Node, _ b: Node, _ place: SourceLocation = #_sourceLocation) {
        #expect(a.flags == b.flags && a.outline == b.outline && a.appearance == b.appearance, sourceLocation: place)
        #expect(a.group == b.group && a.clip == b.clip && a.extent == b.extent && a.box == b.box, sourceLocation: place)
        #expect(a.solid == b.solid && a.source.kind == b.source.kind, sourceLocation: place)
        #expect(a.source.store == b.source.store && a.source.stamp == b.source.stamp, sourceLocation: place)
        #expect(a.parent == b.parent && a.nesting == b.nesting && a.depth == b.depth, sourceLocation: place)
        #expect(a.copies == b.copies && a.casters == b.casters && a.key == b.key, sourceLocation: place)
    }

    @Test func aPackedNodeIsOneCacheLine() { #expect(MemoryLayout<PackedNode>.stride == 64) }

    /// Every value that a node can have, one after the other, as the only one that differs from a plain layer's.
    private var others: [Node] {
        let changes: [(inout Node) -> Void] = [
            { _ in }, { $0 = Node() }, { $0.flags.insert([.clips, .isGroup, .isIndexed, .isPending]) },
            { $0.flags.insert(.isPlane) }, { $0.outline.world = Affine(2, 0.5, -0.0, 1.5, 3, 4) },
            { $0.outline.bounds.x = 1 }, { $0.outline.bounds.width = 0.1 }, { $0.outline.bounds = .zero },
            { $0.outline.rounding.radius = 5 }, { $0.outline.rounding.corners = 3 },
            { $0.outline.rounding.isContinuous = true },
            { $0.outline.hardEdges = RectEdges(rawValue: 5) }, { $0.appearance.own = PixelRect(1, 2, 3, 4) },
            { $0.appearance.borderColor = .black }, { $0.appearance.borderWidth = 2.3 }, { $0.appearance.drawing = 4 },
            { $0.appearance.version = 4 }, { $0.group.blend = 3 }, { $0.group.opacity = 0.3 }, { $0.group.mask = 9 },
            { $0.group.effects = 2 }, { $0.group.effectsVersion = 2 },
            { $0.group.reach = FilterReach(left: 4) }, { $0.group.backdropReach = FilterReach(top: 4) },
            { $0.clip = PixelRect(5, 5, 6, 6) }, { $0.extent = PixelRect(-40_000, 0, 40_000, 9) },
            { $0.box = .empty }, { $0.solid = OpaqueArea(rect: PixelRect(1, 1, 2, 2), inset: 1) },
            { $0.source.store = 2 }, { $0.source.kind = KindID(3) }, { $0.nesting = 5 }, { $0.copies = 6 },
            { $0.casters = 7 },
        ]
        return changes.map { change in
            var node = plain()
            change(&node)
            return node
        }
    }

    @Test func aTableReturnsWhatWasStored() {
        let nodes = others
        var table = NodeTable()
        for node in nodes { table.append(node) }
        for (at, node) in nodes.enumerated() { expectEqual(table[at], node) }
        // Each over each: packed over packed, packed over full, and the reverse.
        for (at, first) in nodes.enumerated() {
            for second in nodes {
                table[0] = first
                table[0] = second
                expectEqual(table[0], second)
            }
            table[at] = first
        }
        for (at, node) in nodes.enumerated() where at > 0 { expectEqual(table[at], node) }
        var copy = NodeTable()
        copy.append(plain(opacity: 0.125))
        for at in table.indices { copy.append(from: table, at) }
        for (at, node) in nodes.enumerated() where at > 0 { expectEqual(copy[at + 1], node) }
        // Something is packed, and something is not.
        #expect(copy.fullCount > 5 && copy.fullCount < nodes.count - 5)
    }

    @Test func singleValuesAreThoseOfTheNode() {
        var table = NodeTable()
        for node in others {
            table.removeAll()
            table.append(node)
            #expect(table.flags(0) == node.flags && table.isLive(0) == node.isLive && table.parent(0) == node.parent)
            #expect(table.depth(0) == node.depth && table.key(0) == node.key && table.stamp(0) == node.source.stamp)
            #expect(table.extent(0) == node.extent && table.drawing(0) == node.drawing)
            #expect(table.kind(0) == node.source.kind && table.reaches(0) == (node.group.reach != .zero))
            var expected = node
            for extent in [PixelRect(1, 2, 30, 40), PixelRect(0, 0, 100_000, 4)] {
                table.setExtent(extent, 0)
                table.insert(.isPending, 0)
                table.setKey(77, 0)
                (expected.extent, expected.key) = (extent, 77)
                expected.flags.insert(.isPending)
                expectEqual(table[0], expected)
            }
        }
    }

    /// A copy is a value of its own.
    @Test func copiesDoNotShareChanges() {
        var table = NodeTable()
        for node in others { table.append(node) }
        let copy = table
        for at in table.indices {
            table[at] = plain(99, opacity: 0.4)
            table.insert(.isPending, at)
        }
        for (at, node) in others.enumerated() { expectEqual(copy[at], node) }
        table = copy
        for at in table.indices {
            table.insert(.isPending, at)
            table.setKey(5, at)
            table.setExtent(PixelRect(0, 0, 1, 1), at)
        }
        for (at, node) in others.enumerated() { expectEqual(copy[at], node) }
    }

    @Test func movingAPlainLeafIsStoringIt() {
        for (world, bounds) in [
            (Affine.translation(5, 6.25), Rect(0, 0, 64, 48.5)), (.translation(5, 6), Rect(0, 0, 0.1, 3)),
            (Affine(2, 0, 0, 2, 1, 1), Rect(0, 0, 9, 9)), (.identity, Rect(3, 0, 9, 9)),
        ] {
            var table = NodeTable()
            table.append(plain())
            let leaf = table.plainLeaf(0)
            #expect(leaf?.world == plain().world && leaf?.own == plain().own && leaf?.solid == plain().solid)
            let items = plain().plainItems.placed(bounds, world)
            table.move(0, PlacedNode(world: world, bounds: bounds, items: items), 8)
            var expected = plain()
            expected.take(PlacedNode(world: world, bounds: bounds, items: items), 8)
            expectEqual(table[0], expected)
        }
    }

    /// Traits that differ in one value have other hashes: else a thousand layers one within the other cost a million looks.
    @Test func traitsOfManyLayersDoNotCollide() {
        let changes: [(inout Node, Int) -> Void] = [
            { $0.depth = Int32($1) }, { $0.nesting = Int32($1) }, { $0.copies = Int32($1) }, { $0.casters = Int32($1) },
            { $0.clip = PixelRect(Int32($1), 0, 9000, 9) }, { $0.clip = PixelRect(0, Int32($1), 9, 9000) },
            { $0.appearance.opacity = 1 / Double($1 + 1) }, { $0.group.opacity = 1 / Double($1 + 1) },
            { $0.appearance.borderColor = Color(UInt8($1 & 255), 0, UInt8($1 >> 8)) },
            { $0.appearance.borderColor = Color(0, UInt8($1 & 255), 0, UInt8($1 >> 8)) },
            { $0.source.kind = KindID(UInt16($1)) }, { $0.outline.rounding.radius = Double($1) },
            { $0.appearance.borderWidth = Double($1) },
            { $0.outline.world = .scale(1 + Double($1), 1) }, { $0.outline.world = .scale(1, 1 + Double($1)) },
        ]
        for (number, change) in changes.enumerated() {
            let hashes = (0..<1000).map { count in
                var node = plain()
                change(&node, count)
                return NodeTraits(node).hashValue
            }
            #expect(Set(hashes).count > 990, "change \(number)")
        }
    }

    /// Traits that nobody has any more make room for others; above the limit nodes are kept in full.
    @Test func traitsAreCounted() {
        var table = NodeTable()
        table.grow(to: 2 * TraitsTable.most)
        for turn in 1...3 {
            for at in table.indices { table[at] = plain(opacity: 1 / Double(at + turn * 100_000)) }
            #expect(table.fullCount == table.count - (TraitsTable.most - 1))
            for at in table.indices { expectEqual(table[at], plain(opacity: 1 / Double(at + turn * 100_000))) }
        }
        // The first ones come while the table is still full of others.
        for _ in 1...2 { for at in table.indices { table[at] = plain(Double(at)) } }
        #expect(table.fullCount == 0)
        table.removeAll()
        #expect(table.isEmpty && table.fullCount == 0)
    }
}
