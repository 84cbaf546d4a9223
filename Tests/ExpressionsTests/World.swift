import Geometry

@testable import Expressions

/// A world of a few names, for tests.
struct World: ExpressionEnvironment {
    /// `a.opacity` and the like; variables with `$`, presentation values with `@`.
    var values: [String: ExpressionValue] = [:]
    var styles: [String: [String]] = [:]
    var counts: [String: Int] = [:]
    var wallTime = 0.0
    var work = ComputeBudget()
    /// Names that were asked for.
    var asked = 0

    mutating func value(of reference: ExpressionReference) throws(ExpressionError) -> ExpressionValue {
        asked += 1
        let mark =
            switch reference.kind {
            case .variable: "$"
            case .presentation: "@"
            default: ""
            }
        if let value = values[mark + reference.name] { return value }
        switch reference.kind {
        case .variable: throw ExpressionError(.unknownVariable, "unknown variable \"\(reference.name)\"")
        default: throw ExpressionError(.unknownObject, "unknown object \"\(reference.name)\"")
        }
    }

    func exists(_ object: ExpressionObject) -> Bool { styles[object.name] != nil }

    func index(of object: ExpressionObject) throws(ExpressionError) -> Int {
        guard let at = styles.keys.sorted().firstIndex(of: object.name) else {
            throw ExpressionError(.unknownObject, "unknown object \"\(object.name)\"")
        }
        return at
    }

    func has(_ object: ExpressionObject, style: String) -> Bool { styles[object.name]?.contains(style) ?? false }

    func count(_ selector: Selector) -> Int {
        selector.alternatives.reduce(0) { sum, alternative in
            switch alternative.scope {
            case .sublayers(let id): sum + (counts[id] ?? 0)
            default: sum + 1
            }
        }
    }
}

/// The expression in `text`.
func compiled(_ text: String) throws(ExpressionError) -> Expression {
    try ByteView.with(text) { (view) throws(ExpressionError) in try Expression(view) }
}

/// What `text` comes to among `values`.
func computed(_ text: String, _ values: [String: ExpressionValue] = [:]) throws(ExpressionError) -> ExpressionValue {
    var world = World(values: values)
    return try compiled(text).value(in: &world)
}

/// The error of `text`, when it is compiled or computed.
func failure(_ text: String, _ values: [String: ExpressionValue] = [:]) -> ExpressionError? {
    do {
        _ = try computed(text, values)
        return nil
    } catch { return error }
}
