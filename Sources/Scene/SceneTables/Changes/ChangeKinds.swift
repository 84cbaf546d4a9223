/// Kinds of changes of a scene, for those that are called when something that concerns them has changed.
public struct ChangeKinds: OptionSet, Sendable {
    public let rawValue: UInt16

    @inlinable public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// Objects, their properties, and what is visible of them.
    public static let objects = ChangeKinds(rawValue: 1 << 0)
    /// Objects were created, removed or moved in the tree.
    public static let structure = ChangeKinds(rawValue: 1 << 1)
    /// Animations, timers, behaviors, follows, or the local time of a layer.
    public static let motion = ChangeKinds(rawValue: 1 << 2)
    /// External contents.
    public static let sources = ChangeKinds(rawValue: 1 << 3)
    /// Outputs were created, removed or changed.
    public static let outputs = ChangeKinds(rawValue: 1 << 4)
    /// Properties of `daemon`.
    public static let settings = ChangeKinds(rawValue: 1 << 5)
    /// Not a change: so many events are unread that they should not wait for a frame.
    public static let manyEvents = ChangeKinds(rawValue: 1 << 6)

    public static let all = ChangeKinds(rawValue: 1 << 7 - 1)
}
