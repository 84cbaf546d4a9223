/// One filter of a list: a CSS filter function, or one that a plugin adds by name.
public struct FilterFunction: Equatable, Sendable {
    public enum Kind: UInt8, Sendable, CaseIterable {
        /// σ in points, ≥ 0.
        case blur
        /// Factors ≥ 0, 1 changes nothing.
        case brightness, contrast, saturate
        /// An angle in radians.
        case hueRotate
        /// Amounts ≥ 0, 0 changes nothing; above 1 they act as 1.
        case invert, grayscale, sepia
        /// A factor ≥ 0; above 1 it acts as 1.
        case opacity
        /// dx, dy, σ ≥ 0 in points, and `color`.
        case dropShadow
        /// A plugin's, by `name`.
        case plugin
    }

    public var kind: Kind
    /// As it is written: `blur`, `hue-rotate`, a plugin's own.
    public var name: String
    /// Numbers; angles in radians, percentages as fractions. Omitted arguments of a CSS function are filled in.
    public var arguments: [Double]
    /// A drop shadow's colour, or the colour that ends a plugin's arguments.
    public var color: Color?

    public init(_ kind: Kind, name: String, arguments: [Double], color: Color? = nil) {
        self.kind = kind
        self.name = name
        self.arguments = arguments
        self.color = color
    }

    /// The most functions of one list.
    public static let maxCount = 64

    /// The CSS filter of this name with the one argument that changes nothing; nil for a drop shadow and for plugins' filters.
    public static func neutral(_ name: String) -> FilterFunction? {
        guard let kind = Kind.allCases.first(where: { $0.cssName == name && $0 != .dropShadow && $0 != .plugin }) else {
            return nil
        }
        return FilterFunction(kind, name: name, arguments: [kind.neutralArgument])
    }

    /// The same filter with arguments that change nothing; nil for a plugin's, of which nobody knows.
    public var neutral: FilterFunction? {
        switch kind {
        case .plugin: nil
        case .dropShadow:
            FilterFunction(
                kind, name: name, arguments: [0, 0, 0], color: color.map { Color($0.red, $0.green, $0.blue, 0) })
        default: FilterFunction(kind, name: name, arguments: [kind.neutralArgument])
        }
    }
}

extension FilterFunction.Kind {
    fileprivate var neutralArgument: Double {
        switch self {
        case .brightness, .contrast, .saturate, .opacity: 1
        default: 0
        }
    }

    /// The smallest value of the argument with this index.
    public func minimum(_ index: Int) -> Double {
        switch self {
        case .hueRotate, .plugin: -.infinity
        case .dropShadow: index < 2 ? -.infinity : 0
        default: 0
        }
    }
}
