/// Which constraints lay out the sublayers of which layer, brought up to date when layouts are done.
struct ConstraintTable {
    /// The constraints of the sublayers of one layer, and what they are about.
    struct Group {
        /// In the order in which they were made.
        var constraints: [Slot] = []
        /// Sublayers that they place, by the first constraint of each.
        var items: [Slot] = []
        /// Sublayers that they only go by.
        var others: [Slot] = []
    }

    /// There is, or was, a constraint.
    private(set) var isUsed = false
    /// Constraints to be looked at again; some may be gone.
    private var touched: Set<Slot> = []
    /// The superlayer of the layers that a constraint relates, by its slot.
    private(set) var homes: [Slot: Slot] = [:]
    /// By superlayer.
    private(set) var groups: [Slot: Group] = [:]
    /// Layers that have a size which was given, though perhaps no layout that asks for it.
    private var doubtful: Set<Slot> = []

    init() {}

    var isStale: Bool { !touched.isEmpty || !doubtful.isEmpty }

    mutating func touch(_ constraint: Slot) {
        isUsed = true
        touched.insert(constraint)
    }

    mutating func doubt(_ layer: Slot) { if isUsed { doubtful.insert(layer) } }

    /// Constraints and layers to be looked at, by their slots; none is left.
    mutating func takeStale() -> (constraints: [Slot], layers: [Slot]) {
        defer {
            touched.removeAll(keepingCapacity: touched.count < 1024)
            doubtful.removeAll()
        }
        return (touched.sorted(), doubtful.sorted())
    }

    /// Puts a constraint into the group of a superlayer, or into none; the groups that have changed.
    mutating func move(_ constraint: Slot, to home: Slot?) -> [Slot] {
        let old = homes[constraint]
        if old != home {
            if let old { groups[old]?.constraints.removeAll { $0 == constraint } }
            if let home { groups[home, default: Group()].constraints.append(constraint) }
            homes[constraint] = home
        }
        return [old, home].compactMap(\.self)
    }

    /// Takes the place of the group, which is removed when it is empty.
    mutating func set(_ home: Slot, _ group: Group) { groups[home] = group.constraints.isEmpty ? nil : group }
}
