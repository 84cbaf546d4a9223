import Expressions
import Scene

/// Budgets for what acts later, in the name of who made it: one for each layer to which rights are limited, one for full access.
///
/// Renewed with each step of scene time, and with each thing that an input device does.
final class MakerBudgets {
    private var budgets: [ObjectID?: ComputeBudget] = [:]
    private var isUsed = false
    private static let mostKept = 64
    private let mayOverrun: Bool

    /// See `ComputeBudget.init`.
    init(mayOverrun: Bool = false) { self.mayOverrun = mayOverrun }

    /// The budget of makers whose rights are limited to `scope`.
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
