import Glibc
import ScrimPluginABI
import ScrimPluginKit

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

/// The drive of a body: the sum of its gravities, pushes and fields.
struct Drive {
    var acceleration = Vector.zero
    /// In units of mass · points/s².
    var force = Vector.zero
    var fields: [Field] = []
    /// Pushes off the middle.
    var turns: [Push] = []
}
