/// Index of an object in the scene's store: a row of `Scene.rows`.
///
/// A slot is reused after its object is removed; the generation in `ObjectID` distinguishes them. Negative: no object.
public struct Slot: Hashable, Comparable, Sendable, ExpressibleByIntegerLiteral, CustomStringConvertible {
    public let index: Int32

    @inlinable public init(_ index: Int32) { self.index = index }
    /// The slot for an index in such arrays.
    @inlinable public init(_ index: Int) { self.index = Int32(index) }
    @inlinable public init(integerLiteral index: Int32) { self.index = index }

    /// Only the index, for names made from slots.
    public var description: String { "\(index)" }

    @inlinable public static func < (a: Slot, b: Slot) -> Bool { a.index < b.index }
}

extension Slot {
    /// What tables hash by: one multiplication, a tenth of the time of the standard library's hash. `seed` is the
    /// table's own, so that nobody who creates objects knows which slots collide.
    @inlinable public func _rawHashValue(seed: Int) -> Int {
        let product = UInt64(bitPattern: Int64(seed ^ Int(index))) &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: product ^ product >> 32)
    }
}

extension Int {
    /// The index of a slot's row in arrays with one entry per object.
    @inlinable public init(_ slot: Slot) { self = Int(slot.index) }
}
