public import Schema

/// Origins by object, and objects by the variables that their values refer to.
public struct OriginTable {
    /// Maximum bytes of a literal that refers to variables.
    public static let maxBytes = 4096

    private var entries: [Slot: [(path: PropertyPath, origin: PropertyOrigin)]] = [:]
    /// Number of values of each object that refer to a variable.
    private var users: [String: [Slot: Int32]] = [:]

    /// Number of entries that say more than that a default was set.
    private var dependents = 0

    public init() {}

    public var isEmpty: Bool { entries.isEmpty }
    public var hasDependents: Bool { dependents > 0 }

    /// The origins of all properties of an object that have one.
    public func all(of slot: Slot) -> [(path: PropertyPath, origin: PropertyOrigin)] { entries[slot] ?? [] }

    /// The origin of a property; nil for a literal.
    public func find(_ slot: Slot, _ path: PropertyPath) -> PropertyOrigin? {
        guard let own = entries[slot] else { return nil }
        for entry in own where entry.path == path { return entry.origin }
        return nil
    }

    /// Sets or removes an entry. Returns the previous one.
    public mutating func set(_ slot: Slot, _ path: PropertyPath, _ origin: PropertyOrigin?) -> PropertyOrigin? {
        let at = entries[slot]?.firstIndex { $0.path == path }
        let old = at.flatMap { entries[slot]?[$0].origin }
        for name in old?.variables ?? [] { forget(name, slot) }
        for name in origin?.variables ?? [] { users[name, default: [:]][slot, default: 0] += 1 }
        dependents += (origin?.isDependent == true ? 1 : 0) - (old?.isDependent == true ? 1 : 0)
        switch (at, origin) {
        case (let at?, let origin?): entries[slot]?[at].origin = origin
        case (let at?, nil):
            entries[slot]?.remove(at: at)
            if entries[slot]?.isEmpty == true { entries[slot] = nil }
        case (nil, let origin?): entries[slot, default: []].append((path, origin))
        case (nil, nil): break
        }
        return old
    }

    private mutating func forget(_ name: String, _ slot: Slot) {
        guard let count = users[name]?[slot] else { return }
        users[name]?[slot] = count > 1 ? count - 1 : nil
        if users[name]?.isEmpty == true { users[name] = nil }
    }

    /// Removes all origins of an object. Call when its slot is freed.
    public mutating func forget(_ slot: Slot) {
        guard let own = entries.removeValue(forKey: slot) else { return }
        for entry in own {
            for name in entry.origin.variables { forget(name, slot) }
            if entry.origin.isDependent { dependents -= 1 }
        }
    }

    /// Objects with values that refer to a variable, in slot order.
    public func users(of name: String) -> [Slot] { users[name].map { $0.keys.sorted() } ?? [] }
}
