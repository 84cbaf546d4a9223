import Geometry
import TestSupport
import Testing

@testable import Pixels

@Suite struct ShadowTests {
    private let tools = CanvasTools()
    private let black = PremultipliedColor(pixel: 0xFF00_0000)

    private func draw(
        _ rect: Rect, _ corners: CornerShape, _ sigma: Double, in window: PixelRect, _ tools: CanvasTools
    ) throws -> Bitmap {
        let bitmap = try window.bitmap()
        Canvas(bitmap, origin: window.corner, tools: tools).drawShadow(of: rect, corners, sigma: sigma, black)
        return bitmap
    }

    /// The Gaussian of the coverage.
    private func oracle(_ rect: Rect, _ corners: CornerShape, _ sigma: Double, in window: PixelRect) throws -> Plane {
        let box = PixelRect(covering: rect)
        let mask = try tools.mask(of: .roundedRect(rect, corners), .identity, rule: .nonZero, in: box)
        return Plane(mask, at: box.corner).blurred(sigma, sigma, in: window)
    }

    private func corners(_ dice: inout Dice, _ w: Double, _ h: Double) -> CornerShape {
        let most = min(w, h) / 2
        func r(_ d: inout Dice) -> Double { [0, most, d.real(0, most), 4][Int(d.int(0, 3))] }
        return CornerShape(
            topLeft: r(&dice), topRight: r(&dice), bottomRight: r(&dice), bottomLeft: r(&dice),
            isContinuous: dice.int(0, 2) == 0)
    }

    @Test(arguments: [0, 0.3, 0.6, 1, 2, 3.9, 4, 6, 10, 20, 45]) func isTheGaussianOfTheCoverage(_ sigma: Double) throws
    {
        var dice = Dice(UInt64(sigma * 10) + 1)
        for _ in 0..<12 {
            // Sides far smaller than the blur, and far larger.
            let rect = Rect(dice.real(-9, 9), dice.real(-9, 9), dice.real(1, 90), dice.real(1, 60))
            let shape = corners(&dice, rect.width, rect.height)
            let window = Canvas.shadowPixels(of: rect, sigma: sigma).outset(2)
            let shadow = try draw(rect, shape, sigma, in: window, tools)
            let most = try oracle(rect, shape, sigma, in: window).distance(shadow, at: window.corner, channel: 3)
            #expect(most <= 2, "\(rect) \(shape)")
        }
    }

    /// Slices give the coverage of the whole shadow within a step, wherever it is and however large.
    @Test(arguments: [0, 0.7, 2, 5, 9]) func slicesAreTheWhole(_ sigma: Double) throws {
        var dice = Dice(UInt64(sigma * 10) + 90)
        for round in 0..<20 {
            let rect = Rect(dice.real(-9, 9), dice.real(-9, 9), dice.real(220, 300), dice.real(220, 300))
            let shape = corners(&dice, 60, 60)
            guard let shadow = RoundedRectShadow(rect, shape, sigma: sigma) else { continue }
            let window = shadow.pixels
            let (sliced, whole) = (try window.bitmap(.alpha), try window.bitmap(.alpha))
            tools.cover(shadow, window, sliced)
            var sink = MaskSink(whole, origin: window.corner)
            shadow.coverWhole(clip: window, with: tools, into: &sink)
            var most = 0
            for y in 0..<sliced.height {
                for x in 0..<sliced.width { most = max(most, abs(Int(sliced[x, y]) - Int(whole[x, y]))) }
            }
            #expect(most <= 1, "\(rect) \(shape)")
            #expect(tools.slices.misses == round + 1)
        }
    }

    /// What an opaque layer hides is left out of the slices, and nothing else; neither for the next shadow with another hole.
    @Test func whatIsHiddenChangesNothingElse() throws {
        var dice = Dice(12)
        let window = PixelRect(-60, -60, 380, 380)
        for round in 0..<40 {
            let sigma = [0.7, 2, 5, 9][round % 4]
            let rect = Rect(dice.real(-9, 9), dice.real(-9, 9), dice.real(220, 300), dice.real(220, 300))
            let shape = corners(&dice, 60, 60)
            let whole = try draw(rect, shape, sigma, in: window, CanvasTools())
            for _ in 0..<2 {
                let inset = Int32(dice.int(0, 40))
                let move = (Int32(dice.int(0, 60)) - 30, Int32(dice.int(0, 60)) - 30)
                let solid = PixelRect(inside: rect).offset(move.0, move.1)
                var hidden = Region(PixelRect(solid.x0, solid.y0 + inset, solid.x1, solid.y1 - inset))
                hidden.formUnion(PixelRect(solid.x0 + inset, solid.y0, solid.x1 - inset, solid.y1))
                let part = try window.bitmap()
                Canvas(part, origin: window.corner, tools: tools).drawShadow(
                    of: rect, shape, sigma: sigma, black, except: hidden)
                var differ = 0
                for y in window.y0..<window.y1 {
                    for x in window.x0..<window.x1 {
                        let (u, v) = (Int(x - window.x0), Int(y - window.y0))
                        let wanted = hidden.contains(PixelRect(x, y, x + 1, y + 1)) ? 0 : whole[u, v]
                        if part[u, v] != wanted { differ += 1 }
                    }
                }
                #expect(differ == 0, "σ \(sigma) \(rect) \(shape) \(inset) \(move)")
            }
        }
    }

    @Test func slicesAreKeptWithinTheBudget() throws {
        let tools = CanvasTools()
        tools.slices.budget = 100_000
        let window = PixelRect(0, 0, 400, 400)
        for round in 0..<60 {
            let rect = Rect(50 + Double(round % 30) / 1024, 50, 200, 200)
            _ = try draw(
                rect, CornerShape(topLeft: 10, topRight: 10, bottomRight: 10, bottomLeft: 10), 3, in: window, tools)
            #expect(tools.slices.bytes <= 100_000)
        }
        #expect(tools.slices.misses == 60)
        // Only the position in whole pixels changes, and the size.
        for move in 0..<10 {
            let rect = Rect(50 + Double(29) / 1024 + Double(move), 50, 200 - Double(move), 150)
            _ = try draw(
                rect, CornerShape(topLeft: 10, topRight: 10, bottomRight: 10, bottomLeft: 10), 3, in: window, tools)
        }
        #expect(tools.slices.misses == 60)
    }

    @Test func aPartIsThePartOfTheWhole() throws {
        var dice = Dice(11)
        for round in 0..<120 {
            let sigma = [0, 0.4, 2, 5, 9, 30][round % 6]
            let rect = Rect(dice.real(0, 30), dice.real(0, 30), dice.real(1, 50), dice.real(1, 50))
            let shape = corners(&dice, rect.width, rect.height)
            let window = PixelRect(-20, -20, 100, 100)
            let whole = try draw(rect, shape, sigma, in: window, tools)
            let part = try window.bitmap()
            let boxes = (0..<Int(dice.int(1, 4))).map { _ in dice.rect(-20, 99) }
            let hole = dice.rect(-20, 99)
            // Tools that remember nothing.
            let fresh = CanvasTools()
            fresh.shadows.budget = 0
            Canvas(part, origin: window.corner, clip: Region(boxes), tools: fresh).drawShadow(
                of: rect, shape, sigma: sigma, black, except: Region(hole))
            var inside = Region(boxes)
            inside.subtract(hole)
            var differ = 0
            for y in window.y0..<window.y1 {
                for x in window.x0..<window.x1 {
                    let (u, v) = (Int(x + 20), Int(y + 20))
                    let wanted = inside.contains(PixelRect(x, y, x + 1, y + 1)) ? whole[u, v] : 0
                    if part[u, v] != wanted { differ += 1 }
                }
            }
            #expect(differ == 0, "σ \(sigma) \(rect) \(shape)")
        }
    }

    @Test func aGrowingShadowIsAFreshOne() throws {
        let kept = CanvasTools()
        let shape = CornerShape(topLeft: 20, topRight: 20, bottomRight: 20, bottomLeft: 20)
        let window = PixelRect(0, 0, 400, 300)
        for i in 0..<20 {
            let rect = Rect(100.3, 90, 100 + Double(i) * 3.7, 80 + Double(i) * 2.3)
            let grown = try draw(rect, shape, 20, in: window, kept)
            #expect(grown.hasSamePixels(as: try draw(rect, shape, 20, in: window, CanvasTools())))
        }
        #expect(kept.shadows.misses == 1, "one table serves four corners at any size")
    }

    @Test func tablesStayWithinTheirBudget() throws {
        let small = CanvasTools()
        small.shadows.budget = 60_000
        for i in 1..<80 {
            let shape = CornerShape(topLeft: Double(i) / 4, topRight: 3, bottomRight: 3, bottomLeft: 3)
            _ = try draw(Rect(20, 20, 60, 50), shape, i % 2 == 0 ? 2 : 6, in: PixelRect(0, 0, 100, 90), small)
            #expect(small.shadows.bytes <= 60_000)
        }
        #expect(small.shadows.hits > 100)
    }

    @Test func nonsenseCastsNothingOrIsHeld() throws {
        let window = PixelRect(0, 0, 40, 40)
        let clear = try window.bitmap()
        let round = CornerShape(topLeft: .infinity, topRight: .nan, bottomRight: -3, bottomLeft: 1e300)
        for rect in [Rect(.nan, 0, 9, 9), Rect(0, 0, -1, 9), Rect(0, .nan, 9, 9), Rect(0, 0, .nan, .nan)] {
            #expect(try draw(rect, round, 5, in: window, tools).hasSamePixels(as: clear))
        }
        for sigma in [.nan, -.infinity, -1] as [Double] {
            let shadow = try draw(Rect(5, 5, 20, 20), .square, sigma, in: window, tools)
            #expect(shadow.hasSamePixels(as: try draw(Rect(5, 5, 20, 20), .square, 0, in: window, tools)))
        }
        for sigma in [1e9, .infinity, 300] as [Double] {
            for rect in [Rect(5, 5, 20, 20), Rect(-1e9, -1e9, 3e9, 3e9), Rect(-.infinity, 0, .infinity, 9)] {
                _ = try draw(rect, round, sigma, in: window, tools)
                _ = try draw(rect, .square, sigma, in: window, tools)
            }
        }
    }
}
