/// Which objects name which others through their properties: masks, contents, animations' layers and the like.
///
/// A table from the object that is named to those that name it. Objects that are removed while a transaction may still bring
/// them back stay in it.
struct References {
    /// An object that names another, and the property by which it does.
    struct Referrer: Hashable {
        var slot: Slot
        var property: PropertyID
    }

    private var referrers: [Slot: Set<Referrer>] = [:]
    /// Implicit animations by the slot of their layer.
    private var implicit: [Slot: [Slot]] = [:]
    /// Slots of reactions; some may be removed, and perhaps to come back.
    var reactions: Set<Slot> = []
    /// Reactions by the slot of their layer, in no order; some may be removed, and perhaps to come back.
    private(set) var reactionsByLayer: [Slot: [Slot]] = [:]
    /// Reactions looked at so far to find those of a layer.
    var reactionVisits = 0
    /// Slots of those of them that react to changes.
    var watches: Set<Slot> = []
    /// Slots of bindings; some may be removed, and perhaps to come back.
    var bindings: Set<Slot> = []
    /// Slots of timers; some may be removed, and perhaps to come back.
    var timers: Set<Slot> = []
    /// Slots of lists; some may be removed, and perhaps to come back.
    var lists: Set<Slot> = []
    /// Slots of dormant objects; some may be removed, and perhaps to come back.
    var dormant: Set<Slot> = []
    /// Slots of pending transactions; some may be removed, and perhaps to come back.
    var transactions: Set<Slot> = []

    /// There is, or was, a mirror.
    var hasMirrors = false

    init() {}

    /// The objects that name the one at `slot`, in no order.
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

    /// Implicit animations of a layer, by the order of their slots.
    func implicitAnimations(of layer: Slot) -> [Slot] { (implicit[layer] ?? []).sorted() }

    /// Layers with implicit animations.
    var animatedLayers: [Slot] { Array(implicit.keys) }

    /// Moves an implicit animation from one layer to another; nil is none, for an object that is no such animation.
    mutating func moveImplicit(_ animation: Slot, from old: Slot?, to new: Slot?) {
        guard old != new else { return }
        if let old {
            implicit[old]?.removeAll { $0 == animation }
            if implicit[old]?.isEmpty == true { implicit[old] = nil }
        }
        if let new { implicit[new, default: []].append(animation) }
    }
}
