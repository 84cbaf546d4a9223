package import Geometry

/// Maps the enclosing time to an animation's own time: CAMediaTiming.
///
/// The enclosing time is that of its layer or group. All times are in seconds.
package struct MediaTiming: Equatable, Sendable {
    /// Begin time, in the enclosing time.
    package var begin = 0.0
    /// Negative values run backward; 0 stops at `timeOffset`.
    package var speed = 1.0
    package var timeOffset = 0.0
    /// Duration of one cycle, ≥ 0.
    package var duration = 0.25
    /// Number of cycles, ≥ 0, may be infinite; 0 counts as 1.
    package var repeatCount = 1.0
    /// Takes precedence over `repeatCount` when above 0.
    package var repeatDuration = 0.0
    package var autoreverses = false
    package var fillsBackwards = false
    package var fillsForwards = false
    package var curve = TimingFunction.linear
    /// Samples per second; 0 for every frame.
    package var frameRate = 0.0
    /// In an animator: the duration of the enclosing cycle. The animation then shows a value before its beginning and
    /// after its end as well.
    var driven: Double?

    package init() {}

    /// Stops at a fraction of the whole, independent of the enclosing time.
    mutating func stand(at progress: Double) {
        if !activeDuration.isFinite { (repeatCount, repeatDuration) = (1, 0) }
        (begin, speed, timeOffset, driven) = (0, 0, progress * activeDuration, activeDuration)
    }

    /// Tolerance for rounding errors in sums of intervals, in seconds: a time this close to a boundary counts as being
    /// on it.
    static let tolerance = 1e-9

    /// One cycle, including the reversed part.
    private var cycle: Double { autoreverses ? 2 * duration : duration }

    /// The active duration, in its own time.
    package var activeDuration: Double {
        if repeatDuration > 0 { return repeatDuration }
        return cycle == 0 ? 0 : (repeatCount == 0 ? 1 : repeatCount) * cycle
    }

    /// The end in the enclosing time; infinite when there is none.
    package var end: Double { speed == 0 ? .infinity : begin + activeDuration / abs(speed) }

    /// A position in an animation.
    package struct Moment: Equatable, Sendable {
        /// Time within a cycle, 0…`duration`, with the timing function applied, which may exceed the range.
        package var time: Double
        /// Number of completed cycles.
        package var runs: Double

        package init(time: Double, runs: Double) {
            self.time = time
            self.runs = runs
        }
    }

    package enum Phase: Sendable {
        case before, active, after
    }

    /// `isClosed`: the end belongs to the active phase, as when the enclosing group is held at its end.
    package func phase(at time: Double, isClosed: Bool = false) -> Phase {
        guard speed != 0 else { return .active }
        if time < begin - Self.tolerance { return .before }
        return time < end + (isClosed ? Self.tolerance : -Self.tolerance) ? .active : .after
    }

    /// The position at `time` of the enclosing time; nil when nothing is shown.
    package func moment(at time: Double, isClosed: Bool = false) -> Moment? {
        if let driven { return moment(at: time, within: driven) }
        return switch phase(at: time, isClosed: isClosed) {
        case .before: fillsBackwards ? moment(elapsed: 0, fromBelow: false) : nil
        case .active: moment(elapsed: max(0, time - begin) * speed, fromBelow: isClosed || speed < 0)
        case .after:
            fillsForwards ? moment(elapsed: speed < 0 ? -activeDuration : activeDuration, fromBelow: true) : nil
        }
    }

    /// The position in an animator. Animations that begin or end with it continue linearly outside, as springs require;
    /// others hold their first or last value.
    private func moment(at time: Double, within around: Double) -> Moment {
        let active = activeDuration
        var content = (speed == 0 ? 0 : (time - begin) * speed) + timeOffset
        if speed < 0 { content += active }
        let inside = min(max(content, 0), active)
        var moment = moment(elapsed: inside - timeOffset, fromBelow: true)
        let goesOn = content < 0 ? begin <= Self.tolerance : begin + active >= around - Self.tolerance
        if content != inside, goesOn, !autoreverses { moment.time += content - inside }
        return moment
    }

    /// `fromBelow`: at a boundary between cycles, the end of the earlier one.
    private func moment(elapsed: Double, fromBelow: Bool) -> Moment {
        let content = elapsed + timeOffset
        var turns = content / cycle
        // Too short or too far for a meaningful phase: the end of a cycle.
        guard cycle > 0, abs(turns) < 1e15 else { return Moment(time: curve.value(at: 1) * duration, runs: 0) }
        if abs(turns - turns.rounded()) * max(1, cycle) < Self.tolerance { turns = turns.rounded() }
        let runs = fromBelow && turns != 0 ? turns.rounded(.up) - 1 : turns.rounded(.down)
        var position = (turns - runs) * cycle
        if autoreverses, position > duration { position = cycle - position }
        return Moment(time: curve.value(at: position / duration) * duration, runs: max(0, runs))
    }
}
