public import Geometry
public import Schema

/// The specified geometry of layers for which layouts or the sizes of superlayers give another one.
///
/// Rows contain the laid-out geometry. A layer at its specified geometry has no entry. Laid-out geometry is never
/// reverted, dumped or copied: it is recomputed from the values here.
public struct SpecifiedGeometry {
    private struct Entry {
        /// The superlayer size to which the specified frame refers.
        var frame: SaidFrame?
        /// Specified position and size, where a layout gives others.
        var position: Point?
        var size: Size?

        var isEmpty: Bool { frame == nil && position == nil && size == nil }
    }

    private var entries: [Slot: Entry] = [:]

    public init() {}

    public var isEmpty: Bool { entries.isEmpty }

    /// The specified frame of an autoresizing layer; nil when it refers to the superlayer's present size.
    public subscript(frame slot: Slot) -> SaidFrame? {
        get { entries.isEmpty ? nil : entries[slot]?.frame }
        set { set(slot, \.frame, newValue.flatMap { $0.isEmpty ? nil : $0 }) }
    }

    /// The specified position, where a layout gives another; nil for none.
    public subscript(position slot: Slot) -> Point? {
        get { entries.isEmpty ? nil : entries[slot]?.position }
        set { set(slot, \.position, newValue) }
    }

    /// The specified size, where a layout gives another; nil for none.
    public subscript(size slot: Slot) -> Size? {
        get { entries.isEmpty ? nil : entries[slot]?.size }
        set { set(slot, \.size, newValue) }
    }

    /// True for a layer with a laid-out position or size.
    public func isLaidOut(_ slot: Slot) -> Bool {
        guard !entries.isEmpty, let entry = entries[slot] else { return false }
        return entry.position != nil || entry.size != nil
    }

    private mutating func set<T>(_ slot: Slot, _ field: WritableKeyPath<Entry, T?>, _ value: T?) {
        if value == nil, entries[slot] == nil { return }
        entries[slot, default: Entry()][keyPath: field] = value
        if entries[slot]?.isEmpty == true { entries[slot] = nil }
    }

    /// Removes the values of a layer. Call when its slot is freed.
    public mutating func forget(_ slot: Slot) { if !entries.isEmpty { entries[slot] = nil } }
}
