import Glibc
import ScrimPluginABI
import ScrimPluginKit

/// The emitter's factors for properties of all cells.
struct CellFactors {
    var birthRate: Double
    var lifetime: Double
    var velocity: Double
    var scale: Double
    var spin: Double
}

/// A cell's properties, read for one drawing.
struct Cell {
    /// The picture of its particles.
    struct Look {
        var sprite = SpriteLook.square
        var source = Rect(x: 0, y: 0, width: 1, height: 1)
        var sampling = SpriteSampling.smooth
        /// The size of a particle at scale 1, in points.
        var size = Point(x: 0, y: 0)
        /// True when the rotation of a particle is visible.
        var turns: Bool { sprite != .disc || size.x != size.y }
    }

    /// A mean and the total width of the variation around it.
    struct Spread {
        var mean: Double
        var range: Double

        func value(_ dice: Dice, _ channel: Dice.Channel) -> Double {
            range == 0 ? mean : mean + range * (dice.unit(channel) - 0.5)
        }
    }

    /// The times at which its particles are born.
    struct Births {
        /// Births per second, 0…1e6.
        var rate = 0.0
        /// In seconds after the start of its emitter.
        var begin = 0.0
        /// Duration of the births, in seconds.
        var duration = Double.infinity
    }

    /// The motion of its particles.
    struct Flight {
        var velocity = Spread(mean: 0, range: 0)
        var direction = Spread(mean: 0, range: 0)
        var acceleration = SIMD2<Double>.zero
    }

    /// Red, green, blue, alpha: 0…1 at birth.
    struct Tint {
        var color = SIMD4<Double>.zero
        var range = SIMD4<Double>.zero
        /// Change per second.
        var speed = SIMD4<Double>.zero
    }

    var look = Look()
    var births = Births()
    var life = Spread(mean: 0, range: 0)
    /// Maximum lifetime of a particle.
    var longest: Double { max(0, life.mean + abs(life.range) / 2) }
    var flight = Flight()
    var scale = Spread(mean: 1, range: 0)
    var growth = 0.0
    var spin = Spread(mean: 0, range: 0)
    var tint = Tint()
    /// The indices of the cells emitted by its particles.
    var inner: Range<Int> = 0..<0
    /// Maximum time after a birth during which the particle, or particles emitted by it, may be visible.
    var window = 0.0
    /// True when it, or cells emitted by its particles, are visible.
    var shows = false
    /// Number of births to evaluate for each emitter of it, including those emitted by its particles.
    var load = 0.0
}

/// The cells of an emitter; those emitted by the same cell are adjacent.
struct CellTree {
    private(set) var cells: [Cell] = []
    private(set) var outer: Range<Int> = 0..<0

    /// Maximum number of uses of cells, nested ones included; the rest is left out.
    static let limit = 256

    init(_ ids: [UInt64], of emitter: Properties, _ factors: CellFactors) {
        outer = add(ids, emitter, factors)
        weigh(outer, within: .infinity)
        thin()
    }

    private mutating func add(_ ids: [UInt64], _ emitter: Properties, _ factors: CellFactors) -> Range<Int> {
        let start = cells.count
        for id in ids where cells.count < Self.limit {
            let properties = emitter.properties(of: id)
            if properties.boolean(EmitterCell.Key.isEnabled) { cells.append(Cell(properties, factors)) }
        }
        let range = start..<cells.count
        var at = start
        // Cycles are impossible, so this terminates.
        for id in ids where at < range.upperBound {
            let properties = emitter.properties(of: id)
            guard properties.boolean(EmitterCell.Key.isEnabled) else { continue }
            cells[at].inner = add(properties.objects(EmitterCell.Key.emitterCells), emitter, factors)
            at += 1
        }
        return range
    }

    /// Computes windows and loads of the cells in `range`, whose births end at most `life` after they began.
    private mutating func weigh(_ range: Range<Int>, within life: Double) {
        for at in range {
            weigh(cells[at].inner, within: cells[at].longest)
            let inner = cells[cells[at].inner]
            cells[at].window = cells[at].longest + inner.reduce(0) { max($0, $1.window) }
            cells[at].shows = cells[at].look.size.x > 0 || inner.contains { $0.shows }
            let births = cells[at].births.rate * min(cells[at].window, life, cells[at].births.duration) + 1
            let most = Double(Swarm.limit)
            if births > most { cells[at].births.rate *= most / births }
            cells[at].load = min(births, most) * inner.reduce(1) { $0 + $1.load }
        }
    }

    /// Reduces the birth rates above the maximum load.
    private mutating func thin() {
        let load = cells[outer].reduce(0) { $0 + $1.load }
        guard load > Double(Swarm.limit) else { return }
        for at in outer { cells[at].births.rate *= Double(Swarm.limit) / load }
    }
}

extension Cell {
    fileprivate init(_ properties: Properties, _ factors: CellFactors) {
        typealias Key = EmitterCell.Key
        func number(_ key: Key) -> Double { properties.number(key) }
        func spread(_ mean: Key, _ range: Key, times factor: Double = 1) -> Spread {
            Spread(mean: number(mean) * factor, range: number(range) * factor)
        }
        look = Look(properties)
        births.rate = min(number(.birthRate) * factors.birthRate, 1e6)
        life = spread(.lifetime, .lifetimeRange, times: factors.lifetime)
        births.begin = number(.beginTime)
        if number(.duration) > 0 { births.duration = number(.duration) }
        let flat = factors.velocity * cos(number(.emissionLatitude))
        flight.velocity = spread(.velocity, .velocityRange, times: flat)
        flight.direction = spread(.emissionLongitude, .emissionRange)
        let pull = properties.point(Key.acceleration)
        flight.acceleration = SIMD2(pull.x, pull.y)
        scale = spread(.scale, .scaleRange, times: factors.scale)
        growth = number(.scaleSpeed) * factors.scale
        spin = spread(.spin, .spinRange, times: factors.spin)
        let rgba = properties.color(Key.color)?.rgba ?? 0
        let bytes = SIMD4(rgba >> 24, rgba >> 16 & 255, rgba >> 8 & 255, rgba & 255)
        tint.color = SIMD4<Double>(bytes) / 255
        tint.range = SIMD4(number(.redRange), number(.greenRange), number(.blueRange), number(.alphaRange))
        tint.speed = SIMD4(number(.redSpeed), number(.greenSpeed), number(.blueSpeed), number(.alphaSpeed))
    }
}

extension Cell.Look {
    /// Nothing, with size 0, while contents are missing.
    fileprivate init(_ properties: Properties) {
        typealias Key = EmitterCell.Key
        let given = properties.point(Key.size)
        let isGiven = given.x > 0 && given.y > 0
        switch properties.picture {
        case .none:
            if properties.choice(Key.shape) == 1 { sprite = .disc }
            if isGiven { size = given }
        case .missing: return
        case .ready(let pixels):
            source = properties.rect(Key.contentsRect)
            if properties.choice(Key.magnificationFilter) == 1 { sampling = .nearest }
            sprite = .picture(of: properties.object)
            let density = properties.number(Key.contentsScale)
            size = Point(x: pixels.x * source.width / density, y: pixels.y * source.height / density)
            if isGiven { size = given }
        }
    }
}
