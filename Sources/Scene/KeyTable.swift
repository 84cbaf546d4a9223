import Geometry

/// Values of keys that clients chose, by object: of `data` and themes. Each object's are sorted by key.
struct KeyTable {
    private var entries: [Slot: [(key: String, value: Value)]] = [:]

    func all(of slot: Slot) -> [(key: String, value: Value)] { entries[slot] ?? [] }

    func value(_ slot: Slot, _ key: String) -> Value? {
        guard let own = entries[slot], case let (at, isThere) = Self.find(key, own), isThere else { return nil }
        return own[at].value
    }

    mutating func set(_ slot: Slot, _ key: String, _ value: Value?) {
        let (at, isThere) = entries[slot].map { Self.find(key, $0) } ?? (0, false)
        if let value {
            if isThere {
                entries[slot]?[at].value = value
            } else {
                entries[slot, default: []].insert((key, value), at: at)
            }
        } else if isThere {
            entries[slot]?.remove(at: at)
            if entries[slot]?.isEmpty == true { entries[slot] = nil }
        }
    }

    mutating func forget(_ slot: Slot) { if !entries.isEmpty { entries[slot] = nil } }

    private static func find(_ key: String, _ own: [(key: String, value: Value)]) -> (at: Int, isThere: Bool) {
        var (low, high) = (0, own.count)
        while low < high {
            let middle = (low + high) / 2
            if own[middle].key < key { low = middle + 1 } else { high = middle }
        }
        return (low, low < own.count && own[low].key == key)
    }
}

/// Keys of objects whose kind has `hasFreeKeys`.
extension Scene {
    /// Keys of one object.
    package static let mostKeys = 1024

    /// The value of a key; nil when the object has none of that name.
    package func key(_ slot: Slot, _ key: String) -> Value? { keys.value(slot, key) }

    /// The object's keys, sorted.
    package func keys(of slot: Slot) -> [(key: String, value: Value)] { keys.all(of: slot) }

    /// Sets a key; nil takes it away. Changing a theme's has its users styled again.
    package func setKey(_ slot: Slot, _ key: String, _ value: Value?) {
        let old = keys.value(slot, key)
        if old == value { return }
        journal.append(.key(slot, key, old))
        keys.set(slot, key, value)
        if rows[Int(slot)].kind == .theme {
            restyling.variables.insert(key)
            if value == nil { restyling.losesNames = true }
        }
        changes.events.note(.changedKey(slot, key))
    }

    /// The value that a variable has for the layer at `slot`: of the nearest theme that has the name, else of the theme
    /// `default`. Nil when neither has it. Any other object has that of `default`.
    package func variable(_ name: String, for slot: Slot?) -> Value? {
        if let value = parameter(name, for: slot) { return value }
        var at = slot ?? -1
        while at > Scene.shelf, isLayer(at) {
            if let theme = theme(of: at), let value = keys.value(theme, name) { return value }
            at = rows[Int(at)].parent
        }
        guard let theme = names.find("default"), rows[Int(theme)].kind == .theme else { return nil }
        return keys.value(theme, name)
    }

    /// The theme that was set on the layer.
    package func theme(of layer: Slot) -> Slot? {
        guard rows[Int(layer)].extras >= 0 else { return nil }
        return rare(layer, .theme)?.object.flatMap { self.slot(of: $0) }
    }
}
