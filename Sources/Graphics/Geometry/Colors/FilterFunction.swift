/// One filter of a list: a CSS filter function, or one added by a plugin.
public struct FilterFunction: Equatable, Sendable {
    public enum Kind: UInt8, Sendable, CaseIterable {
        /// σ in points, ≥ 0.
        case blur
        /// Factors ≥ 0; 1 has no effect.
        case brightness, contrast, saturate
        /// An angle in radians.
        case hueRotate
        /// Amounts ≥ 0; 0 has no effect, values above 1 count as 1.
        case invert, grayscale, sepia
        /// A factor ≥ 0; values above 1 count as 1.
        case opacity
        /// dx, dy, σ ≥ 0 in points, and `color`.
        case dropShadow
        /// A filter of a plugin, identified by `name`.
        case plugin
    }

    /// How many plain buffers of the same size can be filled in the time of a blur, or of a filter that says nothing else.
    public static let usualWeight = 3

    public var kind: Kind
    /// The name in the list: `blur`, `hue-rotate`, or the name of a plugin's filter.
    public var name: String
    /// Angles in radians, percentages as fractions. Omitted arguments of a CSS function have their default values.
    public var arguments: [Double]
    /// The colour of a drop shadow, or the last argument of a plugin's filter.
    public var color: Color?

    public init(_ kind: Kind, name: String, arguments: [Double], color: Color? = nil) {
        self.kind = kind
        self.name = name
        self.arguments = arguments
        self.color = color
    }

    /// Maximum number of functions in a list.
    public static let maxCount = 64

    /// The CSS filter called `name` with the argument that has no effect; nil for a drop shadow and for plugins'
    /// filters.
    public static func neutral(_ name: String) -> FilterFunction? {
        guard let kind = Kind.allCases.first(where: { $0.cssName == name && $0 != .dropShadow && $0 != .plugin }) else {
            return nil
        }
        return FilterFunction(kind, name: name, arguments: [kind.neutralArgument])
    }

    /// The same filter with arguments that have no effect; nil for a plugin's filter.
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

    /// The minimum of the argument with this index.
    public func minimum(_ index: Int) -> Double {
        switch self {
        case .hueRotate, .plugin: -.infinity
        case .dropShadow: index < 2 ? -.infinity : 0
        default: 0
        }
    }
}
