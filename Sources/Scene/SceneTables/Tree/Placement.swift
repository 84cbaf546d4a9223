public import Schema

/// Position of a layer among its siblings.
public enum Placement: Equatable, Sendable {
    /// The front: after the last sibling.
    case last
    /// The index after the move; beyond the end means the end.
    case index(Int)
    case above(Slot)
    case below(Slot)
}
