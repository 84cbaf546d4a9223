import Compositor
import Frame
import Geometry
import Input
import PluginHost
import Reactor
import Scene

/// One output at work: its picture, its pace, and who touches it.
///
/// Outputs share the scene and its time; each has frames when its own screen takes them.
final class Display {
    let id: ObjectID
    let name: String
    /// Its bit in an `OutputWait`.
    let bit: UInt32
    let screen: PluginDisplay
    let compositor: Compositor
    private let marks: DirtyMarks
    private let scene: Scene
    unowned let daemon: Daemon

    /// False when the output was removed, and this is only still held by somebody.
    var isOpen = true
    /// Frames since it was made, the empty ones too: what clients count by.
    var frameNumber: UInt64 = 0
    var scheduler: FrameScheduler
    /// The timer of the next frame.
    var timer: TimerID?
    /// Frames that came later than an interval after they were due.
    var missedDeadlines = 0
    /// By how much the last frames began after they were due, in seconds.
    var lateness = FrameTimes()

    /// The plugin's descriptor, as the reactor knows it.
    var watch: Registration?
    /// There was something to show frames on, when somebody last looked.
    var wasPresent = true
    /// Since when it has no buffer for a frame.
    var starvedSince: Nanoseconds?
    /// What the plugin was told of the picture's shape, and of which revision of the scene and which mode that is.
    var toldShape = OutputShape()
    var shapedRevision = UInt64.max
    var shapedMode: PluginOutput.Mode?
    /// What `output` events said last of the state, and the message.
    var toldState = ("active", "")

    /// What its devices are doing.
    var input = InputState()
    /// The scene's revision when it was last looked at who is under the pointer.
    var seenRevision: UInt64 = 0

    /// Throws when the plugin of the output's kind cannot make it.
    init(_ slot: Int32, number: Int, _ daemon: Daemon) throws(SceneError) {
        scene = daemon.scene
        self.daemon = daemon
        id = scene.id(of: slot)
        name = scene.name(of: slot)
        bit = 1 << UInt32(number)
        screen = try PluginDisplay(PluginOutput(daemon.plugins, slot: slot, in: scene), slot, scene)
        marks = scene.makeMarks()
        compositor = Compositor(output: screen, of: slot, marks: marks)
        scheduler = FrameScheduler(refresh: screen.refresh)
    }

    deinit { scene.forget(marks) }

    var slot: Int32 { id.index }

    /// For `output` events.
    var state: String { !screen.isPresent ? "absent" : scheduler.isSeen ? "active" : "hidden" }

    /// Seconds between two frames.
    var interval: Double {
        1 / (scene.slot(of: id) == nil ? screen.refresh : scene.value(slot, OutputProperty.refresh.id).number)
    }

    /// True when a frame would show something else than the last one did.
    var isStale: Bool { compositor.isBehind(scene) || screen.isPainted && compositor.needsFrame }

    /// True when layers may have begun or ceased to take input, or to hide what is behind the output.
    var isShapeDue: Bool { screen.output.takesShape && screen.isSeen && scene.seenRevision != shapedRevision }

    /// True when layers may have gone from under a pointer, or come there, and somebody wants to know.
    var isInputDue: Bool {
        input.isActive && seenRevision != scene.seenRevision && (input.isHeld || followsPointer)
    }
}

extension Display: TimerHandler {
    func timerFired(_ timer: TimerID, now: Nanoseconds) { daemon.frameIsDue(self, now) }
}

extension Display: DescriptorHandler {
    func descriptorReady(_ registration: Registration, _ readiness: Readiness) { daemon.dispatch(self) }
}

extension Display: InputSurface {
    func target(at point: Point) -> Target? {
        guard let hit = compositor.hit(point, scene), let standing = compositor.standing(of: hit, scene) else {
            return nil
        }
        return Target(layer: scene.id(of: hit.layer), hit: hit, name: scene.name(of: hit.layer), standing: standing)
    }

    func isThere(_ target: Target) -> Bool { standing(of: target) != nil }

    /// Where a target is seen now; nil when it is not.
    func standing(of target: Target) -> Standing? {
        guard scene.slot(of: target.layer) != nil else { return nil }
        return compositor.standing(of: target.hit, scene)
    }

    func wantsLongPress(_ target: Target) -> Bool { daemon.wantsLongPress(target) }

    var followsPointer: Bool { daemon.followsPointer }
}

/// Which outputs are still to compose a frame, and which to show one that is composed: what `sync` waits for.
struct OutputWait {
    var toCompose: UInt32 = 0
    var toShow: UInt32 = 0

    var isOver: Bool { toCompose | toShow == 0 }
}
