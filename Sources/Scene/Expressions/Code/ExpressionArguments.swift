import Geometry

/// The arguments of a call, on the stack. Valid during the call.
@safe struct ExpressionArguments {
    private let base: UnsafePointer<ExpressionValue>
    let count: Int
    private let function: ExpressionFunction

    init(_ base: UnsafePointer<ExpressionValue>, count: Int, of function: ExpressionFunction) {
        unsafe self.base = base
        self.count = count
        self.function = function
    }

    subscript(_ index: Int) -> ExpressionValue {
        precondition(index >= 0 && index < count)
        return unsafe base[index]
    }

    func mismatch(_ index: Int) -> ExpressionError {
        ExpressionError(.value, function.signature.mismatch(function, index, self[index].type.name))
    }

    func number(_ index: Int) throws(ExpressionError) -> Double {
        guard case .number(let n) = self[index] else { throw mismatch(index) }
        return n
    }

    /// A whole number in `range`.
    func integer(_ index: Int, _ range: ClosedRange<Int>) throws(ExpressionError) -> Int {
        let n = try number(index)
        guard n.rounded() == n, n >= Double(range.lowerBound), n <= Double(range.upperBound) else {
            throw ExpressionError(
                .value,
                "argument \(index + 1) of \(function.usage) is a whole number "
                    + "\(range.lowerBound)…\(range.upperBound), not \(self[index].shortestText)")
        }
        return Int(n)
    }

    /// A number in 0…`limit`.
    func fraction(_ index: Int, of limit: Double = 1) throws(ExpressionError) -> Double {
        let n = try number(index)
        guard n >= 0, n <= limit else {
            throw ExpressionError(
                .value,
                "argument \(index + 1) of \(function.usage) is 0…\(Int(limit)), not \(self[index].shortestText)")
        }
        return n
    }

    func text(_ index: Int) throws(ExpressionError) -> String {
        guard case .text(let t) = self[index] else { throw mismatch(index) }
        return t
    }

    func color(_ index: Int) throws(ExpressionError) -> Color {
        guard case .color(let c) = self[index] else { throw mismatch(index) }
        return c
    }
}
