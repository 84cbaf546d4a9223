public import Geometry
public import SceneTables
public import Schema

/// Measures layers of plugin kinds, and computes their derived properties.
public protocol LayerMeasurer: AnyObject {
    /// The natural size of the layer at `slot`, in points; nil when its kind has none. `width`: available width;
    /// infinite: unlimited.
    func naturalSize(of slot: Slot, width: Double, in scene: Scene) -> Size?
    /// Value of a derived property of the layer; nil for an unknown one.
    func computed(_ id: PropertyID, of slot: Slot, in scene: Scene) -> Value?
    /// The drawing of the layer's kind; nil for kinds without drawings.
    func drawing(of slot: Slot, in scene: Scene) -> Drawing?
    /// The reason why a kind rejects a text for a property with `isChecked`; nil when it accepts it.
    func refusal(of text: String, for id: PropertyID, of kind: Kind) -> String?
}

extension LayerMeasurer {
    public func drawing(of slot: Slot, in scene: Scene) -> Drawing? { nil }
}

/// Provides the motion of behaviors' items.
public protocol ItemMotion: AnyObject {
    /// Velocity of a layer, in points and radians per second; nil for a layer that no behavior moves.
    func velocity(of slot: Slot) -> (linear: Point, angular: Double)?
    /// The continuation state of an item or behavior, as in `motion`; nil when its properties say everything.
    func motion(of slot: Slot) -> [Double]?
    /// All objects that may have a continuation state.
    var movers: [Slot] { get }
}

/// Provides the pictures from which transitions start.
public protocol LookKeeper: AnyObject {
    /// The picture from which the layer of a transition starts, as in `look`; nil for none.
    func look(of transition: Slot) -> String?
    /// The transitions that have one.
    var changing: [Slot] { get }
}

/// Receives the visible tiles of a layer.
public protocol TileListener: AnyObject {
    /// Reports the visible tiles of the tiled layer at `slot`, which has no files. Called while a frame is composed.
    func sees(_ grid: TileGrid, of slot: Slot)
}

/// Services of plugins and others for layers.
public struct LayerServices {
    /// Measures layers with a natural size.
    public weak var measurer: (any LayerMeasurer)?
    /// Lays out the sublayers of stacks; nil: they keep the specified geometry.
    public weak var arranger: (any LayerArranger)?
    /// Receives the visible tiles of tiled layers without files.
    public weak var tiles: (any TileListener)?
    /// Motion of behaviors' items.
    public weak var motion: (any ItemMotion)?
    /// Pictures from which transitions start.
    public weak var looks: (any LookKeeper)?
}
