/// Position of one reader in a queue of changes.
public struct ChangeCursor: Equatable, Sendable {
    let index: Int
}

/// Changes of one kind, in order, each kept until every reader has taken it.
///
///     writer:   append ──▶ [ e e e e e ]
///     readers:              ▲     ▲ ▲      a cursor each; entries before the last of them are dropped
///
/// The same change again, while the first one is unread, adds nothing. In the steady state nothing is allocated: a reader hands
/// in the buffer that it got the time before.
public struct ChangeQueue<Entry: Equatable> {
    private var entries: [Entry] = []
    /// Number of entries that were dropped: the number of the first of `entries`.
    private var base = 0
    /// By reader, the number of the first entry that it has not taken; nil where a reader was closed.
    private var positions: [Int?] = []
    /// No reader has begun behind this entry or taken it: the same change again is told with it.
    private var newest = 0

    /// How often something was appended; it only grows.
    private(set) var appends: UInt64 = 0

    public init() {}

    /// Entries in memory.
    public var count: Int { entries.count }
    public var hasReaders: Bool { positions.contains { $0 != nil } }

    mutating func append(_ entry: Entry) {
        if base + entries.count > newest, entries.last == entry { return }
        entries.append(entry)
        appends &+= 1
    }

    /// Makes a reader of later entries; the first reader gets those kept so far, too.
    public mutating func open() -> ChangeCursor {
        let position = hasReaders ? base + entries.count : base
        // What was appended before is none of its news: the same change again has to be told once more.
        newest = max(newest, position)
        if let free = positions.firstIndex(of: nil) {
            positions[free] = position
            return ChangeCursor(index: free)
        }
        positions.append(position)
        return ChangeCursor(index: positions.count - 1)
    }

    /// Ends a reader.
    public mutating func close(_ cursor: ChangeCursor) {
        positions[cursor.index] = nil
        if hasReaders { trim() } else { removeAll() }
    }

    /// True when the reader has not taken everything.
    public func hasNews(for cursor: ChangeCursor) -> Bool {
        (positions[cursor.index] ?? .max) < base + entries.count
    }

    /// Replaces `buffer` by the entries that the reader has not taken yet, in order.
    public mutating func take(_ cursor: ChangeCursor, into buffer: inout [Entry]) {
        buffer.removeAll(keepingCapacity: true)
        guard let position = positions[cursor.index], position < base + entries.count else { return }
        newest = base + entries.count
        positions[cursor.index] = newest
        if position == base, isAlone {
            // The usual one reader: the arrays change hands.
            base = newest
            swap(&entries, &buffer)
            return
        }
        buffer.append(contentsOf: entries[(position - base)...])
        trim()
    }

    /// Takes everything without a look.
    public mutating func skip(_ cursor: ChangeCursor) {
        newest = base + entries.count
        positions[cursor.index] = newest
        trim()
    }

    /// Takes back everything from entry `number` on, which nobody has read.
    mutating func truncate(to number: Int) {
        guard number >= base, number < base + entries.count else { return }
        entries.removeLast(base + entries.count - number)
        // A reader that was opened behind them begins here.
        for index in positions.indices { positions[index] = positions[index].map { min($0, number) } }
        newest = min(newest, number)
    }

    /// Number of the next entry.
    var end: Int { base + entries.count }

    private var isAlone: Bool { positions.count { $0 != nil } == 1 }

    private mutating func removeAll() {
        base += entries.count
        entries.removeAll()
    }

    /// Drops entries that all readers have taken, when they are the most.
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
