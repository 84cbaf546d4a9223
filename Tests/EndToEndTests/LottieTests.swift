import Foundation
import Testing

extension RealDaemon {
    /// Lottie animations as films: a square that goes five points to the right in each frame.
    @Suite struct LottieTests {
        private static let text = """
            {"v":"5.5.7","fr":10,"ip":0,"op":10,"w":60,"h":20,"assets":[],"layers":[{"ind":1,"ty":4,"sr":1,"ks":{"o":{"k":100},"r":{"k":0},\
            "p":{"a":1,"k":[{"t":0,"s":[5,10],"e":[55,10],"o":{"x":0,"y":0},"i":{"x":1,"y":1}},{"t":10,"s":[55,10]}]},\
            "a":{"k":[0,0]},"s":{"k":[100,100]}},"shapes":[{"ty":"gr","it":[{"ty":"rc","s":{"k":[10,10]},"p":{"k":[0,0]},"r":{"k":0}},\
            {"ty":"fl","c":{"k":[1,0,0,1]},"o":{"k":100}},{"ty":"tr","p":{"k":[0,0]},"a":{"k":[0,0]},"s":{"k":[100,100]},"r":{"k":0},\
            "o":{"k":100}}]}],"ip":0,"op":10,"st":0}]}
            """

        private func stage() throws -> (Daemon, Link) {
            let daemon = try Daemon(["--size", "180x80", "--refresh", "10"])
            _ = try daemon.sandbox.write(Self.text, to: "a.json")
            return (daemon, try daemon.link())
        }

        /// The first and the last red column of a row, and the pixels between that are not red.
        private func square(_ daemon: Daemon, _ link: Link, row: Int) throws -> [Int] {
            let name = "shot\(UUID().uuidString).rgba"
            try #require(try link.ask("snapshot format=rgba path=\(daemon.sandbox.file(name))").hasPrefix("ok"))
            let pixels = try daemon.sandbox.bytes(name)
            let red = (0..<180).filter { x in
                let at = pixels.startIndex + (row * 180 + x) * 4
                return Array(pixels[at..<at + 4]) == [255, 0, 0, 255]
            }
            guard let first = red.first, let last = red.last else { return [] }
            return [first, last, last - first + 1 - red.count]
        }

        @Test func eachFrameIsDrawnInEachSize() throws {
            let (daemon, link) = try stage()
            for line in [
                "create clip video path=\(daemon.sandbox.file("a.json"))",
                "create small layer frame=0,0,60,20 contents=clip",
                "create large layer frame=0,20,180,60 contents=clip",
            ] { #expect(try link.ask(line) == "ok") }
            for frame in 0..<10 {
                #expect(try square(daemon, link, row: 10) == [5 * frame, 5 * frame + 9, 0], "frame \(frame)")
                #expect(try square(daemon, link, row: 50) == [15 * frame, 15 * frame + 29, 0], "frame \(frame)")
                _ = try link.ask("tick")
            }
            #expect(
                try link.ask("get clip state frames size duration")
                    == #"ok {"state":"ended","frames":10,"size":[60,20],"duration":1}"#)
            #expect(try link.ask("set clip time=0.35") == "ok")
            #expect(try square(daemon, link, row: 50) == [45, 74, 0])
            // Larger: drawn again, for there are no pixels to make larger.
            #expect(try link.ask("set small frame=0,0,120,40") == "ok")
            #expect(try square(daemon, link, row: 19) == [30, 49, 0])
        }

        @Test(arguments: ["{\"v\":1}", "{\"v\"", "{}", "nothing at all"])
        func whatIsNoAnimationSaysSo(text: String) throws {
            let (daemon, link) = try stage()
            let path = try daemon.sandbox.write(text, to: "b.json")
            #expect(try link.ask("create bad video path=\(daemon.sandbox.file("b.json"))") == "ok", "\(path)")
            #expect(try link.ask("create layer layer frame=0,0,60,20 contents=bad") == "ok")
            _ = try link.ask("tick")
            #expect(try link.ask("get bad state").contains("failed"))
            // The others play on.
            #expect(try link.ask("create good video path=\(daemon.sandbox.file("a.json"))") == "ok")
            #expect(try link.ask("set layer contents=good") == "ok")
            _ = try link.ask("tick")
            #expect(try square(daemon, link, row: 10).last == 0)
        }

        /// A red square of two by two pixels, as a picture within a file.
        private static func picture() throws -> String {
            let sandbox = try Sandbox()
            _ = try sandbox.write("create a layer frame=0,0,2,2 backgroundColor=red\n", to: "red.scrim")
            _ = try sandbox.run("scrim", ["render", "red.scrim", "--size", "2x2", "-o", "red.png"])
            return "data:image/png;base64," + Data(try sandbox.bytes("red.png")).base64EncodedString()
        }

        /// Pictures that lie in a file (in Lottie as large as they fit in) are shown, those beside it are not read; masks keep the film's time; as contents it plays.
        @Test func whatLiesInAFileIsShown() throws {
            let (daemon, link) = try stage()
            let picture = try Self.picture()
            _ = try daemon.sandbox.write(
                """
                {"fr":10,"ip":0,"op":10,"w":60,"h":20,"assets":[{"id":"p","w":60,"h":20,"u":"","p":"\(picture)","e":1}],"layers":[
                {"ty":1,"ind":1,"td":1,"sw":20,"sh":20,"sc":"#00ff00","ip":0,"op":10,"ks":{"p":{"a":1,"k":[{"t":0,"s":[20,0],"h":1},{"t":5,"s":[40,0],"h":1}]}}},
                {"ty":2,"ind":2,"tt":1,"refId":"p","ip":0,"op":10,"ks":{}}]}
                """, to: "p.json")
            let image = "<image width='60' height='20' preserveAspectRatio='none'"
            _ = try daemon.sandbox.write(
                """
                <svg xmlns='http://www.w3.org/2000/svg' width='120' height='20'>\(image) href='\(picture)'/>
                \(image) x='60' href='\(daemon.sandbox.file("beside.svg"))'/></svg>
                """, to: "p.svg")
            _ = try daemon.sandbox.write(
                "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><rect width='9' height='9' fill='red'/></svg>",
                to: "beside.svg")
            for line in [
                "create film layer frame=0,0,60,20 contents=\(daemon.sandbox.file("p.json"))",
                "create still layer frame=0,20,120,20 contents=\(daemon.sandbox.file("p.svg"))",
                "create clip video path=\(daemon.sandbox.file("beside.svg"))",
                "create shown layer frame=0,40,30,30 contents=clip",
            ] { #expect(try link.ask(line) == "ok") }
            #expect(try square(daemon, link, row: 10) == [20, 39, 0])
            #expect(try square(daemon, link, row: 30) == [0, 59, 0])
            #expect(try square(daemon, link, row: 55) == [0, 29, 0])
            _ = try link.ask("tick 0.6")
            #expect(try square(daemon, link, row: 10) == [])
        }

        /// Keyframes that lines cannot go between are followed frame by frame: a corner that begins without a radius, a trim whose start passes
        /// its end.
        @Test func whatBendsIsFollowed() throws {
            let (daemon, link) = try stage()
            func keys(_ from: Int, _ to: Int) -> String {
                #"{"a":1,"k":[{"t":0,"s":[\#(from)],"o":{"x":[0],"y":[0]},"i":{"x":[1],"y":[1]}},{"t":10,"s":[\#(to)]}]}"#
            }
            let red = #""c":{"k":[1,0,0,1]},"o":{"k":100}}"#
            func write(_ name: String, _ items: String) throws {
                _ = try daemon.sandbox.write(
                    #"{"fr":10,"ip":0,"op":10,"w":100,"h":20,"layers":[{"ty":4,"ip":0,"op":10,"ks":{},"shapes":[\#(items)]}]}"#,
                    to: name)
            }
            try write(
                "corner.json",
                #"{"ty":"rc","d":1,"s":{"k":[100,20]},"p":{"k":[50,10]},"r":\#(keys(0, 10))},{"ty":"fl",\#(red)"#)
            try write(
                "trim.json",
                #"""
                {"ty":"sh","ks":{"k":{"c":false,"v":[[0,10],[100,10]],"i":[[0,0],[0,0]],"o":[[0,0],[0,0]]}}},
                {"ty":"tm","s":\#(keys(0, 100)),"e":{"k":50},"o":{"k":0}},{"ty":"st","w":{"k":20},\#(red)
                """#)
            for (name, y) in [("corner", 0), ("trim", 40)] {
                let path = daemon.sandbox.file("\(name).json")
                #expect(try link.ask("create \(name) video rate=0 path=\(path)") == "ok")
                #expect(try link.ask("create \(name)-shown layer frame=0,\(y),100,20 contents=\(name)") == "ok")
            }
            #expect(try square(daemon, link, row: 0) == [0, 99, 0])
            #expect(try square(daemon, link, row: 50) == [0, 49, 0])
            for name in ["corner", "trim"] { _ = try link.ask("set \(name) time=0.8") }
            let round = try #require(try square(daemon, link, row: 0).first)
            #expect(round > 3)
            #expect(try square(daemon, link, row: 50) == [50, 79, 0])
        }
    }
}
