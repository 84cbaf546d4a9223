import Glibc
import ScrimPluginKit

/// A push, for a time or at once.
struct Push {
    /// In units of mass · points/s², or, at once, of mass · points/s.
    var force: Vector
    /// Where in the item it acts, from its middle.
    var offset: Vector

    init(_ properties: Properties) {
        typealias Key = Schemas.PushKey
        let angle = properties.number(Key.angle)
        let direction =
            properties.optionalPoint(Key.direction).map(Vector.init) ?? Vector(x: cos(angle), y: sin(angle))
        force = direction * (properties.number(Key.magnitude) * 100)
        offset = Vector(properties.point(Key.offset))
    }
}

/// A change of velocities, once.
enum Kick {
    /// Adds to them.
    case push(Push)
    /// Sets them: in points and radians per second.
    case velocity(Vector, Double)
    /// Adds these to them.
    case add(Vector, Double)
}
