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
    private let asked: AskedOnce

    init(_ asked: AskedOnce) { self.asked = asked }

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

    /// The part of a picture that is painted, from 0 on.
    var part = 0

    /// True when a key is asked for again in this part: its shape is worth a record.
    func isRepeated(_ key: Key) -> Bool {
        guard !records.isFull else { return false }
        return asked.isRepeated(key.hashValue &+ part &* 0x1E37_79B9_7F4A_7C15)
    }

    func keep(_ record: CoverageRecord, _ key: Key) { records.keep(record, for: key) }
}
