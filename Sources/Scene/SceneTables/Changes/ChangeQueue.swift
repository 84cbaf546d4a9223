/// Position of one reader in a queue of changes.
public struct ChangeCursor: Equatable, Sendable {
    let index: Int
}

/// Changes of one kind, in order, each kept until all readers have taken it.
///
///     writer:   append ──▶ [ e e e e e ]
///     readers:              ▲     ▲ ▲      one cursor each; entries before the last cursor are dropped
///
/// A change that equals an unread one is not added again. In the steady state nothing is allocated: readers pass in the
/// buffer from their previous call.
public struct ChangeQueue<Entry: Equatable> {
    private var entries: [Entry] = []
    /// Number of dropped entries: the number of the first of `entries`.
    private var base = 0
    /// Number of the first unread entry, by reader; nil for closed readers.
    private var positions: [Int?] = []
    /// No reader has started after this entry or read it: the same change again can be merged with it.
    private var newest = 0

    /// Number of appends; it only grows.
    public private(set) var appends: UInt64 = 0

    public init() {}

    /// Entries in memory.
    public var count: Int { entries.count }
    public var hasReaders: Bool { positions.contains { $0 != nil } }

    /// Adds an entry; one equal to the last, unread one is left out.
    public mutating func append(_ entry: Entry) {
        if base + entries.count > newest, entries.last == entry { return }
        entries.append(entry)
        appends &+= 1
    }

    /// Creates a reader of later entries; the first reader also gets the existing ones. `withKept`: so does this one, as far as
    /// others have not read them all.
    public mutating func open(withKept: Bool = false) -> ChangeCursor {
        let position = hasReaders && !withKept ? base + entries.count : base
        // Earlier entries are not for this reader: the same change has to be appended again.
        newest = max(newest, position)
        if let free = positions.firstIndex(of: nil) {
            positions[free] = position
            return ChangeCursor(index: free)
        }
        positions.append(position)
        return ChangeCursor(index: positions.count - 1)
    }

    /// Closes a reader.
    public mutating func close(_ cursor: ChangeCursor) {
        positions[cursor.index] = nil
        if hasReaders { trim() } else { removeAll() }
    }

    /// True when the reader has unread entries.
    public func hasNews(for cursor: ChangeCursor) -> Bool {
        (positions[cursor.index] ?? .max) < base + entries.count
    }

    /// Replaces `buffer` by the reader's unread entries, in order.
    public mutating func take(_ cursor: ChangeCursor, into buffer: inout [Entry]) {
        buffer.removeAll(keepingCapacity: true)
        guard let position = positions[cursor.index], position < base + entries.count else { return }
        newest = base + entries.count
        positions[cursor.index] = newest
        if position == base, isAlone {
            // With a single reader, the usual case, the arrays are swapped.
            base = newest
            swap(&entries, &buffer)
            return
        }
        buffer.append(contentsOf: entries[(position - base)...])
        trim()
    }

    /// Skips all entries.
    public mutating func skip(_ cursor: ChangeCursor) {
        newest = base + entries.count
        positions[cursor.index] = newest
        trim()
    }

    /// Removes all entries from number `number` on, which must be unread.
    public mutating func truncate(to number: Int) {
        guard number >= base, number < base + entries.count else { return }
        entries.removeLast(base + entries.count - number)
        // Readers created after them start here.
        for index in positions.indices { positions[index] = positions[index].map { min($0, number) } }
        newest = min(newest, number)
    }

    /// Number of the next entry.
    public var end: Int { base + entries.count }

    private var isAlone: Bool { positions.count { $0 != nil } == 1 }

    private mutating func removeAll() {
        base += entries.count
        entries.removeAll()
    }

    /// Drops entries that all readers have read, once they are the majority.
    private mutating func trim() {
        let first = positions.lazy.compactMap { $0 }.min() ?? end
        guard first - base > entries.count / 2 else { return }
        if first == end {
            entries.removeAll(keepingCapacity: true)
        } else {
            entries.removeFirst(first - base)
        }
        base = first
    }
}
