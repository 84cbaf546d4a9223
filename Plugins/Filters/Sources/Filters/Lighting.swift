import Glibc
import ScrimPluginABI
import ScrimPluginKit

/// A picture as a height map: the height of a pixel is its premultiplied luminance; transparent neighbours are ignored.
struct Landscape {
    /// Height of opaque white, in pixels.
    let height: Double
    let source: PixelImage

    /// Luminance 0…1; nil for a transparent pixel. The weights add up to 256, so that grey is exact.
    private func level(_ x: Int32, _ y: Int32) -> Double? {
        let pixel = source[x, y]
        if pixel >> 24 == 0 { return nil }
        return Double(54 * (pixel >> 16 & 255) + 183 * (pixel >> 8 & 255) + 19 * (pixel & 255)) / (256 * 255)
    }

    func z(_ x: Int32, _ y: Int32) -> Double { (level(x, y) ?? 0) * height }

    /// The normal by Sobel's operator, as in Filter Effects for the inside, edges and corners: differences of existing
    /// neighbours with the corresponding weights and distances.
    func normal(_ x: Int32, _ y: Int32) -> SIMD3<Double> {
        guard let own = level(x, y) else { return [0, 0, 1] }
        func slope(_ level: (Int32, Int32) -> Double?) -> Double {
            var (sum, weights) = (0.0, 0.0)
            for side in Int32(-1)...1 {
                let weight = side == 0 ? 2.0 : 1
                let (before, after) = (level(-1, side), level(1, side))
                let middle = side == 0 ? own : level(0, side)
                switch (before, middle, after) {
                case (let before?, _, let after?):
                    sum += weight * (after - before)
                    weights += 2 * weight
                case (let before?, let middle?, nil):
                    sum += weight * (middle - before)
                    weights += weight
                case (nil, let middle?, let after?):
                    sum += weight * (after - middle)
                    weights += weight
                default: break
                }
            }
            return weights > 0 ? 2 * sum / weights : 0
        }
        let across = slope { along, side in level(x + along, y + side) }
        let down = slope { along, side in level(x + side, y + along) }
        return normalized([-height * across, -height * down, 1])
    }
}

func dot(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double { (a * b).sum() }

/// Normalized to length 1; a zero vector is unchanged.
func normalized(_ v: SIMD3<Double>) -> SIMD3<Double> {
    let length = dot(v, v).squareRoot()
    return length > 0 ? v / length : v
}

/// The position or direction of a light, in pixels.
enum LightSource {
    /// A unit vector.
    case distant(SIMD3<Double>)
    case point(SIMD3<Double>)
    /// Position, direction (a unit vector), exponent of the falloff, and cosine of the cone's angle.
    case spot(SIMD3<Double>, SIMD3<Double>, Double, Double)

    /// The unit vector from a point to the light, and the intensity there.
    func light(at point: SIMD3<Double>) -> (direction: SIMD3<Double>, strength: Double) {
        switch self {
        case .distant(let direction): return (direction, 1)
        case .point(let place): return (normalized(place - point), 1)
        case .spot(let place, let axis, let exponent, let cone):
            let direction = normalized(place - point)
            let along = -dot(direction, axis)
            return (direction, along > 0 && along >= cone ? pow(along, exponent) : 0)
        }
    }

    /// Reads a light from the arguments starting at `first`: the properties of `distant`, `point` and `spot`.
    static func distant(_ use: FilterUse, from first: Int) -> LightSource {
        let azimuth = use.number(ArgumentIndex(rawValue: first))
        let elevation = use.number(ArgumentIndex(rawValue: first + 1))
        return .distant([cos(azimuth) * cos(elevation), sin(azimuth) * cos(elevation), sin(elevation)])
    }

    static func point(_ use: FilterUse, from first: Int) -> LightSource { .point(place(use, first)) }

    static func spot(_ use: FilterUse, from first: Int) -> LightSource {
        let (from, to) = (place(use, first), place(use, first + 3))
        let cone = min(abs(use.number(ArgumentIndex(rawValue: first + 7))), .pi / 2)
        return .spot(from, normalized(to - from), use.number(ArgumentIndex(rawValue: first + 6)), cos(cone))
    }

    private static func place(_ use: FilterUse, _ first: Int) -> SIMD3<Double> {
        func number(_ at: Int) -> Double { use.number(ArgumentIndex(rawValue: first + at)) }
        let (x, y, map) = (number(0), number(1), use.map)
        return [map.a * x + map.c * y + map.tx, map.b * x + map.d * y + map.ty, number(2) * use.meanScale]
    }

    private static func length(_ name: String, _ help: String, _ initial: Double = 0) -> Property {
        Property(name, .number(initial), range: -1e6...1e6, unit: "points", help: help)
    }

    static let distantSchema = [
        Property("azimuth", .angle(0), help: "clockwise from the right"),
        Property("elevation", .angle(.pi / 4), help: "above the picture"),
    ]
    static let pointSchema = [
        length("x", "where the light is"), length("y", "where the light is"),
        length("z", "how far above the picture", 100),
    ]
    static let spotSchema =
        pointSchema + [
            length("pointsAtX", "where it points"), length("pointsAtY", "where it points"),
            length("pointsAtZ", "where it points"),
            Property("focus", .number(1), range: 0...1000, help: "how much it is bundled"),
            Property("cone", .angle(.pi / 2), help: "beyond this angle from its axis it is dark"),
        ]
}

/// The use of a light on a picture.
struct Lighting {
    static let diffuseSchema = [
        Property("surfaceScale", .number(1), range: -1e6...1e6, unit: "points", help: "the height of what is white"),
        Property("diffuse", .number(1), range: 0...1e6, help: "how much light is reflected"),
    ]
    static let specularSchema = [
        Property("surfaceScale", .number(1), range: -1e6...1e6, unit: "points", help: "the height of what is white"),
        Property("specular", .number(1), range: 0...1e6, help: "how much light is reflected"),
        Property("shininess", .number(1), range: 0...1000, help: "how small highlights are"),
    ]
    static let colorSchema = [Property("color", .color(.white), help: "of the light")]
    private enum Argument: Int { case surfaceScale, constant, shininess }

    /// A pixel's slope depends on its neighbours.
    static let reach = Reach(left: 1, top: 1, right: 1, bottom: 1)

    private let source: LightSource
    private let height: Double
    private let constant: Double
    /// The exponent of highlights; nil for diffuse light.
    private let shininess: Double?
    private let color: SIMD3<Double>

    init(_ use: FilterUse, _ source: LightSource, isSpecular: Bool) {
        self.source = source
        height = use.number(Argument.surfaceScale) * use.meanScale
        constant = use.number(Argument.constant)
        shininess = isSpecular ? use.number(Argument.shininess) : nil
        let rgba = use.color.rgba
        color = SIMD3(Double(rgba >> 24), Double(rgba >> 16 & 255), Double(rgba >> 8 & 255)) / 255
    }

    func apply(_ picture: PixelImage, to target: PixelImage) {
        let landscape = Landscape(height: height, source: picture)
        for y in target.rect.y0..<target.rect.y1 {
            for x in target.rect.x0..<target.rect.x1 {
                let alpha = Double(picture[x, y] >> 24) / 255
                if alpha == 0 { continue }
                let (to, strength) = source.light(at: [Double(x) + 0.5, Double(y) + 0.5, landscape.z(x, y)])
                let normal = landscape.normal(x, y)
                var part: Double
                if let shininess {
                    part = pow(max(0, dot(normal, normalized(to + [0, 0, 1]))), shininess)
                } else {
                    part = max(0, dot(normal, to))
                }
                part *= constant * strength
                let light = (color * part).clamped(lowerBound: .zero, upperBound: .one)
                // Highlights are as opaque as they are bright.
                let whole = SIMD4(light, shininess == nil ? 1 : light.max()) * alpha
                target[x, y] = Parts(whole).word
            }
        }
    }
}
