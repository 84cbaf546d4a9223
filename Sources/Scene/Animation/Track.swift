import Geometry
import Schema

/// The effect of one animation on one property, ready to be evaluated.
struct Track {
    /// The timings of the enclosing groups, the outermost first.
    var groups: [MediaTiming]
    /// Its own timing.
    var timing: MediaTiming
    var path: PropertyPath
    var motion: Motion
    /// A spring instead of linear progress.
    var spring: Spring?
    /// Initial velocity in the components of the value, per second; replaces the spring's own.
    var velocity: SIMD4<Double>?
    var isAdditive = false
    var isCumulative = false
    /// Created by `animate` or an animated change: without an end value, it leads to the model value, whatever other
    /// implicit animations are still running.
    var isImplicit = false
    /// For a transition: the part of it that is shown.
    var span: Transition.Span
    /// Creation order of the started object as a whole; later ones apply on top of earlier ones.
    var order: UInt64 = 0
    /// Samples per second of the layer's time; 0 for every frame.
    let frameRate: Double

    enum Motion {
        case basic(from: Value?, to: Value?, by: Value?)
        case keyframes(Keyframes)
        case way(PathKeyframes)
        /// The rotation along a path, added to the transform.
        case turn(PathKeyframes)
        case transition(Transition.Motion)
    }

    init(
        groups: [MediaTiming], timing: MediaTiming, path: PropertyPath,
        motion: Motion = .basic(from: nil, to: nil, by: nil), span: Transition.Span = Transition.Span()
    ) {
        (self.groups, self.timing, self.path, self.motion, self.span) = (groups, timing, path, motion, span)
        frameRate = timing.frameRate > 0 ? timing.frameRate : groups.last { $0.frameRate > 0 }?.frameRate ?? 0
    }

    /// The timing of the started object as a whole: its outermost group, or itself.
    var outermost: MediaTiming {
        get { groups.first ?? timing }
        set { if groups.isEmpty { timing = newValue } else { groups[0] = newValue } }
    }

    /// The result for `whole`, the value of the property below it, at `time` of its layer; nil when it shows nothing.
    ///
    /// `rest` is the value without implicit animations, which is the goal of an implicit one.
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

    /// The position in the innermost timing, and the duration of a cycle.
    private func moment(at time: Double) -> (MediaTiming.Moment, Double)? {
        var time = time
        var isClosed = false
        for group in groups {
            guard let moment = group.moment(at: time, isClosed: isClosed) else { return nil }
            // A group held at its end shows its children at their ends.
            isClosed = group.phase(at: time, isClosed: isClosed) == .after
            time = moment.time
        }
        guard let moment = timing.moment(at: time, isClosed: isClosed) else { return nil }
        return (moment, timing.duration)
    }

    /// `base` replaces an end value that was not given.
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

    /// The value plus the contribution of the initial velocity.
    private func pushed(_ value: Value, _ time: Double) -> Value {
        guard let spring, let velocity, let components = value.components else { return value }
        return value.like(value, components + velocity * spring.impulse(at: time))
    }

    /// The start and end of a basic animation, by CABasicAnimation's rules for the given values.
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

    /// The time of its layer whose value is shown at `time`: the last point of a grid shared by all animations of the
    /// same rate, so that they change in the same frame.
    func sampled(_ time: Double) -> Double {
        guard frameRate > 0, case let outer = outermost, outer.phase(at: time) == .active else { return time }
        return max((time * frameRate + Self.tolerance).rounded(.down) / frameRate, outer.begin)
    }

    /// In samples; covers rounding errors in frame times.
    private static let tolerance = 1e-6

    /// The next time of a change after `time` of its layer, or before it if time runs backward: −infinity (at once)
    /// while it runs, infinity for never.
    func nextChange(after time: Double, runsBackward: Bool) -> Double {
        let outer = outermost
        switch outer.phase(at: time) {
        case .before: return runsBackward ? .infinity : outer.begin
        case .active where outer.speed == 0: return .infinity
        case .active where frameRate > 0:
            let samples = time * frameRate
            return runsBackward
                ? max(((samples - Self.tolerance).rounded(.up) - 1) / frameRate, outer.begin)
                : min(((samples + Self.tolerance).rounded(.down) + 1) / frameRate, outer.end)
        case .active: return -.infinity
        case .after: return runsBackward ? outer.end : .infinity
        }
    }
}
