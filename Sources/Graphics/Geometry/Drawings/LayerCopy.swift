/// One copy of a layer's sublayers.
public struct LayerCopy: Equatable, Sendable {
    /// Maps the sublayers' coordinates to the layer's.
    public var transform: Transform3D
    /// Factors of red, green, blue and alpha, 0…1.
    public var color: SIMD4<Float>
    /// Delay of the copy's animations, in seconds of the layer's time; negative values make them run ahead.
    public var delay: Double

    public init(
        _ transform: Transform3D = .identity, color: SIMD4<Float> = SIMD4(repeating: 1), delay: Double = 0
    ) {
        self.transform = transform
        self.color = color
        self.delay = delay
    }

    /// Maximum number of copies per layer.
    public static let limit = 10_000
}
