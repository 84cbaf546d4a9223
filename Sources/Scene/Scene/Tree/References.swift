import Schema

/// References between objects through properties: masks, contents, animations' layers and so on.
///
/// Maps the named object to those that name it. Removed objects remain in it while a transaction may restore them.
struct References {
    /// An object that names another, and the property used.
    struct Referrer: Hashable {
        var slot: Slot
        var property: PropertyID
    }

    private var referrers: [Slot: Set<Referrer>] = [:]
    /// Slots of reactions; some may be removed but restorable.
    var reactions: Set<Slot> = []
    /// Unordered reactions by slot of their layer; some may be removed but restorable.
    private(set) var reactionsByLayer: [Slot: [Slot]] = [:]
    /// Number of reactions visited to find those of a layer.
    var reactionVisits = 0
    /// Slots of reactions to changes.
    var watches: Set<Slot> = []
    /// Slots of bindings; some may be removed but restorable.
    var bindings: Set<Slot> = []
    /// Slots of timers; some may be removed but restorable.
    var timers: Set<Slot> = []
    /// Slots of lists; some may be removed but restorable.
    var lists: Set<Slot> = []
    /// Slots of dormant objects; some may be removed but restorable.
    var dormant: Set<Slot> = []
    /// Slots of pending transactions; some may be removed but restorable.
    var transactions: Set<Slot> = []

    /// True when there is or was a mirror.
    var hasMirrors = false

    init() {}

    /// The objects that name the one at `slot`, unordered.
    func users(of slot: Slot) -> Set<Referrer> { referrers[slot] ?? [] }

    func isNamed(_ slot: Slot) -> Bool { referrers[slot] != nil }

    func contains(_ target: Slot, _ slot: Slot, _ id: PropertyID) -> Bool {
        referrers[target]?.contains(Referrer(slot: slot, property: id)) == true
    }

    mutating func insert(_ target: Slot, _ slot: Slot, _ id: PropertyID) {
        referrers[target, default: []].insert(Referrer(slot: slot, property: id))
    }

    mutating func remove(_ target: Slot, _ slot: Slot, _ id: PropertyID) {
        referrers[target]?.remove(Referrer(slot: slot, property: id))
        if referrers[target]?.isEmpty == true { referrers[target] = nil }
    }

    mutating func insertReaction(_ reaction: Slot, of layer: Slot) {
        reactionsByLayer[layer, default: []].append(reaction)
    }

    mutating func removeReaction(_ reaction: Slot, of layer: Slot) {
        reactionsByLayer[layer]?.removeAll { $0 == reaction }
        if reactionsByLayer[layer]?.isEmpty == true { reactionsByLayer[layer] = nil }
    }
}
