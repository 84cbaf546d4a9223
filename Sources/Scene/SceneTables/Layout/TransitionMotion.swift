public import Geometry
import Glibc
public import Schema

/// Motion of the outgoing and the incoming layer during a transition, by their frames: for two layers, and for two
/// pictures of one.
public struct TransitionMotion: Equatable, Sendable {
    public var style: TransitionProperty.Style
    public var side: TransitionProperty.Side
    /// Frame of the outgoing layer.
    public var from: Rect
    /// Frame of the incoming layer, in the same coordinates.
    public var to: Rect

    public init(_ style: TransitionProperty.Style, _ side: TransitionProperty.Side, from: Rect, to: Rect) {
        (self.style, self.side, self.from, self.to) = (style, side, from, to)
    }

    /// Distance of the eye from a rotating layer, in multiples of its width.
    private static let eye = 3.0

    /// Distance of a slide: the incoming layer starts at the edge of the outgoing one, so that both stay edge to edge.
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

    /// Rotation of the outgoing or incoming layer around the center of its frame; nil for none.
    public func turn(isComing: Bool) -> Turn? {
        // The larger of both, perpendicular to the rotation axis.
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

    /// A rotation around an axis through or behind a plane, with its own perspective.
    public struct Turn: Equatable, Sendable {
        public var center: Point
        public var side: TransitionProperty.Side
        /// Total angle of the transition.
        public var angle: Double
        /// Distance of the axis behind the plane.
        public var depth: Double
        /// Distance of the eye in front of the plane.
        public var eye: Double
        /// True when it ends at the original position; otherwise it starts there.
        public var isComing: Bool

        /// Map of the rotated plane at a progress, including the perspective.
        public func map(at progress: Double) -> Transform3D {
            let angle = angle * (isComing ? progress - 1 : progress) * (side.way.x - side.way.y)
            let turn = side.way.x != 0 ? Transform3D.rotationY(angle) : .rotationX(angle)
            return Transform3D.scale(1, 1, 0).concat(.perspective(eye)).concat(turn.about(0, 0, -depth))
                .about(center.x, center.y)
        }
    }
}

extension TransitionProperty.Style {
    /// A cube's face is visible from an eye at three times its width up to this fraction of its quarter turn.
    private static let facing = acos(0.5 / 3.5) / (.pi / 2)

    /// The progress at which the incoming layer becomes visible.
    public var comes: Double {
        switch self {
        case .flip: 0.5
        case .cube: 1 - Self.facing
        default: -.infinity
        }
    }

    /// The progress at which the outgoing layer becomes invisible.
    public var leaves: Double {
        switch self {
        case .flip: 0.5
        case .cube: Self.facing
        default: 1
        }
    }
}
