/// A property of an object, or components of it: the source or target of a binding.
package struct BindingCell: Equatable, Sendable {
    /// The object and its property, numbered by the owner.
    package struct Key: Hashable, Sendable {
        package var object: UInt64
        package var property: Int32

        @inlinable package init(object: UInt64, property: Int32) {
            self.object = object
            self.property = property
        }
    }

    package var key: Key
    /// One bit per component: for a position x and y, for a rectangle x, y, width and height. All bits for the whole
    /// value.
    package var parts: UInt32

    @inlinable package init(object: UInt64, property: Int32, parts: UInt32 = .max) {
        key = Key(object: object, property: property)
        self.parts = parts
    }

    /// True when setting one changes the other.
    @inlinable package func overlaps(_ other: BindingCell) -> Bool {
        key == other.key && parts & other.parts != 0
    }
}
