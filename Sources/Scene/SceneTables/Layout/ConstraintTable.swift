public import Schema

/// Assignment of constraints to the layers whose sublayers they lay out; updated when layouts are updated.
public struct ConstraintTable {
    /// The constraints of one layer's sublayers, and the layers that they relate.
    public struct Group {
        /// In creation order.
        public var constraints: [Slot] = []
        /// Sublayers that they position, by the first constraint of each.
        public var items: [Slot] = []
        /// Sublayers that they only refer to.
        public var others: [Slot] = []

        public init() {}
    }

    /// True when there is or was a constraint.
    public private(set) var isUsed = false
    /// Constraints to be checked again; some may be removed.
    private var touched: Set<Slot> = []
    /// The superlayer of the layers that a constraint relates, by the constraint's slot.
    private var homes: [Slot: Slot] = [:]
    /// Slots of constraints that are gone for good and still in `homes`: another object may have the slot.
    private var gone: Set<Slot> = []
    /// By superlayer.
    public private(set) var groups: [Slot: Group] = [:]
    /// Layers with a specified size that may no longer be used by a layout.
    private var doubtful: Set<Slot> = []

    public init() {}

    public var isStale: Bool { !touched.isEmpty || !doubtful.isEmpty }

    /// Notes a new or changed constraint.
    public mutating func touch(_ constraint: Slot) {
        isUsed = true
        touched.insert(constraint)
    }

    /// The superlayer of the layers that a constraint relates, as of the last update.
    public func home(of constraint: Slot) -> Slot? { gone.contains(constraint) ? nil : homes[constraint] }

    /// Call when a slot is freed.
    public mutating func forget(_ slot: Slot) {
        guard isUsed, homes[slot] != nil else { return }
        gone.insert(slot)
        touched.insert(slot)
    }

    /// Notes a layer that may have another superlayer now.
    public mutating func doubt(_ layer: Slot) { if isUsed { doubtful.insert(layer) } }

    /// Takes the constraints and layers to be checked, in slot order.
    public mutating func takeStale() -> (constraints: [Slot], layers: [Slot]) {
        defer {
            touched.removeAll(keepingCapacity: touched.count < 1024)
            doubtful.removeAll()
        }
        return (touched.sorted(), doubtful.sorted())
    }

    /// Moves a constraint to the group of a superlayer, or to none. Returns the changed groups.
    public mutating func move(_ constraint: Slot, to home: Slot?) -> [Slot] {
        let old = homes[constraint]
        gone.remove(constraint)
        if old != home {
            if let old { groups[old]?.constraints.removeAll { $0 == constraint } }
            if let home { groups[home, default: Group()].constraints.append(constraint) }
            homes[constraint] = home
        }
        return [old, home].compactMap(\.self)
    }

    /// Replaces a group; removes it when empty.
    public mutating func set(_ home: Slot, _ group: Group) { groups[home] = group.constraints.isEmpty ? nil : group }
}
