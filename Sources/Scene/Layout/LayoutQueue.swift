import Geometry

/// Layouts to be done again, and the sizes that layouts go by.
struct LayoutQueue {
    /// What was said of the geometry of layers that have another one by now.
    var said = SaidGeometry()
    /// Own sizes of layouts within layouts, by slot.
    var measuredSizes: [Slot: Size] = [:]
    /// Sizes by content that layouts asked for, until something in the layer changes.
    var measured: [Slot: MeasuredSize] = [:]
    /// Layers with a side by content.
    private(set) var sized: Set<Slot> = []
    /// Slots of layouts with the flag `needsLayout`; some may be empty by now.
    private(set) var stale: [Slot] = []
    /// Layouts of which a sublayer got another size by itself while layouts were done: they are measured again.
    private var unmeasured: Set<Slot> = []
    /// Slot of the layout that is being done; -1 for none.
    var current: Slot = -1
    /// Layouts done so far.
    var count = 0
    /// Layers whose autoresizing sublayers have still to follow their size, which was another one.
    var resized: [(slot: Slot, old: Size)] = []
    /// Layers for which a size of their superlayer was said that has still to be taken up.
    var fresh: [Slot] = []
    /// Sublayers follow: what is set meanwhile was not said.
    var isResizing = false
    /// Sublayers keep their frames whatever becomes of the layers above: these are about to be said.
    var keepsSublayers = false
    /// A change is taken back: sizes for which frames were said stay as they are while values come back one by one.
    var isTakingBack = false
    /// Times that autoresizing sublayers followed a size.
    var resizeCount = 0
    var constraints = ConstraintTable()

    init() {}

    /// The layer has a side by content, or none any more.
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

    /// Empties the queue.
    mutating func take() -> [Slot] {
        defer { stale.removeAll(keepingCapacity: true) }
        return stale
    }

    mutating func forget(_ slot: Slot) {
        if !measuredSizes.isEmpty { measuredSizes[slot] = nil }
        if !measured.isEmpty { measured[slot] = nil }
        setSized(slot, false)
        said.forget(slot)
    }
}
