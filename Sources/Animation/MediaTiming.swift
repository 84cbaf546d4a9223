package import Geometry

/// How an animation's own time follows from the time around it: CAMediaTiming.
///
/// Around it is the time of its layer, or of its group. All in seconds.
package struct MediaTiming: Equatable, Sendable {
    /// When it begins, in the time around it.
    package var begin = 0.0
    /// Below 0 it goes backward; 0 stands at `timeOffset`.
    package var speed = 1.0
    package var timeOffset = 0.0
    /// Of one run, ≥ 0.
    package var duration = 0.25
    /// Runs, ≥ 0, may be infinite; 0 counts as 1.
    package var repeatCount = 1.0
    /// Above 0 it goes before `repeatCount`.
    package var repeatDuration = 0.0
    package var autoreverses = false
    package var fillsBackwards = false
    package var fillsForwards = false
    package var curve = TimingFunction.linear
    /// Samples a second; 0 is all.
    package var frameRate = 0.0
    /// In an animator, which stands wherever its progress says: how long a run around it takes. Then it shows something before its
    /// beginning and beyond its end too.
    var driven: Double?

    package init() {}

    /// Stands at a share of the whole, independent of the time around it.
    mutating func stand(at progress: Double) {
        if !activeDuration.isFinite { (repeatCount, repeatDuration) = (1, 0) }
        (begin, speed, timeOffset, driven) = (0, 0, progress * activeDuration, activeDuration)
    }

    /// Sums of intervals are not exact: a time nearer than this to a border is on it.
    static let grace = 1e-9

    /// One run, with its way back.
    private var cycle: Double { autoreverses ? 2 * duration : duration }

    /// How long it goes on, in its own time.
    package var activeDuration: Double {
        if repeatDuration > 0 { return repeatDuration }
        return cycle == 0 ? 0 : (repeatCount == 0 ? 1 : repeatCount) * cycle
    }

    /// When it ends, in the time around it; infinite when it does not.
    package var end: Double { speed == 0 ? .infinity : begin + activeDuration / abs(speed) }

    /// Where it stands.
    package struct Moment: Equatable, Sendable {
        /// Within a run, 0…`duration`, bent by the curve, which may lead beyond.
        package var time: Double
        /// Runs that are over.
        package var runs: Double

        package init(time: Double, runs: Double) {
            self.time = time
            self.runs = runs
        }
    }

    package enum Phase: Sendable {
        case before, active, after
    }

    /// `isClosed`: the end itself belongs to it, as when the group around it is held at its end.
    package func phase(at time: Double, isClosed: Bool = false) -> Phase {
        guard speed != 0 else { return .active }
        if time < begin - Self.grace { return .before }
        return time < end + (isClosed ? Self.grace : -Self.grace) ? .active : .after
    }

    /// Its moment at `time` of the enclosing time; nil when it shows nothing then.
    package func moment(at time: Double, isClosed: Bool = false) -> Moment? {
        if let driven { return moment(at: time, within: driven) }
        return switch phase(at: time, isClosed: isClosed) {
        case .before: fillsBackwards ? moment(elapsed: 0, fromBelow: false) : nil
        case .active: moment(elapsed: max(0, time - begin) * speed, fromBelow: isClosed || speed < 0)
        case .after:
            fillsForwards ? moment(elapsed: speed < 0 ? -activeDuration : activeDuration, fromBelow: true) : nil
        }
    }

    /// In an animator. Effects that begin or end with it go on evenly beyond, as a spring needs it; the rest holds its first or last value.
    private func moment(at time: Double, within around: Double) -> Moment {
        let active = activeDuration
        var content = (speed == 0 ? 0 : (time - begin) * speed) + timeOffset
        if speed < 0 { content += active }
        let inside = min(max(content, 0), active)
        var moment = moment(elapsed: inside - timeOffset, fromBelow: true)
        let goesOn = content < 0 ? begin <= Self.grace : begin + active >= around - Self.grace
        if content != inside, goesOn, !autoreverses { moment.time += content - inside }
        return moment
    }

    /// `fromBelow`: where one run ends and the next begins, it is the end.
    private func moment(elapsed: Double, fromBelow: Bool) -> Moment {
        let content = elapsed + timeOffset
        var turns = content / cycle
        // Too short, or too long ago, for a phase within a run to mean anything: the end of one.
        guard cycle > 0, abs(turns) < 1e15 else { return Moment(time: curve.value(at: 1) * duration, runs: 0) }
        if abs(turns - turns.rounded()) * max(1, cycle) < Self.grace { turns = turns.rounded() }
        let runs = fromBelow && turns != 0 ? turns.rounded(.up) - 1 : turns.rounded(.down)
        var slot = (turns - runs) * cycle
        if autoreverses, slot > duration { slot = cycle - slot }
        return Moment(time: curve.value(at: slot / duration) * duration, runs: max(0, runs))
    }
}
