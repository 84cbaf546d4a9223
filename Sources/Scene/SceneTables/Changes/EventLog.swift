public import Schema

/// A change of an object, as reported to subscribers.
public enum ObjectChange: Equatable, Sendable {
    case created(Slot)
    case changed(Slot, PropertyID)
    case changedUser(Slot)
    /// A changed key of an object with free keys.
    case changedKey(Slot, String)
    /// New position among the same siblings.
    case reordered(Slot)
    /// New parent.
    case moved(Slot)
    /// With the name of the removed object.
    case removed(Slot, String)
    /// The active styles of a layer have changed. Not reported to subscribers; the resulting values are separate
    /// changes.
    case restyled(Slot)
}

/// Object changes for subscribers: recorded in order while a reader exists; those of a transaction only when it is
/// committed.
public struct EventLog {
    /// Number of object changes, recorded or not, without presentation values and values of bindings.
    public private(set) var revision: UInt64 = 0
    /// Number of all object changes and of reverts.
    public private(set) var steps: UInt64 = 0
    /// Number of changes of the set of objects, their tree positions and layers' styles.
    public private(set) var structure: UInt64 = 0
    private var queue = ChangeQueue<ObjectChange>()
    @usableFromInline var hasReaders = false
    /// `revision` when the open transaction began: restored by a rollback.
    private var revisionBefore: UInt64 = 0
    /// Number of the first event of the open transaction.
    private var start: Int?
    /// True while a transaction is reverted: nothing is reported to subscribers.
    public var isMuted = false
    /// True while bindings set dependent values.
    public var isFollowing = false

    public init() {}

    @inlinable public var isRecording: Bool { hasReaders && !isMuted }
    /// Events in memory.
    public var count: Int { queue.count }
    /// True when so many events are in memory that their readers should not wait for a frame to take them.
    public var hasMany: Bool { queue.count > Self.many }
    private static let many = 16_384

    /// Creates a reader of later entries.
    public mutating func open() -> ChangeCursor {
        hasReaders = true
        return queue.open()
    }

    /// Closes a reader.
    public mutating func close(_ cursor: ChangeCursor) {
        queue.close(cursor)
        hasReaders = queue.hasReaders
    }

    /// True when there are changes that the reader has not read.
    public func hasNews(for cursor: ChangeCursor) -> Bool { queue.hasNews(for: cursor) }

    /// Replaces `buffer` by the reader's unread events. Not within a transaction.
    public mutating func take(_ cursor: ChangeCursor, into buffer: inout [ObjectChange]) {
        queue.take(cursor, into: &buffer)
    }

    /// Appends a change; merges it with an equal unread one, which is reported with the value at reading time.
    ///
    /// `isStructure`: an object was created, removed, moved in the tree or has other styles.
    @inlinable public mutating func note(_ event: @autoclosure () -> ObjectChange, isStructure: Bool = false) {
        count(isStructure: isStructure)
        if isRecording { append(event()) }
    }

    @usableFromInline mutating func count(isStructure: Bool) {
        steps &+= 1
        if isStructure { structure &+= 1 }
        if !isFollowing, !isMuted { revision &+= 1 }
    }

    @usableFromInline mutating func append(_ event: ObjectChange) { queue.append(event) }

    /// Notes an object for which other styles are in force.
    public mutating func noteRestyled(_ slot: Slot) { if isRecording { queue.append(.restyled(slot)) } }

    /// Counts that a client has set a value, even if equal. Not reported.
    public mutating func noteGiven() {
        steps &+= 1
        if !isFollowing, !isMuted { revision &+= 1 }
    }

    /// Counts that many objects were replaced at once.
    public mutating func noteReplaced() {
        structure &+= 1
        noteGiven()
    }

    /// Counts a definition change. Not reported, as a definition is no object.
    public mutating func noteDefinitions() { revision &+= 1 }

    /// Call when a transaction begins.
    public mutating func begin() {
        start = queue.end
        revisionBefore = revision
    }
    /// Call when the transaction has succeeded.
    public mutating func commit() { start = nil }

    /// Call when the transaction has failed: its changes are not reported.
    public mutating func rollback() {
        if let start { queue.truncate(to: start) }
        start = nil
        steps &+= 1
        structure &+= 1
        revision = revisionBefore
    }
}
