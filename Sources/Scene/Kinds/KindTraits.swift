/// Traits of a kind of objects that the core acts on.
///
/// The first bits are the flags of `scrim_layer`, so that a plugin's table is taken over in one piece.
public struct KindTraits: OptionSet, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Draws sublayers itself, as often and where its drawing says.
    public static let placesSublayers = KindTraits(rawValue: 1 << 1)
    /// Draws by the layer's local time, which begins when the layer is made.
    public static let usesTime = KindTraits(rawValue: 1 << 2)
    /// Draws above sublayers and border.
    public static let drawsAbove = KindTraits(rawValue: 1 << 3)
    /// Is hit by a pointer on its drawing instead of its bounds.
    public static let isHitByDrawing = KindTraits(rawValue: 1 << 4)
    /// The traits that are flags of `scrim_layer`.
    public static let layerFlags: KindTraits = [.placesSublayers, .usesTime, .drawsAbove, .isHitByDrawing]

    /// Has a size of its own, which bounds without one take (`SceneLayout`).
    public static let measures = KindTraits(rawValue: 1 << 16)
    /// Lays out its sublayers (`SceneLayout`).
    public static let arrangesSublayers = KindTraits(rawValue: 1 << 17)
    /// Is made with a file descriptor that comes with the line; its properties never change.
    public static let takesDescriptor = KindTraits(rawValue: 1 << 18)
    /// Is a component, defined by lines.
    public static let isComponent = KindTraits(rawValue: 1 << 24)
    /// Is the name of a component that was taken away.
    static let isUndefined = KindTraits(rawValue: 1 << 25)
    /// Has keys of the client's choice beside its properties, typed by their texts.
    public static let hasFreeKeys = KindTraits(rawValue: 1 << 19)
}
