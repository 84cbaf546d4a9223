package import Geometry
package import Scene
package import Schema

/// A name for reading the velocity of a layer: `linearVelocity`, its parts, or `angularVelocity`.
///
/// In points and radians per second, in the coordinates of the world's reference; 0 for a layer that no behavior moves.
package enum MotionName {
    case linear, linearX, linearY, angular

    package init?(_ name: ByteView) {
        guard name.count >= 14 else { return nil }
        if name == "linearVelocity" {
            self = .linear
        } else if name == "linearVelocity.x" {
            self = .linearX
        } else if name == "linearVelocity.y" {
            self = .linearY
        } else if name == "angularVelocity" {
            self = .angular
        } else {
            return nil
        }
    }

    package func value(of slot: Slot, in scene: Scene) -> Value {
        let velocity = scene.services.motion?.velocity(of: slot) ?? (linear: .zero, angular: 0)
        return switch self {
        case .linear: .point(velocity.linear)
        case .linearX: .number(velocity.linear.x)
        case .linearY: .number(velocity.linear.y)
        case .angular: .number(velocity.angular)
        }
    }

    /// The type, in the form of a property.
    package var property: Property { self == .linear ? Self.point : Self.number }

    private static let point = Property(
        "linearVelocity", .point, .point(.zero), unit: "points per second", effect: .none, help: "")
    private static let number = Property(
        "angularVelocity", .number, .number(0), unit: "radians per second", effect: .none, help: "")
}
