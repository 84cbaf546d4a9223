import Compositor
import Frame
import Geometry
import Input
import LineProtocol
import PluginHost
import Reactor
import Scene
import Schema

/// An active output: its picture, frame times, screen and devices.
///
/// All outputs share the scene and its time; each has frames at its own screen's pace.
final class OutputDriver {
    let id: ObjectID
    let name: String
    /// Its bit in an `OutputWait`.
    let bit: UInt32
    let screen: PluginScreen
    let compositor: Compositor
    private let scene: Scene
    unowned var delegate: (any OutputDriverDelegate)?

    /// False when the output was removed but this object is still referenced.
    var isOpen = true
    var frames = FrameCount()
    var scheduler: FrameScheduler
    /// Timer of the next frame.
    var timer: TimerID?
    /// Registration of the plugin's file descriptor with the reactor.
    var watch: Registration?
    var presence = Presence()
    var shape = ShapeReport()
    var devices = Devices()

    /// Frames since the output was created.
    struct FrameCount {
        /// Number of the last frame as clients see it, including empty frames.
        var number: UInt64 = 0
        /// Frames that came more than one interval late.
        var missedDeadlines = 0
        var missed = MissedFrames()
        /// The frame that is being painted outside of the loop.
        var late: LateFrame?
        /// Start delays of the last frames, in seconds.
        var lateness = FrameTimes()
    }

    /// A frame that is painted outside of the loop.
    struct LateFrame {
        var result: FrameResult
        /// Machine time of its start, and when it was due; nil: it was requested.
        var begin: UInt64
        var due: UInt64?
    }

    /// Limits how many lines may wait until the plugin has applied what they set: 64 at once, and 64 per second.
    struct Promptness {
        private static let most = 64.0
        private var left = Self.most
        private var last: UInt64 = 0

        /// Returns true for a line that may wait.
        mutating func take(at time: UInt64) -> Bool {
            let passed = time > last ? Double(time - last) / 1e9 : 0
            (left, last) = (min(Self.most, left + passed * Self.most), max(time, last))
            guard left >= 1 else { return false }
            left -= 1
            return true
        }
    }

    /// Whether the screen is connected, and its last report.
    struct Presence {
        /// Whether the screen was connected at the last check.
        var wasPresent = true
        /// State and message of the last `output` event.
        var told = (state: "active", message: "")
        /// Size, scale and refresh rate of the last `output` event.
        var size = (Size(0, 0), 0.0, 0.0)
        var promptness = Promptness()
        /// Time since which no buffer is available for a frame.
        var starvedSince: Nanoseconds?
    }

    /// The shape of the picture as reported to the plugin.
    struct ShapeReport {
        var told = OutputShape()
        /// The scene revision for which it was computed.
        var revision = UInt64.max
        var mode: PluginOutput.Mode?
    }

    /// State of the output's input devices.
    struct Devices: ~Copyable {
        var input = InputState()
        /// The scene revision for which the layers under the pointers were last found.
        var revision: UInt64 = 0
        /// The text input state as reported to the plugin.
        var textInput: PluginOutput.TextInput?
    }

    /// Throws when the plugin for the output's kind cannot create it.
    init(_ slot: Slot, number: Int, _ scene: Scene, _ plugins: PluginHost) throws(SceneError) {
        id = scene.id(of: slot)
        name = scene.name(of: slot)
        bit = 1 << UInt32(number)
        screen = try PluginScreen(plugins.makeOutput(slot: slot, in: scene), slot, scene)
        self.scene = scene
        compositor = Compositor(output: screen, of: slot, marks: LayerCursor(scene))
        scheduler = FrameScheduler(refresh: screen.refresh)
        presence.size = (screen.size, screen.scale, screen.refresh)
    }

    // The plugin's memory is released with it.
    deinit { compositor.late.finish() }

    var slot: Slot { id.index }

    /// State for `output` events.
    var state: String { !screen.isPresent ? "absent" : scheduler.isSeen ? "active" : "hidden" }

    /// The screen's message; empty: none.
    var message: String { screen.screen?.message ?? "" }

    /// Seconds between two frames.
    var interval: Double {
        1 / (scene.slot(of: id) == nil ? screen.refresh : scene.value(slot, OutputProperty.refresh.id).number)
    }

    /// True when a frame would show something new.
    var isStale: Bool { compositor.isBehind(scene) || screen.isPainted && compositor.needsFrame }

    /// True when layers may have started or stopped to accept input, or to cover windows behind the output.
    var isShapeDue: Bool { screen.output.takesShape && screen.isSeen && scene.news.visibleRevision != shape.revision }

    /// True when layers may have moved from or to a pointer, and somebody needs to know.
    var isInputDue: Bool {
        devices.input.isActive && devices.revision != scene.news.visibleRevision
            && (devices.input.isHeld || followsPointer)
    }

    /// Reports the opaque part and the input part of the picture to the plugin when they have changed.
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

    /// Reports the text input state to the plugin when it has changed.
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

    /// The focused layer when its role is a text input.
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

    /// Paints invisible frames for a film at the rate of visible ones.
    func film(_ isFilmed: Bool) {
        guard screen.isFilmed != isFilmed else { return }
        screen.isFilmed = isFilmed
        scheduler.keepsPace = isFilmed
        if !screen.isSeen { compositor.expose() }
    }
}

/// Functions of the service for an output's driver.
protocol OutputDriverDelegate: AnyObject {
    /// Called when the output's next frame is due, or when it took too long to show the last one.
    func frameIsDue(_ output: OutputDriver, _ now: Nanoseconds)
    /// Called when the plugin's file descriptor is ready.
    func dispatch(_ output: OutputDriver)
    /// True when a client or reaction listens to the gesture of the target.
    func wants(_ trigger: ReactionTrigger, _ event: EventName, _ target: Target) -> Bool
    /// True when a client or reaction listens to taps and drags with several fingers on the target.
    func wantsTouches(_ target: Target) -> Bool
    /// The layer that a drag from the target carries, and the layer that accepts a drop at the target; nil for none.
    func dragSource(_ target: Target, isFinger: Bool, on output: OutputDriver) -> DragSource?
    func dropTarget(_ target: Target, on output: OutputDriver) -> Target?
    /// The layer that accepts another program's drag to the target, and the accepted type; nil for none.
    func dropTarget(
        _ target: Target, offering types: [String], on output: OutputDriver
    ) -> (target: Target, type: String)?
    /// True when somebody needs to know which layer is under the pointer.
    var followsPointer: Bool { get }
}

extension OutputDriver: TimerHandler {
    func timerFired(_ timer: TimerID, now: Nanoseconds) { delegate?.frameIsDue(self, now) }
}

extension OutputDriver: DescriptorHandler {
    func descriptorReady(_ registration: Registration, _ readiness: Readiness) { delegate?.dispatch(self) }
}

extension OutputDriver: InputSurface {
    func target(at point: Point) -> Target? { compositor.hit(point, scene).flatMap(target) }
    func touchTarget(at point: Point) -> Target? { compositor.touched(point, scene).flatMap(target) }

    private func target(_ hit: Hit) -> Target? {
        compositor.standing(of: hit, scene).map { standing in
            Target(layer: scene.id(of: hit.layer), hit: hit, name: scene.name(of: hit.layer), standing: standing)
        }
    }

    func isThere(_ target: Target) -> Bool { standing(of: target) != nil }

    /// The presented position of a target; nil when it is not visible.
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
