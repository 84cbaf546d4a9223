import Schema

/// Maximum number of lines that reactions may run for one cause: a step of scene time or one input event.
///
/// Reactions can trigger each other, each several: limiting rounds alone does not limit the work. Budgets are per
/// scope: reactions of clients limited to different subtrees have separate budgets.
package struct ReactionBudget {
    /// Maximum lines for the reactions of one scope.
    package static let mostLines = 4096
    /// Maximum lines for all reactions together.
    package static let mostLinesInAll = 16_384
    /// Maximum number of stopped reactions reported by name.
    package static let mostReports = 16

    private var spent: [ObjectID?: Int] = [:]
    private var total = 0
    private var stopped: Set<ObjectID> = []

    /// False when the reactions of `scope` (nil: full access) have used up their lines.
    func hasRoom(for scope: ObjectID?) -> Bool {
        total < Self.mostLinesInAll && spent[scope, default: 0] < Self.mostLines
    }

    /// Takes `lines` from the budget, at least one. A started reaction is run completely.
    mutating func spend(_ lines: Int, for scope: ObjectID?) {
        spent[scope, default: 0] += max(1, lines)
        total += max(1, lines)
    }

    /// Records a skipped reaction. Returns true when it has to be reported: once for each, and only the first few.
    mutating func stop(_ reaction: ObjectID) -> Bool {
        stopped.count < Self.mostReports && stopped.insert(reaction).inserted
    }
}
