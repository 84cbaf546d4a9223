import Geometry

extension Expression {
    /// Computes the value. Names are resolved by `environment`; nothing is allocated for numbers, booleans, points,
    /// sizes, rectangles and colours.
    ///
    /// Errors contain the column in the expression; `limit` means that `environment.work` is used up.
    package func value<Environment: ExpressionEnvironment>(
        in environment: inout Environment
    ) throws(ExpressionError) -> ExpressionValue {
        let work = environment.work
        let outer = work.enter()
        defer { work.leave(outer) }
        var locals = localCount > 0 ? [ExpressionValue](repeating: .none, count: localCount) : []
        let value = try evaluate(&locals, &environment, work)
        if value.type == .list || value.type == .record { try value.payForStoring(work) }
        return value
    }

    /// Runs the code with a stack of its own. `locals` begin with the arguments of a function.
    private func evaluate<Environment: ExpressionEnvironment>(
        _ locals: inout [ExpressionValue], _ environment: inout Environment, _ work: ComputeBudget
    ) throws(ExpressionError) -> ExpressionValue {
        // Code only jumps forward.
        try work.spend(code.count)
        let result: Result<ExpressionValue, ExpressionError> =
            unsafe withUnsafeTemporaryAllocation(of: ExpressionValue.self, capacity: stackSize) { buffer in
                guard let base = buffer.baseAddress else { preconditionFailure("an expression has a value") }
                var stack = unsafe ValueStack(base, capacity: stackSize)
                defer { stack.removeAll() }
                do throws(ExpressionError) {
                    try run(0..<code.count, &stack, &environment, work, &locals)
                    return .success(stack.pop())
                } catch {
                    return .failure(error)
                }
            }
        return try result.get()
    }

    /// Calls a function of the scene with the last `count` values of the stack, in place of which its value comes.
    private func call<Environment: ExpressionEnvironment>(
        _ call: UserCall, _ count: Int, _ stack: inout ValueStack, _ environment: inout Environment,
        _ work: ComputeBudget
    ) throws(ExpressionError) {
        guard let function = call.function else {
            throw ExpressionError(.value, ByteView.with(call.name) { ExpressionFunction.unknown($0) })
        }
        guard function.parameters.count == count else {
            throw ExpressionError(.value, function.wrongCount(count))
        }
        var locals = [ExpressionValue](repeating: .none, count: function.body.localCount)
        for index in (0..<count).reversed() { locals[index] = stack.pop() }
        do throws(ExpressionError) {
            stack.push(try function.body.evaluate(&locals, &environment, work))
        } catch {
            throw ExpressionError(error.code, "in \(function.usage), \(error.description)")
        }
    }

    private func run<Environment: ExpressionEnvironment>(
        _ range: Range<Int>, _ stack: inout ValueStack, _ environment: inout Environment, _ work: ComputeBudget,
        _ locals: inout [ExpressionValue]
    ) throws(ExpressionError) {
        let code = code.span
        var at = range.lowerBound
        while at < range.upperBound {
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
                case .local: stack.push(locals[Int(instruction.operand)])
                case .makeList: try makeList(Int(instruction.count), &stack, work)
                case .makeRecord: try makeRecord(recordKeys[Int(instruction.operand)], &stack, work)
                case .item:
                    let key = stack.pop()
                    stack.replace(try item(of: stack.top, key, work))
                case .loop:
                    let loop = loops[Int(instruction.operand)]
                    let result = try run(loop, from: at, &stack, &environment, work, &locals)
                    stack.push(result)
                    at = loop.end
                case .member: stack.replace(try member(stack.top, members[Int(instruction.operand)], work))
                case .call:
                    guard let function = ExpressionFunction(rawValue: UInt8(instruction.operand)) else {
                        preconditionFailure("the compiler knows functions only")
                    }
                    let count = Int(instruction.count)
                    if function == .random, count == 0 {
                        stack.push(.number(environment.random()))
                        continue
                    }
                    let result = try function.value(stack.arguments(count, of: function), work) { environment.wallTime }
                    stack.drop(count)
                    stack.push(result)
                case .callUser:
                    try call(calls[Int(instruction.operand)], Int(instruction.count), &stack, &environment, work)
                default: try ask(instruction, &stack, &environment)
                }
            } catch {
                var error = error
                if error.column == 0 { error.column = column(of: instruction) }
                throw error
            }
        }
    }

    private func makeList(_ count: Int, _ stack: inout ValueStack, _ work: ComputeBudget) throws(ExpressionError) {
        try work.make(items: count)
        var items: [ExpressionValue] = []
        for _ in 0..<count { items.append(stack.pop()) }
        stack.push(.items(items.reversed()))
    }

    private func makeRecord(
        _ keys: [String], _ stack: inout ValueStack, _ work: ComputeBudget
    ) throws(ExpressionError) {
        try work.make(items: keys.count)
        var fields: [ExpressionRecord.Field] = []
        for key in keys.reversed() { fields.append(.init(key, stack.pop())) }
        stack.push(.record(ExpressionRecord(fields.reversed())))
    }

    private func item(
        of value: ExpressionValue, _ key: ExpressionValue, _ work: ComputeBudget
    ) throws(ExpressionError) -> ExpressionValue {
        switch (value, key) {
        case (.list(let items), .number(let n)):
            guard n.rounded() == n, n >= 0, n < Double(items.count) else {
                throw ExpressionError(.value, "the list has \(items.count) items, and none at \(key.shortestText)")
            }
            return items[Int(n)]
        case (.record, .text(let name)): return try member(value, name, work)
        case (.list, _): throw ExpressionError(.value, "an item of a list is named by a number, not \(key.type.name)")
        case (.record, _): throw ExpressionError(.value, "a field is named by a text, not \(key.type.name)")
        default: throw ExpressionError(.value, "\(value.type.name) has no items")
        }
    }

    /// Executes a loop over a list, with the code starting at `from`.
    private func run<Environment: ExpressionEnvironment>(
        _ loop: ExpressionLoop, from: Int, _ stack: inout ValueStack, _ environment: inout Environment,
        _ work: ComputeBudget, _ locals: inout [ExpressionValue]
    ) throws(ExpressionError) -> ExpressionValue {
        var sum = loop.function == .fold ? stack.pop() : .none
        let value = stack.pop()
        guard case .list(let items) = value else {
            throw ExpressionError(.value, "\(loop.function.rawValue) goes over a list, not \(value.type.name)")
        }
        var made: [ExpressionValue] = []
        for (index, item) in items.enumerated() {
            try work.spend(1 + loop.end - from)
            (locals[loop.item], locals[loop.index]) = (item, .number(Double(index)))
            if loop.function == .fold { locals[loop.sum] = sum }
            try run(from..<loop.end, &stack, &environment, work, &locals)
            let result = stack.pop()
            switch loop.function {
            case .map: made.append(result)
            case .fold: sum = result
            case .filter: if try condition(result, "filter") { made.append(item) }
            case .find: if try condition(result, "find") { return item }
            case .any: if try condition(result, "any") { return .boolean(true) }
            case .all: if try !condition(result, "all") { return .boolean(false) }
            }
        }
        switch loop.function {
        case .map, .filter:
            try work.make(items: made.count)
            return .items(made)
        case .fold: return sum
        case .find: return .none
        case .any: return .boolean(false)
        case .all: return .boolean(true)
        }
    }

    /// Executes functions about objects.
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
