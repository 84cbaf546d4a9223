/// Scene time and wall-clock time.
package struct SceneClock {
    /// Seconds; advanced by `World.reach`.
    package internal(set) var time = 0.0
    package var wall = WallClock()
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
