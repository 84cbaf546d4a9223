public import Geometry

/// Measures layers of plugin kinds, and computes their derived properties.
public protocol LayerMeasurer: AnyObject {
    /// The size that the layer at `slot` has by itself, in points; nil when its kind has none. `width` is the available room
    /// for; infinite: as much as it likes.
    func naturalSize(of slot: Slot, width: Double, in scene: Scene) -> Size?
    /// Value of a derived property of the layer; nil for an unknown one.
    func computed(_ id: PropertyID, of slot: Slot, in scene: Scene) -> Value?
    /// What the kind of the layer draws; nil for kinds that draw nothing.
    func drawing(of slot: Slot, in scene: Scene) -> Drawing?
    /// Why a kind does not take a text for a property with `isChecked`; nil when it does.
    func refusal(of text: String, for id: PropertyID, of kind: Kind) -> String?
}

extension LayerMeasurer {
    public func drawing(of slot: Slot, in scene: Scene) -> Drawing? { nil }
}

/// Knows how the items of behaviors move.
public protocol ItemMotion: AnyObject {
    /// Velocity of a layer, in points and radians per second; nil for one that no behavior moves.
    func velocity(of slot: Slot) -> (linear: Point, angular: Double)?
    /// How an item, or a behavior, goes on, as `motion` says it; nil for one of which nothing else is known than its properties.
    func motion(of slot: Slot) -> [Double]?
    /// All of which it may know something.
    var movers: [Slot] { get }
}

/// Knows the pictures from which transitions come.
public protocol LookKeeper: AnyObject {
    /// The picture from which the layer of a transition comes, as `look` says it; nil for none.
    func look(of transition: Slot) -> String?
    /// The transitions that have one.
    var changing: [Slot] { get }
}

/// Hears which tiles of a layer are seen.
public protocol TileListener: AnyObject {
    /// Of the tiled layer at `slot`, which has no files, these tiles are seen. While a frame is composed.
    func sees(_ grid: TileGrid, of slot: Slot)
}

/// Plugins' answers about layers.
public struct LayerServices {
    /// Measures layers that have a size by themselves.
    public weak var measurer: (any LayerMeasurer)?
    /// Lays out the sublayers of stacks; nobody: they keep the geometry that was given.
    public weak var arranger: (any LayerArranger)?
    /// Hears which tiles of tiled layers without files are seen.
    public weak var tiles: (any TileListener)?
    /// How items of behaviors move.
    public weak var motion: (any ItemMotion)?
    /// Pictures from which transitions come.
    public weak var looks: (any LookKeeper)?
}
