import Scene

/// An index into a list used by a frame, typed by the list. A negative value means none.
@usableFromInline
package struct Position<List>: Hashable, Comparable, Sendable, ExpressibleByIntegerLiteral {
    @usableFromInline package let index: Int32

    @inlinable package init(_ index: Int32) { self.index = index }
    @inlinable package init(_ index: Int) { self.index = Int32(index) }
    @inlinable package init(integerLiteral index: Int32) { self.index = index }

    @inlinable package static func < (a: Self, b: Self) -> Bool { a.index < b.index }
    @inlinable package static func + (a: Self, b: Int32) -> Self { Self(a.index + b) }
}

/// An index into `PaintList.nodes`.
package typealias PaintPosition = Position<PaintList>
/// An index into the entries of a `DrawingStore`.
package typealias DrawingPosition = Position<DrawingStore>
/// An index into the entries of an `EffectStore`.
package typealias EffectPosition = Position<EffectStore>

extension Int {
    @inlinable package init<List>(_ position: Position<List>) { self = Int(position.index) }
}
