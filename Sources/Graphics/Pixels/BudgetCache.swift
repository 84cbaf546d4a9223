/// A value in a `BudgetCache`.
public protocol CachedValue: AnyObject {
    /// Its memory in bytes, overhead included.
    var cost: Int { get }
    /// The number of the last lookup that found it; managed by the cache.
    var lastUse: UInt64 { get set }
}

/// A cache with a budget in bytes; the least recently used values are evicted first. Not thread-safe.
///
/// Pictures do not depend on the cache's content.
public struct BudgetCache<Key: Hashable, Value: CachedValue> {
    private var values: [Key: Value] = [:]
    /// Number of lookups so far.
    private var clock: UInt64 = 0
    /// The lookup until which the cache counts as full.
    private var fullUntil: UInt64 = 0
    private let sparesWhatIsUsed: Bool
    public private(set) var bytes = 0
    public private(set) var hits = 0
    public private(set) var misses = 0
    /// Number of evictions: if it changed, a value remembered from an earlier lookup may be invalid.
    public private(set) var evictions = 0
    /// Maximum number of bytes; a smaller value takes effect immediately.
    public var budget: Int {
        didSet { shrink() }
    }

    /// `sparesWhatIsUsed`: while all values are in use, no more than necessary are evicted, and the cache then counts
    /// as full for a while.
    public init(budget: Int, sparesWhatIsUsed: Bool = false) {
        (self.budget, self.sparesWhatIsUsed) = (budget, sparesWhatIsUsed)
    }

    /// True when new values are not worth keeping. If more values are in use than fit, some should stay and be found in
    /// every frame; plain LRU would find none.
    public var isFull: Bool { clock < fullUntil || budget <= 0 }

    /// Counts a lookup of a value that the caller remembered.
    public mutating func touch(_ value: Value) {
        clock += 1
        hits += 1
        value.lastUse = clock
    }

    /// The value of a key; nil when it is missing.
    public mutating func find(_ key: Key) -> Value? {
        guard let value = values[key] else {
            clock += 1
            return nil
        }
        touch(value)
        return value
    }

    /// Stores a value created after `find` returned nil.
    public mutating func keep(_ value: Value, for key: Key) {
        misses += 1
        value.lastUse = clock
        if let old = values.updateValue(value, forKey: key) { bytes -= old.cost }
        bytes += value.cost
        shrink()
    }

    private mutating func shrink() {
        fullUntil = 0
        guard bytes > budget else { return }
        evictions += 1
        let recent = 2 * UInt64(values.count)
        let inUse = clock - min(clock, recent)
        // Frees a quarter more than needed, so that the next insertions need no sorting: of numbers, as keys are large.
        let uses = values.values.map { (number: $0.lastUse, cost: $0.cost) }.sorted { $0.number < $1.number }
        var (left, last) = (bytes, UInt64(0))
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
            bytes -= values.removeValue(forKey: key)?.cost ?? 0
        }
    }

    public mutating func removeAll() {
        values.removeAll()
        bytes = 0
        evictions += 1
    }
}
