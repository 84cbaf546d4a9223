/// Rare properties of objects, by the index in their rows.
public struct ExtrasTable {
    @usableFromInline var entries: [Extras] = []
    private var free: [Int32] = []

    public init() {}

    /// Number of entries, including free ones.
    public var count: Int { entries.count }

    @inlinable public subscript(_ index: Int) -> Extras {
        get { entries[index] }
        _modify { yield &entries[index] }
    }

    /// Stores an entry. Returns its index.
    public mutating func insert(_ extras: Extras) -> Int32 {
        if let index = free.popLast() {
            entries[Int(index)] = extras
            return index
        }
        entries.append(extras)
        return Int32(entries.count - 1)
    }

    /// Frees an entry; its index may be given to another.
    public mutating func remove(_ index: Int32) {
        entries[Int(index)] = Extras()
        free.append(index)
        // When empty, the memory is released.
        if free.count == entries.count { (entries, free) = ([], []) }
    }
}
