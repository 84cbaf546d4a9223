/// Secrets that lines left out on purpose, as those of a dump without secrets do: where there is one it stays, where there is none
/// somebody has to be told.
public struct LeftOutSecrets {
    private var known: [ObjectID: Set<PropertyID>] = [:]

    /// True for a secret that was left out.
    func contains(_ object: ObjectID, _ id: PropertyID) -> Bool { known[object]?.contains(id) ?? false }

    public mutating func insert(_ object: ObjectID, _ id: PropertyID) { known[object, default: []].insert(id) }

    public mutating func removeAll() { if !known.isEmpty { known.removeAll() } }

    /// The names, as `ID.property`, of those that there are not.
    public func unset(in scene: Scene) -> [String] {
        var names: [String] = []
        for (object, ids) in known {
            guard let slot = scene.slot(of: object) else { continue }
            let kind = scene.kind(of: slot)
            for id in ids where kind[id].isUnset(scene.value(slot, id)) {
                names.append("\(scene.name(of: slot)).\(kind[id].name)")
            }
        }
        return names.sorted()
    }
}
