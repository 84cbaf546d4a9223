/// The bodies of a world.
struct Roster {
    /// By item.
    private(set) var byItem: [UInt64: Body] = [:]
    /// In the order in which they were made.
    private(set) var all: [Body] = []
    private var stale: [Body] = []
    private var staleNumbers: Set<Int> = []
    /// Bodies that went beyond all bounds in this sub-step.
    private var lost: [Body] = []
    private var crowds = CrowdCounter()
    private var hasCrowd = false
    /// The most bodies that overlap, of few and of many: pairs grow with the square.
    private static let mostCrowd = 32
    private static let leastCrowd = 6
    private static let crowdedBodies = 60_000

    mutating func add(_ body: Body) {
        byItem[body.object] = body
        all.append(body)
    }

    /// From now on the item is a part of another one's body.
    mutating func join(_ item: UInt64, to body: Body) {
        if let own = byItem[item], own !== body {
            all.removeAll { $0 === own }
            stale.removeAll { $0 === own }
        }
        byItem[item] = body
    }

    /// The item is no part of another one's body any more.
    mutating func part(_ item: UInt64) { byItem[item] = nil }

    /// Takes out the bodies of `items` that no behavior names.
    mutating func removeUnnamed(_ items: [UInt64]) -> [Body] {
        var removed: [Body] = []
        for item in items {
            guard let body = byItem[item], body.behaviors.isEmpty else { continue }
            byItem[item] = nil
            removed.append(body)
        }
        guard !removed.isEmpty else { return [] }
        all.removeAll { byItem[$0.object] !== $0 }
        stale.removeAll { byItem[$0.object] !== $0 }
        return removed
    }

    /// The traits of a body have to be read again.
    mutating func refresh(_ body: Body) {
        if staleNumbers.insert(body.number).inserted { stale.append(body) }
    }

    /// The bodies whose traits have to be read again, and their numbers; none after this.
    mutating func takeStale() -> (bodies: [Body], numbers: Set<Int>) {
        defer { (stale, staleNumbers) = ([], []) }
        return (stale, staleNumbers)
    }

    /// Takes bodies out of the space where too many overlap, the later ones first, and puts them back when there is
    /// room.
    mutating func thinCrowds() {
        guard all.count > Self.mostCrowd || hasCrowd else { return }
        let most = max(Self.leastCrowd, min(Self.mostCrowd, Self.crowdedBodies / all.count))
        crowds.begin(all.count)
        hasCrowd = false
        for body in all where body.hasShapes {
            let isCrowded = crowds.add(body.position, body.size) > most
            hasCrowd = hasCrowd || isCrowded
            if isCrowded != body.isCrowded { body.settleShapes(isCrowded: isCrowded) }
        }
    }

    /// The same, when the shapes of `changed` were made anew: they come into the space.
    mutating func thinCrowds(changed: [Body]) {
        if changed.isEmpty { return }
        thinCrowds()
        for body in changed { body.settleShapes(isCrowded: body.isCrowded) }
    }

    mutating func lose(_ body: Body) { lost.append(body) }

    /// The bodies that were lost since the last call.
    mutating func takeLost() -> [Body] {
        if lost.isEmpty { return [] }
        defer { lost = [] }
        return lost
    }
}
