import Geometry
import Testing

@testable import Pixels

@Suite struct PictureTests {
    @Test func straightColoursAreTheNearest() {
        for a in UInt32(0)...255 {
            for c in 0...a {
                let s = PictureEncoder.straight(a << 24 | c << 16)
                let exact = a == 0 ? 0 : (Double(c) * 255 / Double(a)).rounded()
                #expect(Double(s.red) == exact && s.blue == 0 && UInt32(s.alpha) == a)
                // Back again it is the same pixel.
                #expect(PremultipliedColor.multiply(UInt32(s.red), a) == c)
            }
        }
        #expect(PictureEncoder.straight(0x10FF_FFFF).red == 255)
    }

    @Test func filesAreAsTheirFormatsSay() throws {
        let bitmap = try Bitmap(width: 3, height: 2)
        bitmap[1, 0] = 0x8040_0080
        bitmap[2, 1] = 0xFF01_0203
        #expect(
            try PictureEncoder.encode(bitmap, as: .rgba) == [
                0, 0, 0, 0, 128, 0, 255, 128, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 255,
            ])
        #expect(
            try PictureEncoder.encode(bitmap, as: .ppm) == Array("P6\n3 2\n255\n".utf8) + [
                0, 0, 0, 128, 0, 255, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3,
            ])
        let png = try PictureEncoder.encode(bitmap, as: .png)
        #expect(Array(png.prefix(8)) == [137, 80, 78, 71, 13, 10, 26, 10])
        #expect(Array(png[16..<26]) == [0, 0, 0, 3, 0, 0, 0, 2, 8, 6])
        #expect(Array(png.suffix(8).prefix(4)) == Array("IEND".utf8))
        for format in [PictureFormat.png, .ppm, .rgba] {
            #expect(throws: PictureError.writeFailed) {
                try PictureEncoder.encode(bitmap, as: format) { _ in false }
            }
        }
    }

    @Test func sizesAreChecked() throws {
        #expect(throws: BitmapError.invalidSize(width: 0, height: 1)) { try Bitmap(width: 0, height: 1) }
        #expect(throws: BitmapError.invalidSize(width: 32_001, height: 1)) { try Bitmap(width: 32_001, height: 1) }
        #expect(throws: BitmapError.tooLarge(bytes: 4_096_000_000)) { try Bitmap(width: 32_000, height: 32_000) }
        #expect(try Bitmap(width: 32_000, height: 1).stride == 128_000)
    }
}
