import Pixels
import TestSupport
import Testing

@Suite struct PackedPixelsTests {
    /// Bands of noise, of one pixel, of slow changes and of few different ones.
    private static func bitmap(_ dice: inout Dice, _ width: Int, _ height: Int) throws -> Bitmap {
        let bitmap = try Bitmap(width: width, height: height)
        let few = (0..<5).map { _ in UInt32(truncatingIfNeeded: dice.next()) }
        for y in 0..<height {
            let band = dice.next() % 4
            for x in 0..<width {
                bitmap[x, y] =
                    switch band {
                    case 0: UInt32(truncatingIfNeeded: dice.next())
                    case 1: few[0]
                    case 2: 0xFF00_0000 | UInt32(x * 3 & 255) << 16 | UInt32(x & 255) << 8 | UInt32(y & 255)
                    default: few[Int(dice.next() % 5)]
                    }
            }
        }
        return bitmap
    }

    @Test func pixelsComeBackAsTheyWere() throws {
        var dice = Dice(5)
        for (width, height) in [(1, 1), (63, 2), (130, 40), (7, 300)] {
            let bitmap = try Self.bitmap(&dice, width, height)
            let packed = PackedPixels.pack(bitmap)
            let back = try #require(PackedPixels.unpack(packed, width: width, height: height))
            #expect(back.hasSamePixels(as: bitmap))
            // Neither fewer nor more of them.
            #expect(PackedPixels.unpack(Array(packed.dropLast()), width: width, height: height) == nil)
            #expect(PackedPixels.unpack(packed + [0], width: width, height: height) == nil)
            #expect(PackedPixels.unpack(packed, width: width, height: height + 1) == nil)
        }
    }

    @Test func plainPixelsTakeLittleRoom() throws {
        let bitmap = try Bitmap(width: 200, height: 100)
        #expect(PackedPixels.pack(bitmap).count < 400)
    }

    @Test func junkIsNoPicture() {
        var dice = Dice(6)
        for _ in 0..<2000 {
            let bytes = (0..<Int(dice.next() % 40)).map { _ in UInt8(truncatingIfNeeded: dice.next()) }
            _ = PackedPixels.unpack(bytes, width: 5, height: 4)
        }
        #expect(PackedPixels.unpack([], width: 5, height: 4) == nil)
        #expect(PackedPixels.unpack([0], width: 0, height: 1 << 40) == nil)
    }
}
