import ScrimPluginABI
import ScrimPluginKit

/// `erode(rx,ry)`: each channel's minimum in a window, premultiplied (feMorphology, CIMorphologyRectangleMinimum).
struct Erode: FilterKind {
    static let name = "erode"
    static let help = "the minimum of each channel in a window: what is thin goes"
    static let weight: UInt8 = 10
    static let schema = MorphologyWindow.schema

    private let window: MorphologyWindow

    init(_ use: FilterUse) { window = MorphologyWindow(use) }

    var reach: Reach { window.reach }

    func apply(_ source: PixelImage, to target: PixelImage) { window.apply(source, to: target, isErosion: true) }
}

/// `dilate(rx,ry)`: each channel's maximum in a window, premultiplied (feMorphology, CIMorphologyRectangleMaximum).
struct Dilate: FilterKind {
    static let name = "dilate"
    static let help = "the maximum of each channel in a window: what is thin becomes thick"
    static let weight: UInt8 = 10
    static let schema = MorphologyWindow.schema

    private let window: MorphologyWindow

    init(_ use: FilterUse) { window = MorphologyWindow(use) }

    var reach: Reach { window.reach }

    func apply(_ source: PixelImage, to target: PixelImage) { window.apply(source, to: target, isErosion: false) }
}

/// A window around each pixel, extended by a radius to both sides.
struct MorphologyWindow {
    static let schema = [
        Property("rx", .number(0), range: 0...10_000, unit: "points", help: "how far to the left and to the right"),
        Property("ry", .number(-1), range: -1...10_000, unit: "points", help: "how far up and down; below 0: as rx"),
    ]
    private enum Argument: Int { case rx, ry }
    /// Maximum radius, in pixels.
    private static let most = 8192.0

    private let x: Int32
    private let y: Int32

    init(_ use: FilterUse) {
        let rx = use.number(Argument.rx)
        let ry = use.number(Argument.ry) < 0 ? rx : use.number(Argument.ry)
        func pixels(_ a: Double, _ b: Double) -> Int32 {
            Int32((a * a + b * b).squareRoot().held(Self.most).rounded().magnitude)
        }
        (x, y) = (pixels(use.map.a * rx, use.map.c * ry), pixels(use.map.b * rx, use.map.d * ry))
    }

    var reach: Reach { Reach(left: x, top: y, right: x, bottom: y) }

    func apply(_ source: PixelImage, to target: PixelImage, isErosion: Bool) {
        let (from, to) = (source.rect, target.rect)
        // Larger windows see no more than the whole source and the outside.
        let rx = min(x, max(from.x1, to.x1) - min(from.x0, to.x0))
        let ry = min(y, max(from.y1, to.y1) - min(from.y0, to.y0))
        let (width, height) = (Int(to.x1 - to.x0), Int(to.y1 - to.y0))
        let (top, bottom) = (max(from.y0, to.y0 - ry), min(from.y1, to.y1 + ry))
        guard width > 0, height > 0, top < bottom else { return }
        var rows = [UInt32](repeating: 0, count: width * Int(bottom - top))
        var running = RunningExtreme(count: width, radius: Int(rx), isErosion: isErosion)
        for y in top..<bottom {
            running.run(
                { i in source[to.x0 - rx + Int32(i), y] }, into: { i, pixel in rows[Int(y - top) * width + i] = pixel })
        }
        running = RunningExtreme(count: height, radius: Int(ry), isErosion: isErosion)
        let first = Int(top - (to.y0 - ry))
        for x in 0..<width {
            running.run(
                { i in first..<first + Int(bottom - top) ~= i ? rows[(i - first) * width + x] : 0 },
                into: { i, pixel in target[to.x0 + Int32(x), to.y0 + Int32(i)] = pixel })
        }
    }
}

/// The extreme of each window of a line, with three comparisons per pixel for any window size (van Herk, "A fast
/// algorithm for local minimum and maximum filters on rectangular and octagonal kernels", 1992).
private struct RunningExtreme {
    private let count: Int
    private let window: Int
    private let isErosion: Bool
    /// Extremes from the beginning of each block, and to its end.
    private var fromBegin: [SIMD4<UInt8>]
    private var toEnd: [SIMD4<UInt8>]

    /// `count` is the number of windows.
    init(count: Int, radius: Int, isErosion: Bool) {
        (self.count, window, self.isErosion) = (count, 2 * radius + 1, isErosion)
        fromBegin = Array(repeating: .zero, count: count + 2 * radius)
        toEnd = fromBegin
    }

    mutating func run(_ pixel: (Int) -> UInt32, into put: (Int, UInt32) -> Void) {
        var at = 0
        while at < fromBegin.count {
            let end = min(at + window, fromBegin.count)
            for i in at..<end {
                let own = unsafe unsafeBitCast(pixel(i), to: SIMD4<UInt8>.self)
                toEnd[i] = own
                fromBegin[i] = i == at ? own : extreme(fromBegin[i - 1], own)
            }
            for i in stride(from: end - 2, through: at, by: -1) { toEnd[i] = extreme(toEnd[i + 1], toEnd[i]) }
            at = end
        }
        for i in 0..<count {
            put(i, unsafe unsafeBitCast(extreme(toEnd[i], fromBegin[i + window - 1]), to: UInt32.self))
        }
    }

    private func extreme(_ a: SIMD4<UInt8>, _ b: SIMD4<UInt8>) -> SIMD4<UInt8> {
        isErosion ? pointwiseMin(a, b) : pointwiseMax(a, b)
    }
}
