import Glibc

/// An endless sequence of dashes and gaps, beginning at a phase.
struct DashPattern {
    /// Dash, gap, dash, gap …; always an even count.
    private let lengths: [Double]
    let period: Double
    private let firstIndex: Int
    private let firstRest: Double
    /// The current entry, and its remaining length.
    private var index: Int
    private var rest: Double

    /// Nil when the pattern is solid: empty, without a gap, of length 0, or with a length that is negative or not
    /// finite.
    init?(_ dash: [Double], phase: Double) {
        guard dash.allSatisfy({ $0 >= 0 && $0.isFinite }) else { return nil }
        let all = dash.count % 2 == 0 ? dash : dash + dash
        let sum = all.reduce(0, +)
        guard sum > 0, sum.isFinite else { return nil }
        var hasGap = false
        for i in stride(from: 1, to: all.count, by: 2) where all[i] > 0 { hasGap = true }
        guard hasGap else { return nil }
        lengths = all
        period = sum
        var offset = phase.isFinite ? fmod(phase, sum) : 0
        if offset < 0 { offset += sum }
        var i = 0
        // An entry that ends exactly at the phase is skipped, unless it is a dot that also begins there.
        while i < all.count - 1, offset > 0, offset >= all[i] {
            offset -= all[i]
            i += 1
        }
        firstIndex = i
        firstRest = max(0, all[i] - offset)
        index = i
        rest = firstRest
    }

    /// Number of dashes in one period.
    var count: Int { lengths.count / 2 }

    mutating func restart() {
        index = firstIndex
        rest = firstRest
    }

    /// Returns the next dash or gap and its length; dashes without a gap between them are merged.
    mutating func next() -> (isOn: Bool, length: Double) {
        let isOn = index % 2 == 0
        var length = rest
        advance()
        while isOn, rest == 0 {
            advance()
            length += rest
            advance()
        }
        return (isOn, length)
    }

    private mutating func advance() {
        index = (index + 1) % lengths.count
        rest = lengths[index]
    }
}
