/// A value that a `BudgetCache` keeps.
public protocol CachedValue: AnyObject {
    /// Bytes that it takes, its administration included.
    var cost: Int { get }
    /// The lookup that found it last; the cache's own.
    var lastUse: UInt64 { get set }
}

/// Values by all that determines them, within a budget in bytes: the longest unused go first. For one thread.
///
/// Pictures do not depend on the cache's content.
public struct BudgetCache<Key: Hashable, Value: CachedValue> {
    private var values: [Key: Value] = [:]
    /// Lookups so far.
    private var clock: UInt64 = 0
    /// The lookup up to which the cache is full.
    private var fullUntil: UInt64 = 0
    private let sparesWhatIsUsed: Bool
    public private(set) var bytes = 0
    public private(set) var hits = 0
    public private(set) var misses = 0
    /// How often values went: a value that a caller remembers of an earlier lookup may be gone then.
    public private(set) var evictions = 0
    /// Bytes that may be kept; a smaller value takes effect at once.
    public var budget: Int {
        didSet { shrink() }
    }

    /// `sparesWhatIsUsed`: no more goes than has to while all is in use, and then the cache is full for a while.
    public init(budget: Int, sparesWhatIsUsed: Bool = false) {
        (self.budget, self.sparesWhatIsUsed) = (budget, sparesWhatIsUsed)
    }

    /// Nothing new is worth keeping: of more values than fit some are found in every frame, where the order of use alone
    /// would find none.
    public var isFull: Bool { clock < fullUntil || budget <= 0 }

    /// Counts a lookup of a value that the caller remembers.
    public mutating func touch(_ value: Value) {
        clock += 1
        hits += 1
        value.lastUse = clock
    }

    /// The value of a key; nil when it has to be made.
    public mutating func find(_ key: Key) -> Value? {
        guard let value = values[key] else {
            clock += 1
            return nil
        }
        touch(value)
        return value
    }

    /// Keeps a value that was made after `find` had none.
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
        // A quarter more than needed, so that the next few need no sorting.
        for (key, value) in values.sorted(by: { $0.value.lastUse < $1.value.lastUse }) {
            if sparesWhatIsUsed, value.lastUse >= inUse, bytes <= budget {
                fullUntil = clock + recent
                break
            }
            guard bytes > budget / 4 * 3 else { break }
            bytes -= value.cost
            values[key] = nil
        }
    }

    public mutating func removeAll() {
        values.removeAll()
        bytes = 0
        evictions += 1
    }
}
