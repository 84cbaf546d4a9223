import Animation
import PluginHost
import Reactor
import Scene
import World

/// Scene time from event to event: what is due until a time happens at its own scene time, and what follows from it happens at
/// that time too, whatever frames are shown. So a film has the same pictures with any frame rate, and from any frame on.
///
/// Events are firings of timers, pending transactions, and gestures that need nothing but time; where there are reactions, also
/// ends of animations, changes and contacts. Contacts are looked for at multiples of `contactInterval`, and reactions to them
/// run at such times only: the times of frames do not matter.
extension Timeline {
    /// Seconds between two times at which contacts are looked for: a sub-step of Dynamics.
    static let contactInterval = 1.0 / 240
    /// The longest way that items go at once, in seconds: the work that they may do is counted for each.
    private static let longestWay = 1.0 / 60
    /// Seconds that are passed event by event, at most: somebody may ask for years.
    private static let longestStretch = 600.0
    /// Sums of intervals are not exact.
    private static let tolerance = 1e-9
    /// Rounds of events that make others for the same time: further ones wait for the next step.
    private static let mostRounds = 32

    /// Goes on to the events that are due by `target`, one after another. True when there are no more, false when `isOver` ended it,
    /// which is asked behind each event and each step of items. Scene time is that of the last event then.
    ///
    /// What lies more than `longestStretch` before `target` is passed at once, with each late timer fired once.
    func passEvents(until target: Double, looksForContacts: Bool, isOver: () -> Bool) -> Bool {
        if target - world.time > Self.longestStretch { advance(to: target - Self.longestStretch) }
        world.timers.firesEach = true
        defer { world.timers.firesEach = false }
        // What the last lines have changed is told at the time that stands until now.
        if world.reactions.changes.hasChanges || world.steps.hasNews { advance(to: world.time) }
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
            advance(to: max(world.time, min(next, target)))
            if isOver() { return false }
        }
    }

    private enum Search {
        case none, isOver
        case touch(Double)
    }

    /// Has items move, one interval after another, until two of them touch, or part.
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

    /// True for a time at which contacts are looked for.
    static func isContactTime(_ time: Double) -> Bool {
        let count = time / contactInterval
        return abs(count - count.rounded()) < 1e-5
    }
}
