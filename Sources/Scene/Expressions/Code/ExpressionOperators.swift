import Geometry

/// The results of operators, on values and on types.
enum ExpressionOperators {
    // MARK: - Types

    /// The result's type as far as it is known; nil when the operands do not match.
    static func type(
        _ operation: Instruction.Operation, _ left: ExpressionType, _ right: ExpressionType
    ) -> ExpressionType? {
        switch operation {
        case .equal, .notEqual: return .boolean
        case .less, .lessOrEqual, .greater, .greaterOrEqual:
            if left.mayBe(.number), right.mayBe(.number) { return .boolean }
            return left.mayBe(.text) && right.mayBe(.text) ? .boolean : nil
        case .add, .subtract: return sum(operation, left, right)
        case .multiply, .divide:
            if left.isNumber, right.isNumber { return left == .angle || right == .angle ? .angle : .number }
            if right.mayBe(.number), isScalable(left) { return right == .any && left.isNumber ? .any : left }
            return operation == .multiply && left.mayBe(.number) && isScalable(right) ? right : nil
        case .remainder:
            guard left.mayBe(.number), right.mayBe(.number) else { return nil }
            return left == .angle ? .angle : .number
        default: return nil
        }
    }

    private static func sum(
        _ operation: Instruction.Operation, _ left: ExpressionType, _ right: ExpressionType
    ) -> ExpressionType? {
        guard left.mayBe(right) else { return nil }
        if left.isNumber, right.isNumber { return left == .angle || right == .angle ? .angle : .number }
        let known = left == .any ? right : left
        switch known {
        case .any, .number, .angle, .point, .size, .color: return known
        case .text: return operation == .add ? .text : nil
        default: return nil
        }
    }

    private static func isScalable(_ type: ExpressionType) -> Bool {
        switch type {
        case .any, .number, .angle, .point, .size, .color: true
        default: false
        }
    }

    /// The type of the part `name`; nil when values of `type` never have it.
    static func type(ofMember name: ByteView, of type: ExpressionType) -> ExpressionType? {
        let model: ExpressionValue
        switch type {
        case .any, .list, .record: return .any
        case .point: model = .point(.zero)
        case .size: model = .size(.zero)
        case .rect: model = .rect(.zero)
        case .color: model = .color(.clear)
        default: return nil
        }
        return model.part(name)?.type
    }

    /// The type of a call with valid arguments.
    static func type(of function: ExpressionFunction, _ arguments: [ExpressionType]) -> ExpressionType {
        switch function {
        case .mix: return arguments[0].joined(with: arguments[1])
        case .min, .max, .clamp, .abs, .floor, .ceil, .round:
            return arguments.contains(.angle) ? .angle : .number
        default: return function.signature.result
        }
    }

    static func mixture(
        _ operation: Instruction.Operation, _ left: ExpressionType, _ right: ExpressionType
    ) -> String {
        "\(sign(operation)) does not go with \(left.name) and \(right.name)"
    }

    private static func sign(_ operation: Instruction.Operation) -> String {
        switch operation {
        case .add: "+"
        case .subtract: "-"
        case .multiply: "*"
        case .divide: "/"
        case .remainder: "%"
        case .less: "<"
        case .lessOrEqual: "<="
        case .greater: ">"
        default: ">="
        }
    }

    // MARK: - Values

    /// Applies an operator; the result is finite.
    static func value(
        _ operation: Instruction.Operation, _ left: ExpressionValue, _ right: ExpressionValue, _ work: ComputeBudget
    ) throws(ExpressionError) -> ExpressionValue {
        let result: ExpressionValue?
        switch (left, right) {
        case (.number(let a), .number(let b)): return try numbers(operation, a, b)
        case (.text(let a), .text(let b)): result = try texts(operation, a, b, work)
        case (.point(let a), .point(let b)):
            result = components(operation, SIMD2(a.x, a.y), SIMD2(b.x, b.y)).map { .point(Point($0.x, $0.y)) }
        case (.size(let a), .size(let b)):
            result = components(operation, SIMD2(a.width, a.height), SIMD2(b.width, b.height))
                .map { .size(Size($0.x, $0.y)) }
        case (.color(let a), .color(let b)):
            switch operation {
            case .add: result = color(channels(a) + channels(b), like: a)
            case .subtract: result = color(channels(a) - channels(b), like: a)
            default: result = nil
            }
        case (_, .number(let k)): result = try scaled(operation, left, k)
        case (.number(let k), _): result = operation == .multiply ? try scaled(operation, right, k) : nil
        default: result = nil
        }
        guard let result else { throw ExpressionError(.value, mixture(operation, left.type, right.type)) }
        guard result.isFinite else { throw notFinite }
        return result
    }

    private static func numbers(
        _ operation: Instruction.Operation, _ a: Double, _ b: Double
    ) throws(ExpressionError) -> ExpressionValue {
        let result: Double
        switch operation {
        case .add: result = a + b
        case .subtract: result = a - b
        case .multiply: result = a * b
        case .divide, .remainder:
            guard b != 0 else { throw ExpressionError(.value, "a number is divided by zero") }
            result = operation == .divide ? a / b : a.truncatingRemainder(dividingBy: b)
        case .less: return .boolean(a < b)
        case .lessOrEqual: return .boolean(a <= b)
        case .greater: return .boolean(a > b)
        default: return .boolean(a >= b)
        }
        guard result.isFinite else { throw notFinite }
        return .number(result)
    }

    private static func texts(
        _ operation: Instruction.Operation, _ a: String, _ b: String, _ work: ComputeBudget
    ) throws(ExpressionError) -> ExpressionValue? {
        if operation == .add {
            try work.make(a.utf8.count + b.utf8.count)
            return .text(a + b)
        }
        try work.read(min(a.utf8.count, b.utf8.count))
        switch operation {
        case .less: return .boolean(a.utf8.lexicographicallyPrecedes(b.utf8))
        case .lessOrEqual: return .boolean(!b.utf8.lexicographicallyPrecedes(a.utf8))
        case .greater: return .boolean(b.utf8.lexicographicallyPrecedes(a.utf8))
        case .greaterOrEqual: return .boolean(!a.utf8.lexicographicallyPrecedes(b.utf8))
        default: return nil
        }
    }

    private static func components(
        _ operation: Instruction.Operation, _ a: SIMD2<Double>, _ b: SIMD2<Double>
    ) -> SIMD2<Double>? {
        operation == .add ? a + b : operation == .subtract ? a - b : nil
    }

    private static func scaled(
        _ operation: Instruction.Operation, _ value: ExpressionValue, _ k: Double
    ) throws(ExpressionError) -> ExpressionValue? {
        guard operation == .multiply || operation == .divide else { return nil }
        func scale(_ x: Double) -> Double { operation == .multiply ? x * k : x / k }
        switch value {
        case .point, .size, .color: break
        default: return nil
        }
        guard operation == .multiply || k != 0 else {
            throw ExpressionError(.value, "\(value.type.name) is divided by zero")
        }
        switch value {
        case .point(let p): return .point(Point(scale(p.x), scale(p.y)))
        case .size(let s): return .size(Size(scale(s.width), scale(s.height)))
        case .color(let c):
            return color(SIMD3(scale(Double(c.red)), scale(Double(c.green)), scale(Double(c.blue))), like: c)
        default: return nil
        }
    }

    static func negated(_ value: ExpressionValue) throws(ExpressionError) -> ExpressionValue {
        switch value {
        case .number(let n): .number(-n)
        case .point(let p): .point(Point(-p.x, -p.y))
        case .size(let s): .size(Size(-s.width, -s.height))
        default: throw ExpressionError(.value, "- does not go with \(value.type.name)")
        }
    }

    static let notFinite = ExpressionError(.value, "the result is not a finite number")

    // MARK: - Colours

    static func channels(_ color: Color) -> SIMD3<Double> {
        SIMD3(Double(color.red), Double(color.green), Double(color.blue))
    }

    /// Channels on a scale of 255, clamped and rounded, with the alpha of `model`.
    static func color(_ channels: SIMD3<Double>, like model: Color) -> ExpressionValue {
        .color(Color(channel(channels.x), channel(channels.y), channel(channels.z), model.alpha))
    }

    /// A channel on a scale of 255, clamped and rounded.
    static func channel(_ value: Double) -> UInt8 {
        UInt8(Swift.min(Swift.max(value, 0), 255).rounded(.toNearestOrAwayFromZero))
    }
}
