import ScrimPluginABI
import ScrimPluginKit

/// `convolve(columns,rows,divisor,targetX,targetY,bias,preserveAlpha,k1,…)`: sums of neighbours (feConvolveMatrix, CIConvolution).
///
/// Neighbours are pixels of the output, as in Core Image and SVG, not points.
struct Convolve: FilterKind {
    static let name = "convolve"
    static let help = "sums of a pixel's neighbours, weighted by a matrix of up to 9 × 9"
    static let schema =
        [
            Property("columns", .integer(3), range: 1...9, help: "of the matrix"),
            Property("rows", .integer(3), range: 1...9, help: "of the matrix"),
            Property(
                "divisor", .number(0), range: -1e6...1e6,
                help: "of the sums; 0: the sum of the matrix, or 1 where that is 0"),
            Property("targetX", .integer(-1), range: -1...8, help: "the column over the pixel itself; -1: the middle"),
            Property("targetY", .integer(-1), range: -1...8, help: "the row over the pixel itself; -1: the middle"),
            Property("bias", .number(0), range: -1e6...1e6, help: "added to the colours, in parts of alpha"),
            Property("preserveAlpha", .integer(0), range: 0...1, help: "1: only colours change"),
        ] + (1...81).map { Property("k\($0)", .number(0), range: -1e6...1e6, help: "a weight, row after row") }
    private enum Argument: Int { case columns, rows, divisor, targetX, targetY, bias, preserveAlpha, first }

    /// A neighbour, as seen from the pixel, and its weight by the divisor.
    private struct Tap {
        var x: Int32
        var y: Int32
        var weight: Float
    }

    private var taps: [Tap] = []
    private let bias: Float
    private let preservesAlpha: Bool
    let reach: Reach

    init(_ use: FilterUse) {
        let (columns, rows) = (Int(use.number(Argument.columns)), Int(use.number(Argument.rows)))
        func target(_ argument: Argument, _ count: Int) -> Int {
            let given = Int(use.number(argument))
            return 0..<count ~= given ? given : count / 2
        }
        let (targetX, targetY) = (target(.targetX, columns), target(.targetY, rows))
        let weights = (0..<columns * rows).map { use.number(ArgumentIndex(rawValue: Argument.first.rawValue + $0)) }
        let sum = weights.reduce(0, +)
        let given = use.number(Argument.divisor)
        // What rounding leaves of a sum of 0 is none.
        let isZero = abs(sum) <= 1e-9 * weights.reduce(0) { $0 + abs($1) }
        let divisor = given != 0 ? given : isZero ? 1 : sum
        for y in 0..<rows {
            for x in 0..<columns {
                // The matrix is turned by half a circle.
                let weight = Float(weights[(rows - 1 - y) * columns + columns - 1 - x] / divisor)
                if weight != 0 { taps.append(Tap(x: Int32(x - targetX), y: Int32(y - targetY), weight: weight)) }
            }
        }
        bias = Float(use.number(Argument.bias))
        preservesAlpha = use.number(Argument.preserveAlpha) == 1
        reach = Reach(
            left: Int32(columns - 1 - targetX), top: Int32(rows - 1 - targetY), right: Int32(targetX),
            bottom: Int32(targetY))
    }

    func apply(_ source: PixelImage, to target: PixelImage) {
        for y in target.rect.y0..<target.rect.y1 {
            for x in target.rect.x0..<target.rect.x1 { target[x, y] = pixel(source, x, y) }
        }
    }

    private func pixel(_ source: PixelImage, _ x: Int32, _ y: Int32) -> UInt32 {
        let own = source[x, y]
        if preservesAlpha, own >> 24 == 0 { return 0 }
        var sum = Parts.zero
        var isEmpty = own == 0
        for tap in taps {
            let pixel = source[x + tap.x, y + tap.y]
            if pixel >> 24 == 0 { continue }
            isEmpty = false
            sum += (preservesAlpha ? Parts(pixel).straight : Parts(pixel)) * tap.weight
        }
        if isEmpty { return 0 }
        if preservesAlpha {
            sum = (sum + bias).clamped(lowerBound: .zero, upperBound: .one)
            sum.w = Float(own >> 24) / 255
            return sum.premultiplied.word
        }
        let alpha = sum.w + bias
        sum += bias * alpha
        sum.w = alpha
        return sum.word
    }
}
