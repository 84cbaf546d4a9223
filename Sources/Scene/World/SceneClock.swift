import Living

/// Scene time and wall-clock time.
package struct SceneClock {
    /// Seconds; advanced by `World.reach`.
    package internal(set) var time = 0.0
    package var wall = WallClock()

    /// Seconds since 1970, as expressions read it.
    var wallTime: Double { wall.isManual() ? time : wall.clock() }

    /// The scene time at which wall-clock time is the next multiple of `interval` after the scene time `now`. `slack`:
    /// multiples within this many seconds count as reached, for a clock that is being adjusted.
    func aligned(_ interval: Double, from now: Double, slack: Double = 0) -> Double {
        TimerSchedule.aligned(
            interval: interval, now: now, wall: wall.isManual() ? now : wall.clock() + (now - time), slack: slack)
    }
}

/// Wall-clock time.
package struct WallClock {
    /// Seconds since 1970.
    package var clock: () -> Double = { 0 }
    /// True while only `tick` advances scene time: then scene time is also the wall-clock time in expressions, for
    /// reproducible results.
    package var isManual: () -> Bool = { false }
    /// Seconds that wall-clock time is ahead of scene time, at the last `World.wallClockChanged`.
    var lead: Double?
}
