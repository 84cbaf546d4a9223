package import Frame
package import Geometry
package import Schema

/// A layer that accepts input, found at a point.
package struct Target: Equatable, Sendable {
    package var layer: ObjectID
    package var hit: Hit
    /// Its name when it was hit, for events after its removal.
    package var name: String
    package var standing: Standing

    package init(layer: ObjectID, hit: Hit, name: String, standing: Standing) {
        self.layer = layer
        self.hit = hit
        self.name = name
        self.standing = standing
    }

    /// Compares the layers; their copies do not matter.
    package static func == (a: Target, b: Target) -> Bool { a.layer == b.layer }
}

/// Provides hit tests and states of layers.
package protocol InputSurface: AnyObject {
    /// The foremost layer that accepts input at a point of the output.
    func target(at point: Point) -> Target?
    /// The layer that a finger hits at a point of the output.
    func touchTarget(at point: Point) -> Target?
    /// True while the layer exists and is visible.
    func isThere(_ target: Target) -> Bool
    /// True when a long press there has a listener. Otherwise there is none, and a tap may take any time.
    func wantsLongPress(_ target: Target) -> Bool
    /// True when single taps there have a listener.
    func wantsSingleTap(_ target: Target) -> Bool
    /// True when swipes there have a listener.
    func wantsSwipe(_ target: Target) -> Bool
    /// True when taps and drags of several fingers there have a listener.
    func wantsTouches(_ target: Target) -> Bool
    /// The layer that a drag from there would move; nil for none. `isFinger`: not the pointer.
    func dragSource(_ target: Target, isFinger: Bool) -> DragSource?
    /// The layer at a point of the output on which `item` would be dropped.
    func dropTarget(at point: Point, for item: Target) -> Target?
    /// The layer at a point of the output that accepts one of `types`, and the type.
    func dropTarget(at point: Point, offering types: [String]) -> (target: Target, type: String)?
    /// True when the pointer's position is of interest while no button is held.
    var followsPointer: Bool { get }
}

extension InputSurface {
    package func touchTarget(at point: Point) -> Target? { target(at: point) }
    package func wantsSingleTap(_ target: Target) -> Bool { false }
    package func wantsSwipe(_ target: Target) -> Bool { false }
    package func wantsTouches(_ target: Target) -> Bool { false }
    package func dragSource(_ target: Target, isFinger: Bool) -> DragSource? { nil }
    package func dropTarget(at point: Point, for item: Target) -> Target? { nil }
    package func dropTarget(at point: Point, offering types: [String]) -> (target: Target, type: String)? { nil }
}
