public import Schema

/// Outputs of a scene, and the layers except `root` that they show.
public struct OutputTable {
    /// Slots of outputs in creation order, `main` first; some may be removed but restorable.
    public private(set) var slots: [Slot]
    /// Root layers of outputs except `root`, without duplicates.
    public private(set) var roots: [Slot] = []

    public init(main: Slot) { slots = [main] }

    /// True for a layer other than `root` that an output shows.
    public func shows(_ layer: Slot) -> Bool { !roots.isEmpty && roots.contains(layer) }

    public mutating func append(_ output: Slot) { slots.append(output) }
    public mutating func remove(_ output: Slot) { if slots.count > 1 { slots.removeAll { $0 == output } } }
    public mutating func show(_ layer: Slot) { roots.append(layer) }
    public mutating func removeRoots() { roots.removeAll(keepingCapacity: true) }
}
