public import ScrimPluginABI

/// A point in a layer's own coordinates, in points; y grows downward.
public typealias Point = scrim_point
/// A rectangle in points.
public typealias Rect = scrim_rect
/// An affine map, `x' = a·x + c·y + tx`, `y' = b·x + d·y + ty`.
public typealias Affine = scrim_affine
/// A rectangle of whole pixels, half open.
public typealias PixelRect = scrim_pixels

/// A colour in sRGB with straight alpha.
public struct Color: Equatable, Sendable {
    /// 0xRRGGBBAA.
    public var rgba: UInt32

    /// Creates a colour from 0xRRGGBBAA.
    public init(rgba: UInt32) { self.rgba = rgba }

    /// Opaque black.
    public static let black = Color(rgba: 0x0000_00FF)
    /// Opaque white.
    public static let white = Color(rgba: 0xFFFF_FFFF)
}

/// Which points are inside a path.
public enum FillRule: UInt32, Sendable {
    /// A point is inside if its winding number is not 0.
    case nonZero = 0
    /// A point is inside if a ray crosses the path an odd number of times.
    case evenOdd = 1
}

/// The ends of open lines.
public enum LineCap: UInt32, Sendable {
    /// Cut at the end point.
    case butt = 0
    /// A half circle.
    case round = 1
    /// Extended by half the width.
    case square = 2
}

/// The corners of lines.
public enum LineJoin: UInt32, Sendable {
    /// Pointed, up to the miter limit.
    case miter = 0
    /// An arc.
    case round = 1
    /// Cut off straight.
    case bevel = 2
}

/// How a path is stroked. Lengths are in points.
public struct Stroke: Sendable {
    /// At least 0.
    public var width = 1.0
    /// The cap of line ends, and of the ends of dashes.
    public var cap = LineCap.butt
    /// The join of its corners.
    public var join = LineJoin.miter
    /// The largest ratio of a miter's length to the width; beyond it the join becomes a bevel.
    public var miterLimit = 10.0
    /// Alternating lengths of dashes and gaps, at most 1024; empty for a solid line.
    public var dash: [Double] = []
    /// The position in the pattern at which the line begins, in points.
    public var dashPhase = 0.0
    /// The beginning of the drawn part of the path's length, 0…1.
    public var start = 0.0
    /// The end of the drawn part, 0…1.
    public var end = 1.0

    /// A solid line with mitered corners.
    public init(width: Double = 1) { self.width = width }
}

/// A colour of a gradient and its position: 0 at the beginning, 1 at the end.
public typealias Stop = scrim_stop

extension Stop {
    /// Creates a stop.
    public init(_ location: Double, _ color: Color) {
        self.init(location: location, rgba: color.rgba, reserved: 0)
    }
}

/// One of many small pictures or plain shapes: the position of its unit square, and its colour.
public typealias Sprite = scrim_sprite

extension Sprite {
    /// `map` maps the unit square to the layer's coordinates; `color` multiplies the picture, or is the shape's colour.
    public init(_ map: Affine, _ color: Color = .white) {
        self.init(map: map, rgba: color.rgba, reserved: 0)
    }
}

/// State of an object's picture.
public enum PictureState: Sendable {
    /// The object names no picture.
    case none
    /// It has not been read yet, or cannot be.
    case missing
    /// Ready, with its size in pixels.
    case ready(Point)
}

/// The contents of sprites.
public enum SpriteLook: Equatable, Sendable {
    /// The unit square.
    case square
    /// The disc in the unit square.
    case disc
    /// The picture of an image, a buffer, or an object with a property of contents, by its id.
    case picture(of: UInt64)
}

/// Colours that change along a line, between two circles or around a point.
public struct Gradient: Sendable {
    /// The geometry of a gradient.
    public enum Kind: UInt32, Sendable {
        /// Along the line from `from` to `to`; if its length is 0, the last colour.
        case axial = 0
        /// From the circle around `from` to the circle around `to`.
        case radial = 1
        /// Around `from`, clockwise on screen, starting in the direction of `to`.
        case conic = 2
    }

    /// The geometry.
    public var kind: Kind
    /// Start point of a linear gradient, or centre of a radial one.
    public var from: Point
    /// The end point, or for a conic gradient the direction of its start.
    public var to: Point
    /// Radius of a radial gradient's first circle, at least 0.
    public var fromRadius = 0.0
    /// Radius of a radial gradient's second circle, at least 0.
    public var toRadius = 0.0
    /// Maps the gradient's space to the path's.
    public var map = Affine(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)
    /// In ascending order of location; two equal locations make a hard edge. No stops paint nothing, one is a solid
    /// colour.
    public var stops: [Stop]
    /// True when the first colour continues before the beginning.
    public var extendsBefore = true
    /// True when the last colour continues after the end.
    public var extendsAfter = true

    /// By default both ends extend, and the gradient is in the path's own space.
    public init(_ kind: Kind, from: Point, to: Point, stops: [Stop]) {
        self.kind = kind
        self.from = from
        self.to = to
        self.stops = stops
    }
}

/// Blend modes: those of `compositingFilter`, with the same order and names.
public enum BlendMode: UInt32, CaseIterable, Sendable {
    // swift-format-ignore: AllPublicDeclarationsHaveDocumentation
    case normal, multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, hardLight, softLight, difference
    // swift-format-ignore: AllPublicDeclarationsHaveDocumentation
    case exclusion, hue, saturation, color, luminosity, plusLighter, plusDarker
    // swift-format-ignore: AllPublicDeclarationsHaveDocumentation
    case clear, copy, sourceIn, sourceOut, sourceAtop, destinationOver, destinationIn, destinationOut, destinationAtop
    // swift-format-ignore: AllPublicDeclarationsHaveDocumentation
    case xor
}

/// The failure of a plugin's function: a status of the contract.
public struct PluginFailure: Error, Equatable, Sendable {
    /// One of the SCRIM_ codes; never SCRIM_OK.
    public var status: UInt32

    /// Creates a failure from one of the SCRIM_ codes.
    public init(status: UInt32) { self.status = status }

    /// The call failed.
    public static let failed = PluginFailure(status: 1)
    /// A limit of the host was exceeded.
    public static let limit = PluginFailure(status: 8)
    /// Nothing is available; only for `OutputKind.acquire`, for which it is not an error.
    public static let none = PluginFailure(status: 5)
    /// There is no memory for it.
    public static let noMemory = PluginFailure(status: 9)
    /// Not supported.
    public static let unsupported = PluginFailure(status: 10)

    /// Throws when `status` is not success.
    static func check(_ status: UInt32) throws(PluginFailure) {
        if status != 0 { throw PluginFailure(status: status) }
    }
}
