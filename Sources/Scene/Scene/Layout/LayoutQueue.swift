import Geometry
import Schema

/// Stale layouts, and the cached sizes that layouts use.
struct LayoutQueue {
    /// The specified geometry of layers that are laid out differently.
    var said = SpecifiedGeometry()
    /// Sizes of nested layouts, by slot.
    var measuredSizes: [Slot: Size] = [:]
    /// Cached sizes by content, until something in the layer changes.
    var measured: [Slot: MeasuredSize] = [:]
    /// Layers with a side by content.
    private(set) var sized: Set<Slot> = []
    /// Slots of layouts with the flag `needsLayout`; some may be empty by now.
    private(set) var stale: [Slot] = []
    /// Layouts with a sublayer whose own size changed during the pass: they are measured again.
    private var unmeasured: Set<Slot> = []
    /// Slot of the layout that is being updated; −1 for none.
    var current: Slot = -1
    /// The sublayers of `current` that were measured for its own size, and are placed next.
    var participants: [ArrangedLayer]?
    /// Number of layouts updated so far.
    var count = 0
    /// Layers whose autoresizing sublayers have to follow a size change, with the old size.
    var resized: [(slot: Slot, old: Size)] = []
    /// Layers with a newly specified superlayer size.
    var fresh: [Slot] = []
    /// True while sublayers follow a size: changes are not specified values.
    var isResizing = false
    /// True while sublayers keep their frames regardless of changes in their ancestors, as their frames will be set
    /// next.
    var keepsSublayers = false
    /// True while a change is reverted: the sizes to which specified frames refer are kept while values are restored
    /// one by one.
    var isTakingBack = false
    /// Number of size changes that autoresizing sublayers followed.
    var resizeCount = 0
    var constraints = ConstraintTable()
    /// Layers with a `layout.origin`.
    var origins: [Slot: SceneLayout.Origin] = [:]
    /// Layers whose default anchor point has to be computed again when a change is reverted.
    var doubtful: Set<Slot> = []
    /// Positions before layouts moved layers, for transitions of layouts.
    var moves = LayoutMoves()

    init() {}

    /// Sets whether the layer has a side by content.
    mutating func setSized(_ slot: Slot, _ isSized: Bool) {
        if isSized { sized.insert(slot) } else if !sized.isEmpty { sized.remove(slot) }
    }

    /// True for a layer with a side by content.
    func isSized(_ slot: Slot) -> Bool { !sized.isEmpty && sized.contains(slot) }

    mutating func append(_ slot: Slot) { stale.append(slot) }

    mutating func noteUnmeasured(_ slot: Slot) { unmeasured.insert(slot) }

    mutating func takeUnmeasured() -> [Slot] {
        if unmeasured.isEmpty { return [] }
        defer { unmeasured.removeAll() }
        return unmeasured.sorted()
    }

    /// Takes all stale layouts.
    mutating func take() -> [Slot] {
        defer { stale.removeAll(keepingCapacity: true) }
        return stale
    }

    mutating func forget(_ slot: Slot) {
        if !measuredSizes.isEmpty { measuredSizes[slot] = nil }
        if !measured.isEmpty { measured[slot] = nil }
        setSized(slot, false)
        if !origins.isEmpty { origins[slot] = nil }
        constraints.forget(slot)
        said.forget(slot)
        moves.forget(slot)
    }
}
