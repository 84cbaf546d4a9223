/// How a scaled picture is sampled.
public enum ImageFilter: UInt8, Sendable {
    /// Bilinear: interpolates between the four nearest pixels.
    case linear = 0
    /// The pixel that contains the point.
    case nearest
    /// When shrinking, interpolates between the two nearest mipmap levels; otherwise like `linear`.
    case trilinear
}

/// The filters of a layer: `magnificationFilter`, `minificationFilter`, `minificationFilterBias`.
public struct ImageFilters: Equatable, Sendable {
    public var magnification: ImageFilter
    public var minification: ImageFilter
    /// Number added to the mipmap level of `trilinear`.
    public var bias: Double

    public init(
        magnification: ImageFilter = .linear, minification: ImageFilter = .linear, bias: Double = 0
    ) {
        self.magnification = magnification
        self.minification = minification
        self.bias = bias
    }
}
