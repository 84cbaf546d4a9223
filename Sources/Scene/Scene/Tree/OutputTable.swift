import Schema

/// Outputs of a scene, and the layers except `root` that they show.
struct OutputTable {
    /// Slots of outputs in creation order, `main` first; some may be removed but restorable.
    private(set) var slots = [Scene.main]
    /// Root layers of outputs except `root`, without duplicates.
    private(set) var roots: [Slot] = []

    init() {}

    /// True for a layer other than `root` that an output shows.
    func shows(_ layer: Slot) -> Bool { !roots.isEmpty && roots.contains(layer) }

    mutating func append(_ output: Slot) { slots.append(output) }
    mutating func remove(_ output: Slot) { if slots.count > 1 { slots.removeAll { $0 == output } } }
    mutating func show(_ layer: Slot) { roots.append(layer) }
    mutating func removeRoots() { roots.removeAll(keepingCapacity: true) }
}
