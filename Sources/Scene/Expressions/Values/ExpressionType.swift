/// The static type of a value.
package enum ExpressionType: UInt8, Sendable {
    /// Known only at run time: a property, a variable, an item of a list.
    case any
    case none, boolean, number
    /// A number written with a unit of angles, in radians. Its value has the type `number`.
    case angle
    case text, point, size, rect, color, list, record

    /// The name in messages, with its article.
    package var name: String {
        switch self {
        case .any: "a value"
        case .none: "none"
        case .boolean: "a boolean"
        case .number, .angle: "a number"
        case .text: "a text"
        case .point: "a point"
        case .size: "a size"
        case .rect: "a rectangle"
        case .color: "a colour"
        case .list: "a list"
        case .record: "a record"
        }
    }

    @inline(__always) var isNumber: Bool { self == .number || self == .angle }

    /// False when a value of this type can never have the type `other`.
    func mayBe(_ other: ExpressionType) -> Bool {
        self == other || self == .any || other == .any || (isNumber && other.isNumber)
    }

    /// The common type of this and `other`.
    func joined(with other: ExpressionType) -> ExpressionType {
        if self == other { return self }
        return isNumber && other.isNumber ? .number : .any
    }
}
