import Geometry
import TestSupport

extension Dice {
    mutating func rect(_ side: Int32) -> PixelRect {
        let (x, y) = (Int32.random(in: 0..<side, using: &self), Int32.random(in: 0..<side, using: &self))
        return PixelRect(
            x, y, min(side, x + Int32.random(in: 1...side / 2, using: &self)),
            min(side, y + Int32.random(in: 1...side / 2, using: &self)))
    }
}

/// Pixels one by one: the dumb way.
struct PixelSet {
    var pixels: Set<Int32> = []

    static func each(_ r: PixelRect, _ body: (Int32) -> Void) {
        for y in r.y0..<max(r.y0, r.y1) {
            for x in r.x0..<max(r.x0, r.x1) { body(y << 16 | x) }
        }
    }

    mutating func insert(_ r: PixelRect) { Self.each(r) { pixels.insert($0) } }
    mutating func remove(_ r: PixelRect) { Self.each(r) { pixels.remove($0) } }

    func box(in r: PixelRect) -> PixelRect {
        var box = PixelRect.empty
        Self.each(r) { p in
            if pixels.contains(p) { box = box.union(PixelRect(p & 0xFFFF, p >> 16, (p & 0xFFFF) + 1, (p >> 16) + 1)) }
        }
        return box
    }
}
