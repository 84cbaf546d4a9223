import Scene
package import SceneTables
package import Schema

/// Pictures and films that a transaction waits for.
package struct AwaitedContents {
    package var files: [String] = []
    package var films: [AwaitedFilm] = []

    var isEmpty: Bool { files.isEmpty && films.isEmpty }
}

/// Connections of the transactions that wait for a time or for pictures, and their outcomes.
package final class PendingTransactions {
    /// Outcome of a transaction that waited.
    package struct Outcome {
        package let name: String
        /// Nil when it took effect; otherwise it was dropped completely.
        package let error: SceneError?
    }

    /// True when all of these files have been read, with or without success, and each film has its frame. Nil: no files
    /// are read.
    package var areRead: ((_ needs: AwaitedContents) -> Bool)?
    private var principals: [ObjectID: Principal] = [:]
    private var outcomes: [Outcome] = []

    /// Remembers the connection of a transaction: objects created by its lines count for the connection.
    func remember(_ principal: Principal, of transaction: ObjectID, in scene: Scene) {
        if principals.count >= 2 * TransactionProperty.most {
            principals = principals.filter { scene.slot(of: $0.key) != nil }
        }
        principals[transaction] = principal
    }

    /// Runs a due transaction with the access of its creator.
    func run(_ slot: Slot, in world: World) {
        let scene = world.scene
        let transaction = Transaction(slot, scene)
        let access = world.access(
            scope: scene.value(slot, TransactionProperty.scope.id).object,
            isLocal: world.replica != nil && scene.shared.isLocal(slot))
        let known = principals.removeValue(forKey: scene.id(of: slot))
        // The connection's access may have been narrowed.
        let principal = known?.access == access ? known ?? Principal(access) : Principal(access)
        let name = scene.name(of: slot)
        // Never fails: it is no permanent object.
        try? scene.objects.remove(slot)
        do throws(SceneError) {
            try world.spending(for: access.scope.object) { () throws(SceneError) in
                try transaction.run(world, principal)
            }
            outcomes.append(Outcome(name: name, error: nil))
        } catch {
            outcomes.append(Outcome(name: name, error: error))
        }
    }

    /// The outcomes since the last call.
    package func takeOutcomes() -> [Outcome] {
        defer { outcomes = [] }
        return outcomes
    }
}
