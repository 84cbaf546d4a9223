package import Scene

/// Layers that are seen at other times than now as well: in copies with a delay.
extension Animator {
    /// From now on what is below the layer at `slot` is seen later than now as well, by as many seconds of that layer's time:
    /// `delays` at least and at most (below 0: earlier). 0…0: no more.
    package func follow(_ slot: Slot, _ delays: ClosedRange<Double>) {
        guard targets.follow(slot, delays, scene) else { return }
        scene.watchTimes()
        readTimes()
    }

    /// What animations show of the layers below the last of `delays`, at the time of the last `advance`, while what is below
    /// each of them is late by so many seconds of its time. Of all that moves at any of the times that are followed.
    package func shown(_ delays: [(slot: Slot, seconds: Double)]) -> [(key: ObjectProperty, value: Value)] {
        targets.shown(delays, at: time, scene)
    }
}
