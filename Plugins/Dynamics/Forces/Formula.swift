import Expressions
import Geometry

/// The acceleration of a custom field: an expression of the place and the motion of an item.
final class Formula {
    /// A name that the expression may use.
    private enum Name: String, CaseIterable {
        case x, y, vx, vy, mass, charge, time
    }

    /// What a custom field may ask for, at one place and time.
    struct Subject {
        /// From the field's position.
        var way: Vector
        var velocity: Vector
        var mass: Double
        var charge: Double
        var time: Double
    }

    private let expression: Expression
    /// By the index of the expression's references.
    private let names: [Name]
    /// Units of work of an evaluation.
    let work: Int
    /// One evaluation, of which a frame has thousands, is small.
    private let budget = ComputeBudget(operations: 1024, bytes: 4096)

    /// Compiles `text`. Throws where it is no expression, has names of its own, or cannot give a point.
    init(_ text: String) throws(ExpressionError) {
        let expression = try ByteView.with(text) { (view) throws(ExpressionError) in try Expression(view) }
        var names: [Name] = []
        for reference in expression.references {
            guard reference.kind == .name, let name = Name(rawValue: reference.name) else {
                let known = Name.allCases.map(\.rawValue).joined(separator: ", ")
                throw ExpressionError(.unknownObject, "\"\(reference.name)\" is none of \(known)")
            }
            names.append(name)
        }
        guard expression.selectors.isEmpty, !expression.computesNames, !expression.usesWallTime else {
            throw ExpressionError(.value, "it may ask for the item only")
        }
        guard expression.mayBe(.point) else {
            throw ExpressionError(.value, "a point is expected, as point(0, 100)")
        }
        (self.expression, self.names) = (expression, names)
        work = 1 + text.utf8.count / 8
    }

    /// The acceleration, in points/s²; none where the expression fails or gives what is no point.
    func acceleration(_ subject: Subject) -> Vector {
        budget.begin()
        var environment = Environment(formula: self, subject: subject)
        do throws(ExpressionError) {
            guard case .point(let p) = try expression.value(in: &environment), p.x.isFinite, p.y.isFinite else {
                return .zero
            }
            return Vector(x: p.x, y: p.y).held(to: Simulation.farthest)
        } catch {
            return .zero
        }
    }

    private struct Environment: ExpressionEnvironment {
        let formula: Formula
        let subject: Subject

        func value(of reference: ExpressionReference) throws(ExpressionError) -> ExpressionValue {
            switch formula.names[reference.index] {
            case .x: .number(subject.way.x)
            case .y: .number(subject.way.y)
            case .vx: .number(subject.velocity.x)
            case .vy: .number(subject.velocity.y)
            case .mass: .number(subject.mass)
            case .charge: .number(subject.charge)
            case .time: .number(subject.time)
            }
        }

        func exists(_ object: ExpressionObject) throws(ExpressionError) -> Bool { false }
        func index(of object: ExpressionObject) throws(ExpressionError) -> Int { 0 }
        func has(_ object: ExpressionObject, style: String) throws(ExpressionError) -> Bool { false }
        func count(_ selector: Selector) throws(ExpressionError) -> Int { 0 }
        var wallTime: Double { 0 }
        var work: ComputeBudget { formula.budget }
    }
}
