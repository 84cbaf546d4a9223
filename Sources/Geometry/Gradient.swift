/// Colours that change along a line, between two circles or around a point.
///
/// Laid out in a space of its own, which `map` takes to where the filled path lies: a circle there is an ellipse here.
package struct Gradient: Equatable, Sendable {
    package enum Kind: UInt8, Sendable {
        /// Along the line from `from` to `to`.
        case axial = 0
        /// From the circle around `from` to the circle around `to`, as Core Graphics and SVG 2 have it.
        case radial = 1
        /// Around `from`, clockwise as seen, beginning where `to` lies.
        case conic = 2
    }

    /// A colour and where it is: 0 at the beginning, 1 at the end.
    package struct Stop: Equatable, Sendable {
        package var location: Double
        package var color: Color

        package init(_ location: Double, _ color: Color) {
            self.location = location
            self.color = color
        }
    }

    package var kind: Kind
    package var from: Point
    package var to: Point
    /// Of the two circles of a radial gradient, at least 0.
    package var fromRadius = 0.0
    package var toRadius = 0.0
    /// From the gradient's space to the path's.
    package var map = Affine.identity
    /// By location, which never decreases. Two at one location are a hard change.
    package var stops: [Stop]
    /// The end colours go on before the beginning and beyond the end; else nothing is painted there.
    package var extendsBefore = true
    package var extendsAfter = true

    package init(_ kind: Kind, from: Point, to: Point, stops: [Stop]) {
        self.kind = kind
        self.from = from
        self.to = to
        self.stops = stops
    }
}
