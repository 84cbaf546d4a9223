public import SceneTables
public import Schema

/// Reader of layer changes, used by a display list. Closed when released.
public final class LayerCursor {
    private let scene: Scene
    private let cursor: ChangeCursor

    public init(_ scene: Scene) {
        self.scene = scene
        cursor = scene.changes.layers.open()
    }

    deinit { scene.changes.layers.close(cursor) }

    /// True when there are unread changes, or layouts to be updated first.
    public var hasNews: Bool { scene.changes.layers.hasNews(for: cursor) || scene.layout.needsLayout }

    /// Calls `body` with the slots that have changed since the last call, and the kinds of changes. Emptied slots have
    /// `.tree` and no object. `body` must not change the scene.
    public func take(_ body: (Slot, Dirty) -> Void) { scene.news.takeLayers(cursor, body) }
}
