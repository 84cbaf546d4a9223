/// A property of an object, or parts of one: a binding's source and its target.
package struct BindingCell: Equatable, Sendable {
    /// The object and its property, as their owner numbers them.
    package struct Key: Hashable, Sendable {
        package var object: UInt64
        package var property: Int32

        @inlinable package init(object: UInt64, property: Int32) {
            self.object = object
            self.property = property
        }
    }

    package var key: Key
    /// A bit for each part: of a position x and y, of a rectangle x, y, width and height. All for the whole.
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
