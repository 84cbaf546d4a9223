/// A change of an object, as subscribers are told.
public enum ObjectChange: Equatable, Sendable {
    case created(Slot)
    case changed(Slot, PropertyID)
    case changedUser(Slot)
    /// A key of an object with free keys.
    case changedKey(Slot, String)
    /// Another position among the same siblings.
    case reordered(Slot)
    /// Another parent.
    case moved(Slot)
    /// With the name that it had.
    case removed(Slot, String)
    /// Other styles are in force for a layer. No subscriber is told; their values are changes of their own.
    case restyled(Slot)
}

/// Changes of objects for subscribers: noted while there is a reader, in order, those of a transaction only when it is kept.
public struct EventLog {
    /// Number of changes of objects, noted or not; presentation values and values of bindings do not count.
    public private(set) var revision: UInt64 = 0
    /// Number of changes of objects, all of them, and of the times that changes were taken back.
    private(set) var steps: UInt64 = 0
    /// The same for objects that come, go, or stand elsewhere, and styles of layers.
    private(set) var structure: UInt64 = 0
    private var queue = ChangeQueue<ObjectChange>()
    private var hasReaders = false
    /// `revision` when the open transaction began: a change taken back is no change.
    private var revisionBefore: UInt64 = 0
    /// Number of the first event of the open transaction.
    private var start: Int?
    /// True while a transaction is undone: for subscribers nothing happened.
    var isMuted = false
    /// True while bindings set values that follow from other changes.
    var isFollowing = false

    public init() {}

    public var isRecording: Bool { hasReaders && !isMuted }
    /// Events in memory.
    public var count: Int { queue.count }

    /// Makes a reader of later entries.
    public mutating func open() -> ChangeCursor {
        hasReaders = true
        return queue.open()
    }

    /// Ends a reader.
    public mutating func close(_ cursor: ChangeCursor) {
        queue.close(cursor)
        hasReaders = queue.hasReaders
    }

    public func hasNews(for cursor: ChangeCursor) -> Bool { queue.hasNews(for: cursor) }

    /// Replaces `buffer` by the events that the reader has not taken yet. Not within a transaction.
    public mutating func take(_ cursor: ChangeCursor, into buffer: inout [ObjectChange]) {
        queue.take(cursor, into: &buffer)
    }

    /// A change again, while the first one is unread, adds nothing: it is told with the value that it has by then.
    ///
    /// `isStructure`: an object came or went, stands elsewhere, or has other styles.
    mutating func note(_ event: @autoclosure () -> ObjectChange, isStructure: Bool = false) {
        steps &+= 1
        if isStructure { structure &+= 1 }
        if !isFollowing, !isMuted { revision &+= 1 }
        if isRecording { queue.append(event()) }
    }

    mutating func noteRestyled(_ slot: Slot) { if isRecording { queue.append(.restyled(slot)) } }

    /// That a client set a value, were it the one that was there, is told to nobody, but counts as a change.
    mutating func noteGiven() {
        steps &+= 1
        if !isFollowing, !isMuted { revision &+= 1 }
    }

    /// Many objects came and went at once.
    mutating func noteReplaced() {
        structure &+= 1
        noteGiven()
    }

    /// A definition is no object: nobody is told, but it counts as a change.
    mutating func noteDefinitions() { revision &+= 1 }

    mutating func begin() {
        start = queue.end
        revisionBefore = revision
    }
    mutating func commit() { start = nil }

    mutating func rollback() {
        if let start { queue.truncate(to: start) }
        start = nil
        steps &+= 1
        structure &+= 1
        revision = revisionBefore
    }
}
