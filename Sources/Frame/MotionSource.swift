package import Scene

/// The source of values that animations show at other times than now.
package protocol MotionSource: AnyObject {
    /// From now on the layers below the one at `slot` are seen at other times as well: later than now by as many seconds of
    /// that layer's time, `delays` at least and at most (early ones below 0). Said whenever the layer is looked at.
    func follow(_ slot: Slot, _ delays: ClosedRange<Double>)
    /// Values that animations show of the layers below the last of `delays`, while layers below each of them are late by as many
    /// seconds of its time. All that moves at any of the times that are followed, each property once.
    func shown(_ delays: [Delay]) -> [(key: ObjectProperty, value: Value)]
}

/// A layer below which everything is late.
package struct Delay: Equatable, Sendable {
    package var slot: Slot
    /// Of that layer's time.
    package var seconds: Double
}
