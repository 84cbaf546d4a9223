/// The index of an object in the scene's store: a row of `Scene.rows`.
///
/// A slot is used again after its object was removed; `ObjectID` adds the generation that tells the two apart. Below 0 it stands
/// for no object.
public struct Slot: Hashable, Comparable, Sendable, ExpressibleByIntegerLiteral, CustomStringConvertible {
    public let index: Int32

    @inlinable public init(_ index: Int32) { self.index = index }
    /// The slot of a position in such arrays.
    @inlinable public init(_ index: Int) { self.index = Int32(index) }
    @inlinable public init(integerLiteral index: Int32) { self.index = index }

    /// The index alone, as names made from slots have it.
    public var description: String { "\(index)" }

    @inlinable public static func < (a: Slot, b: Slot) -> Bool { a.index < b.index }
}

extension Int {
    /// The position of a slot's row in arrays that have one for each object.
    @inlinable public init(_ slot: Slot) { self = Int(slot.index) }
}
