public import ScrimPluginABI

/// A 4 × 4 transform: sixteen numbers in the order of CSS matrix3d.
public struct Transform3D: Equatable, Sendable {
    /// The sixteen numbers.
    public let numbers: [Double]

    /// Creates a transform from sixteen numbers.
    public init(_ numbers: [Double]) {
        precondition(numbers.count == 16, "a transform has sixteen numbers")
        self.numbers = numbers
    }

    /// The identity.
    public static let identity = Transform3D([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1])

    /// A translation in points.
    public static func translation(_ x: Double, _ y: Double) -> Transform3D {
        Transform3D([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, 0, 1])
    }

    /// The transform that applies `inner` first and then this one.
    public func concat(_ inner: Transform3D) -> Transform3D {
        Transform3D(
            (0..<16).map { at in
                let (row, column) = (at / 4 * 4, at % 4)
                return (0..<4).reduce(0) { $0 + inner.numbers[row + $1] * numbers[4 * $1 + column] }
            })
    }

    /// The same transform about `p` as the origin.
    public func about(_ p: Point) -> Transform3D {
        .translation(p.x, p.y).concat(self).concat(.translation(-p.x, -p.y))
    }
}
