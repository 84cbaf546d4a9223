import Scene

/// A film's time as a function of scene time. All times are seconds.
struct FilmClock {
    /// The scene time at which the film stood at `offset`.
    private var begin: Double
    private var offset: Double
    private var rate: Double
    private var isLooping: Bool
    /// The value of the property `time` as it was told last: any other is a wish.
    var told: Double
    /// The end was told.
    var hasEnded = false
    /// The file, and the video, whose clock it is.
    var path: String
    let owner: ObjectID

    /// Files that count in milliseconds say that a frame comes a little later than it does.
    private static let grace = 0.0006

    init(at time: Double, offset: Double, rate: Double, isLooping: Bool, path: String, owner: ObjectID) {
        (self.path, self.owner) = (path, owner)
        (begin, self.offset, self.rate, self.isLooping) = (time, offset, rate, isLooping)
        told = offset
    }

    /// Goes on in another way from a scene time on, where it stands; or from `wish`. `duration`: nil while it is not known.
    mutating func change(at time: Double, to wish: Double?, rate: Double, isLooping: Bool, duration: Double?) {
        offset = wish ?? position(at: time, duration)
        (begin, self.rate, self.isLooping) = (time, rate, isLooping)
        told = offset
        if isLooping || offset < duration ?? .infinity { hasEnded = false }
    }

    /// The film's time; one that does not loop stays at its end.
    func position(at time: Double, _ duration: Double?) -> Double {
        let elapsed = offset + max(0, time - begin) * rate
        guard let duration, duration > 0 else { return elapsed }
        return isLooping ? elapsed - (elapsed / duration).rounded(.down) * duration : min(elapsed, duration)
    }

    /// The scene time of its end; nil when it has none, or is over.
    func end(_ duration: Double) -> Double? {
        rate > 0 && !isLooping && !hasEnded ? begin + max(0, duration - offset) / rate : nil
    }

    /// The frame at a time of the film.
    static func frame(at time: Double, isLooping: Bool, of info: Image.Info) -> Int {
        let clock = FilmClock(at: 0, offset: time, rate: 0, isLooping: isLooping, path: "", owner: ObjectID(bits: 0))
        return clock.frame(at: 0, of: info).frame
    }

    /// The frame that is shown at a scene time, and the scene time of the next one: nil when none follows.
    func frame(at time: Double, of info: Image.Info) -> (frame: Int, until: Double?) {
        let duration = info.duration
        let now = position(at: time, duration) + Self.grace
        let frame = info.frame(within: isLooping && now >= duration ? now - duration : now)
        guard rate > 0, isLooping || frame < info.durations.count - 1 else { return (frame, nil) }
        // Just passed the grace before the end: the first frame of the next round.
        let left = info.ends[frame] - now + (isLooping && now >= duration ? duration : 0)
        return (frame, time + max(0, left + 1e-7) / rate)
    }
}
