/// Colours that change along a line, between two circles or around a point.
///
/// The geometry has its own space, which `map` takes to the space of the filled path; a circle may thus become an
/// ellipse.
public struct Gradient: Equatable, Sendable {
    public enum Kind: UInt8, Sendable {
        /// Along the line from `from` to `to`.
        case axial = 0
        /// From the circle around `from` to the circle around `to`, as in Core Graphics and SVG 2.
        case radial = 1
        /// Around `from`, clockwise on screen, starting in the direction of `to`.
        case conic = 2
    }

    /// A colour and its position: 0 at the beginning, 1 at the end.
    public struct Stop: Equatable, Sendable {
        public var location: Double
        public var color: Color

        public init(_ location: Double, _ color: Color) {
            self.location = location
            self.color = color
        }
    }

    public var kind: Kind
    public var from: Point
    public var to: Point
    /// Radii of the two circles of a radial gradient, ≥ 0.
    public var fromRadius = 0.0
    public var toRadius = 0.0
    /// Maps the gradient's space to the path's.
    public var map = Affine.identity
    /// In ascending order of location. Two stops at the same location make a hard edge.
    public var stops: [Stop]
    /// True when the end colours continue before the beginning and after the end; otherwise nothing is painted there.
    public var extendsBefore = true
    public var extendsAfter = true

    public init(_ kind: Kind, from: Point, to: Point, stops: [Stop]) {
        self.kind = kind
        self.from = from
        self.to = to
        self.stops = stops
    }
}
