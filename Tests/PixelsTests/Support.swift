import Geometry
import TestSupport

@testable import Pixels

extension Dice {
    mutating func rect(_ low: Int32, _ high: Int32) -> PixelRect {
        let (a, b) = (int(low, high), int(low, high))
        let (c, d) = (int(low, high), int(low, high))
        return PixelRect(min(a, b), min(c, d), max(a, b) + 1, max(c, d) + 1)
    }
    mutating func path(_ low: Double, _ high: Double, count: Int = 6) -> Path {
        func p(_ d: inout Dice) -> Point { Point(d.real(low, high), d.real(low, high)) }
        var path = Path()
        path.move(to: p(&self))
        for _ in 0..<count {
            switch int(0, 9) {
            case 0: path.close()
            case 1: path.move(to: p(&self))
            case 2...4: path.line(to: p(&self))
            case 5...6: path.quad(p(&self), to: p(&self))
            default: path.cubic(p(&self), p(&self), to: p(&self))
            }
        }
        return path
    }
    mutating func pixel() -> UInt32 {
        pixel(alpha: [0, 255, UInt32(int(0, 255))][Int(int(0, 2))])
    }
    /// A premultiplied pixel of the alpha, 0…255.
    mutating func pixel(alpha a: UInt32) -> UInt32 {
        func c(_ d: inout Dice) -> UInt32 { UInt32(d.int(0, Int32(a))) }
        return a << 24 | c(&self) << 16 | c(&self) << 8 | c(&self)
    }
}

func noise(_ width: Int, _ height: Int, _ dice: inout Dice) throws -> Bitmap {
    let bitmap = try Bitmap(width: width, height: height)
    for y in 0..<height { for x in 0..<width { bitmap[x, y] = dice.pixel() } }
    return bitmap
}

func alphaNoise(_ width: Int, _ height: Int, _ dice: inout Dice) throws -> Bitmap {
    let bitmap = try Bitmap(width: width, height: height, format: .alpha)
    for y in 0..<height {
        for x in 0..<width { bitmap[x, y] = UInt32([0, 255, dice.int(0, 255)][Int(dice.int(0, 2))]) }
    }
    return bitmap
}

func copy(_ bitmap: Bitmap) throws -> Bitmap {
    let other = try Bitmap(width: bitmap.width, height: bitmap.height, format: bitmap.format)
    for y in 0..<bitmap.height { for x in 0..<bitmap.width { other[x, y] = bitmap[x, y] } }
    return other
}

func polygon(_ points: [(Double, Double)]) -> Path {
    var path = Path()
    for (i, p) in points.enumerated() {
        if i == 0 { path.move(to: Point(p.0, p.1)) } else { path.line(to: Point(p.0, p.1)) }
    }
    path.close()
    return path
}

let square = CornerShape(topLeft: 0, topRight: 0, bottomRight: 0, bottomLeft: 0)
