import Geometry

extension Expression {
    /// Computes the value. Names are asked of `environment`; nothing is allocated for numbers, booleans, points, sizes,
    /// rectangles and colours.
    ///
    /// An error carries the column in the expression; `limit` tells that `environment.work` is used up.
    package func value<Environment: ExpressionEnvironment>(
        in environment: inout Environment
    ) throws(ExpressionError) -> ExpressionValue {
        let work = environment.work
        let outer = work.enter()
        defer { work.leave(outer) }
        // Code only goes forwards.
        try work.spend(code.count)
        let result: Result<ExpressionValue, ExpressionError> =
            unsafe withUnsafeTemporaryAllocation(of: ExpressionValue.self, capacity: stackSize) { buffer in
                guard let base = buffer.baseAddress else { preconditionFailure("an expression has a value") }
                var stack = unsafe ValueStack(base, capacity: stackSize)
                defer { stack.removeAll() }
                do throws(ExpressionError) {
                    try run(&stack, &environment, work)
                    let value = stack.pop()
                    // It is kept as its text.
                    if value.type == .list || value.type == .record { _ = try value.shortestText(work) }
                    return .success(value)
                } catch {
                    return .failure(error)
                }
            }
        return try result.get()
    }

    private func run<Environment: ExpressionEnvironment>(
        _ stack: inout ValueStack, _ environment: inout Environment, _ work: ComputeBudget
    ) throws(ExpressionError) {
        let code = code.span
        var at = 0
        while at < code.count {
            let instruction = code[at]
            at += 1
            do throws(ExpressionError) {
                switch instruction.operation {
                case .constant: stack.push(constants[Int(instruction.operand)])
                case .reference: stack.push(try environment.value(of: references[Int(instruction.operand)]))
                case .jump: at = Int(instruction.operand)
                case .jumpIfFalse:
                    if try !condition(stack.pop(), "? :") { at = Int(instruction.operand) }
                case .and, .or:
                    let isOr = instruction.operation == .or
                    if try condition(stack.top, isOr ? "or" : "and") == isOr {
                        at = Int(instruction.operand)
                    } else {
                        _ = stack.pop()
                    }
                case .boolean: _ = try condition(stack.top, "and, or")
                case .not: stack.replace(.boolean(try !condition(stack.top, "not")))
                case .negate: stack.replace(try ExpressionOperators.negated(stack.top))
                case .equal, .notEqual:
                    let right = stack.pop()
                    let isEqual = try stack.top.equals(right, work)
                    stack.replace(.boolean(isEqual == (instruction.operation == .equal)))
                case .add, .subtract, .multiply, .divide, .remainder, .less, .lessOrEqual, .greater, .greaterOrEqual:
                    let right = stack.pop()
                    stack.replace(try ExpressionOperators.value(instruction.operation, stack.top, right, work))
                case .member: stack.replace(try member(stack.top, members[Int(instruction.operand)], work))
                case .call:
                    guard let function = ExpressionFunction(rawValue: UInt8(instruction.operand)) else {
                        preconditionFailure("the compiler knows functions only")
                    }
                    let count = Int(instruction.count)
                    let result = try function.value(stack.arguments(count, of: function), work) { environment.wallTime }
                    stack.drop(count)
                    stack.push(result)
                default: try ask(instruction, &stack, &environment)
                }
            } catch {
                var error = error
                if error.column == 0 { error.column = column(of: instruction) }
                throw error
            }
        }
    }

    /// Functions about objects.
    private func ask<Environment: ExpressionEnvironment>(
        _ instruction: Instruction, _ stack: inout ValueStack, _ environment: inout Environment
    ) throws(ExpressionError) {
        let operand = Int(instruction.operand)
        switch instruction.operation {
        case .existsReference: stack.push(.boolean(try environment.exists(.reference(references[operand]))))
        case .existsID:
            let id = try Self.text(stack.top, of: .exists)
            stack.replace(.boolean(try environment.exists(.id(id))))
        case .indexReference: stack.push(.number(Double(try environment.index(of: .reference(references[operand])))))
        case .indexID:
            let id = try Self.text(stack.top, of: .index)
            stack.replace(.number(Double(try environment.index(of: .id(id)))))
        case .hasReference:
            let style = try Self.text(stack.top, of: .has)
            stack.replace(.boolean(try environment.has(.reference(references[operand]), style: style)))
        case .hasID:
            let style = try Self.text(stack.pop(), of: .has)
            let id = try Self.text(stack.top, of: .has)
            stack.replace(.boolean(try environment.has(.id(id), style: style)))
        case .countSelector: stack.push(.number(Double(try environment.count(selectors[operand]))))
        default:
            let text = try Self.text(stack.top, of: .count)
            try environment.work.read(text.utf8.count)
            let selector: Selector
            do throws(SelectorSyntax) { selector = try Selector(text) } catch {
                throw ExpressionError(.value, "count: \(error.message)")
            }
            stack.replace(.number(Double(try environment.count(selector))))
        }
    }

    private func condition(_ value: ExpressionValue, _ what: StaticString) throws(ExpressionError) -> Bool {
        guard case .boolean(let condition) = value else {
            throw ExpressionError(.value, "\(what) takes a boolean, not \(value.type.name)")
        }
        return condition
    }

    private static func text(
        _ value: ExpressionValue, of function: ExpressionFunction
    ) throws(ExpressionError) -> String {
        guard case .text(let text) = value else {
            throw ExpressionError(.value, "\(function.usage) takes a text, not \(value.type.name)")
        }
        return text
    }

    private func member(
        _ value: ExpressionValue, _ name: String, _ work: ComputeBudget
    ) throws(ExpressionError) -> ExpressionValue {
        let part = try ByteView.with(name) { (name) throws(ExpressionError) in try value.member(name, work) }
        guard let part else {
            throw ExpressionError(.unknownProperty, "\(value.type.name) has no part \"\(name)\"")
        }
        return part
    }

    private func column(of instruction: Instruction) -> Int {
        ByteView.with(text) { ExpressionError.column(Int(instruction.offset), in: $0) }
    }
}
