package import Scene

/// The rights of a connection, and the objects that it made.
package final class Principal {
    package var access = Access.full { didSet { hasFullAccess = access == .full } }
    package private(set) var hasFullAccess = true
    /// True while its objects are to go when it goes.
    package var owns = false
    /// Its objects that may still be there.
    private(set) var made: [(id: ObjectID, isOwned: Bool)] = []
    /// `create` of an object that exists with that kind sets the properties, as `put` does: a configuration that is read again.
    package var recreates = false
    /// Takes its lines back; nil for lines that nobody takes back: those of reactions, timers and files at the start.
    package let history: UndoHistory?
    /// It is the configuration, which has rights of its own.
    package var configures = false
    private var pruneAt = 1024
    /// What its lines made, while it has full access.
    let account = MakerAccount()

    package init(_ access: Access = .full, history: UndoHistory? = nil) {
        self.access = access
        self.history = history
        hasFullAccess = access == .full
    }

    /// Throws `limit` when it has made as many objects as one client may.
    func checkRoom(in scene: Scene) throws(SceneError) {
        let limit = Int(scene.value(Scene.daemon, SettingsProperty.limitClientLayers.id).number)
        guard made.count >= min(limit, pruneAt) else { return }
        made.removeAll { scene.slot(of: $0.id) == nil }
        pruneAt = max(1024, made.count * 2)
        guard made.count < limit else {
            throw SceneError(.limit, "this connection made \(limit) objects; set daemon limit.clientLayers=N for more")
        }
    }

    /// Throws `limit` when it may not make as many more objects, before the first of them is made.
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

    /// True when it may make as many more objects, without a look at those that it made.
    func hasRoom(for more: Int, in scene: Scene) -> Bool {
        let limit = Int(scene.value(Scene.daemon, SettingsProperty.limitClientLayers.id).number)
        return made.count + more <= min(limit, pruneAt)
    }

    func add(_ id: ObjectID) { made.append((id, owns)) }

    /// Counts an object that stays when the client goes.
    func addLasting(_ id: ObjectID) { made.append((id, false)) }

    /// Takes back the additions of a transaction that failed.
    func forget(madeAfter count: Int) {
        if made.count > count { made.removeLast(made.count - count) }
    }

    /// Objects that go with the connection.
    package var owned: [ObjectID] { made.filter(\.isOwned).map(\.id) }
}
