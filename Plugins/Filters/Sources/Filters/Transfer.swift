import Glibc
import ScrimPluginKit

/// Applies a function to each channel of straight colours, through tables of 256 values. Transparent pixels stay
/// transparent.
struct TransferTables {
    /// For red, green, blue, alpha: bits 0…3 of `channels`.
    private var tables: [[Float]]

    /// The function maps 0…1 to 0…1 and applies to the channels whose bit is set; the others are unchanged.
    init(_ channels: Int, _ function: (Double) -> Double) {
        let identity = (0..<256).map { Float($0) / 255 }
        let changed = (0..<256).map { Float(min(max(function(Double($0) / 255), 0), 1)) }
        tables = (0..<4).map { channels >> $0 & 1 == 1 ? changed : identity }
    }

    func color(_ pixel: UInt32) -> UInt32 {
        let alpha = pixel >> 24
        if alpha == 0 { return 0 }
        func straight(_ shift: UInt32) -> Int { Int(((pixel >> shift & 255) * 255 + alpha / 2) / alpha) & 255 }
        return Parts(
            tables[0][straight(16)], tables[1][straight(8)], tables[2][straight(0)], tables[3][Int(alpha)]
        ).premultiplied.word
    }
}

private let channelsHelp = "the sum of 1 for red, 2 for green, 4 for blue, 8 for alpha"

/// `curve(channels,count,v1,…)`: linear interpolation of evenly spaced values (feFuncR of the type `table`).
struct Curve: ColorFilterKind {
    static let name = "curve"
    static let help = "channels by a curve of straight lines between up to 64 values"
    static let weight: UInt8 = 6
    static let schema = valueSchema
    private let tables: TransferTables

    init(_ use: FilterUse) {
        let values = values(use)
        tables = TransferTables(Int(use.number(ValueArgument.channels))) { part in
            let place = part * Double(values.count - 1)
            let at = min(Int(place), max(values.count - 2, 0))
            return values.count == 1 ? values[0] : values[at] + (place - Double(at)) * (values[at + 1] - values[at])
        }
    }

    func color(_ pixel: UInt32) -> UInt32 { tables.color(pixel) }
}

/// `steps(channels,count,v1,…)`: values in steps of equal width (feFuncR of the type `discrete`).
struct Steps: ColorFilterKind {
    static let name = "steps"
    static let help = "channels in steps of up to 64 values"
    static let weight: UInt8 = 6
    static let schema = valueSchema
    private let tables: TransferTables

    init(_ use: FilterUse) {
        let values = values(use)
        tables = TransferTables(Int(use.number(ValueArgument.channels))) {
            values[min(Int($0 * Double(values.count)), values.count - 1)]
        }
    }

    func color(_ pixel: UInt32) -> UInt32 { tables.color(pixel) }
}

private let valueSchema =
    [
        Property("channels", .integer(7), range: 0...15, help: channelsHelp),
        Property("count", .integer(2), range: 1...64, help: "values that count"),
    ] + (1...64).map { Property("v\($0)", .number($0 == 2 ? 1 : 0), range: -1e6...1e6, help: "a value, 0…1") }

private enum ValueArgument: Int { case channels, count, first }

private func values(_ use: FilterUse) -> [Double] {
    (0..<Int(use.number(ValueArgument.count))).map {
        use.number(ArgumentIndex(rawValue: ValueArgument.first.rawValue + $0))
    }
}

/// `gamma(channels,amplitude,exponent,offset)`: amplitude · C^exponent + offset.
struct Gamma: ColorFilterKind {
    static let name = "gamma"
    static let help = "channels by amplitude · C^exponent + offset"
    static let weight: UInt8 = 6
    static let schema = [
        Property("channels", .integer(7), range: 0...15, help: channelsHelp),
        Property("amplitude", .number(1), range: -1e6...1e6, help: "a factor"),
        Property("exponent", .number(1), range: -1000...1000, help: "of the channel"),
        Property("offset", .number(0), range: -1e6...1e6, help: "added at last"),
    ]
    private enum Argument: Int { case channels, amplitude, exponent, offset }
    private let tables: TransferTables

    init(_ use: FilterUse) {
        let (amplitude, exponent) = (use.number(Argument.amplitude), use.number(Argument.exponent))
        let offset = use.number(Argument.offset)
        tables = TransferTables(Int(use.number(Argument.channels))) {
            // 0 with a negative exponent is clamped.
            amplitude == 0 ? offset : amplitude * min(pow($0, exponent), 1e9) + offset
        }
    }

    func color(_ pixel: UInt32) -> UInt32 { tables.color(pixel) }
}

/// `to-linear()`: converts sRGB to linear light.
struct ToLinear: ColorFilterKind {
    static let name = "to-linear"
    static let help = "colours as values in proportion to light"
    static let weight: UInt8 = 6
    static let schema: [Property] = []
    private static let tables = TransferTables(7) { $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }

    init(_ use: FilterUse) {}

    func color(_ pixel: UInt32) -> UInt32 { Self.tables.color(pixel) }
}

/// `to-srgb()`: the reverse of `to-linear`.
struct ToSRGB: ColorFilterKind {
    static let name = "to-srgb"
    static let help = "values in proportion to light as colours"
    static let weight: UInt8 = 6
    static let schema: [Property] = []
    private static let tables = TransferTables(7) { $0 <= 0.0031308 ? $0 * 12.92 : 1.055 * pow($0, 1 / 2.4) - 0.055 }

    init(_ use: FilterUse) {}

    func color(_ pixel: UInt32) -> UInt32 { Self.tables.color(pixel) }
}

/// `color-matrix(…)`: twenty numbers, the rows of a matrix that maps red, green, blue, alpha and 1 to red, green, blue
/// and alpha.
struct ColorMatrix: ColorFilterKind {
    static let name = "color-matrix"
    static let help = "colours that are not premultiplied by a matrix of four rows of five"
    static let weight: UInt8 = 10
    static let schema = (0..<20).map {
        Property(
            "m\($0 / 5 + 1)\($0 % 5 + 1)", .number($0 % 6 == 0 ? 1 : 0), range: -1e6...1e6,
            help: "a number of the matrix")
    }
    private var columns: [Parts]

    init(_ use: FilterUse) {
        columns = (0..<5).map { column in
            func row(_ row: Int) -> Float { Float(use.number(ArgumentIndex(rawValue: row * 5 + column))) }
            return Parts(row(0), row(1), row(2), row(3))
        }
    }

    func color(_ pixel: UInt32) -> UInt32 {
        if pixel >> 24 == 0 { return 0 }
        let c = Parts(pixel).straight
        let sum = columns[0] * c.x + columns[1] * c.y + columns[2] * c.z + columns[3] * c.w + columns[4]
        return sum.clamped(lowerBound: .zero, upperBound: .one).premultiplied.word
    }
}
