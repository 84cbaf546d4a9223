import Geometry

/// The unique number of a path, assigned by the caller: a path that is drawn again has the same number.
public struct ShapeKey: Hashable, Sendable {
    let version: UInt32
    let operation: Int32

    public init(version: UInt32, operation: Int) {
        self.version = version
        self.operation = Int32(truncatingIfNeeded: operation)
    }
}

/// Cache of the coverage of paths that are drawn again, by path, map and position within a pixel, with a budget in
/// bytes. Not thread-safe.
final class ShapeCache {
    struct Key: Hashable {
        let shape: ShapeKey
        let rule: FillRule
        /// The translation is less than a pixel.
        let map: Affine

        /// A hash by multiplications, a fraction of the time of the standard library's: each new shape takes one.
        fileprivate var mixed: Int {
            var hash = UInt64(shape.version) << 32 | UInt64(UInt32(bitPattern: shape.operation)) << 1
            hash ^= UInt64(rule.rawValue)
            let numbers: InlineArray<6, Double> = [map.a, map.b, map.c, map.d, map.tx, map.ty]
            for index in numbers.indices {
                hash = (hash ^ numbers[index].bitPattern) &* 0x9E37_79B9_7F4A_7C15
                hash ^= hash >> 32
            }
            return Int(truncatingIfNeeded: hash)
        }
    }

    private var records = BudgetCache<Key, CoverageRecord>(budget: 8 << 20, sparesWhatIsUsed: true)
    private let asked: AskedOnce

    init(_ asked: AskedOnce) { self.asked = asked }

    var bytes: Int { records.bytes }
    var hits: Int { records.hits }
    var misses: Int { records.misses }
    /// Maximum size in bytes; a smaller value takes effect immediately.
    var budget: Int {
        get { records.budget }
        set { records.budget = newValue }
    }

    /// The record of a key; nil when it is missing.
    func record(_ key: Key) -> CoverageRecord? { records.find(key) }

    /// The number of the part of the picture being painted, from 0.
    var part = 0

    /// True when a key is requested again in this part, so its shape is worth recording.
    func isRepeated(_ key: Key) -> Bool {
        guard !records.isFull else { return false }
        return asked.isRepeated(key.mixed &+ part &* 0x1E37_79B9_7F4A_7C15)
    }

    func keep(_ record: CoverageRecord, _ key: Key) { records.keep(record, for: key) }
}
