import Scene

/// Lines that reactions may run for one cause: a step of scene time, or one thing that an input device did.
///
/// Reactions can set each other off, and each may set off several: rounds alone do not bound the work. Rights are the key:
/// reactions of clients that are limited to different subtrees have budgets of their own.
package struct ReactionBudget {
    /// Lines for the reactions of one scope.
    package static let mostLines = 4096
    /// Lines for all reactions together.
    package static let mostLinesInAll = 16_384
    /// Stopped reactions that are reported by name.
    package static let mostReports = 16

    private var spent: [ObjectID?: Int] = [:]
    private var total = 0
    private var stopped: Set<ObjectID> = []

    /// False when the reactions of `scope`, nil for those with full rights, have used up their lines.
    func hasRoom(for scope: ObjectID?) -> Bool {
        total < Self.mostLinesInAll && spent[scope, default: 0] < Self.mostLines
    }

    /// Takes `lines` from the budget, at least one. A reaction that has begun is run whole.
    mutating func spend(_ lines: Int, for scope: ObjectID?) {
        spent[scope, default: 0] += max(1, lines)
        total += max(1, lines)
    }

    /// Notes a reaction that is not run. True when it is to be reported: once for each, and only the first few.
    mutating func stop(_ reaction: ObjectID) -> Bool {
        stopped.count < Self.mostReports && stopped.insert(reaction).inserted
    }
}
