/// Names an object for as long as it lives: a slot of the scene and the generation of its row.
///
/// An id whose object was removed never finds the next tenant of the same slot.
package struct ObjectID: Equatable, Hashable, Sendable {
    package var index: Slot
    package var generation: UInt32

    @inlinable package init(index: Slot, generation: UInt32) {
        self.index = index
        self.generation = generation
    }

    /// Sixty-four bits, as plugins see it.
    @inlinable package var bits: UInt64 { UInt64(generation) << 32 | UInt64(UInt32(bitPattern: index.index)) }

    @inlinable package init(bits: UInt64) {
        self.init(
            index: Slot(Int32(bitPattern: UInt32(truncatingIfNeeded: bits))),
            generation: UInt32(truncatingIfNeeded: bits >> 32))
    }
}
