import Geometry

/// Questions about changes.
package struct SceneNews {
    @usableFromInline let scene: Scene

    @inlinable init(_ scene: Scene) { self.scene = scene }

    package func hasSourceChanges(for cursor: ChangeCursor) -> Bool { scene.changes.sources.hasNews(for: cursor) }

    package func hasMotionChanges(for cursor: ChangeCursor) -> Bool { scene.changes.motion.hasNews(for: cursor) }

    package func hasBehaviorChanges(for cursor: ChangeCursor) -> Bool { scene.changes.behaviors.hasNews(for: cursor) }

    package func hasFollowChanges(for cursor: ChangeCursor) -> Bool { scene.changes.follows.hasNews(for: cursor) }

    package func hasBindingChanges(for cursor: ChangeCursor) -> Bool { scene.changes.bindings.hasNews(for: cursor) }

    /// Number that is another one when animations, behaviors, contents from outside, layers' times or settings may have work:
    /// most lines leave it as it is.
    package var workRevision: UInt64 {
        scene.changes.motion.appends &+ scene.changes.behaviors.appends &+ scene.changes.sources.appends
            &+ scene.changes.timing &+ scene.changes.settings
    }

    /// Number of changes of objects, told or not; presentation values do not count.
    package var objectRevision: UInt64 { scene.changes.events.revision }

    package var settingsRevision: UInt64 { scene.changes.settings }

    package var outputsRevision: UInt64 { scene.changes.outputs }

    package var timingRevision: UInt64 { scene.changes.timing }

    package var visibleRevision: UInt64 { scene.changes.visible }

    /// Measures, then hands the marks over: see `LayerCursor.take`.
    func takeLayers(_ cursor: ChangeCursor, _ body: (Slot, Dirty) -> Void) {
        scene.layout.fit()
        scene.changes.layers.take(cursor, &scene.rows, body)
    }

    /// True when there is something that no reader of layer marks has taken.
    package var hasUnreadLayers: Bool { !scene.changes.layers.unread.isEmpty || scene.layout.needsLayout }
}

extension Scene {
    /// Questions about changes.
    @inlinable package var news: SceneNews { SceneNews(self) }
}
