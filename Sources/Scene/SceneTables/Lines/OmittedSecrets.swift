public import Schema

/// Secrets that lines omitted on purpose, as in a dump without secrets: existing secrets are kept, and missing ones are
/// reported.
public struct OmittedSecrets {
    private var known: [ObjectID: Set<PropertyID>] = [:]

    public init() {}

    /// True for an omitted secret.
    public func contains(_ object: ObjectID, _ id: PropertyID) -> Bool { known[object]?.contains(id) ?? false }

    /// Notes that a file omitted the secret of an object.
    public mutating func insert(_ object: ObjectID, _ id: PropertyID) { known[object, default: []].insert(id) }

    /// Forgets all omitted secrets.
    public mutating func removeAll() { if !known.isEmpty { known.removeAll() } }

    /// Calls `body` with the omitted secrets of each object, unordered.
    public func forEach(_ body: (ObjectID, Set<PropertyID>) -> Void) {
        for (object, ids) in known { body(object, ids) }
    }
}
