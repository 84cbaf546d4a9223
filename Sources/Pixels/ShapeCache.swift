import Geometry

/// A path's number among all that were ever drawn, given by the caller: one that is drawn again has the same.
public struct ShapeKey: Hashable, Sendable {
    let version: UInt32
    let operation: Int32

    public init(version: UInt32, operation: Int) {
        self.version = version
        self.operation = Int32(truncatingIfNeeded: operation)
    }
}

/// The coverage of paths drawn again, by path, map and position within a pixel, within a budget in bytes.
/// For one thread.
final class ShapeCache {
    struct Key: Hashable {
        let shape: ShapeKey
        let rule: FillRule
        /// Its translation is less than a pixel.
        let map: Affine
    }

    private var records = BudgetCache<Key, CoverageRecord>(budget: 8 << 20, sparesWhatIsUsed: true)
    /// Hashes of keys that were asked for once: a path that changes in every frame is never recorded. In groups of `ways` that a
    /// hash may be in: two keys that want one place would push each other out, and be drawn anew for ever.
    private var asked = [Int](repeating: 0, count: 1 << 13)
    private static let ways = 8

    var bytes: Int { records.bytes }
    var hits: Int { records.hits }
    var misses: Int { records.misses }
    /// Bytes that may be kept; a smaller value takes effect at once.
    var budget: Int {
        get { records.budget }
        set { records.budget = newValue }
    }

    /// The record of a key.
    func record(_ key: Key) -> CoverageRecord? { records.find(key) }

    /// True when a key is asked for again: its shape is worth a record.
    func isRepeated(_ key: Key) -> Bool {
        guard !records.isFull else { return false }
        let hash = key.hashValue
        let group = hash & (asked.count - Self.ways)
        for slot in group..<group + Self.ways where asked[slot] == hash { return true }
        // The first is the latest.
        for slot in (group + 1..<group + Self.ways).reversed() { asked[slot] = asked[slot - 1] }
        asked[group] = hash
        return false
    }

    func keep(_ record: CoverageRecord, _ key: Key) { records.keep(record, for: key) }
}
