import Geometry
public import SceneTables
import Schema

/// Revisions and other queries about changes.
public struct SceneNews {
    @usableFromInline let scene: Scene

    @inlinable init(_ scene: Scene) { self.scene = scene }

    public func hasSourceChanges(for cursor: ChangeCursor) -> Bool { scene.changes.sources.hasNews(for: cursor) }

    public func hasMotionChanges(for cursor: ChangeCursor) -> Bool { scene.changes.motion.hasNews(for: cursor) }

    public func hasBehaviorChanges(for cursor: ChangeCursor) -> Bool { scene.changes.behaviors.hasNews(for: cursor) }

    public func hasFollowChanges(for cursor: ChangeCursor) -> Bool { scene.changes.follows.hasNews(for: cursor) }

    public func hasBindingChanges(for cursor: ChangeCursor) -> Bool { scene.changes.bindings.hasNews(for: cursor) }

    /// Changes when animations, behaviors, external contents, layers' times or settings may have work: most lines do
    /// not change it.
    public var workRevision: UInt64 {
        scene.changes.motion.appends &+ scene.changes.behaviors.appends &+ scene.changes.sources.appends
            &+ scene.changes.timing &+ scene.changes.settings
    }

    /// Number of object changes, reported or not, without presentation values.
    public var objectRevision: UInt64 { scene.changes.events.revision }

    /// Changes when a selector may match other objects: counts object changes including dependent ones and reverts. For
    /// changes by layouts see `visibleRevision`.
    public var matchRevision: UInt64 { scene.changes.events.steps }

    /// Like `matchRevision`, for selectors without conditions: counts changes of objects, tree positions and styles.
    public var structureRevision: UInt64 { scene.changes.events.structure }

    public var settingsRevision: UInt64 { scene.changes.settings }

    public var outputsRevision: UInt64 { scene.changes.outputs }

    public var timingRevision: UInt64 { scene.changes.timing }

    public var visibleRevision: UInt64 { scene.changes.visible }

    /// Updates the layouts, then passes on the marks: see `LayerCursor.take`.
    func takeLayers(_ cursor: ChangeCursor, _ body: (Slot, Dirty) -> Void) {
        scene.layout.fit()
        scene.changes.layers.take(cursor, &scene.rows, body)
    }

    /// True when there are marks that no reader has taken.
    public var hasUnreadLayers: Bool { !scene.changes.layers.unread.isEmpty || scene.layout.needsLayout }
}

extension Scene {
    /// Revisions and other queries about changes.
    @inlinable public var news: SceneNews { SceneNews(self) }
}
