public import Schema

/// References between objects through properties: masks, contents, animations' layers and so on.
///
/// Maps the named object to those that name it. Removed objects remain in it while a transaction may restore them.
public struct References {
    /// An object that names another, and the property used.
    public struct Referrer: Hashable {
        public var slot: Slot
        public var property: PropertyID

        public init(slot: Slot, property: PropertyID) { (self.slot, self.property) = (slot, property) }
    }

    private var referrers: [Slot: Set<Referrer>] = [:]
    /// Slots of reactions; some may be removed but restorable.
    public var reactions: Set<Slot> = []
    /// Unordered reactions by slot of their layer; some may be removed but restorable.
    public private(set) var reactionsByLayer: [Slot: [Slot]] = [:]
    /// Number of reactions visited to find those of a layer.
    public var reactionVisits = 0
    /// Slots of reactions to changes.
    public var watches: Set<Slot> = []
    /// Slots of bindings; some may be removed but restorable.
    public var bindings: Set<Slot> = []
    /// Slots of timers; some may be removed but restorable.
    public var timers: Set<Slot> = []
    /// Slots of lists; some may be removed but restorable.
    public var lists: Set<Slot> = []
    /// Slots of dormant objects; some may be removed but restorable.
    public var dormant: Set<Slot> = []
    /// Slots of pending transactions; some may be removed but restorable.
    public var transactions: Set<Slot> = []

    /// True when there is or was a mirror.
    public var hasMirrors = false

    public init() {}

    /// The objects that name the one at `slot`, unordered.
    public func users(of slot: Slot) -> Set<Referrer> { referrers[slot] ?? [] }

    /// True when an object names the one at `slot`.
    public func isNamed(_ slot: Slot) -> Bool { referrers[slot] != nil }

    /// True when `slot` names `target` with the property.
    public func contains(_ target: Slot, _ slot: Slot, _ id: PropertyID) -> Bool {
        referrers[target]?.contains(Referrer(slot: slot, property: id)) == true
    }

    /// Notes that `slot` names `target` with the property.
    public mutating func insert(_ target: Slot, _ slot: Slot, _ id: PropertyID) {
        referrers[target, default: []].insert(Referrer(slot: slot, property: id))
    }

    /// Notes that `slot` no longer names `target` with the property.
    public mutating func remove(_ target: Slot, _ slot: Slot, _ id: PropertyID) {
        referrers[target]?.remove(Referrer(slot: slot, property: id))
        if referrers[target]?.isEmpty == true { referrers[target] = nil }
    }

    /// Notes a reaction of a layer.
    public mutating func insertReaction(_ reaction: Slot, of layer: Slot) {
        reactionsByLayer[layer, default: []].append(reaction)
    }

    /// Removes a reaction of a layer; unknown ones are ignored.
    public mutating func removeReaction(_ reaction: Slot, of layer: Slot) {
        reactionsByLayer[layer]?.removeAll { $0 == reaction }
        if reactionsByLayer[layer]?.isEmpty == true { reactionsByLayer[layer] = nil }
    }
}
