public import Geometry
import Glibc

/// Positions of the outgoing and the incoming layer while one gives way to the other, by their frames: for two layers, and for two looks of
/// one.
public struct TransitionMotion: Equatable, Sendable {
    public var style: TransitionProperty.Style
    public var side: TransitionProperty.Side
    /// Of the layer that goes.
    public var from: Rect
    /// Of the layer that comes, in the same coordinates.
    public var to: Rect

    public init(_ style: TransitionProperty.Style, _ side: TransitionProperty.Side, from: Rect, to: Rect) {
        (self.style, self.side, self.from, self.to) = (style, side, from, to)
    }

    /// Distance of the eye from a turning layer, in breadths of it.
    private static let eye = 3.0

    /// Distance of a slide: the incoming layer begins where the outgoing one ends, so that both are edge to edge all the way.
    public var way: Point {
        let distance =
            switch side {
            case .fromLeft: max(to.maxX - from.minX, to.width)
            case .fromRight: max(from.maxX - to.minX, to.width)
            case .fromTop: max(to.maxY - from.minY, to.height)
            case .fromBottom: max(from.maxY - to.minY, to.height)
            }
        return side.way * distance
    }

    /// Turn of the outgoing or incoming layer about the middle of its frame; nil when nothing turns.
    public func turn(isComing: Bool) -> Turn? {
        // The larger of both, across the axis about which they turn.
        let breadth = side.way.x != 0 ? max(from.width, to.width) : max(from.height, to.height)
        let frame = isComing ? to : from
        var turn = Turn(
            center: frame.origin + Point(frame.width, frame.height) * 0.5, side: side, angle: .pi, depth: 0,
            eye: Self.eye * breadth, isComing: isComing)
        switch style {
        case .flip: break
        case .cube: (turn.angle, turn.depth) = (.pi / 2, breadth / 2)
        default: return nil
        }
        return turn
    }

    /// A turn about an axis through or behind something flat, in a perspective of its own.
    public struct Turn: Equatable, Sendable {
        public var center: Point
        var side: TransitionProperty.Side
        /// Of the whole transition.
        var angle: Double
        /// How far the axis is behind it.
        var depth: Double
        /// How far the eye is before it.
        var eye: Double
        /// It ends where it is; else it begins there.
        var isComing: Bool

        /// The turn's picture in the plane: a perspective around it adds nothing.
        public func map(at progress: Double) -> Transform3D {
            let angle = angle * (isComing ? progress - 1 : progress) * (side.way.x - side.way.y)
            let turn = side.way.x != 0 ? Transform3D.rotationY(angle) : .rotationX(angle)
            return Transform3D.scale(1, 1, 0).concat(.perspective(eye)).concat(turn.about(0, 0, -depth))
                .about(center.x, center.y)
        }
    }
}

extension TransitionProperty.Style {
    /// A cube's face is seen from outside, by an eye three breadths before it, up to this share of its quarter turn.
    private static let facing = acos(0.5 / 3.5) / (.pi / 2)

    /// The progress at which the incoming layer is first seen.
    public var comes: Double {
        switch self {
        case .flip: 0.5
        case .cube: 1 - Self.facing
        default: -.infinity
        }
    }

    /// The progress at which the outgoing layer is no longer seen.
    public var leaves: Double {
        switch self {
        case .flip: 0.5
        case .cube: Self.facing
        default: 1
        }
    }
}
