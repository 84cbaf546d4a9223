package import Geometry

/// The times of a film's frames: frame *k* shows the picture from `start` + *k* / rate until the next frame.
package struct FilmGrid: Equatable, Sendable {
    /// In seconds of scene time.
    package let start: Double
    package let rate: FrameRate
    /// Total number of frames; nil for a film without a fixed end.
    package let length: Int?
    /// Number of frames already taken.
    package private(set) var count = 0
    /// Tolerance for rounding errors in sums of intervals, in seconds.
    private static let tolerance = 1e-6

    package init(start: Double, rate: FrameRate, length: Int? = nil) {
        self.start = start
        self.rate = rate
        self.length = length
    }

    /// The scene time at which the next frame ends.
    package var nextEnd: Double { start + rate.time(of: count + 1) }

    package var isComplete: Bool { length.map { count >= $0 } ?? false }

    /// Takes the frames that begin before `time`, at most a million at once; returns their number.
    package mutating func take(before time: Double) -> Int {
        let passed = ((time - start) * rate.perSecond - Self.tolerance).rounded(.up)
        guard passed > Double(count) else { return 0 }
        let due = Int(min(passed - Double(count), 1e6, Double(length ?? .max) - Double(count)))
        guard due > 0 else { return 0 }
        count += due
        return due
    }
}
