import Scene
package import Schema

/// Layers that are also shown at other times: in copies with a delay.
extension Animator {
    /// Keeps the layers below the one at `slot` available for other times: `delays`, in seconds of its time, are the
    /// smallest and the largest delay (negative for times ahead). 0…0 ends that.
    package func follow(_ slot: Slot, _ delays: ClosedRange<Double>) {
        guard targets.follow(slot, delays, scene) else { return }
        scene.times.watchTimes()
        readTimes()
    }

    /// Presentation values of the layers below the last of `delays`, at the time of the last `advance`, with each of
    /// the delays applied to everything below its layer, in seconds of that layer's time. Contains everything that
    /// moves at any of the followed times.
    package func shown(_ delays: [(slot: Slot, seconds: Double)]) -> [(key: ObjectProperty, value: Value)] {
        targets.shown(delays, at: time, scene)
    }
}
