import ScrimPluginABI
import ScrimPluginKit

/// `noise(…)`: Perlin noise, as a sum of octaves; replaces the picture's colours and keeps its transparency
/// (feTurbulence of the type `fractalNoise`).
struct FractalNoise: FilterKind {
    static let name = "noise"
    static let help = "Perlin's noise, soft, where the picture is"
    static let weight: UInt8 = 14
    static let schema = NoisePainter.schema
    private let painter: NoisePainter

    init(_ use: FilterUse) { painter = NoisePainter(use) }

    func apply(_ source: PixelImage, to target: PixelImage) { painter.apply(source, to: target, isFractal: true) }
}

/// `turbulence(…)`: as `noise`, with absolute values (feTurbulence of the type `turbulence`).
struct Turbulence: FilterKind {
    static let name = "turbulence"
    static let help = "Perlin's noise, with creases, where the picture is"
    static let weight: UInt8 = 14
    static let schema = NoisePainter.schema
    private let painter: NoisePainter

    init(_ use: FilterUse) { painter = NoisePainter(use) }

    func apply(_ source: PixelImage, to target: PixelImage) { painter.apply(source, to: target, isFractal: false) }
}

/// The noise of SVG's reference code (https://www.w3.org/TR/filter-effects-1/#feTurbulenceElement): the same arguments
/// give the same noise everywhere.
struct NoisePainter {
    static let schema = [
        Property("fx", .number(0.05), range: 0...1000, help: "the frequency across, for each point"),
        Property("fy", .number(-1), range: -1...1000, help: "the frequency down; below 0: as fx"),
        Property("octaves", .integer(1), range: 0...16, help: "each of twice the frequency and half the strength"),
        Property("seed", .integer(0), range: -2_147_483_648...2_147_483_647, help: "another noise"),
        Property(
            "tileX", .number(0), range: -1e6...1e6, unit: "points", help: "where a tile begins that fits beside itself"),
        Property("tileY", .number(0), range: -1e6...1e6, unit: "points", help: "where it begins"),
        Property("tileWidth", .number(0), range: 0...1e6, unit: "points", help: "0: there is no tile"),
        Property("tileHeight", .number(0), range: 0...1e6, unit: "points", help: "0: there is no tile"),
    ]
    private enum Argument: Int { case fx, fy, octaves, seed, tileX, tileY, tileWidth, tileHeight }

    private let map: Affine
    private var fx: Double
    private var fy: Double
    private let octaves: Int
    private let seed: Int
    /// For tiling: the coordinates at which lattice points of the first octave wrap, and the period.
    private var wrap: (x: Int, y: Int, width: Int, height: Int)?

    init(_ use: FilterUse) {
        map = use.map
        fx = use.number(Argument.fx)
        fy = use.number(Argument.fy) < 0 ? fx : use.number(Argument.fy)
        // Further octaves contribute less than one level.
        octaves = min(Int(use.number(Argument.octaves)), 10)
        seed = Int(use.number(Argument.seed))
        let (width, height) = (use.number(Argument.tileWidth), use.number(Argument.tileHeight))
        guard width > 0, height > 0 else { return }
        (fx, fy) = (Self.fitted(fx, width), Self.fitted(fy, height))
        let (w, h) = (Int(width * fx + 0.5), Int(height * fy + 0.5))
        wrap = (
            Int(use.number(Argument.tileX) * fx) + NoiseLattice.origin + w,
            Int(use.number(Argument.tileY) * fy) + NoiseLattice.origin + h, w, h
        )
    }

    /// The nearest frequency for which a whole number of waves fits into a length.
    private static func fitted(_ frequency: Double, _ length: Double) -> Double {
        if frequency == 0 { return 0 }
        let waves = length * frequency
        let (low, high) = (waves.rounded(.down) / length, waves.rounded(.up) / length)
        return low > 0 && frequency / low < high / frequency ? low : high
    }

    func apply(_ source: PixelImage, to target: PixelImage, isFractal: Bool) {
        let determinant = map.a * map.d - map.b * map.c
        guard determinant != 0, (1 / determinant).isFinite else { return }
        let lattice = NoiseLattice(seed)
        for y in target.rect.y0..<target.rect.y1 {
            for x in target.rect.x0..<target.rect.x1 {
                let alpha = source[x, y] >> 24
                if alpha == 0 { continue }
                let (dx, dy) = (Double(x) - map.tx, Double(y) - map.ty)
                let sum = turbulence(
                    lattice, (map.d * dx - map.c * dy) / determinant, (map.a * dy - map.b * dx) / determinant, isFractal
                )
                let level = isFractal ? (sum + 1) / 2 : sum
                let parts = level.clamped(lowerBound: .zero, upperBound: .one).premultiplied
                target[x, y] = (parts * (Float(alpha) / 255)).word
            }
        }
    }

    /// The sum of all octaves at a point, for the four channels.
    private func turbulence(_ lattice: NoiseLattice, _ x: Double, _ y: Double, _ isFractal: Bool) -> Parts {
        var (x, y, ratio) = (x * fx, y * fy, Float(1))
        var wrap = wrap
        var sum = Parts.zero
        for _ in 0..<octaves {
            let noise = lattice.noise(x, y, wrap)
            sum += (isFractal ? noise : noise.replacing(with: -noise, where: noise .< 0)) / ratio
            x *= 2
            y *= 2
            ratio *= 2
            if let last = wrap {
                wrap = (
                    2 * last.x - NoiseLattice.origin, 2 * last.y - NoiseLattice.origin, last.width * 2, last.height * 2
                )
            }
        }
        return sum
    }
}

/// Gradients at the points of a lattice, in random order. In memory of its own, because arrays would be retained for
/// each pixel.
@safe private final class NoiseLattice {
    /// Added to coordinates.
    static let origin = 4096

    private let order = UnsafeMutablePointer<Int>.allocate(capacity: 256)
    /// The gradients' horizontal and vertical components, for the four channels.
    private let across = UnsafeMutablePointer<SIMD4<Float>>.allocate(capacity: 256)
    private let down = UnsafeMutablePointer<SIMD4<Float>>.allocate(capacity: 256)

    init(_ seed: Int) {
        var seed = seed <= 0 ? -seed % 2_147_483_646 + 1 : min(seed, 2_147_483_646)
        /// The Park–Miller generator.
        func random() -> Int {
            seed = 16807 * (seed % 127_773) - 2836 * (seed / 127_773)
            if seed <= 0 { seed += 2_147_483_647 }
            return seed
        }
        unsafe across.initialize(repeating: .zero, count: 256)
        unsafe down.initialize(repeating: .zero, count: 256)
        for channel in 0..<4 {
            for at in 0..<256 {
                let x = Double(random() % 512 - 256) / 256
                let y = Double(random() % 512 - 256) / 256
                let length = (x * x + y * y).squareRoot()
                unsafe across[at][channel] = Float(length > 0 ? x / length : 0)
                unsafe down[at][channel] = Float(length > 0 ? y / length : 0)
            }
        }
        for at in 0..<256 { unsafe (order + at).initialize(to: at) }
        for at in stride(from: 255, to: 0, by: -1) {
            let other = random() % 256
            unsafe (order[at], order[other]) = unsafe (order[other], order[at])
        }
    }

    deinit {
        unsafe order.deallocate()
        unsafe across.deallocate()
        unsafe down.deallocate()
    }

    func noise(_ x: Double, _ y: Double, _ wrap: (x: Int, y: Int, width: Int, height: Int)?) -> SIMD4<Float> {
        let (x0, rx) = Self.split(x)
        let (y0, ry) = Self.split(y)
        var (left, right, top, bottom) = (x0, x0 + 1, y0, y0 + 1)
        if let wrap {
            (left, right) = (Self.wrapped(left, wrap.x, wrap.width), Self.wrapped(right, wrap.x, wrap.width))
            (top, bottom) = (Self.wrapped(top, wrap.y, wrap.height), Self.wrapped(bottom, wrap.y, wrap.height))
        }
        let (i, j) = unsafe (order[left & 255], order[right & 255])
        let (sx, sy) = (rx * rx * (3 - 2 * rx), ry * ry * (3 - 2 * ry))
        let (a, b) = (slope(i + top, rx, ry), slope(j + top, rx - 1, ry))
        let (c, d) = (slope(i + bottom, rx, ry - 1), slope(j + bottom, rx - 1, ry - 1))
        let (upper, lower) = (a + sx * (b - a), c + sx * (d - c))
        return upper + sy * (lower - upper)
    }

    /// The contribution of a lattice point's gradient at a distance from it.
    @inline(__always)
    private func slope(_ place: Int, _ dx: Float, _ dy: Float) -> SIMD4<Float> {
        let at = unsafe order[place & 255]
        return unsafe dx * across[at] + dy * down[at]
    }

    /// The lattice point before a coordinate, and the distance from it. (Above 10¹⁵ a number has no fraction.)
    @inline(__always)
    private static func split(_ v: Double) -> (Int, Float) {
        // NaN compares as false.
        let moved = (v > -1e15 ? v < 1e15 ? v : 1e15 : -1e15) + Double(origin)
        let near = Int(moved)
        let whole = Double(near) > moved ? near - 1 : near
        return (whole, Float(moved - Double(whole)))
    }

    /// Wraps lattice points so that each tile has the same ones; the last of a tile is before `limit`.
    private static func wrapped(_ v: Int, _ limit: Int, _ size: Int) -> Int {
        guard size > 0 else { return v }
        let past = (v - limit) % size
        return limit + past - (past < 0 ? 0 : size)
    }
}
