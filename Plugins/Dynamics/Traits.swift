import CChipmunk
import Glibc
import ScrimPluginABI
import ScrimPluginKit

extension Body {
    /// What `body` behaviors say; the later one counts.
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

/// The coordinates of an item's parent in its world.
struct ItemFrame {
    private(set) var toWorld = Affine.identity
    private(set) var fromWorld = Affine.identity
    /// Radians by which they are turned.
    private(set) var turn = 0.0
    /// How much larger a length is in the world.
    private(set) var scale = 1.0

    init() {}

    init(_ map: Affine) {
        guard map.isSane else { return }
        (toWorld, fromWorld) = (map, map.inverse)
        (turn, scale) = (atan2(map.b, map.a), abs(map.a * map.d - map.b * map.c).squareRoot())
    }
}

/// What drives a body: the sum of its gravities, pushes and fields.
struct Drive {
    var acceleration = Vector.zero
    /// In units of mass · points/s².
    var force = Vector.zero
    var fields: [Field] = []
    /// Pushes off the middle.
    var turns: [Push] = []

    /// The velocity of a body at `p` after `h` seconds.
    func change(_ v: Vector, at p: Vector, _ body: Body, _ h: Double) -> Vector {
        var v = v + (acceleration + force * (1 / body.mass)) * h
        for field in fields {
            v = field.change(v, at: p, mass: body.mass, charge: body.traits.charge, time: body.world.time, h)
        }
        return v
    }
}
