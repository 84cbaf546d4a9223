public import Schema

/// Secrets that lines omitted on purpose, as in a dump without secrets: existing secrets are kept, and missing ones are
/// reported.
public struct OmittedSecrets {
    private var known: [ObjectID: Set<PropertyID>] = [:]

    /// True for an omitted secret.
    func contains(_ object: ObjectID, _ id: PropertyID) -> Bool { known[object]?.contains(id) ?? false }

    public mutating func insert(_ object: ObjectID, _ id: PropertyID) { known[object, default: []].insert(id) }

    public mutating func removeAll() { if !known.isEmpty { known.removeAll() } }

    /// The names, as `ID.property`, of omitted secrets that are unset.
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
