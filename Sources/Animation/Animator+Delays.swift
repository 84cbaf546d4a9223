package import Scene

/// Layers that are seen at other times than now as well: in copies with a delay.
extension Animator {
    /// From now on layers below the one at `slot` are seen later than now as well, by as many seconds of its time:
    /// `delays` at least and at most (below 0: earlier). 0…0: no more.
    package func follow(_ slot: Slot, _ delays: ClosedRange<Double>) {
        guard targets.follow(slot, delays, scene) else { return }
        scene.times.watchTimes()
        readTimes()
    }

    /// Presentation values of the layers below the last of `delays`, at the time of the last `advance`, while everything below
    /// each of them is late by so many seconds of its time. Of all that moves at any of the times that are followed.
    package func shown(_ delays: [(slot: Slot, seconds: Double)]) -> [(key: ObjectProperty, value: Value)] {
        targets.shown(delays, at: time, scene)
    }
}
