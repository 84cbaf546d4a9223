public import Schema

/// Layers to be read again, with the kinds of their changes, for each display list of a scene.
///
/// A mark consists of the `dirty` flags of a row and one entry in the common list, however often the layer changes. The
/// first display list that takes the marks empties the common list; the others store the marks separately, one per
/// layer, so that a slow or hidden output needs no more memory than that.
public struct LayerMarks {
    /// Slots of rows with flags and of emptied rows, since a reader last took them.
    public private(set) var unread: [Slot] = []
    /// By cursor; nil for closed readers.
    private var readers: [PendingMarks?] = []

    public init() {}

    /// Creates a reader.
    public mutating func open() -> ChangeCursor {
        if let free = readers.firstIndex(where: { $0 == nil }) {
            readers[free] = PendingMarks()
            return ChangeCursor(index: free)
        }
        readers.append(PendingMarks())
        return ChangeCursor(index: readers.count - 1)
    }

    /// Closes a reader.
    public mutating func close(_ cursor: ChangeCursor) { readers[cursor.index] = nil }

    /// True when the reader has unread marks.
    public func hasNews(for cursor: ChangeCursor) -> Bool {
        !unread.isEmpty || readers[cursor.index]?.isEmpty == false
    }

    /// Adds a row that had no flags so far.
    public mutating func append(_ slot: Slot) { unread.append(slot) }

    /// Makes room for more marks.
    public mutating func reserve(_ more: Int) { unread.reserveCapacity(unread.count + more) }

    /// Calls `body` with each unread mark, and takes it. `body` must not add marks.
    public mutating func take(_ cursor: ChangeCursor, _ rows: inout [LayerRow], _ body: (Slot, Dirty) -> Void) {
        guard let own = readers[cursor.index] else { return }
        let isAlone = own.isEmpty && readers.count { $0 != nil } == 1
        for slot in unread {
            let flags = rows[Int(slot)].dirty
            rows[Int(slot)].dirty = []
            if isAlone {
                body(slot, flags)
            } else {
                for reader in readers { reader?.note(slot, flags) }
            }
        }
        // After a large change, the memory is released.
        unread.removeAll(keepingCapacity: unread.count < 65_536)
        if !isAlone { own.take(body) }
    }
}

/// Unread marks of one reader.
private final class PendingMarks {
    private var slots: [Slot] = []
    /// By slot.
    private var flags: [Dirty] = []

    var isEmpty: Bool { slots.isEmpty }

    func note(_ slot: Slot, _ new: Dirty) {
        if flags.count <= Int(slot) {
            flags.append(contentsOf: repeatElement([], count: Int(slot) + 1 - flags.count))
        }
        if flags[Int(slot)].isEmpty { slots.append(slot) }
        flags[Int(slot)].formUnion(new)
    }

    func take(_ body: (Slot, Dirty) -> Void) {
        for slot in slots {
            body(slot, flags[Int(slot)])
            flags[Int(slot)] = []
        }
        slots.removeAll(keepingCapacity: slots.count < 65_536)
    }
}
