public import ScrimPluginABI
import ScrimPluginKit

/// A filter in Swift: `pixelate(8)` makes squares of one colour, eight points wide, that stay where they are.
private struct Pixelate: FilterKind {
    static let name = "pixelate"
    static let help = "squares of one colour"
    static let schema = [Property("size", .number(8), range: 1...256, unit: "points", help: "the side of a square")]
    private enum Argument: Int { case size }

    /// Of a square, in pixels.
    private let width: Int32
    private let height: Int32

    init(_ use: FilterUse) {
        let size = use.number(Argument.size)
        func side(_ scale: Double) -> Int32 { Int32(min(max((size * scale).rounded(), 1), 1024)) }
        (width, height) = (side(use.scale.x), side(use.scale.y))
    }

    /// As far as the opposite side of its square.
    var reach: Reach { Reach(left: width - 1, top: height - 1, right: width - 1, bottom: height - 1) }

    func apply(_ source: PixelImage, to target: PixelImage) {
        let rect = target.rect
        var y = start(rect.y0, height)
        while y < rect.y1 {
            var x = start(rect.x0, width)
            while x < rect.x1 {
                let color = mean(source, x, y)
                for row in max(y, rect.y0)..<min(y + height, rect.y1) {
                    for column in max(x, rect.x0)..<min(x + width, rect.x1) { target[column, row] = color }
                }
                x += width
            }
            y += height
        }
    }

    /// Where the square begins that a pixel is in: squares are counted from the picture's origin, so that a window of it
    /// has the same ones.
    private func start(_ place: Int32, _ side: Int32) -> Int32 {
        place >= 0 ? place / side * side : -((-place + side - 1) / side) * side
    }

    /// Premultiplied colours may be added up.
    private func mean(_ source: PixelImage, _ x: Int32, _ y: Int32) -> UInt32 {
        var sums: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
        for row in y..<y + height {
            for column in x..<x + width {
                let pixel = UInt64(source[column, row])
                sums = (
                    sums.0 + pixel >> 24, sums.1 + pixel >> 16 & 255, sums.2 + pixel >> 8 & 255, sums.3 + pixel & 255
                )
            }
        }
        let count = UInt64(width) * UInt64(height)
        func part(_ sum: UInt64) -> UInt32 { UInt32((sum + count / 2) / count) }
        return part(sums.0) << 24 | part(sums.1) << 16 | part(sums.2) << 8 | part(sums.3)
    }
}

private let plugin = Plugin(id: "Pixelate", version: "1.0.0", filters: [Pixelate.self])

@c(scrim_plugin_entry)
public func entry(_ host: UInt32) -> UnsafePointer<scrim_plugin>? { unsafe plugin.table }
