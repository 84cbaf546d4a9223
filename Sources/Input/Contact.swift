import Geometry

/// A finger, or the pointer while a button is held: its target gets all its events until it is up.
struct Contact: Equatable, Sendable {
    /// Nil when nothing was hit, or the target is gone.
    var target: Target?
    /// The finger's number; nil is the pointer.
    var touch: Int?
    var down: Sample
    var at: Sample
    private var tap = TapRecognizer()
    private var pan = PanRecognizer()
    private var longPress = LongPressRecognizer()

    init(_ target: Target?, touch: Int?, _ at: Sample) {
        self.target = target
        self.touch = touch
        (down, self.at) = (at, at)
    }

    var deadline: Double? { longPress.deadline }

    /// The gestures begin: for a finger at once, for the pointer with the left button.
    mutating func press(_ at: Sample, wantsLongPress: Bool) {
        (down, self.at) = (at, at)
        _ = tap.handle(.down, at)
        _ = pan.handle(.down, at)
        if wantsLongPress { longPress.handle(.down, at) }
    }

    /// Actions of the gesture recognizers; a tap without its count.
    mutating func handle(_ phase: ContactPhase, _ at: Sample) -> [InputAction.What] {
        self.at = at
        var told: [InputAction.What] = []
        longPress.handle(phase, at)
        let isTap = tap.handle(phase, at)
        if let state = pan.handle(phase, at) {
            if state == .began { exclude() }
            told.append(.pan(state, from: pan.start, before: pan.before))
        }
        if isTap { told.append(.tap(count: 1)) }
        return told
    }

    /// True when it has been held for long enough by `time`, once.
    mutating func wake(at time: Double) -> Bool {
        guard longPress.wake(at: time) else { return false }
        tap.fail()
        return true
    }

    /// It is one of two fingers now: gestures of one finger that have not begun are cancelled.
    mutating func pair() {
        exclude()
        pan.fail()
    }

    private mutating func exclude() {
        tap.fail()
        longPress.fail()
    }
}
