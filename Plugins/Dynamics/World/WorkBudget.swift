/// The work that simulation may do: a number of units for each second of scene time, saved up to `most`.
///
/// Units are counted, never measured in time: the same scene gives the same motion on every machine. One is about a quarter of a
/// microsecond on a machine of 2020.
struct WorkBudget {
    /// Units for each second.
    private static let rate = 3e6
    /// Units of one frame, at most.
    private static let most = 1e6

    private var left = Self.most
    private var time = 0.0

    /// Scene time goes on.
    mutating func advance(to time: Double) {
        left = min(Self.most, left + max(0, time - self.time) * Self.rate)
        self.time = time
    }

    /// Units that are left; below 0 after a sub-step that took more than there was.
    var units: Int { Int(left) }

    mutating func use(_ units: Int) { left -= Double(units) }
}

/// Units of work of a sub-step, as measured.
enum Work {
    static let step = 4
    static let body = 1
    static let field = 1
    static let sweep = 4
    static let constraint = 3
    static let contact = 2
}
