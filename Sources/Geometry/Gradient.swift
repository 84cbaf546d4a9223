/// Colours that change along a line, between two circles or around a point.
///
/// Laid out in a space of its own, which `map` takes to where the filled path lies: a circle there is an ellipse here.
public struct Gradient: Equatable, Sendable {
    public enum Kind: UInt8, Sendable {
        /// Along the line from `from` to `to`.
        case axial = 0
        /// From the circle around `from` to the circle around `to`, as Core Graphics and SVG 2 have it.
        case radial = 1
        /// Around `from`, clockwise as seen, beginning where `to` lies.
        case conic = 2
    }

    /// A colour and where it is: 0 at the beginning, 1 at the end.
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
    /// Of the two circles of a radial gradient, at least 0.
    public var fromRadius = 0.0
    public var toRadius = 0.0
    /// From the gradient's space to the path's.
    public var map = Affine.identity
    /// By location, which never decreases. Two at one location are a hard change.
    public var stops: [Stop]
    /// The end colours go on before the beginning and beyond the end; else nothing is painted there.
    public var extendsBefore = true
    public var extendsAfter = true

    public init(_ kind: Kind, from: Point, to: Point, stops: [Stop]) {
        self.kind = kind
        self.from = from
        self.to = to
        self.stops = stops
    }
}
