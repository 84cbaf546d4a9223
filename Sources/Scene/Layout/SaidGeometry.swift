import Geometry

/// The geometry of layers before it was laid out, where layouts or the sizes of superlayers give them another.
///
/// Rows hold what is laid out. A layer that is where it was said to be has no entry. Nothing that is laid out is taken back, dumped or
/// copied: it is computed again from what stands here.
struct SaidGeometry {
    private struct Entry {
        /// For which size of its superlayer the frame was said.
        var frame: SaidFrame?
        /// The position, and the size of the bounds, before a layout found others.
        var position: Point?
        var size: Size?

        var isEmpty: Bool { frame == nil && position == nil && size == nil }
    }

    private var entries: [Slot: Entry] = [:]

    init() {}

    var isEmpty: Bool { entries.isEmpty }

    /// The frame that was said for an autoresizing layer; nil where the superlayer has the size for which it is.
    subscript(frame slot: Slot) -> SaidFrame? {
        get { entries.isEmpty ? nil : entries[slot]?.frame }
        set { set(slot, \.frame, newValue.flatMap { $0.isEmpty ? nil : $0 }) }
    }

    /// The position before a layout found another; nil for none.
    subscript(position slot: Slot) -> Point? {
        get { entries.isEmpty ? nil : entries[slot]?.position }
        set { set(slot, \.position, newValue) }
    }

    /// The size before a layout found another; nil for none.
    subscript(size slot: Slot) -> Size? {
        get { entries.isEmpty ? nil : entries[slot]?.size }
        set { set(slot, \.size, newValue) }
    }

    /// True for a layer with a position or a size that a layout found.
    func isLaidOut(_ slot: Slot) -> Bool {
        guard !entries.isEmpty, let entry = entries[slot] else { return false }
        return entry.position != nil || entry.size != nil
    }

    private mutating func set<T>(_ slot: Slot, _ field: WritableKeyPath<Entry, T?>, _ value: T?) {
        if value == nil, entries[slot] == nil { return }
        entries[slot, default: Entry()][keyPath: field] = value
        if entries[slot]?.isEmpty == true { entries[slot] = nil }
    }

    mutating func forget(_ slot: Slot) { if !entries.isEmpty { entries[slot] = nil } }
}
