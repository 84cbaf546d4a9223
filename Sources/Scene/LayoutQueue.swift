import Geometry

/// Layouts to be done again, and the sizes that layouts go by.
struct LayoutQueue {
    /// Sizes that clients gave to layers for which a layout found others, by slot.
    var naturalSizes: [Slot: Size] = [:]
    /// Own sizes of layouts within layouts, by slot.
    var measuredSizes: [Slot: Size] = [:]
    /// Slots of layouts with the flag `needsLayout`; some may be empty by now.
    private(set) var stale: [Slot] = []
    /// Slot of the layout that is being done; -1 for none.
    var current: Slot = -1
    /// Layouts done so far.
    var count = 0
    /// Layers whose autoresizing sublayers have still to follow their size.
    var resized: [(slot: Slot, old: Size, new: Size)] = []
    /// Layers whose frames are for another size of their superlayer than it may have now.
    var fresh: [Slot] = []
    /// They are about to.
    var isResizing = false
    /// Sublayers keep their frames whatever becomes of the layers above: these come back by themselves.
    var keepsSublayers = false
    /// Times that autoresizing sublayers followed a size.
    var resizeCount = 0
    var constraints = ConstraintTable()

    init() {}

    mutating func append(_ slot: Slot) { stale.append(slot) }

    /// Empties the queue.
    mutating func take() -> [Slot] {
        defer { stale.removeAll(keepingCapacity: true) }
        return stale
    }

    mutating func forget(_ slot: Slot) {
        if !naturalSizes.isEmpty { naturalSizes[slot] = nil }
        if !measuredSizes.isEmpty { measuredSizes[slot] = nil }
    }
}
