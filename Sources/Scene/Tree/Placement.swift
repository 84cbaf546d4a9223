/// Where a layer goes among its siblings.
public enum Placement: Equatable, Sendable {
    /// The front: after the last sibling.
    case last
    /// The index that it has afterwards; beyond the end is the end.
    case index(Int)
    case above(Slot)
    case below(Slot)
}
