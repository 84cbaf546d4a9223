public import Geometry

/// Changes of a scene that its readers have not taken yet.
///
/// The one channel from the functions that change the scene to those that follow it. Each kind of change has its own queue, and each
/// reader a cursor in it; a state of which only the latest counts has a number instead, which grows with each change: its
/// readers keep the number that they have seen.
///
///     layers     each output's display list      rows to be read again
///     outputs    service, compositors            number: outputs came, went, changed
///     sources    contents controller             contents from elsewhere, pixels that clients changed
///     motion     animator                        animations, waiting transactions, covered properties
///     behaviors  behaviors of plugins            behaviors, and the layers that they move
///     follows    follower                        follows, and the layers that they depend on
///     bindings   bindings                        bindings that were made, changed or removed
///     events     event router, bindings          objects made, changed, moved, removed, as subscribers are told
///     settings   service                         number: a property of `daemon`
///     timing     animator, drawing clocks        number: the time of some layer goes otherwise
///     visible    input, shapes of outputs        number: anything that is seen, or takes input
public struct ChangeSet {
    public var layers = LayerMarks()
    public var sources = ChangeQueue<SourceChange>()
    public var motion = ChangeQueue<MotionChange>()
    public var behaviors = ChangeQueue<BehaviorChange>()
    public var follows = ChangeQueue<FollowChange>()
    public var bindings = ChangeQueue<Slot>()
    public var events = EventLog()
    public internal(set) var outputs: UInt64 = 1
    public internal(set) var settings: UInt64 = 1
    public internal(set) var timing: UInt64 = 0
    public internal(set) var visible: UInt64 = 0
    /// Lines of all connections that changed something, those that took back and did again included.
    var lines: UInt64 = 0
    /// True while behaviors move their items: that is no news for them.
    var isMovingItems = false

    public init() {}
}

/// A change of contents that come from outside of the scene. Slots may be empty by now.
public enum SourceChange: Equatable, Sendable {
    /// The contents of an object come from elsewhere now, or an object that has or shows some came or went.
    case source(Slot)
    /// A part of a buffer's pixels changed, in pixels.
    case pixels(Slot, Rect)
}

/// A change that concerns animations. Slots may be empty by now.
public enum MotionChange: Equatable, Sendable {
    /// An animation, a waiting transaction or a timer was made, changed or removed.
    case object(Slot)
    /// The model value of a covered property was set.
    case covered(ObjectProperty)
    /// The `beginTime` of a layer is to be the time at which this is read.
    case unbegun(Slot)
}

/// A change that concerns behaviors. Slots may be empty by now.
public enum BehaviorChange: Equatable, Sendable {
    /// A behavior was made, changed or removed.
    case behavior(Slot)
    /// A layer that behaviors name was moved, by others than behaviors.
    case item(Slot)
}

/// A change that concerns follows. Slots may be empty by now.
public enum FollowChange: Equatable, Sendable {
    /// A follow was made, changed or removed.
    case follow(Slot)
    /// A layer that follows depend on was moved, turned or resized; `isTree`: in another position of the tree.
    case moved(Slot, isTree: Bool)
}

extension ChangeQueue<SourceChange> {
    /// Rectangles that are kept apart for one buffer; the last one takes in the others.
    private static var mostRects: Int { 16 }

    /// Takes the reader's news: slots in order, perhaps more than once, and the rectangles of each buffer.
    public mutating func take(_ cursor: ChangeCursor) -> (slots: [Slot], pixels: [(buffer: Slot, rects: [Rect])]) {
        var changes: [SourceChange] = []
        take(cursor, into: &changes)
        var slots: [Slot] = []
        var pixels: [(buffer: Slot, rects: [Rect])] = []
        var known: [Slot: Int] = [:]
        for change in changes {
            switch change {
            case .source(let slot): slots.append(slot)
            case .pixels(let buffer, let rect):
                guard let at = known[buffer] else {
                    known[buffer] = pixels.count
                    pixels.append((buffer, [rect]))
                    continue
                }
                let count = pixels[at].rects.count
                if count < Self.mostRects {
                    pixels[at].rects.append(rect)
                } else {
                    pixels[at].rects[count - 1] = pixels[at].rects[count - 1].union(rect)
                }
            }
        }
        return (slots, pixels)
    }
}

extension ChangeQueue<BehaviorChange> {
    /// Takes the reader's news: each behavior and each item once, in the order of the first change.
    public mutating func take(_ cursor: ChangeCursor) -> (behaviors: [Slot], items: [Slot]) {
        var changes: [BehaviorChange] = []
        take(cursor, into: &changes)
        var seen: Set<Slot> = []
        var (behaviors, items): ([Slot], [Slot]) = ([], [])
        for change in changes {
            switch change {
            case .behavior(let slot): if seen.insert(slot).inserted { behaviors.append(slot) }
            case .item(let slot): if seen.insert(slot).inserted { items.append(slot) }
            }
        }
        return (behaviors, items)
    }
}
