import Glibc
import ScrimPluginABI
import ScrimPluginKit

/// A `field`: the change of a velocity at each point and time, as UIFieldBehavior has them.
///
/// A strength of 1 is 1000 points/s² for linear, radial, vortex, noise and electric (of charge and mass 1), a pull of 10 for each
/// point and s² for spring, a loss of a whole a second for drag, 100 points a second of flow for velocity, an acceleration
/// of 10 times the speed for turbulence and magnetic (of charge and mass 1).
final class Field {
    private enum Form: UInt32 {
        case linear, radial, velocity, vortex, drag, spring, noise, turbulence, electric, magnetic, custom
    }

    private let form: Form
    private let position, direction: Vector
    private let strength, falloff, minimumRadius, animationSpeed, smoothness: Double
    private let region: Vector
    private let shape: UInt32
    private let isInverted: Bool
    /// Of `regionPath`, around `position`, and the box around them.
    private let lines: [[Vector]]
    private let box: (low: Vector, high: Vector)
    /// Makes noise another one.
    var seed: UInt64 { didSet { noise = Noise(seed: seed) } }
    private var noise: Noise
    private let formula: Formula?
    /// Units of work for an item in a sub-step.
    var work: Int { formula?.work ?? Work.field }

    init(_ properties: Properties, seed: UInt64) {
        typealias Key = Schemas.FieldKey
        form = Form(rawValue: properties.choice(Key.type)) ?? .linear
        position = Vector(properties.point(Key.position))
        direction = Vector(properties.point(Key.direction))
        strength = properties.number(Key.strength)
        falloff = properties.number(Key.falloff)
        region = Vector(properties.point(Key.region))
        shape = properties.choice(Key.regionShape)
        isInverted = properties.boolean(Key.isInverted)
        lines = (shape == 2 ? properties.path(Key.regionPath) : nil)?.lines().map { $0.points.map(Vector.init) } ?? []
        var (low, high) = (Vector(x: .infinity, y: .infinity), Vector(x: -.infinity, y: -.infinity))
        for p in lines.joined() {
            (low.x, low.y) = (min(low.x, p.x), min(low.y, p.y))
            (high.x, high.y) = (max(high.x, p.x), max(high.y, p.y))
        }
        box = (low, high)
        minimumRadius = properties.number(Key.minimumRadius)
        animationSpeed = properties.number(Key.animationSpeed)
        smoothness = properties.number(Key.smoothness)
        self.seed = seed
        noise = Noise(seed: seed)
        // A restored one that does not read does nothing.
        formula = form == .custom ? try? Formula(properties.string(Key.acceleration)) : nil
    }

    /// The velocity after `h` seconds. Where the field depends on the velocity that is exact, so that no energy comes of it.
    func change(_ v: Vector, at p: Vector, mass: Double, charge: Double, time: Double, _ h: Double) -> Vector {
        let way = p - position
        if hasRegion, isInRegion(way) == isInverted { return v }
        var s = strength
        if falloff > 0 { s *= pow(minimumRadius / max(way.length, minimumRadius), falloff) }
        switch form {
        case .linear: return v + direction * (s * 1000 * h)
        case .radial: return v + way.unit * (s * -1000 * h)
        case .velocity:
            let flow = direction * (s * 100)
            return flow + (v - flow) * exp(-10 * h)
        case .vortex: return v + way.unit.turned(by: s * 1000 * h)
        case .drag: return v * exp(min(-s * h, 1))
        // Not beyond what a sub-step can hold.
        case .spring: return v + way * (min(s * 10, 1 / (h * h)) * -h)
        case .noise: return v + swirl(p, time) * (s * 1000 * h)
        case .turbulence: return v + swirl(p, time) * (s * 10 * v.length * h)
        case .electric: return v + way.unit * (s * 1000 * charge / mass * h)
        case .custom:
            guard let formula else { return v }
            let subject = Formula.Subject(way: way, velocity: v, mass: mass, charge: charge, time: time)
            return v + formula.acceleration(subject) * (s * h)
        case .magnetic:
            let angle = s * 10 * charge / mass * h
            return v * cos(angle) + v.turned(by: sin(angle))
        }
    }

    private var hasRegion: Bool { shape == 2 || region.x > 0 || region.y > 0 }

    /// `way` is from the field's position.
    private func isInRegion(_ way: Vector) -> Bool {
        switch shape {
        case 0: return abs(way.x) <= region.x / 2 && abs(way.y) <= region.y / 2
        case 1:
            let (x, y) = (way.x / max(region.x / 2, 1e-9), way.y / max(region.y / 2, 1e-9))
            return x * x + y * y <= 1
        default:
            guard way.x >= box.low.x, way.x <= box.high.x, way.y >= box.low.y, way.y <= box.high.y else { return false }
            var isInside = false
            for line in lines {
                guard var a = line.last else { continue }
                for b in line {
                    // Sides that cross the ray to the right, half open in y.
                    if (a.y <= way.y) != (b.y <= way.y), way.x < a.x + (b.x - a.x) * (way.y - a.y) / (b.y - a.y) {
                        isInside.toggle()
                    }
                    a = b
                }
            }
            return isInside
        }
    }

    /// Of length about 1, and smooth over 20 to 220 points.
    private func swirl(_ p: Vector, _ time: Double) -> Vector {
        let scale = 1 / (20 + 200 * smoothness)
        let t = time * animationSpeed
        return Vector(x: noise.value(p.x * scale, p.y * scale, t), y: noise.value(p.x * scale, p.y * scale, t + 1000.5))
    }
}

/// Smooth chance: the same for the same seed and point. Values at whole coordinates, mixed between them.
private struct Noise {
    let seed: UInt64

    /// −1…1.
    func value(_ x: Double, _ y: Double, _ z: Double) -> Double {
        func hold(_ v: Double) -> Double { min(max(v, -1e12), 1e12) }
        let (x0, y0, z0) = (hold(x).rounded(.down), hold(y).rounded(.down), hold(z).rounded(.down))
        func ease(_ t: Double) -> Double { t * t * (3 - 2 * t) }
        let (u, v, w) = (ease(hold(x) - x0), ease(hold(y) - y0), ease(hold(z) - z0))
        func line(_ dy: Double, _ dz: Double) -> Double {
            let (a, b) = (corner(x0, y0 + dy, z0 + dz), corner(x0 + 1, y0 + dy, z0 + dz))
            return a + (b - a) * u
        }
        func plane(_ dz: Double) -> Double { line(0, dz) + (line(1, dz) - line(0, dz)) * v }
        return plane(0) + (plane(1) - plane(0)) * w
    }

    private func corner(_ x: Double, _ y: Double, _ z: Double) -> Double {
        // SplitMix64's finish over the coordinates.
        var h = seed &* 0x9E37_79B9_7F4A_7C15
        for part in [x, y, z] {
            h ^= UInt64(bitPattern: Int64(part))
            h = (h ^ h >> 30) &* 0xBF58_476D_1CE4_E5B9
            h = (h ^ h >> 27) &* 0x94D0_49BB_1331_11EB
            h ^= h >> 31
        }
        return Double(h >> 11) / Double(1 << 52) - 1
    }
}
