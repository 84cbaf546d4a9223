import Geometry
import TestSupport
import Testing

@testable import Pixels

@Suite struct SpriteTests {
    let tools = CanvasTools()
    static let square = Path.rect(Rect(0, 0, 1, 1))

    func map(_ dice: inout Dice) -> Affine {
        let turn: Affine = dice.int(0, 2) == 0 ? .identity : .rotation(dice.real(0, 7))
        return Affine.translation(dice.real(-5, 45), dice.real(-5, 45)).concat(turn)
            .concat(.scale(dice.real(0.5, 20), dice.real(0.5, 20)))
    }

    func pixels(_ bitmap: Bitmap) -> [UInt32] {
        (0..<bitmap.height).flatMap { y in (0..<bitmap.width).map { bitmap[$0, y] } }
    }

    func color(_ dice: inout Dice) -> Color {
        let alpha = [0, 255, UInt8(dice.int(0, 255))][Int(dice.int(0, 2))]
        return Color(UInt8(dice.int(0, 255)), UInt8(dice.int(0, 255)), UInt8(dice.int(0, 255)), alpha)
    }

    /// Each pixel stays a square, or is mixed with its neighbours, as the batch says.
    @Test func picturesAreSampledAsTheBatchSays() throws {
        let source = try Bitmap(width: 2, height: 1)
        (source[0, 0], source[1, 0]) = (0xFFFF_0000, 0xFF00_00FF)
        func drawn(_ sampling: SpriteBatch.Sampling, width: Int = 8) throws -> [UInt32] {
            let target = try Bitmap(width: width, height: 1)
            var batch = SpriteBatch(.picture(of: 1), [Sprite(.scale(Double(width), 1))])
            batch.sampling = sampling
            Canvas(target, tools: tools).draw(batch, Picture(source), .identity)
            return pixels(target)
        }
        #expect(
            try drawn(.nearest) == Array(repeating: 0xFFFF_0000, count: 4) + Array(repeating: 0xFF00_00FF, count: 4))
        let smooth = try drawn(.smooth)
        #expect(try drawn(.linear) == smooth)
        #expect(Set(smooth).count == 6)
        // Made smaller: a pixel of the picture, or the mean.
        #expect(try [0xFFFF_0000, 0xFF00_00FF].contains(drawn(.nearest, width: 1)[0]))
        #expect(try drawn(.smooth, width: 1)[0] >> 16 & 255 == 128)
    }

    /// Plain ones are filled paths, added ones what pixman adds.
    @Test func shapesAreFilledPaths() throws {
        var dice = Dice(11)
        for round in 0..<200 {
            let backdrop = try noise(48, 48, &dice)
            let (a, b) = (try copy(backdrop), try copy(backdrop))
            let isDisc = round % 2 == 0
            let mode = round % 4 < 2 ? BlendMode.normal : .plusLighter
            let sprite = Sprite(map(&dice), color(&dice))
            let world = round % 3 == 0 ? map(&dice) : .identity
            let batch = SpriteBatch(isDisc ? .disc : .square, isAdditive: mode != .normal, [sprite])
            Canvas(a, tools: tools).draw(batch, nil, world, opacity: 0.5)
            let path = isDisc ? Path.ellipse(Point(0.5, 0.5), rx: 0.5, ry: 0.5) : Self.square
            let color = PremultipliedColor(sprite.color, opacity: 0.5)
            Canvas(b, tools: tools).fill(path, world.concat(sprite.map), color, mode)
            #expect(pixels(a) == pixels(b), "\(round)")
        }
    }

    /// A white picture that only fades is an image; a tinted one is the image of tinted pixels, within rounding.
    @Test func picturesAreImages() throws {
        var dice = Dice(12)
        for round in 0..<200 {
            let source = try noise(8, 6, &dice)
            let tint = round % 2 == 0 ? Color.white : color(&dice)
            let multiplied = try copy(source)
            let factor = PremultipliedColor(tint).pixel
            for y in 0..<6 {
                for x in 0..<8 {
                    var pixel: UInt32 = 0
                    for shift in [UInt32(0), 8, 16, 24] {
                        let product = (source[x, y] >> shift & 255) * (factor >> shift & 255)
                        pixel |= ((product * 2 + 255) / 510) << shift
                    }
                    multiplied[x, y] = pixel
                }
            }
            let map =
                round % 5 == 0 ? Affine(8, 0, 0, 6, Double(dice.int(0, 30)), Double(dice.int(0, 30))) : map(&dice)
            let (a, b) = (try Bitmap(width: 48, height: 48), try Bitmap(width: 48, height: 48))
            let part = Rect(0, 0, 0.5, 1)
            Canvas(a, tools: tools).draw(
                SpriteBatch(.picture(of: 1), source: part, [Sprite(map, tint)]), Picture(source), .identity)
            Canvas(b, tools: tools).draw(
                Picture(multiplied), source: Rect(0, 0, 4, 6), to: Rect(0, 0, 1, 1), map,
                ImageFilters(minification: .trilinear))
            var worst = 0
            for (p, q) in zip(pixels(a), pixels(b)) {
                for shift in [UInt32(0), 8, 16, 24] {
                    worst = max(worst, abs(Int(p >> shift & 255) - Int(q >> shift & 255)))
                }
            }
            #expect(worst <= (tint == .white ? 0 : 3), "\(round)")
        }
        let nothing = try Bitmap(width: 8, height: 8)
        Canvas(nothing, tools: tools).draw(SpriteBatch(.picture(of: 1), [Sprite(.scale(8, 8))]), nil, .identity)
        #expect(pixels(nothing).allSatisfy { $0 == 0 }, "a picture that is not there")
    }

    /// What is painted does not depend on the clip.
    @Test func partsAreOfTheWhole() throws {
        var dice = Dice(13)
        let picture = Picture(try noise(9, 7, &dice))
        for round in 0..<60 {
            let backdrop = try noise(48, 48, &dice)
            let (a, b) = (try copy(backdrop), try copy(backdrop))
            let look: SpriteBatch.Look = [.square, .disc, .picture(of: 1)][round % 3]
            var batch = SpriteBatch(look, isAdditive: round % 2 == 0)
            for _ in 0..<20 { batch.sprites.append(Sprite(map(&dice), color(&dice))) }
            let shown = round % 3 == 2 ? picture : nil
            Canvas(a, tools: tools).draw(batch, shown, .identity)
            for part in [PixelRect(0, 0, 17, 48), PixelRect(17, 0, 48, 5), PixelRect(17, 5, 48, 48)] {
                Canvas(b, clip: Region(part), tools: tools).draw(batch, shown, .identity)
            }
            #expect(pixels(a) == pixels(b), "\(round)")
        }
    }
}
