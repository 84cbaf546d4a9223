import Contents
import TestSupport
import Testing

/// TIFFs whose samples have other sizes than 1, 2, 4, 8 and 16 bits, as arithmetic makes them; and odd chunks of PNG.
@Suite struct DeepTiffTests {
    /// A file without compression.
    private struct File {
        var width = 4
        var height = 1
        var bits = 32
        /// 1 unsigned, 2 signed, 3 floating point.
        var format = 1
        var photometric = 1
        var samples = 1
        var extra: Int?
        /// Bytes of each strip or tile: one, or one for each plane.
        var parts: [[UInt8]] = []
        var isPlanar = false
        var tile: (width: Int, height: Int)?
        var isBigEndian = false
        var orientation = 1

        var bytes: [UInt8] {
            func word(_ value: Int, _ count: Int) -> [UInt8] {
                let low = (0..<count).map { UInt8(value >> (8 * $0) & 255) }
                return isBigEndian ? low.reversed() : low
            }
            var file: [UInt8] = isBigEndian ? [0x4D, 0x4D, 0, 42] : [0x49, 0x49, 42, 0]
            let data = parts.flatMap { $0 }
            var lists: [UInt8] = []
            let begin = 8 + data.count
            /// Where a list lies, or the value itself.
            func list(_ values: [Int], _ size: Int) -> [UInt8] {
                let bytes = values.flatMap { word($0, size) }
                if bytes.count <= 4 { return bytes + [UInt8](repeating: 0, count: 4 - bytes.count) }
                lists += bytes
                return word(begin + lists.count - bytes.count, 4)
            }
            let offsets = parts.indices.map { 8 + parts[..<$0].reduce(0) { $0 + $1.count } }
            var entries: [(tag: Int, values: [Int], size: Int)] = [
                (256, [width], 4), (257, [height], 4), (258, [Int](repeating: bits, count: samples), 2), (259, [1], 2),
                (262, [photometric], 2), (274, [orientation], 2), (277, [samples], 2), (284, [isPlanar ? 2 : 1], 2),
                (339, [Int](repeating: format, count: samples), 2),
            ]
            if let extra { entries.append((338, [extra], 2)) }
            if photometric == 5 { entries.append((332, [1], 2)) }
            if let tile {
                entries += [
                    (322, [tile.width], 4), (323, [tile.height], 4), (324, offsets, 4), (325, parts.map(\.count), 4),
                ]
            } else {
                entries += [(273, offsets, 4), (278, [height], 4), (279, parts.map(\.count), 4)]
            }
            entries.sort { $0.tag < $1.tag }
            var directory = word(entries.count, 2)
            for entry in entries {
                directory += word(entry.tag, 2) + word(entry.size == 2 ? 3 : 4, 2) + word(entry.values.count, 4)
                directory += list(entry.values, entry.size)
            }
            file += word(begin + lists.count, 4) + data + lists + directory + word(0, 4)
            return file
        }
    }

    private func pixels(_ file: File) throws -> [UInt32] {
        let rig = try Rig()
        return try rig.pixels(try rig.image("a.tiff", file.bytes))
    }

    private func bytes<T: FixedWidthInteger>(_ values: [T], isBigEndian: Bool = false) -> [UInt8] {
        values.flatMap { value in
            (0..<T.bitWidth / 8).map { index in
                UInt8(truncatingIfNeeded: value >> T(8 * (isBigEndian ? T.bitWidth / 8 - 1 - index : index)))
            }
        }
    }

    /// Nothing, a third, two thirds, all.
    private let grey: [UInt32] = [0xFF00_0000, 0xFF55_5555, 0xFFAA_AAAA, 0xFFFF_FFFF]

    @Test(.enabled(if: Places.hasAllPlugins)) func greysOfManySizes() throws {
        #expect(try pixels(File(bits: 12, parts: [[0x00, 0x05, 0x55, 0xAA, 0xAF, 0xFF]])) == grey)
        #expect(try pixels(File(parts: [bytes([UInt32(0), .max / 3, .max / 3 * 2, .max])])) == grey)
        #expect(
            try pixels(
                File(parts: [bytes([UInt32(0), .max / 3, .max / 3 * 2, .max], isBigEndian: true)], isBigEndian: true))
                == grey)
        #expect(
            try pixels(File(bits: 24, parts: [[0, 0, 0, 0x55, 0x55, 0x55, 0xAA, 0xAA, 0xAA, 255, 255, 255]])) == grey)
        #expect(try pixels(File(bits: 64, parts: [bytes([UInt64(0), .max / 3, .max / 3 * 2, .max])])) == grey)
        #expect(try pixels(File(format: 2, parts: [bytes([Int32(-9), .max / 3, .max / 3 * 2, .max])])) == grey)
        #expect(try pixels(File(photometric: 0, parts: [bytes([UInt32.max, .max / 3 * 2, .max / 3, 0])])) == grey)
        // A row that ends within a byte, twice.
        let odd = File(width: 1, height: 2, bits: 12, parts: [[0xAA, 0xA0, 0x55, 0x50]])
        #expect(try pixels(odd) == [grey[2], grey[1]])
    }

    @Test(.enabled(if: Places.hasAllPlugins)) func floatingPoint() throws {
        let floats: [Float] = [-3, 1 / 3, 2 / 3, 7]
        #expect(try pixels(File(format: 3, parts: [bytes(floats.map(\.bitPattern))])) == grey)
        let doubles = floats.map { Double($0).bitPattern }
        #expect(try pixels(File(bits: 64, format: 3, parts: [bytes(doubles)])) == grey)
        // 0, 0.3333, 0.6665 and 1 as binary16; then what is none, infinite, too small for an exponent, and below 0.
        #expect(try pixels(File(bits: 16, format: 3, parts: [bytes([UInt16(0), 0x3555, 0x3955, 0x3C00])])) == grey)
        let odd = File(bits: 16, format: 3, parts: [bytes([UInt16(0x7E00), 0x7C00, 0x03FF, 0xBC00])])
        #expect(try pixels(odd) == [grey[0], grey[3], grey[0], grey[0]])
        let not = File(format: 3, parts: [bytes([Float.nan, .infinity, -.infinity, 1e-30].map(\.bitPattern))])
        #expect(try pixels(not) == [grey[0], grey[3], grey[0], grey[0]])
    }

    /// L*a*b* of D50: sRGB's red, green and blue, white, a grey, and a green beyond sRGB, as near as eight bits are.
    @Test(.enabled(if: Places.hasAllPlugins), arguments: [1, 2]) func lightnessAndTwoColours(format: Int) throws {
        let samples: [(Double, Int, Int)] = [
            (54.29, 81, 70), (87.82, -79, 81), (29.57, 68, -112), (100, 0, 0), (53.39, 0, 0), (80, -128, 127),
        ]
        let stored = samples.flatMap {
            [UInt8($0.0 * 2.55 + 0.5), UInt8(truncatingIfNeeded: $0.1), UInt8(truncatingIfNeeded: $0.2)]
        }
        let file = File(width: 6, bits: 8, format: format, photometric: 8, samples: 3, parts: [stored])
        let wanted: [UInt32] = [0xFFFF_0000, 0xFF00_FF00, 0xFF00_00FF, 0xFFFF_FFFF, 0xFF7F_7F7F, 0xFF00_F500]
        for (pixel, color) in zip(try pixels(file), wanted) {
            for shift in [0, 8, 16, 24] as [UInt32] {
                #expect(
                    abs(Int(pixel >> shift & 255) - Int(color >> shift & 255)) <= 11,
                    "\(String(pixel, radix: 16)) \(String(color, radix: 16))")
            }
        }
        // In planes.
        let planes = (0..<3).map { plane in stride(from: plane, to: stored.count, by: 3).map { stored[$0] } }
        let apart = File(width: 6, bits: 8, format: format, photometric: 8, samples: 3, parts: planes, isPlanar: true)
        #expect(try pixels(apart) == pixels(file))
    }

    @Test(.enabled(if: Places.hasAllPlugins)) func coloursPlanesAndTiles() throws {
        let (none, third, all) = (UInt32(0), UInt32.max / 3, UInt32.max)
        let wanted: [UInt32] = [0xFFFF_5500, 0xFF00_FF55]
        let mixed = File(width: 2, photometric: 2, samples: 3, parts: [bytes([all, third, none, none, all, third])])
        #expect(try pixels(mixed) == wanted)
        let planes = File(
            width: 2, photometric: 2, samples: 3,
            parts: [bytes([all, none]), bytes([third, all]), bytes([none, third])],
            isPlanar: true)
        #expect(try pixels(planes) == wanted)
        // Half of alpha, before and behind the multiplication.
        let half: UInt32 = 0x8080_8080
        for (extra, red) in [(2, all), (1, half), (0, half)] {
            let alpha = File(
                width: 1, photometric: 2, samples: 4, extra: extra, parts: [bytes([red, none, none, half])])
            #expect(try pixels(alpha) == [0x8080_0000], "\(extra)")
        }
        // A sample that nobody explains, behind grey: it does not count.
        #expect(try pixels(File(width: 1, samples: 2, extra: 0, parts: [bytes([third, none])])) == [grey[1]])
        // Tiles of 16 × 16, of which a part lies outside.
        let tiles = (0..<2).map { tile in bytes((0..<256).map { UInt32($0 % 16 + 16 * tile) * (UInt32.max / 255) }) }
        let tiled = try pixels(File(width: 20, height: 3, parts: tiles, tile: (16, 16)))
        #expect(tiled == (0..<60).map { UInt32(0xFF00_0000) | 0x01_0101 * UInt32($0 % 20) })
        // Turned by half a circle.
        #expect(try pixels(File(parts: [bytes([none, third, third * 2, all])], orientation: 3)) == grey.reversed())
        // Cyan ink, half of it with half of black, and black alone.
        let cmyk = File(
            width: 3, bits: 16, photometric: 5, samples: 4,
            parts: [bytes([UInt16.max, 0, 0, 0, 0x8080, 0, 0, 0x8080, 0, 0, 0, 0xFFFF])])
        #expect(try pixels(cmyk) == [0xFF00_FFFF, 0xFF3F_7F7F, 0xFF00_0000])
    }

    /// Cut off or of sizes that do not fit, each shows what is there or is refused.
    @Test(.enabled(if: Places.hasAllPlugins)) func damagedOnes() throws {
        let rig = try Rig()
        let whole = File(width: 4, height: 4, parts: [bytes([UInt32](repeating: .max, count: 16))]).bytes
        for length in stride(from: 8, to: whole.count, by: 5) {
            _ = try rig.image("\(length).tiff", Array(whole[..<length]))
        }
        for file in [
            File(bits: 13, parts: [[0, 0, 0, 0, 0, 0, 0]]), File(bits: 16, format: 7, parts: [[0, 0, 0, 0]]),
            File(photometric: 6, samples: 3, parts: [[0]]), File(width: 1 << 20, height: 1 << 20, parts: [[0]]),
            File(bits: 12, parts: [[0, 1]]), File(samples: 2000, parts: [[0]]),
            File(parts: [[0]], tile: (1 << 19, 1 << 19)), File(parts: [[0]], tile: (0, 16)),
        ] {
            let image = try rig.image("\(file.bits)-\(file.width)-\(file.samples)-\(file.photometric).tiff", file.bytes)
            if image.state == .ready { _ = library(rig, image) }
        }
        #expect(rig.warnings.isEmpty, "\(rig.warnings)")
    }

    private func library(_ rig: Rig, _ image: Image) -> Bool {
        (try? rig.wait("a frame") { rig.library.bitmap(image, frame: 0) != nil || image.state != .ready }) != nil
    }

    /// Of the transparent colour as many bits count as the picture has.
    @Test func transparencyOfPNGWithMoreBits() throws {
        let rig = try Rig()
        let rgb = Fixture.decode(
            "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAIAAAB7QOjdAAAABnRSTlMB/3cAAACZdoudAAAADUlEQVR4nGP4zwAE/wEHAAH/4iOeWQAAAABJRU5ErkJggg=="
        )
        #expect(try rig.pixels(try rig.image("rgb.png", rgb)) == [0, 0xFF00_00FF])
        let grey = Fixture.decode(
            "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABBAAAAAAUuc1XAAAAAnRSTlMA9btEy6sAAAAKSURBVHicY4gCAABcAFvYtFZaAAAAAElFTkSuQmCC"
        )
        #expect(try rig.pixels(try rig.image("grey.png", grey)) == [0, 0xFFAA_AAAA])
    }

    /// An animation that begins twice is none: its default image is shown.
    @Test func twoAnimationsOfPNG() throws {
        var bytes = Fixture.animatedPNG
        let control = try #require(bytes.firstRange(of: Array("acTL".utf8)))
        let chunk = bytes[(control.lowerBound - 4)..<(control.upperBound + 12)]
        bytes.insert(contentsOf: chunk, at: control.upperBound + 12)
        let rig = try Rig()
        #expect(try rig.image("a.png", bytes).info?.durations.count == 1)
        #expect(try rig.image("b.png", Fixture.animatedPNG).info?.durations.count == 4)
    }
}
