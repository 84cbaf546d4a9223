/// Layers to be read again, with the kinds of their changes, for each display list of a scene.
///
/// A mark is the `dirty` flags of a row and one entry in the open list, however often the layer changes. The first display
/// list that takes the marks empties the open list; the others keep the marks as their own, one for each layer, so that a
/// slow or hidden output holds no more than that.
public struct LayerMarks {
    /// Slots of rows with flags, and of rows that were emptied, since a reader last took them.
    public internal(set) var unread: [Slot] = []
    /// By cursor; nil where a reader was closed.
    private var readers: [PendingMarks?] = []

    public init() {}

    /// Makes a reader.
    public mutating func open() -> ChangeCursor {
        if let free = readers.firstIndex(where: { $0 == nil }) {
            readers[free] = PendingMarks()
            return ChangeCursor(index: free)
        }
        readers.append(PendingMarks())
        return ChangeCursor(index: readers.count - 1)
    }

    /// Ends a reader.
    public mutating func close(_ cursor: ChangeCursor) { readers[cursor.index] = nil }

    /// True when there are marks that the reader has not taken.
    public func hasNews(for cursor: ChangeCursor) -> Bool {
        !unread.isEmpty || readers[cursor.index]?.isEmpty == false
    }

    /// Calls `body` with each mark that the reader has not taken, and takes it. `body` marks nothing.
    mutating func take(_ cursor: ChangeCursor, _ rows: inout [LayerRow], _ body: (Slot, Dirty) -> Void) {
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
        // A large change gives its memory back.
        unread.removeAll(keepingCapacity: unread.count < 65_536)
        if !isAlone { own.take(body) }
    }
}

/// Marks that one reader has still to take.
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
