import Expressions
import Schema

/// Compute budgets for everything that acts later, by creator: one for each layer that access is limited to, one for
/// full access.
///
/// Renewed with each step of scene time and each input event.
final class MakerBudgets {
    private var budgets: [ObjectID?: ComputeBudget] = [:]
    private var isUsed = false
    private static let mostKept = 64
    private let mayOverrun: Bool

    /// See `ComputeBudget.init`.
    init(mayOverrun: Bool = false) { self.mayOverrun = mayOverrun }

    /// The budget of creators whose access is limited to `scope`.
    subscript(scope: ObjectID?) -> ComputeBudget {
        isUsed = true
        if let known = budgets[scope] { return known }
        let new = ComputeBudget(mayOverrun: mayOverrun)
        budgets[scope] = new
        return new
    }

    func renew() {
        guard isUsed else { return }
        isUsed = false
        if budgets.count > Self.mostKept { return budgets.removeAll() }
        for budget in budgets.values { budget.begin() }
    }
}
