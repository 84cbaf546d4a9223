import Animation
import PluginHost
import Reactor
import Scene
import World

/// Advances scene time from event to event: everything due before a time happens at its own scene time, with its
/// consequences, independently of frames. So a film has the same pictures at any frame rate and from any start.
///
/// Events are timers, pending transactions, and gestures that depend only on time; where there are reactions, also ends
/// of animations, changes and contacts. Contacts are detected at multiples of `contactInterval`, and reactions to them
/// run only at such times, so that frame times do not matter.
extension Timeline {
    /// Seconds between two detections of contacts: a sub-step of Dynamics.
    static let contactInterval = 1.0 / 240
    /// Maximum seconds that items move at once: their work limit applies to each such step.
    private static let longestWay = 1.0 / 60
    /// Maximum seconds that are processed event by event: a client may ask for years.
    private static let longestStretch = 600.0
    /// Tolerance for rounding errors in sums of intervals.
    private static let tolerance = 1e-9
    /// Maximum rounds of events that create events for the same time: further ones wait for the next step.
    private static let mostRounds = 32

    /// Processes the events due by `target` one by one. Returns true when there are no more, false when `isOver`, which
    /// is called after each event and each step of items, has ended it. Scene time is then that of the last event.
    ///
    /// Everything more than `longestStretch` before `target` is processed at once, with each late timer firing once.
    func passEvents(until target: Double, looksForContacts: Bool, isOver: () -> Bool) -> Bool {
        if target - world.time > Self.longestStretch { advance(to: target - Self.longestStretch) }
        world.timers.firesEach = true
        defer { world.timers.firesEach = false }
        reactToChanges()
        var (last, rounds) = (-Double.infinity, 0)
        while true {
            world.settle()
            var next = min(world.animator.firstDue, gestures?.nextDeadline ?? .infinity)
            if scene.relations.hasReactions || world.steps.isRunning {
                next = min(next, world.animator.firstEnd)
            }
            let bound = min(max(next, world.time), target)
            switch looksForContacts ? contact(by: bound, isOver) : .none {
            case .none: break
            case .touch(let time): next = time
            case .isOver: return false
            }
            guard next <= target + Self.tolerance else { return true }
            rounds = next > last + Self.tolerance ? 0 : rounds + 1
            guard rounds < Self.mostRounds else { return true }
            last = max(last, next)
            gestures?.wake(by: next)
            // Just before the target it happens there: moving values that were shown are not computed again so soon.
            advance(to: max(world.time, next > target - Self.tolerance ? target : next))
            if isOver() { return false }
        }
    }

    /// Computes and reports what the last lines and the last input changed, at the current time, whoever reads it. Call
    /// before the scene is written too: no line says which reactions are still to come.
    func reactToChanges() {
        world.updateBindings()
        if world.reactions.changes.hasChanges || world.steps.hasNews { advance(to: world.time) }
    }

    private enum Search {
        case none, isOver
        case touch(Double)
    }

    /// Moves items interval by interval until two of them touch or separate.
    private func contact(by bound: Double, _ isOver: () -> Bool) -> Search {
        let interval = scene.relations.hasReactions ? Self.contactInterval : Self.longestWay
        while behaviors.isMoving {
            let next = ((world.time / interval + 1e-6).rounded(.down) + 1) * interval
            guard next <= bound else { return .none }
            world.reach(next)
            behaviors.advance(to: next)
            if behaviors.hasContacts, scene.relations.hasReactions { return .touch(next) }
            if isOver() { return .isOver }
        }
        return .none
    }

    /// True for a time at which contacts are detected.
    static func isContactTime(_ time: Double) -> Bool {
        let count = time / contactInterval
        return abs(count - count.rounded()) < 1e-5
    }
}
