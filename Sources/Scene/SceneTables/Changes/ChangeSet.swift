public import Geometry
public import Schema

/// Changes of a scene that its readers have not taken yet.
///
/// The only channel from the functions that change the scene to the objects that follow it. Each kind of change has its own
/// queue, with a cursor for each reader. For a state of which only the latest value matters, a number counts the changes:
/// its readers remember the last number that they saw.
///
///     layers     each output's display list      rows to be read again
///     outputs    service, compositors            number: outputs created, removed, changed
///     sources    contents controller             external contents, pixels changed by clients
///     motion     animator                        animations, waiting transactions, animated properties
///     behaviors  behaviors of plugins            behaviors, and the layers that they move
///     follows    follower                        follows, and the layers that they depend on
///     bindings   bindings                        bindings that were created, changed or removed
///     events     event router, bindings          objects created, changed, moved, removed, for subscribers
///     settings   service                         number: properties of `daemon`
///     timing     animator, drawing clocks        number: the local time of some layer
///     visible    input, shapes of outputs        number: anything visible or accepting input
public struct ChangeSet {
    public var layers = LayerMarks()
    public var sources = ChangeQueue<SourceChange>()
    public var motion = ChangeQueue<MotionChange>()
    public var behaviors = ChangeQueue<BehaviorChange>()
    public var follows = ChangeQueue<FollowChange>()
    public var bindings = ChangeQueue<Slot>()
    public var events = EventLog()
    public private(set) var outputs: UInt64 = 1
    public private(set) var settings: UInt64 = 1
    public private(set) var timing: UInt64 = 0
    public private(set) var visible: UInt64 = 0
    /// Number of lines of all connections that changed something, including undo and redo.
    public var lines: UInt64 = 0
    /// True while behaviors move their items: the behaviors are not notified of these changes.
    public var isMovingItems = false

    public init() {}

    /// Counts a change of outputs.
    public mutating func noteOutputs() { outputs &+= 1 }

    /// Counts a change of the properties of `daemon`.
    public mutating func noteSettings() { settings &+= 1 }

    /// Counts a change of the local time of some layer.
    public mutating func noteTiming() { timing &+= 1 }

    /// Counts a change of anything visible or accepting input.
    public mutating func noteVisible() { visible &+= 1 }
}

/// A change of contents from outside of the scene. Slots may be empty by now.
public enum SourceChange: Equatable, Sendable {
    /// The external contents of an object have changed, or an object that has or shows some was created or removed.
    case source(Slot)
    /// A part of a buffer has changed, in pixels.
    case pixels(Slot, Rect)
}

/// A change that affects animations. Slots may be empty by now.
public enum MotionChange: Equatable, Sendable {
    /// An animation, a waiting transaction or a timer was created, changed or removed.
    case object(Slot)
    /// The model value of an animated property was set.
    case covered(ObjectProperty)
    /// The layer's `beginTime` has to be set to the time when this is read.
    case unbegun(Slot)
}

/// A change that affects behaviors. Slots may be empty by now.
public enum BehaviorChange: Equatable, Sendable {
    /// A behavior was created, changed or removed.
    case behavior(Slot)
    /// A layer used by behaviors was moved by something else.
    case item(Slot)
}

/// A change that affects follows. Slots may be empty by now.
public enum FollowChange: Equatable, Sendable {
    /// A follow was created, changed or removed.
    case follow(Slot)
    /// A layer that follows depend on was moved, rotated or resized. `isTree`: its position in the tree changed.
    case moved(Slot, isTree: Bool)
}

extension ChangeQueue<SourceChange> {
    /// Maximum number of separate rectangles per buffer; further ones are united with the last.
    private static var mostRects: Int { 16 }

    /// Takes the reader's changes: slots in order, possibly with duplicates, and the rectangles of each buffer.
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
    /// Takes the reader's changes: each behavior and each item once, in the order of the first change.
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
