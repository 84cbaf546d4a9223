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

extension ChangeSet {
    /// How far the counters of each kind had come when they were last read.
    public struct Reading {
        fileprivate var objects, structure, motion, sources, outputs, settings: UInt64

        /// Before all changes.
        public init() { (objects, structure, motion, sources, outputs, settings) = (0, 0, 0, 0, 0, 0) }
    }
}

extension SceneNews {
    /// The kinds of changes since `reading`, which is advanced. Nothing is noted for it when something changes: the
    /// counters of the change set are compared, one by one, as a call to the set itself would copy it.
    public func kinds(since reading: inout ChangeSet.Reading) -> ChangeKinds {
        var kinds: ChangeKinds = []
        func compare(_ kind: ChangeKinds, _ now: UInt64, _ before: inout UInt64) {
            if now != before { kinds.formUnion(kind) }
            before = now
        }
        compare(.objects, scene.changes.events.steps &+ scene.changes.visible, &reading.objects)
        compare(.structure, scene.changes.events.structure, &reading.structure)
        let movers = scene.changes.behaviors.appends &+ scene.changes.follows.appends &+ scene.changes.bindings.appends
        compare(.motion, scene.changes.motion.appends &+ movers &+ scene.changes.timing, &reading.motion)
        compare(.sources, scene.changes.sources.appends, &reading.sources)
        compare(.outputs, scene.changes.outputs, &reading.outputs)
        compare(.settings, scene.changes.settings, &reading.settings)
        if scene.changes.events.hasMany { kinds.formUnion(.manyEvents) }
        return kinds
    }
}
