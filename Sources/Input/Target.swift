package import Frame
package import Geometry
package import Scene

/// A layer that takes input, found under a point.
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

    /// The same layer, in whichever of its copies.
    package static func == (a: Target, b: Target) -> Bool { a.layer == b.layer }
}

/// The surface that receives input: hit tests and states of layers.
package protocol InputSurface: AnyObject {
    /// The foremost layer that takes input at a point of the output.
    func target(at point: Point) -> Target?
    /// True while the layer is there and to be seen.
    func isThere(_ target: Target) -> Bool
    /// True when somebody wants to know of a long press there. Without, there is none, and a tap may take its time.
    func wantsLongPress(_ target: Target) -> Bool
    /// True when somebody wants to know of a tap there that is no double tap.
    func wantsSingleTap(_ target: Target) -> Bool
    /// True when somebody wants to know of a swipe there.
    func wantsSwipe(_ target: Target) -> Bool
    /// True when somebody wants to know of taps and drags of several fingers there.
    func wantsTouches(_ target: Target) -> Bool
    /// The layer that a drag from there carries to others; nil for none. `isFinger`: not the pointer.
    func dragSource(_ target: Target, isFinger: Bool) -> DragSource?
    /// The layer at a point of the output on which `item` would be dropped.
    func dropTarget(at point: Point, for item: Target) -> Target?
    /// The layer at a point of the output that takes what can be read as one of `types`, and as which.
    func dropTarget(at point: Point, offering types: [String]) -> (target: Target, type: String)?
    /// True when somebody wants to know where the pointer is while no button is held.
    var followsPointer: Bool { get }
}

extension InputSurface {
    package func wantsSingleTap(_ target: Target) -> Bool { false }
    package func wantsSwipe(_ target: Target) -> Bool { false }
    package func wantsTouches(_ target: Target) -> Bool { false }
    package func dragSource(_ target: Target, isFinger: Bool) -> DragSource? { nil }
    package func dropTarget(at point: Point, for item: Target) -> Target? { nil }
    package func dropTarget(at point: Point, offering types: [String]) -> (target: Target, type: String)? { nil }
}
