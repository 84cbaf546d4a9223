public import Schema

/// Stale layouts by nesting depth in layouts.
public struct LayoutLevels {
    private var levels: [[Slot]] = []
    private var depths: [Slot: Int] = [:]

    public init() {}

    public var count: Int { levels.count }
    public var all: FlattenSequence<[[Slot]]> { levels.joined() }
    public subscript(_ level: Int) -> [Slot] { levels[level] }

    /// Adds a stale layout at its depth: the number of layouts around it that arrange it.
    public mutating func add(_ slot: Slot, _ rows: [LayerRow]) {
        var path: [Slot] = []
        var at = slot
        while depths[at] == nil, rows[Int(at)].flags.contains(.isArranged) {
            path.append(at)
            at = rows[Int(at)].parent
        }
        var depth = depths[at] ?? 0
        depths[at] = depth
        for below in path.reversed() {
            depth += 1
            depths[below] = depth
        }
        while levels.count <= depth { levels.append([]) }
        levels[depth].append(slot)
    }
}
