/// Outputs of a scene, and the layers but `root` that they show.
struct OutputTable {
    /// Slots of outputs, `main` first, the others as they were made; some may be removed, and perhaps to come back.
    private(set) var slots = [Scene.main]
    /// Root layers of outputs, apart from `root`, each once.
    private(set) var roots: [Slot] = []

    init() {}

    /// True for a layer that an output shows, apart from `root`.
    func shows(_ layer: Slot) -> Bool { !roots.isEmpty && roots.contains(layer) }

    mutating func append(_ output: Slot) { slots.append(output) }
    mutating func remove(_ output: Slot) { if slots.count > 1 { slots.removeAll { $0 == output } } }
    mutating func show(_ layer: Slot) { roots.append(layer) }
    mutating func removeRoots() { roots.removeAll(keepingCapacity: true) }
}
