import Schema

/// A film's time as a function of scene time; all times are in seconds.
struct FilmClock {
    /// The scene time at which the film was at `offset`.
    private var begin: Double
    private var offset: Double
    private var rate: Double
    private var isLooping: Bool
    /// The value of the property `time` as last reported; any other value is a request to seek.
    var told: Double
    /// True when the end was reported.
    var hasEnded = false
    /// The file and the video to which the clock belongs.
    var path: String
    let owner: ObjectID

    /// Tolerance for files with times in milliseconds, whose frames may come slightly late, in seconds.
    private static let tolerance = 0.0006

    init(at time: Double, offset: Double, rate: Double, isLooping: Bool, path: String, owner: ObjectID) {
        (self.path, self.owner) = (path, owner)
        (begin, self.offset, self.rate, self.isLooping) = (time, offset, rate, isLooping)
        told = offset
    }

    /// Changes rate or looping at a scene time and keeps the position, or seeks to `wish`. `duration` is nil while
    /// unknown.
    mutating func change(at time: Double, to wish: Double?, rate: Double, isLooping: Bool, duration: Double?) {
        offset = wish ?? position(at: time, duration)
        (begin, self.rate, self.isLooping) = (time, rate, isLooping)
        told = offset
        if isLooping || offset < duration ?? .infinity { hasEnded = false }
    }

    /// The film's time; without looping it stays at the end.
    func position(at time: Double, _ duration: Double?) -> Double {
        let elapsed = offset + max(0, time - begin) * rate
        guard let duration, duration > 0 else { return elapsed }
        return isLooping ? elapsed - (elapsed / duration).rounded(.down) * duration : min(elapsed, duration)
    }

    /// The scene time of the film's end; nil when it has none, or is over.
    func end(_ duration: Double) -> Double? {
        rate > 0 && !isLooping && !hasEnded ? begin + max(0, duration - offset) / rate : nil
    }

    /// The frame at a time of the film.
    static func frame(at time: Double, isLooping: Bool, of info: Image.Info) -> Int {
        let clock = FilmClock(at: 0, offset: time, rate: 0, isLooping: isLooping, path: "", owner: ObjectID(bits: 0))
        return clock.frame(at: 0, of: info).frame
    }

    /// The frame shown at a scene time, and the scene time of the next one, or nil.
    func frame(at time: Double, of info: Image.Info) -> (frame: Int, until: Double?) {
        let duration = info.duration
        let now = position(at: time, duration) + Self.tolerance
        let frame = info.frame(within: isLooping && now >= duration ? now - duration : now)
        guard rate > 0, isLooping || frame < info.durations.count - 1 else { return (frame, nil) }
        // Within the tolerance before the end, the frame is the first one of the next round.
        let left = info.ends[frame] - now + (isLooping && now >= duration ? duration : 0)
        return (frame, time + max(0, left + 1e-7) / rate)
    }
}
