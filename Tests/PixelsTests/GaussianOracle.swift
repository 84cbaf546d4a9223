import Geometry
import Glibc

@testable import Pixels

/// A plane of numbers over a rectangle of pixels, blurred the plain way: by sums of the Gaussian's values in doubles.
struct Plane {
    var rect: PixelRect
    var values: [Double]

    init(_ rect: PixelRect, _ value: (Int32, Int32) -> Double) {
        self.rect = rect
        values = []
        for y in rect.y0..<rect.y1 { for x in rect.x0..<rect.x1 { values.append(value(x, y)) } }
    }

    /// A channel of a bitmap (0 blue … 3 alpha), 0…255.
    init(_ bitmap: Bitmap, at: PixelPoint = .zero, channel: Int = 0) {
        self.init(PixelRect(at, width: bitmap.width, height: bitmap.height)) { x, y in
            Double(bitmap[Int(x - at.x), Int(y - at.y)] >> UInt32(8 * channel) & 255)
        }
    }

    subscript(x: Int32, y: Int32) -> Double {
        guard rect.contains(PixelRect(x, y, x + 1, y + 1)) else { return 0 }
        return values[Int(y - rect.y0) * Int(rect.width) + Int(x - rect.x0)]
    }

    /// The weights at 0, 1, 2 … pixels, out to where they are nothing.
    static func weights(_ sigma: Double) -> [Double] {
        guard sigma > 0 else { return [1] }
        let w = (0...Int(8 * sigma + 1)).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
        let sum = 2 * w.reduce(0, +) - w[0]
        return w.map { $0 / sum }
    }

    /// Blurred, in `window`; beyond the plane there is nothing.
    func blurred(_ sigmaX: Double, _ sigmaY: Double, in window: PixelRect) -> Plane {
        let (wx, wy) = (Self.weights(sigmaX), Self.weights(sigmaY))
        let across = Plane(PixelRect(window.x0, rect.y0, window.x1, rect.y1)) { x, y in
            var sum = 0.0
            for i in rect.x0..<rect.x1 where abs(Int(i - x)) < wx.count { sum += wx[abs(Int(i - x))] * self[i, y] }
            return sum
        }
        return Plane(window) { x, y in
            var sum = 0.0
            for i in rect.y0..<rect.y1 where abs(Int(i - y)) < wy.count { sum += wy[abs(Int(i - y))] * across[x, i] }
            return sum
        }
    }

    /// The largest difference from a channel of a bitmap whose first pixel is at `at`.
    func distance(_ bitmap: Bitmap, at: PixelPoint, channel: Int = 0) -> Double {
        var most = 0.0
        for y in rect.y0..<rect.y1 {
            for x in rect.x0..<rect.x1 {
                let value = bitmap[Int(x - at.x), Int(y - at.y)] >> UInt32(8 * channel) & 255
                most = max(most, abs(Double(value) - self[x, y]))
            }
        }
        return most
    }
}

extension PixelRect {
    var corner: PixelPoint { PixelPoint(x0, y0) }

    func bitmap(_ format: PixelFormat = .argb) throws -> Bitmap {
        try Bitmap(width: Int(width), height: Int(height), format: format)
    }
}
