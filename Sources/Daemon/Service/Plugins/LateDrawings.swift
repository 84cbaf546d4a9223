import PluginHost
import Reactor
import Scene
import World

/// Requests drawings again that were not ready in time because the plugin's process was still working.
final class LateDrawings: TimerHandler {
    /// Nanoseconds until the next request.
    private static let pause: Nanoseconds = 8_000_000

    private let plugins: PluginHost
    private let timeline: Timeline
    private var timer: TimerID?

    init(_ plugins: PluginHost, _ timeline: Timeline) {
        (self.plugins, self.timeline) = (plugins, timeline)
        plugins.drawings.onAwaited = { [weak self] in self?.arm() }
    }

    private func arm() {
        guard timer == nil else { return }
        timer = timeline.reactor.setTimer(at: Clock.now + Self.pause, self)
    }

    func timerFired(_ timer: TimerID, now: Nanoseconds) {
        self.timer = nil
        for object in plugins.drawings.takeAwaited() {
            if let slot = timeline.scene.slot(of: object) { timeline.scene.contents.markPicture(slot) }
        }
    }
}
