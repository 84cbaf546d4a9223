/// The attachments and snaps of a world, in the order in which they were made.
struct Links {
    private var all: [Behavior] = []
    private var stale: Set<UInt64> = []
    /// An effect on velocities at the beginning of a sub-step.
    private(set) var springs: [PointSpring] = []

    mutating func add(_ link: Behavior) {
        let at = all.lastIndex { $0.number < link.number }.map { $0 + 1 } ?? 0
        all.insert(link, at: at)
        stale.insert(link.object)
    }

    mutating func remove(_ link: Behavior) { all.removeAll { $0 === link } }

    /// Its bodies are others.
    mutating func renew(_ link: Behavior) { stale.insert(link.object) }

    /// Builds new links, and those of a body that has changed.
    mutating func settle(in world: World, changed: Set<Int>) {
        func hasChanged(_ object: UInt64) -> Bool { world.bodies[object].map { changed.contains($0.number) } ?? false }
        for link in all where stale.contains(link.object) || link.items.contains(where: hasChanged) {
            link.build(in: world)
        }
        stale = []
        springs = all.compactMap(\.pointSpring)
    }

    /// Takes all constraints out of the world's space.
    func clear(in world: World) {
        for link in all { link.clear(in: world) }
    }
}
