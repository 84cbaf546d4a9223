import Geometry
import TestSupport
import Testing

@testable import Pixels

@Suite struct GaussianBlurTests {
    static let sigmas = [0.1, 0.3, 0.5, 1, 1.7, 3, 7.99, 8, 15.9, 20, 33, 60]

    /// A white block with hard sides: the hardest there is.
    private func block(_ width: Int, _ height: Int) throws -> Bitmap {
        let bitmap = try Bitmap(width: width, height: height, format: .alpha)
        for y in 0..<height { for x in 0..<width { bitmap[x, y] = 255 } }
        return bitmap
    }

    @Test(arguments: sigmas) func isTheGaussian(_ sigma: Double) throws {
        var dice = Dice(UInt64(sigma * 100))
        let side = Int(min(90, 20 + 4 * sigma))
        for source in [try block(side, side), try alphaNoise(side, side, &dice), try block(1, 1), try block(3, 90)] {
            let at = PixelPoint(dice.int(-40, 40), dice.int(-40, 40))
            let blur = GaussianBlur(sigma: sigma)
            let all = blur.input(for: PixelRect(at, width: source.width, height: source.height))
            let window = all.intersection(PixelRect(at.x - 40, at.y - 20, at.x + 20, at.y + 20))
            let result = try window.bitmap(.alpha)
            blur.apply(source, at: at, into: result, at: window.corner)
            let most = Plane(source, at: at).blurred(sigma, sigma, in: window).distance(result, at: window.corner)
            #expect(most <= 1.6, "\(source.width)×\(source.height)")
        }
    }

    @Test func differsAlongTheAxes() throws {
        let source = try block(40, 30)
        for (sx, sy) in [(0.0, 6.0), (9.0, 0.0), (2.0, 17.0)] {
            let blur = GaussianBlur(sigmaX: sx, sigmaY: sy)
            let window = blur.input(for: source.bounds)
            let result = try window.bitmap(.alpha)
            blur.apply(source, at: .zero, into: result, at: window.corner)
            #expect(Plane(source).blurred(sx, sy, in: window).distance(result, at: window.corner) <= 1.6)
        }
    }

    @Test func aWindowIsAPartOfTheWhole() throws {
        var dice = Dice(2)
        for round in 0..<60 {
            let sigma = Self.sigmas[round % Self.sigmas.count]
            let blur = GaussianBlur(sigmaX: sigma, sigmaY: round % 3 == 0 ? sigma / 3 : sigma)
            let source = try noise(70, 90, &dice)
            let whole = PixelRect(-30, -40, 100, 150)
            let all = try whole.bitmap()
            // With what is transparent around it or without is the same.
            let padded = source.bounds.outset(dice.int(0, 40))
            let wide = try padded.bitmap()
            source.copy(at: .zero, into: wide, at: padded.corner)
            blur.apply(wide, at: padded.corner, into: all, at: whole.corner)
            let part = dice.rect(-29, 99)
            let some = try part.bitmap()
            // Only what the window is made from is handed over.
            let needed = blur.input(for: part).intersection(source.bounds)
            guard !needed.isEmpty else { continue }
            let piece = try needed.bitmap()
            for y in needed.y0..<needed.y1 {
                for x in needed.x0..<needed.x1 {
                    piece[Int(x - needed.x0), Int(y - needed.y0)] = source[Int(x), Int(y)]
                }
            }
            blur.apply(piece, at: needed.corner, into: some, at: part.corner)
            var differ = 0
            for y in part.y0..<part.y1 {
                for x in part.x0..<part.x1
                where some[Int(x - part.x0), Int(y - part.y0)] != all[Int(x + 30), Int(y + 40)] { differ += 1 }
            }
            #expect(differ == 0, "σ \(sigma) in \(part)")
        }
    }

    @Test func picturesStayPremultiplied() throws {
        var dice = Dice(3)
        let source = try noise(60, 60, &dice)
        for sigma in [0.7, 4, 12, 40] {
            let blur = GaussianBlur(sigma: sigma)
            let result = try Bitmap(width: 60, height: 60)
            blur.apply(source, at: .zero, into: result, at: .zero)
            for channel in 0..<4 {
                let plane = Plane(source, channel: channel).blurred(sigma, sigma, in: source.bounds)
                #expect(plane.distance(result, at: .zero, channel: channel) <= 1.6)
            }
            var wrong = 0
            for y in 0..<60 {
                for x in 0..<60 {
                    let p = result[x, y]
                    for shift in [0, 8, 16] as [UInt32] where p >> shift & 255 > p >> 24 { wrong += 1 }
                }
            }
            #expect(wrong == 0)
            // And the alpha of it alone.
            let alpha = try Bitmap(width: 60, height: 60, format: .alpha)
            blur.apply(source, at: .zero, into: alpha, at: .zero)
            #expect((0..<3600).allSatisfy { alpha[$0 % 60, $0 / 60] == result[$0 % 60, $0 / 60] >> 24 })
        }
    }

    @Test func extendedEdgesKeepAFlatPictureFlat() throws {
        let source = try Bitmap(width: 40, height: 30)
        for y in 0..<30 { for x in 0..<40 { source[x, y] = 0xFF80_40FF } }
        for sigma in [0.5, 3, 9, 100, 5000] {
            for rect in [source.bounds, PixelRect(-300, -40, -200, 10), PixelRect(90, 10, 120, 80)] {
                let result = try rect.bitmap()
                GaussianBlur(sigma: sigma).apply(source, at: .zero, into: result, at: rect.corner, edges: .extended)
                var differ = 0
                for y in 0..<result.height {
                    for x in 0..<result.width where result[x, y] != 0xFF80_40FF { differ += 1 }
                }
                #expect(differ == 0, "σ \(sigma) \(rect)")
            }
        }
    }

    @Test func noBlurIsACopyAndNonsenseIsHeld() throws {
        var dice = Dice(4)
        let source = try noise(33, 21, &dice)
        for sigma in [0, -1, .nan, -.infinity, 0.05] as [Double] {
            let blur = GaussianBlur(sigma: sigma)
            #expect(blur.isIdentity && blur.reachX == 0)
            let result = try Bitmap(width: 33, height: 21)
            blur.apply(source, at: .zero, into: result, at: .zero)
            #expect(result.hasSamePixels(as: source))
        }
        let blur = GaussianBlur(sigma: .infinity)
        #expect(blur.reachX == GaussianBlur(sigma: GaussianBlur.maxSigma).reachX)
        let result = try Bitmap(width: 33, height: 21)
        blur.apply(source, at: PixelPoint(-32000, 31970), into: result, at: PixelPoint(31960, -32000))
        blur.apply(source, at: PixelPoint(0, 0), into: result, at: PixelPoint(-5000, 9))
        #expect(result.hasSamePixels(as: try Bitmap(width: 33, height: 21)))
    }

    @Test func kernelsAreWhole() {
        for i in 1..<400 {
            let kernel = GaussianKernel(sigma: Double(i) / 40)
            guard kernel.radius > 0 else { continue }
            #expect(Int(kernel.weights[0]) + 2 * kernel.weights.dropFirst().reduce(0) { $0 + Int($1) } == 65536)
        }
    }

    @Test func reachIsWhereNothingIsLeft() throws {
        let source = try block(400, 1)
        for sigma in [1.0, 5, 20, 60] {
            let blur = GaussianBlur(sigmaX: sigma, sigmaY: 0)
            let reach = blur.reachX
            let result = try Bitmap(width: 8, height: 1, format: .alpha)
            blur.apply(source, at: .zero, into: result, at: PixelPoint(-reach - 8, 0))
            #expect((0..<8).allSatisfy { result[$0, 0] == 0 })
            #expect(Double(reach) <= 3.75 * sigma + 4)
        }
    }
}
