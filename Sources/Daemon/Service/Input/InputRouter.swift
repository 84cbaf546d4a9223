import Animation
import Expressions
import Frame
import Geometry
import Input
import LineProtocol
import PluginHost
import Reactor
import Scene
import SceneTables
import Schema
import Server
import World

/// Routes input: from events of devices to events and reactions of layers.
final class InputRouter: TimedGestures {
    let timeline: Timeline
    let events: EventRouter
    /// Set once the outputs exist.
    weak var outputs: OutputSet?
    /// Updates the layers to their visible positions for hit tests.
    weak var updater: (any SceneUpdating)?
    /// Ancestors that took over the remainder of a pan, by its target, with the point where it started for them.
    var passed: [ObjectID: (layer: ObjectID, from: Point)] = [:]
    /// Timer of the next gesture that depends only on time.
    private var timer: TimerID?

    var scene: Scene { timeline.scene }

    init(_ timeline: Timeline, _ events: EventRouter) {
        self.timeline = timeline
        self.events = events
        timeline.gestures = self
        timeline.world.host.focus = { [weak self] request in self?.moveFocus(request) }
    }

    // MARK: Devices

    /// Handles a device event of an output, from `input` or from its plugin.
    func feed(_ event: InputEvent, to output: OutputDriver, by pen: Pen? = nil) {
        let event = event.mapped { scene.outputs.rootPoint($0, on: output.slot) }
        let time = max(timeline.world.time, timeline.now)
        timeline.world.reactions.begin(in: timeline.world)
        if output.devices.input.needsScene(event) || followsPointer { updater?.bringUp(to: time, [output]) }
        var actions = output.devices.input.handle(event, at: time, output)
        noteDeadline()
        for at in actions.indices where pen != nil { actions[at].pen = pen }
        tellStates()
        tell(actions, output)
    }

    /// Handles a plugin's message about a device.
    func feed(_ input: PluginOutput.Input, by tool: PluginOutput.Input.Tool?, to output: OutputDriver) {
        let pen = tool.map { Pen(tool: "\($0.kind)", pressure: $0.pressure, tilt: $0.tilt) }
        if let event = InputEvent(input, isByPen: pen != nil) { feed(event, to: output, by: pen) }
    }

    // MARK: Gestures by time

    /// Noted whenever it may change: each frame asks for it.
    private(set) var nextDeadline = Double.infinity

    private func noteDeadline() { nextDeadline = nextGesture?.devices.input.deadline ?? .infinity }

    func wake(by time: Double) {
        guard nextDeadline <= time + 1e-9 else { return }
        while let next = nextGesture, let deadline = next.devices.input.deadline, deadline <= time + 1e-9 {
            timeline.world.advance(to: max(deadline, timeline.world.time))
            timeline.world.reactions.begin(in: timeline.world)
            tell(next.devices.input.wake(at: deadline, next), next)
        }
        // Its output may have been removed.
        noteDeadline()
    }

    /// Updates the style states of layers under the pointers, fingers and keys of all outputs.
    func tellStates() {
        guard scene.styles.hasInputStyles, let outputs else { return }
        let all = outputs.all
        timeline.world.setInput(
            hovered: all.compactMap { $0.devices.input.hovered?.layer },
            pressed: all.flatMap { $0.devices.input.pressed.map(\.layer) },
            focused: all.compactMap { $0.devices.input.focus?.layer },
            isFocusVisible: all.allSatisfy { $0.devices.input.isByKeys })
    }

    /// The output with the earliest gesture that depends only on time.
    private var nextGesture: OutputDriver? {
        guard let outputs else { return nil }
        var next: (output: OutputDriver, due: Double)?
        for output in outputs.all {
            guard let due = output.devices.input.deadline, due < next?.due ?? .infinity else { continue }
            next = (output, due)
        }
        return next?.output
    }

    /// Finds the layers under resting pointers, at their positions in the coming frame.
    func followLayers(at time: Double, on output: OutputDriver) {
        guard output.isInputDue else { return }
        output.devices.revision = scene.news.visibleRevision
        let actions = output.devices.input.refresh(at: time, output)
        noteDeadline()
        tellStates()
        tell(actions, output)
        // Effects of reactions belong to the same frame, and are hit-tested before the next one.
        if scene.news.hasUnreadLayers || timeline.world.animator.isStale { updater?.bringUp(to: time, [output]) }
    }

    /// Sets the timer of the next gesture that depends only on time.
    func arm() {
        if let timer { timeline.reactor.cancel(timer) }
        timer = nil
        guard nextDeadline < .infinity, let deadline = timeline.clock.deadline(of: nextDeadline) else { return }
        timer = timeline.reactor.setTimer(at: deadline, self)
    }

    // MARK: Telling

    private func tell(_ actions: [InputAction], _ output: OutputDriver) {
        for action in actions { tell(action, output) }
    }

    private func tell(_ action: InputAction, _ output: OutputDriver) {
        let report = InputReport(
            action, on: output.name, output.bit, standing: action.target.flatMap { output.standing(of: $0) })
        let name = action.target.map { scene.slot(of: $0.layer).map { scene.name(of: $0) } ?? $0.name }
        for event in report.events {
            events.send(event, about: name ?? "", report.coalescing(event)) {
                report.write(event, layer: name, to: &$0)
            }
        }
        if case .drag(let state, _, _, _) = action.what, let target = action.target {
            scene.lifting.carry(target.layer, state == .began || state == .changed)
        }
        let hasReacted = react(to: action, report, on: output)
        if !hasReacted, case .key(let stroke) = action.what, let step = FocusRequest(tabbing: stroke) {
            moveFocus(step, on: output)
        }
    }

    /// Runs the reactions of the layer that the action is reported for. For keys and scrolling: when none were run,
    /// those of the nearest ancestor with reactions; for a pan: when it has none. Returns true when some were run.
    private func react(to action: InputAction, _ report: InputReport, on output: OutputDriver) -> Bool {
        guard let target = action.target, let trigger = report.trigger, scene.relations.hasReactions else {
            return false
        }
        if trigger == .pan { return reactToPan(action, on: output) }
        var values = report.values
        if case .drop(_, let item) = action.what { describe(item, below: target, in: &values) }
        if timeline.fire(trigger, on: target.layer, values) { return true }
        guard trigger == .key || trigger == .scroll, let slot = scene.slot(of: target.layer) else { return false }
        // A client subscribed to a gesture of this layer receives it.
        let name = scene.name(of: slot)
        if report.events.contains(where: { events.clients.hasListener(to: $0, naming: name) }) { return false }
        var at = scene.rows[Int(slot)].parent
        while at > Scene.objectRoot {
            let parent = scene.rows[Int(at)].parent
            if !scene.relations.reactions(of: at, to: trigger).isEmpty {
                var above = action
                let hit = Hit(layer: at, copies: target.hit.copies)
                above.target = Target(
                    layer: scene.id(of: at), hit: hit, name: scene.name(of: at), standing: target.standing)
                let standing = above.target.flatMap { output.standing(of: $0) }
                let values = InputReport(above, on: output.name, output.bit, standing: standing).values
                if timeline.fire(trigger, on: scene.id(of: at), values) { return true }
            }
            at = parent
        }
        return false
    }

    /// The value that a dragged layer carries, and the index of the layer under it.
    private func describe(_ item: Target, below target: Target, in values: inout ReactionValues) {
        if let slot = scene.slot(of: item.layer) { values.value = .text(scene.objects.user(slot, "drag") ?? "") }
        if let slot = scene.slot(of: target.layer) { values.count = scene.tree.index(of: slot) }
    }

    // MARK: Listeners

    /// True when a client or reaction listens to the gesture of the target.
    func wants(_ trigger: ReactionTrigger, _ event: EventName, _ target: Target) -> Bool {
        guard let slot = scene.slot(of: target.layer) else { return false }
        return !scene.relations.reactions(of: slot, to: trigger).isEmpty
            || events.clients.hasListener(to: event, about: scene.name(of: slot))
    }

    /// True when somebody needs to know which layer is under the pointer.
    var followsPointer: Bool {
        scene.relations.hasReactions || scene.styles.hasInputStyles || !events.clients.listeners(to: .pointer).isEmpty
    }
}

extension InputRouter: TimerHandler {
    func timerFired(_ timer: TimerID, now: Nanoseconds) {
        self.timer = nil
        wake(by: timeline.clock.time(now))
    }
}

extension InputEvent {
    /// Nil for a button that does not exist.
    fileprivate init?(_ input: PluginOutput.Input, isByPen: Bool) {
        switch input {
        case .move(let point): self = isByPen ? .pen(point) : .move(point)
        case .motion(let delta): self = .motion(delta)
        case .leave: self = .leave
        case .button(let number, let isDown):
            guard let button = UInt8(exactly: number).flatMap(PointerButton.init(rawValue:)) else { return nil }
            self = .button(button, isDown: isDown)
        case .scroll(let delta): self = .scroll(delta)
        case .touch(let touch, let contact, let point): self = .touch(Int(touch), ContactPhase(contact), point)
        case .key(let key, let isDown, let text, let bits):
            let modifiers = Modifier.allCases.filter { bits & 1 << UInt32($0.rawValue) != 0 }
            self = .key(KeyStroke(key: key, isDown: isDown, text: text, modifiers: modifiers))
        case .compose(let text): self = .key(KeyStroke(composing: text))
        case .pinch(let phase, let scale, let rotation):
            self = .pinch(GestureState(phase), scale: scale, angle: rotation)
        case .swipe(let phase, let delta, let fingers): self = .swipe(GestureState(phase), delta, fingers: fingers)
        case .drop(let drag, let phase, let point, let type, let text):
            let step: OfferStep =
                switch phase {
                case .began, .changed: .over(point, types: text.split(separator: "\n").map(String.init))
                case .ended: .drop(type: type, text: text)
                case .cancelled: .leave
                }
            self = .offer(Int(drag), step)
        }
    }
}

extension ContactPhase {
    fileprivate init(_ contact: PluginOutput.Input.Contact) {
        self =
            switch contact {
            case .down: .down
            case .move: .move
            case .up: .up
            case .cancel: .cancel
            }
    }
}

extension GestureState {
    fileprivate init(_ phase: PluginOutput.Input.Phase) {
        self =
            switch phase {
            case .began: .began
            case .changed: .changed
            case .ended: .ended
            case .cancelled: .cancelled
            }
    }
}

/// Updates presentation and display lists to a scene time.
protocol SceneUpdating: AnyObject {
    func bringUp(to time: Double, _ outputs: [OutputDriver])
}
