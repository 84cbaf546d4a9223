/// The attachments and snaps of a world, in the order in which they were made.
struct Links {
    private var all: [Behavior] = []
    private var stale: Set<UInt64> = []
    /// An effect on velocities at the beginning of a sub-step.
    private(set) var springs: [PointSpring] = []
    /// Springs of a length.
    private var lines: [LineSpring] = []
    /// Rounds in which they lose speed.
    private static let rounds = 10
    /// All links that do something.
    private(set) var count = 0

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
        lines = all.compactMap(\.lineSpring)
        count = all.count
    }

    /// The springs of a length pull.
    mutating func pull() {
        for at in lines.indices { lines[at].pull() }
    }

    /// They lose speed, behind all that drives the bodies.
    mutating func damp() {
        if lines.isEmpty { return }
        for _ in 0..<Self.rounds {
            for at in lines.indices { lines[at].damp() }
        }
    }

    /// Takes all constraints out of the world's space.
    func clear(in world: World) {
        for link in all { link.clear(in: world) }
    }
}
