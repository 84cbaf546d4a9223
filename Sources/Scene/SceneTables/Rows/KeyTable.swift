import Geometry
public import Schema

/// Values of free keys by object, for `data` and themes. Each object's keys are sorted.
public struct KeyTable {
    private var entries: [Slot: [(key: String, value: Value)]] = [:]

    public init() {}

    /// All keys of an object with their values, sorted by key.
    public func all(of slot: Slot) -> [(key: String, value: Value)] { entries[slot] ?? [] }

    /// The value of a key; nil when the object does not have it.
    public func value(_ slot: Slot, _ key: String) -> Value? {
        guard let own = entries[slot], case let (at, isThere) = Self.find(key, own), isThere else { return nil }
        return own[at].value
    }

    /// Sets a key; nil removes it.
    public mutating func set(_ slot: Slot, _ key: String, _ value: Value?) {
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

    /// Removes all keys of an object. Call when its slot is freed.
    public mutating func forget(_ slot: Slot) { if !entries.isEmpty { entries[slot] = nil } }

    private static func find(_ key: String, _ own: [(key: String, value: Value)]) -> (at: Int, isThere: Bool) {
        var (low, high) = (0, own.count)
        while low < high {
            let middle = (low + high) / 2
            if own[middle].key < key { low = middle + 1 } else { high = middle }
        }
        return (low, low < own.count && own[low].key == key)
    }
}
