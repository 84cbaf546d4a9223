/// Figures for `stats`.
package struct FrameStatistics: Equatable, Sendable {
    /// Frames that changed something.
    package var frames = 0
    package var damagedPixels = 0
    package var compositedPixels = 0
    package var layers = 0
    package var groupBuffers = 0
    package var cacheBytes = 0
    /// Rasterized layers and layers in perspective whose bitmaps are kept.
    package var planes = 0
    /// Of the last `FrameTimes.depth` frames, in seconds.
    package var frameTimeMedian = 0.0
    package var frameTime99 = 0.0

    package init() {}
}

/// How long something of the last frames took.
package struct FrameTimes: Sendable {
    static let depth = 256
    private var seconds: [Double] = []
    private var next = 0

    package init() {}

    package mutating func note(_ time: Double) {
        if seconds.count < Self.depth { seconds.append(time) } else { seconds[next] = time }
        next = (next + 1) % Self.depth
    }

    /// The time that this part (0…1) of the frames did not exceed; 0 before the first.
    package func quantile(_ part: Double) -> Double {
        guard !seconds.isEmpty else { return 0 }
        let sorted = seconds.sorted()
        return sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))]
    }
}
