public import Schema

/// The scene's styles and variables; empty if unused.
public struct StyleTable {
    /// Keys of objects with free keys.
    public var keys = KeyTable()
    public var origins = OriginTable()
    /// Layers with states or active styles.
    public var layers: [Slot: Styling] = [:]
    /// Layers to be styled again.
    public var queue = RestyleQueue()
    /// True while values derived from styles and variables are set.
    public var isComputing = false
    /// True when some layer accepts or accepted input because of a style: pointers have to be tracked.
    public var hasInputStyles = false

    public init() {}
}
