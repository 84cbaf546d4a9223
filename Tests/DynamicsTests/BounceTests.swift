import Geometry
import Glibc
import PluginHost
import Testing

/// Impacts, against their closed forms.
extension DynamicsTests {
    /// The heights of the first apexes above where it rests, of an item that falls from 200 points above that.
    private func apexes(_ count: Int, _ item: String, _ body: String) throws -> (heights: [Double], turn: Double) {
        let stage = try Stage(
            """
            create a layer \(item);create g gravity items=a
            create c collision items=a boundary.floor="M -100 250 L 500 250"
            create b body items=a \(body)
            """)
        let rest = try 200 + stage.y("a")
        var (before, last, heights, most) = (0.0, 200.0, [Double](), 0.0)
        try stage.go(5, rate: 240) { _ in
            let height = try rest - stage.y("a")
            if heights.count < count { most = max(most, try stage.angle("a").magnitude) }
            if last > before, last >= height, last > 1, before > 0 { heights.append(last) }
            (before, last) = (last, height)
        }
        return (Array(heights.prefix(count)), most)
    }

    @Test(arguments: [1, 0.9, 0.7, 0.5])
    func apexes(_ elasticity: Double) throws {
        for item in [
            "frame=0,0,50,50", "frame=0,10,90,40", "frame=0,40,10,10", "frame=0,46,4,4", "frame=0,46.3,4,3.7",
            "frame=3,30,20.7,20",
        ] {
            for traits in ["", "allowsRotation=false", "collisionBoundsType=ellipse", "friction=0.5", "density=7"] {
                if traits.contains("ellipse"), !item.hasSuffix("0,50,50"), !item.hasSuffix("10,10") { continue }
                let (heights, turn) = try apexes(3, item, "elasticity=\(elasticity) \(traits)")
                var wanted = 200.0
                #expect(heights.count == 3)
                for height in heights {
                    wanted *= elasticity * elasticity
                    #expect((height / wanted - 1).magnitude < 0.01, "\(item) \(traits): \(height) for \(wanted)")
                }
                #expect(turn < 0.001, "\(item) \(traits) turns")
            }
        }
    }

    /// The velocities along x of some items after a second, and how far they have turned by then.
    private func velocities(_ lines: String, _ names: [String], after seconds: Double = 1) throws -> (
        speeds: [Double], turn: Double
    ) {
        let stage = try Stage(lines)
        try stage.go(seconds)
        let before = try names.map { try stage.x($0) }
        try stage.go(0.1)
        let turn = try names.reduce(0.0) { max($0, try stage.angle($1).magnitude) }
        return (try zip(names, before).map { try (stage.x($0) - $1) * 10 }, turn)
    }

    /// Velocities after a central impact: of mass `m` at `v` on mass `n` at rest.
    private func exchange(_ v: Double, _ m: Double, _ n: Double, _ e: Double) -> (Double, Double) {
        ((m - e * n) / (m + n) * v, (1 + e) * m / (m + n) * v)
    }

    @Test(arguments: ["rectangle", "ellipse"], [1, 0.5, 0])
    func exchange(_ form: String, _ elasticity: Double) throws {
        for (size, density) in [(40.0, 1.0), (40, 3), (20, 1), (80, 0.25)] {
            let (speeds, turn) = try velocities(
                """
                create a layer frame=20,80,40,40;create b layer frame=120,\(100 - size / 2),\(size),\(size)
                create c collision items=a,b;create e body items=a,b elasticity=\(elasticity) collisionBoundsType=\(form)
                create d body items=b elasticity=\(elasticity) collisionBoundsType=\(form) density=\(density)
                create p push items=a mode=velocity velocity=200,0
                """, ["a", "b"])
            let wanted = exchange(200, 0.16, size * size / 10_000 * density, elasticity)
            #expect((speeds[0] - wanted.0).magnitude < 1, "\(form) \(size) \(density): \(speeds) for \(wanted)")
            #expect((speeds[1] - wanted.1).magnitude < 1, "\(form) \(size) \(density): \(speeds) for \(wanted)")
            // What is not elastic is left to Box2D, which turns it a little.
            #expect(elasticity == 0 || turn < 0.001)
        }
    }

    @Test(arguments: ["rectangle", "ellipse"]) func betweenWallsNothingIsLost(_ form: String) throws {
        let stage = try Stage(
            """
            create a layer frame=20,80,40,40;create c collision items=a bounds=0,0,0,0
            create e body items=a elasticity=1 collisionBoundsType=\(form)
            create p push items=a mode=velocity velocity=300,0
            """)
        // 360 points one way, 1.2 seconds.
        for crossing in 1...20 {
            try stage.go(2.4)
            let off = try (stage.x("a") - 40).magnitude
            #expect(off < 3.6, "after \(crossing) ways and back")
        }
        let turn = try stage.angle("a").magnitude
        #expect(turn < 0.001)
    }

    @Test(arguments: ["rectangle", "ellipse"], [0.0, 0.001, 1, 7])
    func aCradleHandsImpactsOn(_ form: String, _ gap: Double) throws {
        for hitting in 1...3 {
            let names = (0..<6).map { "b\($0)" }
            var lines = ""
            for at in 0..<6 {
                let x = at < hitting ? Double(at) * 20 : 60 + Double(at) * (20 + gap)
                lines += "create b\(at) layer frame=\(x),100,20,20;"
            }
            let all = names.joined(separator: ","), first = names.prefix(hitting).joined(separator: ",")
            lines += """
                create c collision items=\(all);create e body items=\(all) elasticity=1 collisionBoundsType=\(form)
                create p push items=\(first) mode=velocity velocity=200,0
                """
            let (speeds, turn) = try velocities(lines, names)
            for (at, speed) in speeds.enumerated() {
                let wanted = at >= 6 - hitting ? 200.0 : 0
                #expect((speed - wanted).magnitude < 2, "\(hitting) hit, \(gap) apart: \(speeds)")
            }
            #expect(turn < 0.001)
        }
    }

    /// Five balls on rigid threads: the last one swings as high as the first one came from, and the others hang still.
    @Test func aHungCradle() throws {
        var lines = ""
        for at in 0..<5 {
            lines += "create b\(at) layer bounds=0,0,20,20 position=\(150 + at * 20),200;"
            lines += "create t\(at) attachment item=b\(at) anchor=\(150 + at * 20),100 frequency=0;"
        }
        let all = "b0,b1,b2,b3,b4"
        let stage = try Stage(
            lines + """
                create e body items=\(all) elasticity=1 collisionBoundsType=ellipse
                create g gravity items=\(all);create c collision items=\(all)
                """)
        let angle = 40.0 / 180 * Double.pi
        try stage.run("set b0 position=\(150 - 100 * sin(angle)),\(100 + 100 * cos(angle))")
        // Swings between the two ends: least and most x of the outer two, and how far the inner ones went.
        var (first, last, inner) = (150.0, 230.0, 0.0)
        try stage.go(4, rate: 240) { _ in
            first = min(first, try stage.x("b0"))
            last = max(last, try stage.x("b4"))
            for at in 1...3 { inner = max(inner, try (stage.x("b\(at)") - Double(150 + at * 20)).magnitude) }
        }
        #expect((100 - (1e4 - (last - 230) * (last - 230)).squareRoot()) / (100 - 100 * cos(angle)) > 0.98)
        #expect((100 - (1e4 - (last - 230) * (last - 230)).squareRoot()) / (100 - 100 * cos(angle)) < 1.02)
        #expect(150 - first > 100 * sin(angle) * 0.99 && 150 - first < 100 * sin(angle) * 1.01)
        #expect(inner < 2, "what is in between stays")
    }

    /// A box that tumbles between four walls, without friction, keeps its energy.
    @Test(arguments: [0, 0.6]) func aTumblingBoxKeepsItsEnergy(_ friction: Double) throws {
        let stage = try Stage(
            """
            create a layer bounds=0,0,60,30 position=130,95 transform=rotate(25deg);create c collision items=a bounds=0,0,0,0
            create e body items=a elasticity=1 friction=\(friction);create p push items=a mode=velocity velocity=230,110
            """)
        func energy() throws -> Double {
            let (p, turn) = (try stage.position("a"), try stage.angle("a"))
            try stage.go(1 / 240.0, rate: 240)
            let v = try (stage.position("a") - p).length * 240
            let spin = remainder(try stage.angle("a") - turn, 2 * Double.pi) * 240
            return v * v + spin * spin * (60 * 60 + 30 * 30) / 12
        }
        let wanted = try energy()
        for _ in 0..<10 {
            try stage.go(2.5)
            // A frame on the way of an impact shows another speed.
            let found = try [energy(), energy(), energy(), energy(), energy()].sorted()[2]
            #expect(friction > 0 ? found < wanted * 1.01 : (found / wanted - 1).magnitude < 0.01)
        }
    }

    @Test(arguments: [0.3, 0.8, 1]) func aStackComesToRest(_ elasticity: Double) throws {
        var lines = ""
        for at in 0..<6 { lines += "create b\(at) layer frame=180,\(260 - at * 40),40,40;" }
        let all = (0..<6).map { "b\($0)" }.joined(separator: ",")
        let stage = try Stage(
            lines + """
                create e body items=\(all) elasticity=\(elasticity) friction=0.3
                create g gravity items=\(all);create c collision items=\(all) bounds=0,0,0,0
                """)
        try stage.go(3) { _ in
            for at in 0..<6 {
                let off = try (stage.position("b\(at)") - Point(200, Double(280 - at * 40))).length
                #expect(off < 0.5)
            }
        }
        #expect(!stage.behaviors.isMoving)
    }
}
