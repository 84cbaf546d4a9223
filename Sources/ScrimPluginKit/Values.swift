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

    /// From 0xRRGGBBAA.
    public init(rgba: UInt32) { self.rgba = rgba }

    /// Opaque black.
    public static let black = Color(rgba: 0x0000_00FF)
    /// Opaque white.
    public static let white = Color(rgba: 0xFFFF_FFFF)
}

/// Which points are inside a path.
public enum FillRule: UInt32, Sendable {
    /// Inside where the windings do not cancel out.
    case nonZero = 0
    /// Inside where a ray crosses the path an odd number of times.
    case evenOdd = 1
}

/// The ends of open lines.
public enum LineCap: UInt32, Sendable {
    /// Cut at the end point.
    case butt = 0
    /// A half circle.
    case round = 1
    /// Longer by half the width.
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

/// How a path is stroked. Lengths in points.
public struct Stroke: Sendable {
    /// At least 0.
    public var width = 1.0
    /// Of its ends, and of the ends of dashes.
    public var cap = LineCap.butt
    /// Of its corners.
    public var join = LineJoin.miter
    /// The largest ratio of a miter's length to the width; beyond it the join is a bevel.
    public var miterLimit = 10.0
    /// Dash and gap in turn, at most 1024; empty: a full line.
    public var dash: [Double] = []
    /// Where in the pattern the line begins, in points.
    public var dashPhase = 0.0
    /// Where the part of the path's length that is drawn begins, 0…1.
    public var start = 0.0
    /// Where it ends, 0…1.
    public var end = 1.0

    /// A full line with mitered corners.
    public init(width: Double = 1) { self.width = width }
}

/// A colour of a gradient and where it is: 0 at the beginning, 1 at the end.
public typealias Stop = scrim_stop

extension Stop {
    /// A colour at a location.
    public init(_ location: Double, _ color: Color) {
        self.init(location: location, rgba: color.rgba, reserved: 0)
    }
}

/// One of many small pictures or plain shapes: where its unit square goes, and its colour.
public typealias Sprite = scrim_sprite

extension Sprite {
    /// `map` brings the unit square to the layer's coordinates; `color` multiplies the picture, or is the shape's.
    public init(_ map: Affine, _ color: Color = .white) {
        self.init(map: map, rgba: color.rgba, reserved: 0)
    }
}

/// State of an object's picture.
public enum PictureState: Sendable {
    /// No picture is named.
    case none
    /// It was not read yet, or cannot be.
    case missing
    /// Its size in pixels.
    case ready(Point)
}

/// Contents of sprites.
public enum SpriteLook: Equatable, Sendable {
    /// The unit square.
    case square
    /// The disc in the unit square.
    case disc
    /// The picture of an image, a buffer, or an object with a property that is contents, by its id.
    case picture(of: UInt64)
}

/// Colours that change along a line, between two circles or around a point.
public struct Gradient: Sendable {
    /// Which of the three.
    public enum Kind: UInt32, Sendable {
        /// Along the line from `from` to `to`; with no length, the last colour.
        case axial = 0
        /// From the circle around `from` to the circle around `to`.
        case radial = 1
        /// Around `from`, clockwise as seen, beginning where `to` lies.
        case conic = 2
    }

    /// Which of the three.
    public var kind: Kind
    /// Start point of a linear gradient, or centre of a radial one.
    public var from: Point
    /// Where it ends, or where its beginning points.
    public var to: Point
    /// Of a radial gradient's first circle, at least 0.
    public var fromRadius = 0.0
    /// Of a radial gradient's second circle, at least 0.
    public var toRadius = 0.0
    /// From the gradient's space to the path's.
    public var map = Affine(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)
    /// Locations never decrease; two equal ones are a hard change. None paint nothing, one is solid.
    public var stops: [Stop]
    /// The first colour goes on before the beginning.
    public var extendsBefore = true
    /// The last colour goes on beyond the end.
    public var extendsAfter = true

    /// Ends that go on, in the path's own space.
    public init(_ kind: Kind, from: Point, to: Point, stops: [Stop]) {
        self.kind = kind
        self.from = from
        self.to = to
        self.stops = stops
    }
}

/// Blend modes: those of `compositingFilter`, in its order and by its names.
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

/// Failure of a plugin's function: its status in the contract.
public struct PluginFailure: Error, Equatable, Sendable {
    /// One of the SCRIM_ codes; never SCRIM_OK.
    public var status: UInt32

    /// From one of the SCRIM_ codes.
    public init(status: UInt32) { self.status = status }

    /// It did not work.
    public static let failed = PluginFailure(status: 1)
    /// More than the host takes.
    public static let limit = PluginFailure(status: 8)
    /// There is nothing; of `OutputKind.acquire` alone, where it is no fault.
    public static let none = PluginFailure(status: 5)
    /// There is no memory for it.
    public static let noMemory = PluginFailure(status: 9)
    /// It is not offered.
    public static let unsupported = PluginFailure(status: 10)

    /// Throws when `status` says that the host refused.
    static func check(_ status: UInt32) throws(PluginFailure) {
        if status != 0 { throw PluginFailure(status: status) }
    }
}
