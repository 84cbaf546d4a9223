import Geometry
import Schema

/// Reproducible random numbers: SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators).
struct Random {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(max(1, limit))) }

    /// Often the ends of the range, zero, very small or very large.
    mutating func number(_ low: Double, _ high: Double) -> Double {
        let unit = Double(next() >> 11) / 9_007_199_254_740_992
        let any: Double =
            switch below(8) {
            case 0: 0
            case 1: low.isFinite ? low : -1e9
            case 2: high.isFinite ? high : 1e9
            case 3: unit * 1e-9
            case 4: (unit - 0.5) * 1e9
            default: low.isFinite && high.isFinite ? low + (high - low) * unit : (unit - 0.25) * 200
            }
        return max(low, min(high, any))
    }

    mutating func rect() -> Rect {
        Rect(number(-100, 100), number(-100, 100), number(0, 1000), number(0, 1000))
    }

    /// A nonempty rectangle within another one.
    mutating func part(of whole: PixelRect) -> PixelRect {
        func span(_ low: Int32, _ high: Int32) -> (Int32, Int32) {
            let start = low + Int32(below(Int(high - low)))
            return (start, start + 1 + Int32(below(Int(high - start))))
        }
        let ((x0, x1), (y0, y1)) = (span(whole.x0, whole.x1), span(whole.y0, whole.y1))
        return PixelRect(x0, y0, x1, y1)
    }

    /// Premultiplied; often opaque or transparent.
    mutating func pixel() -> UInt32 {
        let alpha = UInt32([0, 255, below(256)][below(3)])
        func channel(_ random: inout Random) -> UInt32 { UInt32(random.below(Int(alpha) + 1)) }
        return alpha << 24 | channel(&self) << 16 | channel(&self) << 8 | channel(&self)
    }

    private mutating func color() -> Color {
        Color(UInt8(below(256)), UInt8(below(256)), UInt8(below(256)), UInt8(below(256)))
    }

    private mutating func path() -> Path {
        var path = Path()
        func point(_ random: inout Random) -> Point { Point(random.number(-500, 500), random.number(-500, 500)) }
        for _ in 0..<below(20) {
            switch below(5) {
            case 0: path.move(to: point(&self))
            case 1: path.line(to: point(&self))
            case 2: path.quad(point(&self), to: point(&self))
            case 3: path.cubic(point(&self), point(&self), to: point(&self))
            default: path.close()
            }
        }
        return path
    }

    /// A value of the property's type, in its range.
    mutating func value(of property: Property) -> Value {
        let (low, high) = (property.minimum, property.maximum)
        switch property.type {
        case .number, .time, .angle: return .number(number(low, high))
        case .integer:
            let whole = number(low, high).rounded()
            return .number(whole < low ? low.rounded(.up) : whole > high ? high.rounded(.down) : whole)
        case .boolean: return .boolean(below(2) == 0)
        case .point: return .point(Point(number(low, high), number(low, high)))
        case .size: return .size(Size(number(low, high), number(low, high)))
        case .rect: return .rect(Rect(number(low, high), number(low, high), number(low, high), number(low, high)))
        case .color: return below(4) == 0 ? .none : .color(color())
        case .choice: return .choice(UInt8(below(property.choices.count)))
        case .choices: return .choices(UInt32(next() & ((1 << UInt64(property.choices.count)) - 1)))
        case .numbers: return .numbers((0..<below(9)).map { _ in number(low, high) })
        case .colors: return .colors((0..<below(9)).map { _ in color() })
        case .path: return below(4) == 0 ? .none : .path(path())
        case .string: return .string(["", "a", "Ünïcödé 🎈", String(repeating: "long ", count: 1000)][below(4)])
        default: return property.initial
        }
    }
}
