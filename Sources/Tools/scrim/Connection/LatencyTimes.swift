/// Times, in seconds, as percentiles and as a histogram.
struct LatencyTimes {
    /// In ascending order.
    private let times: [Double]

    /// Upper bounds of the histogram's bars, in seconds: each is twice the one before.
    static let bounds = [
        0.000_125, 0.000_25, 0.000_5, 0.001, 0.002, 0.004, 0.008, 0.016, 0.032, 0.064, Double.infinity,
    ]

    private static let widest = 40

    init(_ times: [Double]) { self.times = times.sorted() }

    /// The smallest time that `share` (0…1) of all do not exceed; 0 for none.
    func percentile(_ share: Double) -> Double {
        guard !times.isEmpty else { return 0 }
        let rank = Int((share * Double(times.count)).rounded(.up))
        return times[min(max(rank, 1), times.count) - 1]
    }

    /// How many times lie at or below each bound, and above the one before.
    var counts: [Int] {
        var counts = [Int](repeating: 0, count: Self.bounds.count)
        for time in times { counts[Self.bounds.firstIndex { time <= $0 } ?? counts.count - 1] += 1 }
        return counts
    }

    private static let percentiles = [("p50", 0.5), ("p90", 0.9), ("p99", 0.99), ("max", 1.0)]

    func text(_ options: BenchCommand.Options) -> String {
        var text =
            "line to \(options.isOnScreen ? "screen" : "pixel"): \(times.count) lines, \(options.size), \(options.cards) moving layers, "
            + "\(options.busy) busy processes\n"
        text += Self.percentiles.map { "\($0.0) \(Amount.time(percentile($0.1)))" }.joined(separator: "   ") + "\n"
        let most = max(counts.max() ?? 0, 1)
        let (first, last) = (counts.firstIndex { $0 > 0 } ?? 0, counts.lastIndex { $0 > 0 } ?? 0)
        for (bound, count) in Array(zip(Self.bounds, counts))[first...last] {
            let name = bound == .infinity ? "more" : "≤ \(Amount.time(bound))"
            let bar = String(repeating: "▇", count: (count * Self.widest + most - 1) / most)
            text += name + String(repeating: " ", count: max(10 - name.count, 1)) + bar + " \(count)\n"
        }
        return text
    }

    /// The same as JSON: times in seconds, the histogram as pairs of an upper bound and a count.
    func json(_ options: BenchCommand.Options) -> String {
        let shares = Self.percentiles.map { "\"\($0.0)\":\(percentile($0.1))" }
        let bars = zip(Self.bounds, counts).map { "[\($0 == .infinity ? "null" : "\($0)"),\($1)]" }
        return
            "{\"lines\":\(times.count),\"output\":\"\(options.isOnScreen ? "wayland" : "offscreen")\",\"size\":\"\(options.size)\",\"cards\":\(options.cards),\"busy\":\(options.busy),"
            + shares.joined(separator: ",") + ",\"histogram\":[" + bars.joined(separator: ",") + "]}"
    }
}
