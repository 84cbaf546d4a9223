import SceneTables
public import Schema

/// Clients' own values of objects: `user.KEY`.
extension SceneObjects {
    /// Sets `user.KEY`; nil removes it.
    public func setUser(_ slot: Slot, _ key: String, _ value: String?) {
        let old = user(slot, key)
        if old == value { return }
        if scene.isLayer(slot) {
            scene.journal.append(of: slot, .user(slot, key, old))
        } else {
            scene.journal.append(.user(slot, key, old))
        }
        scene.storage.withExtras(slot) { $0.setUser(key, value) }
        scene.changes.events.note(.changedUser(slot))
    }

    /// `user.KEY`; nil when unset.
    public func user(_ slot: Slot, _ key: String) -> String? {
        let at = scene.rows[Int(slot)].extras
        return at < 0 ? nil : scene.extras[Int(at)].user.first { $0.key == key }?.value
    }

    /// All keys, in the order in which they were first set.
    public func users(_ slot: Slot) -> [(key: String, value: String)] {
        let at = scene.rows[Int(slot)].extras
        return at < 0 ? [] : scene.extras[Int(at)].user
    }
}
