public import Geometry
public import Schema

/// Stale layouts, and the cached sizes that layouts use.
public struct LayoutQueue {
    /// The specified geometry of layers that are laid out differently.
    public var said = SpecifiedGeometry()
    /// Sizes of nested layouts, by slot.
    public var measuredSizes: [Slot: Size] = [:]
    /// Cached sizes by content, until something in the layer changes.
    public var measured: [Slot: MeasuredSize] = [:]
    /// Layers with a side by content.
    public private(set) var sized: Set<Slot> = []
    /// Slots of layouts with the flag `needsLayout`; some may be empty by now.
    public private(set) var stale: [Slot] = []
    /// Layouts with a sublayer whose own size changed during the pass: they are measured again.
    private var unmeasured: Set<Slot> = []
    /// Slot of the layout that is being updated; −1 for none.
    public var current: Slot = -1
    /// The sublayers of `current` that were measured for its own size, and are placed next.
    public var participants: [ArrangedLayer]?
    /// Number of layouts updated so far.
    public var count = 0
    /// Layers whose autoresizing sublayers have to follow a size change, with the old size.
    public var resized: [(slot: Slot, old: Size)] = []
    /// Layers with a newly specified superlayer size.
    public var fresh: [Slot] = []
    /// True while sublayers follow a size: changes are not specified values.
    public var isResizing = false
    /// True while sublayers keep their frames regardless of changes in their ancestors, as their frames will be set
    /// next.
    public var keepsSublayers = false
    /// True while a change is reverted: the sizes to which specified frames refer are kept while values are restored
    /// one by one.
    public var isTakingBack = false
    /// Number of size changes that autoresizing sublayers followed.
    public var resizeCount = 0
    public var constraints = ConstraintTable()
    /// Layers with a `layout.origin`.
    public var origins: [Slot: LayoutOrigin] = [:]
    /// Layers whose default anchor point has to be computed again when a change is reverted.
    public var doubtful: Set<Slot> = []
    /// Positions before layouts moved layers, for transitions of layouts.
    public var moves = LayoutMoves()

    public init() {}

    /// Sets whether the layer has a side by content.
    public mutating func setSized(_ slot: Slot, _ isSized: Bool) {
        if isSized { sized.insert(slot) } else if !sized.isEmpty { sized.remove(slot) }
    }

    /// True for a layer with a side by content.
    public func isSized(_ slot: Slot) -> Bool { !sized.isEmpty && sized.contains(slot) }

    /// Adds a stale layout.
    public mutating func append(_ slot: Slot) { stale.append(slot) }

    /// Notes a layer that has to be measured again.
    public mutating func noteUnmeasured(_ slot: Slot) { unmeasured.insert(slot) }

    /// Takes the layers to be measured, in slot order.
    public mutating func takeUnmeasured() -> [Slot] {
        if unmeasured.isEmpty { return [] }
        defer { unmeasured.removeAll() }
        return unmeasured.sorted()
    }

    /// Takes all stale layouts.
    public mutating func take() -> [Slot] {
        defer { stale.removeAll(keepingCapacity: true) }
        return stale
    }

    /// Removes all that is known of a layer. Call when its slot is freed.
    public mutating func forget(_ slot: Slot) {
        if !measuredSizes.isEmpty { measuredSizes[slot] = nil }
        if !measured.isEmpty { measured[slot] = nil }
        setSized(slot, false)
        if !origins.isEmpty { origins[slot] = nil }
        constraints.forget(slot)
        said.forget(slot)
        moves.forget(slot)
    }
}
