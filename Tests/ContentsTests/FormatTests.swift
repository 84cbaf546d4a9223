import Contents
import Pixels
import TestSupport
import Testing

/// Each format against pixels that are known.
@Suite(.serialized) struct FormatTests {
    @Test(
        .enabled(if: Places.hasAllPlugins),
        arguments: [("png", Fixture.rgbaPNG), ("png", Fixture.interlacedPNG), ("webp", Fixture.rgbaWebP)])
    func straightAlpha(_ ending: String, _ bytes: [UInt8]) throws {
        let rig = try Rig()
        let image = try rig.image("a.\(ending)", bytes)
        #expect(image.info == .init(width: 4, height: 3, isVector: false, durations: [0.1], loopCount: 1))
        // The fixture's formula, premultiplied and rounded.
        let expected = (0..<12).map { slot in
            let (x, y) = (slot % 4, slot / 4)
            let alpha = [255.0, 128, 0, 77][(x + y) % 4]
            func by(_ c: Int) -> UInt32 { UInt32((Double(c) * alpha / 255).rounded()) }
            return UInt32(alpha) << 24 | by(20 + 60 * x) << 16 | by(30 + 80 * y) << 8 | by(200 - 40 * x)
        }
        for (got, wanted) in zip(try rig.pixels(image), expected) {
            // libwebp rounds its products its own way.
            for shift in [UInt32(24), 16, 8, 0] {
                let distance = Int(got >> shift & 255) - Int(wanted >> shift & 255)
                #expect(abs(distance) <= (ending == "webp" ? 1 : 0), "\(got) \(wanted)")
            }
        }
        #expect(rig.warnings.isEmpty, "confined: \(rig.warnings)")
    }

    @Test func palette() throws {
        let rig = try Rig()
        var expected = [UInt32](repeating: 0xFFFF_0000, count: 12)
        expected[5] = 0xFF00_00FF
        #expect(try rig.pixels(try rig.image("a.png", Fixture.palettePNG)) == expected)
    }

    @Test func animatedPNG() throws {
        let rig = try Rig()
        let image = try rig.image("a.png", Fixture.animatedPNG)
        #expect(image.info?.durations == [0.1, 0.25, 0.1, 0.5] && image.info?.loopCount == 3)
        let (red, blue, none): (UInt32, UInt32, UInt32) = (0xFFFF_0000, 0xFF00_00FF, 0)
        let mixed: UInt32 = 0xFF7F_8000
        let frames = [
            [red, red, red, red], [red, mixed, red, mixed], [red, none, blue, none], [none, none, red, none],
        ]
        // In any order.
        for frame in [0, 3, 1, 2, 2, 0] { #expect(try rig.pixels(image, frame: frame) == frames[frame], "\(frame)") }
        #expect(rig.library.bitmap(image, frame: 4) == nil && rig.library.bitmap(image, frame: -1) == nil)
        #expect(rig.library.decoded == 4)
    }

    @Test(.enabled(if: Places.hasAllPlugins)) func animatedGIF() throws {
        let rig = try Rig()
        let image = try rig.image("a.gif", Fixture.animatedGIF)
        #expect(image.info?.durations == [0.1, 0.03, 0.1, 1])
        let red: UInt32 = 0xFFFF_0000
        var frames = [[UInt32]](repeating: [UInt32](repeating: red, count: 16), count: 4)
        for slot in [5, 6, 9, 10] {
            frames[1][slot] = 0xFF00_FF00
            for later in 2...3 { frames[later][slot] = 0 }
        }
        frames[2][15] = 0xFF00_00FF
        frames[3][0] = 0xFFFF_FFFF
        for frame in [3, 0, 1, 2] { #expect(try rig.pixels(image, frame: frame) == frames[frame], "\(frame)") }
    }

    @Test(.enabled(if: Places.hasAllPlugins)) func interlacedGIF() throws {
        let rig = try Rig()
        let image = try rig.image("a.gif", Fixture.interlacedGIF)
        let rows = try rig.pixels(image)
        let plain = try rig.pixels(try rig.image("b.gif", Fixture.plainGIF))
        #expect(rows == plain && Set(rows).count > 1)
    }

    @Test(.enabled(if: Places.hasAllPlugins)) func animatedWebP() throws {
        let rig = try Rig()
        let image = try rig.image("a.webp", Fixture.animatedWebP)
        #expect(image.info?.durations == [0.1, 0.25] && image.info?.loopCount == 5)
        for (frame, color) in [(1, UInt32(0xFF00_00FF)), (0, 0xFFFF_0000), (1, 0xFF00_00FF)] {
            #expect(try rig.pixels(image, frame: frame) == [UInt32](repeating: color, count: 4))
        }
    }

    /// Left (200,30,40), right (20,60,220); turned clockwise: above and below.
    @Test(
        .enabled(if: Places.hasAllPlugins),
        arguments: [
            ("a.jpg", Fixture.jpeg, false), ("b.jpg", Fixture.cmykJPEG, false), ("c.jpg", Fixture.turnedJPEG, true),
            ("d.webp", Fixture.lossyWebP, false),
        ])
    func lossy(_ name: String, _ bytes: [UInt8], _ isTurned: Bool) throws {
        let rig = try Rig()
        let image = try rig.image(name, bytes)
        let pixels = try rig.pixels(image)
        for y in 0..<16 {
            for x in 0..<16 {
                let along = isTurned ? y : x
                // Colour bleeds where the halves meet.
                if (6...9).contains(along) { continue }
                let wanted = along < 8 ? [200, 30, 40] : [20, 60, 220]
                for (channel, shift) in zip(wanted, [UInt32(16), 8, 0]) {
                    let got = Int(pixels[y * 16 + x] >> shift & 255)
                    #expect(abs(got - channel) <= 12, "\(x),\(y)")
                }
                #expect(pixels[y * 16 + x] >> 24 == 255)
            }
        }
    }

    @Test func vector() throws {
        let rig = try Rig()
        let text =
            "<svg xmlns='http://www.w3.org/2000/svg' width='4' height='2'><rect width='2' height='2' fill='lime'/>"
        let image = try rig.image("a.svg", Array("\(text)</svg>".utf8))
        #expect(image.info?.isVector == true && image.info?.width == 4 && image.info?.height == 2)
        let (green, none): (UInt32, UInt32) = (0xFF00_FF00, 0)
        #expect(try rig.pixels(image) == [green, green, none, none, green, green, none, none])
        // Until the size asked for is there, another one is shown.
        #expect(rig.library.bitmap(image, width: 8, height: 2)?.width == 4)
        try rig.wait("the size") { rig.library.bitmap(image, width: 8, height: 2)?.width == 8 }
        let wide = try #require(rig.library.bitmap(image, width: 8, height: 2))
        #expect(rig.words(wide)[..<8] == [green, green, green, green, none, none, none, none])
        #expect(rig.events.map(\.event) == [.ready, .pixels])
    }

    @Test func textOfVectors() throws {
        let rig = try Rig()
        let text = "<svg xmlns='http://www.w3.org/2000/svg' width='40' height='20'><text y='15'>Ag</text></svg>"
        let image = try rig.image("a.svg", Array(text.utf8))
        let dark = try rig.pixels(image).filter { $0 >> 24 > 128 }
        #expect(dark.count > 20, "fonts were loaded before files could not be opened any more")
    }
}
