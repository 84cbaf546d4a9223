package import Scene

/// Pictures and films that a transaction waits for.
package struct AwaitedContents {
    package var files: [String] = []
    package var films: [AwaitedFilm] = []

    var isEmpty: Bool { files.isEmpty && films.isEmpty }
}

/// Connections of the transactions that wait for a time or for pictures, and their outcomes.
package final class PendingTransactions {
    /// The outcome of a transaction that waited.
    package struct Outcome {
        package let name: String
        /// Nil when it took effect; else it was dropped whole.
        package let error: SceneError?
    }

    /// True when each of these files has been read, well or not, and each film has its frame. Nil: no files are read.
    package var areRead: ((_ needs: AwaitedContents) -> Bool)?
    private var principals: [ObjectID: Principal] = [:]
    private var outcomes: [Outcome] = []

    /// Keeps the connection of a transaction: the objects that its lines make count as the connection's.
    func remember(_ principal: Principal, of transaction: ObjectID, in scene: Scene) {
        if principals.count >= 2 * TransactionProperty.most {
            principals = principals.filter { scene.slot(of: $0.key) != nil }
        }
        principals[transaction] = principal
    }

    /// Runs a transaction whose time has come, with the rights with which it was made.
    func run(_ slot: Slot, in world: World) {
        let scene = world.scene
        let transaction = Transaction(slot, scene)
        let access = Access(scope: scene.value(slot, TransactionProperty.scope.id).object)
        let known = principals.removeValue(forKey: scene.id(of: slot))
        // The connection may be narrower by now.
        let principal = known?.access == access ? known ?? Principal(access) : Principal(access)
        let name = scene.name(of: slot)
        // Never refused: it is no fixed object.
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
