/// Identifies an object during its lifetime: a slot of the scene and the generation of its row.
///
/// An id of a removed object never refers to a later object in the same slot.
public struct ObjectID: Equatable, Hashable, Sendable {
    public var index: Slot
    public var generation: UInt32

    @inlinable public init(index: Slot, generation: UInt32) {
        self.index = index
        self.generation = generation
    }

    /// 64 bits, as passed to plugins.
    @inlinable public var bits: UInt64 { UInt64(generation) << 32 | UInt64(UInt32(bitPattern: index.index)) }

    @inlinable public init(bits: UInt64) {
        self.init(
            index: Slot(Int32(bitPattern: UInt32(truncatingIfNeeded: bits))),
            generation: UInt32(truncatingIfNeeded: bits >> 32))
    }
}
