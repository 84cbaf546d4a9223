/// One of the copies in which a layer's sublayers are drawn.
public struct LayerCopy: Equatable, Sendable {
    /// From the sublayers' coordinates to the layer's.
    public var transform: Transform3D
    /// Factors of red, green, blue and alpha, 0…1.
    public var color: SIMD4<Float>
    /// Seconds of the layer's time by which the copy's animations are late; below 0, early.
    public var delay: Double

    public init(
        _ transform: Transform3D = .identity, color: SIMD4<Float> = SIMD4(repeating: 1), delay: Double = 0
    ) {
        self.transform = transform
        self.color = color
        self.delay = delay
    }

    /// A layer has no more.
    public static let limit = 10_000
}
