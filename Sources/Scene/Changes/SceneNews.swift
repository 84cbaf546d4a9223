import Geometry

/// Questions about changes.
public struct SceneNews {
    @usableFromInline let scene: Scene

    @inlinable init(_ scene: Scene) { self.scene = scene }

    public func hasSourceChanges(for cursor: ChangeCursor) -> Bool { scene.changes.sources.hasNews(for: cursor) }

    public func hasMotionChanges(for cursor: ChangeCursor) -> Bool { scene.changes.motion.hasNews(for: cursor) }

    public func hasBehaviorChanges(for cursor: ChangeCursor) -> Bool { scene.changes.behaviors.hasNews(for: cursor) }

    public func hasFollowChanges(for cursor: ChangeCursor) -> Bool { scene.changes.follows.hasNews(for: cursor) }

    public func hasBindingChanges(for cursor: ChangeCursor) -> Bool { scene.changes.bindings.hasNews(for: cursor) }

    /// Number that is another one when animations, behaviors, contents from outside, layers' times or settings may have work:
    /// most lines leave it as it is.
    public var workRevision: UInt64 {
        scene.changes.motion.appends &+ scene.changes.behaviors.appends &+ scene.changes.sources.appends
            &+ scene.changes.timing &+ scene.changes.settings
    }

    /// Number of changes of objects, told or not; presentation values do not count.
    public var objectRevision: UInt64 { scene.changes.events.revision }

    /// Number that is another one when a selector may match other objects: changes of objects, those that follow from others and those that
    /// are taken back among them. What layouts change has `visibleRevision`.
    public var matchRevision: UInt64 { scene.changes.events.steps }

    /// The same for selectors without conditions: the objects, their positions in the tree and their styles.
    public var structureRevision: UInt64 { scene.changes.events.structure }

    public var settingsRevision: UInt64 { scene.changes.settings }

    public var outputsRevision: UInt64 { scene.changes.outputs }

    public var timingRevision: UInt64 { scene.changes.timing }

    public var visibleRevision: UInt64 { scene.changes.visible }

    /// Measures, then hands the marks over: see `LayerCursor.take`.
    func takeLayers(_ cursor: ChangeCursor, _ body: (Slot, Dirty) -> Void) {
        scene.layout.fit()
        scene.changes.layers.take(cursor, &scene.rows, body)
    }

    /// True when there is something that no reader of layer marks has taken.
    public var hasUnreadLayers: Bool { !scene.changes.layers.unread.isEmpty || scene.layout.needsLayout }
}

extension Scene {
    /// Questions about changes.
    @inlinable public var news: SceneNews { SceneNews(self) }
}
