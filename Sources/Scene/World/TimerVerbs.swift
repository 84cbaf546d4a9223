import Animation
import Expressions
import Geometry
import LineProtocol
import Living
import Scene

/// Times of timers.
package struct TimerVerbs {
    let world: World

    init(_ world: World) { self.world = world }

    /// The scene time at which wall-clock time is the next multiple of `interval` after the scene time `now`. `slack`:
    /// multiples within this many seconds count as reached, for a clock that is being adjusted.
    func aligned(_ interval: Double, from now: Double, slack: Double = 0) -> Double {
        TimerSchedule.aligned(
            interval: interval, now: now, wall: world.wall.isManual() ? now : world.wall.clock() + (now - world.time),
            slack: slack)
    }
}

extension World {
    /// Times of timers.
    package var timerVerbs: TimerVerbs { TimerVerbs(self) }
}
