import Glibc
import ScrimPluginABI
import ScrimPluginKit

/// The particles alive at one time.
///
/// Each is a function of the seed, its cell, its number and the time, so no state is kept between frames, and any time
/// can be evaluated. Birth k is k / birthRate after the beginning.
struct Swarm {
    /// Maximum number of births evaluated for particles that are alive or may have emitted others; the newest are left
    /// out first.
    static let limit = 100_000

    /// A particle among those of its cell.
    struct Birth {
        var time: Double
        var cell: Int32
        var place: Int32

        func isBefore(_ other: Birth) -> Bool {
            (time, cell, place) < (other.time, other.cell, other.place)
        }
    }

    /// A particle that emits others.
    private struct Source {
        var place: SIMD2<Double>
        var velocity: SIMD2<Double>
        var acceleration: SIMD2<Double>
        var color: SIMD4<Double>
        var colorSpeed: SIMD4<Double>
        var birth: Double
        var death: Double
        var factor: SIMD4<Double>

        func place(at time: Double) -> SIMD2<Double> {
            let age = time - birth
            return place + (velocity + acceleration * (age / 2)) * age
        }

        func color(at time: Double) -> SIMD4<Double> { Swarm.held(color + colorSpeed * (time - birth)) * factor }
    }

    let cells: [Cell]
    private let outer: Range<Int>
    private let shape: EmitterShape
    private let dice: Dice
    /// Rounded to nanoseconds, so that times that differ only by rounding errors show the same.
    private let time: Double
    /// By cell; particles of one emitter are ordered from oldest to newest.
    private(set) var sprites: [[Sprite]]
    private(set) var births: [Birth] = []
    /// True when the births of all sprites are needed.
    var notesBirths = false
    /// The time until which nothing changes.
    private(set) var holdsUntil = Double.infinity
    private var looked = 0
    private var isAlive = false

    /// Times within this limit are precise enough, and their products with rates are integers.
    private static let farthest = 1e9
    /// Tolerance for points on a boundary.
    private static let tolerance = 1e-9

    init(_ tree: CellTree, _ shape: EmitterShape, seed: UInt64, at time: Double) {
        cells = tree.cells
        outer = tree.outer
        self.shape = shape
        dice = Dice(seed: seed)
        self.time = abs(time) <= Self.farthest ? (time * 1e9).rounded() / 1e9 : .nan
        sprites = Array(repeating: [], count: tree.cells.count)
    }

    /// Computes all particles.
    mutating func run() {
        guard time.isFinite else { return }
        for cell in outer {
            let next = emit(cell, dice.dice(UInt64(cell)), from: 0, to: .infinity, nil)
            holdsUntil = min(holdsUntil, next)
        }
        if isAlive { holdsUntil = time }
    }

    /// Adds the particles of a cell born from `start` to `end`; returns the time of the next birth.
    private mutating func emit(
        _ at: Int, _ dice: Dice, from start: Double, to end: Double, _ source: Source?
    ) -> Double {
        let cell = cells[at]
        let start = start + cell.births.begin
        let end = min(end, start + cell.births.duration)
        guard cell.births.rate > 0, cell.window > 0, start < end, cell.shows else { return .infinity }
        if time < start - Self.tolerance { return start }
        // The births within the window before now, and before the end.
        let first = max(0, ((time - cell.window - start) * cell.births.rate).rounded(.down))
        var last = ((time - start) * cell.births.rate + 1e-6).rounded(.down)
        let next = start + (last + 1) / cell.births.rate
        if end < .infinity { last = min(last, ((end - start) * cell.births.rate - 1e-6).rounded(.up) - 1) }
        var k = first
        while k <= last {
            if looked >= Self.limit { break }
            looked += 1
            bear(at, cell, dice.dice(UInt64(k)), birth: start + k / cell.births.rate, source)
            k += 1
        }
        return next < end - Self.tolerance ? next : .infinity
    }

    private mutating func bear(_ at: Int, _ cell: Cell, _ dice: Dice, birth: Double, _ source: Source?) {
        let age = max(0, time - birth)
        let life = cell.life.value(dice, .lifetime)
        let isThere = age < life - Self.tolerance
        guard isThere || !cell.inner.isEmpty && age < life + cell.window - cell.longest else { return }
        isAlive = true
        var (place, angle) = source.map { ($0.place(at: birth), 0) } ?? shape.place(dice)
        angle += cell.flight.direction.value(dice, .direction)
        let velocity = cell.flight.velocity.value(dice, .velocity) * SIMD2(cos(angle), sin(angle))
        var color = cell.tint.color
        if cell.tint.range != .zero {
            let chance = SIMD4(dice.unit(.red), dice.unit(.green), dice.unit(.blue), dice.unit(.alpha))
            color += cell.tint.range * (chance - 0.5)
        }
        let factor = source?.color(at: birth) ?? SIMD4(repeating: 1)
        if !cell.inner.isEmpty {
            let particle = Source(
                place: place, velocity: velocity, acceleration: cell.flight.acceleration, color: color,
                colorSpeed: cell.tint.speed, birth: birth, death: birth + life, factor: factor)
            for inner in cell.inner {
                _ = emit(inner, dice.dice(UInt64(inner)), from: birth, to: particle.death, particle)
            }
        }
        guard isThere, cell.look.size.x > 0 else { return }
        let scale = cell.scale.value(dice, .scale) + cell.growth * age
        let shown = Self.held(color + cell.tint.speed * age) * factor
        guard scale > 0, shown.w >= 0.5 / 255 else { return }
        place += (velocity + cell.flight.acceleration * (age / 2)) * age
        let spin = cell.look.turns ? cell.spin.value(dice, .spin) * age : 0
        let (w, h) = (cell.look.size.x * scale, cell.look.size.y * scale)
        let (c, s) = spin == 0 ? (1, 0) : (cos(spin), sin(spin))
        // The unit square, centered, scaled, rotated and moved.
        let map = Affine(
            a: c * w, b: s * w, c: -s * h, d: c * h, tx: place.x - (c * w - s * h) / 2,
            ty: place.y - (s * w + c * h) / 2)
        guard (map.a + map.b + map.c + map.d + map.tx + map.ty).isFinite else { return }
        if notesBirths { births.append(Birth(time: birth, cell: Int32(at), place: Int32(sprites[at].count))) }
        sprites[at].append(Sprite(map, Self.rgba(shown)))
    }

    fileprivate static func held(_ color: SIMD4<Double>) -> SIMD4<Double> {
        color.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 1))
    }

    private static func rgba(_ color: SIMD4<Double>) -> Color {
        let c = SIMD4<UInt32>((color * 255).rounded(.toNearestOrEven))
        return Color(rgba: c.x << 24 | c.y << 16 | c.z << 8 | c.w)
    }
}
