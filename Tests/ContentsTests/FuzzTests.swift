import Contents
import Glibc
import Testing

/// Files that were right once, with a few bytes changed. A crash of a decoder stays with its picture, and none is known:
/// every one is a failure here. Lasts $SCRIM_FUZZ_SECONDS, 3 when unset; `make fuzz-decoders` does it for long, under the
/// address sanitizer.
@Suite(.serialized) struct FuzzTests {
    private static let seconds = unsafe getenv("SCRIM_FUZZ_SECONDS").flatMap { unsafe Int(String(cString: $0)) } ?? 3

    @Test(arguments: [
        ("png", [Fixture.rgbaPNG, Fixture.interlacedPNG, Fixture.palettePNG, Fixture.animatedPNG]),
        ("gif", [Fixture.animatedGIF, Fixture.interlacedGIF]),
        ("webp", [Fixture.rgbaWebP, Fixture.lossyWebP, Fixture.animatedWebP]),
        ("jpg", [Fixture.jpeg, Fixture.cmykJPEG, Fixture.turnedJPEG]),
        (
            "svg",
            [
                Array(
                    """
                    <svg xmlns='http://www.w3.org/2000/svg' width='20' height='9'><defs><filter id='f'><feGaussianBlur
                    stdDeviation='2'/></filter><linearGradient id='g'><stop offset='.5' stop-color='red'/></linearGradient>
                    </defs><path d='M1 2C3 4 5 6 7 8z' fill='url(#g)' filter='url(#f)'/><use href='#f'/></svg>
                    """.utf8)
            ]
        ),
    ])
    func changedBytes(_ ending: String, _ seeds: [[UInt8]]) throws {
        let rig = try Rig(limits: .init(pixels: 1 << 22))
        rig.library.isConfined = unsafe getenv("SCRIM_FUZZ_OPEN") == nil
        let end = time(nil) + max(1, Self.seconds / 5)
        var state: UInt64 = unsafe getenv("SCRIM_FUZZ_SEED").flatMap { unsafe UInt64(String(cString: $0)) } ?? 1
        func random(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        var rounds = 0
        while time(nil) < end {
            rounds += 1
            var bytes = seeds[random(seeds.count)]
            for _ in 0...random(4) {
                let place = random(bytes.count)
                switch random(4) {
                case 0: bytes[place] ^= 1 << UInt8(random(8))
                case 1: bytes[place] = [0, 1, 0x7F, 0x80, 0xFF][random(5)]
                case 2: bytes.removeSubrange(place..<min(bytes.count, place + 1 + random(8)))
                default:
                    let length = min(bytes.count - place, 1 + random(16))
                    bytes.insert(contentsOf: bytes[place..<place + length], at: random(bytes.count))
                }
                if bytes.isEmpty { bytes = [0] }
            }
            let image = try rig.image("\(rounds).\(ending)", bytes)
            if let frames = image.info?.durations.count, frames > 1, image.state == .ready {
                let last = min(frames, 8) - 1
                try rig.wait("frame \(last)") {
                    rig.library.bitmap(image, frame: last) != nil || image.state != .ready
                }
            }
            if case .failed(let reason) = image.state, reason.hasPrefix("the decoder") {
                // Kept for whoever looks into it.
                let kept = "/tmp/scrim-fuzz-\(getpid())-\(rounds).\(ending)"
                unsafe rename(image.path, kept)
                Issue.record("\(kept): \(reason)")
            }
            rig.library.release(image)
            unsafe unlink(image.path)
        }
        #expect(rounds > 0)
    }
}
