package import Geometry

/// When a film's frames are: frame *k* shows the picture from `start` + *k* / rate on, until the next one.
package struct FilmGrid: Equatable, Sendable {
    /// Scene seconds.
    package let start: Double
    package let rate: FrameRate
    /// How many frames there are in all; nil until somebody stops it.
    package let length: Int?
    /// Frames that were given away.
    package private(set) var count = 0
    /// Sums of intervals are not exact.
    private static let grace = 1e-6

    package init(start: Double, rate: FrameRate, length: Int? = nil) {
        self.start = start
        self.rate = rate
        self.length = length
    }

    /// When the next frame's time is over.
    package var nextEnd: Double { start + rate.time(of: count + 1) }

    package var isComplete: Bool { length.map { count >= $0 } ?? false }

    /// Gives away the frames whose time begins before `time`; at most a million at once.
    package mutating func take(before time: Double) -> Int {
        let passed = ((time - start) * rate.perSecond - Self.grace).rounded(.up)
        guard passed > Double(count) else { return 0 }
        let due = Int(min(passed - Double(count), 1e6, Double(length ?? .max) - Double(count)))
        guard due > 0 else { return 0 }
        count += due
        return due
    }
}
