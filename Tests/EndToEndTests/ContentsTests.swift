import CSystem
import Foundation
import TestSupport
import Testing

extension Link {
    /// One line's reply, with descriptors sent along.
    func ask(_ line: String, passing descriptors: [Int32]) throws -> String {
        let bytes = Array((line + "\n").utf8)
        let count = unsafe sys_send(descriptor, bytes, bytes.count, descriptors, Int32(descriptors.count))
        try #require(count == bytes.count)
        return try self.line()
    }

    /// A pixel of a snapshot: red, green, blue, alpha, not premultiplied.
    func pixel(_ x: Int, _ y: Int) throws -> [UInt8] {
        let reply = try ask("snapshot rect=\(x),\(y),1,1 format=rgba")
        let json = ReplyForm.json(String(reply.dropFirst(3))) as? [String: Any]
        return Array(try #require((json?["data"] as? String).flatMap { Data(base64Encoded: $0) }, "\(reply)"))
    }

    /// All lines succeed.
    func make(_ lines: String) throws {
        for line in lines.split(separator: "\n") {
            let reply = try ask(String(line))
            #expect(reply.hasPrefix("ok"), "\(line): \(reply)")
        }
    }
}

private let (red, blue) = ([UInt8]([255, 0, 0, 255]), [UInt8]([0, 0, 255, 255]))

/// Pictures' files.
private enum Picture {
    static func svg(_ color: String, _ size: Int = 10) -> Data {
        let root = "<svg xmlns='http://www.w3.org/2000/svg' width='\(size)' height='\(size)'>"
        return Data("\(root)<rect width='\(size)' height='\(size)' fill='\(color)'/></svg>".utf8)
    }

    /// One pixel, red for a fifth of a second and then blue for as long, for ever.
    static let animation: Data = {
        var bytes = Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 255, 0, 0, 0, 0, 255]
        bytes += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0]
        for data in [UInt8(0x44), 0x4C] {
            bytes += [0x21, 0xF9, 4, 4, 20, 0, 0, 0, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, data, 1, 0]
        }
        return Data(bytes + [0x3B])
    }()

    /// The head of a PNG of that size, and no pixels.
    static func lyingPNG(_ side: UInt32) -> Data {
        var head: [UInt8] = Array("IHDR".utf8)
        for _ in 0..<2 { head += [24, 16, 8, 0].map { UInt8(side >> $0 & 255) } }
        head += [8, 6, 0, 0, 0]
        var sum = UInt32.max
        for byte in head {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum >> 1 ^ (sum & 1 == 1 ? 0xEDB8_8320 : 0) }
        }
        sum = ~sum
        return Data(
            [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10, 0, 0, 0, 13] + head
                + [24, 16, 8, 0].map { UInt8(sum >> $0 & 255) })
    }
}

extension RealDaemon {
    /// Images and buffers, by a daemon as it is.
    @Suite struct ContentsTests {
        private func write(_ data: Data, _ name: String, _ daemon: Daemon) throws -> String {
            let path = daemon.sandbox.file(name)
            try data.write(to: URL(filePath: path))
            return path
        }

        @Test func picturesOfTheFirstSceneAreShown() throws {
            let sandbox = try Sandbox()
            try Picture.svg("red").write(to: URL(filePath: sandbox.file("a.svg")))
            let scene = try sandbox.write(
                "create a layer frame=0,0,10,10 contents=\(sandbox.file("a.svg"))\n", to: "s.scrim")
            let daemon = try Daemon(["--scene", scene])
            #expect(try daemon.link().pixel(5, 5) == red)
        }

        @Test func equalPathsSharePixels() throws {
            let daemon = try Daemon()
            let link = try daemon.link()
            let path = try write(Picture.svg("red"), "a.svg", daemon)
            try link.make(
                """
                create i image path=\(path)
                create j image path=\(path)
                create a layer frame=0,0,10,10 contents=i
                create b layer frame=20,0,10,10 contents=j
                create c layer frame=40,0,10,10 contents=\(path)
                """)
            #expect(try link.ask("get i state size") == #"ok {"state":"loading","size":[0,0]}"#)
            for x in [5, 25, 45] { #expect(try link.pixel(x, 5) == red) }
            #expect(try link.ask("get i state size frames") == #"ok {"state":"ready","size":[10,10],"frames":1}"#)
            #expect(try link.ask("stats").contains(#""imageBytes":\#(48 * 10),"#))
            // Nobody looks at it any more: c does.
            try link.make("remove i j")
            #expect(try link.ask("get a contents") == #"ok {"contents":null}"#)
            #expect(try link.pixel(5, 5)[3] == 0 && link.pixel(45, 5) == red)
            // What is dumped makes the same again.
            let dump = try link.ask("dump")
            try link.make(
                "save path=\(daemon.sandbox.file("s.scrim"))\nclear\nload path=\(daemon.sandbox.file("s.scrim"))")
            #expect(try link.ask("dump") == dump && link.pixel(45, 5) == red)
        }

        /// Whatever is wrong with a file, its picture fails with a reason, and nothing else changes.
        @Test(.enabled(if: Places.hasAllPlugins)) func aCanvasDrawsAPictureAsALayerShowsIt() throws {
            let daemon = try Daemon()
            let link = try daemon.link()
            let path = try write(Picture.animation, "a.gif", daemon)
            func picture() throws -> String { try link.ask("snapshot rect=0,0,100,100 format=rgba") }
            // Drawn before its picture is there, and again when the picture is another one.
            try link.make(
                """
                create i image path=\(path)
                create c canvas frame=10,10,60,60
                draw c image i rect=5,7,20,30
                draw c shadow offset=3,4 color=#00f
                draw c image i rect=40,40,10,10
                tick
                """)
            #expect(try link.pixel(20, 20) == red && link.pixel(58, 63) == blue)
            let drawn = try picture()
            try link.make(
                """
                create l layer parent=c frame=5,7,20,30 contents=i magnificationFilter=linear
                tick
                """)
            #expect(try picture() == drawn)
            try link.make("remove l\ntick 0.3")
            #expect(try link.pixel(20, 20) == blue)
            #expect(try link.ask("draw c image c rect=0,0,1,1").hasPrefix("error value"))
            #expect(try link.ask("draw c image nobody rect=0,0,1,1").hasPrefix("error unknown-object"))
            // A dump makes it again; without the picture it draws nothing, and can still be made again.
            #expect(try link.ask("dump").contains("draw c image i rect=5,7,20,30"))
            try link.make("remove i\ntick")
            #expect(try link.pixel(20, 20) == [0, 0, 0, 0])
            let kept = daemon.sandbox.file("kept")
            try link.make("save path=\(kept)\nload path=\(kept) replace=true")
        }

        /// A picture that is not there: the layer says which file, and why.
        @Test func explanationsNameTheFile() throws {
            let daemon = try Daemon()
            let link = try daemon.link()
            try link.make(
                """
                create a layer frame=0,0,20,20 contents=/nonexistent/a.png
                create i image path=/nonexistent/b.png
                create b layer frame=30,0,20,20 contents=i backgroundColor=red
                create c layer frame=60,0,20,20
                tick
                """)
            let a = try link.ask("explain a")
            #expect(a.contains(#""reason":"contents failed","message":"/nonexistent/a.png: "#), "\(a)")
            let b = try link.ask("explain b")
            #expect(b.contains(#""reason":"visible","message":"/nonexistent/b.png: "#), "\(b)")
            #expect(try link.ask("explain c").contains(#""reason":"empty","extent""#))
        }

        @Test func badFilesFailAndChangeNothing() throws {
            let daemon = try Daemon()
            let link = try daemon.link()
            let good = try write(Picture.svg("red"), "good.svg", daemon)
            let digits = try Data(contentsOf: URL(filePath: Checkout.root + "/examples/pictures/digits.png"))
            try link.make("create a layer frame=0,0,10,10 contents=\(good)\ntick\nsubscribe content")
            unsafe mkfifo(daemon.sandbox.file("fifo"), 0o600)
            var bad = [
                (daemon.sandbox.path, "it is not a file"), (daemon.sandbox.file("fifo"), "it is not a file"),
                (daemon.sandbox.file("none.png"), "No such file or directory"), ("/dev/zero", "it is not a file"),
            ]
            for (name, data, reason) in [
                ("empty", Data(), "the file is empty"), ("text", Data("Hello".utf8), "no decoder knows the format"),
                ("short.png", digits.prefix(50), ""), ("huge.png", Picture.lyingPNG(100_000), ""),
                ("large.png", Picture.lyingPNG(20_000), "limit.imagePixels"), ("lying.png", Picture.lyingPNG(3000), ""),
                ("huge.svg", Picture.svg("red", 100_000), "limit.imagePixels"),
                ("broken.svg", Picture.svg("red").prefix(60), ""), ("gif", Picture.animation.prefix(30), ""),
                ("noise.webp", Data("RIFF\u{8}\0\0\0WEBPVP8 ".utf8), ""),
                ("jpeg", Data([0xFF, 0xD8, 0xFF, 0xE0, 0, 16]), ""),
            ] {
                bad.append((try write(data, name, daemon), reason))
            }
            for (path, reason) in bad {
                try link.make("put a layer contents=\(path)\nput i image path=\(path)")
                #expect(try link.pixel(5, 5) == red, "\(path)")
                for id in ["a", "i"] {
                    let event = try link.event()
                    #expect(
                        event.hasPrefix(#"event content {"id":"\#(id)","state":"failed","message":"#)
                            && (reason.isEmpty || event.contains(reason)), "\(path): \(event)")
                }
                #expect(try link.ask("get i state size").contains(#""state":"failed""#), "\(path)")
            }
            try link.make(
                "set daemon limit.imagePixels=99\nset i path=\(try write(Picture.svg("blue"), "b.svg", daemon))")
            try link.make("sync")
            #expect(try link.event().contains("10×10 pixels; limit.imagePixels allows 99"))
            try link.make("set daemon limit.imagePixels=\nset a contents=\(good)")
            #expect(try link.pixel(5, 5) == red && daemon.isRunning)
        }

        /// An animation takes its frames by scene time, and between them nothing is painted.
        @Test(.enabled(if: Places.hasAllPlugins)) func animationsFollowTheSceneTime() throws {
            let daemon = try Daemon()
            let link = try daemon.link()
            let path = try write(Picture.animation, "a.gif", daemon)
            try link.make("create a layer frame=0,0,4,4 contents=\(path)\ntick 0")
            var seen: [[UInt8]] = []
            for _ in 0..<9 {
                seen.append(try link.pixel(1, 1))
                let isSame = try link.ask("tick 0.1").contains(#""pixels":0"#)
                #expect(isSame == (seen.count % 2 == 1))
            }
            #expect(seen == [red, red, blue, blue, red, red, blue, blue, red])
            // Out of sight it costs nothing, and comes back where it would be.
            try link.make("set a isHidden=true\ntick 0.1")
            for _ in 0..<4 { #expect(try link.ask("tick 0.2").contains(#""pixels":0"#)) }
            try link.make("set a isHidden=false")
            #expect(try link.pixel(1, 1) == blue)
        }

        /// What waits for pictures is an object until they have been read; none of its lines is seen before.
        @Test func transactionsWaitForTheirPictures() throws {
            let daemon = try Daemon()
            let link = try daemon.link()
            let path = try write(Picture.svg("red"), "a.svg", daemon)
            try link.make(
                "begin wait=content name=later\ncreate i image path=\(path)\ncreate a layer frame=0,0,9,9 contents=i")
            #expect(try link.ask("commit") == #"ok {"commands":2,"frame":null}"#)
            #expect(try link.ask("list kind=transaction") == #"ok ["later"]"#)
            #expect(try link.pixel(5, 5) == red)
            #expect(try link.ask("list kind=transaction") == "ok []")
            // Of pictures that are there, or that cannot be, it waits no longer.
            try link.make("begin wait=content\nset a contents=\(path)")
            #expect(try link.ask("commit").contains(#""frame":2"#))
            try link.make("begin wait=content\ncreate b layer contents=./none.png\ncommit\nsync")
            #expect(try link.ask("list parent=root") == #"ok ["a","b"]"#)
            // One that is cancelled never happens.
            try link.make(
                "begin wait=content name=later\ncreate c layer contents=./nobody.png\ncommit\nremove later\nsync")
            #expect(try link.ask("list parent=root") == #"ok ["a","b"]"#)
        }

        @Test func watchedFilesAreReadAgain() throws {
            let daemon = try Daemon(clock: "realtime")
            let link = try daemon.link()
            let path = try write(Picture.svg("red"), "a.svg", daemon)
            try link.make("create i image path=\(path) watch=true\ncreate a layer frame=0,0,10,10 contents=i")
            #expect(try link.pixel(5, 5) == red)
            try link.make("subscribe content")
            _ = try write(Picture.svg("blue"), "a.svg", daemon)
            #expect(try link.event() == #"event content {"id":"i","state":"ready"}"#)
            try link.make("sync")
            #expect(try link.pixel(5, 5) == blue)
        }

        // MARK: Buffers

        /// A memory file with `words` in it.
        private func memory(_ words: [UInt32], isSealed: Bool = true) throws -> Int32 {
            let file = unsafe sys_memfd("test")
            try #require(file >= 0)
            #expect(
                unsafe words.withUnsafeBytes { unsafe Foundation.write(file, $0.baseAddress, $0.count) } == words.count
                    * 4)
            if isSealed { #expect(sys_seal(file, false) == 0) }
            return file
        }

        @Test func buffersAreSharedAndNotCopied() throws {
            let daemon = try Daemon()
            let link = try daemon.link()
            let file = try memory([UInt32](repeating: 0xFFFF_0000, count: 32 * 16))
            defer { close(file) }
            #expect(try link.ask("create b buffer size=32x16", passing: [file]) == "ok")
            try link.make("create a layer frame=10,20,32,16 contents=b\ntick")
            #expect(try link.pixel(15, 25) == red)
            // Seen when it is said, where it is said, and nowhere else.
            var blueWord = UInt32(0xFF00_00FF)
            for place in [5 * 32 + 4, 0] { #expect(unsafe pwrite(file, &blueWord, 4, place * 4) == 4) }
            #expect(try link.ask("tick").contains(#""damage":[],"#))
            try link.make("damage b 4,5,1,1")
            #expect(try link.ask("tick").contains(#""damage":[[12,23,5,5]]"#))
            #expect(try link.pixel(14, 25) == blue)
            try link.make("damage b")
            #expect(try link.ask("tick").contains(#""damage":[[10,20,32,16]]"#))
            #expect(try link.ask("set b size=2x2").hasPrefix("error denied"))
            #expect(try link.ask("put b buffer size=32x16") == "ok")
            #expect(try link.ask("damage a 0,0,1,1").hasPrefix("error value"))
            #expect(ftruncate(file, 4) != 0)
            // Not for a dump: no line can make it again.
            #expect(try !link.ask("dump").contains("buffer"))
            try link.make("remove b")
            #expect(try link.pixel(15, 25)[3] == 0)
            // Made by a transaction, of what came with its lines.
            try link.make("begin")
            #expect(try link.ask("create c buffer size=32x16", passing: [file]) == "ok")
            try link.make("set a contents=c\ncommit")
            #expect(try link.pixel(15, 25) == red)
        }

        @Test(arguments: [
            ("argb8888", UInt32(0x8080_0040), [UInt8]([255, 0, 128, 128])),
            ("xrgb8888", 0x12FF_8000, [255, 128, 0, 255]),
            ("abgr8888", 0xFF00_80FF, [255, 128, 0, 255]), ("a8", 0x8080_8080, [0, 0, 0, 128]),
        ])
        func formats(_ format: String, _ word: UInt32, _ wanted: [UInt8]) throws {
            let daemon = try Daemon()
            let link = try daemon.link()
            let file = try memory([UInt32](repeating: word, count: 64))
            defer { close(file) }
            #expect(try link.ask("create b buffer size=8x8 stride=32 format=\(format)", passing: [file]) == "ok")
            for filter in ["linear", "nearest", "trilinear"] {
                try link.make(
                    """
                    put a layer frame=0,0,8,8 contents=b minificationFilter=\(filter)
                    put c layer frame=20,0,3,3 contents=b minificationFilter=\(filter)
                    put d layer frame=40,0,16,16 contents=b magnificationFilter=\(filter) transform=rotate(30deg)
                    """)
                for (x, y) in [(4, 4), (21, 1), (48, 8)] { #expect(try link.pixel(x, y) == wanted, "\(filter) \(x)") }
            }
        }

        /// Memory that is none, that could shrink, or that is too small; and whatever stands in it.
        @Test func bufferClientsMayLie() throws {
            let daemon = try Daemon()
            let link = try daemon.link()
            let (loose, short) = (try memory([0, 0, 0, 0], isSealed: false), try memory([0, 0, 0]))
            let plain = unsafe open(try write(Data(count: 64), "plain", daemon), O_RDWR)
            defer { for file in [loose, short, plain] { close(file) } }
            for (line, file, reason) in [
                ("size=2x2", loose, "F_SEAL_SHRINK"), ("size=2x2", short, "12 bytes"),
                ("size=2x2", plain, "memory file"),
                ("size=1x1", 0, "memory file"), ("size=0x2", short, "whole pixels"),
                ("size=1.5x1", short, "whole pixels"),
                ("size=2x1 stride=4", short, "stride"), ("size=1x1 stride=6", short, "stride"),
                ("", short, "whole pixels"),
            ] {
                let reply = try link.ask("create b buffer \(line)", passing: [file])
                #expect(reply.hasPrefix("error value") && reply.contains(reason), "\(line): \(reply)")
            }
            #expect(try link.ask("create b buffer size=1x1").contains("SCM_RIGHTS"))
            #expect(try link.ask("create b buffer size=32000x32000", passing: [short]).hasPrefix("error limit"))
            #expect(try link.ask("get b").hasPrefix("error unknown-object"))

            // Colours above their alpha are nonsense, and no harm.
            var dice: UInt32 = 7
            let file = try memory(
                (0..<256).map { _ in
                    dice = dice &* 1_664_525 &+ 1_013_904_223
                    return dice
                })
            defer { close(file) }
            #expect(try link.ask("create b buffer size=16x16", passing: [file]) == "ok")
            try link.make("set root backgroundColor=#8040c0\ncreate m layer parent=none frame=0,0,40,40 contents=b")
            for mode in [
                "normal", "multiply", "colorDodge", "colorBurn", "hardLight", "softLight", "exclusion", "hue",
                "saturation", "color", "luminosity", "plusLighter", "plusDarker", "sourceIn", "xor", "destinationOut",
            ] {
                try link.make(
                    """
                    put a layer frame=0,0,40,40 contents=b compositingFilter=\(mode) opacity=0.7 mask=m cornerRadius=9
                    put c layer frame=60,0,40,40 contents=b compositingFilter=\(mode) masksToBounds=true
                    put d layer frame=120,10,5,5 contents=b minificationFilter=trilinear compositingFilter=\(mode)
                    snapshot format=png
                    """)
            }
            #expect(daemon.isRunning)
        }

        @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")))
        func theBufferExampleRuns() throws {
            let daemon = try Daemon()
            let outcome = try daemon.sandbox.run(Checkout.root + "/examples/buffer.py", ["3"])
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(try daemon.link().ask("list") == #"ok ["root","main","daemon"]"#)
        }
    }
}
