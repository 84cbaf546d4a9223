package import Scene

/// The world's demands on the process around it.
package struct WorldHost {
    /// Takes the descriptor that came with the line, for the object that the line made. Throws why that cannot be, and the
    /// line fails.
    package var onDescriptor: ((_ slot: Slot) throws(SceneError) -> Void)?
    /// Sets an output that a line made to work. Throws the reason why it cannot, and the line fails. Nil: outputs begin later.
    package var openOutput: ((_ slot: Slot) throws(SceneError) -> Void)?
    /// Has outputs take over the properties that a line or a transaction gave them. Throws the reason why one cannot, and all of it fails. Nil:
    /// they follow later.
    package var configureOutputs: (() throws(SceneError) -> Void)?
    /// Looks at settings that a line or a transaction gave. Throws the reason why one cannot be, and all of it fails. Nil: nobody does.
    package var checkSettings: (() throws(SceneError) -> Void)?
    /// Nil: transitions of one layer show its new contents at once.
    package weak var snapshots: (any TransitionSnapshotKeeper)?
    /// Moves the focus of the keys. Nil: there are none.
    package var focus: ((FocusRequest) -> Void)?
    /// True when a line that has failed now is to be handled again, behind the loading of a plugin.
    package var isAwaitingPlugin: (() -> Bool)?
    /// Called when keys go to another layer than before.
    package var onFocus: ((ObjectID?) -> Void)?
    /// Called before styles follow other layers that pointers and fingers are on.
    package var onPointed: ((_ hovered: [ObjectID], _ pressed: [ObjectID]) -> Void)?
    /// Called when values of bindings have been computed anew.
    package var onComputed: (() -> Void)?
    /// The frame that shows the next changes first.
    package var nextFrame: UInt64 = 1
}

/// The layer that keys are to go to.
package enum FocusRequest: Equatable, Sendable {
    /// Nil: none.
    case layer(ObjectID?)
    /// After or before the one that has the focus, in the order of Tab.
    case next, previous
}

/// Steps of one line, while changes can be taken back.
struct StepRecording {
    /// True while changes are part of a step that can be taken back.
    var isOpen = false
    /// Steps taken back, while their effect is to be known; nil else.
    var extent: UndoExtent?
    /// Most lines have one at most.
    private var first: UndoStep?
    private var others: [UndoStep] = []

    mutating func append(_ step: UndoStep) {
        if first == nil { first = step } else { others.append(step) }
    }

    /// Ends the recording; all of it as one step, nil when nothing was changed.
    mutating func end(in scene: Scene) -> UndoStep? {
        isOpen = false
        guard let first else { return nil }
        self.first = nil
        if others.isEmpty { return first }
        defer { others = [] }
        return UndoStep.joined([first] + others, in: scene)
    }
}

/// The mover of layers by rules: the behaviors of plugins.
package protocol LayerMover: AnyObject {
    /// Takes up the behaviors that lines have made or changed, at a scene time. Not within a transaction.
    func sync(at time: Double)
    /// Goes on to a scene time. Not within a transaction.
    func advance(to time: Double)
    /// Seconds of scene time that were left out so far, since they were too much work.
    var skippedTime: Double { get }
}
