import Geometry
import Glibc
import TestSupport
import Testing

@testable import Pixels

@Suite struct ImageTests {
    let tools = CanvasTools()

    func turned(_ dice: inout Dice) -> Affine {
        let scale = [1, 0.5, 2, dice.real(0.3, 3)][Int(dice.int(0, 3))]
        let angle = [0, 0, .pi / 2, .pi, dice.real(0, 7)][Int(dice.int(0, 4))]
        return Affine.translation(dice.real(0, 30), dice.real(0, 30)).concat(.rotation(angle)).concat(
            .scale(scale, dice.int(0, 3) == 0 ? -scale : scale))
    }

    /// Bilinear in doubles, the edge repeating.
    func linear(_ b: Bitmap, _ part: PixelRect, _ p: Point) -> SIMD4<Double> {
        func texel(_ x: Double, _ y: Double) -> SIMD4<Double> {
            let u = min(max(Int(x), Int(part.x0)), Int(part.x1) - 1)
            let v = min(max(Int(y), Int(part.y0)), Int(part.y1) - 1)
            return channels(b[u, v])
        }
        let (x, y) = ((p.x - 0.5).rounded(.down), (p.y - 0.5).rounded(.down))
        let (fx, fy) = (p.x - 0.5 - x, p.y - 0.5 - y)
        let top = texel(x, y) * (1 - fx) + texel(x + 1, y) * fx
        let bottom = texel(x, y + 1) * (1 - fx) + texel(x + 1, y + 1) * fx
        return top * (1 - fy) + bottom * fy
    }

    func channels(_ p: UInt32) -> SIMD4<Double> {
        SIMD4(Double(p & 255), Double(p >> 8 & 255), Double(p >> 16 & 255), Double(p >> 24))
    }

    /// Against doubles; 2/255 for rounding twice, 1 for weights of 1/256.
    @Test func samplesAreNearTheFormula() throws {
        var dice = Dice(21)
        var checked = 0
        for round in 0..<120 {
            let source = try noise(24, 20, &dice)
            let sprite = PixelRect(3, 2, 21, 17)
            let map = turned(&dice)
            let rect = Rect(1.5, 2, dice.real(5, 25), dice.real(5, 25))
            let filter = round % 2 == 0 ? ImageFilter.linear : .nearest
            let target = try Bitmap(width: 60, height: 60)
            let canvas = Canvas(target, tools: tools)
            let filters = ImageFilters(magnification: filter, minification: filter)
            let inPerspective = round % 3 == 0
            let bend = inPerspective ? 0.004 : 0
            let full = Projective(1, 0, bend, 0, 1, bend / 2, 0, 0, 1).concat(Projective(map))
            let layout = ContentsLayout(source: sprite.rect, destination: rect)
            if inPerspective {
                canvas.draw(Picture(source), layout, full, filters)
            } else {
                canvas.draw(Picture(source), layout, map, filters)
            }
            let back = try #require(full.inverse)
            for y in 0..<60 {
                for x in 0..<60 {
                    let p = back.apply(Point(Double(x) + 0.5, Double(y) + 0.5))
                    // Pixels that the edges do not cut: no corner of a pixel is more than 3 points away.
                    guard rect.outset(-3.5, -3.5).contains(p) else { continue }
                    let q = Point(
                        (p.x - rect.x) / rect.width * 18 + 3, (p.y - rect.y) / rect.height * 15 + 2)
                    let got = channels(target[x, y])
                    var wanted = linear(source, sprite, q)
                    if filter == .nearest {
                        // On an edge between two pixels, either.
                        let near = abs(q.x - q.x.rounded()) < 1e-3 || abs(q.y - q.y.rounded()) < 1e-3
                        if near { continue }
                        wanted = channels(source[Int(q.x), Int(q.y)])
                    }
                    let off = got - wanted
                    checked += 1
                    #expect(
                        max(off.max(), -off.min()) <= (filter == .nearest ? 0 : 3),
                        "\(round) \(x),\(y): \(got) \(wanted)")
                    #expect(got.max() == got.w, "a colour exceeds its alpha")
                }
            }
        }
        #expect(checked > 5000)
    }

    @Test(arguments: [ImageFilter.linear, .nearest, .trilinear]) func oneToOneIsExact(_ filter: ImageFilter) throws {
        var dice = Dice(22)
        let filters = ImageFilters(magnification: filter, minification: filter, bias: 1)
        for round in 0..<40 {
            let source = try noise(30, 24, &dice)
            let a = try noise(48, 40, &dice)
            let b = try copy(a)
            let at = PixelPoint(dice.int(-9, 30), dice.int(-9, 30))
            // A map whose numbers are not whole: points of 1/3 pixel.
            let map = Affine(1 / 3.0, 0, 0, 1 / 3.0, Double(at.x), Double(at.y))
            Canvas(a, tools: tools).draw(
                Picture(source), ContentsLayout(size: Size(30, 24), bounds: Rect(0, 0, 90, 72)), map, filters,
                opacity: round % 2 == 0 ? 255 : 77)
            Canvas(b, tools: tools).composite(source, at: at, opacity: round % 2 == 0 ? 255 : 77)
            #expect(a.hasSamePixels(as: b))
        }
    }

    /// A green sprite in a red sheet, at any scale and angle, by any filter: nothing red.
    @Test func spritesTakeNothingFromTheirNeighbours() throws {
        var dice = Dice(23)
        let sheet = try Bitmap(width: 30, height: 10)
        for y in 0..<10 { for x in 0..<30 { sheet[x, y] = 10..<20 ~= x ? 0xFF00_FF00 : 0xFFFF_0000 } }
        let picture = Picture(sheet)
        for filter in [ImageFilter.linear, .nearest, .trilinear] {
            for _ in 0..<60 {
                let target = try Bitmap(width: 60, height: 60)
                let layout = ContentsLayout(
                    size: Size(30, 10), rect: Rect(1 / 3.0, 0, 1 / 3.0, 1),
                    bounds: Rect(0, 0, dice.real(1, 50), dice.real(1, 50)))
                let filters = ImageFilters(magnification: filter, minification: filter, bias: dice.real(-1, 1))
                Canvas(target, tools: tools).draw(picture, layout, turned(&dice), filters)
                for y in 0..<60 { for x in 0..<60 { #expect(target[x, y] & 0x00FF_00FF == 0) } }
            }
        }
    }

    /// Nine pieces of one colour are one piece, wherever their seams fall.
    @Test func piecesHaveNoSeams() throws {
        var dice = Dice(24)
        let plain = try Bitmap(width: 12, height: 12)
        for y in 0..<12 { for x in 0..<12 { plain[x, y] = 0x8040_2010 } }
        for round in 0..<60 {
            let map = turned(&dice)
            let bounds = Rect(dice.real(0, 5), dice.real(0, 5), dice.real(13, 40), dice.real(13, 40))
            let (a, b) = (try Bitmap(width: 60, height: 60), try Bitmap(width: 60, height: 60))
            let pieces = ContentsLayout(
                size: Size(12, 12), center: Rect(0.3, 0.25, 0.4, round % 2 == 0 ? 0 : 0.5), bounds: bounds)
            #expect(pieces.pieces.count == 9)
            Canvas(a, tools: tools).draw(Picture(plain), pieces, map)
            Canvas(b, tools: tools).draw(Picture(plain), ContentsLayout(size: Size(12, 12), bounds: bounds), map)
            #expect(a.hasSamePixels(as: b))
        }
    }

    @Test func mipmapsAreMeans() throws {
        var dice = Dice(25)
        let source = try noise(16, 16, &dice)
        let picture = Picture(source)
        let target = try Bitmap(width: 4, height: 4)
        let filters = ImageFilters(minification: .trilinear)
        Canvas(target, tools: tools).draw(
            picture, source: Rect(0, 0, 16, 16), to: Rect(0, 0, 4, 4), .identity, filters)
        for y in 0..<4 {
            for x in 0..<4 {
                var sum = SIMD4<Double>.zero
                for v in 0..<4 { for u in 0..<4 { sum += channels(source[4 * x + u, 4 * y + v]) } }
                let off = channels(target[x, y]) - sum / 16
                #expect(max(off.max(), -off.min()) <= 1)
            }
        }
        // 8×8 and 4×4: rows begin at multiples of 16 bytes.
        #expect(picture.mipmapBytes == 8 * 32 + 4 * 16)
        picture.dropMipmaps()
        #expect(picture.mipmapBytes == 0)
        // Down to one pixel and no further.
        #expect(picture.mipmap(40, of: source.bounds)?.level == 4)
    }

    /// What a pixel gets does not depend on the clip: images, perspective, pieces and gradients.
    @Test func aPartRepaintedIsTheWholeRepainted() throws {
        var dice = Dice(26)
        let backdrop = try noise(48, 40, &dice)
        for round in 0..<300 {
            let source = try noise(30, 24, &dice)
            let seed = dice.next()
            func paint(_ canvas: borrowing Canvas) {
                var dice = Dice(seed)
                let map = turned(&dice)
                let filter = [ImageFilter.linear, .nearest, .trilinear][Int(dice.int(0, 2))]
                let filters = ImageFilters(magnification: filter, minification: filter, bias: dice.real(-1, 2))
                let bounds = Rect(dice.real(-9, 9), dice.real(-9, 9), dice.real(1, 60), dice.real(1, 60))
                let center = dice.int(0, 1) == 0 ? Rect(0, 0, 1, 1) : Rect(0.2, 0.4, 0.3, 0.1)
                let rect = Rect(dice.real(-0.2, 0.5), dice.real(-0.2, 0.5), dice.real(0.1, 1), dice.real(0.1, 1))
                let layout = ContentsLayout(size: Size(30, 24), rect: rect, center: center, bounds: bounds)
                let mode = round % 3 == 0 ? BlendMode(rawValue: UInt8(dice.int(0, 27))) ?? .normal : .normal
                let opacity = UInt8(dice.int(0, 255))
                switch round % 4 {
                case 0: canvas.draw(Picture(source), layout, map, filters, opacity: opacity, mode)
                case 1:
                    let bent = Projective(1, 0, 0.02, 0, 1, -0.01, 0, 0, 1).concat(Projective(map))
                    canvas.draw(Picture(source), layout, bent, filters, opacity: opacity, mode)
                case 2: canvas.fill(.rect(bounds), map, with: gradient(&dice), opacity: 0.7, mode)
                default:
                    let corners = CornerShape(topLeft: 9, topRight: 3, bottomRight: 0, bottomLeft: 9)
                    canvas.fillRoundedRect(bounds, corners, with: gradient(&dice), map, mode)
                }
            }
            let whole = try copy(backdrop)
            paint(Canvas(whole, tools: tools))
            let rects = (0..<Int(dice.int(1, 5))).map { _ in dice.rect(-3, 44) }
            let part = try copy(backdrop)
            paint(Canvas(part, clip: Region(rects), tools: CanvasTools(cornerBudget: 0)))
            let inside = Region(rects)
            var differ = 0
            for y in 0..<40 {
                for x in 0..<48 {
                    let pixel = PixelRect(Int32(x), Int32(y), Int32(x) + 1, Int32(y) + 1)
                    if part[x, y] != (inside.contains(pixel) ? whole : backdrop)[x, y] { differ += 1 }
                }
            }
            #expect(differ == 0, "kind \(round % 4), \(round)")
        }
    }

    func gradient(_ dice: inout Dice) -> Gradient {
        let stops = (0..<dice.int(0, 5)).map { _ in dice.real(0, 1) }.sorted().map {
            Gradient.Stop($0, Color(UInt8(dice.int(0, 255)), UInt8(dice.int(0, 255)), 9, UInt8(dice.int(0, 255))))
        }
        let kind = Gradient.Kind(rawValue: UInt8(dice.int(0, 2))) ?? .axial
        let to = dice.int(0, 4) == 0 ? Point(10, 10) : Point(dice.real(0, 40), dice.real(0, 40))
        var gradient = Gradient(kind, from: Point(10, 10), to: to, stops: stops)
        (gradient.fromRadius, gradient.toRadius) = (dice.real(0, 20), dice.real(0, 20))
        (gradient.extendsBefore, gradient.extendsAfter) = (dice.int(0, 1) == 0, dice.int(0, 1) == 0)
        return gradient
    }

    /// Sizes, places and maps that a client can send: no trap, and no read outside.
    @Test func hostileNumbersAreDrawnOrNot() throws {
        let source = try noise3()
        let target = try Bitmap(width: 20, height: 20)
        let canvas = Canvas(target, tools: tools)
        let numbers = [0, 1e-300, 1e-9, 1, 3.7, 1e5, 1e9, 1e300, -1e9, -1, .infinity, .nan]
        var dice = Dice(27)
        func any(_ dice: inout Dice) -> Double { numbers[Int(dice.int(0, Int32(numbers.count - 1)))] }
        for _ in 0..<4000 {
            let map = Affine(any(&dice), any(&dice), any(&dice), any(&dice), any(&dice), any(&dice))
            let bent = Projective(map).concat(Projective(1, 0, any(&dice), 0, 1, any(&dice), 0, 0, any(&dice)))
            let layout = ContentsLayout(
                size: Size(3, 3), rect: Rect(any(&dice), any(&dice), any(&dice), any(&dice)),
                center: Rect(any(&dice), any(&dice), any(&dice), any(&dice)), scale: any(&dice),
                bounds: Rect(any(&dice), any(&dice), any(&dice), any(&dice)))
            let filter = [ImageFilter.linear, .nearest, .trilinear][Int(dice.int(0, 2))]
            let filters = ImageFilters(magnification: filter, minification: filter, bias: any(&dice))
            canvas.draw(source, layout, map, filters)
            canvas.draw(source, layout, bent, filters)
            var g = Gradient(
                Gradient.Kind(rawValue: UInt8(dice.int(0, 2))) ?? .axial, from: Point(any(&dice), any(&dice)),
                to: Point(any(&dice), any(&dice)),
                stops: [.init(any(&dice), .white), .init(any(&dice), .black), .init(any(&dice), .clear)])
            (g.fromRadius, g.toRadius, g.map) = (any(&dice), any(&dice), map)
            canvas.fillRoundedRect(Rect(0, 0, 20, 20), square, with: g, map, opacity: any(&dice))
        }
    }

    private func noise3() throws -> Picture {
        var dice = Dice(28)
        return Picture(try noise(3, 3, &dice))
    }
}
