import Geometry

/// A finger, or the pointer while a button is held: its target gets all its events until it is released.
struct Contact: Equatable, Sendable {
    /// Nil when nothing was hit, or the target was removed.
    var target: Target?
    /// The finger's number; nil for the pointer.
    var touch: Int?
    var down: Sample
    var at: Sample
    private var tap = TapRecognizer()
    private var pan = PanRecognizer()
    private var longPress = LongPressRecognizer()
    /// The layer that it may drag.
    private(set) var source: DragSource?
    private var hold = LongPressRecognizer()
    private var carries = false

    init(_ target: Target?, touch: Int?, _ at: Sample) {
        self.target = target
        self.touch = touch
        (down, self.at) = (at, at)
    }

    var deadline: Double? { [longPress.deadline, hold.deadline].compactMap { $0 }.min() }
    /// The layer that it is currently dragging.
    var carried: Target? { carries ? source?.target : nil }
    var isDragging: Bool { pan.state == .active || carries }

    /// Starts the gestures: for a finger at once, for the pointer with the left button.
    mutating func press(_ at: Sample, wantsLongPress: Bool, _ source: DragSource? = nil) {
        self.source = source
        if source?.isHeld == true { hold.handle(.down, at) }
        (down, self.at) = (at, at)
        _ = tap.handle(.down, at)
        _ = pan.handle(.down, at)
        if wantsLongPress { longPress.handle(.down, at) }
    }

    /// The actions of the gesture recognizers; a tap without its count.
    mutating func handle(_ phase: ContactPhase, _ at: Sample) -> [InputAction.What] {
        self.at = at
        var told: [InputAction.What] = []
        longPress.handle(phase, at)
        hold.handle(phase, at)
        let isTap = tap.handle(phase, at)
        let state = pan.handle(phase, at)
        if state == .began {
            if source?.isHeld == false { carries = true }
            exclude()
        }
        if carries {
            // A layer held long enough is dragged even within the slop.
            let goesOn: GestureState? =
                switch phase {
                case .move: .changed
                case .up: .ended
                case .cancel: .cancelled
                case .down: nil
                }
            if let told = state == .began && source?.isHeld == false ? .began : goesOn { append(told) }
            if phase == .up || phase == .cancel { carries = false }
        } else if let state {
            told.append(.pan(state, from: pan.start, before: pan.before))
        }
        func append(_ state: GestureState) {
            told.append(.drag(state, from: pan.start, before: pan.before, over: nil))
        }
        if isTap { told.append(.tap(count: 1)) }
        return told
    }

    /// True, once, when it has been held long enough by `time`.
    mutating func wake(at time: Double) -> Bool {
        guard longPress.wake(at: time) else { return false }
        tap.fail()
        return true
    }

    /// Starts dragging, once, when the layer has been held long enough by `time`.
    mutating func lift(at time: Double) -> InputAction.What? {
        guard hold.wake(at: time) else { return nil }
        tap.fail()
        longPress.fail()
        carries = true
        return .drag(.began, from: pan.start, before: pan.before, over: nil)
    }

    /// Makes it one of two fingers: gestures of one finger that have not begun are cancelled.
    mutating func pair() {
        exclude()
        pan.fail()
    }

    private mutating func exclude() {
        tap.fail()
        longPress.fail()
        hold.fail()
    }
}
