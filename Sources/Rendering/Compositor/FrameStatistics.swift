import Geometry

/// Figures for `stats`.
package struct FrameStatistics: Equatable, Sendable {
    /// Number of frames that changed something.
    package var frames = 0
    package var damagedPixels = 0
    package var compositedPixels = 0
    package var layers = 0
    package var groupBuffers = 0
    package var cacheBytes = 0
    /// Number of cached bitmaps of rasterized layers and layers in perspective.
    package var planes = 0
    /// Number of layers painted without buffers, because the budget is used up.
    package var reducedLayers = 0
    /// For the last `FrameTimes.depth` frames, in seconds.
    package var frameTimeMedian = 0.0
    package var frameTime99 = 0.0

    package init() {}
}

/// Statistics of the frames of one output.
struct FrameLog {
    /// The number of the last frame that was presented.
    private(set) var frame: UInt64 = 0
    private var figures = FrameStatistics()
    private var times = FrameTimes()

    /// Records a presented frame and the time it took, in seconds.
    mutating func note(_ result: FrameResult, seconds: Double) {
        frame = result.number
        figures.frames += 1
        for rect in result.damage { figures.damagedPixels += rect.area }
        figures.compositedPixels += result.pixels
        times.note(seconds)
    }

    var statistics: FrameStatistics {
        var figures = figures
        figures.frameTimeMedian = times.quantile(0.5)
        figures.frameTime99 = times.quantile(0.99)
        return figures
    }
}

/// Durations of the last frames.
package struct FrameTimes: Sendable {
    static let depth = 256
    private var seconds: [Double] = []
    private var next = 0

    package init() {}

    package mutating func note(_ time: Double) {
        if seconds.count < Self.depth { seconds.append(time) } else { seconds[next] = time }
        next = (next + 1) % Self.depth
    }

    /// The time that the fraction `part` (0…1) of the frames did not exceed; 0 before the first frame.
    package func quantile(_ part: Double) -> Double {
        guard !seconds.isEmpty else { return 0 }
        let sorted = seconds.sorted()
        return sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))]
    }
}
