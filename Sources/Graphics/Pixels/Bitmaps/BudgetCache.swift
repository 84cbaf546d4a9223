/// A value in a `BudgetCache`.
public protocol CachedValue: AnyObject {
    /// Its memory in bytes, overhead included.
    var cost: Int { get }
    /// The number of the last lookup that found it; managed by the cache.
    var lastUse: UInt64 { get set }
}

/// A cache with a budget in bytes; the least recently used values are evicted first. Not thread-safe.
///
/// Pictures do not depend on the cache's content. Inlinable, as caches of other modules are as hot as those here.
public struct BudgetCache<Key: Hashable, Value: CachedValue> {
    @usableFromInline struct Counts {
        @usableFromInline var bytes = 0
        @usableFromInline var hits = 0
        @usableFromInline var misses = 0
        @usableFromInline var evictions = 0

        @inlinable init() {}
    }

    @usableFromInline var values: [Key: Value] = [:]
    @usableFromInline var counts = Counts()
    /// Number of lookups so far.
    @usableFromInline var clock: UInt64 = 0
    /// The lookup until which the cache counts as full.
    @usableFromInline var fullUntil: UInt64 = 0
    @usableFromInline let sparesWhatIsUsed: Bool
    /// Maximum number of bytes; a smaller value takes effect immediately.
    public var budget: Int {
        didSet { shrink() }
    }

    /// `sparesWhatIsUsed`: while all values are in use, no more than necessary are evicted, and the cache then counts
    /// as full for a while.
    @inlinable public init(budget: Int, sparesWhatIsUsed: Bool = false) {
        (self.budget, self.sparesWhatIsUsed) = (budget, sparesWhatIsUsed)
    }

    @inlinable public var bytes: Int { counts.bytes }
    @inlinable public var hits: Int { counts.hits }
    @inlinable public var misses: Int { counts.misses }
    /// Number of evictions: if it changed, a value remembered from an earlier lookup may be invalid.
    @inlinable public var evictions: Int { counts.evictions }

    /// True when new values are not worth keeping. If more values are in use than fit, some should stay and be found in
    /// every frame; plain LRU would find none.
    @inlinable public var isFull: Bool { clock < fullUntil || budget <= 0 }

    /// Counts a lookup of a value that the caller remembered.
    @inlinable public mutating func touch(_ value: Value) {
        clock += 1
        counts.hits += 1
        value.lastUse = clock
    }

    /// The value of a key; nil when it is missing.
    @inlinable public mutating func find(_ key: Key) -> Value? {
        guard let value = values[key] else {
            clock += 1
            return nil
        }
        touch(value)
        return value
    }

    /// Stores a value created after `find` returned nil.
    @inlinable public mutating func keep(_ value: Value, for key: Key) {
        counts.misses += 1
        value.lastUse = clock
        if let old = values.updateValue(value, forKey: key) { counts.bytes -= old.cost }
        counts.bytes += value.cost
        shrink()
    }

    @inlinable mutating func shrink() {
        fullUntil = 0
        guard counts.bytes > budget else { return }
        counts.evictions += 1
        let recent = 2 * UInt64(values.count)
        let inUse = clock - min(clock, recent)
        // Frees a quarter more than needed, so that the next insertions need no sorting: of numbers, as keys are large.
        let uses = values.values.map { (number: $0.lastUse, cost: $0.cost) }.sorted { $0.number < $1.number }
        var (left, last) = (counts.bytes, UInt64(0))
        for use in uses {
            if sparesWhatIsUsed, use.number >= inUse, left <= budget {
                fullUntil = clock + recent
                break
            }
            guard left > budget / 4 * 3 else { break }
            left -= use.cost
            last = use.number
        }
        for key in values.compactMap({ $0.value.lastUse <= last ? $0.key : nil }) {
            counts.bytes -= values.removeValue(forKey: key)?.cost ?? 0
        }
    }

    @inlinable public mutating func removeAll() {
        values.removeAll()
        counts.bytes = 0
        counts.evictions += 1
    }
}
