import Contents
import Glibc
import Reactor
import TestSupport
import Testing

/// Files that were right once, with a few bytes changed, as many as there is time for: 200 of each format, or those of
/// $SCRIM_FUZZ_SECONDS. `make fuzz-decoders` takes ten minutes for each, under the address sanitizer.
///
/// A decoder that crashes or hangs costs its picture only, and none is known to: each one is a failure here, and its file
/// is kept.
@Suite(.serialized) struct FuzzTests {
    @Test func png() throws {
        let seeds = [
            Fixture.rgbaPNG, Fixture.interlacedPNG, Fixture.palettePNG, Fixture.animatedPNG, Fixture.grey16PNG,
            Fixture.greyAlphaPNG,
        ]
        try fuzz("png", seeds, repairing: Repair.png)
    }

    @Test(.enabled(if: Places.hasAllPlugins)) func gif() throws {
        try fuzz("gif", [Fixture.animatedGIF, Fixture.interlacedGIF, Fixture.plainGIF])
    }

    @Test(.enabled(if: Places.hasAllPlugins)) func webp() throws {
        let seeds = [Fixture.rgbaWebP, Fixture.lossyWebP, Fixture.alphaWebP, Fixture.animatedWebP]
        try fuzz("webp", seeds, repairing: Repair.webp)
    }

    @Test func jpeg() throws {
        let seeds = [
            Fixture.jpeg, Fixture.cmykJPEG, Fixture.turnedJPEG, Fixture.progressiveJPEG, Fixture.greyJPEG,
        ]
        try fuzz("jpg", seeds)
    }

    @Test func svg() throws {
        let words = Set(Fixture.vectors.flatMap { $0.split { " <>/='\n".contains($0) } }) + ["-1", "1e9", "NaN", "%"]
        try fuzz(
            "svg", Fixture.vectors.map { Array($0.utf8) }, pieces: words.sorted().map { Array($0.utf8) },
            sizes: [(1, 1), (7, 301), (600, 3)])
    }

    private func fuzz(
        _ format: String, _ seeds: [[UInt8]], pieces: [[UInt8]] = [], sizes: [(Int, Int)] = [],
        repairing repair: (inout [UInt8]) -> Void = { _ in }
    ) throws {
        let rig = try Rig(limits: .init(pixels: 1 << 22))
        rig.library.isConfined = environment("SCRIM_FUZZ_OPEN") == nil
        var dice = Dice(UInt64(environment("SCRIM_FUZZ_SEED") ?? 1))
        let start = Clock.now
        let end = environment("SCRIM_FUZZ_SECONDS").map { start + Nanoseconds($0 * 1e9) }
        var (count, good) = (0, 0)
        var faults: [String: Int] = [:]
        while end.map({ Clock.now < $0 }) ?? (count < 200) {
            count += 1
            var bytes = dice.damaged(seeds, pieces: pieces)
            if dice.upTo(8) > 0 { repair(&bytes) }
            let image = try rig.image("\(count).\(format)", bytes)
            if image.state == .ready {
                good += 1
                if let frames = image.info?.durations.count, frames > 1 { try see(rig, image, min(frames, 8) - 1) }
                for (width, height) in sizes {
                    try rig.wait("another size") {
                        rig.library.bitmap(image, width: width, height: height) != nil || image.state != .ready
                    }
                }
            }
            if case .failed(let reason) = image.state, reason.hasPrefix("the decoder") || reason.hasPrefix("it took") {
                // Kept for whoever looks into it.
                let kept = "/tmp/scrim-fuzz-\(getpid())-\(count).\(format)"
                unsafe rename(image.path, kept)
                faults[reason, default: 0] += 1
                // (A panic is librsvg's way to give up, which it has its bugs for; see HostileTests.)
                if format != "svg" || reason != "the decoder crashed (Aborted)" { Issue.record("\(kept): \(reason)") }
            }
            rig.library.release(image)
            unsafe unlink(image.path)
        }
        if end != nil {
            let rate = Double(count) / (Double(Clock.now - start) / 1e9)
            print("\(format): \(count) files, \(Int(rate)) a second; \(good) are pictures; faults: \(faults)")
        }
        #expect(good > 0 && good < count)
    }

    private func see(_ rig: Rig, _ image: Image, _ frame: Int) throws {
        try rig.wait("frame \(frame)") {
            rig.library.bitmap(image, frame: frame) != nil || image.state != .ready
        }
    }
}

/// What would keep most changed files from getting far: sums and lengths, made right.
private enum Repair {
    /// The checksums of chunks.
    static func png(_ bytes: inout [UInt8]) {
        var slot = 8
        while slot + 12 <= bytes.count {
            let length = bytes[slot..<slot + 4].reduce(0) { $0 << 8 | Int($1) }
            guard slot + 12 + length <= bytes.count else { return }
            let sum = checksum(bytes[slot + 4..<slot + 8 + length])
            for index in 0..<4 {
                bytes[slot + 8 + length + index] = UInt8(truncatingIfNeeded: sum >> (24 - 8 * index))
            }
            slot += 12 + length
        }
    }

    private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        ~bytes.reduce(~0) { crc, byte in
            (0..<8).reduce(crc ^ UInt32(byte)) { crc, _ in crc & 1 == 1 ? 0xEDB8_8320 ^ crc >> 1 : crc >> 1 }
        }
    }

    /// The length of the whole.
    static func webp(_ bytes: inout [UInt8]) {
        guard bytes.count >= 12 else { return }
        for index in 0..<4 { bytes[4 + index] = UInt8(truncatingIfNeeded: (bytes.count - 8) >> (8 * index)) }
    }
}
