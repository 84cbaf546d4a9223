/// Traits of a kind of objects that the core handles.
///
/// The first bits are the flags of `scrim_layer`, so that a plugin's flags can be copied directly.
public struct KindTraits: OptionSet, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Draws sublayers itself, where and as often as its drawing says.
    public static let placesSublayers = KindTraits(rawValue: 1 << 1)
    /// Draws by the layer's local time, which starts at the layer's creation.
    public static let usesTime = KindTraits(rawValue: 1 << 2)
    /// Draws above sublayers and border.
    public static let drawsAbove = KindTraits(rawValue: 1 << 3)
    /// Hit-tested by its drawing instead of its bounds.
    public static let isHitByDrawing = KindTraits(rawValue: 1 << 4)
    /// The traits that are flags of `scrim_layer`.
    public static let layerFlags: KindTraits = [.placesSublayers, .usesTime, .drawsAbove, .isHitByDrawing]

    /// Has its own size, used when the bounds have none (`SceneLayout`).
    public static let measures = KindTraits(rawValue: 1 << 16)
    /// Lays out its sublayers (`SceneLayout`).
    public static let arrangesSublayers = KindTraits(rawValue: 1 << 17)
    /// Created with a file descriptor that comes with the line; its properties never change.
    public static let takesDescriptor = KindTraits(rawValue: 1 << 18)
    /// A component, defined by lines.
    public static let isComponent = KindTraits(rawValue: 1 << 24)
    /// The name of a removed component.
    static let isUndefined = KindTraits(rawValue: 1 << 25)
    /// Has arbitrary keys in addition to its properties, typed by their texts.
    public static let hasFreeKeys = KindTraits(rawValue: 1 << 19)
}
