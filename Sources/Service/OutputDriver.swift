import Compositor
import Frame
import Geometry
import Input
import LineProtocol
import PluginHost
import Reactor
import Scene

/// One output at work: its picture, its frames' times, its screen and its devices.
///
/// Outputs share the scene and its time; each has frames when its own screen takes them.
final class OutputDriver {
    let id: ObjectID
    let name: String
    /// Its bit in an `OutputWait`.
    let bit: UInt32
    let screen: PluginScreen
    let compositor: Compositor
    private let scene: Scene
    weak var delegate: (any OutputDriverDelegate)?

    /// False when the output was removed, and this object is still held by somebody.
    var isOpen = true
    var frames = FrameCount()
    var scheduler: FrameScheduler
    /// The timer of the next frame.
    var timer: TimerID?
    /// The plugin's descriptor, as the reactor knows it.
    var watch: Registration?
    var presence = Presence()
    var shape = ShapeReport()
    var devices = Devices()

    /// Frames since the output was made.
    struct FrameCount {
        /// The last frame's number, the empty ones counted too: the number that clients see.
        var number: UInt64 = 0
        /// Frames that came later than an interval after they were due.
        var missedDeadlines = 0
        var missed = MissedFrames()
        /// The frame that is being painted beside the loop.
        var late: LateFrame?
        /// Delays of the last frames' beginnings, in seconds.
        var lateness = FrameTimes()
    }

    /// A frame that is painted beside the loop.
    struct LateFrame {
        var result: FrameResult
        /// The machine's time at its begin, and when it was due; nil: it was asked for.
        var begin: UInt64
        var due: UInt64?
    }

    /// How many lines may still wait until the plugin has taken over what they set: 64 at once, and as many a second.
    struct Promptness {
        private static let most = 64.0
        private var left = Self.most
        private var last: UInt64 = 0

        /// True for a line that may.
        mutating func take(at time: UInt64) -> Bool {
            let passed = time > last ? Double(time - last) / 1e9 : 0
            (left, last) = (min(Self.most, left + passed * Self.most), max(time, last))
            guard left >= 1 else { return false }
            left -= 1
            return true
        }
    }

    /// Whether the screen is there, and the last report of it.
    struct Presence {
        /// Presence of the screen when it was looked at last.
        var wasPresent = true
        /// State and message of the last `output` event.
        var told = (state: "active", message: "")
        /// Size, scale and refresh of the last one.
        var size = (Size(0, 0), 0.0, 0.0)
        var promptness = Promptness()
        /// Time since which there is no buffer for a frame.
        var starvedSince: Nanoseconds?
    }

    /// The picture's shape as the plugin knows it.
    struct ShapeReport {
        var told = OutputShape()
        /// The scene's revision that it was found at.
        var revision = UInt64.max
        var mode: PluginOutput.Mode?
    }

    /// State of the output's input devices.
    struct Devices {
        var input = InputState()
        /// The scene's revision when the layers under the pointers were found last.
        var revision: UInt64 = 0
        /// What keys are typed into, as the plugin knows it.
        var textInput: PluginOutput.TextInput?
    }

    /// Throws when the plugin of the output's kind cannot make it.
    init(_ slot: Slot, number: Int, _ scene: Scene, _ plugins: PluginHost) throws(SceneError) {
        id = scene.id(of: slot)
        name = scene.name(of: slot)
        bit = 1 << UInt32(number)
        screen = try PluginScreen(PluginOutput(plugins, slot: slot, in: scene), slot, scene)
        self.scene = scene
        compositor = Compositor(output: screen, of: slot, marks: LayerCursor(scene))
        scheduler = FrameScheduler(refresh: screen.refresh)
        presence.size = (screen.size, screen.scale, screen.refresh)
    }

    // The plugin's memory goes with it.
    deinit { compositor.late.finish() }

    var slot: Slot { id.index }

    /// For `output` events.
    var state: String { !screen.isPresent ? "absent" : scheduler.isSeen ? "active" : "hidden" }

    /// The screen's message; empty: none.
    var message: String { screen.screen?.message ?? "" }

    /// Seconds between two frames.
    var interval: Double {
        1 / (scene.slot(of: id) == nil ? screen.refresh : scene.value(slot, OutputProperty.refresh.id).number)
    }

    /// True when a frame would show something else than the last one did.
    var isStale: Bool { compositor.isBehind(scene) || screen.isPainted && compositor.needsFrame }

    /// True when layers may have begun or ceased to take input, or to hide windows behind the output.
    var isShapeDue: Bool { screen.output.takesShape && screen.isSeen && scene.news.visibleRevision != shape.revision }

    /// True when layers may have gone from under a pointer, or come there, and somebody wants to know.
    var isInputDue: Bool {
        devices.input.isActive && devices.revision != scene.news.visibleRevision
            && (devices.input.isHeld || followsPointer)
    }

    /// Tells the plugin which part of the picture is opaque and which takes input, where that has changed.
    func tellShape() {
        guard isShapeDue || shape.mode != screen.mode, screen.output.takesShape else { return }
        shape.revision = scene.news.visibleRevision
        let new = compositor.shape(scene)
        guard new != shape.told || shape.mode != screen.mode else { return }
        (shape.told, shape.mode) = (new, screen.mode)
        do throws(SceneError) {
            try screen.output.shape(
                opaque: new.opaque, input: new.input, presents: screen.isSeen && compositor.needsFrame)
        } catch {
            Log.write(.warning, error.message)
        }
    }

    /// Tells the plugin what keys are typed into, where that has changed.
    func tellTextInput() {
        guard screen.output.takesText, devices.input.focus != nil || devices.textInput != nil else { return }
        let wanted = textInput
        guard wanted != devices.textInput else { return }
        do throws(SceneError) {
            if try screen.output.textInput(wanted) { devices.textInput = wanted }
        } catch {
            devices.textInput = wanted
            Log.write(.warning, error.message)
        }
    }

    /// The layer that has the focus, when it takes text: by its role.
    private var textInput: PluginOutput.TextInput? {
        guard let focus = devices.input.focus, let slot = scene.slot(of: focus.layer),
            let role = scene.rare(slot, .accessibilityRole)?.string, Self.textRoles.contains(role),
            let standing = standing(of: focus)
        else { return nil }
        let bounds = scene.value(slot, LayerProperty.bounds.id).rect
        let corners = [
            Point(bounds.x, bounds.y), Point(bounds.x + bounds.width, bounds.y),
            Point(bounds.x, bounds.y + bounds.height), Point(bounds.x + bounds.width, bounds.y + bounds.height),
        ].compactMap { standing.layer.seen($0) }
        guard let first = corners.first else { return nil }
        let (low, high) = corners.reduce((first, first)) {
            (Point(min($0.0.x, $1.x), min($0.0.y, $1.y)), Point(max($0.1.x, $1.x), max($0.1.y, $1.y)))
        }
        return PluginOutput.TextInput(
            place: Rect(low.x.rounded(), low.y.rounded(), (high.x - low.x).rounded(), (high.y - low.y).rounded()),
            isPassword: role == "password")
    }

    private static let textRoles = ["textbox", "searchbox", "password"]

    /// Paints frames that nobody sees, for a film, as often as if they were seen.
    func film(_ isFilmed: Bool) {
        guard screen.isFilmed != isFilmed else { return }
        screen.isFilmed = isFilmed
        scheduler.keepsPace = isFilmed
        if !screen.isSeen { compositor.expose() }
    }
}

/// The service as an output's driver uses it.
protocol OutputDriverDelegate: AnyObject {
    /// The time of the output's next frame has come, or it took too long to show the last one.
    func frameIsDue(_ output: OutputDriver, _ now: Nanoseconds)
    /// The plugin's descriptor is ready.
    func dispatch(_ output: OutputDriver)
    /// True when such a gesture of the target would be heard.
    func wants(_ trigger: ReactionTrigger, _ event: EventName, _ target: Target) -> Bool
    /// True when taps and drags of several fingers on the target would be heard.
    func wantsTouches(_ target: Target) -> Bool
    /// The layer that a drag from the target carries, and that takes what is dropped at the target; nil for none.
    func dragSource(_ target: Target, isFinger: Bool, on output: OutputDriver) -> DragSource?
    func dropTarget(_ target: Target, on output: OutputDriver) -> Target?
    /// The layer that takes what another program drags to the target, and as which type; nil for none.
    func dropTarget(
        _ target: Target, offering types: [String], on output: OutputDriver
    ) -> (target: Target, type: String)?
    /// True when somebody hears which layer is under the pointer.
    var followsPointer: Bool { get }
}

extension OutputDriver: TimerHandler {
    func timerFired(_ timer: TimerID, now: Nanoseconds) { delegate?.frameIsDue(self, now) }
}

extension OutputDriver: DescriptorHandler {
    func descriptorReady(_ registration: Registration, _ readiness: Readiness) { delegate?.dispatch(self) }
}

extension OutputDriver: InputSurface {
    func target(at point: Point) -> Target? {
        guard let hit = compositor.hit(point, scene), let standing = compositor.standing(of: hit, scene) else {
            return nil
        }
        return Target(layer: scene.id(of: hit.layer), hit: hit, name: scene.name(of: hit.layer), standing: standing)
    }

    func isThere(_ target: Target) -> Bool { standing(of: target) != nil }

    /// The position of a target that is seen now; nil when it is not.
    func standing(of target: Target) -> Standing? {
        guard scene.slot(of: target.layer) != nil else { return nil }
        return compositor.standing(of: target.hit, scene)
    }

    func wantsLongPress(_ target: Target) -> Bool { delegate?.wants(.longPress, .longPress, target) ?? false }
    func wantsSingleTap(_ target: Target) -> Bool { delegate?.wants(.singleTap, .singleTap, target) ?? false }
    func wantsSwipe(_ target: Target) -> Bool { delegate?.wants(.swipe, .swipe, target) ?? false }
    func wantsTouches(_ target: Target) -> Bool { delegate?.wantsTouches(target) ?? false }

    func dragSource(_ target: Target, isFinger: Bool) -> DragSource? {
        delegate?.dragSource(target, isFinger: isFinger, on: self)
    }

    func dropTarget(at point: Point, for item: Target) -> Target? {
        guard let slot = scene.slot(of: item.layer), let hit = compositor.hit(point, without: slot, scene),
            let standing = compositor.standing(of: hit, scene)
        else { return nil }
        let target = Target(
            layer: scene.id(of: hit.layer), hit: hit, name: scene.name(of: hit.layer), standing: standing)
        return delegate?.dropTarget(target, on: self)
    }

    func dropTarget(at point: Point, offering types: [String]) -> (target: Target, type: String)? {
        target(at: point).flatMap { delegate?.dropTarget($0, offering: types, on: self) }
    }

    var followsPointer: Bool { delegate?.followsPointer ?? false }
}
