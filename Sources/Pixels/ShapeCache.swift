import Geometry

/// A path's number among all that were ever drawn, given by the caller: one that is drawn again has the same.
package struct ShapeKey: Hashable, Sendable {
    let version: UInt32
    let operation: Int32

    package init(version: UInt32, operation: Int) {
        self.version = version
        self.operation = Int32(truncatingIfNeeded: operation)
    }
}

/// The coverage of paths drawn again, by path, map and position within a pixel, within a budget in bytes.
///
/// The longest unused goes first. When all that is kept is in use, nothing new is kept for a while: of more shapes than fit
/// some are found in every frame, where the order of use alone would find none. Pictures do not depend on the cache.
/// For one thread.
final class ShapeCache {
    struct Key: Hashable {
        let shape: ShapeKey
        let rule: FillRule
        /// Its translation is less than a pixel.
        let map: Affine
    }

    private var records: [Key: CoverageRecord] = [:]
    /// Hashes of keys that were asked for once: a path that changes in every frame is never recorded.
    private var asked = [Int](repeating: 0, count: 1 << 13)
    /// Lookups so far.
    private var clock: UInt64 = 0
    /// The lookup up to which nothing is kept.
    private var fullUntil: UInt64 = 0
    private(set) var bytes = 0
    private(set) var hits = 0
    private(set) var misses = 0
    /// Bytes that may be kept; a smaller value takes effect at once.
    var budget = 8 << 20 {
        didSet { shrink() }
    }

    /// The record of a key.
    func record(_ key: Key) -> CoverageRecord? {
        clock += 1
        guard let record = records[key] else { return nil }
        hits += 1
        record.lastUse = clock
        return record
    }

    /// True when a key is asked for again: its shape is worth a record.
    func isRepeated(_ key: Key) -> Bool {
        guard clock >= fullUntil, budget > 0 else { return false }
        let hash = key.hashValue
        let slot = hash & (asked.count - 1)
        if asked[slot] == hash { return true }
        asked[slot] = hash
        return false
    }

    func keep(_ record: CoverageRecord, _ key: Key) {
        misses += 1
        record.lastUse = clock
        if let old = records.updateValue(record, forKey: key) { bytes -= old.cost }
        bytes += record.cost
        shrink()
    }

    func removeAll() {
        records.removeAll()
        bytes = 0
    }

    private func shrink() {
        fullUntil = 0
        guard bytes > budget else { return }
        let recent = 2 * UInt64(records.count)
        let inUse = clock - min(clock, recent)
        // A quarter more than needed, so that the next few need no sorting; as little as possible of what is in use.
        for (key, record) in records.sorted(by: { $0.value.lastUse < $1.value.lastUse }) {
            if record.lastUse >= inUse, bytes <= budget {
                fullUntil = clock + recent
                break
            }
            guard bytes > budget / 4 * 3 else { break }
            bytes -= record.cost
            records[key] = nil
        }
    }
}
