public import SceneTables

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
