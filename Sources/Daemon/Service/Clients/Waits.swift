import Animation
import Geometry
import LineProtocol
import Reactor
import Scene
import Schema
import World

/// `wait` and `sync`: lines that are held until a scene time, the end of an animation, or frames of outputs.
final class Waits {
    private let timeline: Timeline
    private let clients: ClientRegistry
    /// Timer of the first `wait` that ends.
    private var timer: TimerID?
    /// Writes the payload of `sync`.
    var writeFrame: ((inout JSONWriter) -> Void)?

    /// Tolerance in seconds: sums of intervals are not exact.
    private static let tolerance = 1e-9

    init(_ timeline: Timeline, _ clients: ClientRegistry) {
        self.timeline = timeline
        self.clients = clients
    }

    // MARK: Scene time

    /// Answers the waits that end by a scene time.
    func end(at time: Double) {
        for client in clients.held {
            if case .time(let end)? = client.held?.reason, end <= time + Self.tolerance { client.release() }
        }
        arm()
    }

    /// Sets the timer for the first wait that ends; none in manual mode, where only `tick` ends them.
    func arm() {
        if let timer { timeline.reactor.cancel(timer) }
        timer = nil
        var first = Double.infinity
        for client in clients.held {
            if case .time(let end)? = client.held?.reason { first = min(first, end) }
        }
        guard first < .infinity, let deadline = timeline.clock.deadline(of: first) else { return }
        timer = timeline.reactor.setTimer(at: deadline, self)
    }

    // MARK: Outputs

    /// Call when a frame of the output was composed. `isAwaited`: it is not visible yet.
    func noteComposed(_ output: OutputDriver, isAwaited: Bool) {
        for client in clients.held {
            guard case .outputs(var wait)? = client.held?.reason, wait.toCompose & output.bit != 0 else { continue }
            wait.toCompose &= ~output.bit
            if isAwaited { wait.toShow |= output.bit }
            goOn(client, wait)
        }
    }

    /// Call when the output's frame is visible, or never will be.
    func noteShown(_ output: OutputDriver, isGone: Bool = false) {
        for client in clients.held {
            guard case .outputs(var wait)? = client.held?.reason else { continue }
            wait.toShow &= ~output.bit
            if isGone { wait.toCompose &= ~output.bit }
            goOn(client, wait)
        }
    }

    private func goOn(_ client: ClientSession, _ wait: OutputWait) {
        if wait.isOver {
            client.release { writeFrame?(&$0) }
        } else {
            client.hold(.outputs(wait))
        }
    }

    // MARK: The verb

    /// Runs `wait`; its reply follows when it ends.
    func wait(_ words: WaitCommand, _ asker: ServiceVerbs.Asker) throws(SceneError) {
        let (scene, client) = (timeline.scene, asker.client)
        guard (words.period == nil) != (words.animation == nil) else {
            throw SceneError(.syntax, "wait: SECONDS or for=ANIMATION is expected")
        }
        if let name = words.animation {
            guard let slot = scene.find(name) else { throw UnknownName.object(name, in: scene) }
            guard scene.kind(of: slot).family == .animation else {
                throw SceneError(.value, "\"\(scene.name(of: slot))\" is no animation")
            }
            timeline.advanceMotion()
            client.hold(.animation(name.string), asker.reply)
            // Already over.
            if !isRunning(name.string) { client.release() }
            return
        }
        let seconds = words.period?.seconds ?? 0
        let end = timeline.now + seconds
        client.hold(.time(end), asker.reply)
        arm()
        // Already over: ends in this turn.
        if seconds == 0 { self.end(at: end) }
    }

    /// True when an animation with this name is running.
    private func isRunning(_ name: String) -> Bool {
        timeline.scene.find(name).map(timeline.world.animator.isRunning) ?? false
    }
}

extension Waits: TimerHandler {
    func timerFired(_ timer: TimerID, now: Nanoseconds) {
        self.timer = nil
        end(at: timeline.clock.time(now))
    }
}
