import Scene
import SceneTables
import Schema

/// The live layers that use each detached layer as their mask.
struct MaskUsers {
    /// By mask: users directly or through another mask.
    private var users: [Slot: [Slot]] = [:]
    private var masks: [Slot: [Slot]] = [:]
    /// Users of masks that changed in this update.
    private(set) var touched: Set<Slot> = []

    mutating func begin() { touched.removeAll(keepingCapacity: true) }

    /// Registers every mask that `user` shows: its own, and those of masks and their sublayers. `placesSublayers`: also
    /// those of its sublayers, which have no nodes.
    mutating func register(_ user: Slot, placesSublayers: Bool, _ reader: LayerReader) {
        var found: [Slot] = []
        var open: [Slot] = []
        if let mask = reader.scene.geometry.mask(user) { open.append(mask) }
        if placesSublayers {
            reader.scene.tree.forEachBelow(user) { slot in
                if let mask = reader.scene.geometry.mask(slot) { open.append(mask) }
            }
        }
        while let top = open.popLast() {
            if found.contains(top) { continue }
            found.append(top)
            reader.scene.tree.forEachBelow(top) { slot in
                if let mask = reader.scene.geometry.mask(slot) { open.append(mask) }
            }
        }
        masks[user] = found
        for mask in found { users[mask, default: []].append(user) }
    }

    mutating func unregister(_ user: Slot) {
        for mask in masks.removeValue(forKey: user) ?? [] {
            users[mask]?.removeAll { $0 == user }
            if users[mask]?.isEmpty == true { users[mask] = nil }
        }
    }

    /// Marks the users of a detached tree as a mask to be repainted, because a layer in the tree changed.
    mutating func touch(above slot: Slot, _ reader: LayerReader) {
        guard !users.isEmpty else { return }
        var at = slot
        while at > Scene.objectRoot {
            if let users = users[at] { touched.formUnion(users) }
            at = reader.rows[Int(at)].parent
        }
    }
}
