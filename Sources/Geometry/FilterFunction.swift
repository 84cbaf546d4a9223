/// One filter of a list: a CSS filter function, or one that a plugin adds by name.
package struct FilterFunction: Equatable, Sendable {
    package enum Kind: UInt8, Sendable, CaseIterable {
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

    package var kind: Kind
    /// As it is written: `blur`, `hue-rotate`, a plugin's own.
    package var name: String
    /// Numbers; angles in radians, percentages as fractions. What was left out of a CSS function is filled in.
    package var arguments: [Double]
    /// A drop shadow's colour, or the colour that ends a plugin's arguments.
    package var color: Color?

    package init(_ kind: Kind, name: String, arguments: [Double], color: Color? = nil) {
        self.kind = kind
        self.name = name
        self.arguments = arguments
        self.color = color
    }

    /// The most functions of one list.
    package static let maxCount = 64
}
