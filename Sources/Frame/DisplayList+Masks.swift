import Scene

/// Which live layers show a detached one as their mask.
extension DisplayList {
    /// Writes down every mask that `user` shows: its own, and those that masks and their sublayers have. Of a layer that places
    /// its sublayers, those below it as well.
    mutating func registerMask(of user: Slot, _ reader: LayerReader) {
        var found: [Slot] = []
        var open = [user]
        var isFirst = true
        while let top = open.popLast() {
            // Of the user, the mask alone; of a mask, everything below.
            if isFirst {
                if let mask = reader.scene.mask(top) { open.append(mask) }
                isFirst = false
                guard nodes[Int(user)].flags.contains(.placesSublayers) else { continue }
                reader.scene.forEachBelow(top) { slot in
                    if let mask = reader.scene.mask(slot) { open.append(mask) }
                }
                continue
            }
            if found.contains(top) { continue }
            found.append(top)
            reader.scene.forEachBelow(top) { slot in
                if let mask = reader.scene.mask(slot) { open.append(mask) }
            }
        }
        masksOfUser[user] = found
        for mask in found { maskUsers[mask, default: []].append(user) }
    }

    mutating func unregisterMask(of user: Slot) {
        for mask in masksOfUser.removeValue(forKey: user) ?? [] {
            maskUsers[mask]?.removeAll { $0 == user }
            if maskUsers[mask]?.isEmpty == true { maskUsers[mask] = nil }
        }
    }

    /// A marked layer in a detached tree: whoever shows that as a mask has to be painted again.
    mutating func noteMasks(above slot: Slot, _ reader: LayerReader) {
        guard !maskUsers.isEmpty else { return }
        var at = slot
        while at > Scene.shelf {
            if let users = maskUsers[at] { maskTouched.formUnion(users) }
            at = reader.rows[Int(at)].parent
        }
    }
}
