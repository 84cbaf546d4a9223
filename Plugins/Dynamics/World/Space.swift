import CBox2D

/// A world of Box2D's, and its ground. Freed when it is let go, with all that was put into it.
@safe
final class Space {
    /// Slower than this, in points a second, for half a second, is at rest.
    static let idleSpeed: Float = 0.5
    /// Boundaries have this material, bodies have 0.
    static let boundary: Int32 = 1
    /// Slower than this, in points a second, nothing bounces.
    static let bounceSpeed: Float = 1
    /// How stiff contacts are, in Hz: the parts of a sub-step allow no more.
    private static let stiffness: Float = 60
    /// How fast what overlaps comes apart, at most, in points a second.
    private static let pushSpeed: Float = 100

    let id: b2WorldId
    let ground: b2BodyId
    private let impacts: OpaquePointer

    init() {
        _ = Self.isScaled
        unsafe impacts = unsafe impactsCreate(
            Self.bounceSpeed, { unsafe Space.body($0)?.beforeImpact ?? ImpactBody() },
            { unsafe Space.body($0)?.takeImpact(Vector($1), Double($2)) })
        var def = unsafe b2DefaultWorldDef()
        unsafe def.gravity = b2Vec2(x: 0, y: 0)
        // Bodies are thrown back by `impacts`.
        unsafe def.restitutionThreshold = .greatestFiniteMagnitude
        unsafe def.contactHertz = Self.stiffness
        unsafe def.maxContactPushSpeed = Self.pushSpeed
        unsafe def.maximumLinearSpeed = Float(2 * Simulation.mostSpeed)
        // A boundary is like the body that it meets.
        unsafe def.frictionCallback = { a, materialA, b, materialB in
            if materialA == Space.boundary { return b }
            return materialB == Space.boundary ? a : (a * b).squareRoot()
        }
        unsafe def.restitutionCallback = { a, materialA, b, materialB in
            if materialA == Space.boundary { return b }
            return materialB == Space.boundary ? a : max(a, b)
        }
        id = unsafe b2CreateWorld(&def)
        guard b2World_IsValid(id) else {
            ground = b2_nullBodyId
            return
        }
        var still = unsafe b2DefaultBodyDef()
        ground = unsafe b2CreateBody(id, &still)
        unsafe impactsSet(id, impacts)
    }

    deinit {
        if isThere { b2DestroyWorld(id) }
        unsafe impactsDestroy(impacts)
    }

    /// The body with this user data.
    private static func body(_ data: UnsafeMutableRawPointer?) -> Body? {
        guard let data = unsafe data else { return nil }
        return unsafe Unmanaged<Solid>.fromOpaque(data).takeUnretainedValue().body
    }

    /// False where there were too many worlds: nothing is put into it.
    var isThere: Bool { b2World_IsValid(id) }

    /// Pairs of shapes that touch, or nearly do.
    var contacts: Int { Int(b2World_GetCounters(id).contactCount) }

    /// Goes on by one sub-step, in two parts: in one alone contacts are too soft for a pile.
    func step() { b2World_Step(id, Float(Simulation.step), 2) }

    /// Points in what Box2D takes for a metre: it finds contacts within a fiftieth of that, and lets a two hundredth pass.
    private static let metre: Float = 10
    private static let isScaled: Bool = {
        b2SetLengthUnitsPerMeter(metre)
        return true
    }()
    /// Shorter segments are none.
    static let shortest = Double(metre) * 0.005 * 1.01
}
