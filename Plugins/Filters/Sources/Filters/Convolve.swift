import ScrimPluginABI
import ScrimPluginKit

/// `convolve(columns,rows,divisor,targetX,targetY,bias,preserveAlpha,k1,…)`: weighted sums of neighbours
/// (feConvolveMatrix, CIConvolution).
///
/// Neighbours are pixels of the output, as in Core Image and SVG, not points.
struct Convolve: FilterKind {
    static let name = "convolve"
    static let help = "sums of a pixel's neighbours, weighted by a matrix of up to 9 × 9"
    static let weight: UInt8 = 14
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

    /// A neighbour's offset, and its weight divided by the divisor.
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
        // A sum that differs from 0 only by rounding counts as 0.
        let isZero = abs(sum) <= 1e-9 * weights.reduce(0) { $0 + abs($1) }
        let divisor = given != 0 ? given : isZero ? 1 : sum
        for y in 0..<rows {
            for x in 0..<columns {
                // The matrix is rotated by half a turn.
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
        let rect = target.rect
        let width = Int(rect.x1 - rect.x0)
        guard width > 0 else { return }
        // Converted rows of the source by number: each is needed by up to nine rows of the result.
        var rows = [Int32: SourceRow]()
        let reachLeft = taps.reduce(0) { min($0, $1.x) }
        let reachRight = taps.reduce(0) { max($0, $1.x) }
        var sums = [Parts](repeating: .zero, count: width)
        var alphas = [UInt32](repeating: 0, count: width)
        for y in rect.y0..<rect.y1 {
            for x in 0..<width { (sums[x], alphas[x]) = (.zero, 0) }
            for tap in taps {
                let line = y + tap.y
                if line < source.rect.y0 || line >= source.rect.y1 { continue }
                if rows[line] == nil {
                    rows[line] = SourceRow(
                        source, line, rect.x0 + reachLeft, width + Int(reachRight - reachLeft), preservesAlpha)
                }
                rows[line]?.add(from: Int(tap.x - reachLeft), tap.weight, to: &sums, &alphas)
            }
            for x in 0..<width {
                target[rect.x0 + Int32(x), y] = result(
                    sums[x], isEmpty: alphas[x] == 0, own: source[rect.x0 + Int32(x), y])
            }
            if rows.count > 2 * 9 { rows = rows.filter { $0.key > y - 9 } }
        }
    }

    private func result(_ sum: Parts, isEmpty: Bool, own: UInt32) -> UInt32 {
        if own == 0, isEmpty || preservesAlpha { return 0 }
        var sum = sum
        if preservesAlpha {
            if own >> 24 == 0 { return 0 }
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

/// The pixels of a row as numbers in 0…1, premultiplied or not.
private struct SourceRow {
    private var parts: [Parts]
    private var alphas: [UInt32]

    init(_ source: PixelImage, _ y: Int32, _ left: Int32, _ count: Int, _ isStraight: Bool) {
        parts = Array(repeating: .zero, count: count)
        alphas = Array(repeating: 0, count: count)
        for x in 0..<count {
            let pixel = source[left + Int32(x), y]
            if pixel >> 24 == 0 { continue }
            parts[x] = isStraight ? Parts(pixel).straight : Parts(pixel)
            alphas[x] = pixel >> 24
        }
    }

    func add(from first: Int, _ weight: Float, to sums: inout [Parts], _ alphas: inout [UInt32]) {
        for x in sums.indices {
            sums[x] += parts[first + x] * weight
            alphas[x] |= self.alphas[first + x]
        }
    }
}
