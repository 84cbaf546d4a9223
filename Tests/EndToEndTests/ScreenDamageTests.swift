import TestSupport
import Testing

extension RealDaemon {
    /// What a compositor is told to have changed is all that changed, and what it is told to be opaque is: the screen takes over
    /// nothing else, and looks at every pixel behind each commit.
    @Suite struct ScreenDamageTests {
        /// Layers, and what they may be given.
        private static func line(_ dice: inout Dice) -> String {
            let layer = "l\(dice.upTo(14))"
            func color() -> String {
                let digits = (0..<3).map { _ in String(dice.upTo(16), radix: 16) }.joined()
                return "#" + digits + dice.pick(["", "", "8", "f", "0"])
            }
            func frame() -> String {
                let whole = dice.upTo(2) == 0
                let numbers = [dice.real(-20, 150), dice.real(-20, 110), dice.real(1, 90), dice.real(1, 70)]
                return numbers.map { whole ? "\(Int($0))" : "\((100 * $0).rounded() / 100)" }.joined(separator: ",")
            }
            switch dice.upTo(20) {
            case 0...5:
                let kind = dice.pick(["layer", "layer", "gradient", "shape"])
                let own = [
                    "gradient": " colors=\(color()),\(color())",
                    "shape": " path='circle(30,30,27)' fillColor=\(color())",
                ]
                return "put \(layer) \(kind) frame=\(frame()) backgroundColor=\(color())\(own[kind] ?? "")"
            case 6...8: return "set \(layer) frame=\(frame())"
            case 9: return "set \(layer) cornerRadius=\(dice.upTo(20)) masksToBounds=\(dice.upTo(2) == 0)"
            case 10: return "set \(layer) opacity=\(dice.pick([0, 0.3, 0.99, 1, 1, 1]))"
            case 11: return "set \(layer) transform=rotate(\(dice.upTo(90))deg)"
            case 12: return "set \(layer) transform="
            case 13: return "set \(layer) shadowOpacity=\(dice.upTo(2)) shadowRadius=\(dice.upTo(12))"
            case 14: return "set \(layer) filters=\(dice.pick(["", "", "blur(3)", "opacity(.5)", "invert(1)"]))"
            case 15: return "set \(layer) parent=\(dice.pick(["root", "l1", "l2"])) index=\(dice.upTo(3))"
            case 16: return "set \(layer) isHidden=\(dice.upTo(2) == 0)"
            case 17: return "set \(layer) backgroundFilters=\(dice.pick(["", "", "blur(4)", "brightness(1.3)"]))"
            case 18: return "remove \(layer)"
            default: return "set main backgroundColor=\(dice.pick(["#102030", "#102030", "#8080", "none"]))"
            }
        }

        /// The same where two monitors, of which one is sharper, show parts of one picture.
        @Test func everyChangeIsToldOfOnEachMonitor() throws {
            var dice = Dice(7)
            let stage = try Stage(
                Screen([
                    "offer wp_fractional_scale_manager_v1 0", "output add first 80 100 1",
                    "output add second 160 220 2 80", "output refresh first 250000",
                    "output refresh second 250000", "auto 250",
                ]))
            try stage.run("set main role=overlay monitor=all")
            try stage.wait { $0.state == "active" && $0.size == [160, 110] && $0.scale == 2 }
            for step in 0..<80 {
                for _ in 0...dice.upTo(4) { _ = try stage.link.ask(Self.line(&dice)) }
                if dice.upTo(3) == 0 { try stage.screen.tell("hold \(1 + dice.upTo(4))") }
                if step == 40 {
                    try stage.screen.tell("output add third 50 50 1 160")
                    try stage.wait { $0.size == [210, 110] }
                }
                if step == 60 {
                    try stage.screen.tell("output remove second")
                    try stage.wait { $0.size == [210, 100] && $0.scale == 1 }
                }
                try stage.run("sync")
            }
        }

        @Test(arguments: [1, 2, 3] as [UInt64]) func everyChangeIsToldOf(seed: UInt64) throws {
            var dice = Dice(seed)
            let stage = try Stage(Screen(["output add first 400 300 1", "output refresh first 250000", "auto 250"]))
            let other = try Offstage()
            var (width, height, scale) = (1280, 720, 1.0)
            func change(_ width: Int, _ height: Int, _ scale: Double) throws {
                try stage.screen.tell("configure \(width) \(height)")
                try stage.screen.tell("scale \(scale)")
                try stage.wait {
                    $0.state == "active" && $0.size == [Double(width), Double(height)] && $0.scale == scale
                }
                try other.run("set main size=\(width)x\(height) scale=\(scale)")
            }
            try change(160, 120, 1)
            (width, height) = (160, 120)
            for step in 0..<80 {
                for _ in 0...dice.upTo(4) {
                    let line = Self.line(&dice)
                    // Some name what is not there, to both.
                    #expect(try stage.link.ask(line) == other.link.ask(line))
                }
                if dice.upTo(3) == 0 { try stage.screen.tell("hold \(1 + dice.upTo(3))") }
                if dice.upTo(25) == 0 {
                    if dice.upTo(2) == 0 { (width, height) = (120 + dice.upTo(80), 90 + dice.upTo(60)) }
                    scale = dice.pick([1, 1, 1.25, 1.5, 2, 0.75, 1.7])
                    if scale == 1.7 { scale = 204.0 / 120 }
                    // The same as before is no news.
                    try change(width + 1, height, scale)
                    try change(width, height, scale)
                }
                try stage.run("sync")
                if step % 10 == 9 {
                    // A file has no alpha.
                    for link in [stage.link, other.link] { _ = try link.ask("set main backgroundColor=#102030") }
                    try stage.run("sync")
                    #expect(try stage.screen.picture().difference(from: other.picture()) == nil)
                }
            }
        }
    }
}
