import Scene

/// The time at which drawings are asked for, and when those that depend on it are asked for again. One for all stores of a
/// display list.
///
/// A layer that nobody looks at falls out when its drawing would change, and comes back when it is looked at: it costs nothing
/// meanwhile.
final class DrawingClock {
    /// Of the scene.
    var time = 0.0
    /// The scene times until which the drawings of layers that use time hold.
    private var ends: [Slot: Double] = [:]
    /// Of layers' times, as they were last.
    private var timing: UInt64?
    /// Layers were asked for a drawing that depends on time.
    private(set) var isUsed = false

    /// Sums of intervals are not exact: so much too early is in time.
    private static let grace = 1e-9

    /// The scene time at which a drawing has to be asked for again; infinity for never.
    func nextEnd(_ scene: Scene) -> Double {
        if ends.isEmpty { return .infinity }
        return timing == scene.news.timingRevision ? ends.values.reduce(.infinity) { min($0, $1) } : -.infinity
    }

    /// Goes on to a scene time, and marks the layers whose drawings do not hold any more.
    func advance(to time: Double, _ scene: Scene) {
        self.time = time
        let isStale = timing != scene.news.timingRevision
        timing = scene.news.timingRevision
        for (slot, end) in ends where isStale || end <= time + Self.grace {
            ends[slot] = nil
            scene.contents.markPicture(slot)
        }
    }

    /// The layer's own time, while the layers below each of `delays` are late.
    func localTime(of slot: Slot, _ delays: [Delay], _ scene: Scene) -> Double {
        isUsed = true
        let (rate, offset) = scene.times.localTime(of: slot)
        return time * rate + offset - Self.lateness(of: slot, delays, scene)
    }

    /// The drawing of the layer holds until its own time is `end`.
    func note(_ slot: Slot, until end: Double, _ delays: [Delay], _ scene: Scene) {
        let (rate, offset) = scene.times.localTime(of: slot)
        var until = Double.infinity
        // What moves is asked for in the next frame, whenever that is.
        let soon = time + 4 * Self.grace
        if rate > 0, end < .infinity {
            until = max(soon, (end + Self.lateness(of: slot, delays, scene) - offset) / rate)
        } else if rate < 0 {
            until = soon
        }
        ends[slot] = min(until, ends[slot] ?? .infinity)
    }

    /// The layer is gone.
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
