package import Geometry
import Scene

/// The state of an output's input devices; translates their events to events of layers.
///
///     handle(event, time)   an event of a device
///     wake(time)            timed events: a long press, at `deadline`
///     refresh(time)         layers moved, appeared or disappeared under a pointer that does not move
///
/// A value without a clock or a scene: times come with the events, layers from an `InputSurface`. Each function returns the
/// events for layers, in order. Not copied: it is large, and asked at the end of each turn.
package struct InputState: ~Copyable {
    /// Maximum number of simultaneous fingers.
    package static let mostTouches = 16

    /// The pointer's position; nil while it is not on the output.
    package private(set) var position: Point?
    /// The layer under the pointer, which received `enter`.
    private var hover: Target?
    /// While a button is held, the layer hit when the first button was pressed.
    private var press: Contact? { didSet { isPressed = press != nil } }
    /// True while `press` is set. It is large, and asking for it copies it.
    private var isPressed = false
    private var buttons: Set<PointerButton> = []
    /// Fingers, in the order of their appearance.
    private var touches: [Contact] = []
    /// The two fingers that are on one layer.
    private var pair: FingerPair?
    /// All fingers on one layer, if their number is of interest.
    private var crowd: CrowdRecognizer?
    private(set) var drops = DropTargets()
    /// Set while an event is handled.
    private var surface: (any InputSurface)?
    private var taps = TapCounter()
    private var single = SingleTapRecognizer()
    /// True when swipes of the ending contact have listeners.
    private var hearsSwipe = false
    /// The target of keys: the layer pressed last.
    package var focus: Target?
    /// False from a press of a pointer or finger until the next key.
    package var isByKeys = true
    /// The current gesture on a touchpad.
    private var touchpad: TouchpadGesture?
    private var actions: [InputAction] = []

    package init() {}

    /// The scene time of the next timed event for `wake`; nil for never.
    package var deadline: Double? {
        // Called at the end of each turn, so it avoids arrays.
        var first = single.deadline ?? .infinity
        if isPressed, let due = press?.deadline { first = min(first, due) }
        for touch in touches { if let due = touch.deadline { first = min(first, due) } }
        return first < .infinity ? first : nil
    }

    /// True when the positions of layers matter.
    package var isActive: Bool { position != nil || isPressed || !touches.isEmpty }

    /// The layer under the pointer, if that is tracked.
    package var hovered: Target? { hover }

    /// The layers held by a button or fingers.
    package var pressed: [Target] { ([press] + touches).compactMap { $0?.target } }

    /// True while something is pressed.
    package var isHeld: Bool { isPressed || !touches.isEmpty }

    /// True when the event depends on the positions of layers, even without listeners.
    package func needsScene(_ event: InputEvent) -> Bool {
        switch event {
        case .move, .pen, .motion, .leave: isHeld
        case .button, .scroll, .touch, .key, .pinch, .swipe, .offer: true
        }
    }

    /// The layer being dragged by the pointer.
    package var carried: Target? { press?.carried }

    /// The position of a finger; nil when it is not down.
    package func point(of touch: Int) -> Point? { touches.first { $0.touch == touch }?.at.point }

    private func isDown(_ touch: Int) -> Bool { touches.contains { $0.touch == touch } }
    package var hasRoom: Bool { touches.count < Self.mostTouches }

    /// Handles an event of a device at a scene time. For a finger that is not down, only `down` is valid; for a held
    /// button, only `up`.
    package mutating func handle(_ event: InputEvent, at time: Double, _ surface: any InputSurface) -> [InputAction] {
        self.surface = surface
        wakeAll(at: time, surface)
        noteListeners(event, surface)
        switch event {
        case .move(let point): move(Sample(point, time), surface)
        case .pen(let point): move(Sample(point, time), surface, always: true)
        case .motion(let way):
            guard let position, let target = press?.target ?? surface.target(at: position) else { break }
            tell(target, Sample(position, time), .pointer(.move, button: nil, touch: nil))
            actions[actions.count - 1].way = way
        case .button(let button, let isDown):
            guard let position else { break }
            if isDown {
                isByKeys = false
                down(button, Sample(position, time), surface)
            } else {
                up(button, Sample(position, time), surface)
            }
        case .scroll(let way):
            guard let position, let target = press?.target ?? surface.target(at: position) else { break }
            tell(target, Sample(position, time), .scroll(way))
        case .leave: leave(time)
        case .touch(let id, let phase, let point): touch(id, phase, Sample(point, time), surface)
        case .key(let stroke):
            isByKeys = isByKeys || stroke.isDown
            if let focus, !surface.isThere(focus) { self.focus = nil }
            actions.append(InputAction(target: focus, at: Sample(position ?? .zero, time), what: .key(stroke)))
        case .pinch(let state, let scale, let angle):
            gesture(state, time, surface) { $0.pinch(state, scale: scale, angle: angle, time) }
        case .swipe(let state, let way, let fingers):
            gesture(state, time, surface) { $0.swipe(state, way, fingers: fingers, time, surface) }
        case .offer(let drag, let step): actions += drops.actions(drag, step, time, surface)
        }
        return take()
    }

    /// Handles a step of a touchpad gesture, on the layer on which it began.
    private mutating func gesture(
        _ state: GestureState, _ time: Double, _ surface: any InputSurface,
        _ step: (inout TouchpadGesture) -> [InputAction]
    ) {
        if state == .began {
            let at = Sample(position ?? .zero, time)
            touchpad = position.flatMap { surface.target(at: $0) }.map { TouchpadGesture($0, at) }
        }
        guard var gesture = touchpad else { return }
        let isThere = surface.isThere(gesture.target)
        actions += isThere ? step(&gesture) : gesture.cancel(time)
        touchpad = isThere && (state == .began || state == .changed) ? gesture : nil
    }

    /// Finds out, before a contact ends, which of its events have listeners.
    private mutating func noteListeners(_ event: InputEvent, _ surface: any InputSurface) {
        let target: Target? =
            switch event {
            case .button(.left, isDown: false): press?.target
            case .touch(let id, .up, _): touches.first { $0.touch == id }?.target
            default: nil
            }
        single.isWanted = target.map { surface.wantsSingleTap($0) } ?? false
        hearsSwipe = target.map { surface.wantsSwipe($0) } ?? false
    }

    /// The actions due at a scene time.
    package mutating func wake(at time: Double, _ surface: (any InputSurface)? = nil) -> [InputAction] {
        self.surface = surface
        wakeAll(at: time, surface)
        return take()
    }

    /// Handles a changed scene.
    package mutating func refresh(at time: Double, _ surface: any InputSurface) -> [InputAction] {
        self.surface = surface
        for id in touches.compactMap(\.touch) { checkTouch(id, time, surface) }
        if let target = press?.target, !surface.isThere(target) { cancelPress(time) }
        if let position { cross(Sample(position, time), surface) }
        return take()
    }

    private mutating func take() -> [InputAction] {
        defer { (actions, surface) = ([], nil) }
        return actions
    }

    private mutating func tell(_ target: Target, _ at: Sample, _ what: InputAction.What, touches: Int = 1) {
        actions.append(InputAction(target: target, at: at, what: what, touches: touches))
    }

    private mutating func tell(_ tap: SingleTapRecognizer.Tap) { tell(tap.target, tap.at, .singleTap) }

    /// Reports a step of a drag to the dragged layer and to those below it.
    private mutating func tellDrag(_ what: InputAction.What, _ contact: Contact?) {
        guard let contact else { return }
        actions += drops.actions(what, of: contact, surface)
    }

    private mutating func wakeAll(at time: Double, _ surface: (any InputSurface)?) {
        // Tolerance for rounding errors in sums of intervals.
        let due = time + 1e-9
        // Its layer may have been removed meanwhile.
        if let told = single.wake(at: due), surface?.isThere(told.target) != false { tell(told) }
        if let target = press?.target, let at = press?.at, press?.wake(at: due) == true {
            tell(target, Sample(at.point, time), .longPress)
        }
        if let lifted = press?.lift(at: due) { tellDrag(lifted, press) }
        for k in touches.indices {
            let at = touches[k].at
            if let lifted = touches[k].lift(at: due) { tellDrag(lifted, touches[k]) }
            if let target = touches[k].target, touches[k].wake(at: due) {
                tell(target, Sample(at.point, time), .longPress)
            }
        }
    }

    /// Reports the gestures of a contact with this target, with a tap's count.
    private mutating func tell(_ target: Target, _ contact: Contact?, _ told: [InputAction.What]) {
        guard let contact else { return }
        for what in told {
            if case .tap = what {
                let count = taps.count(target.layer, down: contact.down, up: contact.at)
                tell(target, contact.at, .tap(count: count))
                if let told = single.tap(count, target, contact.at) { tell(told) }
            } else if case .drag = what {
                tellDrag(what, contact)
            } else {
                tell(target, contact.at, what)
            }
            if hearsSwipe, case .pan(.ended, let from, let before) = what,
                let direction = SwipeDirection(from: from, before: before, to: contact.at)
            {
                tell(target, contact.at, .swipe(direction, from: from, before: before))
            }
        }
    }
}

// MARK: - The pointer

extension InputState {
    private mutating func move(_ at: Sample, _ surface: any InputSurface, always: Bool = false) {
        guard position != at.point || always else { return }
        position = at.point
        guard press != nil else {
            if !cross(at, surface), let hover { tell(hover, at, .pointer(.move, button: nil, touch: nil)) }
            return
        }
        guard let target = held(at.time, surface) else { return }
        cross(at, surface)
        tell(target, at, .pointer(.move, button: nil, touch: nil))
        _ = follow(.move, at)
    }

    private mutating func down(_ button: PointerButton, _ at: Sample, _ surface: any InputSurface) {
        // The layer was removed, so the press has no target any more.
        if buttons.contains(button), held(at.time, surface) == nil { (press, buttons) = (nil, []) }
        guard buttons.insert(button).inserted else { return }
        if buttons.count == 1 {
            let target = surface.target(at: at.point)
            if surface.followsPointer { enter(target, at) }
            press = Contact(target, touch: nil, at)
            focus = target
        }
        guard let target = held(at.time, surface) else { return }
        tell(target, at, .pointer(.down, button: button, touch: nil))
        if button == .left {
            press?.press(
                at, wantsLongPress: surface.wantsLongPress(target), surface.dragSource(target, isFinger: false))
        }
    }

    private mutating func up(_ button: PointerButton, _ at: Sample, _ surface: any InputSurface) {
        guard buttons.remove(button) != nil else { return }
        if let target = held(at.time, surface) {
            let taps = button == .left ? follow(.up, at) : []
            tell(target, at, .pointer(.up, button: button, touch: nil))
            tell(target, press, taps)
        }
        guard buttons.isEmpty else { return }
        press = nil
        cross(at, surface)
    }

    private mutating func leave(_ time: Double) {
        guard let last = position else { return }
        if press != nil { cancelPress(time) }
        enter(nil, Sample(last, time))
        position = nil
        press = nil
        buttons = []
    }

    /// The target of the held button; nil when nothing was hit, or the target was removed.
    private mutating func held(_ time: Double, _ surface: any InputSurface) -> Target? {
        guard let target = press?.target else { return nil }
        if surface.isThere(target) { return target }
        cancelPress(time)
        return nil
    }

    /// Reports gestures, except a tap, which follows the `up`.
    private mutating func follow(_ phase: ContactPhase, _ at: Sample) -> [InputAction.What] {
        guard var contact = press, let target = contact.target else { return [] }
        let told = contact.handle(phase, at)
        press = contact
        tell(target, contact, told.filter { !$0.isTap })
        return told.filter(\.isTap)
    }

    /// Handles a removed target: nothing is reported until all buttons are released.
    private mutating func cancelPress(_ time: Double) {
        guard let target = press?.target, let point = position else { return }
        let at = Sample(point, time)
        _ = follow(.cancel, at)
        tell(target, at, .pointer(.cancel, button: nil, touch: nil))
        press?.target = nil
        if hover == target { hover = nil }
    }

    /// Reports `enter` and `leave`; while a button is held, only for its target. True when an event was reported.
    @discardableResult
    private mutating func cross(_ at: Sample, _ surface: any InputSurface) -> Bool {
        guard surface.followsPointer else {
            hover = nil
            return false
        }
        let target = surface.target(at: at.point)
        return enter(press != nil && target != press?.target ? nil : target, at)
    }

    @discardableResult
    private mutating func enter(_ target: Target?, _ at: Sample) -> Bool {
        guard target != hover else {
            // Possibly another copy, or another location.
            if target != nil { hover = target }
            return false
        }
        if let hover { tell(hover, at, .pointer(.leave, button: nil, touch: nil)) }
        hover = target
        if let target { tell(target, at, .pointer(.enter, button: nil, touch: nil)) }
        return true
    }
}

// MARK: - Fingers

extension InputState {
    private mutating func touch(_ id: Int, _ phase: ContactPhase, _ at: Sample, _ surface: any InputSurface) {
        if phase == .down { return touchDown(id, at, surface) }
        checkTouch(id, at.time, surface)
        guard let k = touches.firstIndex(where: { $0.touch == id }) else { return }
        var contact = touches[k]
        defer { if phase != .move { touches.removeAll { $0.touch == id } } }
        guard let target = contact.target else { return }
        let told = contact.handle(phase, at)
        touches[k] = contact
        if phase == .move {
            tell(target, at, .pointer(.move, button: nil, touch: id))
            tell(target, contact, told)
            moveCrowd(id, at)
            return movePair(id, at.time)
        }
        // Ending gestures are reported before the finger's `up`, a tap after it.
        tell(target, contact, told.filter { !$0.isTap })
        endPair(id, phase == .up ? .ended : .cancelled, at.time)
        let taps = endCrowd(id, phase, at.time)
        tell(target, at, .pointer(phase == .up ? .up : .cancel, button: nil, touch: id))
        tell(target, contact, told.filter(\.isTap))
        if let taps { tell(target, at, .tap(count: taps.count), touches: taps.touches) }
    }

    private mutating func touchDown(_ id: Int, _ at: Sample, _ surface: any InputSurface) {
        guard hasRoom, !isDown(id) else { return }
        isByKeys = false
        let target = surface.touchTarget(at: at.point)
        var contact = Contact(target, touch: id, at)
        focus = target
        guard let target else { return touches.append(contact) }
        tell(target, at, .pointer(.down, button: nil, touch: id))
        if let k = touches.firstIndex(where: { $0.target == target }) {
            // The first finger continues alone if it is already dragging.
            if !touches[k].isDragging { joinCrowd(id, at, touches[k], surface) }
            contact.pair()
            touches[k].pair()
            if pair == nil { pair = FingerPair(touches[k], contact) }
        } else {
            contact.press(
                at, wantsLongPress: surface.wantsLongPress(target), surface.dragSource(target, isFinger: true))
        }
        touches.append(contact)
    }

    private mutating func movePair(_ id: Int, _ time: Double) {
        guard pair?.has(id) == true, let now = pair?.middle(of: touches, time) else { return }
        for what in pair?.move(touches) ?? [] { tell(now.target, now.at, what) }
    }

    private mutating func endPair(_ id: Int, _ state: GestureState, _ time: Double) {
        guard pair?.has(id) == true else { return }
        if let now = pair?.middle(of: touches, time) {
            for what in pair?.end(state) ?? [] { tell(now.target, now.at, what) }
        }
        pair = nil
    }

    /// Adds a finger to others on its layer.
    private mutating func joinCrowd(_ id: Int, _ at: Sample, _ first: Contact, _ surface: any InputSurface) {
        guard let target = first.target, let number = first.touch, surface.wantsTouches(target) else { return }
        if crowd?.target != target || crowd?.has(number) != true { crowd = CrowdRecognizer(target, number, first.at) }
        crowd?.add(id, at)
    }

    private mutating func moveCrowd(_ id: Int, _ at: Sample) {
        guard let told = crowd?.move(id, at), let crowd else { return }
        tell(crowd.target, crowd.middle(at.time), told, touches: crowd.count)
    }

    /// Removes a finger from the others. Returns a tap's count, to be reported after the `up`.
    private mutating func endCrowd(_ id: Int, _ phase: ContactPhase, _ time: Double) -> (count: Int, touches: Int)? {
        guard let before = crowd, before.has(id) else { return nil }
        let middle = before.middle(time)
        if let told = crowd?.end(id, phase, time) { tell(before.target, middle, told, touches: before.count) }
        let isTap = crowd?.remove(id) == true
        if crowd?.isEmpty == true { crowd = nil }
        guard isTap else { return nil }
        return (taps.count(before.target.layer, down: before.down, up: middle), before.count)
    }

    /// Stops events of a finger whose layer was removed.
    private mutating func checkTouch(_ id: Int, _ time: Double, _ surface: any InputSurface) {
        guard let k = touches.firstIndex(where: { $0.touch == id }), let target = touches[k].target,
            !surface.isThere(target)
        else { return }
        let at = Sample(touches[k].at.point, time)
        let told = touches[k].handle(.cancel, at)
        tell(target, touches[k], told)
        endPair(id, .cancelled, time)
        _ = endCrowd(id, .cancel, time)
        tell(target, at, .pointer(.cancel, button: nil, touch: id))
        touches[k].target = nil
    }
}
