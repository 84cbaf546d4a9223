import Geometry
import LineProtocol
import Schema

/// How often one connection receives the `frame` events of each output.
///
/// When an output shows more frames than wanted, every n-th frame is sent, with constant n: a rate of 25 on a screen
/// with 60 frames per second becomes 20, like CADisplayLink's `preferredFramesPerSecond`.
struct FramePace {
    /// Maximum frames per second; nil: every frame.
    var rate: Double?
    /// Scene time of the next sent frame, by output.
    private var next: [String: Double] = [:]

    /// Range of `rate`.
    private static let range = 0.01...1000.0
    /// Tolerance of the rate, relative to the output's: 29.97 counts as half of 60.
    private static let tolerance = 0.01
    /// Maximum number of outputs; removed ones are forgotten.
    private static let mostOutputs = 256

    /// Parses the word `rate=`. Throws `value`.
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

    /// Every frame.
    init() {}

    /// Seconds between two sent frames of an output with this interval: a multiple of it.
    func period(_ interval: Double) -> Double {
        guard let rate, interval > 0 else { return interval }
        return max(1, ((1 - Self.tolerance) / (rate * interval)).rounded(.up)) * interval
    }

    /// The scene time from which a frame of the output is wanted: half an interval early, so that it is the next one of
    /// the grid.
    func due(_ output: String, _ interval: Double) -> Double {
        guard rate != nil, let due = next[output] else { return -.infinity }
        return due - interval / 2
    }

    /// Returns true when a frame for `target` has to be sent. The next one is a multiple of the period later, whatever
    /// was missed.
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
        // In time: moves with the output's grid. Late: keeps its own grid.
        let late = target - due
        let periods = ((late + interval / 2) / period).rounded(.down) + 1
        next[output] = late < interval / 2 ? target + period : due + periods * period
        return true
    }
}
