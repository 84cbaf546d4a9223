/// The bell property of an output: it rings when its number grows, at most ten times per second.
public struct BellCounter {
    private static let pause: UInt64 = 100_000_000

    private var last: Double?
    private var rung: UInt64 = 0

    public init() {}

    /// True when the bell rings for the property's value. The first value only initializes the counter.
    public mutating func rings(_ count: Double, now: UInt64 = nanoseconds()) -> Bool {
        defer { last = count }
        guard let last, count > last, rung == 0 || now &- rung >= Self.pause else { return false }
        rung = now
        return true
    }
}
