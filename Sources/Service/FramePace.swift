import Geometry
import LineProtocol
import Scene

/// How often one connection is told of the frames of each output.
///
/// Of an output that shows more frames than wanted, every second is told, or every third, always as many: a rate of 25 on a screen of
/// 60 frames is 20, as with CADisplayLink's `preferredFramesPerSecond`.
struct FramePace {
    /// Frames a second at most; nil is each one.
    var rate: Double?
    /// By output, the scene time of the next frame that is told.
    private var next: [String: Double] = [:]

    /// For `rate`.
    private static let range = 0.01...1000.0
    /// What a rate may be below the output's, as 29.97 is below a half of 60.
    private static let tolerance = 0.01
    /// Outputs that came and went are forgotten.
    private static let mostOutputs = 256

    /// Reads the word `rate=`. Throws `value` for what is none.
    init(_ word: Word) throws(SceneError) {
        let rate: Double
        do throws(ValueSyntax) { rate = try Quantity.number(word.value) } catch {
            throw SceneError(.value, "rate: \(error.message)")
        }
        guard Self.range.contains(rate) else {
            throw SceneError(
                .value, "rate: \(ValueSyntax.quote(word.value)) is out of range: 0.01…1000 frames a second")
        }
        self.rate = rate
    }

    /// Each frame.
    init() {}

    /// Seconds between two frames that are told of an output with this interval: whole ones of it.
    func period(_ interval: Double) -> Double {
        guard let rate, interval > 0 else { return interval }
        return max(1, ((1 - Self.tolerance) / (rate * interval)).rounded(.up)) * interval
    }

    /// The scene time from which a frame of the output is wanted: half an interval before it is told, so that it is the next of the grid.
    func due(_ output: String, _ interval: Double) -> Double {
        guard rate != nil, let due = next[output] else { return -.infinity }
        return due - interval / 2
    }

    /// True when a frame for `target` is told. The next one is a whole number of periods later, whatever was missed.
    mutating func take(_ output: String, target: Double, interval: Double) -> Bool {
        guard rate != nil else { return true }
        let period = period(interval)
        if next.count >= Self.mostOutputs { next = [:] }
        // The clock may have been set back.
        guard let due = next[output], due - target <= period else {
            next[output] = target + period
            return true
        }
        guard target >= due - interval / 2 else { return false }
        // In time it moves with the output's grid; late it stays on its own.
        let late = target - due
        let periods = ((late + interval / 2) / period).rounded(.down) + 1
        next[output] = late < interval / 2 ? target + period : due + periods * period
        return true
    }
}
