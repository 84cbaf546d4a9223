package import Schema

/// Provides values that animations have at other times than now.
package protocol MotionSource: AnyObject {
    /// Keeps values of the layers below the one at `slot` for other times: `delays`, in seconds of that layer's time,
    /// are the smallest and the largest delay (negative for times ahead). Called whenever the layer is read.
    func follow(_ slot: Slot, _ delays: ClosedRange<Double>)
    /// The values that animations give to the layers below the last of `delays`, with each of `delays` applied.
    /// Contains everything that moves at any of the followed times, each property once.
    func shown(_ delays: [Delay]) -> [(key: ObjectProperty, value: Value)]
}

/// A layer and the delay of everything below it.
package struct Delay: Equatable, Sendable {
    package var slot: Slot
    /// In seconds of that layer's time.
    package var seconds: Double
}
