import CSpng
import Geometry
import TestSupport
import Testing

@testable import Pixels

@Suite struct PictureTests {
    @Test func straightColoursAreTheNearest() {
        for a in UInt32(0)...255 {
            for c in 0...a {
                let s = PictureEncoder.straight(a << 24 | c << 16)
                let exact = a == 0 ? 0 : (Double(c) * 255 / Double(a)).rounded()
                let red = s >> 16 & 255
                #expect(Double(red) == exact && s & 0xFFFF == 0 && s >> 24 == a)
                // Back again it is the same pixel.
                #expect(PremultipliedColor.multiply(red, a) == c)
            }
        }
        #expect(PictureEncoder.straight(0x10FF_FFFF) == 0x10FF_FFFF)
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

    /// libspng's own decoder gives back the picture, whatever filters and levels the encoder chose.
    @Test(arguments: [(1, 1), (37, 29), (300, 5)]) func pngsComeBack(_ width: Int, _ height: Int) throws {
        var dice = Dice(21)
        let bitmap = try noise(width, height, &dice)
        if width > 100 { Canvas(bitmap, tools: CanvasTools()).fill(Rect(3, 0, 280.5, 4.5), PremultipliedColor(.white)) }
        let png = try PictureEncoder.encode(bitmap, as: .png)
        let raw = try PictureEncoder.encode(bitmap, as: .rgba)
        var decoded = [UInt8](repeating: 1, count: raw.count)
        let context = unsafe spng_ctx_new(0)
        defer { unsafe spng_ctx_free(context) }
        let size = decoded.count
        let status = unsafe png.withUnsafeBytes { file in
            unsafe decoded.withUnsafeMutableBytes { to in
                guard unsafe spng_set_png_buffer(context, file.baseAddress, file.count) == 0 else { return Int32(-1) }
                return unsafe spng_decode_image(context, to.baseAddress, size, Int32(SPNG_FMT_RGBA8.rawValue), 0)
            }
        }
        #expect(status == 0 && decoded == raw)
    }

    @Test func sizesAreChecked() throws {
        #expect(throws: BitmapError.invalidSize(width: 0, height: 1)) { try Bitmap(width: 0, height: 1) }
        #expect(throws: BitmapError.invalidSize(width: 32_001, height: 1)) { try Bitmap(width: 32_001, height: 1) }
        #expect(throws: BitmapError.tooLarge(bytes: 4_096_000_000)) { try Bitmap(width: 32_000, height: 32_000) }
        #expect(try Bitmap(width: 32_000, height: 1).stride == 128_000)
    }
}
