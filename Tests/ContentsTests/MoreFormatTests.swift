import Contents
import Pixels
import TestSupport
import Testing

/// Formats by libraries of their own, and what pictures say beside their pixels. Files and their pixels are other programs'.
@Suite(.serialized) struct MoreFormatTests {
    /// `scene`, with alpha by the pixel's number where it has some.
    private static func scene(hasAlpha: Bool) -> [UInt32] {
        var words: [UInt32] = []
        for y in 0..<6 {
            for x in 0..<8 {
                let steps: [UInt32] = [255, 128, 0, 77]
                let alpha = hasAlpha ? steps[(x / 2 + y / 2) % 4] : 255
                var word = alpha
                for channel in [20 + 28 * x, 30 + 40 * y, 200 - 20 * x] {
                    let product: UInt32 = UInt32(channel) * alpha
                    let rounded: UInt32 = (product * 2 + 255) / 510
                    word = word << 8 | rounded
                }
                words.append(word)
            }
        }
        return words
    }

    private func expectEqual(_ got: [UInt32], _ wanted: [UInt32], within tolerance: Int, _ name: String) {
        #expect(got.count == wanted.count, "\(name)")
        var most = 0
        for (one, other) in zip(got, wanted) {
            for shift in [UInt32(0), 8, 16, 24] {
                let (left, right) = (Int(one >> shift & 255), Int(other >> shift & 255))
                most = max(most, abs(left - right))
            }
        }
        #expect(most <= tolerance, "\(name)")
    }

    @Test(
        .enabled(if: Places.hasAllPlugins),
        arguments: [
            ("a.avif", Fixture.rgbaAVIF, true, 2), ("a.jxl", Fixture.rgbaJXL, true, 1),
            ("a.tiff", Fixture.rgbaTIFF, true, 1),
            ("a.qoi", Fixture.qoi, true, 1), ("a.heic", Fixture.heic, false, 3),
        ])
    func scenes(_ name: String, _ bytes: [UInt8], _ hasAlpha: Bool, _ tolerance: Int) throws {
        let rig = try Rig()
        let image = try rig.image(name, bytes)
        #expect(image.info?.width == 8 && image.info?.height == 6 && image.info?.durations.count == 1)
        try expectEqual(rig.pixels(image), Self.scene(hasAlpha: hasAlpha), within: tolerance, name)
        #expect(rig.warnings.isEmpty, "confined: \(rig.warnings)")
    }

    /// By a quarter clockwise: the first row comes from the first column, from below.
    @Test(
        .enabled(if: Places.hasAllPlugins),
        arguments: [
            ("a.png", Fixture.turnedPNG, 0), ("a.webp", Fixture.turnedWebP, 0), ("a.tiff", Fixture.turnedTIFF, 0),
            ("a.avif", Fixture.turnedAVIF, 4),
        ])
    func turnedUpright(_ name: String, _ bytes: [UInt8], _ tolerance: Int) throws {
        let rig = try Rig()
        let image = try rig.image(name, bytes)
        #expect(image.info?.width == 6 && image.info?.height == 8)
        let stored = Self.scene(hasAlpha: false)
        let wanted = (0..<48).map { (index: Int) -> UInt32 in
            let (column, row) = (index % 6, index / 6)
            return stored[(5 - column) * 8 + row]
        }
        try expectEqual(rig.pixels(image), wanted, within: tolerance, name)
    }

    /// What LittleCMS made of four pixels by itself.
    @Test(
        .enabled(if: Places.hasAllPlugins),
        arguments: [
            ("a.png", Fixture.profilePNG, 1), ("a.jpg", Fixture.profileJPEG, 4), ("a.webp", Fixture.profileWebP, 1),
            ("a.tiff", Fixture.profileTIFF, 1), ("a.avif", Fixture.profileAVIF, 4),
        ])
    func profiles(_ name: String, _ bytes: [UInt8], _ tolerance: Int) throws {
        let rig = try Rig()
        let pixels = try rig.pixels(try rig.image(name, bytes))
        let got = [pixels[0], pixels[11], pixels[37], pixels[47]]
        expectEqual(got, [0xFF08_18D2, 0xFF6E_4292, 0xFF9A_C156, 0xFFD6_E700], within: tolerance, name)
    }

    @Test(.enabled(if: Places.hasAllPlugins)) func grey() throws {
        let rig = try Rig()
        let pixels = try rig.pixels(try rig.image("a.tiff", Fixture.greyTIFF))
        #expect(pixels[8 + 3] == 0xFF58_5858)
    }

    @Test(.enabled(if: Places.hasAllPlugins)) func animatedAVIF() throws {
        let rig = try Rig()
        let image = try rig.image("a.avif", Fixture.animatedAVIF)
        #expect(image.info?.durations == [0.1, 0.25] && image.info?.loopCount == 0)
        for (frame, color) in [(1, UInt32(0xFF00_00FF)), (0, 0xFFFF_0000), (1, 0xFF00_00FF)] {
            try expectEqual(
                rig.pixels(image, frame: frame), [UInt32](repeating: color, count: 16), within: 2, "\(frame)")
        }
    }

    @Test(arguments: [("a.ico", Fixture.pngICO), ("b.ico", Fixture.bitmapICO)])
    func icons(_ name: String, _ bytes: [UInt8]) throws {
        let rig = try Rig()
        let image = try rig.image(name, bytes)
        #expect(image.info?.width == 16 && image.info?.height == 16)
        // Pillow doubled the scene by its nearest pixels.
        let pixels = try rig.pixels(image)
        let scene = Self.scene(hasAlpha: true)
        for y in 0..<16 {
            let row = (2 * y + 1) * 6 / 32
            for x in 0..<16 { #expect(pixels[y * 16 + x] == scene[row * 8 + x / 2], "\(x),\(y)") }
        }
    }

    @Test func iconsOfSeveralSizesAndColors() throws {
        let rig = try Rig()
        let palette = try rig.pixels(try rig.image("a.ico", Fixture.paletteICO))
        #expect(palette[0] == 0xFF30_2EB4 && palette[8 * 16 + 8] == 0xFFA0_9664)
        let image = try rig.image("b.ico", Fixture.sizesICO)
        #expect(image.info?.width == 32)
        #expect(Set(try rig.pixels(image)) == [0xFF00_00FF])
    }

    /// TurboJPEG knows no such sampling.
    @Test func jpegOfUnusualSampling() throws {
        let rig = try Rig()
        let pixels = try rig.pixels(try rig.image("a.jpg", Fixture.jpeg410))
        expectEqual([pixels[0], pixels[255]], [0xFFC8_1E28, 0xFF14_3CDC], within: 12, "4:1:0")
    }

    /// Each scan costs as much as the picture: of one that is repeated without end some count.
    @Test func jpegOfManyScans() throws {
        let rig = try Rig()
        let bytes = Fixture.progressiveJPEG410
        #expect(try rig.pixels(try rig.image("a.jpg", bytes)).count == 256)
        let scans = bytes.indices.dropLast().filter { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xDA }
        let last = Array(bytes[try #require(scans.last)..<bytes.count - 2])
        func repeated(_ count: Int) -> [UInt8] {
            var file = Array(bytes[..<(bytes.count - 2)])
            for _ in scans.count..<count { file += last }
            return file + bytes[(bytes.count - 2)...]
        }
        #expect(try rig.image("b.jpg", repeated(500)).state == .ready)
        #expect(try rig.image("c.jpg", repeated(501)).state == .failed("it has too many scans"))
    }

    /// Damaged chunks of the animation leave the default image.
    @Test func brokenAnimationOfPNG() throws {
        var bytes = Fixture.animatedPNG
        let control = try #require(bytes.firstRange(of: Array("acTL".utf8)))
        // It says nine frames and has four. (Of ancillary chunks the sum is not looked at.)
        bytes[control.upperBound + 3] = 9
        let rig = try Rig()
        let image = try rig.image("a.png", bytes)
        #expect(image.info?.durations.count == 1)
        let red: UInt32 = 0xFFFF_0000
        #expect(try rig.pixels(image) == [red, red, red, red])
    }

    @Test(.enabled(if: Places.hasAllPlugins)) func truncatedPNGAndGIFShowWhatIsThere() throws {
        let rig = try Rig()
        // Rows without compression: where half of the bytes are, about half of the rows are.
        let long = Fixture.storedGIF(rows: 128)
        let whole = try rig.pixels(try rig.image("whole.gif", long))
        let gif = try rig.pixels(try rig.image("a.gif", Array(long.dropLast(1000))))
        let rows = (0..<128).filter { gif[$0 * 16..<$0 * 16 + 16] == whole[$0 * 16..<$0 * 16 + 16] }
        #expect(rows.count >= 30 && rows == Array(0..<rows.count) && rows.count < 90)
        #expect(gif[127 * 16..<128 * 16].allSatisfy { $0 == 0 })
        // Of a block of pixels that is cut off too.
        let small = try rig.pixels(try rig.image("small.gif", Fixture.plainGIF))
        let part = try rig.pixels(try rig.image("part.gif", Array(Fixture.plainGIF.dropLast(20))))
        #expect(part[..<64] == small[..<64] && part[176...].allSatisfy { $0 == 0 })
        // An animation that is cut off in its last frame keeps those before.
        let cut = try rig.image("b.gif", Array(Fixture.animatedGIF.dropLast(5)))
        #expect(cut.info?.durations == [0.1, 0.03, 0.1, 1])
        #expect(try rig.pixels(cut, frame: 1) == rig.pixels(try rig.image("c.gif", Fixture.animatedGIF), frame: 1))
        // So does one with something else between two frames or behind the last.
        let odd = try rig.image("d.gif", Array(Fixture.animatedGIF.dropLast()) + [0x47, 0x49, 0x46, 0x3B])
        #expect(odd.info?.durations == [0.1, 0.03, 0.1, 1])
        #expect(try rig.pixels(odd, frame: 3) == rig.pixels(try rig.image("e.gif", Fixture.animatedGIF), frame: 3))
        let tall = Fixture.tallPNG(rows: 2000)
        let all = try rig.pixels(try rig.image("whole.png", tall))
        let png = try rig.pixels(try rig.image("a.png", Array(tall[..<(tall.count / 2)])))
        let shown = png.firstIndex { $0 == 0 } ?? png.count
        #expect(shown > 200 && shown < 1500 && png[..<shown] == all[..<shown] && png[shown...].allSatisfy { $0 == 0 })
    }

    /// A first frame that reaches beyond the screen enlarges it, as in browsers; a later one is cut there.
    @Test(.enabled(if: Places.hasAllPlugins)) func framesBeyondTheScreenOfGIF() throws {
        let rig = try Rig()
        let whole = try rig.pixels(try rig.image("whole.gif", Fixture.plainGIF))
        // The screen is made 8×5, then nothing at all; the frame stays 16×12.
        for (name, width, height) in [("small.gif", 8, 5), ("none.gif", 0, 0), ("flat.gif", 16, 3)] {
            var bytes = Fixture.plainGIF
            (bytes[6], bytes[8]) = (UInt8(width), UInt8(height))
            let image = try rig.image(name, bytes)
            #expect(image.info?.width == 16 && image.info?.height == 12)
            #expect(try rig.pixels(image) == whole)
        }
        // The same frame once more, from 10, 9 on.
        let descriptor = try #require(Fixture.plainGIF.firstRange(of: [0x2C, 0, 0, 0, 0, 16, 0, 12, 0]))
        var again = Array(Fixture.plainGIF[descriptor.lowerBound..<(Fixture.plainGIF.count - 1)])
        (again[1], again[3]) = (10, 9)
        let both = try rig.image("both.gif", Fixture.plainGIF.dropLast() + again + [0x3B])
        #expect(both.info?.width == 16 && both.info?.height == 12 && both.info?.durations.count == 2)
        let second = try rig.pixels(both, frame: 1)
        let wanted = (0..<192).map { (index: Int) -> UInt32 in
            let (x, y) = (index % 16, index / 16)
            return x >= 10 && y >= 9 ? whole[(y - 9) * 16 + x - 10] : whole[index]
        }
        #expect(second == wanted)
    }

    /// Cut off, each is refused or shows what is there; damaged, nothing worse than that.
    @Test(
        .enabled(if: Places.hasAllPlugins),
        arguments: [
            ("avif", Fixture.rgbaAVIF), ("jxl", Fixture.rgbaJXL), ("tiff", Fixture.rgbaTIFF), ("heic", Fixture.heic),
            ("qoi", Fixture.qoi), ("ico", Fixture.bitmapICO), ("ico", Fixture.paletteICO), ("jpg", Fixture.jpeg410),
        ])
    func cutOff(_ ending: String, _ whole: [UInt8]) throws {
        let rig = try Rig()
        for length in stride(from: 1, to: whole.count, by: max(whole.count / 24, 1)) {
            let image = try rig.image("\(length).\(ending)", Array(whole[..<length]))
            if case .failed(let reason) = image.state {
                #expect(!reason.isEmpty && !reason.contains("crashed"), "\(length): \(reason)")
            }
            rig.library.release(image)
        }
        #expect(try rig.image("whole.\(ending)", whole).state == .ready)
    }
}
