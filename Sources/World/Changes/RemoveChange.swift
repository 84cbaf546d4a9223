import LineProtocol
import Scene

/// `remove`: objects, each with what is below it and attached to it.
struct RemoveChange: SceneChange {
    /// Objects that the words name or select.
    private var named: [ObjectID] = []
    /// Dormant lines about them, which go with them.
    private var dormant: [ObjectID] = []
    /// The number of objects, where a selector named some.
    private var count: Int?

    init(_ words: RemoveCommand, of verb: Verb, in world: World, by principal: Principal) throws(SceneError) {
        for word in words.targets {
            let name = word.value
            let dormant = world.scene.dormancy.find(name)
            let one = if let dormant { dormant } else { try world.targets.named(name) }
            if let one {
                named.append(world.scene.id(of: one))
            } else {
                count = count ?? 0
                named += try world.targets.selected(name).map { world.scene.id(of: $0) }
            }
            if let dormant { self.dormant += world.dormancy.lines(about: dormant) }
        }
        if count != nil { count = named.count + dormant.count }
    }

    func forEachTouch(_ visit: (Touch) throws(SceneError) -> Void, in world: World) throws(SceneError) {
        for id in named { try visit(.changes(id.index)) }
        guard world.scene.lists.hasAny else { return }
        let all = Set(named)
        // With its list a row may go.
        for id in named where world.scene.lists.isRow(id.index) {
            let list = world.scene.rows[Int(id.index)].parent
            if !all.contains(world.scene.id(of: list)) { try visit(.moves(id.index)) }
        }
    }

    func carryOut(in world: World, by principal: Principal) throws(SceneError) -> World.Result {
        try world.atomically { () throws(SceneError) in
            for id in named + dormant {
                // One that stood below an earlier one went with it.
                if let slot = world.scene.slot(of: id) { try world.scene.objects.remove(slot) }
            }
        }
        return count.map { .matched($0, animations: nil) } ?? .done
    }
}

/// `clear`: everything but root, the outputs and daemon. Earlier changes cannot be taken back.
struct ClearChange: SceneChange {
    init(_ words: EmptyCommand, of verb: Verb, in world: World, by principal: Principal) {}

    func forEachTouch(_ visit: (Touch) throws(SceneError) -> Void, in world: World) throws(SceneError) {
        try visit(.everything)
    }

    func carryOut(in world: World, by principal: Principal) -> World.Result {
        // Never refused: nothing that stays refers to objects that went.
        world.scene.objects.clear()
        if world.scene.transaction.isInTransaction {
            try? world.settleStyles(isLenient: true)
        } else {
            world.restyle()
            principal.history?.clear()
        }
        return .done
    }
}
