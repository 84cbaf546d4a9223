import LineProtocol
import Scene
import SceneTables
import Schema

/// `remove`: removes objects with their descendants and attached objects.
struct RemoveChange: SceneChange {
    /// Objects that the words name or select.
    private var named: [ObjectID] = []
    /// Dormant lines about them, which are removed too.
    private var dormant: [ObjectID] = []
    /// Number of objects when a selector was used.
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
        // A row may be removed together with its list.
        for id in named where world.scene.lists.isRow(id.index) {
            let list = world.scene.rows[Int(id.index)].parent
            if !all.contains(world.scene.id(of: list)) { try visit(.moves(id.index)) }
        }
    }

    func carryOut(in world: World, by principal: Principal) throws(SceneError) -> World.Result {
        try world.atomically { () throws(SceneError) in
            for id in named + dormant {
                // Skip descendants of an object that was removed before.
                if let slot = world.scene.slot(of: id) { try world.scene.objects.remove(slot) }
            }
        }
        return count.map { .matched($0, animations: nil) } ?? .done
    }
}

/// `clear`: removes everything except root, the outputs and daemon. Clears the undo history.
struct ClearChange: SceneChange {
    init(_ words: EmptyCommand, of verb: Verb, in world: World, by principal: Principal) {}

    func forEachTouch(_ visit: (Touch) throws(SceneError) -> Void, in world: World) throws(SceneError) {
        try visit(.everything)
    }

    func carryOut(in world: World, by principal: Principal) -> World.Result {
        // Never fails: no remaining object refers to a removed one.
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
