package import LineProtocol
import Scene
package import Schema

/// Functions of the surrounding process for the world.
package struct WorldHost {
    /// Takes the file descriptor that came with the line, for the object that the line created. An error makes the line
    /// fail.
    package var onDescriptor: ((_ slot: Slot) throws(SceneError) -> Void)?
    /// Starts an output that a line created. An error makes the line fail. Nil: outputs start later.
    package var openOutput: ((_ slot: Slot) throws(SceneError) -> Void)?
    /// Configures outputs with the properties that a line or transaction has set. An error makes all of it fail. Nil:
    /// they are configured later.
    package var configureOutputs: (() throws(SceneError) -> Void)?
    /// Checks settings that a line or transaction has set. An error makes all of it fail. Nil: not checked.
    package var checkSettings: (() throws(SceneError) -> Void)?
    /// Nil: transitions of one layer show its new contents immediately.
    package weak var snapshots: (any TransitionSnapshotKeeper)?
    /// Moves the key focus. Nil: there are no keys.
    package var focus: ((FocusRequest) -> Void)?
    /// True when a line that has just failed has to be handled again after a plugin is loaded.
    package var isAwaitingPlugin: (() -> Bool)?
    /// Called when the key focus moves to another layer.
    package var onFocus: ((ObjectID?, _ hasRing: Bool) -> Void)?
    /// Called before styles are updated because pointers or fingers are on other layers.
    package var onPointed: ((_ hovered: [ObjectID], _ pressed: [ObjectID]) -> Void)?
    /// Called when values of bindings have been evaluated.
    package var onComputed: (() -> Void)?
    /// Called before a line sets the seed, with the state of random numbers that follows.
    package var onSeed: ((_ randomState: UInt64) -> Void)?
    /// Carries out `session role=…`. Nil: the scene is nobody else's.
    package var setRole: ((SessionCommand) throws(SceneError) -> Void)?
    /// Number of the first frame that shows the next changes.
    package var nextFrame: UInt64 = 1

    /// Without a process around.
    package init() {}
}

/// A request for the key focus.
package enum FocusRequest: Equatable, Sendable {
    /// Nil: no layer. Without a ring: as a press does it.
    case layer(ObjectID?, hasRing: Bool = true)
    /// The layer that had the focus when the state was written, and whether the last input came from keys then.
    case restored(ObjectID?, hasRing: Bool)
    /// The layer after or before the focused one, in Tab order.
    case next, previous
}

/// Undo recording of one line.
struct StepRecording {
    /// True while changes are recorded.
    var isOpen = false
    /// The extent of undone steps, while it is recorded; otherwise nil.
    var extent: UndoExtent?
    /// Most lines have at most one step.
    private var first: UndoStep?
    private var others: [UndoStep] = []

    mutating func append(_ step: UndoStep) {
        if first == nil { first = step } else { others.append(step) }
    }

    /// Ends the recording. Returns all changes as one step; nil when nothing was changed.
    mutating func end(in scene: Scene) -> UndoStep? {
        isOpen = false
        guard let first else { return nil }
        self.first = nil
        if others.isEmpty { return first }
        defer { others = [] }
        return UndoStep.joined([first] + others, in: scene)
    }
}

/// Moves layers by rules: the behaviors of plugins.
package protocol LayerMover: AnyObject {
    /// Registers the behaviors that lines have created or changed, at a scene time. Not within a transaction.
    func sync(at time: Double)
    /// Advances to a scene time. Not within a transaction.
    func advance(to time: Double)
    /// Seconds of scene time skipped so far because of too much work.
    var skippedTime: Double { get }
}
