/// How a source is blended with its backdrop: the values of `compositingFilter`, in the same order.
public enum BlendMode: UInt8, Sendable, CaseIterable {
    case normal
    case multiply
    case screen
    case overlay
    case darken
    case lighten
    case colorDodge
    case colorBurn
    case hardLight
    case softLight
    case difference
    case exclusion
    case hue
    case saturation
    case color
    case luminosity
    case plusLighter
    case plusDarker
    case clear
    case copy
    case sourceIn
    case sourceOut
    case sourceAtop
    case destinationOver
    case destinationIn
    case destinationOut
    case destinationAtop
    case xor

    /// True when the mode does not change the backdrop under transparent source pixels.
    ///
    /// The other modes need a shape that limits them to the layer.
    public var isBounded: Bool {
        switch self {
        case .clear, .copy, .sourceIn, .sourceOut, .destinationIn, .destinationAtop: false
        default: true
        }
    }

    /// True of the modes whose arithmetic is so simple that compositing with them takes little longer than without a mode.
    public var isSimple: Bool {
        switch self {
        case .multiply, .screen, .overlay, .darken, .lighten, .hardLight, .difference, .exclusion: true
        default: false
        }
    }
}
