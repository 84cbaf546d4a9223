import Geometry
import Glibc

/// Functions of numbers, geometry and colours.
extension ExpressionFunction {
    /// The finite result of a call. `wallTime` is only called by functions that need it.
    func value(
        _ arguments: ExpressionArguments, _ work: ComputeBudget, wallTime: () -> Double
    ) throws(ExpressionError) -> ExpressionValue {
        let result: ExpressionValue
        switch self {
        case .min, .max, .clamp, .abs, .sign, .floor, .ceil, .round, .sqrt, .pow, .exp, .log, .sin, .cos, .tan, .atan2,
            .hypot:
            result = .number(try number(arguments))
        case .mix: result = try mix(arguments)
        case .point: result = .point(Point(try arguments.number(0), try arguments.number(1)))
        case .size: result = .size(Size(try arguments.number(0), try arguments.number(1)))
        case .rect:
            result = .rect(
                Rect(
                    try arguments.number(0), try arguments.number(1), try arguments.number(2), try arguments.number(3)))
        case .rgb, .hsl, .hslOfAngle, .alpha, .lighten, .darken: result = .color(try color(arguments))
        case .number, .bool, .text, .length, .upper, .lower, .trim, .contains, .replace, .split, .format, .timeText,
            .date,
            .at, .slice, .find, .join, .append, .plot, .concat, .insert, .removeAt, .reverse, .sort, .unique, .sum,
            .indexOf, .with, .without, .keys, .startsWith, .endsWith, .padStart, .padEnd, .repeatText, .chars, .random:
            result = try text(arguments, work, wallTime: wallTime)
        // Compiled into instructions of their own.
        case .presentation, .exists, .count, .index, .has: throw arguments.mismatch(0)
        }
        guard result.isFinite else { throw ExpressionOperators.notFinite }
        return result
    }

    private func number(_ arguments: ExpressionArguments) throws(ExpressionError) -> Double {
        let a = try arguments.number(0)
        switch self {
        case .min, .max:
            var result = a
            for i in 1..<Swift.max(1, arguments.count) {
                let next = try arguments.number(i)
                result = self == .min ? Swift.min(result, next) : Swift.max(result, next)
            }
            return result
        // As in CSS, the lower bound wins when the bounds are contradictory.
        case .clamp: return Swift.max(try arguments.number(1), Swift.min(a, try arguments.number(2)))
        case .abs: return a.magnitude
        case .sign: return a > 0 ? 1 : a < 0 ? -1 : 0
        case .floor: return a.rounded(.down)
        case .ceil: return a.rounded(.up)
        case .round:
            let bound = FixedText.maxDigits
            return FixedText.round(a, digits: arguments.count > 1 ? try arguments.integer(1, -bound...bound) : 0)
        case .sqrt: return a.squareRoot()
        case .pow: return Glibc.pow(a, try arguments.number(1))
        case .exp: return Glibc.exp(a)
        case .log: return Glibc.log(a)
        case .sin: return sineCosine(a).sine
        case .cos: return sineCosine(a).cosine
        case .tan: return Glibc.tan(a)
        case .atan2: return Glibc.atan2(a, try arguments.number(1))
        default: return Glibc.hypot(a, try arguments.number(1))
        }
    }

    private func mix(_ arguments: ExpressionArguments) throws(ExpressionError) -> ExpressionValue {
        let t = try arguments.number(2)
        func between(_ a: Double, _ b: Double) -> Double { a + (b - a) * t }
        switch (arguments[0], arguments[1]) {
        case (.number(let a), .number(let b)): return .number(between(a, b))
        case (.point(let a), .point(let b)): return .point(Point(between(a.x, b.x), between(a.y, b.y)))
        case (.size(let a), .size(let b)):
            return .size(Size(between(a.width, b.width), between(a.height, b.height)))
        case (.rect(let a), .rect(let b)):
            return .rect(
                Rect(between(a.x, b.x), between(a.y, b.y), between(a.width, b.width), between(a.height, b.height)))
        case (.color(let a), .color(let b)): return .color(Self.mix(a, b, t))
        case (let a, let b):
            throw ExpressionError(
                .value,
                "\(usage) takes two numbers, points, sizes, rectangles or colours, not \(a.type.name) and \(b.type.name)"
            )
        }
    }

    /// Interpolates two colours in sRGB, not premultiplied, as animations do.
    private static func mix(_ a: Color, _ b: Color, _ t: Double) -> Color {
        func between(_ a: UInt8, _ b: UInt8) -> UInt8 {
            ExpressionOperators.channel(Double(a) + (Double(b) - Double(a)) * t)
        }
        return Color(
            between(a.red, b.red), between(a.green, b.green), between(a.blue, b.blue), between(a.alpha, b.alpha))
    }

    private func color(_ arguments: ExpressionArguments) throws(ExpressionError) -> Color {
        switch self {
        case .rgb:
            let (r, g, b) = (
                try arguments.fraction(0, of: 255), try arguments.fraction(1, of: 255),
                try arguments.fraction(2, of: 255)
            )
            return Color(
                ExpressionOperators.channel(r), ExpressionOperators.channel(g), ExpressionOperators.channel(b),
                try alpha(arguments, 3))
        case .hsl, .hslOfAngle:
            let hue = try arguments.number(0) * (self == .hsl ? 1 : 180 / .pi)
            return Self.hsl(
                hue, try arguments.fraction(1), try arguments.fraction(2), alpha: try alpha(arguments, 3))
        case .alpha:
            var color = try arguments.color(0)
            color.alpha = try alpha(arguments, 1)
            return color
        default:
            let color = try arguments.color(0)
            let end: UInt8 = self == .lighten ? 255 : 0
            return Self.mix(color, Color(end, end, end, color.alpha), try arguments.number(1))
        }
    }

    /// Converts alpha 0…1 to a channel; 255 when the argument is omitted.
    private func alpha(_ arguments: ExpressionArguments, _ index: Int) throws(ExpressionError) -> UInt8 {
        index < arguments.count ? ExpressionOperators.channel(try arguments.fraction(index) * 255) : 255
    }

    /// Converts as in CSS Color 4, section 7.1: hue in degrees, saturation and lightness 0…1.
    private static func hsl(_ hue: Double, _ s: Double, _ l: Double, alpha: UInt8) -> Color {
        // A constant, because a variable captured by the closure would be allocated.
        let rest = hue.truncatingRemainder(dividingBy: 360)
        let turned = rest < 0 ? rest + 360 : rest
        let a = s * Swift.min(l, 1 - l)
        func component(_ n: Double) -> UInt8 {
            let k = (n + turned / 30).truncatingRemainder(dividingBy: 12)
            return ExpressionOperators.channel((l - a * Swift.max(-1, Swift.min(k - 3, 9 - k, 1))) * 255)
        }
        return Color(component(0), component(8), component(4), alpha)
    }
}
