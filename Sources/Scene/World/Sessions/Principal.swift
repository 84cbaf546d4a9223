package import Scene
package import Schema

/// The access of a connection, and the objects that it created.
package final class Principal {
    package var access = Access.full { didSet { hasFullAccess = access == .full } }
    package private(set) var hasFullAccess = true
    /// True while its objects are removed when it closes.
    package var owns = false
    /// Created objects that may still exist.
    private(set) var made: [(id: ObjectID, isOwned: Bool)] = []
    /// Makes `create` of an existing object of the same kind set the properties, like `put`: for a configuration that
    /// is read again.
    package var recreates = false
    /// History for undoing its lines; nil for lines that nobody undoes: those of reactions, timers and files at start.
    package let history: UndoHistory?
    /// True for the configuration, which has its own rights.
    package var configures = false
    private var pruneAt = 1024
    /// Account of the objects that its lines created, with full access.
    let account = MakerAccount()

    package init(_ access: Access = .full, history: UndoHistory? = nil) {
        self.access = access
        self.history = history
        hasFullAccess = access == .full
    }

    /// Throws `limit` when it has created the maximum number of objects per client.
    func checkRoom(in scene: Scene) throws(SceneError) {
        let limit = Int(scene.value(Scene.daemon, SettingsProperty.limitClientLayers.id).number)
        guard made.count >= min(limit, pruneAt) else { return }
        made.removeAll { scene.slot(of: $0.id) == nil }
        pruneAt = max(1024, made.count * 2)
        guard made.count < limit else {
            throw SceneError(.limit, "this connection made \(limit) objects; set daemon limit.clientLayers=N for more")
        }
    }

    /// Throws `limit` when it may not create `more` objects. Call before creating the first.
    func checkRoom(for more: Int, in scene: Scene) throws(SceneError) {
        let limit = Int(scene.value(Scene.daemon, SettingsProperty.limitClientLayers.id).number)
        guard made.count > limit - more else { return }
        made.removeAll { scene.slot(of: $0.id) == nil }
        guard made.count > limit - more else { return }
        throw SceneError(
            .limit,
            "\(more) more objects are too many: one connection may make \(limit); set daemon limit.clientLayers=N for more"
        )
    }

    /// True when it may create `more` objects, without checking the existing ones.
    func hasRoom(for more: Int, in scene: Scene) -> Bool {
        let limit = Int(scene.value(Scene.daemon, SettingsProperty.limitClientLayers.id).number)
        return made.count + more <= min(limit, pruneAt)
    }

    func add(_ id: ObjectID) { made.append((id, owns)) }

    /// Counts an object that remains when the client closes.
    func addLasting(_ id: ObjectID) { made.append((id, false)) }

    /// Drops the additions of a failed transaction.
    func forget(madeAfter count: Int) {
        if made.count > count { made.removeLast(made.count - count) }
    }

    /// Objects that are removed with the connection.
    package var owned: [ObjectID] { made.filter(\.isOwned).map(\.id) }
}
