import Glibc

/// Dashes and gaps in turn, going on for ever from a phase.
struct DashPattern {
    /// Dash, gap, dash, gap …; an even count.
    private let lengths: [Double]
    let period: Double
    private let firstIndex: Int
    private let firstRest: Double
    /// The position of the walk: the entry, and the rest of it.
    private var index: Int
    private var rest: Double

    /// Nil when the pattern is solid: empty, with a negative or no finite length, without a gap, or of length 0.
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
        // An entry that ends at the phase is over, unless it is a dot that begins there as well.
        while i < all.count - 1, offset > 0, offset >= all[i] {
            offset -= all[i]
            i += 1
        }
        firstIndex = i
        firstRest = max(0, all[i] - offset)
        index = i
        rest = firstRest
    }

    /// Dashes that begin in one period.
    var count: Int { lengths.count / 2 }

    mutating func restart() {
        index = firstIndex
        rest = firstRest
    }

    /// The next dash or gap and its length; dashes without a gap between them are one.
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
