import Geometry
import TestSupport
import Testing

@testable import Pixels

/// Rectangles with edges that are not antialiased.
@Suite struct HardEdgeTests {
    private let box = PixelRect(0, 0, 80, 80)

    private func coverage(_ rect: Rect, _ edges: RectEdges, _ map: Affine) throws -> [[Int]] {
        let bitmap = try Bitmap(width: 80, height: 80, format: .alpha)
        let shape = try #require(HardEdgedRect(rect, edges, map))
        CanvasTools().cover(shape, on: bitmap, at: PixelPoint(0, 0))
        return rows(bitmap)
    }

    private func rows(_ bitmap: Bitmap) -> [[Int]] {
        (0..<80).map { y in
            let row = unsafe bitmap.row(y).assumingMemoryBound(to: UInt8.self)
            return (0..<80).map { unsafe Int(row[$0]) }
        }
    }

    /// At any angle, two halves share no pixel of their common edge, leave none out, and are together the whole.
    @Test(arguments: 1...24 as ClosedRange<UInt64>) func halvesAreTheWhole(_ seed: UInt64) throws {
        var dice = Dice(seed)
        let turned = Affine.translation(40 + dice.real(0, 1), 40 + dice.real(0, 1)).concat(.rotation(dice.real(0, 6.3)))
        let map = seed % 4 == 0 ? Affine.translation(40.3, 39.5) : turned
        let (whole, split) = (Rect(-25, -20, 50, 40), dice.real(-10, 10))
        let tools = CanvasTools()
        let all = rows(try tools.mask(of: .roundedRect(whole, .square), map, rule: .nonZero, in: box))
        let left = try coverage(Rect(-25, -20, split + 25, 40), .right, map)
        let right = try coverage(Rect(split, -20, 25 - split, 40), .left, map)
        for y in 0..<80 {
            for x in 0..<80 {
                #expect(left[y][x] == 0 || right[y][x] == 0, "\(x),\(y) is in both")
                #expect(abs(left[y][x] + right[y][x] - all[y][x]) <= 2, "\(x),\(y): \(all[y][x])")
            }
        }
    }

    /// Upright: the middles of pixels decide, the lesser edge of two inclusive.
    @Test(arguments: [(10.0, 10), (10.49, 10), (10.5, 10), (10.51, 11), (10.99, 11)])
    func middlesDecide(_ edge: Double, _ first: Int) throws {
        let found = try coverage(Rect(edge, 10, 20, 10), [.left, .right, .top, .bottom], .identity)
        #expect(found[15].firstIndex { $0 > 0 } == first && found[15].lastIndex { $0 > 0 } == first + 19)
        #expect(found[15].allSatisfy { $0 == 0 || $0 == 255 })
    }

    /// What is clipped has the same pixels.
    @Test func theClipDoesNotMatter() throws {
        let map = Affine.translation(40, 40).concat(.rotation(0.3))
        let shape = try #require(HardEdgedRect(Rect(-20, -20, 40, 40), minus: Rect(-15, -15, 30, 30), .left, map))
        let tools = CanvasTools()
        let whole = rows(try tools.mask(of: shape, in: box))
        for part in [PixelRect(0, 0, 40, 80), PixelRect(40, 0, 80, 37), PixelRect(40, 37, 80, 80)] {
            let bitmap = try tools.mask(of: shape, in: part)
            for y in part.y0..<part.y1 {
                let row = unsafe bitmap.row(Int(y - part.y0)).assumingMemoryBound(to: UInt8.self)
                for x in part.x0..<part.x1 {
                    #expect(unsafe Int(row[Int(x - part.x0)]) == whole[Int(y)][Int(x)])
                }
            }
        }
        #expect(HardEdgedRect(Rect(0, 0, 10, 10), .left, Affine(0, 0, 0, 0, 0, 0)) == nil)
    }
}
