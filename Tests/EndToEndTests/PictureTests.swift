import Foundation
import Testing

/// `snapshot` as it is asked for; a stand-in answers.
@Suite struct SnapshotCommandTests {
    @Test func formatsAndPaths() throws {
        let daemon = try FakeDaemon { _ in "ok {\"width\":1,\"data\":\"AAEC/f7/\"}" }
        let here = daemon.sandbox.path
        let cases: [([String], String)] = [
            ([], "snapshot format=png path=\(here)/snapshot.png overwrite=true"),
            (["-o", "a b.PPM"], "snapshot format=ppm path=\"\(here)/a b.PPM\" overwrite=true"),
            (["-o", "/x/y.rgba", "rect=0,0,1,1"], "snapshot rect=0,0,1,1 format=rgba path=/x/y.rgba overwrite=true"),
            (["format=png", "-o", "a.jpg"], "snapshot format=png path=\(here)/a.jpg overwrite=true"),
            (["path=a.png", "layer=x"], "snapshot layer=x format=png path=\(here)/a.png"),
            (["-o", "folder.d/plain"], "snapshot path=\(here)/folder.d/plain overwrite=true"),
        ]
        for (arguments, _) in cases {
            #expect(try daemon.sandbox.run("scrim", ["snapshot"] + arguments).status == 0)
        }
        #expect(daemon.received == cases.map(\.1))
        #expect(try daemon.sandbox.scrim("snapshot", "-o", "-").output == Data([0, 1, 2, 253, 254, 255]))
        #expect(daemon.received.last == "snapshot")
    }
}

extension RealDaemon {
    /// Pictures by a daemon of their own.
    @Suite struct RenderTests {
        private static let scene = """
            # A square that moves.
            create a layer frame=0,0,20,20 backgroundColor=#ff0000
            wait 0.5
            set a backgroundColor=#0000ff80

            """

        private func render(_ sandbox: Sandbox, _ arguments: String...) throws -> Sandbox.Outcome {
            try sandbox.run("scrim", ["render", "scene.scrim", "--size", "40x30"] + arguments)
        }

        @Test func theSameBytesEveryTime() throws {
            let sandbox = try Sandbox()
            _ = try sandbox.write(Self.scene, to: "scene.scrim")
            for name in ["1", "2"] {
                #expect(try render(sandbox, "-o", "\(name).png").status == 0)
                #expect(try render(sandbox, "--seconds", "1", "--fps", "4", "-o", "\(name).y4m").status == 0)
            }
            #expect(try sandbox.bytes("1.png") == sandbox.bytes("2.png"))
            #expect(try sandbox.bytes("1.y4m") == sandbox.bytes("2.y4m"))
            #expect(try render(sandbox, "-o", "-").output == sandbox.bytes("1.png"))
            #expect(try render(sandbox, "--seconds", "1", "--fps", "4", "-o", "-").output == sandbox.bytes("1.y4m"))
            #expect(try render(sandbox).status == 0)
            #expect(try sandbox.bytes("scene.png") == sandbox.bytes("1.png"))
        }

        /// Hashes of frames are those of their premultiplied pixels, count in the whole, and can be held to a list.
        @Test func framesHaveHashes() throws {
            let sandbox = try Sandbox()
            _ = try sandbox.write(Self.scene, to: "scene.scrim")
            let whole = try render(sandbox, "--seconds", "1", "--fps", "4", "--hash")
            let lines = whole.text.split(separator: "\n").map(String.init)
            try #require(whole.status == 0 && whole.errors.isEmpty && lines.count == 4, "\(whole.text) \(whole.errors)")
            #expect(lines[0].dropFirst(2) == lines[1].dropFirst(2) && lines[2].dropFirst(2) == lines[3].dropFirst(2))
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: sandbox.path).allSatisfy { !$0.hasSuffix("png") })
            // The last frame, from straight alpha.
            #expect(try render(sandbox, "--at", "0.75", "-o", "last.rgba").status == 0)
            var pixels = try [UInt8](sandbox.bytes("last.rgba"))
            for at in pixels.indices where at % 4 != 3 {
                pixels[at] = UInt8((Int(pixels[at]) * Int(pixels[at / 4 * 4 + 3]) + 127) / 255)
            }
            try Data(pixels).write(to: URL(filePath: sandbox.file("last.bytes")))
            let digest = try sandbox.run("sha256sum", ["last.bytes"]).text.prefix(64)
            #expect(lines[3] == "3 \(digest)")
            #expect(try render(sandbox, "--at", "0.75", "--hash").text == "0 \(digest)\n")
            let part = try render(sandbox, "--seconds", "1", "--fps", "4", "--slice", "2/2", "--hash", "-o", "part.y4m")
            #expect(part.text == lines[2...].map { $0 + "\n" }.joined())
            #expect(
                try render(sandbox, "--seconds", "1", "--fps", "4", "--slice", "2/2", "-o", "other.y4m").status == 0)
            #expect(try sandbox.bytes("part.y4m") == sandbox.bytes("other.y4m"))

            func expect(_ list: [String]) throws -> Sandbox.Outcome {
                _ = try sandbox.write(list.map { $0 + "\n" }.joined(), to: "list.txt")
                return try render(sandbox, "--seconds", "1", "--fps", "4", "--expect", "list.txt")
            }
            let right = try expect(lines)
            #expect(right.status == 0 && right.text.isEmpty && right.errors.isEmpty)
            let wrong = lines.map { $0.hasPrefix("0") ? $0 : String($0.prefix(2)) + String(repeating: "0", count: 64) }
            let other = try expect(wrong)
            #expect(
                other.status == 1 && other.errors.hasPrefix("scrim: frame 1 differs from list.txt"), "\(other.errors)")
            #expect(try expect(Array(lines.dropLast())).errors.hasPrefix("scrim: frame 3 is not in list.txt"))
            #expect(try expect([lines[0], lines[2], lines[3]]).errors.hasPrefix("scrim: frame 1 is not in list.txt"))
            #expect(try expect(lines + ["4 \(digest)"]).errors.hasPrefix("scrim: frame 4 of list.txt"))
            #expect(try expect(["0 x"]).errors.hasPrefix("scrim: list.txt:1: FRAME SHA256 is expected"))
            #expect(try render(sandbox, "--hash", "-o", "-").status == 64)
            #expect(try render(sandbox, "--expect", "nowhere.txt").status == 1)
        }

        /// Late copies against a layer for each, whose animations are delayed: the same bytes, frame by frame.
        @Test func copiesAreLate() throws {
            let sandbox = try Sandbox()
            func animations(_ layer: String, _ delay: Double) -> String {
                """
                create \(layer)f animation layer=\(layer) property=opacity from=1 to=0.2 duration=0.5 repeatCount=2 delay=\(delay)
                create \(layer)p animation layer=\(layer)s property=strokeEnd from=0 to=1 duration=0.7 delay=\(delay)
                create \(layer)m animation layer=\(layer) property=position by=0,6 duration=0.25 delay=\(delay) fillMode=both isRemovedOnCompletion=false

                """
            }
            func layers(_ name: String, in parent: String) -> String {
                """
                create \(name) layer parent=\(parent) frame=4,4,12,8 backgroundColor=#f80
                create \(name)s shape parent=\(name) path="M 1,1 L 11,7" strokeColor=#06f lineWidth=2

                """
            }
            let copied =
                "create r replicator frame=0,0,40,30 instanceCount=3 instanceDelay=0.125 instanceTransform=translate(10,6)\n"
                + layers("a", in: "r") + animations("a", 0)
            var plain = ""
            for (k, name) in ["a", "b", "c"].enumerated() {
                plain += "create r\(k) layer frame=\(k * 10),\(k * 6),40,30\n"
                plain += layers(name, in: "r\(k)") + animations(name, 0.125 * Double(k))
            }
            for (name, scene) in [("copied", copied), ("plain", plain)] {
                _ = try sandbox.write(scene, to: "scene.scrim")
                let outcome = try render(sandbox, "--seconds", "1.6", "--fps", "16", "-o", "\(name)%02d.rgba")
                #expect(outcome.status == 0, "\(outcome.errors)")
            }
            var pictures: Set<Data> = []
            for k in 0..<25 {
                let file = String(format: "%02d.rgba", k)
                let bytes = try sandbox.bytes("copied" + file)
                #expect(try bytes == sandbox.bytes("plain" + file), "frame \(k)")
                pictures.insert(bytes)
            }
            #expect(pictures.count > 16)
        }

        @Test func framesShowTheirTime() throws {
            let sandbox = try Sandbox()
            _ = try sandbox.write(Self.scene, to: "scene.scrim")
            #expect(try render(sandbox, "--seconds", "1", "--fps", "4", "-o", "f%02d.rgba").status == 0)
            let pixels = try (0..<4).map { try Array(sandbox.bytes("f0\($0).rgba").prefix(4)) }
            let red: [UInt8] = [255, 0, 0, 255]
            let blue: [UInt8] = [0, 0, 255, 128]
            #expect(pixels == [red, red, blue, blue])
            #expect(try sandbox.bytes("f00.rgba").count == 40 * 30 * 4)
            #expect(FileManager.default.fileExists(atPath: sandbox.file("f04.rgba")) == false)
            #expect(try render(sandbox, "--at", "500ms", "-o", "late.rgba").status == 0)
            #expect(try Array(sandbox.bytes("late.rgba").prefix(4)) == blue)
            #expect(try render(sandbox, "--scale", "2", "-o", "large.rgba").status == 0)
            #expect(try sandbox.bytes("large.rgba").count == 80 * 60 * 4)
        }

        /// BT.601 at limited range, over black: the textbook's numbers.
        @Test func videoHasTheRightColours() throws {
            let sandbox = try Sandbox()
            _ = try sandbox.write(Self.scene, to: "scene.scrim")
            #expect(try render(sandbox, "--seconds", "1", "--fps", "29.97", "-o", "v.y4m").status == 0)
            let video = try Array(sandbox.bytes("v.y4m"))
            let header = video[...(try #require(video.firstIndex(of: 10)))]
            let form = "YUV4MPEG2 W40 H30 F2997:100 Ip A1:1 C444 XCOLORRANGE=LIMITED XS:0.u.u."
            #expect(header.starts(with: form.utf8))
            let size = 6 + 3 * 40 * 30
            #expect(video.count == header.count + 30 * size)
            func sample(_ frame: Int, _ plane: Int, _ pixel: Int) -> Int {
                Int(video[header.count + frame * size + 6 + plane * 1200 + pixel])
            }
            // Red, black, and half-transparent blue over black.
            for (frame, pixel, expected) in [
                (0, 0, [81, 90, 240]), (0, 1199, [16, 128, 128]), (20, 0, [29, 184, 119]),
            ] {
                for plane in 0..<3 { #expect(abs(sample(frame, plane, pixel) - expected[plane]) <= 1) }
            }
        }

        @Test func errorsNameTheSceneAndLeaveNothing() throws {
            let sandbox = try Sandbox()
            _ = try sandbox.write("create a layer\n\nset b opacity=1\n", to: "scene.scrim")
            for name in ["x.png", "x.y4m"] {
                let outcome = try render(sandbox, "--seconds", "1", "-o", name == "x.png" ? "x%d.png" : name)
                #expect(outcome.status == 1)
                #expect(outcome.errors.hasPrefix("scrim: scene.scrim:3: unknown-object: "), "\(outcome.errors)")
            }
            _ = try sandbox.write("wait for=x\n", to: "scene.scrim")
            #expect(try render(sandbox).errors.hasPrefix("scrim: scene.scrim:1: only `wait SECONDS`"))
            let left = try FileManager.default.contentsOfDirectory(atPath: sandbox.path)
            #expect(left.filter { $0.hasPrefix("x") || $0.hasPrefix("scrim-") } == [])
        }

        @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg")))
        func filmsAreCompressed() throws {
            let sandbox = try Sandbox()
            _ = try sandbox.write(Self.scene, to: "scene.scrim")
            #expect(try render(sandbox, "--seconds", "1", "--fps", "4", "-o", "v.mp4").status == 0)
            #expect(try sandbox.bytes("v.mp4").dropFirst(4).starts(with: "ftyp".utf8))
            let bad = try render(sandbox, "--seconds", "1", "-o", "/nonexistent/v.mp4")
            #expect(bad.status == 1)
        }

        @Test func withoutFfmpegItSaysSo() throws {
            let sandbox = try Sandbox()
            _ = try sandbox.write(Self.scene, to: "scene.scrim")
            let scrim = Checkout.programs + "/scrim"
            let arguments = ["--", scrim, "render", "scene.scrim", "--seconds", "1", "-o", "v.mp4"]
            let outcome = try sandbox.run("/usr/bin/env", ["PATH=/nonexistent"] + arguments.dropFirst())
            #expect(outcome.status == 1 && outcome.errors.contains("ffmpeg"))
        }
    }
}
