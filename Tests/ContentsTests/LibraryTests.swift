import Contents
import Glibc
import Pixels
import Reactor
import TestSupport
import Testing

/// How images are shared, kept, dropped and read again.
@Suite(.serialized) struct LibraryTests {
    private func svg(_ color: String, _ side: Int = 2) -> [UInt8] {
        Array(
            ("<svg xmlns='http://www.w3.org/2000/svg' width='\(side)' height='\(side)'>"
                + "<rect width='\(side)' height='\(side)' fill='\(color)'/></svg>").utf8)
    }

    @Test func equalPathsShare() throws {
        let rig = try Rig()
        let image = try rig.image("a.png", Fixture.palettePNG)
        let again = rig.library.acquire(image.path)
        #expect(again === image && rig.library.bitmap(again) === rig.library.bitmap(image))
        rig.library.release(again)
        rig.library.release(image)
        // It is kept for whoever comes back, and nothing is read again.
        #expect(rig.library.acquire(image.path) === image && rig.library.decoded == 1)
        #expect(rig.events.map(\.event) == [.ready] && rig.library.bytes == 16 * 3)
    }

    @Test func anotherFileMeanwhile() throws {
        let rig = try Rig()
        let image = try rig.image("a.svg", svg("red"))
        rig.library.release(image)
        rig.write("a.svg", svg("blue"))
        let again = rig.library.acquire(image.path)
        #expect(again === image && rig.library.bitmap(again).map(rig.words)?.first == 0xFFFF_0000)
        try rig.wait("the new one") { rig.events.count == 2 }
        #expect(rig.library.bitmap(again).map(rig.words)?.first == 0xFF00_00FF)
    }

    @Test func watching() throws {
        let rig = try Rig()
        let image = try rig.image("a.svg", svg("red"))
        try #require(rig.library.watch(image) && rig.library.watch(image))
        let old = try #require(rig.library.bitmap(image))
        rig.write("b.svg", svg("lime"))
        rig.write("a.svg", svg("blue", 3))
        try rig.wait("the new one") { rig.events.count == 2 }
        #expect(rig.words(try #require(rig.library.bitmap(image))) == [UInt32](repeating: 0xFF00_00FF, count: 9))
        // Who shows the old one has it still.
        #expect(rig.words(old) == [UInt32](repeating: 0xFFFF_0000, count: 4))
        rig.library.unwatch(image)
        rig.write("a.svg", Array("<svg".utf8))
        try rig.wait("the failure") { rig.events.count == 3 }
        // What was there stays.
        #expect(image.state != .ready && rig.library.bitmap(image)?.width == 3)
        rig.library.unwatch(image)
        rig.write("a.svg", svg("red"))
        for _ in 0..<5 { try rig.reactor.turn(timeout: 20) }
        #expect(rig.events.count == 3)
    }

    @Test func theBudget() throws {
        // Rows are multiples of 16 bytes: 4×4 is 64, two of them fit.
        let rig = try Rig(budget: 128)
        let names = ["a", "b", "c"]
        let images = try names.map { try rig.image("\($0).svg", svg("red", 4)) }
        #expect(rig.library.bytes == 192, "what is used is not dropped")
        rig.library.release(images[1])
        #expect(rig.library.bytes == 128)
        rig.library.release(images[0])
        rig.library.release(images[2])
        #expect(rig.library.bytes == 128)
        // The one used last stays.
        let next = try rig.image("d.svg", svg("red", 4))
        #expect(rig.library.bytes == 128 && rig.library.bitmap(next) != nil)
        #expect(rig.library.acquire(images[2].path) === images[2] && rig.library.acquire(images[0].path) !== images[0])
    }

    @Test func asManyThatNobodyUses() throws {
        let rig = try Rig()
        let used = try rig.image("used.png", Fixture.palettePNG)
        for number in 0...ImageLibrary.unusedLimit {
            rig.library.release(try rig.image("\(number).png", Fixture.palettePNG))
        }
        // The first one is gone, the second and what is in use are not.
        #expect(rig.library.bytes == 48 * (1 + ImageLibrary.unusedLimit))
        let decoded = rig.library.decoded
        _ = rig.library.acquire("\(rig.folder)/1.png")
        #expect(rig.library.acquire(used.path) === used)
        let first = rig.library.acquire("\(rig.folder)/0.png")
        try rig.wait("the first") { first.state == .ready }
        #expect(rig.library.decoded == decoded + 1)
    }

    @Test(.enabled(if: Places.hasAllPlugins)) func framesWithinTheBudget() throws {
        let rig = try Rig(budget: 100)
        let image = try rig.image("a.gif", Fixture.animatedGIF)
        for round in 0..<3 {
            for frame in 0..<4 {
                let red: UInt32 = frame == 3 ? 0xFFFF_FFFF : 0xFFFF_0000
                #expect(try rig.pixels(image, frame: frame)[0] == red, "\(round)")
                #expect(rig.library.bytes <= 100)
            }
        }
        #expect(rig.events.filter { $0.event == .ready }.count == 1)
    }

    @Test func sizesOfVectors() throws {
        let rig = try Rig(limits: .init(pixels: 400))
        let image = try rig.image("a.svg", svg("lime", 10))
        // Only the newest of many are made.
        for side in 11...20 { _ = rig.library.bitmap(image, width: side, height: side) }
        try rig.wait("the last") { rig.library.bitmap(image, width: 20, height: 20)?.width == 20 }
        #expect(rig.library.decoded <= 5 && rig.library.bytes <= 4 * 80 * 20)
        // At the bound, and what is beyond is scaled down to it.
        try rig.wait("the largest") { rig.library.bitmap(image, width: 40_000, height: 40_000)?.width == 20 }
    }

    @Test(.enabled(if: Places.hasAllPlugins)) func manyOpenFiles() throws {
        let rig = try Rig()
        let images = try (0..<12).map { try rig.image("\($0).webp", Fixture.animatedWebP) }
        for frame in [1, 0, 1] {
            for image in images { #expect(try rig.pixels(image, frame: frame).count == 4) }
        }
        #expect(rig.events.filter { $0.event == .ready }.count == 12)
    }

    @Test(.enabled(if: Places.hasAllPlugins)) func limitsOfAnotherDay() throws {
        let rig = try Rig()
        let image = try rig.image("a.webp", Fixture.animatedWebP)
        let processes = rig.library.processIdentifiers
        rig.library.limits.pixels = 1 << 20
        #expect(try rig.pixels(image, frame: 1)[0] == 0xFF00_00FF)
        #expect(rig.library.processIdentifiers.count == 1 && rig.library.processIdentifiers != processes)
        // Another file in its place, while frames of the old one are asked for.
        rig.library.limits.pixels = 1 << 21
        rig.library.budget = 0
        rig.write("a.webp", Fixture.rgbaWebP)
        _ = rig.library.bitmap(image, frame: 0)
        try rig.wait("it is read again") { image.info?.durations.count == 1 }
    }

    @Test func timesOfFrames() {
        let info = Image.Info(width: 1, height: 1, isVector: false, durations: [0.5, 0.25, 0.25], loopCount: 2)
        #expect(info.frame(at: 0) == (0, 0.5) && info.frame(at: 0.5) == (1, 0.75) && info.frame(at: 0.9) == (2, 1))
        #expect(info.frame(at: 1) == (0, 1.5) && info.frame(at: 1.75) == (2, nil) && info.frame(at: 99) == (2, nil))
        let endless = Image.Info(width: 1, height: 1, isVector: false, durations: [0.5, 0.5], loopCount: 0)
        #expect(endless.frame(at: 7.5) == (1, 8) && endless.frame(at: -1) == (0, 0.5))
    }
}
