import Constraints
import TestSupport
import Testing

/// Linear constraints, one after another.
@Suite struct ConstraintSystemTests {
    private typealias Term = ConstraintSystem.Term

    private struct Rule {
        var terms: [ConstraintSystem.Term]
        var constant: Double
        var relation: ConstraintSystem.Relation

        /// How far values stay away from it.
        func error(_ values: [Double]) -> Double {
            let sum = terms.reduce(constant) { $0 + $1.factor * values[$1.variable] }
            return switch relation {
            case .equal: abs(sum)
            case .lessOrEqual: max(0, sum)
            case .greaterOrEqual: max(0, -sum)
            }
        }
    }

    private func solve(_ rules: [Rule], variables: Int, positive: Int) -> (values: [Double], errors: [Double]) {
        var system = ConstraintSystem(variables: variables, positive: positive, budget: 1_000_000)
        let errors = rules.map { system.add($0.terms, $0.constant, $0.relation) }
        return ((0..<variables + positive).map { system.value(of: $0) }, errors)
    }

    /// The same by trying all corners: points where as many borders of constraints meet as there are variables. The best one has the
    /// least error of the first constraint, of these the least of the second, and so on.
    private func bestCorner(_ rules: [Rule], variables: Int, positive: Int) -> [Double]? {
        let count = variables + positive
        var borders: [[Double]] = rules.map { rule in
            var line = [Double](repeating: 0, count: count + 1)
            for term in rule.terms { line[term.variable] += term.factor }
            line[count] = -rule.constant
            return line
        }
        for at in variables..<count {
            borders.append((0...count).map { $0 == at ? 1 : 0 })
        }
        var best: (values: [Double], errors: [Double])?
        func visit(_ chosen: [Int], _ next: Int) {
            if chosen.count == count {
                guard let point = meet(chosen.map { borders[$0] }),
                    point[variables...].allSatisfy({ $0 > -1e-7 })
                else { return }
                let errors = rules.map { $0.error(point) }
                guard let known = best else {
                    best = (point, errors)
                    return
                }
                for (a, b) in zip(errors, known.errors) where abs(a - b) > 1e-6 {
                    if a < b { best = (point, errors) }
                    return
                }
                return
            }
            for at in next..<max(next, borders.count) { visit(chosen + [at], at + 1) }
        }
        visit([], 0)
        return best?.values
    }

    /// The solution of a square system by Gauss' elimination; nil when there is none, or more than one.
    private func meet(_ lines: [[Double]]) -> [Double]? {
        var lines = lines
        let count = lines.count
        for at in 0..<count {
            guard let pivot = (at..<count).max(by: { abs(lines[$0][at]) < abs(lines[$1][at]) }),
                abs(lines[pivot][at]) > 1e-7
            else { return nil }
            lines.swapAt(at, pivot)
            for other in 0..<count where other != at {
                let factor = lines[other][at] / lines[at][at]
                for column in at...count { lines[other][column] -= factor * lines[at][column] }
            }
        }
        return (0..<count).map { lines[$0][count] / lines[$0][$0] }
    }

    @Test func asTheBestCorner() throws {
        var chance = Dice(17)
        var broken = 0
        for _ in 0..<600 {
            let (variables, positive) = (Int.random(in: 0...2, using: &chance), Int.random(in: 1...2, using: &chance))
            let count = variables + positive
            var rules: [Rule] = []
            for _ in 0..<Int.random(in: 1...6, using: &chance) {
                var terms: [ConstraintSystem.Term] = []
                for variable in 0..<count where Bool.random(using: &chance) {
                    terms.append(Term(variable, [-2, -1, -0.5, 0.5, 1, 1, 3].randomElement(using: &chance) ?? 1))
                }
                rules.append(
                    Rule(
                        terms: terms, constant: Double(Int.random(in: -40...40, using: &chance)),
                        relation: [.equal, .equal, .lessOrEqual, .greaterOrEqual].randomElement(using: &chance)
                            ?? .equal))
            }
            // Goals of their own: then there is one solution.
            for variable in (0..<count).shuffled(using: &chance) {
                let goal = Double(Int.random(in: -30...30, using: &chance))
                rules.append(Rule(terms: [Term(variable, 1)], constant: goal, relation: .equal))
            }
            let (values, errors) = solve(rules, variables: variables, positive: positive)
            let best = try #require(bestCorner(rules, variables: variables, positive: positive))
            for (a, b) in zip(values, best) { #expect(abs(a - b) < 1e-5, "\(rules): \(values), not \(best)") }
            for (rule, error) in zip(rules, errors) { #expect(abs(rule.error(values) - error) < 1e-5, "\(rules)") }
            broken += errors.count { $0 > 1e-6 }
        }
        #expect(broken > 600)
    }

    /// The example of Cassowary's paper, section 2: the middle of a line whose ends stay within 0 and 100, the left one 10 to the left.
    @Test func middleOfALine() {
        // left, middle, right
        func rules(middle: Double) -> [Rule] {
            [
                Rule(terms: [Term(1, 2), Term(0, -1), Term(2, -1)], constant: 0, relation: .equal),
                Rule(terms: [Term(0, 1), Term(2, -1)], constant: 10, relation: .lessOrEqual),
                Rule(terms: [Term(0, 1)], constant: 0, relation: .greaterOrEqual),
                Rule(terms: [Term(2, 1)], constant: -100, relation: .lessOrEqual),
                Rule(terms: [Term(1, 1)], constant: -middle, relation: .equal),
                Rule(terms: [Term(0, 1)], constant: -30, relation: .equal),
                Rule(terms: [Term(2, 1)], constant: -60, relation: .equal),
            ]
        }
        #expect(solve(rules(middle: 45), variables: 3, positive: 0).values == [30, 45, 60])
        #expect(solve(rules(middle: 60), variables: 3, positive: 0).values == [30, 60, 90])
        // The right end has come to its border, and pushes the left one.
        #expect(solve(rules(middle: 90), variables: 3, positive: 0).values == [80, 90, 100])
        #expect(solve(rules(middle: 97), variables: 3, positive: 0).values == [90, 95, 100])
    }

    @Test func feasibleOnesAreSatisfied() {
        var chance = Dice(3)
        for _ in 0..<40 {
            let count = Int.random(in: 10...60, using: &chance)
            let witness = (0..<count).map { _ in Double(Int.random(in: 0...500, using: &chance)) }
            var rules: [Rule] = []
            for _ in 0..<count * 2 {
                let terms = (0..<Int.random(in: 1...4, using: &chance)).map { _ in
                    Term(Int.random(in: 0..<count, using: &chance), [-1, 1, 0.5, 2].randomElement(using: &chance) ?? 1)
                }
                let sum = terms.reduce(0) { $0 + $1.factor * witness[$1.variable] }
                switch Int.random(in: 0...2, using: &chance) {
                case 0: rules.append(Rule(terms: terms, constant: -sum, relation: .equal))
                case 1: rules.append(Rule(terms: terms, constant: -sum - 3, relation: .lessOrEqual))
                default: rules.append(Rule(terms: terms, constant: -sum + 5, relation: .greaterOrEqual))
                }
            }
            let (values, errors) = solve(rules, variables: count / 2, positive: count - count / 2)
            #expect(errors.allSatisfy { $0 < 1e-6 }, "\(errors.max() ?? 0)")
            #expect(rules.allSatisfy { $0.error(values) < 1e-4 }, "\(rules.map { $0.error(values) }.max() ?? 0)")
            #expect(values[(count / 2)...].allSatisfy { $0 >= 0 })
        }
    }

    @Test func workIsBounded() {
        func run(_ budget: Int) -> Bool {
            var system = ConstraintSystem(variables: 0, positive: 40, budget: budget)
            for row in 0..<40 {
                let terms = (0..<40).map { Term($0, Double(($0 * 7 + row * 13) % 11) - 5) }
                system.add(terms, Double(row) - 50, .greaterOrEqual)
            }
            return system.isExhausted
        }
        #expect(run(2000) && !run(10_000_000))
    }
}
