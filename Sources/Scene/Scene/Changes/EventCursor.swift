public import SceneTables

/// Reader of object changes; they are recorded while a reader exists. Closed when released.
public final class EventCursor {
    private let scene: Scene
    private let cursor: ChangeCursor

    private var buffer: [ObjectChange] = []

    public init(_ scene: Scene) {
        self.scene = scene
        cursor = scene.changes.events.open()
    }

    deinit { scene.changes.events.close(cursor) }

    public var hasNews: Bool { scene.changes.events.hasNews(for: cursor) }
    /// True when so many events are in memory that they should not wait for a frame.
    public var hasMany: Bool { scene.changes.events.hasMany }

    /// Calls `body` with each event since the last call, in order, without allocations. Not within a transaction.
    public func forEachNew(_ body: (ObjectChange) -> Void) {
        scene.changes.events.take(cursor, into: &buffer)
        for event in buffer { body(event) }
    }

    /// The events since the last call, in order. Not within a transaction.
    public func take() -> [ObjectChange] {
        var changes: [ObjectChange] = []
        scene.changes.events.take(cursor, into: &changes)
        return changes
    }
}
