/// Linear constraints on real variables, satisfied in sequence: each comes as close to its goal as the previous ones
/// allow, and keeps that distance.
///
/// Uses the tableau of Cassowary (Badros, Borning, Stuckey: The Cassowary Linear Arithmetic Constraint Solving
/// Algorithm, ACM Transactions on Computer-Human Interaction 8(4), 2001, sections 2 and 4): rows in solved form,
/// unrestricted and nonnegative variables, Bland's rule for pivoting. Cassowary minimizes a weighted sum of all errors;
/// which of several minimal solutions it finds depends on its history. Here the errors are minimized in the order in
/// which the constraints are added; so a variable with its own goal has a unique value.
///
/// Arithmetic is done in index order, for reproducible results.
package struct ConstraintSystem {
    package enum Relation: Sendable { case equal, lessOrEqual, greaterOrEqual }

    /// A variable times a factor.
    package struct Term: Equatable, Sendable {
        package var variable: Int
        package var factor: Double

        package init(_ variable: Int, _ factor: Double) { (self.variable, self.factor) = (variable, factor) }
    }

    /// State in the tableau, by variable.
    private var states: [State]
    /// Basic variables expressed by parametric ones. Rows of nonnegative variables contain only nonnegative ones.
    private var rows: [Row] = []
    /// Rows that may contain the variable, by variable; some may no longer contain it.
    private var columns: [[Int32]]
    /// The sum being computed, by variable, and the variables in it.
    private var sums: [Double]
    private var summed: [Int32] = []
    /// Remaining number of terms that may be visited.
    private var budget: Int

    /// `variables` unrestricted variables come first, then `positive` nonnegative ones. `budget`: maximum number of
    /// visited row terms; beyond it the system is exhausted.
    package init(variables: Int, positive: Int, budget: Int) {
        states =
            [State](repeating: State(isPositive: false), count: variables)
            + [State](repeating: State(isPositive: true), count: positive)
        columns = [[Int32]](repeating: [], count: variables + positive)
        sums = [Double](repeating: 0, count: variables + positive)
        self.budget = budget
    }

    /// True when the budget is used up: values are meaningless, and nothing more is added.
    package var isExhausted: Bool { budget < 0 }

    /// The value of a variable; 0 when undetermined.
    package func value(of variable: Int) -> Double {
        let row = states[variable].row
        return row < 0 ? 0 : rows[Int(row)].constant
    }

    /// Brings the sum of `terms` and `constant` as close as possible to 0, or to one side of it. Returns the remaining
    /// distance, at least 0.
    @discardableResult
    package mutating func add(_ terms: [Term], _ constant: Double, _ relation: Relation) -> Double {
        guard !isExhausted else { return .infinity }
        var goal = reduced(terms, constant, by: relation == .lessOrEqual ? -1 : 1)
        if let free = mostWeighty(goal, where: { !states[Int($0)].isPositive }) {
            if relation != .equal { goal.terms.append(Entry(addSlack(), -1)) }
            solve(goal, for: free)
            return 0
        }
        if relation == .equal, goal.constant > 0 { goal.negate() }
        while goal.constant < -Self.least, let entering = goal.terms.first(where: { $0.factor > Self.smallFactor }) {
            if isExhausted { return .infinity }
            let step = -goal.constant / entering.factor
            if let row = blocking(entering.index, before: step) {
                exchange(row, entering.index)
                let added = rows[Int(states[Int(entering.index)].row)]
                goal = merged(goal, entering.factor, added, without: entering.index)
            } else {
                if relation != .equal { goal.terms.append(Entry(addSlack(), -1)) }
                solve(goal, for: entering.index)
                return 0
            }
        }
        guard goal.constant >= -Self.least else {
            // Its variables could only increase the distance.
            for term in goal.terms { states[Int(term.index)].isFixed = true }
            return -goal.constant
        }
        if relation != .equal {
            if !goal.terms.isEmpty { own(goal, addSlack()) }
        } else if let index = mostWeighty(goal, where: { _ in true }) {
            goal.constant = 0
            solve(goal, for: index)
        }
        return 0
    }

    // MARK: - The tableau

    private struct State {
        var isPositive: Bool
        /// True when it remains 0: otherwise an earlier constraint would be violated.
        var isFixed = false
        /// Its row; −1 for a parametric variable.
        var row: Int32 = -1
    }

    /// A variable of a row.
    private struct Entry {
        var index: Int32
        var factor: Double

        init(_ index: Int32, _ factor: Double) { (self.index, self.factor) = (index, factor) }
    }

    /// A constant plus variables times factors, by index.
    private struct Row {
        /// The variable whose value it is.
        var owner: Int32 = -1
        var constant = 0.0
        var terms: [Entry] = []

        mutating func negate() {
            constant = -constant
            for at in terms.indices { terms[at].factor = -terms[at].factor }
        }

        func factor(of index: Int32) -> Double {
            var (low, high) = (0, terms.count)
            while low < high {
                let middle = (low + high) / 2
                if terms[middle].index < index { low = middle + 1 } else { high = middle }
            }
            return low < terms.count && terms[low].index == index ? terms[low].factor : 0
        }
    }

    /// Tolerance for rounding errors around 0.
    private static let least = 1e-8
    private static let smallFactor = 1e-10

    /// The sum expressed by parametric variables.
    private mutating func reduced(_ terms: [Term], _ constant: Double, by sign: Double) -> Row {
        var row = Row(constant: constant * sign)
        for term in terms {
            let factor = term.factor * sign
            let state = states[term.variable]
            guard state.row >= 0 else {
                if !state.isFixed { sum(Int32(term.variable), factor) }
                continue
            }
            row.constant += factor * rows[Int(state.row)].constant
            budget -= rows[Int(state.row)].terms.count
            for entry in rows[Int(state.row)].terms where !states[Int(entry.index)].isFixed {
                sum(entry.index, factor * entry.factor)
            }
        }
        summed.sort()
        for index in summed {
            if abs(sums[Int(index)]) > Self.smallFactor { row.terms.append(Entry(index, sums[Int(index)])) }
            sums[Int(index)] = 0
        }
        summed.removeAll(keepingCapacity: true)
        return row
    }

    private mutating func sum(_ index: Int32, _ value: Double) {
        // A variable whose sum becomes 0 in between is listed twice; the second time it is 0.
        if sums[Int(index)] == 0 { summed.append(index) }
        sums[Int(index)] += value
    }

    private mutating func addSlack() -> Int32 {
        states.append(State(isPositive: true))
        columns.append([])
        sums.append(0)
        return Int32(states.count - 1)
    }

    /// The variable with the largest factor, the first of several.
    private func mostWeighty(_ row: Row, where isMeant: (Int32) -> Bool) -> Int32? {
        var (best, most) = (Int32(-1), 0.0)
        for term in row.terms where abs(term.factor) > most && isMeant(term.index) {
            (best, most) = (term.index, abs(term.factor))
        }
        return best < 0 ? nil : best
    }

    /// Adds a row for a variable that is in none.
    private mutating func own(_ row: Row, _ owner: Int32) {
        var row = row
        row.owner = owner
        if states[Int(owner)].isPositive { row.constant = max(0, row.constant) }
        states[Int(owner)].row = Int32(rows.count)
        for term in row.terms { columns[Int(term.index)].append(Int32(rows.count)) }
        rows.append(row)
    }

    /// Makes `goal` 0: solves it for a variable, and substitutes that in all rows.
    private mutating func solve(_ goal: Row, for index: Int32) {
        let row = solved(goal, for: index)
        own(row, index)
        put(row, of: index)
    }

    /// Solves `row` = 0 for the variable `index`.
    private func solved(_ row: Row, for index: Int32) -> Row {
        let scale = -1 / row.factor(of: index)
        var result = Row(constant: row.constant * scale)
        result.terms.reserveCapacity(row.terms.count)
        for term in row.terms where term.index != index {
            result.terms.append(Entry(term.index, term.factor * scale))
        }
        return result
    }

    /// The row whose variable would first become negative while `index` grows by `step`.
    private mutating func blocking(_ index: Int32, before step: Double) -> Int32? {
        var (found, nearest) = (Int32(-1), step)
        budget -= columns[Int(index)].count
        for at in columns[Int(index)] {
            let owner = rows[Int(at)].owner
            guard owner >= 0, states[Int(owner)].isPositive else { continue }
            let factor = rows[Int(at)].factor(of: index)
            guard factor < -Self.smallFactor else { continue }
            let room = rows[Int(at)].constant / -factor
            let isFirst = found >= 0 && room == nearest && owner < rows[Int(found)].owner
            if room < nearest || isFirst { (found, nearest) = (at, room) }
        }
        return found < 0 ? nil : found
    }

    /// Pivots: exchanges a row's variable with one of those in it.
    private mutating func exchange(_ at: Int32, _ entering: Int32) {
        var old = rows[Int(at)]
        let leaving = old.owner
        old.owner = -1
        rows[Int(at)] = Row()
        states[Int(leaving)].row = -1
        // Newer than the others in the row, it may have any position.
        let index = old.terms.firstIndex { $0.index > leaving } ?? old.terms.count
        old.terms.insert(Entry(leaving, -1), at: index)
        var row = solved(old, for: entering)
        row.owner = entering
        if states[Int(entering)].isPositive { row.constant = max(0, row.constant) }
        rows[Int(at)] = row
        states[Int(entering)].row = at
        columns[Int(leaving)].append(at)
        put(row, of: entering)
    }

    /// Substitutes a variable by its row in all others.
    private mutating func put(_ row: Row, of index: Int32) {
        let users = columns[Int(index)]
        columns[Int(index)] = []
        for at in users {
            let factor = rows[Int(at)].factor(of: index)
            guard factor != 0, rows[Int(at)].owner != index else { continue }
            let old = rows[Int(at)]
            var new = merged(old, factor, row, without: index)
            new.owner = old.owner
            if states[Int(new.owner)].isPositive { new.constant = max(0, new.constant) }
            for term in row.terms where old.factor(of: term.index) == 0 {
                columns[Int(term.index)].append(at)
            }
            rows[Int(at)] = new
        }
    }

    /// `row` with a variable replaced by `other` times a factor.
    private mutating func merged(_ row: Row, _ factor: Double, _ other: Row, without index: Int32) -> Row {
        var result = Row(constant: row.constant + factor * other.constant)
        result.terms.reserveCapacity(row.terms.count + other.terms.count)
        budget -= row.terms.count + other.terms.count
        var (a, b) = (0, 0)
        while a < row.terms.count || b < other.terms.count {
            let left = a < row.terms.count ? row.terms[a].index : .max
            let right = b < other.terms.count ? other.terms[b].index : .max
            let next = min(left, right)
            var value = 0.0
            if left == next {
                if left != index { value = row.terms[a].factor }
                a += 1
            }
            if right == next {
                value += factor * other.terms[b].factor
                b += 1
            }
            if abs(value) > Self.smallFactor, !states[Int(next)].isFixed { result.terms.append(Entry(next, value)) }
        }
        return result
    }
}
