import Geometry
import Scene

/// Effect of one animation on one property, ready to be evaluated.
struct Track {
    /// The times of the groups around it, the outermost first, and its own last.
    var timings: [MediaTiming]
    var path: PropertyPath
    var motion: Motion
    /// Bends the progress instead of running evenly.
    var spring: Spring?
    /// Of the spring at its start, in the components of the value, per second; instead of the spring's own.
    var velocity: SIMD4<Double>?
    var isAdditive = false
    var isCumulative = false
    /// Made by `animate` or an animated change: without a goal of its own it leads to the model value, whatever else of its
    /// kind is still under way to it.
    var isImplicit = false
    /// Of a transition: the part of it that is seen.
    var span = Transition.Span()
    /// Of the object that was made, and started, as a whole; later ones go over earlier ones.
    var order: UInt64 = 0
    /// Samples in a second of the layer's time; 0 is all.
    var frameRate = 0.0

    enum Motion {
        case basic(from: Value?, to: Value?, by: Value?)
        case keyframes(Keyframes)
        case way(PathKeyframes)
        /// The turn along a way, added to the transform.
        case turn(PathKeyframes)
        case transition(Transition.Motion)
    }

    /// The result for `whole`, the value of the property below it, at `time` of its layer; nil when it shows nothing then.
    ///
    /// `rest`: the value below it without implicit animations, to which one of these leads.
    func apply(to whole: Value, rest: Value, at time: Double) -> Value? {
        guard let (moment, duration) = moment(at: time) else { return nil }
        if case .turn(let way) = motion {
            guard let turn = way.value(at: duration > 0 ? moment.time / duration : 1).turn else { return nil }
            return .of(Transform3D(.rotation(turn)).concat(whole.transform))
        }
        if case .transition(let motion) = motion {
            return motion.apply(to: whole, at: span.progress(duration > 0 ? moment.time / duration : 1))
        }
        let under = path.read(whole)
        let base = isImplicit ? path.read(rest) : under
        guard let value = value(moment, duration, over: base) else { return nil }
        return path.write(isAdditive ? under.plus(value) : value, into: whole)
    }

    /// Where the innermost time stands, and how long a run of it is.
    private func moment(at time: Double) -> (MediaTiming.Moment, Double)? {
        var time = time
        var isClosed = false
        for timing in timings.dropLast() {
            guard let moment = timing.moment(at: time, isClosed: isClosed) else { return nil }
            // A group that is held at its end holds what its children show at their ends.
            isClosed = timing.phase(at: time, isClosed: isClosed) == .after
            time = moment.time
        }
        guard let own = timings.last, let moment = own.moment(at: time, isClosed: isClosed) else { return nil }
        return (moment, own.duration)
    }

    /// `base`: instead of an end that was not given.
    private func value(_ moment: MediaTiming.Moment, _ duration: Double, over base: Value) -> Value? {
        let progress = duration > 0 ? moment.time / duration : 1
        let share = spring?.value(at: max(0, moment.time)) ?? progress
        let value: Value
        let last: Value
        switch motion {
        case .basic(let from, let to, let by):
            let ends = ends(from, to, by, over: isAdditive ? base.zero : base)
            value = pushed(ends.from.mixed(with: ends.to, share), moment.time)
            last = ends.to
        case .keyframes(let frames):
            guard let here = frames.value(at: progress), let end = frames.value(at: 1) else { return nil }
            (value, last) = (here, end)
        case .way(let way): (value, last) = (.point(way.value(at: progress).point), .point(way.value(at: 1).point))
        case .turn, .transition: return nil
        }
        return isCumulative && moment.runs > 0 ? value.plus(last.times(moment.runs)) : value
    }

    /// The value, and the contribution of the velocity at the start.
    private func pushed(_ value: Value, _ time: Double) -> Value {
        guard let spring, let velocity, let components = value.components else { return value }
        return value.like(value, components + velocity * spring.impulse(at: time))
    }

    /// Ends of a basic animation, by CABasicAnimation's combinations of the given values.
    private func ends(_ from: Value?, _ to: Value?, _ by: Value?, over base: Value) -> (from: Value, to: Value) {
        switch (from, to, by) {
        case (let from?, let to?, _): (from, to)
        case (let from?, nil, let by?): (from, from.plus(by))
        case (nil, let to?, let by?): (to.minus(by), to)
        case (let from?, nil, nil): (from, base)
        case (nil, let to?, nil): (base, to)
        case (nil, nil, let by?): (base, base.plus(by))
        case (nil, nil, nil): (base, base)
        }
    }

    /// The time of its layer whose value is shown at `time`: the last point of a grid that all animations of a rate have in common, so that
    /// one frame shows all of them.
    func sampled(_ time: Double) -> Double {
        guard frameRate > 0, let outer = timings.first, outer.phase(at: time) == .active else { return time }
        return max((time * frameRate + Self.grace).rounded(.down) / frameRate, outer.begin)
    }

    /// In samples: times of frames are sums.
    private static let grace = 1e-6

    /// Next time of a change after `time` of its layer, before it where that time runs backward: at once (−infinity) while it runs,
    /// infinity for never.
    func nextChange(after time: Double, runsBackward: Bool) -> Double {
        guard let outer = timings.first else { return .infinity }
        switch outer.phase(at: time) {
        case .before: return runsBackward ? .infinity : outer.begin
        case .active where outer.speed == 0: return .infinity
        case .active where frameRate > 0:
            let samples = time * frameRate
            return runsBackward
                ? max(((samples - Self.grace).rounded(.up) - 1) / frameRate, outer.begin)
                : min(((samples + Self.grace).rounded(.down) + 1) / frameRate, outer.end)
        case .active: return -.infinity
        case .after: return runsBackward ? outer.end : .infinity
        }
    }
}
