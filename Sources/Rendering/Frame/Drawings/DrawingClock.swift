import Scene
import Schema

/// Schedules time-dependent drawings: their time, and when to ask for them again. One clock for all stores of a display
/// list.
///
/// An invisible layer is removed when its drawing would change, and added again when it is read, so it costs nothing
/// meanwhile.
final class DrawingClock {
    /// Scene time, in seconds.
    var time = 0.0
    /// Scene times until which the time-dependent drawings remain valid.
    private var ends: [Slot: Double] = [:]
    /// The version of the layers' times for which `ends` was computed.
    private var timing: UInt64?
    /// True when a layer asked for a drawing that depends on time.
    private(set) var isUsed = false

    /// Tolerance for rounding errors in sums of intervals, in seconds: a time this much too early counts as reached.
    private static let tolerance = 1e-9

    /// The scene time of the next required drawing; infinity for never.
    func nextEnd(_ scene: Scene) -> Double {
        if ends.isEmpty { return .infinity }
        return timing == scene.news.timingRevision ? ends.values.reduce(.infinity) { min($0, $1) } : -.infinity
    }

    /// Advances to a scene time, and marks the layers whose drawings expired.
    func advance(to time: Double, _ scene: Scene) {
        self.time = time
        let isStale = timing != scene.news.timingRevision
        timing = scene.news.timingRevision
        for (slot, end) in ends where isStale || end <= time + Self.tolerance {
            ends[slot] = nil
            scene.contents.markPicture(slot)
        }
    }

    /// The layer's local time with these delays.
    func localTime(of slot: Slot, _ delays: [Delay], _ scene: Scene) -> Double {
        isUsed = true
        let (rate, offset) = scene.times.localTime(of: slot)
        return time * rate + offset - Self.lateness(of: slot, delays, scene)
    }

    /// Records that the layer's drawing is valid until its local time is `end`.
    func note(_ slot: Slot, until end: Double, _ delays: [Delay], _ scene: Scene) {
        let (rate, offset) = scene.times.localTime(of: slot)
        var until = Double.infinity
        // A drawing that changes continuously is requested in the next frame.
        let soon = time + 4 * Self.tolerance
        if rate > 0, end < .infinity {
            until = max(soon, (end + Self.lateness(of: slot, delays, scene) - offset) / rate)
        } else if rate < 0 {
            until = soon
        }
        ends[slot] = min(until, ends[slot] ?? .infinity)
    }

    /// Removes the layer.
    func forget(_ slot: Slot) { if !ends.isEmpty { ends[slot] = nil } }

    private static func lateness(of slot: Slot, _ delays: [Delay], _ scene: Scene) -> Double {
        var late = 0.0
        if delays.isEmpty { return late }
        scene.times.forEachAbove(slot) { above, rate in
            for delay in delays where delay.slot == above { late += delay.seconds * rate }
        }
        return late
    }
}
