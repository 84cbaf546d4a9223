public import Schema

/// Maps between layers and their indices among many siblings.
///
/// Short lists are walked. A parent with more than `wide` children gets an index on the first query for a position far
/// from both ends: its children in ordered blocks of at most `blockSize`. From then on insertions, removals and queries
/// take time in proportion to the number of blocks. Other parents cost nothing.
public struct SiblingOrder {
    /// Maximum number of siblings that are walked instead of indexed.
    public static let wide = 512
    /// Maximum children of one block; a full one is split in two.
    private static let blockSize = 1024

    /// By block.
    private var members: [[Slot]] = []
    /// By block; separate from the members, so that counting touches little memory.
    private var counts: [Int32] = []
    private var freeBlocks: [Int32] = []
    /// The blocks of indexed parents, in order.
    private var blocks: [Slot: [Int32]] = [:]
    /// By slot of a child of an indexed parent.
    private var blockOf: [Int32] = []
    /// Number of visited siblings and blocks.
    public private(set) var steps = 0

    /// True when the parent's children are indexed.
    public func isIndexed(_ parent: Slot) -> Bool { blocks[parent] != nil }

    // MARK: Asking

    /// Index of a layer among its siblings, from 0.
    public mutating func index(of child: Slot, _ rows: [LayerRow]) -> Int {
        let parent = rows[Int(child)].parent
        guard parent >= 0 else { return 0 }
        if blocks.isEmpty || blocks[parent] == nil {
            if let index = walk(from: child, rows) { return index }
            build(parent, rows)
        }
        let block = blockOf[Int(child)]
        var index = 0
        for other in blocks[parent] ?? [] {
            steps += 1
            if other == block { break }
            index += Int(counts[Int(other)])
        }
        return index + (members[Int(block)].firstIndex(of: child) ?? 0)
    }

    /// The child of `parent` at an index; −1 beyond the end.
    public mutating func child(of parent: Slot, at index: Int, _ rows: [LayerRow]) -> Slot {
        let count = Int(rows[Int(parent)].childCount)
        guard index < count else { return -1 }
        if blocks[parent] == nil {
            if index <= Self.wide { return walk(rows[Int(parent)].firstChild, index, rows, forward: true) }
            let fromEnd = count - 1 - index
            if fromEnd <= Self.wide { return walk(rows[Int(parent)].lastChild, fromEnd, rows, forward: false) }
            build(parent, rows)
        }
        var left = index
        for block in blocks[parent] ?? [] {
            steps += 1
            if left < Int(counts[Int(block)]) { return members[Int(block)][left] }
            left -= Int(counts[Int(block)])
        }
        return -1
    }

    private mutating func walk(_ start: Slot, _ count: Int, _ rows: [LayerRow], forward: Bool) -> Slot {
        var at = start
        for _ in 0..<count { at = forward ? rows[Int(at)].next : rows[Int(at)].previous }
        steps += count
        return at
    }

    /// Index found by walking to the nearer end; nil when both are far.
    private mutating func walk(from child: Slot, _ rows: [LayerRow]) -> Int? {
        var (back, ahead) = (rows[Int(child)].previous, rows[Int(child)].next)
        for distance in 0...Self.wide {
            steps += 1
            if back < 0 { return distance }
            if ahead < 0 { return Int(rows[Int(rows[Int(child)].parent)].childCount) - 1 - distance }
            (back, ahead) = (rows[Int(back)].previous, rows[Int(ahead)].next)
        }
        return nil
    }

    // MARK: Following the tree

    /// True when some parent is indexed: `insert` and `remove` have to be called.
    public var isActive: Bool { !blocks.isEmpty }

    /// Adds a child that was linked into its list.
    public mutating func insert(_ child: Slot, into parent: Slot, _ rows: [LayerRow]) {
        guard blocks[parent] != nil else { return }
        let (previous, next) = (rows[Int(child)].previous, rows[Int(child)].next)
        reserve(child)
        let block: Int32
        if previous >= 0 {
            block = blockOf[Int(previous)]
            let at = members[Int(block)].firstIndex(of: previous) ?? 0
            members[Int(block)].insert(child, at: at + 1)
        } else {
            // It has siblings: an indexed parent has many children.
            block = blockOf[Int(next)]
            members[Int(block)].insert(child, at: 0)
        }
        blockOf[Int(child)] = block
        counts[Int(block)] += 1
        if Int(counts[Int(block)]) > Self.blockSize { split(block, of: parent) }
    }

    /// Removes a child that has left the list of its parent.
    public mutating func remove(_ child: Slot, from parent: Slot, _ rows: [LayerRow]) {
        guard let list = blocks[parent] else { return }
        guard Int(rows[Int(parent)].childCount) >= Self.wide / 2 else { return drop(parent) }
        let block = blockOf[Int(child)]
        members[Int(block)].removeAll { $0 == child }
        counts[Int(block)] -= 1
        guard counts[Int(block)] == 0 else { return }
        blocks[parent] = list.filter { $0 != block }
        members[Int(block)] = []
        freeBlocks.append(block)
    }

    /// Removes the index of a parent's children.
    public mutating func drop(_ parent: Slot) {
        guard let list = blocks.removeValue(forKey: parent) else { return }
        for block in list {
            members[Int(block)] = []
            counts[Int(block)] = 0
        }
        freeBlocks += list
        if blocks.isEmpty { (members, counts, freeBlocks, blockOf) = ([], [], [], []) }
    }

    private mutating func build(_ parent: Slot, _ rows: [LayerRow]) {
        reserve(Slot(rows.count - 1))
        var list: [Int32] = []
        var at = rows[Int(parent)].firstChild
        while at >= 0 {
            steps += 1
            // Half full, to leave room for insertions.
            if let last = list.last, Int(counts[Int(last)]) < Self.blockSize / 2 {
                members[Int(last)].append(at)
                counts[Int(last)] += 1
            } else {
                let block = makeBlock([at])
                list.append(block)
            }
            blockOf[Int(at)] = list[list.count - 1]
            at = rows[Int(at)].next
        }
        blocks[parent] = list
    }

    private mutating func split(_ block: Int32, of parent: Slot) {
        // When appending, earlier blocks stay full.
        let end = blocks[parent]?.last == block
        let middle = end ? Self.blockSize : Self.blockSize / 2
        let moved = Array(members[Int(block)][middle...])
        members[Int(block)].removeLast(moved.count)
        counts[Int(block)] -= Int32(moved.count)
        let new = makeBlock(moved)
        for child in moved { blockOf[Int(child)] = new }
        if let at = blocks[parent]?.firstIndex(of: block) { blocks[parent]?.insert(new, at: at + 1) }
    }

    private mutating func makeBlock(_ children: [Slot]) -> Int32 {
        if let block = freeBlocks.popLast() {
            members[Int(block)] = children
            counts[Int(block)] = Int32(children.count)
            return block
        }
        members.append(children)
        counts.append(Int32(children.count))
        return Int32(members.count - 1)
    }

    private mutating func reserve(_ slot: Slot) {
        guard blockOf.count <= Int(slot) else { return }
        blockOf.append(contentsOf: repeatElement(-1, count: max(Int(slot) + 1 - blockOf.count, blockOf.count)))
    }

    /// The first difference from the lists of `rows`; nil for none.
    public func brokenInvariant(_ rows: [LayerRow]) -> String? {
        for (parent, list) in blocks {
            var children: [Slot] = []
            var at = rows[Int(parent)].firstChild
            while at >= 0 {
                children.append(at)
                at = rows[Int(at)].next
            }
            if list.flatMap({ members[Int($0)] }) != children {
                return "the order of the children of \(parent) differs"
            }
            for block in list {
                if members[Int(block)].count != Int(counts[Int(block)]) { return "block \(block) is miscounted" }
                if members[Int(block)].contains(where: { blockOf[Int($0)] != block }) {
                    return "block \(block) holds what it does not know"
                }
            }
        }
        return nil
    }
}
