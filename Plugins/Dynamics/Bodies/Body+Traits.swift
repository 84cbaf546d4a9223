import Glibc
import ScrimPluginABI
import ScrimPluginKit

extension Body {
    /// The properties of `body` behaviors; the later one counts.
    struct Traits {
        var elasticity = 0.0
        var friction = 0.0
        var density = 1.0
        var resistance = 0.0
        var angularResistance = 0.0
        var allowsRotation = true
        var isAnchored = false
        var charge = 0.0
        var form = 0
        var outline: [[Vector]] = []
    }
}

extension Drive {
    /// The velocity of a body at `p` after `h` seconds.
    func change(_ v: Vector, at p: Vector, _ body: Body, _ h: Double) -> Vector {
        var v = v + (acceleration + force * (1 / body.mass)) * h
        for field in fields {
            v = field.change(v, at: p, mass: body.mass, charge: body.traits.charge, time: body.world.time, h)
        }
        return v
    }
}
