import Compositor
import Contents
import Frame
import Geometry
import LineProtocol
import PluginHost
import Reactor
import Scene
import Schema
import World

/// Updates presentation values, pictures and display lists to a scene time, before a frame, a snapshot or a hit test.
final class FramePreparer {
    private let timeline: Timeline
    private let outputs: OutputSet
    private let contents: ContentsService
    private let input: InputRouter

    private var scene: Scene { timeline.scene }

    init(_ timeline: Timeline, _ outputs: OutputSet, _ contents: ContentsService, _ input: InputRouter) {
        self.timeline = timeline
        self.outputs = outputs
        self.contents = contents
        self.input = input
    }

    /// Updates the display lists to the current scene, as far as pixels are available. Returns true when nothing is
    /// missing: with a stopped clock, everything requested; otherwise files that are read for the first time, and
    /// vector pictures that were never shown sharp.
    func prepare() -> Bool {
        bringUp(to: timeline.now, outputs.all)
        guard timeline.clock.isManual else { return !contents.controller.isIncomplete }
        // A layout made stale by a follow is updated immediately. What never settles is shown as it is: only files are
        // waited for.
        for _ in 0..<Self.mostRounds where contents.controller.isIdle && scene.news.hasUnreadLayers {
            bringUp(to: timeline.now, outputs.all)
        }
        return contents.controller.isIdle
    }

    private static let mostRounds = 4
}

extension FramePreparer: SceneUpdating {
    /// Advances to a scene time and updates the display lists of the outputs: twice when sizes of vector pictures
    /// became known.
    func bringUp(to time: Double, _ outputs: [OutputDriver]) {
        input.wake(by: time)
        contents.controller.advance(to: time)
        timeline.onTime?(time)
        if timeline.isExact { timeline.catchUp(to: time) }
        timeline.advance(to: time)
        contents.reconcileIfDirty()
        if self.outputs.isStale { self.outputs.changed() }
        for output in outputs where output.isOpen {
            output.compositor.advance(scene, to: time)
            output.compositor.update(scene)
            if output.compositor.isBehind(scene) { output.compositor.update(scene) }
        }
    }
}

extension FramePreparer: TransitionSnapshotKeeper {
    func keepSnapshot(of slot: Slot) {
        contents.reconcileIfDirty()
        if outputs.isStale { outputs.changed() }
        for output in outputs.all {
            output.compositor.update(scene)
            output.compositor.keepSnapshot(of: slot, scene)
        }
    }

    func claimSnapshot(of slot: Slot, for transition: ObjectID) {
        for output in outputs.all {
            output.compositor.late.finish()
            output.compositor.drawings.snapshots.claim(slot, for: transition, scene)
        }
    }
}

extension FramePreparer: LookKeeper {
    /// Outputs show the transition in their own pixels; uses the first output that shows the layer.
    func look(of transition: Slot) -> String? {
        guard let layer = scene.value(transition, TransitionProperty.layer.id).object.flatMap(scene.slot) else {
            return nil
        }
        let id = scene.id(of: transition)
        return outputs.all.lazy.compactMap { $0.compositor.drawings.snapshots.text(of: id, layer) }.first
    }

    var changing: [Slot] {
        Set(outputs.all.flatMap(\.compositor.drawings.snapshots.transitions)).compactMap(scene.slot).sorted()
    }
}
