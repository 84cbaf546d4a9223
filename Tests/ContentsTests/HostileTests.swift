import Contents
import Glibc
import Pixels
import Reactor
import TestSupport
import Testing

/// Decoders and files that mean harm: what they do stays with one picture.
@Suite(.serialized) struct HostileTests {
    /// A rig whose decoder does what the file says.
    private func evil(_ limits: ImageLibrary.Limits = .init()) throws -> Rig {
        let rig = try Rig([], limits: limits)
        let root = Places.checkout
        let command =
            "cc -std=gnu11 -w -shared -fPIC -I'\(root)/Sources/ScrimPluginABI/include' "
            + "'\(root)/Tests/Fixtures/Plugins/evil.c' -o '\(rig.folder)/libevil.so'"
        try #require(unsafe system(command) == 0)
        rig.library.libraries = ["\(rig.folder)/none.so", "\(rig.folder)/libevil.so"]
        return rig
    }

    private func file(_ letter: Character) -> [UInt8] { Array("EVIL\(letter)".utf8) }

    @Test func whatAConfinedProcessCannot() throws {
        let rig = try evil()
        let image = try rig.image("S", file("S"))
        // Not to open, connect, fork, execute, signal, make code, remove, print: each EPERM.
        #expect(try rig.pixels(image)[..<8] == [UInt32](repeating: 0xFF00_0001, count: 8)[...])
        // The library that is not there is no reason not to use the other one.
        #expect(rig.warnings.count == 1 && rig.warnings[0].contains("none.so"))
    }

    @Test(
        arguments: [
            ("C", "the decoder crashed (Segmentation fault)"), ("A", "the decoder crashed (Aborted)"),
            ("q", "the decoder ended with status 7"), ("K", "the decoder gave a wrong answer"), ("R", "of its own"),
            ("M", "decode gave failed"), ("Z", "the picture is empty"), ("F", "it has 16385 frames"),
            ("L", "it has 100000×100000 pixels; limit.imagePixels allows 268435456"),
            ("w", "it has 32001×1 pixels; limit.imagePixels allows 268435456"),
        ] as [(Character, String)])
    func failures(_ letter: Character, _ reason: String) throws {
        let rig = try evil()
        let good = try rig.image("good", file("-"))
        let bad = try rig.image("bad", file(letter))
        #expect(bad.state == .failed(reason) && rig.library.bitmap(bad) == nil)
        // The next one finds a decoder, and the one before is as it was.
        let next = try rig.image("next", file("-"))
        #expect(try rig.pixels(next)[0] == 0xFF12_3456 && rig.pixels(good)[0] == 0xFF12_3456)
        #expect(rig.events.map(\.event) == [.ready, .failed(reason), .ready])
    }

    @Test(arguments: ["H", "h", "o"] as [Character]) func whatTakesTooLong(_ letter: Character) throws {
        let rig = try evil(.init(timeout: 1_000_000_000))
        let image = try rig.image("slow", file(letter))
        #expect(image.state == .failed("it took longer than 1 seconds"))
        #expect(try rig.pixels(rig.image("next", file("-")))[0] == 0xFF12_3456)
    }

    @Test func theBound() throws {
        let rig = try evil(.init(pixels: 1000))
        #expect(try rig.image("a", file("a")).state == .ready)
        #expect(try rig.image("b", file("b")).state == .failed("it has 1001×1 pixels; limit.imagePixels allows 1000"))
        rig.library.limits.pixels = 32_000
        #expect(try rig.image("W", file("W")).state == .ready)
        // The longest list of durations, all of them nonsense.
        #expect(try rig.image("f", file("f")).info?.durations == [Double](repeating: 0.1, count: 16_384))
        rig.library.limits.bytes = 5
        #expect(try rig.image("five", file("-")).state == .ready)
        let six = try rig.image("six", file("-") + [0])
        #expect(six.state == .failed("the file has 6 bytes; limit.imageBytes allows 5"))
    }

    @Test func killedFromOutside() throws {
        let rig = try evil()
        let image = rig.library.acquire(rig.write("slow", file("H")))
        try rig.wait("it is there") { !rig.library.processIdentifiers.isEmpty }
        let process = try #require(rig.library.processIdentifiers.first)
        for _ in 0..<20 { try rig.reactor.turn(timeout: 10) }
        kill(process, SIGKILL)
        try rig.wait("its end") { image.state != .loading }
        #expect(image.state == .failed("the decoder crashed (Killed)") && rig.library.processIdentifiers.isEmpty)
        #expect(try rig.pixels(rig.image("next", file("-")))[0] == 0xFF12_3456)
    }

    @Test func sideBySide() throws {
        let rig = try evil()
        let bad = (1..<ImageLibrary.workerLimit).map { rig.library.acquire(rig.write("slow\($0)", file("H"))) }
        // The process that is left serves the others.
        for number in 1...3 { #expect(try rig.pixels(rig.image("good\(number)", file("-")))[0] == 0xFF12_3456) }
        #expect(bad.allSatisfy { $0.state == .loading })
        #expect(rig.library.processIdentifiers.count == ImageLibrary.workerLimit)
        let last = rig.library.acquire(rig.write("slow", file("H")))
        let good = rig.library.acquire(rig.write("good", file("-")))
        for _ in 0..<20 { try rig.reactor.turn(timeout: 10) }
        #expect(rig.library.processIdentifiers.count == ImageLibrary.workerLimit && good.state == .loading)
        // One end, and there is room.
        kill(try #require(rig.library.processIdentifiers.first), SIGKILL)
        try rig.wait("the good one") { good.state == .ready }
        #expect(last.state == .loading && bad.filter { $0.state == .loading }.count == bad.count - 1)
    }

    @Test func oneAfterTheOther() throws {
        let rig = try evil(.init(timeout: 1_000_000_000))
        rig.library.width = 1
        let images = ["H", "-", "C", "-"].enumerated().map { number, letter in
            rig.library.acquire(rig.write("\(number)", file(Character(letter))))
        }
        try rig.wait("all") { images.allSatisfy { $0.state != .loading } && rig.library.isIdle }
        #expect(rig.events.map(\.path) == images.map(\.path) && rig.library.processIdentifiers.count == 1)
    }

    @Test func aBetterFileWhileTheOldOneHangs() throws {
        let rig = try evil(.init(timeout: 1_000_000_000))
        let image = rig.library.acquire(rig.write("a", file("H")))
        try rig.wait("it is there") { !rig.library.processIdentifiers.isEmpty }
        rig.write("a", file("-"))
        rig.library.reload(image)
        try rig.wait("the new one") { image.state != .loading }
        #expect(try rig.pixels(image)[0] == 0xFF12_3456 && rig.events.map(\.event) == [.ready])
    }

    /// A small picture has little memory, however large pictures may be; what is given back serves the next one.
    @Test func memoryGoesByThePicture() throws {
        let rig = try evil()
        for round in 1...3 {
            #expect(try rig.image("small\(round)", file("g")).state == .ready)
            #expect(try rig.image("large\(round)", file("G")).state == .failed("decode gave noMemory"))
        }
        #expect(rig.library.processIdentifiers.count == 1)
    }

    @Test func noProgram() throws {
        let reactor = try Reactor()
        let library = ImageLibrary(reactor, program: "/nonexistent/decoder", libraries: [], budget: 0)
        let image = library.acquire("/etc/hostname")
        for _ in 0..<10 where image.state == .loading { try reactor.turn(timeout: 100) }
        #expect(image.state == .failed("there is no decoder: \"/nonexistent/decoder\": No such file or directory"))
    }

    @Test func whatIsNoPicture() throws {
        let rig = try Rig()
        #expect(try rig.image("empty", []).state == .failed("the file is empty"))
        #expect(try rig.image("text", Array("hello".utf8)).state == .failed("no decoder knows the format"))
        let none = rig.library.acquire("\(rig.folder)/none")
        let folder = rig.library.acquire(rig.folder)
        unsafe mkfifo("\(rig.folder)/fifo", 0o600)
        let fifo = rig.library.acquire("\(rig.folder)/fifo")
        #expect(none.state == .loading, "nothing is told from within acquire")
        try rig.wait("all") { none.state != .loading && folder.state != .loading && fifo.state != .loading }
        #expect(none.state == .failed("No such file or directory") && folder.state == .failed("it is not a file"))
        #expect(fifo.state == .failed("it is not a file"))
    }

    /// Formats cut off, of which a part is no picture: at every seventh byte. (PNG and GIF show what is there.)
    @Test(arguments: [
        ("webp", Fixture.rgbaWebP), ("webp", Fixture.animatedWebP), ("jpg", Fixture.jpeg), ("jpg", Fixture.cmykJPEG),
    ])
    func truncated(_ ending: String, _ whole: [UInt8]) throws {
        let rig = try Rig()
        // What follows the last pixel may be lost: JPEG's last marker.
        let end = ["jpg": 3][ending] ?? 0
        for length in stride(from: 1, to: whole.count - end, by: 7) {
            let image = try rig.image("\(length).\(ending)", Array(whole[..<length]))
            guard case .failed(let reason) = image.state else {
                Issue.record("\(length) bytes are enough")
                continue
            }
            #expect(!reason.isEmpty && !reason.contains("crashed"), "\(length): \(reason)")
            rig.library.release(image)
        }
    }

    @Test func compressedWithoutEnd() throws {
        // Entities that stand for entities: ten to the tenth characters.
        var text = "<?xml version='1.0'?><!DOCTYPE svg [<!ENTITY a0 'aaaaaaaaaa'>"
        for n in 1...9 {
            let inner = String(repeating: "&a\(n - 1);", count: 10)
            text += "<!ENTITY a\(n) '\(inner)'>"
        }
        text += "]><svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><text>&a9;</text></svg>"
        let rig = try Rig()
        let image = try rig.image("bomb.svg", Array(text.utf8))
        guard case .failed(let reason) = image.state else { return }
        #expect(!reason.isEmpty)
    }

    /// librsvg 2.54 gives itself up over tiles without a size: that is one picture's fault. Later ones may draw it.
    @Test func whatALibraryGivesUpOn() throws {
        let rig = try Rig()
        let text = """
            <svg xmlns='http://www.w3.org/2000/svg' width='2' height='2'><filter id='a' x='1'><feTurbulence x='1'/><feTile/>
            </filter><rect x='2' y='9' width='5' height='5' filter='url(#a)'/></svg>
            """
        let image = try rig.image("a.svg", Array(text.utf8))
        #expect(image.state == .ready || image.state == .failed("the decoder crashed (Aborted)"))
        #expect(try rig.image("b.png", Fixture.rgbaPNG).state == .ready)
    }

    /// A PNG that says 100,000×100,000.
    @Test func lyingHeader() throws {
        let rig = try Rig()
        var bytes = Fixture.rgbaPNG
        for slot in [16, 20] { bytes.replaceSubrange(slot..<slot + 4, with: [0, 1, 0x86, 0xA0]) }
        // Its checksum is wrong now; and with a right one it would be the limit.
        guard case .failed(let reason) = try rig.image("a.png", bytes).state else {
            Issue.record("it was decoded")
            return
        }
        #expect(!reason.isEmpty)
    }
}
