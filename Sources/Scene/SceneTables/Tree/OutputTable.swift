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

    /// Adds a new output, as the last one.
    public mutating func append(_ output: Slot) { slots.append(output) }
    /// Removes an output; the last one stays.
    public mutating func remove(_ output: Slot) { if slots.count > 1 { slots.removeAll { $0 == output } } }
    /// Adds the root layer of an output; the caller adds each layer once.
    public mutating func show(_ layer: Slot) { roots.append(layer) }
    /// Removes all root layers, before they are found again.
    public mutating func removeRoots() { roots.removeAll(keepingCapacity: true) }
}
