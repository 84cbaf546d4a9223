/// Reader of the layers that changed: a display list's cursor, closed when nobody holds it.
public final class LayerCursor {
    private let scene: Scene
    private let cursor: ChangeCursor

    public init(_ scene: Scene) {
        self.scene = scene
        cursor = scene.changes.layers.open()
    }

    deinit { scene.changes.layers.close(cursor) }

    /// True when there are changes that are not taken, or layouts to be done first.
    public var hasNews: Bool { scene.changes.layers.hasNews(for: cursor) || scene.layout.needsLayout }

    /// Calls `body` with the slots that changed since the last call, and the kinds of their changes. Emptied slots come with
    /// `.tree` and no living object. `body` changes nothing.
    public func take(_ body: (Slot, Dirty) -> Void) { scene.news.takeLayers(cursor, body) }
}
