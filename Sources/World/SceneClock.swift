/// Scene time, and how the clock on the wall goes.
package struct SceneClock {
    /// In seconds; `World.reach` advances it.
    package internal(set) var time = 0.0
    package var wall = WallClock()
}

/// The clock on the wall.
package struct WallClock {
    /// Seconds since 1970.
    package var clock: () -> Double = { 0 }
    /// True while scene time advances by ticks alone: then it is the wall-clock time of expressions too, so that they come to the
    /// same on every run.
    package var isManual: () -> Bool = { false }
    /// Seconds by which it is ahead of scene time, as far as `World.wallClockChanged` knows.
    var lead: Double?
}
