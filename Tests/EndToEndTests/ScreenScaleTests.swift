import Testing

extension RealDaemon {
    /// Scales, sizes and monitors, as the screen says.
    @Suite struct ScreenScaleTests {
        private static let scene = [
            "set main backgroundColor=#102030",
            "create a layer frame=20,20,200,140 backgroundColor=#c04020 cornerRadius=24 shadowOpacity=0.6 shadowRadius=12",
            "create b gradient frame=120,90,220,160 colors=#20c080,#2040c0 cornerRadius=40 opacity=0.8",
            "create c layer parent=b frame=40,40,80,50 backgroundColor=#fff transform=rotate(12deg)",
        ]

        private func expectSame(_ stage: Stage, _ scale: Double, _ size: String) throws {
            let other = try Offstage(["--size", size, "--scale", "\(scale)"])
            for line in Self.scene { try other.run(line) }
            #expect(try stage.screen.picture().difference(from: other.picture()) == nil, "\(size) at \(scale)")
        }

        /// Whole points are rarely whole pixels: 333 at 1.25 are 416.25, 331 at 0.75 are 248.25, 334 at 0.75 are 250.5.
        @Test func fractionsOfAScale() throws {
            let screen = try Screen(["output add first 400 300 1", "configure 333 251", "scale 1.5", "auto 60"])
            let stage = try Stage(screen)
            for line in Self.scene { try stage.run(line) }
            var size = (width: 333, height: 251)
            for scale in [1.5, 1.25, 0.75, 3, 1] {
                if scale != 1.5 { try screen.tell("scale \(scale)") }
                if scale == 0.75 {
                    size = (334, 331)
                    try screen.tell("configure 334 331")
                }
                try stage.wait {
                    $0.state == "active" && $0.scale == scale && $0.size == [Double(size.width), Double(size.height)]
                }
                try stage.run("sync")
                let pixels = [size.width, size.height].map { "\(Int((Double($0) * scale).rounded()))" }
                    .joined(separator: "x")
                let points = "\(size.width)x\(size.height)"
                let commit = try screen.next("commit") { $0["pixels"] == pixels }
                #expect(commit["scale"] == "1" && commit["destination"] == points && commit["size"] == points)
                try expectSame(stage, scale, points)
            }
        }

        /// Without fractions the buffer has the scale of its monitor.
        @Test func wholeScales() throws {
            let screen = try Screen([
                "offer wp_fractional_scale_manager_v1 0", "output add first 800 600 2", "configure 301 201", "auto 60",
            ])
            let stage = try Stage(screen)
            for line in Self.scene { try stage.run(line) }
            for scale in [2, 1, 3] {
                if scale != 2 { try screen.tell("output scale first \(scale)") }
                try stage.wait { $0.state == "active" && $0.scale == Double(scale) && $0.size == [301, 201] }
                try stage.run("sync")
                let commit = try screen.next("commit") { $0["pixels"] == "\(301 * scale)x\(201 * scale)" }
                #expect(commit["scale"] == "\(scale)" && commit["size"] == "301x201")
                try expectSame(stage, Double(scale), "301x201")
            }
        }

        @Test func scalesChangeWhileSomethingMoves() throws {
            let screen = try Screen(["output add first 400 300 1", "configure 200 150", "auto 60"])
            let stage = try Stage(screen)
            try stage.run(
                "create a layer frame=0,0,40,40 backgroundColor=#f00", "set main backgroundColor=#fff",
                "animate a position=180,130 duration=0.8 autoreverses=true repeat=inf id=move")
            for scale in [1.5, 1, 2, 1.25, 1] {
                try screen.tell("scale \(scale)")
                try stage.wait { $0.scale == scale }
                // Two at least, so that it goes on.
                let pixels = "\(Int(200 * scale))x\(Int((150 * scale).rounded()))"
                for _ in 0..<2 { try screen.next("commit") { $0["pixels"] == pixels && $0["size"] == "200x150" } }
            }
        }

        /// Points that are part of one are not opaque, and take input.
        @Test func regionsAtFractions() throws {
            let screen = try Screen(["output add first 400 300 1", "configure 200 150", "auto 60"])
            let stage = try Stage(screen)
            try stage.run(
                "set main role=overlay size=200x150 backgroundColor=none",
                "create a layer frame=10.5,10.5,50,50 backgroundColor=#f00 isInteractive=true", "sync")
            for (scale, opaque, input) in [
                (1.5, [[11, 11, 49, 49]], [[10, 10, 51, 51]]), (2, [[11, 11, 49, 49]], [[10, 10, 51, 51]]),
                (1.0, [[11, 11, 49, 49]], [[10, 10, 50, 50]]),
            ] {
                try screen.tell("scale \(scale)")
                try stage.wait { $0.state == "active" && $0.scale == scale }
                try stage.run("sync")
                let commit = try screen.next("commit") { $0["pixels"] == "\(Int(200 * scale))x\(Int(150 * scale))" }
                #expect(commit.rects("opaque") == opaque && commit.rects("input") == input, "\(scale): \(commit)")
            }
        }

        /// What moves takes input where it is, not where it was when somebody last changed something.
        @Test func regionsMoveWithTheirLayers() throws {
            let screen = try Screen(["output add first 400 300 1", "configure 200 150", "auto 60"])
            let stage = try Stage(screen)
            try stage.run(
                "set main role=overlay size=200x150 backgroundColor=none",
                "create a layer frame=0,0,20,20 backgroundColor=#f00 isInteractive=true",
                "animate a position=180,10 duration=0.5 timing=linear id=way")
            var edges: Set<Int> = []
            while edges.max() ?? 0 < 170 {
                let commit = try screen.next("commit") { $0["input"] != "everywhere" && $0["input"] != "" }
                edges.formUnion(commit.rects("input").map { $0[0] })
            }
            #expect(edges.count > 10, "\(edges.sorted())")
        }

        /// A thousand sizes between two frames are one size.
        @Test func stormsOfSizes() throws {
            let screen = try Screen(["output add first 400 300 1", "configure 400 300", "auto 60"])
            let stage = try Stage(screen)
            try stage.wait { $0.state == "active" && $0.size == [400, 300] }
            try stage.run("sync")
            _ = try screen.rest()
            for count in [1000, 1, 100] {
                try screen.tell("storm \(count) \(350 + count % 7) 260")
                let size = "\(350 + count % 7)x260"
                let last = try screen.next("commit") { $0["size"] == size && $0["buffer"] == "new" }
                #expect(last.number("buffers") <= 4)
                try stage.wait { $0.size == [Double(350 + count % 7), 260] }
                try stage.run("sync")
                // It stays so.
                #expect(try screen.rest().filter { $0.name == "commit" && $0["size"] != size }.isEmpty)
            }
        }

        @Test func sizesOfNothingAndOfEverything() throws {
            let screen = try Screen(["output add first 400 300 1", "auto 60"])
            let stage = try Stage(screen, ["--size", "220x110"])
            // Ours to choose.
            try stage.wait { $0.state == "active" && $0.size == [220, 110] }
            try stage.run("set main size=210x100")
            try stage.wait { $0.size == [210, 100] }
            try screen.next("commit") { $0["pixels"] == "210x100" }
            // More than any picture may have: as much of it as goes. The screen is not amused, and not crashed.
            _ = try screen.expectingFaults {
                try screen.tell("configure 100000 1")
                try stage.wait { $0.size == [16384, 1] }
                try screen.tell("configure 3 2147483647")
                try stage.wait { $0.size == [3, 16384] }
                // The fault is told with the frame.
                try screen.next("commit") { $0["pixels"] == "3x16384" }
                // Nothing that could be meant: it stays as it is, until something is wished.
                try screen.tell("configure -5 -7")
                try stage.run("sync", "set main size=210x101")
                try stage.wait { $0.size == [210, 101] }
            }
            try screen.next("commit") { $0["pixels"] == "210x101" }
            try stage.run("sync")
        }

        /// A size that is fine by itself, and too large at the screen's scale: nothing is shown, and the message says why.
        @Test func sizesThatCannotBeShown() throws {
            let screen = try Screen(["output add first 400 300 1", "configure 300 200", "scale 2", "auto 60"])
            let stage = try Stage(screen)
            try stage.wait { $0.state == "active" && $0.scale == 2 && $0.size == [300, 200] }
            try stage.run("sync")
            try screen.tell("configure 16384 16384")
            #expect(try stage.wait { $0.state == "absent" }.message.contains("output.side"))
            try stage.run("get main size", "sync")
            try screen.tell("configure 320 240")
            try stage.wait { $0.state == "active" && $0.size == [320, 240] }
            try stage.run("sync")
        }

        @Test func monitorsComeAndGo() throws {
            let screen = try Screen(["configure 300 200", "auto 60"])
            let stage = try Stage(screen)
            #expect(try stage.wait { $0.state == "absent" && !$0.message.isEmpty }.message.contains("no monitor"))
            try stage.run("sync", "create a layer frame=0,0,100,100 backgroundColor=#f00")
            try screen.tell("output add first 800 600 1")
            try stage.wait { $0.state == "active" && $0.size == [300, 200] }
            // A window outlives its monitor; an overlay goes, and comes back with the next one.
            try screen.tell("output remove first")
            try stage.run("sync")
            try stage.run("set main role=overlay anchor=top,bottom,left,right")
            #expect(try stage.wait { $0.state == "absent" }.message.contains("no monitor"))
            for (name, size) in [("second", [500, 400]), ("third", [640, 480]), ("second", [200, 100])] {
                try stage.run("sync")
                try screen.tell("output add \(name) \(size[0]) \(size[1]) 1")
                try stage.wait { $0.state == "active" && $0.size == size.map(Double.init) }
                try stage.run("sync")
                #expect(try screen.picture().color(10, 10) == 0xFF0000)
                try screen.tell("output remove \(name)")
                try stage.wait { $0.state == "absent" }
            }
        }
    }
}
