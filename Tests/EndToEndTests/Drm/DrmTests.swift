import Foundation
import Testing

/// A card, a seat and its devices that are played: see `Tests/FakeScreen`.
private final class Console {
    let sandbox: Sandbox

    init(_ connectors: String = "HDMI-A-1 connected 320x200@75 *160x90@60 160x90@30") throws {
        sandbox = try Sandbox()
        try connect(connectors)
        let sources = Checkout.root + "/Tests/FakeScreen/fake.c"
        let flags = try sandbox.run("pkg-config", ["--cflags", "libdrm", "libinput", "libseat", "libudev"]).text
        let words = flags.split { $0 == " " || $0 == "\n" }.map(String.init)
        let built = try sandbox.run(
            "cc", ["-std=gnu11", "-shared", "-fPIC", "-o", sandbox.file("fake.so")] + words + [sources])
        guard built.status == 0 else { throw Daemon.Missing(words: built.errors) }
    }

    var environment: [String: String] { ["LD_PRELOAD": sandbox.file("fake.so"), "FAKE_SCREEN": sandbox.path] }

    /// What is connected from now on.
    func connect(_ connectors: String) throws { _ = try sandbox.write(connectors + "\n", to: "connectors") }

    /// Something happens at the seat, the card or a device.
    func happen(_ place: String, _ words: String) throws {
        guard let file = FileHandle(forWritingAtPath: sandbox.file(place)) else { throw Daemon.Missing(words: place) }
        try file.write(contentsOf: Data((words + "\n").utf8))
        try file.close()
    }

    /// The card or the seat behaves as the file's name says, or does no more.
    func put(_ name: String) throws { _ = try sandbox.write("", to: name) }
    func take(_ name: String) throws { try FileManager.default.removeItem(atPath: sandbox.file(name)) }

    var log: String { String(decoding: (try? sandbox.bytes("log")) ?? Data(), as: UTF8.self) }

    /// What is shown: the framebuffer, and how it came there.
    func scanout() throws -> [Substring] {
        String(decoding: (try? sandbox.bytes("scanout")) ?? Data(), as: UTF8.self).split { $0 == " " || $0 == "\n" }
    }

    /// Blue, green and red of what is shown.
    func colors() throws -> [UInt8] {
        let numbers = try scanout().compactMap { Int($0) }
        guard numbers.count >= 5, numbers[0] > 0 else { return [] }
        let (width, height, stride, offset) = (numbers[1], numbers[2], numbers[3], numbers[4])
        let file = try FileHandle(forReadingFrom: URL(filePath: sandbox.file("memory")))
        try file.seek(toOffset: UInt64(offset))
        let bytes = [UInt8](try file.read(upToCount: stride * height) ?? Data())
        guard bytes.count == stride * height else { return [] }
        var colors: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width {
                let at = y * stride + x * 4
                colors += bytes[at..<at + 3]
            }
        }
        return colors
    }
}

extension RealDaemon {
    /// The output `drm`, on a console that is played.
    @Suite struct DrmTests {
        private struct Kiosk {
            let console: Console
            let daemon: Daemon
            let link: Link

            init(_ console: Console, _ properties: [String] = []) throws {
                self.console = console
                daemon = try Daemon(
                    ["--output", "drm"] + properties, clock: "realtime", set: console.environment)
                link = try daemon.link()
                try run(
                    "set main backgroundColor=#123456",
                    "create disc layer frame=20,10,60,60 cornerRadius=30 backgroundColor=#fa0 isInteractive=true",
                    "subscribe output pointer key scroll pinch rotate")
            }

            func run(_ lines: String...) throws {
                for line in lines { #expect(try link.ask(line).hasPrefix("ok"), "\(line)") }
            }

            func snapshot() throws -> [UInt8] {
                let path = daemon.sandbox.file("shot.rgba")
                try run("snapshot format=rgba path=\(path)")
                let bytes = [UInt8](try daemon.sandbox.bytes("shot.rgba"))
                var colors: [UInt8] = []
                for at in stride(from: 0, to: bytes.count, by: 4) { colors += bytes[at..<at + 3].reversed() }
                return colors
            }

            func expectSnapshot(_ location: SourceLocation = #_sourceLocation) throws {
                let wanted = try snapshot()
                try waitUntil(tries: 300) { try console.colors() == wanted }
                #expect(try console.colors() == wanted, sourceLocation: location)
            }

            func wait(_ words: String...) throws {
                while true {
                    let event = try link.event()
                    if words.allSatisfy(event.contains) { return }
                }
            }
        }

        @Test func theScreenIsTheSnapshot() throws {
            let kiosk = try Kiosk(Console())
            #expect(try kiosk.daemon.value("main", "size") as? [Double] == [160, 90])
            #expect(try kiosk.daemon.value("main", "refresh") as? Double == 60)
            try kiosk.expectSnapshot()
            // Both buffers have all that changed, whichever is shown.
            for at in 0..<9 {
                try kiosk.run("set disc position=\(40 + at * 9),\(40 + at)", "sync")
                try kiosk.expectSnapshot()
            }
            #expect(try kiosk.console.scanout().last == "flip")
            // A size that the screen does not have is not taken.
            try kiosk.run("set main size=400x300", "sync")
            #expect(try kiosk.daemon.value("main", "size") as? [Double] == [160, 90])
            try kiosk.run("set main scale=2", "sync")
            #expect(try kiosk.daemon.value("main", "size") as? [Double] == [80, 45])
            try kiosk.expectSnapshot()
        }

        @Test func modesAreChosen() throws {
            let kiosk = try Kiosk(Console(), ["mode=320x200"])
            try kiosk.expectSnapshot()
            #expect(try kiosk.daemon.value("main", "size") as? [Double] == [320, 200])
            #expect(try kiosk.daemon.value("main", "refresh") as? Double == 75)
            try kiosk.run("set main mode=160x90@30", "sync")
            try kiosk.wait("event output", "\"refresh\":30")
            try kiosk.expectSnapshot()
            // One that the screen does not have leaves it dark until another is asked for.
            try kiosk.run("set main mode=640x480")
            try kiosk.wait("event output", "no screen at any connector has the mode 640x480")
            try kiosk.run("set main mode=")
            try kiosk.wait("event output", "\"active\"")
            try kiosk.expectSnapshot()
        }

        @Test func whatCannotBeShownIsTold() throws {
            let console = try Console("HDMI-A-1 disconnected\nDP-2 connected *64x48@60")
            func outcome(_ properties: String...) throws -> String {
                let outcome = try console.sandbox.run(
                    "scrimd", ["--socket", console.sandbox.file("t"), "--output", "drm"] + properties,
                    set: console.environment)
                #expect(outcome.status == 1)
                return outcome.errors
            }
            #expect(try outcome("connector=HDMI-A-9").contains("there is no connector HDMI-A-9"))
            #expect(try outcome("connector=DP-2", "mode=1x1").contains("no screen at DP-2 has the mode 1x1"))
            for mode in ["x", "1x", "0x5", "64x48@", "64x48@0", "64x48@1001", "16385x2", "64x48@60@60"] {
                #expect(try outcome("mode=\(mode)").contains("is not as 1920x1080"), "\(mode)")
            }
            #expect(try outcome("card=/dev/dri/card9").contains("no card can be opened: No such file or directory"))
            let kiosk = try Kiosk(console, ["connector=DP-2"])
            try kiosk.expectSnapshot()
            #expect(try kiosk.link.ask("create second drm").contains("another output has the seat"))
            // No console at all.
            let bare = try Daemon(
                clock: "realtime",
                set: ["LD_PRELOAD": console.environment["LD_PRELOAD"] ?? "", "FAKE_SCREEN": "/nowhere"])
            #expect(try bare.link().ask("create s drm").contains("no seat: neither seatd nor logind gives one"))
        }

        @Test func otherConsolesAreShownMeanwhile() throws {
            let kiosk = try Kiosk(Console())
            try kiosk.expectSnapshot()
            // Control and Alt and F3, as Linux numbers keys.
            for key in [29, 56, 61] { try kiosk.console.happen("input", "press \(key)") }
            waitUntil(tries: 300) { kiosk.console.log.contains("console 3") }
            #expect(kiosk.console.log.contains("console 3\n"))
            try kiosk.console.happen("seat", "off")
            try kiosk.wait("event output", "\"absent\"", "another console is shown")
            #expect(kiosk.console.log.contains("seat given up\n"))
            try kiosk.run("set disc backgroundColor=#08f", "sync")
            try kiosk.console.happen("seat", "on")
            try kiosk.wait("event output", "\"active\"")
            try kiosk.expectSnapshot()
            try kiosk.run("set disc position=100,40", "sync")
            try kiosk.expectSnapshot()
        }

        @Test func screensComeAndGo() throws {
            let kiosk = try Kiosk(Console("HDMI-A-1 connected *160x90@60\nDP-1 disconnected"))
            try kiosk.expectSnapshot()
            try kiosk.console.connect("HDMI-A-1 disconnected\nDP-1 disconnected")
            try kiosk.console.happen("udev", "change")
            try kiosk.wait("event output", "\"absent\"", "no screen is connected")
            try kiosk.run("set disc backgroundColor=#08f")
            try kiosk.console.connect("HDMI-A-1 disconnected\nDP-1 connected *200x100@50")
            try kiosk.console.happen("udev", "change")
            try kiosk.wait("event output", "\"active\"", "[200,100]")
            try kiosk.expectSnapshot()
            // One more changes nothing.
            try kiosk.console.connect("HDMI-A-1 connected *160x90@60\nDP-1 connected *200x100@50")
            try kiosk.console.happen("udev", "change")
            try kiosk.run("set disc position=100,40", "sync")
            try kiosk.expectSnapshot()
            #expect(try kiosk.daemon.value("main", "size") as? [Double] == [200, 100])
        }

        @Test func aScreenIsWaitedFor() throws {
            let console = try Console("HDMI-A-1 disconnected\nDP-2 connected *64x48@60")
            let kiosk = try Kiosk(console, ["connector=HDMI-A-1"])
            try console.connect("HDMI-A-1 connected *160x90@60\nDP-2 connected *64x48@60")
            try console.happen("udev", "change")
            try kiosk.wait("event output", "\"active\"", "[160,90]")
            try kiosk.expectSnapshot()
        }

        @Test func aModeThatIsRefusedIsTold() throws {
            let console = try Console()
            try console.put("refuses")
            let kiosk = try Kiosk(console)
            try kiosk.wait("event output", "\"absent\"", "HDMI-A-1 does not take the mode 160x90: Invalid argument")
            try console.take("refuses")
            try console.happen("udev", "change")
            try kiosk.wait("event output", "\"active\"")
            try kiosk.expectSnapshot()
            // What was shown before is shown again by itself.
            let wanted = try kiosk.snapshot()
            try console.put("refuses")
            try console.happen("seat", "off")
            try kiosk.wait("event output", "\"absent\"", "another console is shown")
            try console.happen("seat", "on")
            try kiosk.wait("event output", "\"absent\"", "Invalid argument")
            try console.take("refuses")
            try console.happen("udev", "change")
            try kiosk.wait("event output", "\"active\"")
            #expect(try console.colors() == wanted)
        }

        @Test func aFlipThatNeverEndsIsNotWaitedFor() throws {
            let kiosk = try Kiosk(Console())
            try kiosk.expectSnapshot()
            try kiosk.console.put("stalls")
            try kiosk.run("set disc position=60,40")
            usleep(1_200_000)
            try kiosk.console.take("stalls")
            try kiosk.run("set disc position=90,20")
            try kiosk.expectSnapshot()
            try kiosk.run("set disc position=30,20", "sync")
            try kiosk.expectSnapshot()
            #expect(try kiosk.console.scanout().last == "flip")
        }

        /// The console is taken away between a flip and its end: what is shown afterwards is the last picture.
        @Test func theLastPictureComesBack() throws {
            let kiosk = try Kiosk(Console())
            try kiosk.expectSnapshot()
            try kiosk.console.put("stalls")
            try kiosk.run("set disc backgroundColor=#08f")
            usleep(200_000)
            try kiosk.console.happen("seat", "off")
            try kiosk.wait("event output", "\"absent\"")
            try kiosk.console.take("stalls")
            try kiosk.console.happen("seat", "on")
            try kiosk.wait("event output", "\"active\"")
            try kiosk.expectSnapshot()
        }

        @Test func aSeatWhoseManagerEndsIsTakenUpAgain() throws {
            let kiosk = try Kiosk(Console())
            try kiosk.expectSnapshot()
            try kiosk.console.put("ended")
            try kiosk.console.happen("seat", "end")
            try kiosk.wait("event output", "\"absent\"", "the seat is lost")
            try kiosk.wait("event output", "\"absent\"", "no seat")
            try kiosk.run("set disc backgroundColor=#08f", "set main pointer=false")
            try kiosk.console.take("ended")
            try kiosk.wait("event output", "\"active\"")
            try kiosk.expectSnapshot()
        }

        @Test func anotherDaemonTakesTheScreenOfOneThatWasKilled() throws {
            let console = try Console()
            do {
                let kiosk = try Kiosk(console)
                try kiosk.expectSnapshot()
                kill(kiosk.daemon.id, SIGKILL)
            }
            let kiosk = try Kiosk(console)
            try kiosk.expectSnapshot()
        }

        @Test func inputArrives() throws {
            let kiosk = try Kiosk(Console())
            try kiosk.expectSnapshot()
            func input(_ words: String...) throws { for line in words { try kiosk.console.happen("input", line) } }
            try input("move 45.5 30", "down 272")
            try kiosk.wait("event pointer", "\"down\"", "\"disc\"")
            try input("up 272", "scroll 0 15")
            try kiosk.wait("event pointer", "\"up\"")
            try kiosk.wait("event scroll")
            #expect(kiosk.console.log.contains("arrow at 45 30\n"))
            try input("pinch 0 0 1 0", "spread 0 0 1.5 30", "part 0 0 1.5 0")
            try kiosk.wait("event rotate", "\"began\"", "\"angle\":0.52")
            try kiosk.wait("event pinch", "\"ended\"", "\"scale\":1.5", "\"disc\"")
            try input("touch 0.3 0.5")
            try kiosk.wait("\"down\"", "\"disc\"")
            try input("lift")
            // Shift and A, and what is held is released when another console comes.
            try input("press 42", "press 30")
            try kiosk.wait("event key", "\"key\":\"A\"", "\"text\":\"A\"", "\"down\"")
            try kiosk.wait("event key", "\"key\":\"A\"", "\"down\"")
            try kiosk.console.happen("seat", "off")
            try kiosk.wait("event key", "\"key\":\"A\"", "\"up\"")
        }

        @Test func theConsoleHasItsPictureBack() throws {
            let kiosk = try Kiosk(Console())
            try kiosk.expectSnapshot()
            try kiosk.run("quit")
            waitUntil(tries: 300) { kiosk.console.log.contains("seat closed") }
            #expect(try kiosk.console.scanout().first == "0")
            #expect(kiosk.console.log.contains("device 1 closed\nseat closed\n"))
        }

        @Test func nothingRunsWithoutDamage() throws {
            let kiosk = try Kiosk(Console())
            try kiosk.expectSnapshot()
            func waits() throws -> Int {
                let tasks = "/proc/\(kiosk.daemon.id)/task"
                return try FileManager.default.contentsOfDirectory(atPath: tasks).reduce(0) { sum, task in
                    let status = try String(contentsOfFile: "\(tasks)/\(task)/status", encoding: .utf8)
                    let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches") }
                    return sum + (line?.split(separator: "\t").last.flatMap { Int($0) } ?? 0)
                }
            }
            sleep(1)
            let before = try waits()
            sleep(2)
            #expect(try waits() == before)
        }

        @Test func aSeatThatHasNoConsoleIsRefused() throws {
            // libseat's own manager, without the right to open consoles, says of any that another one is shown.
            let sandbox = try Sandbox()
            let place = sandbox.file("place")
            try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
            var user: [String] = []
            if geteuid() == 0 {
                try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: sandbox.path)
                try FileManager.default.setAttributes(
                    [.ownerAccountID: 65534, .posixPermissions: 0o700], ofItemAtPath: place)
                user = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
            }
            let outcome = try sandbox.run(
                "env", user + ["timeout", "5", "scrimd", "--socket", place + "/s", "--output", "drm"],
                set: ["LIBSEAT_BACKEND": "builtin"])
            let reason = "no seat: neither seatd nor logind gives one"
            #expect(outcome.status == 1 && outcome.errors.contains(reason), "\(outcome.errors)")
        }
    }
}
