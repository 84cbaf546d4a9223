import Geometry
import TestSupport
import Testing

@testable import Pixels

@Suite struct ShapeCacheTests {
    private let color = PremultipliedColor(pixel: 0xC080_4020)

    private func key(_ number: Int) -> ShapeKey { ShapeKey(version: UInt32(number), operation: 3) }

    /// Drawn once, drawn again, from a record and in parts: the same pixels.
    @Test func recordsPaintWhatPathsPaint() throws {
        var dice = Dice(21)
        let tools = CanvasTools()
        for number in 0..<60 {
            let path = dice.path(5, 60)
            let map = Affine(1.5, dice.real(-0.2, 0.2), 0, 1, dice.real(-20, 20), dice.real(-20, 20))
            let rule: FillRule = number % 2 == 0 ? .nonZero : .evenOdd
            let plain = try Bitmap(width: 120, height: 90)
            let shape = PathShape(path: path, transform: map, rule: rule)
            Canvas(plain, tools: CanvasTools()).paint(shape, color, .normal)
            for round in 0..<4 {
                let kept = try Bitmap(width: 120, height: 90)
                let clip =
                    round < 3 ? Region(kept.bounds) : Region([PixelRect(0, 0, 61, 90), PixelRect(61, 0, 120, 90)])
                Canvas(kept, clip: clip, tools: tools).fill(key(number), map, rule: rule, color) { path }
                #expect(kept.hasSamePixels(as: plain), "\(number), \(round)")
            }
        }
        #expect(tools.shapes.hits > 60)
    }

    /// A shape moved by whole pixels is found, and is where it has to be; moved by parts of one it is another.
    @Test func wholePixelsAreFound() throws {
        let tools = CanvasTools()
        let path = Path.ellipse(Point(20, 20), rx: 18, ry: 12)
        func draw(_ x: Double, _ tools: CanvasTools) throws -> Bitmap {
            let bitmap = try Bitmap(width: 100, height: 50)
            Canvas(bitmap, tools: tools).fill(key(1), .translation(x, 3), color) { path }
            return bitmap
        }
        _ = try draw(0.25, tools)
        #expect(tools.shapes.bytes == 0, "drawn once, it is not kept")
        for x in 0..<50 {
            #expect(try draw(Double(x) + 0.25, tools).hasSamePixels(as: draw(Double(x) + 0.25, CanvasTools())))
        }
        #expect(tools.shapes.misses == 1 && tools.shapes.hits == 49)
        _ = try draw(0.5, tools)
        #expect(tools.shapes.hits == 49)
    }

    /// Whatever their hashes are: none keeps another from being kept.
    @Test func eachOfManyIsKept() throws {
        let tools = CanvasTools()
        let bitmap = try Bitmap(width: 16, height: 16)
        for _ in 0..<3 {
            for number in 0..<600 {
                Canvas(bitmap, tools: tools).fill(key(number), .identity, color) { .ellipse(Point(8, 8), rx: 5, ry: 6) }
            }
        }
        #expect(tools.shapes.misses == 600 && tools.shapes.hits == 600)
    }

    @Test func recordsStayWithinTheBudget() throws {
        let tools = CanvasTools()
        let bitmap = try Bitmap(width: 64, height: 64)
        tools.shapes.budget = 40_000
        // More than fit, in turn: some are found in every round.
        var found: [Int] = []
        for _ in 0..<12 {
            let before = tools.shapes.hits
            for number in 0..<60 {
                Canvas(bitmap, tools: tools).fill(key(number), .identity, color) {
                    .ellipse(Point(32, 32), rx: 30, ry: 10 + Double(number) / 4)
                }
                #expect(tools.shapes.bytes <= 40_000)
            }
            found.append(tools.shapes.hits - before)
        }
        #expect(found.suffix(4).allSatisfy { $0 > 5 }, "\(found)")
        tools.shapes.budget = 0
        #expect(tools.shapes.bytes == 0)
        Canvas(bitmap, tools: tools).fill(key(1), .identity, color) { .rect(Rect(1, 1, 5, 5)) }
        #expect(tools.shapes.bytes == 0)
    }

    @Test func mapsThatAreNoneAreNotKept() throws {
        let tools = CanvasTools()
        let bitmap = try Bitmap(width: 8, height: 8)
        for map in [Affine(.nan, 0, 0, 1, 0, 0), Affine(1, 0, 0, 1, .infinity, 0), Affine(1, 0, 0, 1, 1e12, .nan)] {
            for _ in 0..<3 { Canvas(bitmap, tools: tools).fill(key(1), map, color) { .rect(Rect(1, 1, 5, 5)) } }
        }
        #expect(tools.shapes.bytes == 0)
    }
}

extension Bitmap {
    fileprivate func hasSamePixels(as other: Bitmap) -> Bool {
        for y in 0..<height { for x in 0..<width where self[x, y] != other[x, y] { return false } }
        return width == other.width && height == other.height
    }
}
